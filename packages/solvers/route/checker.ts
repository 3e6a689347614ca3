import type {
  Job,
  Route,
  RouteProblem,
  RouteSolution,
  TimeWindow,
  Travel,
  Vehicle,
  Visit,
} from "./problem.ts";

/** A violation of the problem by a solution, or a wrong total. */
export type Violation = {
  kind:
    | "unknown_vehicle"
    | "unknown_job"
    | "vehicle_twice"
    | "job_twice"
    | "job_missing"
    | "pair"
    | "skills"
    | "lock"
    | "capacity"
    | "window"
    | "shift"
    | "max_stops"
    | "max_distance"
    | "max_duration"
    | "arithmetic"
    | "reason";
  vehicle_id?: string;
  job_id?: string;
  message: string;
};

/** Seconds and metres may differ by a hundredth and by a millionth part: travel may be in single precision. */
const SLACK = 0.01;
const RELATIVE_SLACK = 1e-6;

type Leg = { metres: number; seconds: number };

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= SLACK + RELATIVE_SLACK * Math.max(Math.abs(a), Math.abs(b));
}

/** Travel read from the problem alone, by haversine for straight lines. */
function legReader(travel: Travel): (from: number | null, to: number | null) => Leg {
  if (!("points" in travel)) {
    return (from, to) => {
      if (from === null || to === null) return { metres: 0, seconds: 0 };
      const at = from * travel.size + to;
      return { metres: travel.distance_m[at] ?? Number.NaN, seconds: travel.duration_s[at] ?? Number.NaN };
    };
  }
  const { points, road_factor = 1, speed_mps = 10 } = travel;
  return (from, to) => {
    const a = from === null ? undefined : points[from];
    const b = to === null ? undefined : points[to];
    if (a === undefined || b === undefined) return { metres: 0, seconds: 0 };
    const turn = Math.PI / 180;
    const haversine =
      (1 - Math.cos((b.lat - a.lat) * turn)) / 2 +
      (Math.cos(a.lat * turn) * Math.cos(b.lat * turn) * (1 - Math.cos((b.lng - a.lng) * turn))) / 2;
    const angle = 2 * Math.atan2(Math.sqrt(haversine), Math.sqrt(Math.max(0, 1 - haversine)));
    const metres = 6371008.8 * angle * road_factor;
    return { metres, seconds: metres / speed_mps };
  };
}

function isInside(at: number, windows: TimeWindow[] | undefined): boolean {
  if (windows === undefined || windows.length === 0) return true;
  return windows.some((window) => at >= window.start_s - SLACK && at <= window.end_s + SLACK);
}

function visitFor(job: Job, action: "pickup" | "delivery"): Visit | undefined {
  if (job.kind === "pair") return action === "pickup" ? job.pickup : job.delivery;
  return job.kind === action ? job.visit : undefined;
}

/**
 * Checks a solution against its problem, sharing no code with the solver: every job once or unassigned, every
 * limit kept along every route, and every total correct. An empty list means a valid solution; it does not mean
 * that no better one exists.
 */
export function check(problem: RouteProblem, solution: RouteSolution): Violation[] {
  const violations: Violation[] = [];
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const jobs = new Map(problem.jobs.map((job) => [job.id, job]));
  const leg = legReader(problem.travel);
  const servedBy = new Map<string, string>();
  const driven = new Set<string>();
  for (const route of solution.routes) {
    const vehicle = vehicles.get(route.vehicle_id);
    if (vehicle === undefined) {
      violations.push({ kind: "unknown_vehicle", vehicle_id: route.vehicle_id, message: "no such vehicle" });
      continue;
    }
    if (driven.has(vehicle.id)) {
      violations.push({
        kind: "vehicle_twice",
        vehicle_id: vehicle.id,
        message: "the vehicle has two routes",
      });
    }
    driven.add(vehicle.id);
    checkOrder(vehicle, route, jobs, servedBy, violations);
    checkSchedule(vehicle, route, jobs, leg, violations);
    checkLoads(vehicle, route, jobs, violations);
  }
  checkAssignment(problem, solution, servedBy, violations);
  checkTotals(problem, solution, violations);
  return violations;
}

