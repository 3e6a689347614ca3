import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { randomFrom } from "../random.ts";
import { check } from "./checker.ts";
import { straightLineMatrix } from "./distances.ts";
import type { Job, Route, RouteProblem, SolveOptions, Vehicle } from "./problem.ts";
import { solve } from "./solve.ts";

/** A clock that never advances: the solution depends only on the iterations. */
const still = () => 0;

function solveFor(problem: RouteProblem, iterations: number, options: Partial<SolveOptions> = {}) {
  return solve(problem, { seed: 1, iterations, now: still, ...options });
}

/** Points on a grid of a metre with the depot at row 0; a metre takes a second. */
function buildMatrix(xy: [number, number][]) {
  const size = xy.length;
  const values = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++)
      values[i * size + j] = Math.hypot(xy[i]![0] - xy[j]![0], xy[i]![1] - xy[j]![1]);
  }
  return { size, distance_m: values, duration_s: values };
}

function delivery(id: string, location: number, more: Partial<Job> = {}): Job {
  return { id, kind: "delivery", visit: { location }, ...more } as Job;
}

function vehicle(id: string, more: Partial<Vehicle> = {}): Vehicle {
  return { id, start_location: 0, end_location: 0, ...more };
}

/** Stops on a line, 10 m apart, the depot at 0. */
const line = buildMatrix([0, 10, 20, 30, 40].map((x) => [x, 0]));

/** A larger problem that uses every feature of the model. */
function variedProblem(seed: number, jobCount: number): RouteProblem {
  const random = randomFrom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const windowsMost = 1 + upTo(2);
  const size = 2 + jobCount * 2;
  const xy = Array.from({ length: size }, (): [number, number] => [upTo(1000), upTo(1000)]);
  const visit = (location: number) => ({
    location,
    service_s: upTo(60),
    ...(random() < 0.4 && {
      windows: [upTo(2000), 2500 + upTo(2000)]
        .slice(0, 1 + upTo(windowsMost))
        .map((start_s) => ({ start_s, end_s: start_s + 400 })),
    }),
  });
  const jobs = Array.from({ length: jobCount }, (_, j): Job => {
    const common = {
      id: `job-${j}`,
      amount: [1 + upTo(9), upTo(20)],
      ...(random() < 0.2 && { skills: ["cold"] }),
      ...(random() < 0.1 && { prize: upTo(600) }),
      ...(random() < 0.1 && { vehicle_id: `van-${upTo(4)}` }),
      ...(random() < 0.1 && { priority: 1 + upTo(4) }),
    };
    const at = 2 + 2 * j;
    if (random() < 0.3) return { ...common, kind: "pair", pickup: visit(at), delivery: visit(at + 1) };
    return { ...common, kind: random() < 0.7 ? "delivery" : "pickup", visit: visit(at) };
  });
  const singles = jobs.filter(
    (job) => job.kind !== "pair" && job.vehicle_id === undefined && job.prize === undefined,
  );
  const vehicles = Array.from(
    { length: 4 },
    (_, v): Vehicle => ({
      id: `van-${v}`,
      start_location: v === 3 ? null : v % 2,
      end_location: v === 2 ? null : v % 2,
      capacity: [20 + upTo(20), 60],
      skills: v % 2 === 0 ? ["cold", "lift"] : [],
      shift: { start_s: upTo(300), end_s: 5000 + upTo(3000) },
      max_stops: 8 + upTo(8),
      ...(v === 1 && { max_distance_m: 4000 }),
      ...(v % 2 === 0 && { max_duration_s: 2500 + upTo(2500) }),
      cost: { fixed: upTo(50), per_km: 1 + random(), per_hour: upTo(20) },
      ...(v === 0 && { first_job_ids: singles.slice(0, 2).map((job) => job.id) }),
      ...(v === 1 && { last_job_ids: singles.slice(2, 3).map((job) => job.id) }),
    }),
  );
  return { travel: buildMatrix(xy), jobs, vehicles };
}

test("serves every job of a varied problem once or gives a reason, whatever is minimised", () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.integer(),
        jobs: fc.integer({ min: 0, max: 40 }),
        minimise: fc.constantFrom("distance" as const, "time" as const, "cost" as const),
        mode: fc.constantFrom("none" as const, "by_stops" as const, "by_time" as const, "by_pay" as const),
        strength: fc.constantFrom(0, 0.5, 3),
        fewest: fc.boolean(),
        engine: fc.constantFrom("sisr" as const, "savings" as const),
      }),
      ({ seed, jobs, minimise, mode, strength, fewest, engine }) => {
        const problem = variedProblem(seed, jobs);
        problem.objective = { minimise, fewest_vehicles_first: fewest, balance: { mode, strength } };
        assert.deepEqual(check(problem, solveFor(problem, 300, { seed, engine })), []);
      },
    ),
    { numRuns: 150 },
  );
});

