/**
 * An MQTT 3.1.1 broker in this process, to which only we publish.
 *
 * Messages go to each subscriber through a bounded outbox of its own, not through the broker's common queue,
 * where one that does not read would hold up the others. Nothing is kept for those who are not connected:
 * every session is a clean one, and no message is retained.
 */

import type { Duplex } from "node:stream";
import { Readable } from "node:stream";
import { Aedes, type Client } from "aedes";
import { prepareReads } from "./incoming.ts";
import { type Message, type Outbox, outboxTo } from "./outbox.ts";

const CONNECT_WITHIN_MS = 10_000;
const CONNECTIONS_MAX = 5000;
const CLIENT_ID_MAX = 200;
/** How often subscribers that take nothing are looked for. */
const STALL_CHECK_MS = 5000;

/** Return codes of CONNACK. Source: MQTT 3.1.1, table 3.1. */
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;

export interface Subscriber<Who> {
  who: Who;
  /** Never waits; gives the subscriber up when it has let too much wait. */
  send(message: Message): void;
  disconnect(): void;
}

export interface BrokerRules<Who> {
  /** Who signs in with this password; undefined when nobody does. */
  admit(password: string): Promise<Who | undefined>;
  /** Client ids belong to this: nobody can end the connection of somebody else by taking its id. */
  holderOf(who: Who): string;
  /** Whether a subscription to this filter is granted, at most at this quality of service. */
  maySubscribe(subscriber: Subscriber<Who>, filter: string, qos: 0 | 1): Promise<boolean>;
  unsubscribed(subscriber: Subscriber<Who>, filters: readonly string[]): void;
  /** Somebody signed in. */
  came(subscriber: Subscriber<Who>): void;
  /** The connection of somebody who had signed in has ended. */
  gone(subscriber: Subscriber<Who>): void;
  /** Something on our side failed. */
  onError(error: Error): void;
  /** A subscriber was given up. */
  onSlow(subscriber: Subscriber<Who>, why: "full" | "stalled"): void;
}

export interface EmbeddedBroker {
  /** Speaks MQTT on a connection from now on. */
  accept(connection: Duplex): void;
  close(): Promise<void>;
}

interface Held<Who> {
  subscriber: Subscriber<Who>;
  outbox: Outbox;
}

export async function openEmbeddedBroker<Who>(rules: BrokerRules<Who>): Promise<EmbeddedBroker> {
  const held = new Map<Client, Held<Who>>();
  const connections = new Set<Duplex>();

  const giveUp = (one: Held<Who>, why: "full" | "stalled") => {
    rules.onSlow(one.subscriber, why);
    one.subscriber.disconnect();
  };

  const holdOn = (client: Client, who: Who): void => {
    const outbox = outboxTo((message) => {
      client.publish(
        { cmd: "publish", retain: false, dup: false, ...message },
        // A message of quality 1 is taken when it is acknowledged, one of quality 0 when it is written.
        () => message.qos === 0 && outbox.taken(),
      );
    });
    const subscriber: Subscriber<Who> = {
      who,
      send(message) {
        if (client.closed || outbox.put(message)) return;
        giveUp(one, "full");
      },
      disconnect: () => void client.conn.destroy(),
    };
    const one = { subscriber, outbox };
    held.set(client, one);
    rules.came(subscriber);
  };

  const broker = await Aedes.createBroker({
    persistence: nothingKept(),
    connectTimeout: CONNECT_WITHIN_MS,
    drainTimeout: 30_000,
    maxTopicLevels: 10,
    preConnect(_client, packet, done) {
      const asked = packet as unknown as { clean: boolean; will?: unknown; clientId: string };
      if (asked.clientId.length > CLIENT_ID_MAX) {
        done(new Error("The client id is too long."), false);
        return;
      }
      asked.clean = true;
      asked.will = undefined;
      done(null, true);
    },
    authenticate(client, _username, password, done) {
      admit(client, password).then(
        (admitted) => done(admitted ? null : refusal(BAD_CREDENTIALS, "bad user name or password"), admitted),
        (error) => {
          rules.onError(error);
          done(refusal(SERVER_UNAVAILABLE, "not available now"), false);
        },
      );
    },
    authorizePublish: (_client, _packet, done) => done(new Error("Only the service publishes.")),
    authorizeSubscribe(client, subscription, done) {
      const one = held.get(client);
      if (one === undefined) {
        done(null, null);
        return;
      }
      rules.maySubscribe(one.subscriber, subscription.topic, subscription.qos > 0 ? 1 : 0).then(
        (granted) => done(null, granted ? subscription : null),
        (error) => {
          rules.onError(error);
          // A refusal would be final in the eyes of the client; after an end of the connection it tries again.
          done(error);
        },
      );
    },
  });

  async function admit(client: Client, password: Readonly<Buffer | undefined>): Promise<boolean> {
    const who = password === undefined ? undefined : await rules.admit(password.toString("utf8"));
    if (who === undefined || client.closed || client.conn.destroyed) return false;
    (client as { id: string }).id = `${rules.holderOf(who)}:${client.id}`;
    holdOn(client, who);
    return true;
  }

  // Acknowledgements of quality 1.
  broker.on("ack", (_packet, client) => held.get(client)?.outbox.taken());
  broker.on("unsubscribe", (filters, client) => {
    const one = held.get(client);
    if (one !== undefined) rules.unsubscribed(one.subscriber, filters);
  });
  (broker as unknown as NodeJS.EventEmitter).on("error", rules.onError);

  const stall_check = setInterval(() => {
    for (const one of held.values()) if (one.outbox.isStalled()) giveUp(one, "stalled");
  }, STALL_CHECK_MS);
  stall_check.unref();

  return {
    accept(connection) {
      if (broker.closed || connections.size >= CONNECTIONS_MAX) {
        connection.destroy();
        return;
      }
      connections.add(connection);
      prepareReads(connection);
      const client = broker.handle(connection);
      connection.once("close", () => {
        connections.delete(connection);
        const one = held.get(client);
        held.delete(client);
        if (one !== undefined) rules.gone(one.subscriber);
      });
    },
    async close() {
      clearInterval(stall_check);
      await new Promise<void>((resolve) => broker.close(resolve));
      // Those that had not signed in.
      for (const connection of connections) connection.destroy();
    },
  };
}

function refusal(returnCode: number, message: string) {
  return Object.assign(new Error(message), { returnCode });
}

/** The broker's store, for sessions that end with their connection: it is always empty. */
function nothingKept() {
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
