/**
 * Counts of limits that all processes of an installation share.
 *
 * Each process decides on its own, from what it counted itself and what it knows of the others. About once a second it
 * sends what it counted since, in one batch for all limits, and gets what the others counted; so the calls of one batch
 * can exceed a limit. Counts are kept by key and slot, a short interval of time, and expire with the limit's window. While
 * the store cannot be reached, each process limits what it sees itself.
 */
import { LRUCache } from "lru-cache";
import type { Log } from "../define/runtime.ts";

/** How a limit shares its counts. */
interface SharedLimit {
  /** Prefix of its keys, unique. */
  name: string;
  slot_ms: number;
  /** How long a count matters, unless `add` says otherwise. */
  window_ms: number;
  /** Called with what other processes counted, once for each part of it; `at` is the start of its slot, milliseconds. */
  addOthers(id: string, at: number, count: number): void;
}

interface LimitCounts {
  /** Something was counted here. */
  add(id: string, at: number, count: number, window_ms?: number): void;
  /** The limit was asked: what others counted is needed, although nothing was counted here. */
  watch(id: string): void;
}

/** How a limit gets its counts: shared ones, or none in tests of one limit. */
export type ShareCounts = (limit: SharedLimit) => LimitCounts;
export const NOT_SHARED: ShareCounts = () => ({ add() {}, watch() {} });

export interface Slot {
  key: string;
  /** Start of the slot, milliseconds. */
  slot: number;
  count: number;
  /** Milliseconds. */
  expires_at: number;
}

export interface CountStore {
  /** Adds the counts, and returns those of all processes in the slots of `keys` from `since` on. */
  exchange(
    keys: readonly { key: string; since: number }[],
    added: readonly Slot[],
    now: number,
  ): Promise<Omit<Slot, "expires_at">[]>;
  close(): Promise<void>;
}

export interface SharedCounts {
  share: ShareCounts;
  /** Sends and fetches now; for tests, and at the end. */
  exchange(): Promise<void>;
  stop(): Promise<void>;
}

interface Key {
  limit: SharedLimit;
  id: string;
  window_ms: number;
  /** By slot: counted here and stored, and counted elsewhere and passed on. */
  slots: Map<number, { own_count: number; others: number }>;
  /** By slot: counted here and not stored yet. */
  added: Map<number, { count: number; expires_at: number }>;
}

const EXCHANGE_MS = 1000;
/** Largest number of remembered keys; the one that was not used for longest is forgotten first. */
const KEYS_MAX = 50_000;

export function createSharedCounts(
  store: CountStore,
  { log, now, exchange_ms = EXCHANGE_MS }: { log: Log; now(): Date; exchange_ms?: number },
): SharedCounts {
  const keys = new LRUCache<string, Key>({ max: KEYS_MAX });
  const names = new Set<string>();
  let changed = new Set<Key>();
  let running: Promise<void> | undefined;
  let is_failing = false;

  const touch = (limit: SharedLimit, id: string): Key => {
    const name = `${limit.name} ${id}`;
    let key = keys.get(name);
    if (key === undefined) {
      key = { limit, id, window_ms: limit.window_ms, slots: new Map(), added: new Map() };
      keys.set(name, key);
    }
    changed.add(key);
    return key;
  };

  async function exchangeOnce(): Promise<void> {
    const batch = changed;
    if (batch.size === 0) return;
    changed = new Set();
    const at = now().getTime();
    const sent_counts = [...batch].map((key) => {
      const { added } = key;
      key.added = new Map();
      const since = at - key.window_ms - key.limit.slot_ms;
      return { key, name: `${key.limit.name} ${key.id}`, since, added };
    });
    try {
      const rows = await store.exchange(
        sent_counts.map(({ name, since }) => ({ key: name, since })),
        sent_counts.flatMap(({ name, added }) =>
          [...added].map(([slot, one]) => ({ key: name, slot, ...one })),
        ),
        at,
      );
      const byName = Map.groupBy(rows, ({ key }) => key);
      for (const { key, name, since, added } of sent_counts)
        recordExchange(key, added, byName.get(name) ?? [], since);
      is_failing = false;
    } catch (error) {
      // Sent again with the next batch; counted twice if it was stored and only the answer was lost.
      for (const { key, added } of sent_counts) {
        changed.add(key);
        for (const [slot, one] of added) addTo(key.added, slot, one);
      }
      if (!is_failing)
        log.warn({ err: error }, "limits cannot be shared with other processes and count on their own");
      is_failing = true;
    }
  }

  function recordExchange(
    key: Key,
    added: Key["added"],
    rows: readonly { slot: number; count: number }[],
    since: number,
  ): void {
    const { limit, id, slots } = key;
    const findSlot = (slot: number) => {
      const one = slots.get(slot) ?? { own_count: 0, others: 0 };
      slots.set(slot, one);
      return one;
    };
    for (const [slot, { count }] of added) findSlot(slot).own_count += count;
    for (const { slot, count } of rows.toSorted((one, other) => one.slot - other.slot)) {
      const one = findSlot(slot);
      const more = count - one.own_count - one.others;
      if (more <= 0) continue;
      one.others += more;
      limit.addOthers(id, slot, more);
    }
    for (const slot of slots.keys()) if (slot < since) slots.delete(slot);
  }

  const exchange = (): Promise<void> => {
    running = (running ?? Promise.resolve()).then(exchangeOnce);
    return running;
  };
  let is_waiting = false;
  const timer = setInterval(() => {
    // A store that does not answer in time gets no second batch.
    if (is_waiting) return;
    is_waiting = true;
    void exchange().finally(() => {
      is_waiting = false;
    });
  }, exchange_ms);
  timer.unref();

  return {
    share(limit) {
      if (names.has(limit.name)) throw new Error(`Two limits share counts as ${limit.name}.`);
      names.add(limit.name);
      return {
        add(id, at, count, window_ms = limit.window_ms) {
          const slot = Math.floor(at / limit.slot_ms) * limit.slot_ms;
          const key = touch(limit, id);
          key.window_ms = window_ms;
          addTo(key.added, slot, { count, expires_at: slot + limit.slot_ms + window_ms });
        },
        watch(id) {
          touch(limit, id);
        },
      };
    },
    exchange,
    async stop() {
      clearInterval(timer);
      await exchange();
      await store.close();
    },
  };
}

function addTo(
  added: Key["added"],
  slot: number,
  { count, expires_at }: { count: number; expires_at: number },
) {
  const one = added.get(slot);
  if (one === undefined) added.set(slot, { count, expires_at });
  else {
    one.count += count;
    one.expires_at = Math.max(one.expires_at, expires_at);
  }
}
