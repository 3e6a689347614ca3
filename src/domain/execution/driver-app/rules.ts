/** Decisions of the driver's app: clocks, proofs, the status of a stop. Pure. */

import {
  listRequiredProofs,
  type OrderCommand,
  type OrderRow,
  type OrderStatus,
  type ProofKind,
  type ProofPolicy,
} from "#domain/orders/orders/public.ts";
import type { RouteRow } from "#domain/planning/routes/public.ts";
import type { StatusCode } from "#otep/codes.gen.ts";
import { parseEpochMs } from "#vocabulary/calendar.ts";

/** When something happened, by the service's clock and by the phone's. */
export interface Moment {
  /** ISO 8601, UTC; never later than the call. */
  at: string;
  /** The time that the phone sent; null if it sent none. */
  device_at: string | null;
  skewed: boolean;
  /** It was queued on the phone and came in a batch, which may not be the whole queue. */
  queued: boolean;
  /**
   * Idempotency key of the command in the phone's sequence: the same when it is sent again; null for a command outside
   * a sequence.
   */
  command_key: string | null;
}

const DAY_MS = 86_400_000;
/** A phone whose clock differs from the service's by more than this when it sends is corrected by the difference. */
const SENDING_TOLERANCE_MS = 10 * 60_000;

/**
 * Read a phone's clock. Nothing happens after the call: a later moment becomes the time of the call, and one more than
 * a day ahead is flagged. If the phone sends its time of sending, its moments are shifted by the difference, so that
 * intervals stay the same. Late moments are accepted unchanged.
 */
export function computeMoment(
  now: Date,
  occurred_at: string | undefined,
  { queued, sent_at }: { queued: boolean; sent_at?: string | undefined } = { queued: false },
): Moment {
  const command_key = null;
  if (occurred_at === undefined)
    return { at: now.toISOString(), device_at: null, skewed: false, queued, command_key };
  const claimed = parseEpochMs(occurred_at);
  if (claimed === undefined)
    return { at: now.toISOString(), device_at: null, skewed: true, queued, command_key };
  const sent_ms = sent_at === undefined ? undefined : parseEpochMs(sent_at);
  const off = sent_ms === undefined ? 0 : now.getTime() - sent_ms;
  const shifted = Math.abs(off) > SENDING_TOLERANCE_MS;
  const at = Math.min(claimed + (shifted ? off : 0), now.getTime());
  return {
    at: new Date(at).toISOString(),
    device_at: new Date(claimed).toISOString(),
    skewed: shifted || claimed > now.getTime() + DAY_MS,
    queued,
    command_key,
  };
}

/** The time fields of a response. */
export function buildMomentFields({ at, device_at, skewed }: Moment) {
  return { occurred_at: at, device_at, clock_skewed: skewed };
}

/** Nothing can happen on a route before its creation: an earlier moment is a wrong clock. */
export function clampToFloor(moment: Moment, floor: string, now: Date): Moment {
  if (Date.parse(moment.at) >= Date.parse(floor)) return moment;
  return { ...moment, at: now.toISOString(), skewed: true };
}

export type TaskAction = "pickup" | "dropoff" | "exchange";

/**
 * Proofs that a task requires. They are required where the service is rendered: at the drop-off, or at the pickup of an
 * order that is only picked up.
 */
export function computeRequiredProofs(
  order: Pick<OrderRow, "type" | "requirements">,
  action: TaskAction,
  policy: ProofPolicy,
): ProofKind[] {
  if (action === "pickup" && order.type !== "P") return [];
  return listRequiredProofs(order, policy);
}

/** The proofs that a return reason requires and that were not sent. */
export function findMissingForReason(
  requires: readonly string[],
  evidence: { kinds: ReadonlySet<string>; note: string; called: boolean },
): string[] {
  return requires.filter((need) => {
    if (need === "note") return evidence.note.trim() === "" && !evidence.kinds.has("note");
    if (need === "call_attempt") return !evidence.called;
    return !evidence.kinds.has(need);
  });
}

export const RECEIVED_BY = ["recipient", "neighbour", "safe_place"] as const;
export type ReceivedBy = (typeof RECEIVED_BY)[number];

/** The tracking code of a delivery. Collected cash takes precedence over who received the goods. */
export function chooseDeliveryCode(handed_to: ReceivedBy, is_cod: boolean): StatusCode {
  if (is_cod) return "otep:lastmile:delivered_cod";
  if (handed_to === "neighbour") return "otep:lastmile:delivered_to_neighbour";
  return handed_to === "safe_place"
    ? "otep:lastmile:left_in_safe_place"
    : "otep:lastmile:delivered_in_person";
}

/** Does a fact at the door imply a departure that was not reported? Goods that are delivered were aboard. */
export function impliesDeparture(status: OrderStatus | null): boolean {
  return (
    status === "DISPATCHED" ||
    status === "PICKED_UP" ||
    status === "AT_WAREHOUSE" ||
    status === "LOADED" ||
    status === "FAILED_ATTEMPT"
  );
}

/** Does an order depart with its route when that starts? */
export function leavesWithRoute(
  status: OrderStatus | null,
  type: OrderRow["type"],
  needs_load_check: boolean,
): boolean {
  if (status === "LOADED" || status === "PICKED_UP") return true;
  if (type !== "D" || needs_load_check) return false;
  return status === "DISPATCHED" || status === "AT_WAREHOUSE" || status === "FAILED_ATTEMPT";
}