/** Checks known jobs, complete pairs in order, skills, jobs tied to vehicles and fixed positions. */
function checkOrder(
  vehicle: Vehicle,
  route: Route,
  jobs: Map<string, Job>,
  servedBy: Map<string, string>,
  violations: Violation[],
): void {
  const add = (kind: Violation["kind"], job_id: string, message: string) =>
    violations.push({ kind, vehicle_id: vehicle.id, job_id, message });
  const open = new Set<string>();
  for (const stop of route.stops) {
    const job = jobs.get(stop.job_id);
    if (job === undefined || visitFor(job, stop.action) === undefined) {
      add("unknown_job", stop.job_id, `no such job to ${stop.action}`);
      continue;
    }
    if (job.kind === "pair" && stop.action === "delivery") {
      if (!open.delete(job.id))
        add("pair", job.id, "delivered before, or without, being picked up on this route");
      continue;
    }
    if (servedBy.has(job.id)) add("job_twice", job.id, "the job is served twice");
    servedBy.set(job.id, vehicle.id);
    if (job.kind === "pair") open.add(job.id);
    const missing = (job.skills ?? []).filter((skill) => !(vehicle.skills ?? []).includes(skill));
    if (missing.length > 0) add("skills", job.id, `the vehicle lacks ${missing.join(", ")}`);
    if (job.vehicle_id !== undefined && job.vehicle_id !== vehicle.id) {
      add("lock", job.id, `the job belongs to vehicle "${job.vehicle_id}"`);
    }
  }
  for (const job_id of open) add("pair", job_id, "picked up but not delivered on this route");
  const order = route.stops.map((stop) => stop.job_id);
  const first = (vehicle.first_job_ids ?? []).filter((id) => order.includes(id));
  const last = (vehicle.last_job_ids ?? []).filter((id) => order.includes(id));
  for (const [at, id] of first.entries()) {
    if (order[at] !== id) add("lock", id, `the job is not stop ${at + 1} as its place at the head asks`);
  }
  for (const [at, id] of last.entries()) {
    if (order[order.length - last.length + at] !== id)
      add("lock", id, "the job is not at its place at the tail");
  }
}

/** Simulates the route: arrivals, windows, shift and limits, and the totals of the route. */
function checkSchedule(
  vehicle: Vehicle,
  route: Route,
  jobs: Map<string, Job>,
  leg: ReturnType<typeof legReader>,
  violations: Violation[],
): void {
  const add = (kind: Violation["kind"], message: string, job_id?: string) =>
    violations.push({ kind, vehicle_id: vehicle.id, message, ...(job_id !== undefined && { job_id }) });
  let at = route.start_s;
  let from = vehicle.start_location;
  let metres = 0;
  let travel = 0;
  let service = 0;
  let waiting = 0;
  for (const stop of route.stops) {
    const job = jobs.get(stop.job_id);
    const visit = job && visitFor(job, stop.action);
    if (visit === undefined) continue;
    if (stop.location !== visit.location)
      add("arithmetic", `the stop is not at location ${visit.location}`, stop.job_id);
    const way = leg(from, visit.location);
    metres += way.metres;
    travel += way.seconds;
    service += visit.service_s ?? 0;
    waiting += stop.start_s - stop.arrival_s;
    if (!isClose(stop.arrival_s, at + way.seconds)) {
      add("arithmetic", `arrival is ${stop.arrival_s}, should be ${at + way.seconds}`, stop.job_id);
    }
    if (stop.start_s < stop.arrival_s - SLACK)
      add("arithmetic", "service starts before arrival", stop.job_id);
    if (!isInside(stop.start_s, visit.windows))
      add("window", `service starts at ${stop.start_s}`, stop.job_id);
    if (!isClose(stop.departure_s, stop.start_s + (visit.service_s ?? 0))) {
      add("arithmetic", "departure is not start plus service", stop.job_id);
    }
    at = stop.departure_s;
    from = visit.location;
  }
  const home = leg(from, vehicle.end_location);
  metres += home.metres;
  travel += home.seconds;
  const seconds = route.end_s - route.start_s;
  const { fixed = 0, per_km = 0, per_hour = 0 } = vehicle.cost ?? {};
  const expected: [string, number, number][] = [
    ["end_s", route.end_s, at + home.seconds],
    ["distance_m", route.distance_m, metres],
    ["duration_s", route.duration_s, seconds],
    ["travel_s", route.travel_s, travel],
    ["service_s", route.service_s, service],
    ["waiting_s", route.waiting_s, waiting],
    ["cost", route.cost, fixed + (per_km * metres) / 1000 + (per_hour * seconds) / 3600],
  ];
  for (const [field, stated, actual] of expected) {
    if (!isClose(stated, actual)) add("arithmetic", `${field} is ${stated}, should be ${actual}`);
  }
  const shift = vehicle.shift ?? { start_s: 0, end_s: Infinity };
  if (route.start_s < shift.start_s - SLACK) add("shift", `leaves at ${route.start_s}, before the shift`);
  if (route.end_s > shift.end_s + SLACK) add("shift", `ends at ${route.end_s}, after the shift`);
  const { max_stops = Infinity, max_distance_m = Infinity, max_duration_s = Infinity } = vehicle;
  if (route.stops.length > max_stops) add("max_stops", `${route.stops.length} stops`);
  if (metres > max_distance_m && !isClose(metres, max_distance_m)) add("max_distance", `${metres} m`);
  if (seconds > max_duration_s && !isClose(seconds, max_duration_s)) add("max_duration", `${seconds} s`);
}

