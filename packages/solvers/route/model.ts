import { packTravel } from "./distances.ts";
import { InvalidRouteProblem, type Job, type RouteProblem, type TimeWindow, type Visit } from "./problem.ts";

/** Times closer than this are the same: sums in another order differ in the last bits, also of seconds since 1970. */
export const TIME_SLACK_S = 1e-4;
/** Half of it for trials, so that the simulation of the route afterwards surely stays within the full tolerance. */
export const TRIAL_SLACK_S = TIME_SLACK_S / 2;

/** What a node is. A pair has two nodes, `PAIR_PICKUP` first. */
export const DELIVERY = 0;
export const PICKUP = 1;
export const PAIR_PICKUP = 2;
export const PAIR_DELIVERY = 3;

/**
 * The problem as typed arrays. Nodes `0 … visits-1` are the visits of jobs; `visits + v` is the start
 * of vehicle `v` and `visits + vehicles + v` its end. Arrays named after a field of the problem are
 * indexed as it is; `[node]`, `[job]`, `[vehicle]` below say the others.
 */
export type Model = {
  problem: RouteProblem;
  visits: number;
  jobs: number;
  vehicles: number;
  capacities: number;
  /** Row length of the matrices. */
  places: number;
  distance: Float64Array | Float32Array;
  duration: Float64Array | Float32Array;
  /** `[node]` row in the matrices. */
  place: Int32Array;
  service: Float64Array;
  /** `[node]` first and last moment service may start; the shift for starts and ends. */
  ready: Float64Array;
  due: Float64Array;
  /** `[node]` sorted windows, only for nodes with more than one. */
  windows: (TimeWindow[] | undefined)[];
  jobOf: Int32Array;
  role: Uint8Array;
  /** `[node]` the other visit of a pair, or -1. */
  partner: Int32Array;
  /** `[job]` its first node. */
  nodeOf: Int32Array;
  /** `[job * capacities + k]`. */
  amount: Float64Array;
  /** `[job]` one number to sort by: the largest share of any vehicle's capacity. */
  size: Float64Array;
  /** `[job]` vehicle it is tied to, or -1. */
  tied: Int32Array;
  weight: Float64Array;
  /** `[job]` Infinity when required. */
  prize: Float64Array;
  /** `[vehicle * capacities + k]`, a last-bit tolerance included. */
  capacity: Float64Array;
  maxStops: Float64Array;
  maxDistance: Float64Array;
  maxDuration: Float64Array;
  /** `[vehicle]` price of a metre, of a second and of being used, in units of what is minimised. */
  perMetre: Float64Array;
  perSecond: Float64Array;
  fixedPrice: Float64Array;
  /** Vehicles that are equal in everything but id share a kind. */
  kinds: number;
  kindOf: Int32Array;
  /** `[job * kinds + kind]`: has the skills, and fits alone (filled in by `reasons.ts`). */
  allowed: Uint8Array;
  /** Some job has several windows or one, or some shift ends: starts must be tracked. */
  timed: boolean;
  /** Some visit has a window, so that a route may have to wait. */
  waits: boolean;
  /** Some visit has several. */
  hasManyWindows: boolean;
  /** Some second has a price or some duration a limit. */
  pricesTime: boolean;
  /** A route may hold jobs of several kinds: the load must be followed along it. */
  mixedLoads: boolean;
  hasPairs: boolean;
  hasPrizes: boolean;
  symmetric: boolean;
  fewestFirst: boolean;
};

function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvalidRouteProblem(message);
}

function isLimit(value: number | undefined): boolean {
  return value === undefined || value >= 0;
}

function getVisits(job: Job): Visit[] {
  return job.kind === "pair" ? [job.pickup, job.delivery] : [job.visit];
}

function checkVisit(visit: Visit, path: string, size: number): void {
  require(Number.isInteger(visit.location) &&
    visit.location >= 0 &&
    visit.location < size, `${path}.location is not one of the ${size} locations`);
  require(isLimit(visit.service_s) && visit.service_s !== Infinity, `${path}.service_s must be 0 or more`);
  for (const window of visit.windows ?? []) {
    require(window.start_s <= window.end_s, `${path}.windows has one that ends before it starts`);
  }
}

