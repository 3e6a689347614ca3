/**
 * Push over MQTT 3.1.1: an embedded broker for people and programs of the businesses, or a broker of
 * somebody's own to which every event is published.
 */
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Actor } from "#operation/actor.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { type Reader, startReader } from "#operation/readers.ts";
import { Refusal } from "#operation/refusal.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import type { EmbeddedBroker, Subscriber } from "#platform/push/embedded.ts";
import { holdersOver } from "#platform/push/holders.ts";
import { type Listening, listenOnTcp, listenOnWebSocket } from "#platform/push/listen.ts";
import { hasScope, mayFollow, reachOf } from "./access.ts";
import { feedOf } from "./feed.ts";
import {
  driverAfter,
  isWanted,
  messageOf,
  scopeOf,
  type Topic,
  topicsOf,
  topicText,
  type Wanted,
  wantedBy,
} from "./topics.ts";

export type PushSettings =
  /** The embedded broker on a TCP port (null: none) and on the HTTP port. */
  | { kind: "embedded"; host: string; port: number | null }
  /** A broker that others run; it decides itself who may subscribe. */
  | { kind: "outside"; url: string };

export interface Push {
  /** Settled once the service listens and push is ready. */
  started: Promise<void>;
  /** The TCP port, while one is listened on. */
  port(): number | null;
  /** Connections that signed in. */
  subscribers(): number;
}

const WEBSOCKET_PATH = "/mqtt";

/** Tokens and subscriptions are looked at again this often; a caller is kept for half a minute, so that a minute is never passed. */
const RECHECK_MS = 20_000;
const SUBSCRIPTIONS_MAX = 200;