test("keeps every limit with asymmetric travel that violates the triangle inequality", () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom("distance" as const, "cost" as const), (seed, minimise) => {
      const problem = variedProblem(seed, 25);
      const random = randomFrom(seed);
      const { size } = problem.travel as { size: number };
      const values = Float64Array.from({ length: size * size }, () => Math.floor(20 + 500 * random() ** 2));
      problem.travel = { size, distance_m: values, duration_s: values };
      problem.objective = { minimise };
      assert.deepEqual(check(problem, solveFor(problem, 600, { seed })), []);
    }),
    { numRuns: 60, examples: [[-821637109, "distance"]] },
  );
});

test("does not remove a stop without which the next one would be late", () => {
  // From a directly to c takes 100 s; over the stop between, which the other vehicle could serve at no cost, 20
  // s.
  const duration_s = [0, 10, 30, 30, 10, 0, 10, 100, 30, 10, 0, 10, 30, 100, 10, 0];
  const distance_m = [0, 10, 50, 10, 10, 0, 50, 10, 50, 50, 0, 50, 10, 10, 50, 0];
  const at = (time: number) => [{ start_s: time, end_s: time }];
  const jobs: Job[] = [
    { id: "a", kind: "delivery", vehicle_id: "v", visit: { location: 1, windows: at(10) } },
    delivery("between", 2),
    { id: "c", kind: "delivery", vehicle_id: "v", visit: { location: 3, windows: at(30) } },
  ];
  const problem: RouteProblem = {
    travel: { size: 4, distance_m, duration_s },
    jobs,
    vehicles: [vehicle("v"), vehicle("w", { start_location: 2, end_location: 2 })],
  };
  const solution = solveFor(problem, 500);
  assert.deepEqual(check(problem, solution), []);
  assert.deepEqual([solution.totals.distance_m, solution.unassigned], [120, []]);
});

test("gives the same solution for the same problem, seed and iterations", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 2, max: 25 }), (seed, jobs) => {
      const problem = variedProblem(seed, jobs);
      assert.deepEqual(solveFor(problem, 400, { seed }), solveFor(problem, 400, { seed }));
    }),
    { numRuns: 15 },
  );
});

test("never modifies the problem", () => {
  const problem = variedProblem(3, 20);
  const before = structuredClone(problem);
  solveFor(problem, 300);
  assert.deepEqual(problem, before);
});

test("gets no worse than the savings plan it starts from", () => {
  for (const seed of [1, 2, 3]) {
    const problem = variedProblem(seed, 40);
    const instant = solveFor(problem, 0, { engine: "savings" }).objective;
    const searched = solveFor(problem, 2000, { seed }).objective;
    assert.ok(searched.required_unassigned_weight <= instant.required_unassigned_weight);
    if (searched.required_unassigned_weight === instant.required_unassigned_weight) {
      assert.ok(searched.value <= instant.value + 1e-6, `${searched.value} after ${instant.value}`);
    }
  }
});

test("leaves a vehicle unused when the fewest vehicles come first, although two would be shorter", () => {
  const jobs = [delivery("near", 1), delivery("far", 4)];
  const vehicles = [
    vehicle("at-near", { start_location: 1, end_location: 1 }),
    vehicle("at-far", { start_location: 4, end_location: 4 }),
  ];
  const problem: RouteProblem = { travel: line, jobs, vehicles };
  assert.equal(solveFor(problem, 200).totals.vehicles, 2);
  const fewest = solveFor({ ...problem, objective: { fewest_vehicles_first: true } }, 200);
  assert.deepEqual([fewest.totals.vehicles, fewest.totals.distance_m], [1, 60]);
});

test("starts and ends an open route at its stops, at no distance", () => {
  const vehicles = [vehicle("open", { start_location: null, end_location: null })];
  const solution = solveFor({ travel: line, jobs: [delivery("a", 2), delivery("b", 4)], vehicles }, 100);
  assert.equal(solution.totals.distance_m, 20);
});

test("leaves as late as it can without finishing later", () => {
  const jobs: Job[] = [
    {
      id: "noon",
      kind: "delivery",
      visit: { location: 2, service_s: 5, windows: [{ start_s: 100, end_s: 120 }] },
    },
  ];
  const [route] = solveFor({ travel: line, jobs, vehicles: [vehicle("v")] }, 50).routes;
  assert.partialDeepStrictEqual(route, {
    start_s: 80,
    end_s: 125,
    duration_s: 45,
    waiting_s: 0,
    travel_s: 40,
  });
});

