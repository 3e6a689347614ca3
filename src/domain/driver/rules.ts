/** Decisions of the driver's app: clocks, proofs, what a stop amounts to. Pure. */

import type { OrderCommand, OrderRow, OrderStatus } from "#domain/orders/public.ts";
import type { StatusCode } from "#otep/codes.gen.ts";

/** When something happened, by our reckoning and by the phone's. */
export interface Moment {
  /** ISO 8601, UTC; never later than the call. */
  at: string;
  /** What the phone said; null when it said nothing. */
  device_at: string | null;
  skewed: boolean;
}

const DAY_MS = 86_400_000;
/** A phone whose clock differs from ours by more than this when it sends is set right by the difference. */
const SENDING_TOLERANCE_MS = 10 * 60_000;

/**
 * Read a phone's clock. Nothing happens after the call: a later moment becomes the call's, and one more than a
 * day ahead is flagged. Where the phone tells its time of sending, its moments are shifted by the difference,
 * so that what lay an hour apart still does. Late moments are taken as they are.
 */
export function readClock(now: Date, occurred_at: string | undefined, sent_at?: string): Moment {
  if (occurred_at === undefined) return { at: now.toISOString(), device_at: null, skewed: false };
  const claimed = readable(occurred_at);
  if (claimed === undefined) return { at: now.toISOString(), device_at: null, skewed: true };
  const sent = sent_at === undefined ? undefined : readable(sent_at);
  const off = sent === undefined ? 0 : now.getTime() - sent;
  const shifted = Math.abs(off) > SENDING_TOLERANCE_MS;
  const at = Math.min(claimed + (shifted ? off : 0), now.getTime());
  return {
    at: new Date(at).toISOString(),
    device_at: new Date(claimed).toISOString(),
    skewed: shifted || claimed > now.getTime() + DAY_MS,
  };
}

/** Before this no clock of ours or of the database says anything. */
const EARLIEST_MS = Date.parse("1000-01-01T00:00:00Z");

/** Epoch milliseconds of a well-formed time; undefined for one that no calendar has, such as a leap second. */
export function readable(time: string): number | undefined {
  const moment = Date.parse(time);
  return Number.isFinite(moment) && moment >= EARLIEST_MS ? moment : undefined;
}

/** Nothing can happen on a route before there was one: an earlier moment is a wrong clock. */
export function notBefore(moment: Moment, floor: string, now: Date): Moment {
  if (Date.parse(moment.at) >= Date.parse(floor)) return moment;
  return { ...moment, at: now.toISOString(), skewed: true };
}

export const PROOF_KINDS = ["photo", "signature", "pin", "scan", "id_check", "note"] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];
export type TaskAction = "pickup" | "dropoff" | "exchange";

/** What asks for proofs besides the order itself. */
export interface ProofPolicy {
  /** Of the business: `settings.required_proofs`. */
  business: readonly ProofKind[];
  /** Of the customer whose order it is. */
  customer: readonly ProofKind[];
}

/**
 * Proofs without which a task is not done. They are asked for where the service is rendered: at the drop-off,
 * or at the pickup of an order that is only picked up.
 */
export function requiredProofs(
  order: Pick<OrderRow, "type" | "requirements">,
  action: TaskAction,
  policy: ProofPolicy,
): ProofKind[] {
  if (action === "pickup" && order.type !== "P") return [];
  const { pod = [], pin_hash } = order.requirements;
  const kinds = new Set<ProofKind>([...pod, ...policy.customer, ...policy.business]);
  if (pin_hash !== undefined) kinds.add("pin");
  // Nobody can type a PIN that was never given.
  else kinds.delete("pin");
  return [...kinds];
}

/** Kinds of a setting, unknown words left out. */
export function proofKindsOf(setting: unknown): ProofKind[] {
  if (!Array.isArray(setting)) return [];
  return PROOF_KINDS.filter((kind) => setting.includes(kind));
}

