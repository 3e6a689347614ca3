/**
 * What this browser keeps for one account, in a database of its own: nobody who signs in later reads what another left.
 * A write is acknowledged when it is on the disk.
 */
import {
  type DBSchema,
  type IDBPDatabase,
  openDB,
  type StoreKey,
  type StoreNames,
  type StoreValue,
} from "idb";
import type { DriverPositionsInput } from "../../packages/client/client.gen.ts";
import type { QueuedItem, StoredFile } from "./items.ts";

export type StoredPosition = DriverPositionsInput["positions"][number] & {
  /** The route under way; null when there was none. */
  route_id: number | null;
  /** Who receives it. */
  sent_as: "driver" | "rider";
};

interface Stores extends DBSchema {
  items: { key: number; value: QueuedItem };
  files: { key: string; value: StoredFile };
  positions: { key: number; value: StoredPosition };
  /** Their key is not a member. */
  values: { key: string; value: unknown };
}
type StoreName = StoreNames<Stores>;

const KEYS: Record<StoreName, string | null> = {
  items: "seq",
  files: "key",
  positions: "seq",
  values: null,
};
const NAMES = Object.keys(KEYS) as StoreName[];

export interface Transaction {
  get<Name extends StoreName>(
    store: Name,
    key: StoreKey<Stores, Name>,
  ): Promise<StoreValue<Stores, Name> | undefined>;
  list<Name extends StoreName>(store: Name, limit?: number): Promise<StoreValue<Stores, Name>[]>;
  keys<Name extends StoreName>(store: Name): Promise<StoreKey<Stores, Name>[]>;
  /** `key` for values, whose key is not a member. */
  put<Name extends StoreName>(
    store: Name,
    record: StoreValue<Stores, Name>,
    key?: StoreKey<Stores, Name>,
  ): void;
  delete<Name extends StoreName>(store: Name, key: StoreKey<Stores, Name>): void;
}

export type Database = <Answer>(
  mode: "readonly" | "readwrite",
  work: (transaction: Transaction) => Promise<Answer>,
) => Promise<Answer>;

const open = new Map<number, Promise<IDBPDatabase<Stores>>>();

/** Runs work in one transaction over all stores; what it wrote is undone when it throws. */
export const openDatabase =
  (account_id: number): Database =>
  async (mode, work) => {
    const database = await connect(account_id);
    const transaction = database.transaction(NAMES, mode, { durability: "strict" });
    const ended = () => {};
    transaction.done.catch(ended);
    try {
      const answer = await work({
        get: (store, key) => transaction.objectStore(store).get(key),
        list: (store, limit) => transaction.objectStore(store).getAll(undefined, limit),
        keys: (store) => transaction.objectStore(store).getAllKeys(),
        // A write that fails ends the transaction, which says why.
        put: (store, record, key) => void transaction.objectStore(store).put?.(record, key).catch(ended),
        delete: (store, key) => void transaction.objectStore(store).delete?.(key).catch(ended),
      });
      await transaction.done;
      return answer;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It had ended already.
      }
      throw error;
    }
  };

function connect(account_id: number): Promise<IDBPDatabase<Stores>> {
  const opened = open.get(account_id);
  if (opened !== undefined) return opened;
  const opening = openDB<Stores>(`packhorse.offline.${account_id}`, 1, {
    upgrade: (database) => {
      for (const name of NAMES)
        database.createObjectStore(name, KEYS[name] === null ? {} : { keyPath: KEYS[name] });
    },
    // The browser closes it when the storage is cleared: the next transaction opens it again.
    terminated: () => open.delete(account_id),
  });
  open.set(account_id, opening);
  opening.catch(() => open.delete(account_id));
  return opening;
}
