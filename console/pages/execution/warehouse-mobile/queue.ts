/**
 * What was scanned and not sent yet. It stays on this device until the service has answered, is sent in order, and is sent
 * again when the connection is back: the service runs each number of a device once.
 */
import { useSyncExternalStore } from "react";
import { ApiError, client } from "../../../api/client.ts";
import type { WarehouseSyncedItem, WmsSyncInput } from "./queries.ts";

type Item = WmsSyncInput["items"][number];

export interface Queued {
  seq: number;
  type: Item["type"];
  body: Record<string, unknown>;
  occurred_at: string;
  /** What a person sees: the code that was scanned. */
  label: string;
}

export interface Refused {
  seq: number;
  type: Item["type"];
  label: string;
  message: string;
  at: string;
}

interface Stored {
  device_id: string;
  next_seq: number;
  waiting: readonly Queued[];
  refused: readonly Refused[];
}

/** One request takes this many. */
const PART = 50;
const RETRY_MS = 4000;
/** Older refusals are dropped. */
const REFUSED_MAX = 100;

export interface Answered {
  queued: Queued;
  synced: WarehouseSyncedItem;
}

/** What a person sees of the queue. */
interface Shown {
  waiting: number;
  refused: readonly Refused[];
  /** The service was not reached with the last attempt. */
  is_away: boolean;
}

/** The queue of an account on this device; tabs share it. */
export function createQueue(account_id: number, answered: (one: Answered) => void) {
  const key = `packhorse.floor.${account_id}`;
  const watchers = new Set<() => void>();
  let is_sending = false;
  let is_away = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = (): Stored => {
    const text = localStorage.getItem(key);
    if (text !== null) return JSON.parse(text) as Stored;
    return { device_id: crypto.randomUUID(), next_seq: 1, waiting: [], refused: [] };
  };
  let shown: Shown = { waiting: 0, refused: [], is_away };
  const tell = () => {
    const { waiting, refused } = read();
    shown = { waiting: waiting.length, refused, is_away };
    for (const watcher of watchers) watcher();
  };
  const write = (change: (was: Stored) => Partial<Stored>) => {
    const was = read();
    localStorage.setItem(key, JSON.stringify({ ...was, ...change(was) }));
    tell();
  };

  const settle = (sent: readonly Queued[], synced: readonly WarehouseSyncedItem[]) => {
    const answers = new Map(synced.map((one) => [one.seq, one]));
    const failed = sent.flatMap((queued): Refused[] => {
      const answer = answers.get(queued.seq);
      if (answer === undefined || answer.result) return [];
      const { seq, type, label } = queued;
      return [{ seq, type, label, message: answer.message ?? "", at: queued.occurred_at }];
    });
    write(({ waiting, refused }) => ({
      waiting: waiting.filter(({ seq }) => !answers.has(seq)),
      refused: [...failed, ...refused].slice(0, REFUSED_MAX),
    }));
    for (const queued of sent) {
      const answer = answers.get(queued.seq);
      if (answer !== undefined) answered({ queued, synced: answer });
    }
  };
  const post = async (items: readonly Queued[]): Promise<void> => {
    const { device_id } = read();
    try {
      const { items: synced } = await client.wmsSync({
        device_id,
        sent_at: new Date().toISOString(),
        items: items.map(({ seq, type, body, occurred_at }) => ({
          seq,
          type,
          occurred_at,
          body: body as Item["body"],
        })),
      });
      settle(items, synced);
    } catch (error) {
      // The form of one is wrong, which refuses the whole request: each alone, so that the others are done.
      if (!(error instanceof ApiError) || ![400, 422].includes(error.status)) throw error;
      const [first] = items;
      if (items.length > 1) {
        for (const item of items) await post([item]);
      } else if (first !== undefined) {
        const { seq, type } = first;
        const { status, message } = error;
        settle(items, [{ seq, type, result: false, replayed: false, status, message }]);
      }
    }
  };
  const send = async () => {
    if (is_sending) return;
    clearTimeout(timer);
    is_sending = true;
    try {
      for (let part = read().waiting.slice(0, PART); part.length > 0; part = read().waiting.slice(0, PART))
        await post(part);
      is_away = false;
    } catch {
      is_away = true;
      timer = setTimeout(() => void send(), RETRY_MS);
    } finally {
      is_sending = false;
      tell();
    }
  };
  const onOnline = () => void send();
  return {
    start() {
      addEventListener("online", onOnline);
      addEventListener("storage", tell);
      tell();
      void send();
      return () => {
        clearTimeout(timer);
        removeEventListener("online", onOnline);
        removeEventListener("storage", tell);
      };
    },
    subscribe(watcher: () => void) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    getShown: () => shown,
    add(command: Pick<Queued, "type" | "body" | "label">) {
      write(({ next_seq, waiting }) => ({
        next_seq: next_seq + 1,
        waiting: [...waiting, { ...command, seq: next_seq, occurred_at: new Date().toISOString() }],
      }));
      void send();
    },
    sendNow: () => void send(),
    forget: (seq: number) => write(({ refused }) => ({ refused: refused.filter((one) => one.seq !== seq) })),
  };
}

export function useQueue(queue: ReturnType<typeof createQueue>) {
  return useSyncExternalStore(queue.subscribe, queue.getShown);
}
