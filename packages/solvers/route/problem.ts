import type { Exchange } from "./exchange.ts";

/**
 * A routing problem and its solution, as plain data that can be cloned to another thread.
 *
 * Units: metres, seconds, and any consistent units of money and load. Times are seconds from any one origin
 * (midnight of the planning day, or the epoch), the same for all.
 */
export type RouteProblem = {
  travel: Travel;
  vehicles: Vehicle[];
  jobs: Job[];
  /** Default: distance, fewest vehicles not first, no balance. */
  objective?: Objective;
};

/** Where travel distances and durations come from. Locations are row numbers. */
export type Travel = TravelMatrix | StraightLine;

/** `size × size`, row-major, from row to column; not necessarily symmetric. */
export type TravelMatrix = {
  size: number;
  distance_m: MatrixValues;
  duration_s: MatrixValues;
};

/** `Float32Array` halves the memory of 5,000 locations; both are read in place, never written. */
type MatrixValues = Float64Array | Float32Array | Int32Array | Uint32Array | number[];

/** Great circle (earth radius 6371.0088 km) times `road_factor`, driven at `speed_mps`. */
type StraightLine = {
  points: GeoPoint[];
  /** Default 1. */
  road_factor?: number;
  /** Default 10 m/s (36 km/h). */
  speed_mps?: number;
};

export type GeoPoint = { lat: number; lng: number };

/** Both ends included. Service starts inside a window; it may end after it. */
export type TimeWindow = { start_s: number; end_s: number };

/** One place where a job is done. No windows means any time. */
export type Visit = {
  location: number;
  /** Default 0. */
  service_s?: number;
  windows?: TimeWindow[];
};

type JobBase = {
  id: string;
  /** One number per capacity, in the order of the vehicles' `capacity`; default all 0. */
  amount?: number[];
  /** All of them must be among the vehicle's skills. */
  skills?: string[];
  /**
   * Which required jobs go first when not all fit: leaving one out weighs this much, default 1.
   * Any number of lower-weight jobs may be left out for a heavier one only if their sum is less.
   */
  priority?: number;
  /**
   * Makes the job optional: it is served when that costs less than the prize, in units of
   * what is minimised. Absent: required, left out only when it cannot be fitted.
   */
  prize?: number;
  /** Only this vehicle may serve the job. */
  vehicle_id?: string;
};

export type SingleJob = JobBase & {
  /** A delivery is on board from the start of the route, a pickup until its end. */
  kind: "delivery" | "pickup";
  visit: Visit;
};

/** Collected and delivered by the same vehicle, in this order; on board only between. */
type PairJob = JobBase & { kind: "pair"; pickup: Visit; delivery: Visit };

export type Job = SingleJob | PairJob;

export type Vehicle = {
  id: string;
  /** null: the route begins at its first stop, at no cost. */
  start_location: number | null;
  /** null: the route ends at its last stop. */
  end_location: number | null;
  /** One number per capacity; every vehicle and job has the same length. Default none. */
  capacity?: number[];
  skills?: string[];
  /** The whole route lies within; default any time from 0. */
  shift?: TimeWindow;
  /** Visits, a pair counting two. */
  max_stops?: number;
  max_distance_m?: number;
  /** From leaving the start to reaching the end, waiting included. */
  max_duration_s?: number;
  /** Money; default 0, 0 and 0. Also what the driver is paid, for balance by pay. */
  cost?: { fixed?: number; per_km?: number; per_hour?: number };
  /** Single jobs served before all others, in this order; they may be on no other vehicle. */
  first_job_ids?: string[];
  /** Single jobs served after all others, in this order. */
  last_job_ids?: string[];
};

export type BalanceMode = "none" | "by_stops" | "by_time" | "by_pay";

export type Objective = {
  /** Metres driven, seconds on the road (waiting and service included), or vehicle costs. */
  minimise?: "distance" | "time" | "cost";
  /** Fewest used vehicles before anything else (after required jobs). */
  fewest_vehicles_first?: boolean;
  balance?: {
    mode: BalanceMode;
    /** Price of an imbalance of 1 as a share of the starting plan's cost; default 4. */
    strength?: number;
  };
};

