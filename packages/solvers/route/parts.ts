import { buildTerms, sumTotals } from "./answer-terms.ts";
import { splitByPlace } from "./areas.ts";
import { compile } from "./model.ts";
import {
  InvalidRouteProblem,
  type Job,
  type Route,
  type RouteProblem,
  type RouteSolution,
  type SolveOptions,
  type Travel,
  type UnassignedReason,
  type Vehicle,
} from "./problem.ts";
import { checkJobsAlone } from "./reasons.ts";
import { emptyScore } from "./score.ts";
import { solve } from "./solve.ts";

/** Larger problems are solved in parts: the memory of their matrices grows with the square. */
export const WHOLE_JOBS_MAX = 5000;
/** Jobs of a part. */
const PART_JOBS = 1500;
/** The parts of the limit for each time that all routes are divided anew and improved. */
const SWEEPS = [0.4, 0.3, 0.3];

type Parts = {
  problem: RouteProblem;
  options: SolveOptions;
  /** Of a part. */
  jobs_max: number;
  started: number;
  /** Route and unassigned jobs so far. */
  routes: Map<string, Route>;
  unassigned: Map<string, UnassignedReason>;
  jobs: Map<string, Job>;
  /** The vehicle that a job is tied to by id or by its place in the order. */
  tied: Map<string, string>;
  /** Vehicles with jobs of their own. */
  bound: Set<string>;
  iterations: number;
  cancelled: boolean;
  /** The part of the time limit that the first plan took. */
  firstShare: number;
};

/**
 * Plans more jobs than fit in memory as one problem: jobs that are near each other are planned together by savings, each part with its
 * share of the vehicles that are left (`jobs_max` in each); then the routes are divided three times, along other lines each time, and each group of
 * neighbouring routes is improved together with free vehicles and jobs left out. The first step takes about a third of a
 * second for 1,000 jobs, whatever the limit, and its plan is the first that is reported. Refuses a balance, which would compare routes of different parts.
 */
export function solveInParts(
  problem: RouteProblem,
  options: SolveOptions,
  jobs_max = PART_JOBS,
): RouteSolution {
  if ((problem.objective?.balance?.mode ?? "none") !== "none")
    throw new InvalidRouteProblem(`objective.balance is offered up to ${WHOLE_JOBS_MAX} jobs`);
  const parts = startParts(problem, options, jobs_max);
  const first = planFirst(parts);
  report(parts);
  if (options.engine !== "savings") {
    for (const sweep of SWEEPS.keys())
      improve(parts, sweep, sweep === 0 ? first : divideRoutes(parts, sweep));
  }
  return combine(parts);
}

function startParts(problem: RouteProblem, options: SolveOptions, jobs_max: number): Parts {
  const tied = new Map<string, string>();
  for (const job of problem.jobs) if (job.vehicle_id !== undefined) tied.set(job.id, job.vehicle_id);
  for (const vehicle of problem.vehicles) {
    for (const id of [...(vehicle.first_job_ids ?? []), ...(vehicle.last_job_ids ?? [])])
      tied.set(id, vehicle.id);
  }
  const jobs = new Map(problem.jobs.map((job) => [job.id, job]));
  if (jobs.size < problem.jobs.length)
    compile({ ...problem, vehicles: [], travel: subTravel(problem.travel, []) });
  return {
    problem,
    options,
    jobs_max,
    started: options.now(),
    routes: new Map(),
    unassigned: new Map(),
    jobs,
    tied,
    bound: new Set(tied.values()),
    iterations: 0,
    cancelled: false,
    firstShare: 0,
  };
}

function firstLocation(job: Job): number {
  return job.kind === "pair" ? job.pickup.location : job.visit.location;
}

