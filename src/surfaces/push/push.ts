/**
 * Push over MQTT 3.1.1: an embedded broker for users and programs of the businesses, or an external broker to which
 * every event is published.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { filterPayload, listPublicTypes } from "#operation/define/events.ts";
import type { RecordTopic } from "#operation/define/record-kind.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { publish } from "#operation/define/topic.ts";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { type EventConsumer, startEventConsumer } from "#operation/records/event-consumers.ts";
import { readOnlyDb } from "#platform/db/db.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import type { EmbeddedBroker, Subscriber } from "#platform/push/embedded.ts";
import {
  type Listening,
  type ListeningOnWebSocket,
  listenOnTcp,
  listenOnWebSocket,
} from "#platform/push/listen.ts";
import { createRouteOwnership } from "#platform/push/route-ownership.ts";
import { readUpgradeSessionToken } from "../console-session.ts";
import { type AskRecordKind, decideSubscription, hasScope, maySubscribe } from "./access.ts";
import { buildChangesMessage, createChangeCollector, type ScopedChange } from "./changes.ts";
import { type ConnectedDevice, createDeviceConnections, isDeviceName } from "./devices.ts";
import { startPushFeed } from "./feed.ts";
import {
  buildMessage,
  findDriverAfter,
  findTopics,
  formatTopic,
  hideOthers,
  isNamed,
  listRecordTopics,
  matchesTopic,
  parseTopicFilter,
  type Topic,
  type TopicFilter,
} from "./topics.ts";

export type PushSettings =
  /** The embedded broker on a TCP port (null: none) and on the HTTP port. */
  | { kind: "embedded"; host: string; port: number | null }
  /** An external broker, which decides itself who may subscribe. Consoles follow over WebSocket in any case. */
  | { kind: "external"; url: string; websocket: boolean };

export interface Push {
  /** Settles once the service listens and push is ready. */
  started: Promise<void>;
  /** The TCP port, while it is open. */
  port(): number | null;
  /** Number of signed-in connections. */
  subscribers(): number;
}

const WEBSOCKET_PATH = "/mqtt";

/**
 * How often tokens and subscriptions are checked again; callers are cached for 30 seconds, so a revocation takes
 * effect within a minute.
 */
const RECHECK_MS = 20_000;
const SUBSCRIPTIONS_MAX = 200;

export function registerPush(
  app: FastifyInstance,
  runtime: Runtime,
  settings: PushSettings,
  callers_channel: string,
): Push {
  const push =
    settings.kind === "embedded"
      ? pushEmbedded(app, runtime, settings, callers_channel)
      : settings.websocket
        ? combine(
            connectExternalBroker(runtime, settings.url),
            pushEmbedded(app, runtime, { host: "", port: null }, callers_channel),
          )
        : connectExternalBroker(runtime, settings.url);
  const { promise: started, resolve } = Promise.withResolvers<void>();
  let starting: Promise<void> | undefined;
  // Before the service listens, which an error prevents; one after that would only be logged.
  app.addHook("onReady", () => push.listen());
  app.addHook("onListen", async () => {
    starting = push.start();
    await starting;
    resolve();
  });
  app.addHook("preClose", async () => {
    await starting;
    await push.stop();
  });
  return { started, port: push.port, subscribers: push.subscribers };
}

