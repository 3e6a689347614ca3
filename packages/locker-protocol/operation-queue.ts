/**
 * Operations that a device keeps until the service has them, in memory that survives power cuts. Nothing is dropped
 * silently: what does not fit is reported as lost. Source: README.md, "Operations".
 */
import { chainHash } from "./chain.ts";
import {
  type LostRange,
  OPERATIONS_BYTES_MAX,
  OPERATIONS_MAX,
  type Operation,
  RANGES_MAX,
  type Range,
  TELEMETRY,
} from "./messages.ts";

interface QueuedOperation {
  operation: Operation;
  /** Hash of the chain before it. */
  previous: string;
}

export interface OperationQueue {
  next_seq: number;
  /** Hash of the chain after the last operation. */
  head: string;
  /** In order of `seq`; not acknowledged yet. */
  entries: readonly QueuedOperation[];
  /** Not acknowledged yet, in order. */
  lost: readonly LostRange[];
  /** How many operations there is room for. */
  size: number;
}

/** Above `size`, for what happens without the device's doing: from `size` on it accepts neither codes nor commands to open. */
export const RESERVE = 100;

/**
 * What is dropped after telemetry; wrong codes too, or somebody could fill the memory at the keypad. Everything else, such as
 * doors and accepted codes, is never dropped from the queue.
 */
const SECONDARY: ReadonlySet<string> = new Set([
  "code_refused",
  "contents_changed",
  "fault",
  "fault_cleared",
  "tampered",
]);

/** Whether there is no room for what is never dropped. */
export const isFull = ({ entries, size }: OperationQueue) =>
  entries.length >= size &&
  !entries.some(({ operation: { action } }) => TELEMETRY.has(action) || SECONDARY.has(action));

export function addOperation(queue: OperationQueue, content: Omit<Operation, "seq">): OperationQueue {
  const operation: Operation = { seq: queue.next_seq, ...content };
  const grown: OperationQueue = {
    ...queue,
    next_seq: queue.next_seq + 1,
    head: chainHash(queue.head, operation),
    entries: [...queue.entries, { operation, previous: queue.head }],
  };
  if (grown.entries.length <= queue.size) return grown;
  const { entries } = grown;
  let at = entries.findIndex((entry) => TELEMETRY.has(entry.operation.action));
  if (at < 0) at = entries.findIndex((entry) => SECONDARY.has(entry.operation.action));
  if (at < 0) at = entries.length > queue.size + RESERVE ? entries.length - 1 : entries.length;
  return drop(grown, at);
}

function drop(queue: OperationQueue, at: number): OperationQueue {
  const entry = queue.entries[at];
  if (entry === undefined) return queue;
  const { seq } = entry.operation;
  const head = queue.entries[at + 1]?.previous ?? queue.head;
  return {
    ...queue,
    entries: queue.entries.toSpliced(at, 1),
    lost: mergeRanges([...queue.lost, { from: seq, to: seq, head }]),
  };
}

/** Adjacent ranges as one, in order. */
function mergeRanges(ranges: readonly LostRange[]): LostRange[] {
  const merged: LostRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last === undefined || range.from > last.to + 1) merged.push(range);
    else if (range.to > last.to) merged[merged.length - 1] = { ...range, from: last.from };
  }
  return merged;
}

/** Everything up to `received_to` but what is missing is stored by the service. */
export function acknowledge(
  queue: OperationQueue,
  { received_to, missing }: { received_to: number; missing: readonly Range[] },
): OperationQueue {
  const isStored = (seq: number) =>
    seq <= received_to && !missing.some(({ from, to }) => from <= seq && seq <= to);
  return {
    ...queue,
    entries: queue.entries.filter(({ operation }) => !isStored(operation.seq)),
    lost: queue.lost.filter(({ from, to }) => !(isStored(from) && isStored(to))),
  };
}

/** Operations that the service lacks and that are neither kept nor reported as lost are lost now. */
export function reportMissing(queue: OperationQueue, missing: readonly Range[]): OperationQueue {
  const lost = missing.flatMap((range) => findAbsent(queue, range));
  return lost.length === 0 ? queue : { ...queue, lost: mergeRanges([...queue.lost, ...lost]) };
}

function findAbsent(queue: OperationQueue, { from, to }: Range): LostRange[] {
  const last = Math.min(to, queue.next_seq - 1);
  const covered = [
    ...queue.entries.map(({ operation: { seq } }) => ({ from: seq, to: seq })),
    ...queue.lost,
  ].toSorted((one, other) => one.from - other.from);
  const absent: LostRange[] = [];
  let next = from;
  for (const range of [...covered, { from: last + 1, to: last + 1 }]) {
    const end = Math.min(range.from - 1, last);
    if (end >= next) absent.push({ from: next, to: end, head: findHead(queue, end) });
    next = Math.max(next, range.to + 1);
  }
  return absent;
}

/** Hash of the chain after an operation, where the operation after it is kept. */
function findHead(queue: OperationQueue, seq: number): string | undefined {
  if (seq === queue.next_seq - 1) return queue.head;
  return queue.entries.find(({ operation }) => operation.seq === seq + 1)?.previous;
}

/** What one push has: the oldest operations, and what was lost. */
export function buildPush(queue: OperationQueue) {
  const sending = queue.entries.slice(0, countFitting(queue));
  const lost = queue.lost.slice(0, RANGES_MAX);
  const last = sending.at(-1);
  return {
    operations: sending.map(({ operation }) => operation),
    ...(lost.length > 0 && { lost }),
    queued: queue.entries.length,
    // What was lost after it is not part of it.
    ...(last !== undefined && { head: chainHash(last.previous, last.operation) }),
  };
}

/** Operations that fit into a message: texts of operations are ASCII. */
function countFitting({ entries }: OperationQueue): number {
  let bytes = 0;
  const at = entries.findIndex(({ operation }) => {
    bytes += JSON.stringify(operation).length + 1;
    return bytes > OPERATIONS_BYTES_MAX;
  });
  return Math.min(OPERATIONS_MAX, at < 0 ? entries.length : at);
}

export const isSettled = (queue: OperationQueue) => queue.entries.length === 0 && queue.lost.length === 0;