/** Returns the routes of each part. */
function planFirst(parts: Parts): Route[][] {
  const { problem, tied } = parts;
  const groups = splitByPlace(problem.travel, problem.jobs, firstLocation, () => 1, parts.jobs_max, 0);
  const group_by_job = new Map<string, number>();
  // All jobs of a vehicle are planned where the first of them is.
  const groupOfVehicle = new Map<string, number>();
  for (const [g, group] of groups.entries()) {
    for (const job of group) {
      const vehicle = tied.get(job.id);
      if (vehicle !== undefined && !groupOfVehicle.has(vehicle)) groupOfVehicle.set(vehicle, g);
      group_by_job.set(job.id, vehicle === undefined ? g : groupOfVehicle.get(vehicle)!);
    }
  }
  let remainingJobs = problem.jobs.length;
  const routesOfGroup: Route[][] = [];
  for (const g of groups.keys()) {
    const jobs = problem.jobs.filter((job) => group_by_job.get(job.id) === g);
    const ownVehicles = problem.vehicles.filter(({ id }) => groupOfVehicle.get(id) === g);
    const free = listFree(parts);
    const share = jobs.length / Math.max(1, remainingJobs);
    const before = new Set(parts.routes.keys());
    solvePart(parts, jobs, [...ownVehicles, ...free], {
      engine: "savings",
      share: 0,
      until: 1,
      vehicles_max: ownVehicles.length + Math.ceil(free.length * share),
      initial: undefined,
    });
    routesOfGroup.push([...parts.routes.values()].filter(({ vehicle_id }) => !before.has(vehicle_id)));
    remainingJobs -= jobs.length;
  }
  const { now, time_limit_ms = Infinity } = parts.options;
  parts.firstShare = Math.min(1, (now() - parts.started) / time_limit_ms);
  return routesOfGroup;
}

/** Vehicles without a route that no job is tied to. */
function listFree({ problem, routes, bound }: Parts): Vehicle[] {
  return problem.vehicles.filter(({ id }) => !routes.has(id) && !bound.has(id));
}

function divideRoutes({ problem, routes, jobs_max }: Parts, sweep: number): Route[][] {
  return splitByPlace(
    problem.travel,
    [...routes.values()],
    (route) => route.stops[Math.floor(route.stops.length / 2)]!.location,
    (route) => route.stops.length,
    jobs_max,
    sweep,
  );
}

function improve(parts: Parts, sweep: number, groups: Route[][]): void {
  const { problem, options, routes } = parts;
  const sweepSize = SWEEPS[sweep]!;
  // The shares of all sweeps are of the time that the first plan has left.
  const before = SWEEPS.slice(0, sweep).reduce((sum, one) => sum + one, 0);
  const until = (part: number) => parts.firstShare + (1 - parts.firstShare) * part;
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  for (const [g, group] of groups.entries()) {
    if (parts.cancelled || isSpent(parts)) return;
    // A route may have been emptied with an earlier group.
    const initial = group.flatMap(({ vehicle_id }) => routes.get(vehicle_id) ?? []);
    const ownVehicles = initial.map(({ vehicle_id }) => vehicles.get(vehicle_id)!);
    const ownIds = new Set(ownVehicles.map(({ id }) => id));
    const served = initial.flatMap(({ stops }) => stops.map(({ job_id }) => job_id));
    const unassignedIds = [...parts.unassigned.keys()]
      .filter((id) => !parts.tied.has(id) || ownIds.has(parts.tied.get(id)!))
      .slice(0, parts.jobs_max);
    const boundJobs = problem.jobs.filter(({ id }) => ownIds.has(parts.tied.get(id) ?? ""));
    const ids = new Set([...served, ...unassignedIds, ...boundJobs.map(({ id }) => id)]);
    solvePart(
      parts,
      Array.from(ids, (id) => parts.jobs.get(id)!),
      [...ownVehicles, ...listFree(parts)],
      {
        engine: "sisr",
        share: sweepSize / groups.length,
        until: until(before + sweepSize * ((g + 1) / groups.length)),
        vehicles_max: undefined,
        initial,
      },
    );
    report(parts);
  }
  if (options.isCancelled?.() === true) parts.cancelled = true;
}

