import { compile, DELIVERY, type Model, PAIR_PICKUP, PICKUP } from "./model.ts";
import type { Job, RouteProblem, Travel, Vehicle } from "./problem.ts";
import { type Simulation, simulateRoute } from "./schedule.ts";

/** Why a vehicle cannot take a job besides those it has. */
export type RefusingConstraint =
  | "locked"
  | "skills"
  | "capacity"
  | "max_stops"
  | "window"
  | "shift"
  | "max_duration"
  | "max_distance";

/** A vehicle for a job: what the plan costs more with it there than where the job is now; or why it cannot be there. */
export type Alternative = {
  vehicle_id: string;
  /** The vehicle has no route in the plan. */
  is_new_vehicle: boolean;
  refused_by: RefusingConstraint | null;
  /** Skills of the job that the vehicle lacks; with `refused_by` skills only. */
  missing_skills: string[];
  /** Null when refused. Against not serving the job where it is unassigned. */
  extra: { distance_m: number; duration_s: number; cost: number } | null;
};

/** The jobs of a vehicle in the order of their visits; a pair is named twice. */
export type PlannedSequence = { vehicle_id: string; job_ids: string[] };

type Work = { distance_m: number; duration_s: number; cost: number };
const NO_WORK: Work = { distance_m: 0, duration_s: 0, cost: 0 };

/**
 * What each other vehicle would cost for one job of a plan, at its cheapest position there and with all other jobs as
 * they are; cheapest first by what is minimised (vehicles without a route last when the fewest come first), then those
 * that refuse. Time: the positions of all routes (pairs: squared), each simulated.
 */
export function findAlternatives(
  problem: RouteProblem,
  routes: readonly PlannedSequence[],
  job_id: string,
): Alternative[] {
  const job = problem.jobs.find(({ id }) => id === job_id);
  if (job === undefined) return [];
  const jobs = new Map(problem.jobs.map((one) => [one.id, one]));
  const sequences = new Map(routes.map(({ vehicle_id, job_ids }) => [vehicle_id, job_ids]));
  const own_vehicle = routes.find(({ job_ids }) => job_ids.includes(job_id))?.vehicle_id;
  const now = problem.vehicles.find(({ id }) => id === own_vehicle);
  const saved =
    now === undefined ? NO_WORK : measureRemoval(problem, now, sequences.get(now.id) ?? [], jobs, job_id);
  const minimised = ({ distance_m, duration_s, cost }: Work) =>
    ({ distance: distance_m, time: duration_s, cost })[problem.objective?.minimise ?? "distance"];
  const alternatives = problem.vehicles
    .filter(({ id }) => id !== own_vehicle)
    .map((vehicle): Alternative => {
      const sequence = sequences.get(vehicle.id) ?? [];
      const shared = { vehicle_id: vehicle.id, is_new_vehicle: sequence.length === 0, missing_skills: [] };
      const missing = (job.skills ?? []).filter((skill) => !(vehicle.skills ?? []).includes(skill));
      if (missing.length > 0)
        return { ...shared, refused_by: "skills", missing_skills: missing, extra: null };
      if (isLockedElsewhere(problem, job, vehicle)) return { ...shared, refused_by: "locked", extra: null };
      const insertion = findCheapestInsertion(
        reduceProblem(problem, vehicle, sequence, jobs, job),
        minimised,
        positionsFor(vehicle, sequence),
      );
      if (typeof insertion === "string") return { ...shared, refused_by: insertion, extra: null };
      return { ...shared, refused_by: null, extra: subtract(insertion, saved) };
    });
  const fewest = problem.objective?.fewest_vehicles_first === true;
  const rank = ({ extra, is_new_vehicle }: Alternative) =>
    extra === null ? 2 : fewest && is_new_vehicle ? 1 : 0;
  return alternatives.sort(
    (a, b) => rank(a) - rank(b) || minimised(a.extra ?? NO_WORK) - minimised(b.extra ?? NO_WORK),
  );
}

function subtract(one: Work, other: Work): Work {
  return {
    distance_m: one.distance_m - other.distance_m,
    duration_s: one.duration_s - other.duration_s,
    cost: one.cost - other.cost,
  };
}

function isLockedElsewhere(problem: RouteProblem, job: Job, vehicle: Vehicle): boolean {
  if (job.vehicle_id !== undefined) return job.vehicle_id !== vehicle.id;
  const holder = problem.vehicles.find(({ first_job_ids = [], last_job_ids = [] }) =>
    [...first_job_ids, ...last_job_ids].includes(job.id),
  );
  return holder !== undefined && holder.id !== vehicle.id;
}

/** Positions between the fixed first and last stops of a route. */
function positionsFor(vehicle: Vehicle, sequence: readonly string[]): { from: number; to: number } {
  const countAssigned = (ids: readonly string[] = []) => ids.filter((id) => sequence.includes(id)).length;
  return {
    from: countAssigned(vehicle.first_job_ids),
    to: sequence.length - countAssigned(vehicle.last_job_ids),
  };
}

type Reduced = { model: Model; nodes: number[]; added: number[] };

