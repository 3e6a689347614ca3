/** Rules of orders: pure functions. The status machine itself is in `status.ts`. */

import type { OrderRow } from "../records/order.ts";
import type { ParcelRow } from "../records/parcel.ts";
import {
  getNextStatus,
  getTargetStatus,
  isPhysical,
  isTerminal,
  type OrderCommand,
  type OrderStatus,
} from "./status.ts";

/** Kinds of attention items that a recorded fact causes; the payload of its event names one. */
export const FACT_ATTENTION = ["unexpected_fact", "late_fact_conflict", "external_fact_conflict"] as const;
export type FactAttention = (typeof FACT_ATTENTION)[number];

/** One event of an order as input of the fold. */
export interface Step {
  seq: number;
  trigger: OrderCommand;
  /** Status before and after, as written with the event; equal for a fact that did not change the status. */
  from: OrderStatus;
  to: OrderStatus;
  /** Time that the fold sorts by: when a fact happened, when a decision was taken. ISO 8601, UTC. */
  at: string;
  /** Sort order among steps of the same millisecond: that of its status code in the timeline. */
  rank: number;
  /** `from` and `to` are the result of a refold, not of this step alone: only the transition of `trigger` applies. */
  refolded: boolean;
  /** Recorded at a stop or for a route that has departed: the goods were aboard, whatever was scanned before. */
  goods_aboard: boolean;
  /** Voided by a later event. */
  voided: boolean;
  /** Where the goods were received, when they were. */
  warehouse_id: number | null;
}

export interface Folded {
  status: OrderStatus;
  /** When the order entered this status. */
  since: string;
  /** Sequence numbers of the steps that apply: they changed the status or confirmed the current one. */
  applied: ReadonlySet<number>;
  /** The applied steps that changed the status, in fold order. */
  moved: readonly number[];
  /** Applied decisions whose transition leads back to the same status, such as a dispatch of goods at the warehouse. */
  stayed: ReadonlySet<number>;
  /** The warehouse where the goods are; null when they are in none of ours. */
  warehouse_id: number | null;
}

/**
 * The warehouse of the goods after a command. Goods are where they were scanned last, whatever the status is: a
 * physical fact other than receiving them takes them away, and a decision moves nothing.
 */
export function computeWarehouseAfter(
  current: number | null,
  { trigger, warehouse_id }: Pick<Step, "trigger" | "warehouse_id">,
): number | null {
  if (trigger === "receive" || trigger === "reattempt_at_warehouse") return warehouse_id;
  return isPhysical(trigger) ? null : current;
}

type StepTime = Pick<Step, "at" | "rank" | "seq">;

/** Compares by time, then rank, then recording sequence: the order of the fold and of the timeline. */
export function compareSteps(one: StepTime, other: StepTime): number {
  return one.at < other.at ? -1 : one.at > other.at ? 1 : one.rank - other.rank || one.seq - other.seq;
}

/** Statuses before departure: when the route departs, these goods are out for delivery. */
const BEFORE_DEPARTURE: readonly OrderStatus[] = [
  "DISPATCHED",
  "PICKED_UP",
  "AT_WAREHOUSE",
  "LOADED",
  "FAILED_ATTEMPT",
];

/**
 * The status after a fact; null when there is no transition. Goods that are handed over at a stop, or whose route has
 * departed, were aboard: loading and departure are implied when they were not recorded.
 */
export function getFactTarget(
  status: OrderStatus,
  trigger: OrderCommand,
  goods_aboard: boolean,
): OrderStatus | null {
  const to = getNextStatus(status, trigger);
  if (to !== null || !goods_aboard || !BEFORE_DEPARTURE.includes(status)) return to;
  if (trigger === "depart") return "OUT_FOR_DELIVERY";
  const after = getNextStatus("OUT_FOR_DELIVERY", trigger);
  return after === status ? null : after;
}

/**
 * Computes the status of an order from its events, independent of the order in which they arrived.
 *
 * When the current status of the fold is the recorded `from`, a step applies as recorded. When a late fact changed the
 * earlier history, the transition table decides, and a step without a transition changes nothing. A terminal status
 * never changes.
 */
export function foldSteps(start: { status: OrderStatus; at: string }, steps: readonly Step[]): Folded {
  let status = start.status;
  let since = start.at;
  const applied = new Set<number>();
  const stayed = new Set<number>();
  const moved: number[] = [];
  let warehouse_id: number | null = null;
  for (const step of steps.filter((one) => !one.voided).sort(compareSteps)) {
    if (isTerminal(status)) continue;
    warehouse_id = computeWarehouseAfter(warehouse_id, step);
    const as_recorded = !step.refolded && step.from === status && step.to !== status;
    const to = as_recorded ? step.to : getFactTarget(status, step.trigger, step.goods_aboard);
    if (to === null) {
      // A fact that confirms the current status applies without changing it.
      if (getTargetStatus(step.trigger) === status) applied.add(step.seq);
      continue;
    }
    applied.add(step.seq);
    if (to === status) stayed.add(step.seq);
    else {
      since = step.at;
      moved.push(step.seq);
    }
    status = to;
  }
  return { status, since, applied, stayed, moved, warehouse_id };
}

/** The effect of a fact at its time of occurrence. */
export type FactEffect = "changes_status" | "keeps_status" | "custody_only" | "expected" | "unexpected";

/**
 * Classifies a fact against a status. On HOLD a scan changes custody only. A fact that confirms the current status,
 * and an inbound scan of goods on their way back, are expected and open no attention item.
 */