test("keeps the fixed first and last stops in their places and in their order", () => {
  const jobs = [1, 2, 3, 4].map((at) => delivery(`at-${at}`, at));
  const vehicles = [vehicle("v", { first_job_ids: ["at-3", "at-1"], last_job_ids: ["at-2"] })];
  const [route] = solveFor({ travel: line, jobs, vehicles }, 300).routes;
  assert.deepEqual(
    route!.stops.map((stop) => stop.job_id),
    ["at-3", "at-1", "at-4", "at-2"],
  );
});

test("keeps a job on the vehicle it is tied to, at any distance", () => {
  const jobs = [delivery("tied", 4, { vehicle_id: "far" }), delivery("free", 3)];
  const vehicles = [vehicle("near", { start_location: 4, end_location: 4 }), vehicle("far")];
  const solution = solveFor({ travel: line, jobs, vehicles }, 200);
  const far = solution.routes.find((route) => route.vehicle_id === "far");
  assert.ok(far!.stops.some((stop) => stop.job_id === "tied"));
});

test("distinguishes equal vehicles when a job is tied to one of them", () => {
  const jobs = ["a", "b"].map((id, k) => delivery(id, k + 1, { vehicle_id: id }));
  const vehicles = ["a", "b"].map((id) => vehicle(id));
  const problem: RouteProblem = { travel: line, jobs, vehicles, objective: { fewest_vehicles_first: true } };
  for (const engine of ["savings", "sisr"] as const) {
    const { routes } = solveFor(problem, 300, { engine });
    assert.deepEqual(
      routes.map((route) => [route.vehicle_id, route.stops[0]!.job_id]),
      [
        ["a", "a"],
        ["b", "b"],
      ],
    );
  }
});

test("fits all into the fewest vehicles that their capacity allows, although the first plan needs more", () => {
  const random = randomFrom(4);
  const points = Array.from({ length: 121 }, () => ({ lat: 48 + random() / 5, lng: 2 + random() / 5 }));
  const amounts = points.map(() => 5 + Math.floor(random() * 10));
  const least = Math.ceil(amounts.slice(1).reduce((sum, amount) => sum + amount, 0) / 100);
  const problem: RouteProblem = {
    travel: { points },
    jobs: points.slice(1).map((_, k) => delivery(`${k}`, k + 1, { amount: [amounts[k + 1]!] })),
    vehicles: Array.from({ length: 20 }, (_, v) => vehicle(`${v}`, { capacity: [100] })),
    objective: { fewest_vehicles_first: true },
  };
  assert.ok(solveFor(problem, 0, { engine: "savings" }).totals.vehicles > least);
  const solution = solveFor(problem, 8000);
  assert.deepEqual(
    [solution.totals.vehicles, solution.unassigned, check(problem, solution)],
    [least, [], []],
  );
});

test("leaves out the jobs of least priority when not all fit", () => {
  const jobs = [1, 2, 3, 4].map((at) =>
    delivery(`at-${at}`, at, { amount: [1], priority: at === 4 ? 9 : at }),
  );
  const solution = solveFor({ travel: line, jobs, vehicles: [vehicle("v", { capacity: [2] })] }, 500);
  assert.deepEqual(solution.unassigned, [
    { job_id: "at-1", reason: "capacity_exhausted" },
    { job_id: "at-2", reason: "capacity_exhausted" },
  ]);
  assert.equal(solution.objective.required_unassigned_weight, 3);
});

test("serves an optional job only when it costs less than its prize", () => {
  const jobs = [delivery("worth", 1, { prize: 21 }), delivery("not-worth", 4, { prize: 59 })];
  const solution = solveFor({ travel: line, jobs, vehicles: [vehicle("v")] }, 200);
  assert.deepEqual(solution.unassigned, [{ job_id: "not-worth", reason: "prize_below_cost" }]);
  assert.partialDeepStrictEqual(solution.objective, { base: 20, prizes_lost: 59, value: 79 });
});

