import type { Model } from "./model.ts";
import type { UnassignedReason } from "./problem.ts";
import { type Simulation, simulateRoute } from "./schedule.ts";

type InfeasibleReason = Extract<
  UnassignedReason,
  "no_vehicle_has_skills" | "exceeds_every_capacity" | "window_unreachable" | "shift_too_short" | "too_far"
>;

/** In the order of checking: the best vehicle is the one that passes the most checks. */
const STAGES: (InfeasibleReason | null)[] = [
  "no_vehicle_has_skills",
  "exceeds_every_capacity",
  "window_unreachable",
  "shift_too_short",
  "too_far",
  null,
];

const REASON_OF_LIMIT: Record<NonNullable<Simulation["failure"]>, InfeasibleReason> = {
  window: "window_unreachable",
  shift: "shift_too_short",
  duration: "shift_too_short",
  distance: "too_far",
};

function isLargeEnough(model: Model, job: number, vehicle: number): boolean {
  // A pair needs two of the vehicle's stops: too few are too small a vehicle.
  const visits = model.problem.jobs[job]!.kind === "pair" ? 2 : 1;
  if (visits > model.maxStops[vehicle]!) return false;
  for (let k = 0; k < model.capacities; k++) {
    if (model.amount[job * model.capacities + k]! > model.capacity[vehicle * model.capacities + k]!)
      return false;
  }
  return true;
}

/** Why this vehicle, empty, could not serve this job alone; null when it could. */
function findInfeasibleReason(model: Model, job: number, vehicle: number): InfeasibleReason | null {
  const skills = model.problem.vehicles[vehicle]!.skills ?? [];
  if (!(model.problem.jobs[job]!.skills ?? []).every((skill) => skills.includes(skill)))
    return "no_vehicle_has_skills";
  if (!isLargeEnough(model, job, vehicle)) return "exceeds_every_capacity";
  const node = model.nodeOf[job]!;
  const { failure } = simulateRoute(model, vehicle, [node, node + 1], model.partner[node]! < 0 ? 1 : 2);
  return failure === null ? null : REASON_OF_LIMIT[failure];
}

/**
 * Fills `model.allowed` and returns, for each job, why it fits on no empty vehicle (of those it may use), or
 * null. One vehicle of each kind is tried. With no vehicles at all every job is `fleet_exhausted`.
 */
export function checkJobsAlone(model: Model): (UnassignedReason | null)[] {
  const { kinds, kindOf } = model;
  model.allowed = new Uint8Array(model.jobs * kinds);
  const example = Array.from({ length: kinds }, (_, kind) => kindOf.indexOf(kind));
  return Array.from({ length: model.jobs }, (_, job) => {
    if (model.vehicles === 0) return "fleet_exhausted";
    const tied = model.tied[job]!;
    let furthest = 0;
    for (let kind = 0; kind < kinds; kind++) {
      if (tied >= 0 && kindOf[tied] !== kind) continue;
      const failure = findInfeasibleReason(model, job, example[kind]!);
      if (failure === null) model.allowed[job * kinds + kind] = 1;
      furthest = Math.max(furthest, STAGES.indexOf(failure));
    }
    return STAGES[furthest]!;
  });
}