export function classifyFact(status: OrderStatus, trigger: OrderCommand, goods_aboard = false): FactEffect {
  if (status === "HOLD") return "custody_only";
  const to = getFactTarget(status, trigger, goods_aboard);
  if (to !== null && !isTerminal(status)) return to === status ? "keeps_status" : "changes_status";
  if (getTargetStatus(trigger) === status) return "expected";
  if (status === "RETURNING" && trigger === "receive") return "expected";
  return "unexpected";
}

/**
 * Whether a fact covers all parcels of an order. Missing and disposed parcels are ignored; parcels that already have
 * the fact's custody count as covered, aboard a vehicle only those of the same one. The status changes only with the
 * last parcel.
 */
export function coversAllParcels(
  parcels: readonly ParcelRow[],
  parcel_ids: readonly number[] | undefined,
  taker: { to: ParcelRow["custody"]; ref: string | null } | undefined,
): boolean {
  if (parcel_ids === undefined) return true;
  return parcels.every(
    (parcel) =>
      parcel_ids.includes(parcel.id) ||
      parcel.custody === "missing" ||
      parcel.custody === "disposed" ||
      (parcel.custody === taker?.to && (taker.to !== "vehicle" || parcel.custody_ref === taker.ref)),
  );
}

export type Custodian = "sender" | "aboard" | "warehouse";

/** Who has custody of an order's goods, by the parcel that has progressed least. */
export function deriveCustodian(parcels: readonly Pick<ParcelRow, "custody">[]): Custodian {
  const held = parcels
    .map((parcel) => parcel.custody)
    .filter((custody) => custody !== "missing" && custody !== "disposed");
  if (held.length === 0 || held.every((custody) => custody === "sender")) return "sender";
  if (held.some((custody) => custody === "driver" || custody === "vehicle")) {
    return held.some((custody) => custody === "warehouse") ? "warehouse" : "aboard";
  }
  return "warehouse";
}

/** The cancel command by custody: before pickup the order ends, afterwards the goods must be returned first. */
export function chooseCancelCommand(
  status: OrderStatus,
  parcels: readonly Pick<ParcelRow, "custody">[],
): OrderCommand | null {
  const command: OrderCommand = deriveCustodian(parcels) === "sender" ? "cancel" : "cancel_in_custody";
  const other: OrderCommand = command === "cancel" ? "cancel_in_custody" : "cancel";
  if (getNextStatus(status, command) !== null) return command;
  // When the status allows only one of the two, the status takes precedence over the last scan.
  return getNextStatus(status, other) === null ? null : other;
}

/** The command of a new attempt, which starts where the goods are. */
export function chooseReattemptCommand(parcels: readonly Pick<ParcelRow, "custody">[]): OrderCommand {
  const custodian = deriveCustodian(parcels);
  if (custodian === "sender") return "reattempt_from_sender";
  return custodian === "aboard" ? "reattempt_aboard" : "reattempt_at_warehouse";
}

export const CANNOT_PLAN_REASONS = [
  "not_self_delivery",
  "held_by_carrier",
  "not_plannable",
  "no_location",
  "on_route",
] as const;
export type CannotPlanReason = (typeof CANNOT_PLAN_REASONS)[number];

type Planned = Pick<
  OrderRow,
  | "status"
  | "type"
  | "route_id"
  | "tender_state"
  | "third_party_carrier_id"
  | "delivery_kind"
  | "cancel_requested"
  | "lat"
  | "lng"
  | "pickup"
>;

/** Why no driver of the business or its contractor can carry this order, on its route or on another; null when one can. */
export function findCannotCarryReason(order: Planned): Exclude<CannotPlanReason, "on_route"> | null {
  if (order.delivery_kind !== "self") return "not_self_delivery";
  if (order.tender_state === "held" || order.third_party_carrier_id !== null) return "held_by_carrier";
  const routed = order.route_id !== null && ["ROUTED", "DISPATCHED"].includes(order.status);
  if ((getNextStatus(order.status, "plan") === null && !routed) || order.cancel_requested)
    return "not_plannable";
  // A pickup order at the warehouse has no stop left to visit.
  if (order.type === "P" && order.status === "AT_WAREHOUSE") return "not_plannable";
  return isLocated(order) ? null : "no_location";
}

/** Why this order cannot be added to a route, of any planner; null when it can. `route_id` is checked last. */
export function findCannotPlanReason(order: Planned): CannotPlanReason | null {
  return findCannotCarryReason(order) ?? (order.route_id === null ? null : "on_route");
}

/** Whether the stop has coordinates; a peer-to-peer order that is not collected yet needs them for both places. */
export function isLocated({
  type,
  status,
  lat,
  lng,
  pickup,
}: Pick<Planned, "type" | "status" | "lat" | "lng" | "pickup">): boolean {
  if (lat === null || lng === null) return false;
  if (type !== "P2P" || status === "AT_WAREHOUSE") return true;
  return typeof pickup?.lat === "number" && typeof pickup.lng === "number";
}

/** Why an order cannot be rerouted; null when it can: not picked up yet, and no carrier holds a tender for it. */
export function refusalToReroute(
  order: Pick<OrderRow, "status" | "tender_state">,
  parcels: readonly Pick<ParcelRow, "custody">[],
) {
  if (order.tender_state === "held") return "held_by_carrier";
  if (!["NEW_ORDER", "HOLD", "ROUTED", "DISPATCHED"].includes(order.status)) return "invalid_transition";
  if (deriveCustodian(parcels) !== "sender") return "picked_up";
  return null;
}

/** Whether an event can be voided: it changed the status or is a fact, and is not voided yet. The creation is no step. */
export function isVoidable(step: Step): boolean {
  return !step.voided && (step.from !== step.to || isPhysical(step.trigger));
}