export type RouteSolution = {
  routes: Route[];
  unassigned: UnassignedJob[];
  totals: Totals;
  objective: ObjectiveTerms;
  iterations: number;
  elapsed_ms: number;
  /** Stopped by `isCancelled`: the best plan until then. */
  cancelled: boolean;
};

/** Only vehicles that are used have a route. */
export type Route = {
  vehicle_id: string;
  stops: Stop[];
  /** Leaves as late as it can without finishing later. */
  start_s: number;
  end_s: number;
  distance_m: number;
  /** `end_s - start_s`: travel, service and waiting. */
  duration_s: number;
  travel_s: number;
  service_s: number;
  waiting_s: number;
  /** Largest load on board at any moment, per capacity. */
  load: number[];
  /** Fixed, per km and per hour costs of the vehicle. */
  cost: number;
};

export type Stop = {
  job_id: string;
  action: "pickup" | "delivery";
  location: number;
  arrival_s: number;
  /** Service starts; after `arrival_s` by the waiting time. */
  start_s: number;
  departure_s: number;
  /** On board on leaving. */
  load: number[];
};

type UnassignedJob = { job_id: string; reason: UnassignedReason };

/**
 * The first that applies, read from the job alone on empty vehicles (its own, when it names one): nobody has
 * the skills; of those who have, none is large enough; of those, none reaches a window; none is back within
 * shift and duration; none within the distance. From `locked_sequence_infeasible` on the job would fit alone on
 * an empty vehicle: its place at the head or tail cannot be kept, it costs more than its prize, no vehicle has
 * the room left, or room is left but not the time, distance or stops.
 */
export type UnassignedReason =
  | "no_vehicle_has_skills"
  | "exceeds_every_capacity"
  | "window_unreachable"
  | "shift_too_short"
  | "too_far"
  | "locked_sequence_infeasible"
  | "prize_below_cost"
  | "capacity_exhausted"
  | "fleet_exhausted";

export type Totals = {
  vehicles: number;
  stops: number;
  distance_m: number;
  duration_s: number;
  travel_s: number;
  service_s: number;
  waiting_s: number;
  cost: number;
  unassigned: number;
};

/**
 * The minimised terms. `value` is `base + balance + prizes_lost`; vehicles and required jobs come before it.
 */
export type ObjectiveTerms = {
  required_unassigned_weight: number;
  /** Counted in the objective only when fewest vehicles come first. */
  vehicles: number;
  minimised: "distance" | "time" | "cost";
  base: number;
  balance: number;
  /** What an imbalance of 1 costs; `balance` is this times `imbalance`. */
  balance_price: number;
  /**
   * What routes have above 1.1 times the mean share of work (or above what the largest job needs alone), in mean
   * shares, plus a fortieth of half the sum of deviations from the mean, over the sum. 0 when all are equal.
   */
  imbalance: number;
  prizes_lost: number;
  value: number;
};

export type SolveOptions = {
  /** `sisr` (default) uses the limit; `savings` is instant and needs none. */
  engine?: "sisr" | "savings";
  seed: number;
  /** One of the two limits at least; with `iterations` alone the answer repeats exactly. */
  time_limit_ms?: number;
  iterations?: number;
  /** Milliseconds, monotonic. */
  now: () => number;
  /** Called at most every 250 ms. */
  onProgress?: (progress: RouteProgress) => void;
  /** Adds the routes of the best plan to each progress. */
  progress_routes?: boolean;
  /** Called about every 50 ms. */
  isCancelled?: () => boolean;
  /** Starts from these routes, valid for the problem, in place of savings. */
  initial?: Route[];
  /** Uses at most this many vehicles, whichever they are. */
  vehicles_max?: number;
  /** Best plans are exchanged with another thread that searches for plans of the same problem; see `threads.ts`. */
  exchange?: Exchange;
};

export type RouteProgress = {
  /** Of what is minimised, balance and lost prizes included. */
  best_cost: number;
  vehicles: number;
  unassigned: number;
  elapsed_ms: number;
  iteration: number;
  routes?: { vehicle_id: string; job_ids: string[] }[];
};

/** The problem contradicts itself; the message names the field. */
export class InvalidRouteProblem extends Error {
  override name = "InvalidRouteProblem";
}
