/** What waits on this device, and the decisions about it. Pure. */

/** Who receives an item: each has its own form of request. */
export const CHANNELS = ["driver", "rider", "warehouse"] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** Stands in a body where the id of an uploaded file will be. */
interface FileReference {
  $file: string;
}

export interface StoredFile {
  key: string;
  blob: Blob;
  name: string;
  /** Null until it has been uploaded. */
  file_id: number | null;
}

export interface ItemRefusal {
  message: string;
  error_code: string;
  /** Of HTTP. */
  status: number;
  details: readonly string[];
}

export interface NewItem {
  channel: ChannelName;
  type: string;
  /** Items of one subject are sent in their order, whatever happens to one of them: `stop/12`. */
  subject: string;
  /** What a person recognises it by. */
  label: string;
  body: Record<string, unknown>;
  /** When it happened, ISO 8601. */
  occurred_at: string;
}

export interface QueuedItem extends NewItem {
  /** Its number in the sequence of this device: the service runs each once. */
  seq: number;
  /** `noticed`: it was done, and a person should know with what result. `discarded`: refused, and given up with a reason. */
  state: "waiting" | "refused" | "noticed" | "discarded";
  attempts: number;
  /** Not sent again before, milliseconds since 1970. */
  not_before: number;
  refusal: ItemRefusal | null;
  answer: Readonly<Record<string, unknown>> | null;
  /** Why it was given up, and when; absent before. */
  discarded?: { reason: string; at: string };
}

const DISCARDED_MS_MAX = 7 * 24 * 3_600_000;

/** What was given up is listed for seven days. */
export const isForgotten = ({ discarded }: Pick<QueuedItem, "discarded">, now: number): boolean =>
  discarded !== undefined && now - Date.parse(discarded.at) > DISCARDED_MS_MAX;

/** What a person has to correct, to give up or to read. */
export const needsPerson = ({ state }: Pick<QueuedItem, "state">): boolean =>
  state === "refused" || state === "noticed";

export type ItemOutcome =
  | { seq: number; result: true; answer: Readonly<Record<string, unknown>> }
  | { seq: number; result: false; refusal: ItemRefusal };

/**
 * The next items to send, all of one channel: in their order, without those that wait after a failure, and without later
 * ones of the same subject.
 */
export function selectBatch(
  items: readonly QueuedItem[],
  now: number,
  sizes: Readonly<Record<ChannelName, number>>,
): QueuedItem[] {
  const held = new Set<string>();
  const batch: QueuedItem[] = [];
  for (const item of items.toSorted((one, other) => one.seq - other.seq)) {
    if (item.state !== "waiting") continue;
    const channel = batch[0]?.channel ?? item.channel;
    if (item.not_before > now || item.channel !== channel || held.has(item.subject)) held.add(item.subject);
    else if (batch.push(item) >= sizes[channel]) break;
  }
  return batch;
}

/** As many as a request takes: the rest is reported once these are sent. */
const ROUTES_MAX = 50;

/** What the device holds of each route besides the items that are being sent. */
export function countUnsent(
  items: readonly QueuedItem[],
  sent_items: readonly Pick<QueuedItem, "seq">[] = [],
): { route_id: number; commands: number }[] {
  const leaving = new Set(sent_items.map(({ seq }) => seq));
  const routes = items.flatMap(({ channel, state, seq, body: { route_id } }) =>
    channel === "driver" && state === "waiting" && !leaving.has(seq) && typeof route_id === "number"
      ? [route_id]
      : [],
  );
  return [...Map.groupBy(routes, (route_id) => route_id)]
    .slice(0, ROUTES_MAX)
    .map(([route_id, { length }]) => ({ route_id, commands: length }));
}

/** When the earliest waiting item may be sent; undefined when none waits. */
export function findNextAttempt(items: readonly QueuedItem[]): number | undefined {
  const moments = items.filter(({ state }) => state === "waiting").map(({ not_before }) => not_before);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

const RETRY_MS_MIN = 2000;
const RETRY_MS_MAX = 60_000;

/** The pause after so many failures, milliseconds; `chance` from 0 to 1 keeps phones from returning together. */
export function computePause(failures: number, chance: number): number {
  const pause = Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** Math.max(0, failures - 1));
  return Math.round(pause * (0.75 + chance / 2));
}

/** Files that a body refers to, by their keys. */
export function listFiles(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (isFileReference(value)) return [value.$file];
  return Object.values(value).flatMap(listFiles);
}

/** The body with the ids of its files. */
export function fillFiles<Value>(value: Value, ids: ReadonlyMap<string, number>): Value {
  if (typeof value !== "object" || value === null) return value;
  if (isFileReference(value)) return ids.get(value.$file) as Value;
  if (Array.isArray(value)) return value.map((one) => fillFiles(one, ids)) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillFiles(one, ids)])) as Value;
}

function isFileReference(value: object): value is FileReference {
  return "$file" in value && typeof value.$file === "string";
}

/**
 * Whether a person should read the result although it was done: an order changed meanwhile and a dispatcher was notified, a
 * stop was taken off the route, or a parcel belongs elsewhere.
 */
export function isNotable(
  { channel, type }: Pick<QueuedItem, "channel" | "type">,
  answer: Readonly<Record<string, unknown>>,
): boolean {
  if (channel !== "driver") return false;
  const { orders, outcome, stop_status } = answer;
  if (type === "scan") return outcome !== "accepted";
  const is_result = type === "stop_complete" || type === "stop_fail";
  if (is_result && stop_status === null) return true;
  return Array.isArray(orders) && orders.some(({ attention }) => typeof attention === "string");
}
