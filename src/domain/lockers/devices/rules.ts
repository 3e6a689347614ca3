/** Decisions about what devices send. Pure. */
import { canonicalize } from "#locker-protocol/chain.ts";
import { type LostRange, type Operation, RANGES_MAX, type Range } from "#locker-protocol/messages.ts";

/** Seconds between two heartbeats. */
export const HEARTBEAT_S = 60;

/** A device that was not heard for this time is offline: three heartbeats. */
export const SILENCE_MS = 3 * HEARTBEAT_S * 1000;

/** A time that a device wrote, milliseconds; null for a date that does not exist. */
export function parseTime(text: string): number | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

const EARLIEST = Date.parse("2020-01-01T00:00:00.000Z");
/** Clocks differ; further in the future nothing has happened. */
const AHEAD_MAX_MS = 5 * 60_000;

/**
 * When an operation happened. A device that had not heard the time since it started may have written any: one before 2020
 * or in the future is taken for the moment in which the operation was received.
 */
export function computeOccurredAt({ occurred_at }: Pick<Operation, "occurred_at">, now: Date): Date {
  const at = parseTime(occurred_at);
  return at === null || at < EARLIEST || at > now.getTime() + AHEAD_MAX_MS ? now : new Date(at);
}

/**
 * The first operation that is told in two ways: in this push, or before in the log; undefined without any.
 * `earlier_operations` are those of the log with the same numbers.
 */
export function findChangedOperation(
  operations: readonly Operation[],
  earlier_operations: ReadonlyMap<number, Operation>,
): Operation | undefined {
  const texts = new Map([...earlier_operations].map(([seq, operation]) => [seq, canonicalize(operation)]));
  return operations.find((operation) => {
    const text = canonicalize(operation);
    const earlier = texts.get(operation.seq);
    texts.set(operation.seq, text);
    return earlier !== undefined && earlier !== text;
  });
}

/** What of a gap the device has lost: up to where. Null where it can still send the first of it. */
export function findLostPart({ from, to }: Range, lost: readonly LostRange[]): { to: number } | null {
  const range = lost.find((one) => one.from <= from && one.to >= from);
  return range === undefined ? null : { to: Math.min(to, range.to) };
}

/**
 * What is missing before operations that wait, and up to where everything else is stored. Of more ranges than a message
 * has, the later ones are left for the next answer. `waiting` is in order, behind `applied_seq`.
 */
export function computeMissing(
  applied_seq: number,
  waiting: readonly number[],
): { missing: Range[]; received_to: number } {
  const missing: Range[] = [];
  let received_to = applied_seq;
  for (const seq of waiting) {
    if (seq > received_to + 1) {
      if (missing.length === RANGES_MAX) break;
      missing.push({ from: received_to + 1, to: seq - 1 });
    }
    received_to = seq;
  }
  return { missing, received_to };
}
