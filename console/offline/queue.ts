/**
 * The queue of an account on this device: what was done and is not yet with the service. It is stored before it counts as
 * done, survives reloads and sign-outs, and is sent in order by one tab at a time.
 */
import { CHANNEL } from "./channels.ts";
import { openDatabase, type Transaction } from "./database.ts";
import { importFloorQueue } from "./import-floor-queue.ts";
import {
  CHANNELS,
  type ChannelName,
  computePause,
  countUnsent,
  findNextAttempt,
  type ItemOutcome,
  type ItemRefusal,
  isForgotten,
  isNotable,
  listFiles,
  type NewItem,
  type QueuedItem,
  selectBatch,
} from "./items.ts";
import { type Connection, postBatch, StopSending, sendPositions } from "./send.ts";

export interface NewFile {
  key: string;
  blob: Blob;
  name: string;
}

/** What a person sees of the queue. */
export interface QueueState {
  /** In the order of their numbers. */
  items: readonly QueuedItem[];
  connection: Connection;
  /** False until what is stored has been read. */
  is_loaded: boolean;
}

export interface Settled {
  item: QueuedItem;
  outcome: ItemOutcome;
}
type OnSettled = (settled: Settled) => void;

/** What tabs tell each other. */
interface Message {
  settled: readonly Settled[];
}

const SIZES = Object.fromEntries(CHANNELS.map((name) => [name, CHANNEL[name].size])) as Record<
  ChannelName,
  number
>;
const POSITIONS_EVERY_MS = 30_000;

export type Queue = ReturnType<typeof createQueue>;

function createQueue(account_id: number) {
  const database = openDatabase(account_id);
  const name = `packhorse.queue.${account_id}`;
  const channel = new BroadcastChannel(name);
  const watchers = new Set<() => void>();
  const handlers = new Set<OnSettled>();
  let state: QueueState = { items: [], connection: "ready", is_loaded: false };
  let failures = 0;
  let is_asked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<QueueState>) => {
    state = { ...state, ...change };
    for (const watcher of watchers) watcher();
  };
  const reload = async () => {
    const items = await database("readonly", (transaction) => transaction.list("items"));
    show({ items, is_loaded: true });
  };
  const tell = (settled: readonly Settled[]) => {
    for (const one of settled) for (const act of handlers) act(one);
  };
  /** Changes what is stored, and shows it in every tab. */
  const change = async <Answer>(work: (transaction: Transaction) => Promise<Answer>): Promise<Answer> => {
    const answer = await database("readwrite", work);
    await reload();
    channel.postMessage({ settled: [] } satisfies Message);
    return answer;
  };

  const settle = async (outcomes: readonly ItemOutcome[]) => {
    const settled = await database("readwrite", (transaction) => settleItems(transaction, outcomes));
    // What was done is shown as done before it leaves the queue.
    tell(settled);
    await reload();
    channel.postMessage({ settled } satisfies Message);
  };
  /** An item for which the service failed waits, with what is later of its subject; the others go on. */
  const postpone = (seq: number) =>
    change(async (transaction) => {
      const item = await transaction.get("items", seq);
      if (item === undefined) return;
      const attempts = item.attempts + 1;
      const not_before = Date.now() + computePause(attempts, Math.random());
      transaction.put("items", { ...item, attempts, not_before });
    });

  const sendAll = async () => {
    const next = async () => {
      await reload();
      return selectBatch(state.items, Date.now(), SIZES);
    };
    let batch = await next();
    const has_positions = (await database("readonly", (one) => one.list("positions", 1))).length > 0;
    if (batch.length === 0 && !has_positions) return;
    if (batch.length > 0) show({ connection: "sending" });
    const device_id = await getDeviceId();
    const listUnsent = (sent_items?: readonly QueuedItem[]) => countUnsent(state.items, sent_items);
    while (batch.length > 0) {
      await postBatch(batch, { account_id, database, device_id, listUnsent, settle, postpone });
      batch = await next();
    }
    await sendPositions({ account_id, database, device_id, listUnsent });
  };
  const getDeviceId = () =>
    database("readwrite", async (transaction) => {
      const stored_id = await transaction.get("values", "device_id");
      if (typeof stored_id === "string") return stored_id;
      const device_id = crypto.randomUUID();
      transaction.put("values", device_id, "device_id");
      return device_id;
    });

  const run = async () => {
    is_asked = false;
    clearTimeout(timer);
    try {
      await sendAll();
      failures = 0;
      show({ connection: "ready" });
    } catch (error) {
      failures += 1;
      show({ connection: error instanceof StopSending ? error.connection : "away" });
    }
    const at = state.connection === "ready" ? findNextAttempt(state.items) : Date.now();
    if (at === undefined) return;
    const pause = state.connection === "ready" ? at - Date.now() : computePause(failures, Math.random());
    timer = setTimeout(send, Math.max(500, pause));
  };
  /** In one tab at a time; where the browser has no locks, the numbers keep a second tab from doing anything twice. */
  const send = () => {
    if (is_asked) return;
    is_asked = true;
    if (navigator.locks === undefined) void run();
    else void navigator.locks.request(name, run);
  };
  const sendNow = () => {
    failures = 0;
    send();
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    tell(data.settled);
    void reload();
  };
  addEventListener("online", sendNow);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && state.items.some((item) => item.state === "waiting")) sendNow();
  });
  setInterval(send, POSITIONS_EVERY_MS);
  void importFloorQueue(account_id, database).finally(() => void reload().then(send));

  return {
    subscribe(watcher: () => void) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    getState: () => state,
    /** Called for each item that the service decided, in every tab, until the function that is returned is called. */
    onSettled(act: OnSettled) {
      handlers.add(act);
      return () => {
        handlers.delete(act);
      };
    },
    /** Resolves when the item is stored. `replaces`: the number of a refused item that it corrects. */
    async add(item: NewItem, files: readonly NewFile[] = [], replaces?: number): Promise<number> {
      const seq = await change((transaction) => insert(transaction, item, files, replaces));
      send();
      return seq;
    },
    /** Sends a refused item again, as it is. */
    async repeat(item: QueuedItem): Promise<void> {
      await change((transaction) => insert(transaction, item, [], item.seq));
      send();
    },
    /** Forgets an item whose result was read. */
    forget: (seq: number) =>
      change(async (transaction) => {
        const item = await transaction.get("items", seq);
        if (item?.state === "noticed") transaction.delete("items", seq);
      }),
    /** Gives a refused item up: it is not sent any more, and stays listed for a while, without its files. */
    discard: (seq: number, reason: string) =>
      change(async (transaction) => {
        const item = await transaction.get("items", seq);
        if (item?.state !== "refused") return;
        for (const key of listFiles(item.body)) transaction.delete("files", key);
        const discarded = { reason, at: new Date().toISOString() };
        transaction.put("items", { ...item, state: "discarded", discarded });
        for (const former of await transaction.list("items"))
          if (isForgotten(former, Date.now())) transaction.delete("items", former.seq);
      }),
    findFile: (key: string) => database("readonly", (transaction) => transaction.get("files", key)),
    sendNow,
    database,
  };
}