interface Startable extends Omit<Push, "started"> {
  /** Rejects when the port cannot be listened on. */
  listen(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

function combine(external: Startable, embedded: Startable): Startable {
  return {
    ...embedded,
    start: async () => void (await Promise.all([external.start(), embedded.start()])),
    stop: async () => void (await Promise.all([external.stop(), embedded.stop()])),
  };
}

/** Publishes every event at least once, from one process of the installation at a time. */
function connectExternalBroker(runtime: Runtime, url: string): Startable {
  const prefix = runtime.settings.mqtt_prefix;
  const declared = runtime.registry.events;
  const topics_by_name = listRecordTopics(runtime.registry);
  let reader: EventConsumer | undefined;
  let close = async () => {};
  return {
    port: () => null,
    subscribers: () => 0,
    async listen() {},
    async start() {
      const { createExternalBroker } = await import("#platform/push/external-broker.ts");
      const broker = createExternalBroker(url);
      close = broker.close;
      const publish = (events: LoggedEvent[]) =>
        broker.publish(
          events.flatMap((event) => {
            const topics = findTopics(event, declared.kinds.get(event.kind)?.topics, topics_by_name);
            if (topics.length === 0) return [];
            const payload = buildMessage(
              event,
              listPublicTypes(declared, event),
              event.payload,
              declared.kinds.get(event.kind)?.push_type,
            );
            return topics.map((topic) => ({ topic: formatTopic(prefix, topic), payload, qos: 1 as const }));
          }),
        );
      reader = startEventConsumer(runtime, "push", publish, { from: "now", page: 200 });
    },
    async stop() {
      await reader?.stop();
      await close();
    },
  };
}

/** Of the client; a proxy is believed on this machine only, as for requests. */
function findAddress(connection: Duplex, request?: IncomingMessage): string {
  const socket = request?.socket ?? (connection as Socket);
  const address = socket.remoteAddress ?? "";
  const forwarded = request?.headers["x-forwarded-for"];
  const last = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? "")).split(",").at(-1)?.trim();
  const is_proxy = address === "::1" || /^(::ffff:)?127\./.test(address);
  return is_proxy && last ? last : address;
}

interface Follower {
  kind: "follower";
  token: string;
  actor: Actor;
  /** Granted subscriptions by filter. */
  grants: Map<string, { topic_filter: TopicFilter; qos: 0 | 1 }>;
}

/** What a client may do, by what it is. */
function byKind<Outcome>(
  client: Subscriber<Follower | ConnectedDevice>,
  asFollower: (follower: Subscriber<Follower>) => Outcome,
  asDevice: (device: Subscriber<ConnectedDevice>) => Outcome,
): Outcome {
  return client.who.kind === "device"
    ? asDevice(client as Subscriber<ConnectedDevice>)
    : asFollower(client as Subscriber<Follower>);
}

/** What a family that is asked whether somebody may follow a record knows of the call. */
type Follow = Parameters<RecordTopic["maySubscribe"]>[0];