/** What a phone reports of an order at a stop, and what a locker reports of one that is dropped off there. */
const STOP_COMMANDS = ["arrive", "complete", "deposit", "fail", "reject", "pick_up", "load"] as const;
export type StopCommand = (typeof STOP_COMMANDS)[number];

export function isStopCommand(trigger: OrderCommand): trigger is StopCommand {
  return (STOP_COMMANDS as readonly OrderCommand[]).includes(trigger);
}

export interface StopFact {
  key: number;
  trigger: StopCommand;
  at: string;
}

export interface TaskState {
  status: "PENDING" | "DONE" | "FAILED";
  done_at: string | null;
}

/** Order of facts in the same millisecond. */
const ORDER_IN_MILLISECOND: Record<StopCommand, number> = {
  arrive: 0,
  fail: 1,
  reject: 1,
  load: 2,
  pick_up: 2,
  deposit: 2,
  complete: 2,
};

/**
 * Evaluate the facts of one order at one stop by when they happened: which of them count, and the outcome of the task.
 * Of facts that report the same, the first counts. A failure may be followed by a delivery; a completed task stays
 * completed, and the first failure reported after it counts as a contradiction.
 */
export function evaluateStopFacts(facts: readonly StopFact[]): {
  counting: ReadonlySet<number>;
  task: TaskState;
} {
  const counting = new Set<number>();
  let task: TaskState = { status: "PENDING", done_at: null };
  let is_there = false;
  let is_contradicted = false;
  const sorted = facts.toSorted(
    (one, other) =>
      Date.parse(one.at) - Date.parse(other.at) ||
      ORDER_IN_MILLISECOND[one.trigger] - ORDER_IN_MILLISECOND[other.trigger] ||
      one.key - other.key,
  );
  for (const { key, trigger, at } of sorted) {
    if (trigger === "arrive") {
      if (is_there || task.status !== "PENDING") continue;
      is_there = true;
    } else if (trigger === "fail" || trigger === "reject") {
      if (task.status === "FAILED" || is_contradicted) continue;
      if (task.status === "DONE") is_contradicted = true;
      else task = { status: "FAILED", done_at: at };
    } else {
      if (task.status === "DONE") continue;
      task = { status: "DONE", done_at: at };
    }
    counting.add(key);
  }
  return { counting, task };
}

export function isBefore(at: string, other: string): boolean {
  return Date.parse(at) < Date.parse(other);
}

export function isSameMoment(at: string | null, other: string | null): boolean {
  return at === null || other === null ? at === other : Date.parse(at) === Date.parse(other);
}

/** Is `at` no earlier than the moments recorded before? */
export function isLatest(at: string, known_at: string | null): boolean {
  return known_at === null || Date.parse(at) >= Date.parse(known_at);
}

/** The latest of some moments; null if there is none. */
export function findLatest(moments: readonly [string, ...(string | null)[]]): string;
export function findLatest(moments: readonly (string | null)[]): string | null;
export function findLatest(moments: readonly (string | null)[]): string | null {
  return moments.reduce((latest, at) => (at !== null && isLatest(at, latest) ? at : latest), null);
}

/** Since when a route that is under way is paused; null if it is not. A pause before the start has no effect. */
export function computePausedSince(
  route: Pick<RouteRow, "status" | "actual_start_at" | "pause_reported_at" | "resume_reported_at">,
): string | null {
  const { status, actual_start_at, pause_reported_at, resume_reported_at } = route;
  if (status !== "IN_PROGRESS" || pause_reported_at === null) return null;
  const resumed = resume_reported_at !== null && isLatest(resume_reported_at, pause_reported_at);
  const before = actual_start_at !== null && isBefore(pause_reported_at, actual_start_at);
  return resumed || before ? null : pause_reported_at;
}

type TaskStatus = "PENDING" | "DONE" | "FAILED" | "REMOVED";

/** The status of a stop by its tasks; null while one of them is open. A stop without tasks has nothing to do. */
export function computeStopStatus(
  tasks: readonly { status: TaskStatus }[],
): "DONE" | "PARTIAL" | "FAILED" | null {
  const open_tasks = tasks.filter((task) => task.status !== "REMOVED");
  if (open_tasks.some((task) => task.status === "PENDING")) return null;
  const done_count = open_tasks.filter((task) => task.status === "DONE").length;
  if (done_count === open_tasks.length) return "DONE";
  return done_count === 0 ? "FAILED" : "PARTIAL";
}

export function isResolved(status: string): boolean {
  return status === "DONE" || status === "PARTIAL" || status === "FAILED";
}

/** Is version `one` older than `other`? Dotted numbers; a missing part is 0. */
export function isOlderVersion(one: string, other: string): boolean {
  const [left_parts, right] = [one, other].map((version) =>
    version.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let index = 0; index < Math.max(left_parts?.length ?? 0, right?.length ?? 0); index += 1) {
    const difference = (left_parts?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/**
 * A delivery photo taken within this distance of the assumed position of the address gives the position of its door,
 * metres.
 */
export const LEARN_WITHIN_M = 500;

export interface PayRates {
  per_stop_minor: number;
  per_km_minor: number;
}

/** Pay of one stop in minor units, rounded half up once. */
export function computePay(rates: PayRates, distance_m: number): number {
  return Math.round(rates.per_stop_minor + (rates.per_km_minor * distance_m) / 1000);
}