/** Refuses contradictory input, naming the field; jobs that cannot be served are reported later. */
function checkProblem(problem: RouteProblem, size: number): number {
  const { jobs, vehicles } = problem;
  const capacities = vehicles[0]?.capacity?.length ?? jobs.find((job) => job.amount)?.amount?.length ?? 0;
  const vehicleIds = new Set<string>();
  for (const [v, vehicle] of vehicles.entries()) {
    const path = `vehicles[${v}]`;
    require(!vehicleIds.has(vehicle.id), `${path}.id "${vehicle.id}" is used twice`);
    vehicleIds.add(vehicle.id);
    for (const field of ["start_location", "end_location"] as const) {
      const location = vehicle[field];
      require(location === null ||
        (Number.isInteger(location) &&
          location >= 0 &&
          location < size), `${path}.${field} is not one of the ${size} locations`);
    }
    const { capacity = [], shift, cost = {} } = vehicle;
    require(capacity.length ===
      capacities, `${path}.capacity has ${capacity.length} values, not ${capacities}`);
    require(capacity.every((value) => value >= 0), `${path}.capacity must be 0 or more`);
    require(shift === undefined || shift.start_s <= shift.end_s, `${path}.shift ends before it starts`);
    require(shift === undefined || shift.start_s > -Infinity, `${path}.shift must have a start`);
    require(isLimit(vehicle.max_stops), `${path}.max_stops must be 0 or more`);
    require(isLimit(vehicle.max_distance_m), `${path}.max_distance_m must be 0 or more`);
    require(isLimit(vehicle.max_duration_s), `${path}.max_duration_s must be 0 or more`);
    for (const price of [cost.fixed, cost.per_km, cost.per_hour]) {
      require(isLimit(price) && price !== Infinity, `${path}.cost must be 0 or more`);
    }
  }
  const jobsById = new Map<string, Job>();
  for (const [j, job] of jobs.entries()) {
    const path = `jobs[${j}]`;
    require(!jobsById.has(job.id), `${path}.id "${job.id}" is used twice`);
    jobsById.set(job.id, job);
    if (job.kind === "pair") {
      checkVisit(job.pickup, `${path}.pickup`, size);
      checkVisit(job.delivery, `${path}.delivery`, size);
    } else checkVisit(job.visit, `${path}.visit`, size);
    const { amount } = job;
    require(amount === undefined ||
      amount.length === capacities, `${path}.amount has ${amount?.length} values, not ${capacities}`);
    require(amount === undefined ||
      amount.every((value) => value >= 0 && value < Infinity), `${path}.amount must be 0 or more`);
    require(job.vehicle_id === undefined ||
      vehicleIds.has(job.vehicle_id), `${path}.vehicle_id "${job.vehicle_id}" is not a vehicle`);
    require(job.priority === undefined ||
      (job.priority > 0 && job.priority <= 1e6), `${path}.priority must be above 0 and at most 1000000`);
    require(isLimit(job.prize) && job.prize !== Infinity, `${path}.prize must be 0 or more`);
  }
  const placed = new Set<string>();
  for (const [v, vehicle] of vehicles.entries()) {
    for (const field of ["first_job_ids", "last_job_ids"] as const) {
      for (const id of vehicle[field] ?? []) {
        const job = jobsById.get(id);
        const path = `vehicles[${v}].${field}`;
        require(job !== undefined, `${path}: "${id}" is not a job`);
        require(job.kind !== "pair", `${path}: "${id}" is a pair; only single jobs have a fixed place`);
        require(!placed.has(id), `${path}: "${id}" has two fixed places`);
        require(job.vehicle_id === undefined ||
          job.vehicle_id === vehicle.id, `${path}: "${id}" belongs to vehicle "${job.vehicle_id}"`);
        placed.add(id);
      }
    }
  }
  const { balance } = problem.objective ?? {};
  require(isLimit(balance?.strength) &&
    balance?.strength !== Infinity, "objective.balance.strength must be 0 or more");
  return capacities;
}