/** What a return reason asks for and was not given. */
export function missingForReason(
  requires: readonly string[],
  given: { kinds: ReadonlySet<string>; note: string; called: boolean },
): string[] {
  return requires.filter((need) => {
    if (need === "note") return given.note.trim() === "" && !given.kinds.has("note");
    if (need === "call_attempt") return !given.called;
    return !given.kinds.has(need);
  });
}

export const HANDED_TO = ["recipient", "neighbour", "safe_place"] as const;
export type HandedTo = (typeof HANDED_TO)[number];

/** How a delivery is told on tracking. Collected cash says more than whose hand it was. */
export function deliveryCode(handed_to: HandedTo, is_cod: boolean): StatusCode {
  if (is_cod) return "otep:lastmile:delivered_cod";
  if (handed_to === "neighbour") return "otep:lastmile:delivered_to_neighbour";
  return handed_to === "safe_place"
    ? "otep:lastmile:left_in_safe_place"
    : "otep:lastmile:delivered_in_person";
}

/**
 * Facts that a fact at the door implies but nobody sent: goods that are handed over at a stop were aboard and
 * under way. Empty where the status leads on by itself.
 */
export function impliedBefore(status: OrderStatus, on: OrderCommand): OrderCommand[] {
  if (on === "pick_up" || on === "load") return [];
  if (status === "LOADED" || status === "PICKED_UP" || status === "DISPATCHED") return ["depart"];
  if (status === "AT_WAREHOUSE" || status === "FAILED_ATTEMPT") return ["load", "depart"];
  return [];
}

/** What takes an order along when its route starts; empty for one that stays where it is. */
export function departure(
  order: Pick<OrderRow, "status" | "type">,
  needs_load_check: boolean,
): OrderCommand[] {
  const { status, type } = order;
  if (status === "LOADED" || status === "PICKED_UP") return ["depart"];
  if (type !== "D" || needs_load_check) return [];
  if (status === "DISPATCHED") return ["depart"];
  return status === "AT_WAREHOUSE" || status === "FAILED_ATTEMPT" ? ["load", "depart"] : [];
}

type TaskStatus = "PENDING" | "DONE" | "FAILED" | "REMOVED";

/** What a stop amounts to by its tasks; null while one of them is open. A stop without tasks is nothing to do. */
export function resolution(tasks: readonly { status: TaskStatus }[]): "DONE" | "PARTIAL" | "FAILED" | null {
  const live = tasks.filter((task) => task.status !== "REMOVED");
  if (live.some((task) => task.status === "PENDING")) return null;
  const done = live.filter((task) => task.status === "DONE").length;
  if (done === live.length) return "DONE";
  return done === 0 ? "FAILED" : "PARTIAL";
}

export function isResolved(status: string): boolean {
  return status === "DONE" || status === "PARTIAL" || status === "FAILED";
}

/** Is version `one` older than `other`? Dotted numbers; a missing part is 0. */
export function isOlder(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) =>
    version.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let index = 0; index < Math.max(left?.length ?? 0, right?.length ?? 0); index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** A delivery photo nearer than this to where the address was thought to be says where its door is, metres. */
export const LEARN_WITHIN_M = 500;

export interface PayRates {
  per_stop_minor: number;
  per_km_minor: number;
}

/** `settings.driver_pay`; null when the business has not set it. */
export function payRatesOf(setting: unknown): PayRates | null {
  if (typeof setting !== "object" || setting === null) return null;
  const { per_stop_minor, per_km_minor } = setting as Record<string, unknown>;
  const amount = (value: unknown) =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
  if (per_stop_minor === undefined && per_km_minor === undefined) return null;
  return { per_stop_minor: amount(per_stop_minor), per_km_minor: amount(per_km_minor) };
}

/** Pay of one stop in minor units, rounded half up once. */
export function payOf(rates: PayRates, distance_m: number): number {
  return Math.round(rates.per_stop_minor + (rates.per_km_minor * distance_m) / 1000);
}