export function registerPush(
  app: FastifyInstance,
  mechanism: Mechanism,
  settings: PushSettings,
  callers_channel: string,
): Push {
  const push =
    settings.kind === "outside"
      ? pushOutside(mechanism, settings.url)
      : pushEmbedded(app, mechanism, settings, callers_channel);
  const { promise: started, resolve } = Promise.withResolvers<void>();
  let starting: Promise<void> | undefined;
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
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Every event goes out at least once, from one process of the installation at a time. */
function pushOutside(mechanism: Mechanism, url: string): Startable {
  const prefix = mechanism.settings.mqtt_prefix;
  let reader: Reader | undefined;
  let close = async () => {};
  return {
    port: () => null,
    subscribers: () => 0,
    async start() {
      const { outsideBroker } = await import("#platform/push/outside.ts");
      const broker = outsideBroker(url);
      close = broker.close;
      const publish = (events: LoggedEvent[]) =>
        broker.publish(
          events.flatMap((event) => {
            const topics = topicsOf(event);
            if (topics.length === 0) return [];
            const payload = messageOf(event);
            return topics.map((topic) => ({ topic: topicText(prefix, topic), payload, qos: 1 as const }));
          }),
        );
      reader = startReader(mechanism, "push", publish, { from: "now", page: 200 });
    },
    async stop() {
      await reader?.stop();
      await close();
    },
  };
}

interface Follower {
  token: string;
  actor: Actor;
  /** Granted subscriptions by filter. */
  grants: Map<string, { wanted: Wanted; qos: 0 | 1 }>;
}

function pushEmbedded(
  app: FastifyInstance,
  mechanism: Mechanism,
  settings: { host: string; port: number | null },
  callers_channel: string,
): Startable {
  const prefix = mechanism.settings.mqtt_prefix;
  const holders = holdersOver(mechanism.pools.system);
  const followers = new Map<number, Set<Subscriber<Follower>>>();
  /** Connections that signed in. */
  let following = 0;
  let stopping = false;
  let listening: Listening | undefined;
  let opening: Promise<EmbeddedBroker> | undefined;
  let recheck_timer: NodeJS.Timeout | undefined;
  const feed = feedOf(mechanism, () => following > 0, deliver);
  // Whoever lost a token, a role or a business is told at once, not at the next look.
  const deaf = mechanism.signals.listen(callers_channel, () => void recheck());

  function deliver(event: LoggedEvent): void {
    const here = followers.get(event.business_id);
    if (here === undefined) return;
    const driver_id = driverAfter(event);
    if (driver_id !== undefined) endGrantsOfOthers(here, event, driver_id);
    const scope = scopeOf(event.kind);
    let payload: Buffer | undefined;
    for (const topic of topicsOf(event)) {
      const text = topicText(prefix, topic);
      for (const subscriber of here) {
        const qos = qosFor(subscriber.who, topic);
        if (qos === undefined || !hasScope(subscriber.who.actor, scope)) continue;
        payload ??= messageOf(event);
        subscriber.send({ topic: text, payload, qos });
      }
    }
  }

  /** The driver a route was taken from follows it no longer. */
  function endGrantsOfOthers(here: Set<Subscriber<Follower>>, event: LoggedEvent, driver_id: number | null) {
    const topic: Topic = { family: "route", business_id: event.business_id, id: Number(event.subject_id) };
    for (const { who } of here) {
      if (who.actor.role !== "driver" || who.actor.driver_id === driver_id) continue;
      for (const [filter, { wanted }] of who.grants) if (isWanted(wanted, topic)) who.grants.delete(filter);
    }
  }

  function qosFor(follower: Follower, topic: Topic): 0 | 1 | undefined {
    let best: 0 | 1 | undefined;
    for (const { wanted, qos } of follower.grants.values()) {
      if (isWanted(wanted, topic) && (best === undefined || qos > best)) best = qos;
    }
    return best;
  }

  async function actorOf(token: string): Promise<Actor | undefined> {
    try {
      return await mechanism.callers.ofToken(token, mechanism.now());
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  let rechecking = false;
  let again = false;
  /** Every token once more: those refused now are disconnected, subscriptions that went too far end. */
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
      // The database is away: nobody is disconnected for that, and the next look is soon.
      mechanism.log.warn({ err: error }, "push could not look at its subscribers' tokens");
    } finally {
      rechecking = false;
    }
  }

  async function recheckOne(subscriber: Subscriber<Follower>): Promise<void> {
    const { who } = subscriber;
    const actor = await actorOf(who.token);
    if (actor === undefined || actor.business_id !== who.actor.business_id) {
      subscriber.disconnect();
      return;
    }
    who.actor = actor;
    for (const [filter, { wanted }] of who.grants) {
      const reach = reachOf(actor, wanted);
      const kept = reach === "if_own_route" ? await mayFollow(holders, actor, wanted) : reach !== "refused";
      if (!kept) who.grants.delete(filter);
    }
  }

  async function open(): Promise<EmbeddedBroker> {
    const { openEmbeddedBroker } = await import("#platform/push/embedded.ts");
    recheck_timer = setInterval(recheck, RECHECK_MS);
    recheck_timer.unref();
    return openEmbeddedBroker<Follower>({
      async admit(token) {
        const actor = await actorOf(token);
        return actor && { token, actor, grants: new Map() };
      },
      holderOf: ({ actor }) => String(actor.account_id),
      async maySubscribe(subscriber, filter, qos) {
        const { actor, grants } = subscriber.who;
        const wanted = wantedBy(prefix, filter);
        if (wanted === undefined || (grants.size >= SUBSCRIPTIONS_MAX && !grants.has(filter))) return false;
        // Before the answer, so that nothing committed after it is missed.
        await feed.follow();
        if (!(await mayFollow(holders, actor, wanted))) return false;
        grants.set(filter, { wanted, qos });
        return true;
      },
      unsubscribed(subscriber, filters) {
        for (const filter of filters) subscriber.who.grants.delete(filter);
      },
      came: add,
      gone: remove,
      onError: (error) => mechanism.log.error({ err: error }, "push failed"),
      onSlow: ({ who }, why) =>
        mechanism.log.warn(
          { account_id: who.actor.account_id, why },
          "a subscriber that does not keep up was disconnected",
        ),
    });
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

  /** The broker is loaded by the first who connects: an installation without subscribers pays nothing for it. */
  function accept(connection: Duplex): void {
    opening ??= open();
    opening.then(
      (broker) => broker.accept(connection),
      (error) => {
        mechanism.log.error({ err: error }, "the MQTT broker did not start");
        opening = undefined;
        connection.destroy();
      },
    );
  }

  return {
    port: () => listening?.port ?? null,
    subscribers: () => following,
    async start() {
      listenOnWebSocket(app.server, WEBSOCKET_PATH, accept);
      if (settings.port === null) return;
      try {
        listening = await listenOnTcp(settings.host, settings.port, accept);
      } catch (error) {
        mechanism.log.error(
          { err: error, port: settings.port },
          `MQTT cannot listen on port ${settings.port}: push works over WebSocket only. MQTT_PORT names another port, 0 none.`,
        );
      }
    },
    async stop() {
      stopping = true;
      deaf();
      clearInterval(recheck_timer);
      listening?.close();
      await opening?.then((broker) => broker.close()).catch(() => {});
      await feed.stop();
    },
  };
}