/** A copy of the matrix with one more place, at distance 0 from everything: where open routes start and end. */
function addVirtualPlace(values: Float64Array | Float32Array, size: number): Float64Array | Float32Array {
  const wider =
    values instanceof Float32Array ? new Float32Array((size + 1) ** 2) : new Float64Array((size + 1) ** 2);
  for (let row = 0; row < size; row++)
    wider.set(values.subarray(row * size, (row + 1) * size), row * (size + 1));
  return wider;
}

function isSymmetric(values: Float64Array | Float32Array, size: number): boolean {
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) if (values[i * size + j] !== values[j * size + i]) return false;
  }
  return true;
}

/** Fills nodes: places, services, windows, and which job they belong to. */
function addNodes(model: Model, virtualPlace: number): void {
  let node = 0;
  for (const [j, job] of model.problem.jobs.entries()) {
    model.nodeOf[j] = node;
    for (const [part, visit] of getVisits(job).entries()) {
      const windows = [...(visit.windows ?? [])].sort((a, b) => a.start_s - b.start_s);
      model.place[node] = visit.location;
      model.service[node] = visit.service_s ?? 0;
      model.ready[node] = windows[0]?.start_s ?? -Infinity;
      model.due[node] = Math.max(
        ...windows.map((window) => window.end_s),
        windows.length > 0 ? -Infinity : Infinity,
      );
      model.windows[node] = windows.length > 1 ? windows : undefined;
      model.jobOf[node] = j;
      model.role[node] = job.kind === "pair" ? PAIR_PICKUP + part : job.kind === "pickup" ? PICKUP : DELIVERY;
      model.partner[node] = job.kind === "pair" ? (part === 0 ? node + 1 : node - 1) : -1;
      node++;
    }
  }
  for (const [v, vehicle] of model.problem.vehicles.entries()) {
    for (const [at, location] of [
      [model.visits + v, vehicle.start_location],
      [model.visits + model.vehicles + v, vehicle.end_location],
    ] as const) {
      model.place[at] = location ?? virtualPlace;
      model.ready[at] = vehicle.shift?.start_s ?? 0;
      model.due[at] = vehicle.shift?.end_s ?? Infinity;
    }
  }
}

function addVehicles(model: Model): void {
  const { vehicles, objective } = model.problem;
  const minimised = objective?.minimise ?? "distance";
  const kinds = new Map<string, number>();
  for (const [v, vehicle] of vehicles.entries()) {
    const { id: _, first_job_ids: __, last_job_ids: ___, ...kind } = vehicle;
    const key = JSON.stringify([kind, vehicle.shift?.end_s === Infinity]);
    if (!kinds.has(key)) kinds.set(key, kinds.size);
    model.kindOf[v] = kinds.get(key)!;
    for (const [k, capacity] of (vehicle.capacity ?? []).entries()) {
      model.capacity[v * model.capacities + k] = capacity + 1e-9 * Math.max(1, capacity);
    }
    model.maxStops[v] = vehicle.max_stops ?? Infinity;
    model.maxDistance[v] = (vehicle.max_distance_m ?? Infinity) + 1e-6;
    model.maxDuration[v] = (vehicle.max_duration_s ?? Infinity) + TIME_SLACK_S;
    const { fixed = 0, per_km = 0, per_hour = 0 } = vehicle.cost ?? {};
    model.perMetre[v] = minimised === "distance" ? 1 : minimised === "time" ? 0 : per_km / 1000;
    model.perSecond[v] = minimised === "distance" ? 0 : minimised === "time" ? 1 : per_hour / 3600;
    model.fixedPrice[v] = minimised === "cost" ? fixed : 0;
  }
  model.kinds = kinds.size;
}

