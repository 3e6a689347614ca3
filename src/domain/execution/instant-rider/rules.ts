/** Decisions of Instant Deliver: who is asked, the progress of a job, its pay. Pure. */
import { isTerminal, type OrderRow } from "#domain/orders/orders/public.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";

/** How long one rider has to answer. */
export const OFFER_S = 30;
/** After so many refusals of one rider after the other, all riders of the zone are asked at once. */
export const REFUSALS_BEFORE_ALL = 10;
/** How long riders are searched for before a dispatcher is asked. */
export const SEARCH_S = 600;
/** When a search that found nobody looks again. */
export const RETRY_S = 15;
/** A rider whose position is older is not asked. */
export const POSITION_MAX_AGE_S = 600;

export const OFFER_STATES = ["OFFERED", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"] as const;
export const OFFER_MODES = ["one", "all", "direct"] as const;

export const JOB_STATES = [
  "SEARCHING",
  "OFFERED",
  "ACCEPTED",
  "AT_PICKUP",
  "PICKED_UP",
  "AT_DROPOFF",
  "COMPLETED",
  "NO_RIDER",
  "CANCELLED",
  "RETURN_REQUIRED",
  "RETURNED",
] as const;
export type JobState = (typeof JOB_STATES)[number];

export const ENDED_STATES: readonly JobState[] = ["COMPLETED", "CANCELLED", "RETURNED"];
export const OPEN_STATES = JOB_STATES.filter((state) => !ENDED_STATES.includes(state));
/** A rider has the job, and the goods are where they were. */
export const BEFORE_PICKUP: readonly JobState[] = ["ACCEPTED", "AT_PICKUP"];
/** A rider has the job. */
export const ACTIVE_STATES: readonly JobState[] = [
  ...BEFORE_PICKUP,
  "PICKED_UP",
  "AT_DROPOFF",
  "RETURN_REQUIRED",
];
export const WITH_GOODS: readonly JobState[] = ["PICKED_UP", "AT_DROPOFF", "RETURN_REQUIRED"];
/** Riders are or can be asked. */
export const WAITING_STATES: readonly JobState[] = ["SEARCHING", "OFFERED", "NO_RIDER"];

export const isEnded = (state: JobState): boolean => ENDED_STATES.includes(state);
export const isActive = (state: JobState): boolean => ACTIVE_STATES.includes(state);

export type JobStep =
  | "arrive_pickup"
  | "pick_up"
  | "arrive_dropoff"
  | "complete"
  | "fail_pickup"
  | "fail_dropoff"
  | "return_goods"
  | "release";

/** The steps of a rider. A step may skip the arrival before it: who picks up is there. */
const STEPS: Record<JobStep, { from: readonly JobState[]; to: JobState }> = {
  arrive_pickup: { from: ["ACCEPTED"], to: "AT_PICKUP" },
  pick_up: { from: BEFORE_PICKUP, to: "PICKED_UP" },
  arrive_dropoff: { from: ["PICKED_UP"], to: "AT_DROPOFF" },
  complete: { from: ["PICKED_UP", "AT_DROPOFF"], to: "COMPLETED" },
  fail_pickup: { from: BEFORE_PICKUP, to: "CANCELLED" },
  fail_dropoff: { from: ["PICKED_UP", "AT_DROPOFF"], to: "RETURN_REQUIRED" },
  return_goods: { from: ["RETURN_REQUIRED"], to: "RETURNED" },
  release: { from: BEFORE_PICKUP, to: "SEARCHING" },
};

/** The state after a step; `done` when the job is there or farther already, null when the step is not possible. */
export function getNextState(state: JobState, step: JobStep): JobState | "done" | null {
  const { from, to } = STEPS[step];
  if (from.includes(state)) return to;
  if (state === to) return "done";
  if (step === "arrive_pickup" && ["PICKED_UP", "AT_DROPOFF", "COMPLETED"].includes(state)) return "done";
  if (step === "pick_up" && ["AT_DROPOFF", "COMPLETED"].includes(state)) return "done";
  if (step === "arrive_dropoff" && state === "COMPLETED") return "done";
  return null;
}

export interface ExplanationStep {
  at: string;
  what:
    | "searching"
    | "asked"
    | "asked_all"
    | "declined"
    | "expired"
    | "nobody"
    | "accepted"
    | "released"
    | "taken_away"
    | "no_rider"
    | "outside_zones"
    | "ended";
  driver_id?: number;
  reason?: string;
  /** The riders from whom the one asked was chosen, best first. */
  ranked?: { driver_id: number; score: number; distance: number; idle: number; fairness: number }[];
  skipped?: { driver_id: number; reason: SkipReason }[];
}

type Dispatchable = Pick<
  OrderRow,
  "status" | "route_id" | "assignment_id" | "tender_state" | "third_party_carrier_id" | "delivery_kind"
>;

export type DispatchRefusal =
  | "on_route"
  | "assigned"
  | "held_by_carrier"
  | "not_self_delivery"
  | "not_dispatchable";

/** Why riders cannot be asked to take this order; null when they can. */
export function findDispatchRefusal(order: Dispatchable): DispatchRefusal | null {
  if (order.route_id !== null) return "on_route";
  if (order.delivery_kind !== "self") return "not_self_delivery";
  if (order.tender_state !== null || order.third_party_carrier_id !== null) return "held_by_carrier";
  if (order.assignment_id !== null) return "assigned";
  return order.status === "NEW_ORDER" ? null : "not_dispatchable";
}

/**
 * What else happened to the order of a job decides about the job: cancelled, planned, delivered by somebody else, back at a
 * warehouse. Null while the job goes on.
 */
export function followOrder(
  state: JobState,
  order: Dispatchable,
): { state: "CANCELLED" | "RETURN_REQUIRED" | "RETURNED" | "COMPLETED"; reason: string } | null {
  const cancelled = order.status === "CANCELLED" ? "order_cancelled" : "order_unavailable";
  if (WAITING_STATES.includes(state))
    return findDispatchRefusal(order) === null ? null : { state: "CANCELLED", reason: cancelled };
  if (BEFORE_PICKUP.includes(state)) {
    const goes_on = order.status === "DISPATCHED" && order.route_id === null;
    // Goods in custody without a pickup of the rider: somebody else recorded it, and the rider still reports.
    const is_moving = ["PICKED_UP", "OUT_FOR_DELIVERY", "ARRIVED", "LOADED"].includes(order.status);
    return goes_on || (is_moving && order.route_id === null)
      ? null
      : { state: "CANCELLED", reason: cancelled };
  }
  if (!WITH_GOODS.includes(state)) return null;
  if (order.status === "DELIVERED") return { state: "COMPLETED", reason: "delivered_otherwise" };
  if (order.status === "AT_WAREHOUSE") return { state: "RETURNED", reason: "received_at_warehouse" };
  if (isTerminal(order.status)) return { state: "RETURNED", reason: "order_ended" };
  if (order.status === "RETURNING" && state !== "RETURN_REQUIRED")
    return { state: "RETURN_REQUIRED", reason: "order_cancelled" };
  return null;
}

interface Weights {
  distance_weight: number;
  idle_weight: number;
  fairness_weight: number;
}

export interface Candidate {
  driver_id: number;
  fleet_id: number;
  status: string;
  documents_valid: boolean;
  lat: number | null;
  lng: number | null;
  position_at: string | null;
  idle_since: string | null;
  active_jobs: number;
  jobs_today: number;
  has_open_offer: boolean;
  /** Was asked in this search alone or, when all are asked, with all. */
  was_asked: boolean;
  /** Gave the job back, or lost it. */
  is_former: boolean;
  capacity: number;
  distance_m_max: number;
  weights: Weights;
}

export const SKIP_REASONS = [
  "suspended",
  "documents",
  "busy",
  "other_offer",
  "asked_before",
  "no_position",
  "old_position",
  "too_far",
] as const;
type SkipReason = (typeof SKIP_REASONS)[number];

export interface RankedRider {
  driver_id: number;
  fleet_id: number;
  pickup_distance_m: number;
  /** 0 to 100, and its parts. */
  score: number;
  distance: number;
  idle: number;
  fairness: number;
}

export interface Ranking {
  ranked: RankedRider[];
  skipped: { driver_id: number; reason: SkipReason }[];
}

const IDLE_FULL_MS = 30 * 60_000;
/** Jobs of a day after which fairness gives nothing more. */
const JOBS_FULL = 10;

/**
 * Online riders of the zones of a pickup, best first: near, long without a job, with few jobs today. Riders of the same score are
 * in the order of their ids. `ignores_open_offers`: those of other jobs are no obstacle.
 */
export function rankRiders(
  candidates: readonly Candidate[],
  pickup: Point,
  now: Date,
  { road_factor, ignores_open_offers }: { road_factor: number; ignores_open_offers: boolean },
): Ranking {
  const ranked: RankedRider[] = [];
  const skipped: Ranking["skipped"] = [];
  for (const candidate of candidates) {
    const distance_m = computeRoad_m(candidate, pickup, road_factor);
    const reason = findSkipReason(candidate, distance_m, now, ignores_open_offers);
    if (reason !== null) {
      skipped.push({ driver_id: candidate.driver_id, reason });
      continue;
    }
    ranked.push(scoreRider(candidate, distance_m as number, now));
  }
  ranked.sort((one, other) => other.score - one.score || one.driver_id - other.driver_id);
  return { ranked, skipped };
}

function findSkipReason(
  candidate: Candidate,
  distance_m: number | null,
  now: Date,
  ignores_open_offers: boolean,
): SkipReason | null {
  if (candidate.status !== "active") return "suspended";
  if (!candidate.documents_valid) return "documents";
  if (candidate.active_jobs >= candidate.capacity) return "busy";
  if (candidate.is_former || candidate.was_asked) return "asked_before";
  if (candidate.has_open_offer && !ignores_open_offers) return "other_offer";
  if (distance_m === null || candidate.position_at === null) return "no_position";
  if (now.getTime() - Date.parse(candidate.position_at) > POSITION_MAX_AGE_S * 1000) return "old_position";
  return distance_m > candidate.distance_m_max ? "too_far" : null;
}

function scoreRider(candidate: Candidate, pickup_distance_m: number, now: Date): RankedRider {
  const { weights, distance_m_max, idle_since, jobs_today, driver_id, fleet_id } = candidate;
  const idle_ms = idle_since === null ? 0 : Math.max(0, now.getTime() - Date.parse(idle_since));
  const distance = Math.round(weights.distance_weight * (1 - pickup_distance_m / distance_m_max));
  const idle = Math.round(weights.idle_weight * Math.min(1, idle_ms / IDLE_FULL_MS));
  const fairness = Math.round(weights.fairness_weight * (1 - Math.min(1, jobs_today / JOBS_FULL)));
  return {
    driver_id,
    fleet_id,
    pickup_distance_m,
    score: distance + idle + fairness,
    distance,
    idle,
    fairness,
  };
}

/** Metres of road, estimated from the straight line; null without both positions. */
export function computeRoad_m(
  from: { lat?: number | null | undefined; lng?: number | null | undefined } | null,
  to: { lat?: number | null | undefined; lng?: number | null | undefined } | null,
  road_factor: number,
): number | null {
  if (typeof from?.lat !== "number" || typeof from.lng !== "number") return null;
  if (typeof to?.lat !== "number" || typeof to.lng !== "number") return null;
  const km = straightLineKm({ lat: from.lat, lng: from.lng }, { lat: to.lat, lng: to.lng });
  return Math.round(km * road_factor * 1000);
}

export interface PayRates {
  base_minor: number;
  per_km_minor: number;
  per_waiting_minute_minor: number;
  free_waiting_minutes: number;
}

export const PAY_KINDS = ["base", "distance", "waiting", "tip"] as const;
export type PayKind = (typeof PAY_KINDS)[number];

export interface PayLine {
  kind: PayKind;
  quantity: number | null;
  amount_minor: number;
}

/** What an offer promises: without waiting, which nobody knows beforehand. */
export function computePromisedPay(rates: PayRates, distance_m: number, tip_minor: number): number {
  return rates.base_minor + computeDistancePay(rates, distance_m) + tip_minor;
}

const computeDistancePay = ({ per_km_minor }: PayRates, distance_m: number): number =>
  Math.round((per_km_minor * distance_m) / 1000);

interface PaidJob {
  state: JobState;
  distance_m: number;
  tip_minor: number;
  at_pickup_at: string | null;
  picked_up_at: string | null;
  at_dropoff_at: string | null;
  return_since: string | null;
  ended_at: string | null;
}

/** Whole minutes at the pickup and at the drop-off, above those that are free. */
function computeWaiting_min(job: PaidJob, { free_waiting_minutes }: PayRates): number {
  const left_at = job.return_since ?? job.ended_at;
  const waited =
    computeSpan_ms(job.at_pickup_at, job.picked_up_at ?? job.ended_at) +
    computeSpan_ms(job.at_dropoff_at, left_at);
  return Math.max(0, Math.floor(waited / 60_000) - free_waiting_minutes);
}

const computeSpan_ms = (from: string | null, to: string | null): number =>
  from === null || to === null ? 0 : Math.max(0, Date.parse(to) - Date.parse(from));

/**
 * The pay of an ended job. A delivery: everything. Goods that went back: the way twice, and no tip. A job that ended while the rider
 * was at the pickup: base and waiting. One that ended earlier: nothing.
 */
export function computePay(job: PaidJob, rates: PayRates): PayLine[] {
  const was_at_pickup = job.at_pickup_at !== null || job.picked_up_at !== null;
  if (job.state === "CANCELLED" && !was_at_pickup) return [];
  const waiting_min = computeWaiting_min(job, rates);
  const way_m =
    job.state === "COMPLETED" ? job.distance_m : job.state === "RETURNED" ? 2 * job.distance_m : 0;
  const lines: PayLine[] = [
    { kind: "base", quantity: null, amount_minor: rates.base_minor },
    { kind: "distance", quantity: way_m, amount_minor: computeDistancePay(rates, way_m) },
    {
      kind: "waiting",
      quantity: waiting_min,
      amount_minor: waiting_min * rates.per_waiting_minute_minor,
    },
    { kind: "tip", quantity: null, amount_minor: job.state === "COMPLETED" ? job.tip_minor : 0 },
  ];
  return lines.filter(({ amount_minor }) => amount_minor > 0);
}

/** Two ends of an edge that cross make no area. */
export function findZoneFault(corners: readonly Point[]): "corners_repeat" | "corners_cross" | null {
  const names = new Set(corners.map(({ lat, lng }) => `${lat} ${lng}`));
  if (names.size !== corners.length) return "corners_repeat";
  const edges = corners.map(
    (corner, index) => [corner, corners[(index + 1) % corners.length] as Point] as const,
  );
  for (let one = 0; one < edges.length; one += 1) {
    for (let other = one + 1; other < edges.length; other += 1) {
      const is_neighbour = other === one + 1 || (one === 0 && other === edges.length - 1);
      if (!is_neighbour && cross(edges[one] as Edge, edges[other] as Edge)) return "corners_cross";
    }
  }
  return null;
}

type Edge = readonly [Point, Point];

function cross([a, b]: Edge, [c, d]: Edge): boolean {
  const side = (p: Point, q: Point, r: Point) =>
    Math.sign((q.lng - p.lng) * (r.lat - p.lat) - (q.lat - p.lat) * (r.lng - p.lng));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}