function isSpent({ options, started }: Parts): boolean {
  return options.now() - started >= (options.time_limit_ms ?? Infinity);
}

/** Solves some jobs on some vehicles, from their routes so far if given, and stores the routes. */
function solvePart(
  parts: Parts,
  jobs: Job[],
  vehicles: Vehicle[],
  {
    engine,
    share,
    until,
    vehicles_max,
    initial,
  }: {
    engine: "sisr" | "savings";
    /** Part of the iterations. */
    share: number;
    /** Part of the time limit when it is to end. */
    until: number;
    vehicles_max: number | undefined;
    initial: Route[] | undefined;
  },
): void {
  const { problem, options, started } = parts;
  const { now, time_limit_ms, iterations } = options;
  const locations = new Map<number, number>();
  const locate = (location: number) => {
    if (!locations.has(location)) locations.set(location, locations.size);
    return locations.get(location)!;
  };
  const moved = jobs.map(
    (job): Job =>
      job.kind === "pair"
        ? {
            ...job,
            pickup: { ...job.pickup, location: locate(job.pickup.location) },
            delivery: { ...job.delivery, location: locate(job.delivery.location) },
          }
        : { ...job, visit: { ...job.visit, location: locate(job.visit.location) } },
  );
  const ready = vehicles.map((vehicle) => ({
    ...vehicle,
    start_location: vehicle.start_location === null ? null : locate(vehicle.start_location),
    end_location: vehicle.end_location === null ? null : locate(vehicle.end_location),
  }));
  const isTimed = time_limit_ms !== undefined;
  const remainingMs = isTimed ? Math.max(1, started + until * time_limit_ms - now()) : Infinity;
  const solution = solve(
    { ...problem, travel: subTravel(problem.travel, [...locations.keys()]), jobs: moved, vehicles: ready },
    {
      engine,
      seed: options.seed,
      now,
      ...(isTimed && { time_limit_ms: remainingMs }),
      ...(iterations !== undefined && { iterations: Math.floor(iterations * share) }),
      ...(options.isCancelled !== undefined && { isCancelled: options.isCancelled }),
      ...(vehicles_max !== undefined && { vehicles_max }),
      ...(initial !== undefined && { initial }),
    },
  );
  parts.iterations += solution.iterations;
  parts.cancelled ||= solution.cancelled;
  const back = [...locations.keys()];
  for (const { vehicle_id } of initial ?? []) parts.routes.delete(vehicle_id);
  for (const route of solution.routes) {
    const stops = route.stops.map((stop) => ({ ...stop, location: back[stop.location]! }));
    parts.routes.set(route.vehicle_id, { ...route, stops });
    for (const { job_id } of stops) parts.unassigned.delete(job_id);
  }
  for (const { job_id, reason } of solution.unassigned) parts.unassigned.set(job_id, reason);
}

function subTravel(travel: Travel, locations: number[]): Travel {
  if ("points" in travel) {
    return { ...travel, points: locations.map((location) => travel.points[location]!) };
  }
  const size = locations.length;
  const gather = (values: ArrayLike<number>) => {
    const gathered = new Float64Array(size * size);
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        gathered[i * size + j] = values[locations[i]! * travel.size + locations[j]!]!;
    return gathered;
  };
  return { size, distance_m: gather(travel.distance_m), duration_s: gather(travel.duration_s) };
}

/** Reasons that a part knows as well as the whole. */
const KNOWN_IN_PART = new Set<UnassignedReason>(["locked_sequence_infeasible", "prize_below_cost"]);

