import assert from "node:assert/strict";
import { test } from "node:test";
import { findAlternatives } from "./alternatives.ts";
import type { Job, RouteProblem, Vehicle } from "./problem.ts";
import { solve } from "./solve.ts";

/** Places 10 m and 10 s apart on a line, the depot at 0. */
function buildLine(size: number) {
  const values = Array.from(
    { length: size * size },
    (_, at) => 10 * Math.abs(Math.floor(at / size) - (at % size)),
  );
  return { size, distance_m: values, duration_s: values };
}

const vehicle = (id: string, more: Partial<Vehicle> = {}): Vehicle => ({
  id,
  start_location: 0,
  end_location: 0,
  capacity: [2],
  cost: { fixed: 5, per_km: 1000 },
  ...more,
});
const delivery = (id: string, location: number, more: Partial<Job> = {}) =>
  ({ id, kind: "delivery", amount: [1], visit: { location }, ...more }) as Job;

test("each other vehicle has its extra cost, or the constraint that refuses the job", () => {
  const problem: RouteProblem = {
    travel: buildLine(6),
    jobs: [delivery("far", 4), delivery("near", 1, { skills: ["cold"] }), delivery("a", 3), delivery("b", 2)],
    vehicles: [
      vehicle("now", { skills: ["cold"] }),
      vehicle("full", { skills: ["cold"] }),
      vehicle("passing", { skills: ["cold"], capacity: [9] }),
      vehicle("warm"),
      vehicle("idle", { skills: ["cold"] }),
      vehicle("short", { skills: ["cold"], shift: { start_s: 0, end_s: 19 } }),
      vehicle("near-only", { skills: ["cold"], max_distance_m: 10 }),
      vehicle("stops", { skills: ["cold"], max_stops: 0 }),
    ],
  };
  const routes = [
    { vehicle_id: "now", job_ids: ["near"] },
    { vehicle_id: "full", job_ids: ["a", "b"] },
    { vehicle_id: "passing", job_ids: ["far"] },
  ];
  const extra = (distance_m: number, cost: number) => ({ distance_m, duration_s: distance_m, cost });
  const plain = { is_new_vehicle: false, missing_skills: [] };
  assert.deepEqual(findAlternatives(problem, routes, "near"), [
    // Without it, its vehicle stays at home: 20 m and the fixed cost are saved.
    { vehicle_id: "passing", ...plain, refused_by: null, extra: extra(-20, -25) },
    { vehicle_id: "idle", ...plain, is_new_vehicle: true, refused_by: null, extra: extra(0, 0) },
    { vehicle_id: "full", ...plain, refused_by: "capacity", extra: null },
    {
      vehicle_id: "warm",
      is_new_vehicle: true,
      missing_skills: ["cold"],
      refused_by: "skills",
      extra: null,
    },
    { vehicle_id: "short", ...plain, is_new_vehicle: true, refused_by: "shift", extra: null },
    { vehicle_id: "near-only", ...plain, is_new_vehicle: true, refused_by: "max_distance", extra: null },
    { vehicle_id: "stops", ...plain, is_new_vehicle: true, refused_by: "max_stops", extra: null },
  ]);
});

test("the extra cost is that of the same plan with the job on the other vehicle", () => {
  const points = Array.from({ length: 9 }, (_, k) => ({
    lat: 48 + ((k * 7) % 5) / 50,
    lng: 2 + ((k * 3) % 7) / 50,
  }));
  const problem: RouteProblem = {
    travel: { points },
    jobs: Array.from({ length: 7 }, (_, k) => delivery(`j${k}`, k + 1, { amount: [k % 2] })),
    vehicles: [vehicle("v", { capacity: [9], max_stops: 4 }), vehicle("w", { capacity: [9], max_stops: 4 })],
  };
  const pair: Job = {
    id: "pair",
    kind: "pair",
    amount: [1],
    pickup: { location: 8 },
    delivery: { location: 3 },
  };
  problem.jobs.splice(2, 2, pair);
  const options = { seed: 1, iterations: 3000, now: () => 0 };
  const solution = solve(problem, options);
  const routes = solution.routes.map(({ vehicle_id, stops }) => ({
    vehicle_id,
    job_ids: stops.map(({ job_id }) => job_id),
  }));
  assert.equal(routes.length, 2);
  for (const [at, { vehicle_id, job_ids }] of routes.entries())
    for (const job_id of job_ids) {
      const [other] = findAlternatives(problem, routes, job_id);
      const size = (routes[1 - at]?.job_ids.length ?? 0) + job_ids.filter((id) => id === job_id).length;
      assert.notEqual(other?.vehicle_id, vehicle_id);
      assert.equal(other?.refused_by, size > 4 ? "max_stops" : null);
      // No plan is shorter than the one that the solver found.
      if (other?.extra) assert.ok(other.extra.distance_m >= -1e-6, job_id);
    }
});