/** Checks the load between any two stops, per capacity. */
function checkLoads(vehicle: Vehicle, route: Route, jobs: Map<string, Job>, violations: Violation[]): void {
  const capacity = vehicle.capacity ?? [];
  for (const [k, room] of capacity.entries()) {
    const getAmount = (job_id: string) => jobs.get(job_id)?.amount?.[k] ?? 0;
    let load = 0;
    for (const stop of route.stops)
      if (jobs.get(stop.job_id)?.kind === "delivery") load += getAmount(stop.job_id);
    let most = load;
    for (const stop of route.stops) {
      load += (stop.action === "pickup" ? 1 : -1) * getAmount(stop.job_id);
      most = Math.max(most, load);
      if (!isClose(stop.load[k] ?? Number.NaN, load)) {
        violations.push({
          kind: "arithmetic",
          vehicle_id: vehicle.id,
          job_id: stop.job_id,
          message: `load ${k} is ${stop.load[k]}, should be ${load}`,
        });
      }
    }
    if (most > room + 1e-6 * Math.max(1, room)) {
      violations.push({
        kind: "capacity",
        vehicle_id: vehicle.id,
        message: `carries ${most} of capacity ${k}, room for ${room}`,
      });
    }
    if (!isClose(route.load[k] ?? Number.NaN, most)) {
      violations.push({
        kind: "arithmetic",
        vehicle_id: vehicle.id,
        message: `largest load ${k} is ${route.load[k]}, should be ${most}`,
      });
    }
  }
}

function checkAssignment(
  problem: RouteProblem,
  solution: RouteSolution,
  servedBy: Map<string, string>,
  violations: Violation[],
): void {
  const open_ids = new Set<string>();
  for (const { job_id, reason } of solution.unassigned) {
    if (open_ids.has(job_id))
      violations.push({ kind: "job_twice", job_id, message: "the job is listed as unassigned twice" });
    if (servedBy.has(job_id))
      violations.push({ kind: "job_twice", job_id, message: "the job is both served and unassigned" });
    if (!problem.jobs.some((job) => job.id === job_id))
      violations.push({ kind: "unknown_job", job_id, message: "no such job" });
    if (!reason) violations.push({ kind: "reason", job_id, message: "unassigned without a reason" });
    open_ids.add(job_id);
  }
  for (const job of problem.jobs) {
    if (!servedBy.has(job.id) && !open_ids.has(job.id)) {
      violations.push({ kind: "job_missing", job_id: job.id, message: "neither served nor unassigned" });
    }
  }
  for (const vehicle of problem.vehicles) {
    for (const id of [...(vehicle.first_job_ids ?? []), ...(vehicle.last_job_ids ?? [])]) {
      const by = servedBy.get(id);
      if (by !== undefined && by !== vehicle.id) {
        violations.push({
          kind: "lock",
          vehicle_id: by,
          job_id: id,
          message: `the job has its place on vehicle "${vehicle.id}"`,
        });
      }
    }
  }
}

