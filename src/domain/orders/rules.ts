/** Decisions about orders: pure. The status machine itself is `status.ts`. */
import { isPhysical, isTerminal, next, type OrderCommand, type OrderStatus, targetOf } from "./status.ts";
import type { OrderRow, ParcelRow } from "./tables.ts";

/** One event of an order as the fold reads it. */
export interface Step {
  seq: number;
  on: OrderCommand;
  /** Status before and after, as they were when the event was written; equal for a fact that moved nothing. */
  from: OrderStatus;
  to: OrderStatus;
  /** Facts are placed by when they happened, decisions by when they were taken. ISO 8601, UTC. */
  at: string;
  /** Its place among steps of one millisecond: that of its code in the timeline. */
  rank: number;
  /** Its statuses are those of a fold, not of this step alone: only the arrow counts. */
  refolded: boolean;
  /** Taken back by a later event. */
  voided: boolean;
}

export interface Folded {
  status: OrderStatus;
  /** When the order came to this status. */
  since: string;
  /** Sequence numbers of the steps that count: they moved the status, or say what it said already. */
  applied: ReadonlySet<number>;
  /** Of those, decisions whose arrow led back to where it began, such as a dispatch of goods at the warehouse. */
  stayed: ReadonlySet<number>;
}

/** The order of the fold, which is that of the timeline: time, then rank, then the sequence of recording. */
export function byTime(one: Step, other: Step): number {
  return one.at < other.at ? -1 : one.at > other.at ? 1 : one.rank - other.rank || one.seq - other.seq;
}

/**
 * The status that an order's events amount to, whatever order they arrived in.
 *
 * A step is taken as it was recorded while the fold stands where it stood; where a late fact changed what came
 * before, the arrows decide, and a step without an arrow moves nothing. Nothing moves a terminal status.
 */
export function foldSteps(start: { status: OrderStatus; at: string }, steps: readonly Step[]): Folded {
  let status = start.status;
  let since = start.at;
  const applied = new Set<number>();
  const stayed = new Set<number>();
  for (const step of steps.filter((one) => !one.voided).sort(byTime)) {
    if (isTerminal(status)) continue;
    const as_recorded = !step.refolded && step.from === status && step.to !== status;
    const to = as_recorded ? step.to : next(status, step.on);
    if (to === null) {
      // A fact that says what the status says already holds, and moves nothing.
      if (targetOf(step.on) === status) applied.add(step.seq);
      continue;
    }
    applied.add(step.seq);
    if (to === status) stayed.add(step.seq);
    else since = step.at;
    status = to;
  }
  return { status, since, applied, stayed };
}

/** What comes of a fact at its place in time. */
export type Reading = "moves" | "stays" | "custody_only" | "expected" | "unlisted";

/**
 * How a fact reads on a status. On HOLD a scan changes custody only. A fact that says what the status says
 * already, an inbound scan of goods on their way back, and what a finished order must have gone through are
 * expected and open no attention item.
 */
export function readFact(status: OrderStatus, on: OrderCommand): Reading {
  if (status === "HOLD") return "custody_only";
  const to = next(status, on);
  if (to !== null && !isTerminal(status)) return to === status ? "stays" : "moves";
  if (targetOf(on) === status) return "expected";
  if (status === "RETURNING" && on === "receive") return "expected";
  return "unlisted";
}

/**
 * Do all parcels of an order share in a fact? Those missing or disposed of are not waited for; those that are
 * where the fact leads already count as done. The status follows the slowest parcel.
 */
export function isWhole(
  parcels: readonly ParcelRow[],
  parcel_ids: readonly number[] | undefined,
  to: ParcelRow["custody"] | undefined,
): boolean {
  if (parcel_ids === undefined) return true;
  return parcels.every(
    (parcel) =>
      parcel_ids.includes(parcel.id) ||
      parcel.custody === "missing" ||
      parcel.custody === "disposed" ||
      parcel.custody === to,
  );
}

export type Custodian = "sender" | "aboard" | "warehouse";

/** Who holds an order's goods: the slowest parcel decides. */
export function custodianOf(parcels: readonly Pick<ParcelRow, "custody">[]): Custodian {
  const held = parcels
    .map((parcel) => parcel.custody)
    .filter((custody) => custody !== "missing" && custody !== "disposed");
  if (held.length === 0 || held.every((custody) => custody === "sender")) return "sender";
  if (held.some((custody) => custody === "driver" || custody === "vehicle")) {
    return held.some((custody) => custody === "warehouse") ? "warehouse" : "aboard";
  }
  return "warehouse";
}

/** Cancelling before pickup ends the order; afterwards the goods must come back first. */
export function cancelCommand(
  status: OrderStatus,
  parcels: readonly Pick<ParcelRow, "custody">[],
): OrderCommand | null {
  const wanted: OrderCommand = custodianOf(parcels) === "sender" ? "cancel" : "cancel_in_custody";
  const other: OrderCommand = wanted === "cancel" ? "cancel_in_custody" : "cancel";
  if (next(status, wanted) !== null) return wanted;
  // A status that has one arrow only knows better than the last scan.
  return next(status, other) === null ? null : other;
}

/** A new attempt starts where the goods are. */
export function reattemptCommand(parcels: readonly Pick<ParcelRow, "custody">[]): OrderCommand {
  const custodian = custodianOf(parcels);
  if (custodian === "sender") return "reattempt_from_sender";
  return custodian === "aboard" ? "reattempt_aboard" : "reattempt_at_warehouse";
}

/** Route statuses in which the driver has not been told yet. */
export const UNRELEASED_ROUTES: readonly string[] = ["DRAFT", "PLANNED", "POSTED", "ASSIGNED"];

/** Why an order cannot be rerouted; null when it can. Not yet picked up, and nobody outside holds it. */
export function refusalToReroute(
  order: Pick<OrderRow, "status" | "tender_state">,
  parcels: readonly Pick<ParcelRow, "custody">[],
) {
  if (order.tender_state === "held") return "held_by_carrier";
  if (!["NEW_ORDER", "HOLD", "ROUTED", "DISPATCHED"].includes(order.status)) return "invalid_transition";
  if (custodianOf(parcels) !== "sender") return "picked_up";
  return null;
}

/** Events that may be taken back: those that moved the status, but for the creation. */
export function isVoidable(step: Step): boolean {
  return !step.voided && (step.from !== step.to || isPhysical(step.on));
}