function addJobs(model: Model): void {
  const { jobs, vehicles } = model.problem;
  const vehicleById = new Map(vehicles.map((vehicle, v) => [vehicle.id, v]));
  const largest = Array.from({ length: model.capacities }, (_, k) =>
    Math.max(...vehicles.map((vehicle) => vehicle.capacity![k]!), 1e-9),
  );
  const fixedOn = new Map(
    vehicles.flatMap((vehicle, v) =>
      [...(vehicle.first_job_ids ?? []), ...(vehicle.last_job_ids ?? [])].map((id) => [id, v]),
    ),
  );
  for (const [j, job] of jobs.entries()) {
    for (const [k, amount] of (job.amount ?? []).entries()) {
      model.amount[j * model.capacities + k] = amount;
      model.size[j] = Math.max(model.size[j]!, amount / largest[k]!);
    }
    model.tied[j] =
      fixedOn.get(job.id) ?? (job.vehicle_id === undefined ? -1 : vehicleById.get(job.vehicle_id)!);
    model.weight[j] = job.priority ?? 1;
    model.prize[j] = job.prize ?? Infinity;
  }
}

/** Checks the problem and compiles it for the search. Refuses `InvalidRouteProblem`. */
export function compile(problem: RouteProblem): Model {
  const packed = packTravel(problem.travel);
  const capacities = checkProblem(problem, packed.size);
  const { jobs, vehicles } = problem;
  const open = vehicles.some((vehicle) => vehicle.start_location === null || vehicle.end_location === null);
  const places = packed.size + (open ? 1 : 0);
  const distance = open ? addVirtualPlace(packed.distance_m, packed.size) : packed.distance_m;
  const duration = open ? addVirtualPlace(packed.duration_s, packed.size) : packed.duration_s;
  const visits = jobs.reduce((count, job) => count + (job.kind === "pair" ? 2 : 1), 0);
  const nodes = visits + 2 * vehicles.length;
  const waits = jobs.some((job) => getVisits(job).some((visit) => (visit.windows ?? []).length > 0));
  const hasPairs = jobs.some((job) => job.kind === "pair");
  const model: Model = {
    problem,
    visits,
    jobs: jobs.length,
    vehicles: vehicles.length,
    capacities,
    places,
    distance,
    duration,
    place: new Int32Array(nodes),
    service: new Float64Array(nodes),
    ready: new Float64Array(nodes),
    due: new Float64Array(nodes),
    windows: new Array(nodes).fill(undefined),
    jobOf: new Int32Array(nodes).fill(-1),
    role: new Uint8Array(nodes),
    partner: new Int32Array(nodes).fill(-1),
    nodeOf: new Int32Array(jobs.length),
    amount: new Float64Array(jobs.length * capacities),
    size: new Float64Array(jobs.length),
    tied: new Int32Array(jobs.length),
    weight: new Float64Array(jobs.length),
    prize: new Float64Array(jobs.length),
    capacity: new Float64Array(vehicles.length * capacities),
    maxStops: new Float64Array(vehicles.length),
    maxDistance: new Float64Array(vehicles.length),
    maxDuration: new Float64Array(vehicles.length),
    perMetre: new Float64Array(vehicles.length),
    perSecond: new Float64Array(vehicles.length),
    fixedPrice: new Float64Array(vehicles.length),
    kinds: 0,
    kindOf: new Int32Array(vehicles.length),
    allowed: new Uint8Array(0),
    timed: waits || vehicles.some((vehicle) => (vehicle.shift?.end_s ?? Infinity) < Infinity),
    waits,
    hasManyWindows: jobs.some((job) => getVisits(job).some((visit) => (visit.windows ?? []).length > 1)),
    pricesTime: false,
    mixedLoads: hasPairs || new Set(jobs.map((job) => job.kind)).size > 1,
    hasPairs,
    hasPrizes: jobs.some((job) => job.prize !== undefined),
    symmetric: isSymmetric(distance, places) && isSymmetric(duration, places),
    fewestFirst: problem.objective?.fewest_vehicles_first ?? false,
  };
  addNodes(model, packed.size);
  addVehicles(model);
  addJobs(model);
  model.pricesTime =
    model.perSecond.some((price) => price > 0) || model.maxDuration.some((limit) => limit < Infinity);
  return model;
}

/** Does the time a route takes depend on where it waits, and matter? */
export function tracksWaiting(model: Model): boolean {
  return model.waits && model.pricesTime;
}
