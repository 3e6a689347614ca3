/** Decisions about what devices send. Pure. */
import { canonicalize, chainHash } from "#locker-protocol/chain.ts";
import {
  type Ack,
  type LostRange,
  type Operation,
  RANGES_MAX,
  type Range,
} from "#locker-protocol/messages.ts";
import type { CommandOutcome, CommandRow, CommandStatus } from "./records/command.ts";

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
function computeMissing(
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

/** How far the operations of a device took effect. */
export interface Progress {
  applied_seq: number;
  /** The device's chain after it, hexadecimal; null where it cannot be computed. */
  head: string | null;
}

export interface GivenUp {
  /** Up to here; what follows of the gap is still missing. */
  to: number;
  why: "lost" | "timeout" | "new_epoch";
}

/** Whether a gap is given up, by the operation that waits behind it; null: it is still waited for. */
export type DecideGap<Row> = (gap: Range, behind: Row) => GivenUp | null;

type ApplyStep<Row> = { progress: Progress } & (
  | { kind: "apply"; rows: Row[] }
  | { kind: "give_up"; range: Range; why: GivenUp["why"] }
);

/**
 * In which order operations that wait take effect, as far as there is no gap or it is given up. `waiting` is in order, behind
 * `applied_seq`, and `is_all` says that nothing waits behind it; `lost` has the hashes of the device's chain behind what it lost.
 */
export function planOperations<Row extends { seq: number | null; sent: Operation | null }>(
  progress: Progress,
  { waiting, is_all }: { waiting: readonly Row[]; is_all: boolean },
  lost: readonly LostRange[],
  decide: DecideGap<Row>,
): { steps: ApplyStep<Row>[]; applied_count: number; missing: Range[]; received_to: number } {
  const heads = new Map(lost.map(({ to, head }) => [to, head]));
  const steps: ApplyStep<Row>[] = [];
  let current = progress;
  const advance = (applied_seq: number, head: string | null) => {
    current = { applied_seq, head: heads.get(applied_seq) ?? head };
    return current;
  };
  let next = 0;
  for (let row = waiting[next]; row !== undefined; row = waiting[next]) {
    const gap = { from: current.applied_seq + 1, to: row.seq! - 1 };
    if (gap.from <= gap.to) {
      const given_up = decide(gap, row);
      if (given_up === null) break;
      const { to, why } = given_up;
      steps.push({ kind: "give_up", range: { from: gap.from, to }, why, progress: advance(to, null) });
      continue;
    }
    const after = advance(row.seq!, current.head === null ? null : chainHash(current.head, row.sent!));
    const last = steps.at(-1);
    if (last?.kind === "apply") {
      last.rows.push(row);
      last.progress = after;
    } else steps.push({ kind: "apply", rows: [row], progress: after });
    next += 1;
  }
  // What the device lost last has no operation behind it, and is reported until it is acknowledged.
  while (is_all && next === waiting.length) {
    const range = { from: current.applied_seq + 1, to: Number.MAX_SAFE_INTEGER };
    const part = findLostPart(range, lost);
    if (part === null) break;
    const { from } = range;
    steps.push({ kind: "give_up", range: { from, ...part }, why: "lost", progress: advance(part.to, null) });
  }
  const seqs = waiting.slice(next).map(({ seq }) => seq!);
  return { steps, applied_count: next, ...computeMissing(current.applied_seq, seqs) };
}

export interface Ending {
  status: Extract<CommandStatus, "DONE" | "FAILED" | "EXPIRED">;
  outcome: CommandOutcome;
}

const ENDINGS = {
  done: { status: "DONE", outcome: "done" },
  failed: { status: "FAILED", outcome: "failed" },
  refused: { status: "FAILED", outcome: "refused" },
  expired: { status: "EXPIRED", outcome: "not_carried_out" },
  unknown: { status: "EXPIRED", outcome: "unknown" },
} as const satisfies Record<Exclude<Ack["status"], "acked">, Ending>;

/**
 * What an answer of a device means for its command; null where it changes nothing. The first answer counts: repetitions change
 * nothing. One that comes after the command was given up says what became of it, unless the device does not know either.
 */
export function readAck(
  command: Pick<CommandRow, "status" | "result">,
  status: Ack["status"],
): Ending | "acked" | null {
  if (command.result !== null) return null;
  if (status === "acked") return command.status === "SENT" ? "acked" : null;
  return command.status === "EXPIRED" && status === "unknown" ? null : ENDINGS[status];
}