test("balances stops, time or pay: the longest route is at most 1.1 times the mean, and the price is reported", () => {
  const xy: [number, number][] = [[0, 0]];
  for (let k = 0; k < 24; k++) xy.push([100 + k, k]);
  for (let k = 0; k < 6; k++) xy.push([-100 - k, k]);
  const problem: RouteProblem = {
    travel: buildMatrix(xy),
    jobs: xy.slice(1).map((_, k) => ({
      ...delivery(`job-${k}`, k + 1, { amount: [1] }),
      visit: { location: k + 1, service_s: 40 },
    })),
    vehicles: ["a", "b", "c"].map((id) => vehicle(id, { capacity: [14], cost: { per_km: 1, per_hour: 1 } })),
  };
  const shares = {
    by_stops: (route: Route) => route.stops.length,
    by_time: (route: Route) => route.duration_s,
    by_pay: (route: Route) => route.cost,
  };
  const computeSpread = (routes: Route[], share: (route: Route) => number) =>
    (Math.max(...routes.map(share)) * routes.length) / routes.reduce((sum, route) => sum + share(route), 0);
  const uneven = solveFor(problem, 3000);
  for (const [mode, share] of Object.entries(shares)) {
    const balanced = { ...problem, objective: { balance: { mode: mode as keyof typeof shares } } };
    const { objective, routes, totals } = solveFor(balanced, 3000);
    assert.ok(computeSpread(uneven.routes, share) > 1.1, mode);
    assert.ok(computeSpread(routes, share) <= 1.1 + 1e-9, mode);
    assert.equal(objective.balance, objective.imbalance * objective.balance_price);
    assert.ok(totals.distance_m >= uneven.totals.distance_m);
  }
});

test("does not lengthen other routes for one job that no vehicle can do in less", () => {
  const xy: [number, number][] = [
    [0, 0],
    [1000, 0],
    [10, 0],
    [-10, 0],
    [0, 10],
    [0, -10],
  ];
  const problem: RouteProblem = {
    travel: buildMatrix(xy),
    jobs: xy.slice(1).map((_, k) => delivery(`job-${k}`, k + 1, { amount: [k === 0 ? 4 : 2] })),
    vehicles: ["a", "b", "c"].map((id) => vehicle(id, { capacity: [4] })),
    objective: { balance: { mode: "by_time" } },
  };
  const { routes, objective } = solveFor(problem, 500);
  assert.ok(objective.imbalance < 0.1, "the longest route cannot be shorter");
  assert.ok(Math.max(...routes.map((route) => route.distance_m)) === 2000);
  assert.ok(routes.every((route) => route.distance_m === 2000 || route.distance_m < 50));
});

test("reports for each job that fits nowhere the reason", () => {
  const travel = buildMatrix([0, 10, 20, 30, 40, 9000].map((x) => [x, 0]));
  const vehicles = [
    vehicle("small", {
      capacity: [5],
      skills: ["cold"],
      shift: { start_s: 0, end_s: 200 },
      max_distance_m: 70,
    }),
    vehicle("large", { capacity: [9], shift: { start_s: 0, end_s: 200 }, max_distance_m: 70 }),
  ];
  const jobs: Job[] = [
    delivery("skilled", 1, { skills: ["flying"] }),
    delivery("cold-and-large", 1, { skills: ["cold"], amount: [6] }),
    delivery("huge", 1, { amount: [10] }),
    { id: "too-early", kind: "delivery", visit: { location: 3, windows: [{ start_s: 0, end_s: 29 }] } },
    { id: "after-shift", kind: "pickup", visit: { location: 3, windows: [{ start_s: 201, end_s: 300 }] } },
    { id: "too-long", kind: "delivery", visit: { location: 1, service_s: 190 } },
    { id: "far-away", kind: "delivery", visit: { location: 5 } },
    {
      id: "far-with-window",
      kind: "delivery",
      visit: { location: 5, windows: [{ start_s: 0, end_s: 100 }] },
    },
    delivery("too-far", 4),
    delivery("fits", 1, { amount: [9] }),
    delivery("would-fit", 1, { amount: [9] }),
  ];
  const solution = solveFor({ travel, jobs, vehicles }, 200);
  const reasons = Object.fromEntries(solution.unassigned.map(({ job_id, reason }) => [job_id, reason]));
  assert.equal(reasons["would-fit"] ?? reasons.fits, "capacity_exhausted");
  delete reasons["would-fit"];
  delete reasons.fits;
  assert.deepEqual(reasons, {
    skilled: "no_vehicle_has_skills",
    "cold-and-large": "exceeds_every_capacity",
    huge: "exceeds_every_capacity",
    "too-early": "window_unreachable",
    "after-shift": "window_unreachable",
    "too-long": "shift_too_short",
    "far-away": "shift_too_short",
    "far-with-window": "shift_too_short",
    "too-far": "too_far",
  });
});