function checkTotals(problem: RouteProblem, solution: RouteSolution, violations: Violation[]): void {
  const { routes, totals, objective } = solution;
  const sum = (getNumber: (route: Route) => number) =>
    routes.reduce((total, route) => total + getNumber(route), 0);
  const unassigned_ids = new Set(solution.unassigned.map((job) => job.job_id));
  const leftJobs = problem.jobs.filter((job) => unassigned_ids.has(job.id));
  const base = { distance: totals.distance_m, time: totals.duration_s, cost: totals.cost }[
    objective.minimised
  ];
  const expected: [string, number, number][] = [
    ["totals.vehicles", totals.vehicles, routes.length],
    ["totals.stops", totals.stops, sum((route) => route.stops.length)],
    ["totals.unassigned", totals.unassigned, solution.unassigned.length],
    ["objective.base", objective.base, base],
    [
      "objective.prizes_lost",
      objective.prizes_lost,
      leftJobs.reduce((total, job) => total + (job.prize ?? 0), 0),
    ],
    [
      "objective.required_unassigned_weight",
      objective.required_unassigned_weight,
      leftJobs.reduce((total, job) => total + (job.prize === undefined ? (job.priority ?? 1) : 0), 0),
    ],
    ["objective.balance", objective.balance, objective.balance_price * objective.imbalance],
    ["objective.imbalance", objective.imbalance, computeImbalance(problem, solution)],
    ["objective.value", objective.value, objective.base + objective.balance + objective.prizes_lost],
  ];
  for (const field of ["distance_m", "duration_s", "travel_s", "service_s", "waiting_s", "cost"] as const) {
    expected.push([`totals.${field}`, totals[field], sum((route) => route[field])]);
  }
  for (const [field, stated, actual] of expected) {
    if (!isClose(stated, actual))
      violations.push({ kind: "arithmetic", message: `${field} is ${stated}, should be ${actual}` });
  }
}

/** Balance asks for a longest route of at most 1.1 times the mean, or of what the largest job needs by itself. */
function computeImbalance(problem: RouteProblem, { routes, unassigned }: RouteSolution): number {
  const { mode = "none" } = problem.objective?.balance ?? {};
  if (mode === "none") return 0;
  const shares = routes.map(
    (route) => ({ by_stops: route.stops.length, by_time: route.duration_s, by_pay: route.cost })[mode],
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0) return 0;
  const mean = total / shares.length;
  const impossible = new Set(
    unassigned.filter(({ reason }) => REASONS_OF_JOB_ALONE.has(reason)).map(({ job_id }) => job_id),
  );
  const largest = problem.jobs
    .filter((job) => !impossible.has(job.id))
    .reduce((most, job) => Math.max(most, leastShareAlone(problem, job, mode)), 0);
  const limit = Math.max(1.1 * mean, largest);
  const excess = shares.reduce((sum, share) => sum + Math.max(0, share - limit), 0);
  const deviation = shares.reduce((sum, share) => sum + Math.abs(share - mean), 0);
  return excess / mean + (0.025 * deviation) / (2 * total);
}

const REASONS_OF_JOB_ALONE: ReadonlySet<string> = new Set<RouteSolution["unassigned"][number]["reason"]>([
  "no_vehicle_has_skills",
  "exceeds_every_capacity",
  "window_unreachable",
  "shift_too_short",
  "too_far",
  "locked_sequence_infeasible",
]);

/** Driving and service of this job alone, on the vehicle where it is least. */
function leastShareAlone(problem: RouteProblem, job: Job, mode: "by_stops" | "by_time" | "by_pay"): number {
  const visits = job.kind === "pair" ? [job.pickup, job.delivery] : [job.visit];
  if (mode === "by_stops") return visits.length;
  const leg = legReader(problem.travel);
  const service = visits.reduce((sum, visit) => sum + (visit.service_s ?? 0), 0);
  const shares = problem.vehicles.map(({ start_location, end_location, cost = {} }) => {
    const places = [start_location, ...visits.map((visit) => visit.location), end_location];
    const legs = places.slice(1).map((to, k) => leg(places[k] ?? null, to));
    const metres = legs.reduce((sum, { metres }) => sum + metres, 0);
    const seconds = legs.reduce((sum, { seconds }) => sum + seconds, service);
    const { fixed = 0, per_km = 0, per_hour = 0 } = cost;
    return mode === "by_time" ? seconds : fixed + (per_km * metres) / 1000 + (per_hour * seconds) / 3600;
  });
  return Math.min(...shares);
}
