import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { randomFrom } from "../random.ts";
import { check } from "./checker.ts";
import type { Job, RouteProblem, RouteSolution, TimeWindow, Vehicle } from "./problem.ts";
import { solve } from "./solve.ts";

/** A visit in a candidate order. */
type Call = { job: number; isPickup: boolean; location: number; service: number; windows: TimeWindow[] };

/** Whole-number times, so that every departure can be tried. */
function tinyProblem(seed: number, jobCount: number, withPairs: boolean): RouteProblem {
  const random = randomFrom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const pairs = withPairs ? 1 + upTo(2) : 0;
  const size = 1 + jobCount + pairs;
  const xy = Array.from({ length: size }, () => [upTo(100), upTo(100)] as const);
  const values = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      values[i * size + j] = Math.ceil(Math.hypot(xy[i]![0] - xy[j]![0], xy[i]![1] - xy[j]![1]));
    }
  }
  const visit = (location: number) => {
    const starts = random() < 0.5 ? [upTo(150), 200 + upTo(150)].slice(0, 1 + upTo(2)) : [];
    return {
      location,
      service_s: upTo(10),
      windows: starts.map((start_s) => ({ start_s, end_s: start_s + 10 + upTo(60) })),
    };
  };
  const jobs = Array.from({ length: jobCount }, (_, j): Job => {
    const common = {
      id: `job-${j}`,
      amount: [1 + upTo(5), upTo(5)],
      ...(random() < 0.2 && { skills: ["cold"] }),
      ...(random() < 0.2 && { prize: upTo(150) }),
      ...(random() < 0.15 && { vehicle_id: `van-${upTo(2)}` }),
      ...(random() < 0.2 && { priority: 1 + upTo(3) }),
    };
    if (j < pairs)
      return { ...common, kind: "pair", pickup: visit(1 + j), delivery: visit(1 + jobCount + j) };
    return { ...common, kind: random() < 0.7 ? "delivery" : "pickup", visit: visit(1 + j) };
  });
  const vehicles = [0, 1].map(
    (v): Vehicle => ({
      id: `van-${v}`,
      start_location: v === 1 && random() < 0.3 ? null : 0,
      end_location: random() < 0.3 ? null : 0,
      capacity: [6 + upTo(12), 8 + upTo(8)],
      skills: v === 0 ? ["cold"] : [],
      shift: { start_s: upTo(40), end_s: 250 + upTo(250) },
      ...(random() < 0.3 && { max_stops: 2 + upTo(4) }),
      ...(random() < 0.3 && { max_distance_m: 150 + upTo(200) }),
      ...(random() < 0.3 && { max_duration_s: 150 + upTo(200) }),
      cost: { fixed: upTo(40), per_km: 100 + upTo(1000), per_hour: upTo(3000) },
    }),
  );
  const minimise = (["distance", "time", "cost"] as const)[upTo(3)]!;
  return {
    travel: { size, distance_m: values, duration_s: values },
    jobs,
    vehicles,
    objective: { minimise },
  };
}

/** Simulates an order departing at `departure`; returns the finish, or null when a visit would be late. */
function computeFinish(
  problem: RouteProblem,
  vehicle: Vehicle,
  order: Call[],
  departure: number,
): number | null {
  const { size, duration_s } = problem.travel as { size: number; duration_s: Float64Array };
  let at = departure;
  let from = vehicle.start_location;
  for (const call of order) {
    at += from === null ? 0 : duration_s[from * size + call.location]!;
    const open = call.windows
      .filter((window) => window.end_s >= at)
      .map((window) => Math.max(at, window.start_s));
    if (call.windows.length > 0 && open.length === 0) return null;
    at = (open.length > 0 ? Math.min(...open) : at) + call.service;
    from = call.location;
  }
  return (
    at +
    (from === null || vehicle.end_location === null ? 0 : duration_s[from * size + vehicle.end_location]!)
  );
}

/** Cost of the order on this vehicle, or Infinity when it breaks a limit. */
function computePrice(problem: RouteProblem, vehicle: Vehicle, order: Call[]): number {
  const { size, distance_m } = problem.travel as { size: number; distance_m: Float64Array };
  const places = [vehicle.start_location, ...order.map((call) => call.location), vehicle.end_location];
  let metres = 0;
  for (let k = 1; k < places.length; k++) {
    const [from, to] = [places[k - 1], places[k]];
    if (from != null && to != null) metres += distance_m[from * size + to]!;
  }
  if (order.length > (vehicle.max_stops ?? Infinity) || metres > (vehicle.max_distance_m ?? Infinity))
    return Infinity;
  for (const [k, room] of vehicle.capacity!.entries()) {
    const getAmount = (call: Call) => problem.jobs[call.job]!.amount![k]!;
    const isDelivery = (call: Call) => problem.jobs[call.job]!.kind === "delivery";
    let load = order.filter(isDelivery).reduce((sum, call) => sum + getAmount(call), 0);
    if (load > room) return Infinity;
    for (const call of order) {
      load += call.isPickup ? getAmount(call) : -getAmount(call);
      if (load > room) return Infinity;
    }
  }
  const { start_s, end_s } = vehicle.shift!;
  // The earliest finish that keeps the maximum duration, and of its departures the latest.
  let finish = Infinity;
  let departure = start_s;
  for (let leaving = start_s; leaving <= end_s; leaving++) {
    const until = computeFinish(problem, vehicle, order, leaving);
    if (until === null || until > end_s) break;
    if (until - leaving > (vehicle.max_duration_s ?? Infinity) || until > finish) continue;
    finish = until;
    departure = leaving;
  }
  if (finish === Infinity) return Infinity;
  const seconds = finish - departure;
  const { fixed = 0, per_km = 0, per_hour = 0 } = vehicle.cost!;
  return {
    distance: metres,
    time: seconds,
    cost: fixed + (per_km * metres) / 1000 + (per_hour * seconds) / 3600,
  }[problem.objective!.minimise!];
}

