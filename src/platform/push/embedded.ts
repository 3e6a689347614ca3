/**
 * An MQTT 3.1.1 broker in this process. What clients publish goes to the service alone, never to other clients.
 *
 * Messages go to each subscriber through its own bounded outbox, not through the broker's common queue, where one
 * slow subscriber would block the others. Nothing is stored for disconnected clients: every session is a clean one,
 * and no message is retained.
 */

import type { Duplex } from "node:stream";
import { Readable } from "node:stream";
import { Aedes, type Client } from "aedes";
import { FairQueue } from "../fairness/fair-queue.ts";
import { prepareReads } from "./incoming.ts";
import { createOutbox, type Message, type Outbox } from "./outbox.ts";
import { PendingConnections, type PendingLimits } from "./pending-connections.ts";

const CONNECT_WITHIN_MS = 10_000;
/** Of those that signed in. A business has at most twice what it leaves to others. */
const CONNECTIONS_MAX = 5000;
const PENDING: PendingLimits = { max: 1000, max_of_address: 100 };
const CLIENT_ID_MAX = 200;
/** How often stalled subscribers are looked for. */
const STALL_CHECK_MS = 5000;

/** Return codes of CONNACK. Source: MQTT 3.1.1, table 3.1. */
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;

export interface Subscriber<Who> {
  who: Who;
  /** Where it comes from. */
  address: string;
  /** Never waits; disconnects the subscriber when its outbox is full. */
  send(message: Message): void;
  disconnect(): void;
}

interface Credentials {
  user_name: string;
  password: string;
  /** The password is that of the connection: the client sent none. */
  is_of_connection: boolean;
}

export interface BrokerRules<Who> {
  /** Authenticates a client; undefined when its credentials are invalid. */
  admit(credentials: Credentials): Promise<Who | undefined>;
  /** A client ends the connection that has its id: nobody may get the id of another's. */
  buildClientId(who: Who, requested: string): string;
  /** The business whose share of the connections it takes. */
  getPayer(who: Who): number;
  /** True when a subscription to this filter is granted, at most at this quality of service. */
  maySubscribe(subscriber: Subscriber<Who>, filter: string, qos: 0 | 1): Promise<boolean>;
  unsubscribed(subscriber: Subscriber<Who>, filters: readonly string[]): void;
  /**
   * A client published, or its last will did after `gone`. False when it may not, which ends its connection; otherwise it is
   * acknowledged.
   */
  received(subscriber: Subscriber<Who>, message: Published): Promise<boolean>;
  /** A client signed in. */
  came(subscriber: Subscriber<Who>): void;
  /** The connection of a signed-in client ended. */
  gone(subscriber: Subscriber<Who>): void;
  /** An internal error. */
  onError(error: Error): void;
  /** A slow subscriber was disconnected. */
  onSlow(subscriber: Subscriber<Who>, why: "full" | "stalled"): void;
}

export interface Published {
  topic: string;
  payload: Buffer;
  qos: 0 | 1 | 2;
}

export interface EmbeddedBroker {
  /**
   * Handles a connection as MQTT from now on. `address`: where it comes from; `session` authenticates clients that send no
   * password.
   */
  accept(connection: Duplex, address: string, session?: string): void;
  close(): Promise<void>;
}

/** The business has its share of the connections. */
class TooManyConnections extends Error {}

interface Connected<Who> {
  subscriber: Subscriber<Who>;
  outbox: Outbox;
}

const REFUSED = new Error("Nothing is accepted on this topic.");