/** Why each job is left out, with regard to all vehicles. */
function explainUnassigned(parts: Parts): RouteSolution["unassigned"] {
  const { problem, unassigned, routes } = parts;
  const openJobs = problem.jobs.filter(
    ({ id }) => unassigned.has(id) && !KNOWN_IN_PART.has(unassigned.get(id)!),
  );
  const alone = new Map<string, UnassignedReason | null>();
  for (let from = 0; from < openJobs.length; from += PART_JOBS) {
    const some = openJobs.slice(from, from + PART_JOBS);
    const ids = new Set(some.map(({ id }) => id));
    const places = new Set<number>();
    for (const job of some) {
      if (job.kind === "pair") places.add(job.pickup.location).add(job.delivery.location);
      else places.add(job.visit.location);
    }
    for (const { start_location, end_location } of problem.vehicles) {
      if (start_location !== null) places.add(start_location);
      if (end_location !== null) places.add(end_location);
    }
    const rank = new Map(Array.from(places, (place, at) => [place, at]));
    const at = (location: number) => rank.get(location)!;
    const model = compile({
      ...problem,
      travel: subTravel(problem.travel, [...places]),
      jobs: some.map(
        (job): Job =>
          job.kind === "pair"
            ? {
                ...job,
                pickup: { ...job.pickup, location: at(job.pickup.location) },
                delivery: { ...job.delivery, location: at(job.delivery.location) },
              }
            : { ...job, visit: { ...job.visit, location: at(job.visit.location) } },
      ),
      vehicles: problem.vehicles.map((vehicle) => ({
        ...vehicle,
        start_location: vehicle.start_location === null ? null : at(vehicle.start_location),
        end_location: vehicle.end_location === null ? null : at(vehicle.end_location),
        first_job_ids: (vehicle.first_job_ids ?? []).filter((id) => ids.has(id)),
        last_job_ids: (vehicle.last_job_ids ?? []).filter((id) => ids.has(id)),
      })),
    });
    for (const [k, reason] of checkJobsAlone(model).entries()) alone.set(some[k]!.id, reason);
  }
  return problem.jobs.flatMap((job) => {
    const inPart = unassigned.get(job.id);
    if (inPart === undefined) return [];
    if (KNOWN_IN_PART.has(inPart)) return [{ job_id: job.id, reason: inPart }];
    const isRoomy = problem.vehicles.some(
      ({ id, capacity = [], skills = [] }) =>
        (parts.tied.get(job.id) ?? id) === id &&
        (job.skills ?? []).every((skill) => skills.includes(skill)) &&
        capacity.every((room, k) => (routes.get(id)?.load[k] ?? 0) + (job.amount?.[k] ?? 0) <= room),
    );
    const reason = alone.get(job.id) ?? (isRoomy ? "fleet_exhausted" : "capacity_exhausted");
    return [{ job_id: job.id, reason }];
  });
}

function combine(parts: Parts): RouteSolution {
  const { problem, options, started } = parts;
  const unassigned = explainUnassigned(parts);
  const routes = problem.vehicles.flatMap(({ id }) => parts.routes.get(id) ?? []);
  const totals = sumTotals(routes, unassigned);
  return {
    routes,
    unassigned,
    totals,
    objective: buildTerms(problem, totals, unassigned, emptyScore(), 0),
    iterations: parts.iterations,
    elapsed_ms: options.now() - started,
    cancelled: parts.cancelled,
  };
}

function report(parts: Parts): void {
  const { options, problem, started } = parts;
  if (options.onProgress === undefined) return;
  const unassigned = Array.from(parts.unassigned, ([job_id, reason]) => ({ job_id, reason }));
  const routes = [...parts.routes.values()];
  const totals = sumTotals(routes, unassigned);
  options.onProgress({
    best_cost: buildTerms(problem, totals, unassigned, emptyScore(), 0).value,
    vehicles: routes.length,
    unassigned: unassigned.length,
    elapsed_ms: options.now() - started,
    iteration: parts.iterations,
    ...(options.progress_routes === true && {
      routes: routes.map(({ vehicle_id, stops }) => ({
        vehicle_id,
        job_ids: [...new Set(stops.map(({ job_id }) => job_id))],
      })),
    }),
  });
}