async function settleItems(transaction: Transaction, outcomes: readonly ItemOutcome[]): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (const outcome of outcomes) {
    const item = await transaction.get("items", outcome.seq);
    if (item === undefined) continue;
    settled.push({ item, outcome });
    if (!outcome.result) {
      transaction.put("items", { ...item, state: "refused", refusal: outcome.refusal });
      continue;
    }
    for (const key of listFiles(item.body)) transaction.delete("files", key);
    if (isNotable(item, outcome.answer))
      transaction.put("items", { ...item, state: "noticed", answer: outcome.answer });
    else transaction.delete("items", item.seq);
  }
  return settled;
}

/** Numbers only grow, also when items are discarded: a number that was used is never given again. */
async function insert(
  transaction: Transaction,
  { channel, type, subject, label, body, occurred_at }: NewItem,
  files: readonly NewFile[],
  replaces: number | undefined,
): Promise<number> {
  const seq = Number((await transaction.get("values", "next_seq")) ?? 1);
  transaction.put("values", seq + 1, "next_seq");
  for (const file of files) transaction.put("files", { ...file, file_id: null });
  if (replaces !== undefined) {
    const former = await transaction.get("items", replaces);
    const kept_files = new Set(listFiles(body));
    for (const key of listFiles(former?.body)) if (!kept_files.has(key)) transaction.delete("files", key);
    transaction.delete("items", replaces);
  }
  const refusal: ItemRefusal | null = null;
  transaction.put("items", {
    ...{ channel, type, subject, label, body, occurred_at, seq, refusal },
    state: "waiting",
    attempts: 0,
    not_before: 0,
    answer: null,
  });
  return seq;
}

const queues = new Map<number, Queue>();

/** The queue of an account: one in each tab. */
export function getQueue(account_id: number): Queue {
  const queue = queues.get(account_id) ?? createQueue(account_id);
  queues.set(account_id, queue);
  return queue;
}
