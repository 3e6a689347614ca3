/**
 * What this browser keeps for one account, in a database of its own: nobody who signs in later reads what another left.
 * A write is acknowledged when it is on the disk.
 */
import type { DriverPositionsInput } from "../../packages/client/client.gen.ts";
import type { QueuedItem, StoredFile } from "./items.ts";

export type StoredPosition = DriverPositionsInput["positions"][number] & {
  /** The route under way; null when there was none. */
  route_id: number | null;
  /** Who receives it. */
  sent_as: "driver" | "rider";
};

interface Records {
  items: QueuedItem;
  files: StoredFile;
  positions: StoredPosition;
  values: unknown;
}
type StoreName = keyof Records;

const KEYS: Record<StoreName, string | null> = {
  items: "seq",
  files: "key",
  positions: "seq",
  values: null,
};
const NAMES = Object.keys(KEYS) as StoreName[];

export interface Transaction {
  get<Name extends StoreName>(store: Name, key: string | number): Promise<Records[Name] | undefined>;
  list<Name extends StoreName>(store: Name, limit?: number): Promise<Records[Name][]>;
  keys(store: StoreName): Promise<IDBValidKey[]>;
  /** `key` for values, whose key is not a member. */
  put<Name extends StoreName>(store: Name, record: Records[Name], key?: string): void;
  delete(store: StoreName, key: string | number): void;
}

export type Database = <Answer>(
  mode: IDBTransactionMode,
  work: (transaction: Transaction) => Promise<Answer>,
) => Promise<Answer>;

const open = new Map<number, Promise<IDBDatabase>>();

/** Runs work in one transaction over all stores; what it wrote is undone when it throws. */
export const openDatabase =
  (account_id: number): Database =>
  async (mode, work) => {
    const database = await connect(account_id);
    const transaction = database.transaction(NAMES, mode, { durability: "strict" });
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
    try {
      const answer = await work(buildTransaction(transaction));
      await finished;
      return answer;
    } catch (error) {
      finished.catch(() => {});
      try {
        transaction.abort();
      } catch {
        // It had ended already.
      }
      throw error;
    }
  };

function buildTransaction(transaction: IDBTransaction): Transaction {
  return {
    get: (store, key) => settle(transaction.objectStore(store).get(key)),
    list: (store, limit) => settle(transaction.objectStore(store).getAll(undefined, limit)),
    keys: (store) => settle(transaction.objectStore(store).getAllKeys()),
    put: (store, record, key) => {
      transaction.objectStore(store).put(record, key);
    },
    delete: (store, key) => {
      transaction.objectStore(store).delete(key);
    },
  };
}

function settle<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function connect(account_id: number): Promise<IDBDatabase> {
  const known = open.get(account_id);
  if (known !== undefined) return known;
  const opening = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(`packhorse.offline.${account_id}`, 1);
    request.onupgradeneeded = () => {
      for (const name of NAMES)
        request.result.createObjectStore(name, KEYS[name] === null ? {} : { keyPath: KEYS[name] });
    };
    request.onsuccess = () => {
      // The browser closes it when the storage is cleared: the next transaction opens it again.
      request.result.onclose = () => open.delete(account_id);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  open.set(account_id, opening);
  opening.catch(() => open.delete(account_id));
  return opening;
}
