/**
 * Signals between the processes of one installation, and locks that one process holds at a time, over one
 * connection beside the pools: LISTEN, NOTIFY and session advisory locks of PostgreSQL.
 *
 * A signal carries no content and may be lost with its connection; after a reconnection every listener is
 * told, as if each signal had come. Nothing here runs inside a write transaction.
 */
import pg from "pg";
import { SYSTEM_ROLE } from "./connect.ts";

/** A channel is notified at most this often. */
const DEBOUNCE_MS = 10;
const RECONNECT_MS = 500;

export interface Held {
  /** False once the connection broke: another process may hold the lock by now. */
  isAlive(): boolean;
  release(): Promise<void>;
}

export interface Signals {
  /** Tells this process and all others, at most once every few milliseconds. */
  notify(channel: string): void;
  /** Hears signals of a channel; answers how to stop. */
  listen(channel: string, hear: () => void): () => void;
  /** A lock of this name over the installation; undefined when somebody holds it or the connection is down. */
  hold(name: string): Promise<Held | undefined>;
  stop(): Promise<void>;
}

export interface SignalsOptions {
  config: pg.ClientConfig;
  onError(error: Error): void;
}

const CHANNEL = /^[a-z_]{1,60}$/;

export function openSignals({ config, onError }: SignalsOptions): Signals {
  const listeners = new Map<string, Set<() => void>>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const held = new Set<string>();
  let client: pg.Client | undefined;
  /** Counts connections: a lock lives as long as the one it was taken on. */
  let generation = 0;
  let stopping = false;
  let retry: NodeJS.Timeout | undefined;

  const tell = (channel: string) => {
    for (const hear of listeners.get(channel) ?? []) hear();
  };

  const broke = (which: pg.Client, error: Error | undefined) => {
    if (client === which) {
      client = undefined;
      generation += 1;
      held.clear();
    }
    if (stopping) return;
    if (error !== undefined) onError(error);
    retry ??= setTimeout(() => {
      retry = undefined;
      connecting = open();
    }, RECONNECT_MS);
    retry.unref();
  };

  async function open(): Promise<void> {
    if (stopping) return;
    const made = new pg.Client({
      ...config,
      options: `-c role=${SYSTEM_ROLE} -c timezone=UTC`,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // A signal need not wait for the one before it.
      pipeline: true,
    } as pg.ClientConfig);
    let ended = false;
    const end = (error?: Error) => {
      if (ended) return;
      ended = true;
      broke(made, error);
    };
    made.on("error", end);
    made.on("end", () => end());
    made.on("notification", ({ channel, processId }) => {
      // Our own signal was told when it was sent.
      if (processId !== (made as unknown as { processID: number }).processID) tell(channel);
    });
    try {
      await made.connect();
      for (const channel of listeners.keys()) await made.query(`listen ${channel}`);
    } catch (error) {
      made.end().catch(() => {});
      end(error as Error);
      return;
    }
    if (stopping || ended) {
      await made.end().catch(() => {});
      return;
    }
    client = made;
    // What was told while there was no connection is made up for.
    for (const channel of listeners.keys()) tell(channel);
  }

  let connecting = open();

  return {
    notify(channel) {
      if (stopping || waiting.has(channel)) return;
      const timer = setTimeout(() => {
        waiting.delete(channel);
        tell(channel);
        client?.query("select pg_notify($1, '')", [channel]).catch(() => {});
      }, DEBOUNCE_MS);
      timer.unref();
      waiting.set(channel, timer);
    },

    listen(channel, hear) {
      if (!CHANNEL.test(channel)) throw new Error(`${channel} is no name for a channel.`);
      let ears = listeners.get(channel);
      if (ears === undefined) {
        ears = new Set();
        listeners.set(channel, ears);
        client?.query(`listen ${channel}`).catch(() => {});
      }
      ears.add(hear);
      return () => void ears.delete(hear);
    },

    async hold(name) {
      await connecting;
      // PostgreSQL lets one session take its own lock again; we do not.
      if (client === undefined || held.has(name)) return undefined;
      const [on, born] = [client, generation];
      held.add(name);
      let taken = false;
      try {
        const { rows } = await on.query<{ taken: boolean }>(
          "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken",
          [name],
        );
        taken = rows[0]?.taken === true;
      } catch {
        return undefined;
      } finally {
        if (!taken && generation === born) held.delete(name);
      }
      if (!taken) return undefined;
      let released = false;
      return {
        isAlive: () => !released && generation === born,
        async release() {
          if (released) return;
          released = true;
          if (generation !== born) return;
          await on.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]).catch(() => {});
          if (generation === born) held.delete(name);
        },
      };
    },

    async stop() {
      stopping = true;
      clearTimeout(retry);
      for (const timer of waiting.values()) clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => {});
    },
  };
}