function pushEmbedded(
  app: FastifyInstance,
  runtime: Runtime,
  settings: { host: string; port: number | null },
  callers_channel: string,
): Startable {
  const prefix = runtime.settings.mqtt_prefix;
  const declared = runtime.registry.events;
  const topics_by_name = listRecordTopics(runtime.registry);
  const holders = createRouteOwnership(runtime.pools.system);
  const askRecordKind: AskRecordKind = async (topic, actor, id) => {
    const { business_id } = actor;
    const { record_kinds } = runtime.registry;
    const db = readOnlyDb(runtime.pools.service, business_id);
    const context: Follow = {
      actor,
      db,
      business_id,
      now: runtime.now(),
      record_kinds,
      publish: (topic, payload) =>
        publish(runtime.registry.subscribers, context as Context<never>, topic, payload),
    };
    return (await topics_by_name.get(topic)?.maySubscribe(context, id)) === true;
  };
  const followers = new Map<number, Set<Subscriber<Follower>>>();
  /** Number of signed-in connections. */
  let following = 0;
  let stopping = false;
  let listening: Listening | undefined;
  let on_websocket: ListeningOnWebSocket | undefined;
  let opening: Promise<EmbeddedBroker> | undefined;
  let recheck_timer: NodeJS.Timeout | undefined;
  const devices = createDeviceConnections(runtime);
  const feed = startPushFeed(runtime, () => following > 0 || devices.size() > 0, deliver);
  const changes = createChangeCollector(sendChanges);
  // A lost token, role or business takes effect at once, not at the next check.
  const stopListening = runtime.signals.listen(callers_channel, () => void recheck());

  function deliver(event: LoggedEvent): void {
    if (declared.kinds.get(event.kind)?.wakes_device === true) devices.wake(Number(event.subject_id));
    const here = followers.get(event.business_id);
    if (here === undefined) return;
    const driver_id = findDriverAfter(event);
    if (driver_id !== undefined) endGrantsOfOthers(here, event, driver_id);
    const declaration = declared.kinds.get(event.kind);
    if (declaration === undefined) return;
    changes.add(event, declaration.scope);
    const types = listPublicTypes(declared, event);
    /** By the price families that are hidden from the subscriber. */
    const messages = new Map<string, Buffer>();
    const messageFor = ({ hidden_prices }: Actor) => {
      const hidden = [...hidden_prices].sort().join();
      const message =
        messages.get(hidden) ??
        buildMessage(event, types, filterPayload(declared, event, hidden_prices), declaration.push_type);
      messages.set(hidden, message);
      return message;
    };
    for (const topic of findTopics(event, declaration.topics, topics_by_name)) {
      const text = formatTopic(prefix, topic);
      for (const subscriber of here) {
        const qos = qosFor(subscriber.who, topic);
        if (qos === undefined || !hasScope(subscriber.who.actor, declaration.scope)) continue;
        const { actor } = subscriber.who;
        if (topics_by_name.has(topic.family)) {
          if (!isNamed(actor, event.payload)) continue;
          const payload = buildMessage(
            event,
            types,
            hideOthers(actor, filterPayload(declared, event, actor.hidden_prices)),
            declaration.push_type,
          );
          subscriber.send({ topic: text, payload, qos });
          continue;
        }
        subscriber.send({ topic: text, payload: messageFor(actor), qos });
      }
    }
  }

  function sendChanges(business_id: number, changed: readonly ScopedChange[]): void {
    const topic: Topic = { family: "changes", business_id, id: null };
    const text = formatTopic(prefix, topic);
    const scopes = [...new Set(changed.map(({ scope }) => scope))];
    /** By the scopes that the subscriber has. */
    const messages = new Map<string, Buffer>();
    for (const subscriber of followers.get(business_id) ?? []) {
      const qos = qosFor(subscriber.who, topic);
      const visible_scopes = scopes.filter((scope) => hasScope(subscriber.who.actor, scope));
      if (qos === undefined || visible_scopes.length === 0) continue;
      const payload =
        messages.get(visible_scopes.join()) ??
        buildChangesMessage(changed.filter(({ scope }) => visible_scopes.includes(scope)));
      messages.set(visible_scopes.join(), payload);
      subscriber.send({ topic: text, payload, qos });
    }
  }

  /** Ends the subscriptions of the driver a route was taken from. */
  function endGrantsOfOthers(here: Set<Subscriber<Follower>>, event: LoggedEvent, driver_id: number | null) {
    const topic: Topic = { family: "route", business_id: event.business_id, id: Number(event.subject_id) };
    for (const { who } of here) {
      if (who.actor.role !== "driver" || who.actor.driver_id === driver_id) continue;
      for (const [filter, { topic_filter }] of who.grants)
        if (matchesTopic(topic_filter, topic)) who.grants.delete(filter);
    }
  }

  function qosFor(follower: Follower, topic: Topic): 0 | 1 | undefined {
    let best: 0 | 1 | undefined;
    for (const { topic_filter, qos } of follower.grants.values()) {
      if (matchesTopic(topic_filter, topic) && (best === undefined || qos > best)) best = qos;
    }
    return best;
  }

  async function findActor(token: string): Promise<Actor | undefined> {
    try {
      return await runtime.authentication.authenticateToken(token, runtime.now());
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  let rechecking = false;
  let again = false;
  /**
   * Checks every token again: connections with a refused token are closed, and subscriptions that are no longer
   * permitted end.
   */
  async function recheck(): Promise<void> {
    again = true;
    if (rechecking) return;
    rechecking = true;
    try {
      while (again && !stopping) {
        again = false;
        for (const subscriber of [...followers.values()].flatMap((here) => [...here]))
          await recheckOne(subscriber);
      }
    } catch (error) {
      // When the database is unreachable nobody is disconnected; the check runs again soon.
      runtime.log.warn({ err: error }, "push could not check its subscribers' tokens");
    } finally {
      rechecking = false;
    }
  }

  async function recheckOne(subscriber: Subscriber<Follower>): Promise<void> {
    const { who } = subscriber;
    const actor = await findActor(who.token);
    if (actor === undefined || actor.business_id !== who.actor.business_id) {
      subscriber.disconnect();
      return;
    }
    who.actor = actor;
    for (const [filter, { topic_filter }] of who.grants) {
      const reach = decideSubscription(topics_by_name, actor, topic_filter);
      const may_follow =
        reach === "if_own_route" || reach === "if_kind_agrees"
          ? await maySubscribe(holders, askRecordKind, topics_by_name, actor, topic_filter)
          : reach !== "refused";
      if (!may_follow) who.grants.delete(filter);
    }
  }

  async function open(): Promise<EmbeddedBroker> {
    const { openEmbeddedBroker } = await import("#platform/push/embedded.ts");
    recheck_timer = setInterval(recheck, RECHECK_MS);
    recheck_timer.unref();
    return openEmbeddedBroker<Follower | ConnectedDevice>({
      async admit({ user_name, password, is_of_connection }) {
        if (isDeviceName(user_name)) return devices.admit(user_name, password);
        const actor = await findActor(password);
        if (is_of_connection && !actor?.is_console) return undefined;
        return actor && { kind: "follower", token: password, actor, grants: new Map() };
      },
      buildClientId: (who, requested) =>
        who.kind === "device" ? who.name : `${who.actor.account_id}:${requested}`,
      getPayer: ({ actor }) => actor.business_id,
      maySubscribe: (client, filter, qos) =>
        byKind(
          client,
          (follower) => grant(follower.who, filter, qos),
          async (device) => {
            if (!devices.maySubscribe(device, filter)) return false;
            await feed.follow();
            devices.subscribed(device, qos);
            return true;
          },
        ),
      unsubscribed(client, filters) {
        byKind(
          client,
          ({ who }) => {
            for (const filter of filters) who.grants.delete(filter);
          },
          (device) => devices.unsubscribed(device, filters),
        );
      },
      received: (client, message) =>
        byKind(
          client,
          async () => false,
          (device) => devices.receive(device, message),
        ),
      came: (client) => byKind(client, add, devices.add),
      gone: (client) => byKind(client, remove, devices.remove),
      onError: (error) => runtime.log.error({ err: error }, "push failed"),
      onSlow: ({ who: { actor } }, why) =>
        runtime.log.warn(
          { account_id: actor.account_id, device_id: actor.device?.id, why },
          "a subscriber that does not keep up was disconnected",
        ),
    });
  }

  async function grant({ actor, grants }: Follower, filter: string, qos: 0 | 1): Promise<boolean> {
    const topic_filter = parseTopicFilter(prefix, filter, topics_by_name);
    if (topic_filter === undefined || (grants.size >= SUBSCRIPTIONS_MAX && !grants.has(filter))) return false;
    // Before the SUBACK, so that nothing committed after it is missed.
    await feed.follow();
    if (!(await maySubscribe(holders, askRecordKind, topics_by_name, actor, topic_filter))) return false;
    grants.set(filter, { topic_filter, qos });
    return true;
  }

  function add(subscriber: Subscriber<Follower>): void {
    const { business_id } = subscriber.who.actor;
    const here = followers.get(business_id) ?? new Set();
    here.add(subscriber);
    followers.set(business_id, here);
    following += 1;
  }

  function remove(subscriber: Subscriber<Follower>): void {
    const { business_id } = subscriber.who.actor;
    const here = followers.get(business_id);
    if (here?.delete(subscriber) !== true) return;
    if (here.size === 0) followers.delete(business_id);
    following -= 1;
  }

  /** The broker is loaded with the first connection, so that an installation without subscribers does not load it. */
  function accept(connection: Duplex, request?: IncomingMessage): void {
    const session =
      request === undefined ? undefined : readUpgradeSessionToken(request.headers, runtime.settings);
    opening ??= open();
    opening.then(
      (broker) => broker.accept(connection, getNetworkPrefix(findAddress(connection, request)), session),
      (error) => {
        runtime.log.error({ err: error }, "the MQTT broker did not start");
        opening = undefined;
        connection.destroy();
      },
    );
  }

  return {
    port: () => listening?.port ?? null,
    subscribers: () => following + devices.size(),
    async listen() {
      if (settings.port !== null) listening = await listenOnTcp(settings.host, settings.port, accept);
    },
    async start() {
      on_websocket = listenOnWebSocket(app.server, WEBSOCKET_PATH, accept);
    },
    async stop() {
      stopping = true;
      stopListening();
      clearInterval(recheck_timer);
      changes.stop();
      listening?.close();
      await devices.stop();
      await on_websocket?.close();
      await opening?.then((broker) => broker.close()).catch(() => {});
      await feed.stop();
    },
  };
}