/** The model of one vehicle with the jobs of its route and one more, and the nodes of both. */
function reduceProblem(
  problem: RouteProblem,
  vehicle: Vehicle,
  sequence: readonly string[],
  jobs: ReadonlyMap<string, Job>,
  added: Job | null,
): Reduced {
  const kept_jobs = [...new Set(sequence)].flatMap((id) => jobs.get(id) ?? []);
  const used = [...kept_jobs, ...(added === null ? [] : [added])];
  const locations = new Map<number, number>();
  const indexLocation = (location: number) => {
    if (!locations.has(location)) locations.set(location, locations.size);
    return locations.get(location)!;
  };
  const placed = used.map((job): Job => {
    const { vehicle_id: _, prize: __, ...free } = job;
    if (free.kind !== "pair")
      return { ...free, visit: { ...free.visit, location: indexLocation(free.visit.location) } };
    return {
      ...free,
      pickup: { ...free.pickup, location: indexLocation(free.pickup.location) },
      delivery: { ...free.delivery, location: indexLocation(free.delivery.location) },
    };
  });
  const { first_job_ids: _, last_job_ids: __, ...limits } = vehicle;
  const indexOptional = (location: number | null) => (location === null ? null : indexLocation(location));
  const [start_location, end_location] = [
    indexOptional(vehicle.start_location),
    indexOptional(vehicle.end_location),
  ];
  const model = compile({
    travel: reduceTravel(problem.travel, [...locations.keys()]),
    vehicles: [{ ...limits, start_location, end_location }],
    jobs: placed,
  });
  const seenKeys = new Set<string>();
  const index = new Map(used.map((job, j) => [job.id, j]));
  const nodes = sequence.flatMap((id) => {
    const j = index.get(id);
    if (j === undefined) return [];
    const node = model.nodeOf[j]! + (seenKeys.has(id) ? 1 : 0);
    seenKeys.add(id);
    return [node];
  });
  const first = added === null ? -1 : model.nodeOf[used.length - 1]!;
  return { model, nodes, added: first < 0 ? [] : model.partner[first]! < 0 ? [first] : [first, first + 1] };
}

function reduceTravel(travel: Travel, locations: readonly number[]): Travel {
  if ("points" in travel) return { ...travel, points: locations.map((at) => travel.points[at]!) };
  const reduce = (values: ArrayLike<number>) =>
    locations.flatMap((from) => locations.map((to) => values[from * travel.size + to]!));
  return {
    size: locations.length,
    distance_m: reduce(travel.distance_m),
    duration_s: reduce(travel.duration_s),
  };
}

const CONSTRAINT_OF: Record<NonNullable<Simulation["failure"]>, RefusingConstraint> = {
  window: "window",
  shift: "shift",
  duration: "max_duration",
  distance: "max_distance",
};

/** The work added by the cheapest position, or what refuses the nearest one where there is room. */
function findCheapestInsertion(
  { model, nodes, added }: Reduced,
  minimised: (work: Work) => number,
  { from, to }: { from: number; to: number },
): Work | RefusingConstraint {
  if (nodes.length + added.length > model.maxStops[0]!) return "max_stops";
  const before = nodes.length === 0 ? NO_WORK : measure(model, simulateRoute(model, 0, nodes, nodes.length));
  let best: Work | null = null;
  let refusal: RefusingConstraint = "capacity";
  let nearest = Infinity;
  for (let first = from; first <= to; first++) {
    for (let second = first; second <= (added.length > 1 ? to : first); second++) {
      const trial = [
        ...nodes.slice(0, first),
        added[0]!,
        ...nodes.slice(first, second),
        ...added.slice(1),
        ...nodes.slice(second),
      ];
      if (!hasRoom(model, trial)) continue;
      const simulation = simulateRoute(model, 0, trial, trial.length);
      if (simulation.failure !== null) {
        if (simulation.distance < nearest) refusal = CONSTRAINT_OF[simulation.failure];
        nearest = Math.min(nearest, simulation.distance);
        continue;
      }
      const work = subtract(measure(model, simulation), before);
      if (best === null || minimised(work) < minimised(best)) best = work;
    }
  }
  return best ?? refusal;
}

function measure(model: Model, { distance, departure, finish }: Simulation): Work {
  const { fixed = 0, per_km = 0, per_hour = 0 } = model.problem.vehicles[0]!.cost ?? {};
  const duration_s = finish - departure;
  return {
    distance_m: distance,
    duration_s,
    cost: fixed + (per_km * distance) / 1000 + (per_hour * duration_s) / 3600,
  };
}

function hasRoom(model: Model, nodes: readonly number[]): boolean {
  const { capacities, amount, jobOf, role, capacity } = model;
  for (let k = 0; k < capacities; k++) {
    const getAmount = (node: number) => amount[jobOf[node]! * capacities + k]!;
    let load = 0;
    for (const node of nodes) if (role[node] === DELIVERY) load += getAmount(node);
    if (load > capacity[k]!) return false;
    for (const node of nodes) {
      load += role[node] === PICKUP || role[node] === PAIR_PICKUP ? getAmount(node) : -getAmount(node);
      if (load > capacity[k]!) return false;
    }
  }
  return true;
}

/** What the route of the job would save without it. */
function measureRemoval(
  problem: RouteProblem,
  vehicle: Vehicle,
  sequence: readonly string[],
  jobs: ReadonlyMap<string, Job>,
  job_id: string,
): Work {
  const { model, nodes } = reduceProblem(problem, vehicle, sequence, jobs, null);
  const without = nodes.filter((node) => model.problem.jobs[model.jobOf[node]!]!.id !== job_id);
  const full_work = measure(model, simulateRoute(model, 0, nodes, nodes.length));
  if (without.length === 0) return full_work;
  return subtract(full_work, measure(model, simulateRoute(model, 0, without, without.length)));
}
