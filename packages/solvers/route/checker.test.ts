import assert from "node:assert/strict";
import { test } from "node:test";
import { check, type Violation } from "./checker.ts";
import type { RouteProblem, RouteSolution } from "./problem.ts";
import { solve } from "./solve.ts";

/** Stops 10 m and 10 s apart on a line, the depot at 0. */
function buildLine(size: number) {
  const values = Array.from(
    { length: size * size },
    (_, at) => 10 * Math.abs(Math.floor(at / size) - (at % size)),
  );
  return { size, distance_m: values, duration_s: values };
}

const problem: RouteProblem = {
  travel: buildLine(6),
  jobs: [
    { id: "a", kind: "delivery", amount: [2], visit: { location: 1, windows: [{ start_s: 0, end_s: 50 }] } },
    { id: "b", kind: "pickup", amount: [3], skills: ["lift"], visit: { location: 2, service_s: 5 } },
    { id: "c", kind: "pair", amount: [1], pickup: { location: 3 }, delivery: { location: 4 } },
    { id: "d", kind: "delivery", amount: [9], visit: { location: 5 } },
  ],
  vehicles: [
    { id: "v", start_location: 0, end_location: 0, capacity: [4], skills: ["lift"], cost: { per_km: 100 } },
    { id: "w", start_location: 0, end_location: 0, capacity: [4] },
  ],
};
const good = solve(problem, { seed: 1, iterations: 200, now: () => 0 });

function kindsAfter(change: (solution: RouteSolution, problem: RouteProblem) => void): Violation["kind"][] {
  const [problem_copy, answered] = structuredClone([problem, good] as const);
  change(answered, problem_copy);
  return [...new Set(check(problem_copy, answered).map((violation) => violation.kind))];
}

test("accepts a solution that keeps all limits", () => {
  assert.deepEqual(check(problem, good), []);
  assert.deepEqual(good.unassigned, [{ job_id: "d", reason: "exceeds_every_capacity" }]);
});

test("finds each kind of violation of a limit", () => {
  const cases: [Violation["kind"], (solution: RouteSolution, problem: RouteProblem) => void][] = [
    ["skills", (_, problem_copy) => (problem_copy.vehicles[0]!.skills = [])],
    ["capacity", (_, problem_copy) => (problem_copy.vehicles[0]!.capacity = [3])],
    ["max_stops", (_, problem_copy) => (problem_copy.vehicles[0]!.max_stops = 3)],
    ["max_distance", (_, problem_copy) => (problem_copy.vehicles[0]!.max_distance_m = 79)],
    ["max_duration", (_, problem_copy) => (problem_copy.vehicles[0]!.max_duration_s = 84)],
    ["shift", (_, problem_copy) => (problem_copy.vehicles[0]!.shift = { start_s: 0, end_s: 84 })],
    ["lock", (_, problem_copy) => (problem_copy.jobs[1]!.vehicle_id = "w")],
    ["lock", (_, problem_copy) => (problem_copy.vehicles[1]!.first_job_ids = ["a"])],
    [
      "lock",
      (solution, problem_copy) =>
        (problem_copy.vehicles[0]!.last_job_ids = [solution.routes[0]!.stops[0]!.job_id]),
    ],
    [
      "window",
      (_, problem_copy) =>
        Object.assign(problem_copy.jobs[0]!, {
          visit: { location: 1, windows: [{ start_s: 900, end_s: 901 }] },
        }),
    ],
  ];
  for (const [kind, change] of cases) assert.ok(kindsAfter(change).includes(kind), kind);
});

test("finds jobs that are served twice, not at all, in half, or by an unknown vehicle", () => {
  const cases: [Violation["kind"], (solution: RouteSolution) => void][] = [
    ["job_missing", (solution) => solution.unassigned.pop()],
    ["job_twice", (solution) => solution.unassigned.push({ job_id: "a", reason: "fleet_exhausted" })],
    ["job_twice", (solution) => solution.routes[0]!.stops.push(solution.routes[0]!.stops[0]!)],
    ["pair", (solution) => solution.routes[0]!.stops.reverse()],
    [
      "pair",
      ({ routes }) =>
        (routes[0]!.stops = routes[0]!.stops.filter(
          (stop) => stop.job_id !== "c" || stop.action === "pickup",
        )),
    ],
    ["unknown_job", (solution) => (solution.routes[0]!.stops[0]!.job_id = "x")],
    ["unknown_vehicle", (solution) => (solution.routes[0]!.vehicle_id = "x")],
    ["vehicle_twice", (solution) => solution.routes.push(solution.routes[0]!)],
    ["reason", (solution) => Object.assign(solution.unassigned[0]!, { reason: "" })],
  ];
  for (const [kind, change] of cases) assert.ok(kindsAfter(change).includes(kind), kind);
});

test("recomputes every total", () => {
  const changes: ((solution: RouteSolution) => void)[] = [
    ({ routes }) => routes[0]!.distance_m++,
    ({ routes }) => routes[0]!.end_s++,
    ({ routes }) => routes[0]!.travel_s++,
    ({ routes }) => routes[0]!.service_s++,
    ({ routes }) => routes[0]!.waiting_s++,
    ({ routes }) => routes[0]!.cost++,
    ({ routes }) => routes[0]!.load[0]!++,
    ({ routes }) => routes[0]!.stops[1]!.arrival_s--,
    ({ routes }) => routes[0]!.stops[1]!.departure_s++,
    ({ routes }) => routes[0]!.stops[1]!.location++,
    ({ routes }) => routes[0]!.stops[1]!.load[0]!++,
    ({ totals }) => totals.vehicles++,
    ({ totals }) => totals.duration_s++,
    ({ objective }) => objective.base++,
    ({ objective }) => objective.value++,
    ({ objective }) => (objective.imbalance = 0.5),
    ({ objective }) => objective.required_unassigned_weight++,
  ];
  for (const change of changes) assert.ok(kindsAfter(change).includes("arithmetic"), String(change));
});
