/**
 * Signals between the processes of one installation, and locks that one process holds at a time, over one
 * connection beside the pools: LISTEN, NOTIFY and session advisory locks of PostgreSQL.
 *
 * A signal carries no content and may be lost with its connection; after a reconnect every listener is called, as
 * if each signal had come. Nothing here runs inside a write transaction.
 */
import pg from "pg";
import { SYSTEM_ROLE, setRole } from "./connect.ts";

/** A channel is notified at most once per this interval. */
const DEBOUNCE_MS = 10;
const RECONNECT_MS = 500;

export interface Lease {
  /** False once the connection broke: another process may hold the lock by then. */
  isAlive(): boolean;
  release(): Promise<void>;
}

export interface Signals {
  /** Notifies this process and all others, at most once every few milliseconds. */
  notify(channel: string): void;
  /** Listens to signals of a channel; returns a function that stops listening. */
  listen(channel: string, listener: () => void): () => void;
  /**
   * Takes the lock of this name for the installation; undefined when another process holds it or the connection is
   * down.
   */
  acquireLease(name: string): Promise<Lease | undefined>;
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
  const requested = new Set<string>();
  let client: pg.Client | undefined;
  /** Counts connections: a lock is valid only on the connection it was taken on. */
  let generation = 0;
  let stopping = false;
  let retry: NodeJS.Timeout | undefined;

  const callListeners = (channel: string) => {
    for (const listener of listeners.get(channel) ?? []) listener();
  };

  const handleBreak = (which: pg.Client, error: Error | undefined) => {
    if (client === which) {
      client = undefined;
      generation += 1;
      requested.clear();
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
    const opened = new pg.Client({
      ...config,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // A signal need not wait for the one before it.
      pipeline: true,
    } as pg.ClientConfig);
    let ended = false;
    const end = (error?: Error) => {
      if (ended) return;
      ended = true;
      handleBreak(opened, error);
    };
    opened.on("error", end);
    opened.on("end", () => end());
    opened.on("notification", ({ channel, processId }) => {
      // Our own signal was already delivered when it was sent.
      if (processId !== (opened as unknown as { processID: number }).processID) callListeners(channel);
    });
    try {
      await opened.connect();
      await setRole(opened, SYSTEM_ROLE);
      for (const channel of listeners.keys()) await opened.query(`listen ${channel}`);
    } catch (error) {
      opened.end().catch(() => {});
      end(error as Error);
      return;
    }
    if (stopping || ended) {
      await opened.end().catch(() => {});
      return;
    }
    client = opened;
    // Deliver the signals that were lost while there was no connection.
    for (const channel of listeners.keys()) callListeners(channel);
  }

  let connecting = open();

  return {
    notify(channel) {
      if (stopping || waiting.has(channel)) return;
      const timer = setTimeout(() => {
        waiting.delete(channel);
        callListeners(channel);
        client?.query("select pg_notify($1, '')", [channel]).catch(() => {});
      }, DEBOUNCE_MS);
      timer.unref();
      waiting.set(channel, timer);
    },

    listen(channel, listener) {
      if (!CHANNEL.test(channel)) throw new Error(`${channel} is not a valid channel name.`);
      let channel_listeners = listeners.get(channel);
      if (channel_listeners === undefined) {
        channel_listeners = new Set();
        listeners.set(channel, channel_listeners);
        client?.query(`listen ${channel}`).catch(() => {});
      }
      channel_listeners.add(listener);
      return () => void channel_listeners.delete(listener);
    },

    async acquireLease(name) {
      await connecting;
      // PostgreSQL lets a session take its own lock again; this does not.
      if (client === undefined || requested.has(name)) return undefined;
      const [on, lease_generation] = [client, generation];
      requested.add(name);
      let is_taken = false;
      try {
        const { rows } = await on.query<{ taken: boolean }>(
          "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken",
          [name],
        );
        is_taken = rows[0]?.taken === true;
      } catch {
        return undefined;
      } finally {
        if (!is_taken && generation === lease_generation) requested.delete(name);
      }
      if (!is_taken) return undefined;
      let released = false;
      return {
        isAlive: () => !released && generation === lease_generation,
        async release() {
          if (released) return;
          released = true;
          if (generation !== lease_generation) return;
          await on.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]).catch(() => {});
          if (generation === lease_generation) requested.delete(name);
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
