import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../random.ts";
import { check } from "./checker.ts";
import { solveInParts } from "./parts.ts";
import {
  InvalidRouteProblem,
  type Job,
  type RouteProblem,
  type RouteProgress,
  type SolveOptions,
} from "./problem.ts";
import { solve } from "./solve.ts";

const OPTIONS: SolveOptions = { seed: 1, iterations: 6000, now: () => 0 };

/** 120 jobs of all kinds around two depots, some tied to a vehicle or to a place in its order; `vans` of 100. */
function town(vans: number): RouteProblem {
  const random = randomFrom(3);
  const points = Array.from({ length: 160 }, () => ({ lat: 48 + random() / 4, lng: 2 + random() / 4 }));
  const visit = (location: number) => {
    const start_s = 8 * 3600 + Math.floor(random() * 4) * 3600;
    return {
      location,
      service_s: 180,
      ...(random() < 0.3 && { windows: [{ start_s, end_s: start_s + 3 * 3600 }] }),
    };
  };
  const jobs = Array.from({ length: 120 }, (_, k): Job => {
    const shared = {
      id: `job-${k}`,
      amount: [1 + Math.floor(random() * 9)],
      ...(random() < 0.1 && { skills: ["cold"] }),
      ...(k % 40 === 7 && { vehicle_id: "van-1" }),
      ...(k % 30 === 9 && { prize: 20_000 }),
    };
    if (k % 10 === 3)
      return { ...shared, kind: "pair", pickup: visit(k + 2), delivery: visit(130 + (k % 30)) };
    return { ...shared, kind: k % 10 === 5 ? "pickup" : "delivery", visit: visit(k + 2) };
  });
  return {
    travel: { points, road_factor: 1.3, speed_mps: 8 },
    jobs: [...jobs, { id: "heavy", kind: "delivery", amount: [101], visit: { location: 2 } }],
    vehicles: Array.from({ length: vans }, (_, v) => ({
      id: `van-${v}`,
      start_location: v % 2,
      end_location: v % 2,
      capacity: [100],
      skills: v % 3 === 0 ? ["cold"] : [],
      shift: { start_s: 7 * 3600, end_s: 18 * 3600 },
      ...(v === 2 && { first_job_ids: ["job-4", "job-90"], last_job_ids: ["job-11"] }),
    })),
    objective: { minimise: "distance", fewest_vehicles_first: true },
  };
}

test("plans in parts of 60 jobs keep every limit, and are hardly longer than a plan in one", () => {
  const problem = town(24);
  const solution = solveInParts(problem, OPTIONS, 60);
  assert.deepEqual(check(problem, solution), []);
  const full_solution = solve(problem, OPTIONS);
  assert.deepEqual(
    solution.unassigned.filter(({ reason }) => reason !== "prize_below_cost"),
    [{ job_id: "heavy", reason: "exceeds_every_capacity" }],
  );
  // Each part has two or three routes: few that could be emptied.
  assert.ok(solution.totals.vehicles <= full_solution.totals.vehicles + 2, `${solution.totals.vehicles}`);
  assert.ok(
    solution.totals.distance_m < 1.15 * full_solution.totals.distance_m,
    `${solution.totals.distance_m}`,
  );
  assert.deepEqual(solveInParts(problem, OPTIONS, 60), solution, "the same seed and iterations");
});

test("the first plan that is reported has every job, and takes no search", () => {
  const problem = town(24);
  const reported: RouteProgress[] = [];
  const options = { ...OPTIONS, onProgress: (progress: RouteProgress) => reported.push(progress) };
  const solution = solveInParts(problem, options, 30);
  const [first] = reported;
  assert.equal(first?.iteration, 0);
  assert.ok((first?.unassigned ?? 0) <= solution.unassigned.length + 1, `${first?.unassigned}`);
  assert.ok((first?.best_cost ?? 0) > solution.objective.value);
});

test("says with regard to all vehicles why a job is in no part", () => {
  const problem = town(3);
  const solution = solveInParts(problem, OPTIONS, 30);
  assert.deepEqual(check(problem, solution), []);
  const reasons = new Set(solution.unassigned.map(({ reason }) => reason));
  assert.ok(
    reasons.has("exceeds_every_capacity") && !reasons.has("no_vehicle_has_skills"),
    `${[...reasons]}`,
  );
});

test("travel by matrix is divided too", () => {
  const { travel, ...problem } = town(24);
  assert.ok("points" in travel);
  const size = travel.points.length;
  const distance_m = travel.points.flatMap((a) =>
    travel.points.map((b) => 111_000 * Math.hypot(a.lat - b.lat, 0.67 * (a.lng - b.lng))),
  );
  const by_matrix = {
    ...problem,
    travel: { size, distance_m, duration_s: distance_m.map((one) => one / 8) },
  };
  assert.deepEqual(check(by_matrix, solveInParts(by_matrix, OPTIONS, 30)), []);
});

test("a cancelled plan is complete and keeps every limit", () => {
  const problem = town(24);
  let time = 0;
  const options = { seed: 1, time_limit_ms: 1e6, now: () => (time += 100), isCancelled: () => time > 5000 };
  const solution = solveInParts(problem, options, 30);
  assert.equal(solution.cancelled, true);
  assert.deepEqual(check(problem, solution), []);
});

test("a balance is refused", () => {
  const problem = town(24);
  const objective = { balance: { mode: "by_stops" as const } };
  assert.throws(() => solveInParts({ ...problem, objective }, OPTIONS, 30), InvalidRouteProblem);
});