export async function openEmbeddedBroker<Who>(
  rules: BrokerRules<Who>,
  pending_limits: PendingLimits = PENDING,
): Promise<EmbeddedBroker> {
  const connected = new Map<Client, Connected<Who>>();
  /** The same, and those whose connection ended: a last will is published after that. */
  const subscribers = new WeakMap<Client, Subscriber<Who>>();
  const connections = new Set<Duplex>();
  const pending = new PendingConnections<Duplex>(pending_limits);
  const shares = new FairQueue({ places: CONNECTIONS_MAX, waiting_max: 0, keeps_free: true });
  const sessions = new WeakMap<object, string>();
  const addresses = new WeakMap<object, string>();
  let is_closing = false;

  const disconnectSlow = (one: Connected<Who>, why: "full" | "stalled") => {
    rules.onSlow(one.subscriber, why);
    one.subscriber.disconnect();
  };

  const register = (client: Client, who: Who): void => {
    const outbox = createOutbox((message) => {
      client.publish(
        { cmd: "publish", retain: false, dup: false, ...message },
        // A QoS 1 message is delivered when it is acknowledged, a QoS 0 message when it is written.
        () => message.qos === 0 && outbox.acknowledge(),
      );
    });
    const subscriber: Subscriber<Who> = {
      who,
      address: addresses.get(client.conn) ?? "",
      send(message) {
        if (client.closed || outbox.put(message)) return;
        disconnectSlow(one, "full");
      },
      disconnect: () => void client.conn.destroy(),
    };
    const one = { subscriber, outbox };
    connected.set(client, one);
    subscribers.set(client, subscriber);
    pending.delete(client.conn);
    rules.came(subscriber);
  };

  const broker = await Aedes.createBroker({
    persistence: buildEmptyStore(),
    connectTimeout: CONNECT_WITHIN_MS,
    drainTimeout: 30_000,
    maxTopicLevels: 10,
    preConnect(_client, packet, done) {
      const connect_packet = packet as unknown as { clean: boolean; clientId: string };
      if (connect_packet.clientId.length > CLIENT_ID_MAX) {
        done(new Error("The client id is too long."), false);
        return;
      }
      connect_packet.clean = true;
      done(null, true);
    },
    authenticate(client, user_name, password, done) {
      admit(client, user_name ?? "", password).then(
        (admitted) => done(admitted ? null : refusal(BAD_CREDENTIALS, "bad user name or password"), admitted),
        (error) => {
          if (!(error instanceof TooManyConnections)) rules.onError(error);
          done(refusal(SERVER_UNAVAILABLE, "not available now"), false);
        },
      );
    },
    authorizePublish(client, { topic, payload, qos }, done) {
      const subscriber = client === null ? undefined : subscribers.get(client);
      // A service that stops ends its connections: no client is gone for it.
      if (subscriber === undefined || is_closing) {
        done(REFUSED);
        return;
      }
      rules.received(subscriber, { topic, payload: Buffer.from(payload), qos }).then(
        (accepted) => done(accepted ? null : REFUSED),
        (error) => {
          rules.onError(error);
          done(error);
        },
      );
    },
    authorizeSubscribe(client, subscription, done) {
      const one = connected.get(client);
      if (one === undefined) {
        done(null, null);
        return;
      }
      rules.maySubscribe(one.subscriber, subscription.topic, subscription.qos > 0 ? 1 : 0).then(
        (granted) => done(null, granted ? subscription : null),
        (error) => {
          rules.onError(error);
          // The client would treat a refusal as final; after a closed connection it retries.
          done(error);
        },
      );
    },
  });

  async function admit(
    client: Client,
    user_name: string,
    password: Readonly<Buffer | undefined>,
  ): Promise<boolean> {
    const password_text =
      password === undefined || password.length === 0 ? undefined : password.toString("utf8");
    const secret = password_text ?? sessions.get(client.conn);
    const is_of_connection = password_text === undefined;
    const who =
      secret === undefined ? undefined : await rules.admit({ user_name, password: secret, is_of_connection });
    if (who === undefined || client.closed || client.conn.destroyed) return false;
    if (!shares.tryEnter(rules.getPayer(who))) throw new TooManyConnections();
    (client as { id: string }).id = rules.buildClientId(who, client.id);
    register(client, who);
    return true;
  }

  // Acknowledgements of QoS 1.
  broker.on("ack", (_packet, client) => connected.get(client)?.outbox.acknowledge());
  broker.on("unsubscribe", (filters, client) => {
    const one = connected.get(client);
    if (one !== undefined) rules.unsubscribed(one.subscriber, filters);
  });
  (broker as unknown as NodeJS.EventEmitter).on("error", rules.onError);

  const stall_check = setInterval(() => {
    for (const one of connected.values()) if (one.outbox.isStalled()) disconnectSlow(one, "stalled");
  }, STALL_CHECK_MS);
  stall_check.unref();

  return {
    accept(connection, address, session) {
      if (broker.closed) {
        connection.destroy();
        return;
      }
      connections.add(connection);
      addresses.set(connection, address);
      pending.add(connection, address);
      if (session !== undefined) sessions.set(connection, session);
      prepareReads(connection);
      const client = broker.handle(connection);
      connection.once("close", () => {
        connections.delete(connection);
        pending.delete(connection);
        const one = connected.get(client);
        connected.delete(client);
        if (one === undefined) return;
        shares.leave(rules.getPayer(one.subscriber.who));
        rules.gone(one.subscriber);
      });
    },
    async close() {
      is_closing = true;
      clearInterval(stall_check);
      await new Promise<void>((resolve) => broker.close(resolve));
      // Connections that had not signed in.
      for (const connection of connections) connection.destroy();
    },
  };
}

function refusal(returnCode: number, message: string) {
  return Object.assign(new Error(message), { returnCode });
}

/** The broker's store, for sessions that end with their connection: it is always empty. */
function buildEmptyStore() {
  return {
    async setup() {},
    async storeRetained() {},
    createRetainedStreamCombi: () => Readable.from([]),
    async addSubscriptions() {},
    async removeSubscriptions() {},
    subscriptionsByClient: async () => [],
    subscriptionsByTopic: async () => [],
    async cleanSubscriptions() {},
    async cleanIncoming() {},
    async outgoingEnqueue() {},
    async outgoingEnqueueCombi() {},
    outgoingStream: () => Readable.from([]),
    async outgoingClearMessageId() {},
    outgoingUpdate: noSuchPacket,
    async incomingStorePacket() {},
    incomingGetPacket: noSuchPacket,
    incomingDelPacket: noSuchPacket,
    async putWill() {},
    async delWill() {},
    streamWill: () => Readable.from([]),
  };
}

async function noSuchPacket(): Promise<never> {
  throw new Error("no such packet");
}