/** `[set of jobs]` least price for which the vehicle serves exactly these, over all orders. */
function cheapestBySet(problem: RouteProblem, vehicle: Vehicle): Float64Array {
  const { jobs } = problem;
  const cheapest = new Float64Array(2 ** jobs.length).fill(Infinity);
  const mayServe = jobs.map(
    (job) =>
      (job.skills ?? []).every((skill) => vehicle.skills!.includes(skill)) &&
      (job.vehicle_id === undefined || job.vehicle_id === vehicle.id),
  );
  const order: Call[] = [];
  const buildCall = (job: number, isPickup: boolean): Call => {
    const current_job = jobs[job]!;
    const visit =
      current_job.kind === "pair"
        ? isPickup
          ? current_job.pickup
          : current_job.delivery
        : current_job.visit;
    return { job, isPickup, location: visit.location, service: visit.service_s!, windows: visit.windows! };
  };
  const extend = (served: number, open: number): void => {
    if (open === 0) {
      const price = served === 0 ? 0 : computePrice(problem, vehicle, order);
      cheapest[served] = Math.min(cheapest[served]!, price);
    }
    for (const [job, { kind }] of jobs.entries()) {
      const bit = 1 << job;
      const delivers = (open & bit) !== 0;
      if (!mayServe[job] || ((served & bit) !== 0 && !delivers)) continue;
      order.push(buildCall(job, kind === "pair" ? !delivers : kind === "pickup"));
      extend(served | bit, kind === "pair" ? open ^ bit : open);
      order.pop();
    }
  };
  extend(0, 0);
  return cheapest;
}

/** Weight of required jobs left out, vehicles when they count, and value, of the optimum. */
function findOptimum(problem: RouteProblem): [number, number, number] {
  const [first, second] = problem.vehicles.map((vehicle) => cheapestBySet(problem, vehicle));
  const all = 2 ** problem.jobs.length;
  let best: [number, number, number] = [Infinity, Infinity, Infinity];
  for (let a = 0; a < all; a++) {
    for (let b = 0; b < all; b++) {
      const base = (a & b) === 0 ? first![a]! + second![b]! : Infinity;
      if (base === Infinity) continue;
      const remaining_jobs = problem.jobs.filter((_, job) => ((a | b) & (1 << job)) === 0);
      const weight = remaining_jobs.reduce(
        (sum, job) => sum + (job.prize === undefined ? (job.priority ?? 1) : 0),
        0,
      );
      const vehicles = problem.objective!.fewest_vehicles_first ? Number(a > 0) + Number(b > 0) : 0;
      const value = base + remaining_jobs.reduce((sum, job) => sum + (job.prize ?? 0), 0);
      const candidate: [number, number, number] = [weight, vehicles, value];
      const differs = candidate.findIndex((number, at) => Math.abs(number - best[at]!) > 1e-6);
      if (differs >= 0 && candidate[differs]! < best[differs]!) best = candidate;
    }
  }
  return best;
}

function reached(problem: RouteProblem, { objective }: RouteSolution): [number, number, number] {
  const vehicles = problem.objective!.fewest_vehicles_first ? objective.vehicles : 0;
  return [objective.required_unassigned_weight, vehicles, objective.value];
}

/** Problems of each kind; a change of the solver is tried with `ROUTE_RUNS=60`. */
const RUNS = Number(process.env["ROUTE_RUNS"] ?? 20);

for (const withPairs of [false, true]) {
  const subject = withPairs ? "with pairs among them" : "of deliveries and pickups";
  test(`finds the same optimum as enumeration, for six jobs ${subject}`, () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const problem = tinyProblem(seed, withPairs ? 5 : 6, withPairs);
        const solution = solve(problem, { seed: 7, iterations: 6000, now: () => 0 });
        assert.deepEqual(check(problem, solution), []);
        const [solver_value, best] = [reached(problem, solution), findOptimum(problem)];
        for (const [at, number] of best.entries()) {
          assert.ok(Math.abs(solver_value[at]! - number) < 1e-3, `${solver_value} where ${best} is possible`);
        }
      }),
      { numRuns: RUNS, seed: 20261120 },
    );
  });
}

test("finds the same minimum of vehicles as enumeration, and the least distance with them", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const problem = tinyProblem(seed, 6, false);
      for (const job of problem.jobs) delete job.prize;
      problem.objective = { minimise: "distance", fewest_vehicles_first: true };
      const solution = solve(problem, { seed: 7, iterations: 6000, now: () => 0 });
      const [solver_value, best] = [reached(problem, solution), findOptimum(problem)];
      for (const [at, number] of best.entries()) {
        assert.ok(Math.abs(solver_value[at]! - number) < 1e-3, `${solver_value} where ${best} is possible`);
      }
    }),
    { numRuns: RUNS, seed: 20261120 },
  );
});