test("reports an exhausted fleet when there is capacity but no time, stop or vehicle left", () => {
  const jobs = [delivery("a", 1), delivery("b", 2)];
  const [unassigned_job] = solveFor(
    { travel: line, jobs, vehicles: [vehicle("v", { max_stops: 1 })] },
    100,
  ).unassigned;
  assert.equal(unassigned_job!.reason, "fleet_exhausted");
  assert.equal(solveFor({ travel: line, jobs, vehicles: [] }, 100).unassigned.length, 2);
});

test("leaves out a fixed stop that cannot keep its position, and reports it", () => {
  const jobs: Job[] = [
    { id: "late", kind: "delivery", visit: { location: 1, windows: [{ start_s: 500, end_s: 600 }] } },
    { id: "early", kind: "delivery", visit: { location: 2, windows: [{ start_s: 0, end_s: 100 }] } },
  ];
  const vehicles = [vehicle("v", { first_job_ids: ["late", "early"] })];
  const solution = solveFor({ travel: line, jobs, vehicles }, 100);
  assert.deepEqual(solution.unassigned, [{ job_id: "early", reason: "locked_sequence_infeasible" }]);
  assert.deepEqual(check({ travel: line, jobs, vehicles }, solution), []);
});

test("stops at the limit of the clock it is given, reporting at most every 250 ms", () => {
  let time = 0;
  const progress_times_ms: number[] = [];
  const problem = variedProblem(5, 20);
  const solution = solve(problem, {
    seed: 1,
    time_limit_ms: 2000,
    now: () => time++,
    onProgress: (progress) => progress_times_ms.push(progress.elapsed_ms),
    progress_routes: true,
  });
  assert.ok(solution.elapsed_ms >= 2000 && solution.elapsed_ms < 2020, `${solution.elapsed_ms}`);
  assert.equal(solution.cancelled, false);
  assert.ok(progress_times_ms.length >= 7);
  for (let k = 2; k < progress_times_ms.length; k++)
    assert.ok(progress_times_ms[k]! - progress_times_ms[k - 1]! >= 250);
});

test("returns the best plan so far when cancelled", () => {
  let time = 0;
  const problem = variedProblem(5, 20);
  const solution = solve(problem, {
    seed: 1,
    time_limit_ms: 1e9,
    now: () => time++,
    isCancelled: () => time > 500,
  });
  assert.equal(solution.cancelled, true);
  assert.ok(solution.elapsed_ms < 600);
  assert.deepEqual(check(problem, solution), []);
});

test("refuses contradictory problems, naming the field", () => {
  const problem: RouteProblem = { travel: line, jobs: [delivery("a", 1)], vehicles: [vehicle("v")] };
  const cases: [Partial<RouteProblem>, RegExp][] = [
    [{ jobs: [delivery("a", 9)] }, /jobs\[0\]\.visit\.location/],
    [{ jobs: [delivery("a", 1), delivery("a", 2)] }, /jobs\[1\]\.id "a" is used twice/],
    [{ jobs: [delivery("a", 1, { amount: [1] })] }, /vehicles\[0\]\.capacity has 0 values, not 1/],
    [{ jobs: [delivery("a", 1, { vehicle_id: "x" })] }, /jobs\[0\]\.vehicle_id "x" is not a vehicle/],
    [
      { vehicles: [vehicle("v", { first_job_ids: ["b"] })] },
      /vehicles\[0\]\.first_job_ids: "b" is not a job/,
    ],
    [{ vehicles: [vehicle("v", { shift: { start_s: 2, end_s: 1 } })] }, /vehicles\[0\]\.shift/],
    [{ travel: { ...line, distance_m: [1, 2] } }, /travel\.distance_m has 2 values, not 5 × 5/],
    [{ travel: { points: [{ lat: 91, lng: 0 }] } }, /travel\.points\[0\]/],
  ];
  for (const [change, message] of cases) {
    assert.throws(() => solveFor({ ...problem, ...change }, 1), { name: "InvalidRouteProblem", message });
  }
  assert.throws(() => solve(problem, { seed: 1, now: still }), /time_limit_ms or iterations/);
});

test("measures straight lines along the great circle, with the road factor and speed", () => {
  const { distance_m, duration_s } = straightLineMatrix(
    [
      { lat: 0, lng: 0 },
      { lat: 0, lng: 1 },
    ],
    { road_factor: 2, speed_mps: 20 },
  );
  assert.ok(Math.abs(distance_m[1]! - 2 * 111_195.08) < 0.1);
  assert.ok(Math.abs(duration_s[2]! - distance_m[1]! / 20) < 0.01);
});
