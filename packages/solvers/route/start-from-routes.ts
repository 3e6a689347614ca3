import { dropAbsent, link } from "./changes.ts";
import { PAIR_PICKUP } from "./model.ts";
import type { Plan } from "./plan.ts";
import type { Route } from "./problem.ts";
import { refreshRoute } from "./refresh.ts";

/** Puts the stops of given routes, valid for this problem, around those that have their fixed positions already. */
export function startFromRoutes(plan: Plan, routes: readonly Route[]): void {
  const { model } = plan;
  const vehicleById = new Map(model.problem.vehicles.map(({ id }, v) => [id, v]));
  const jobById = new Map(model.problem.jobs.map(({ id }, j) => [id, j]));
  for (const { vehicle_id, stops } of routes) {
    const vehicle = vehicleById.get(vehicle_id)!;
    let before = model.visits + vehicle;
    for (const { job_id, action } of stops) {
      const job = jobById.get(job_id)!;
      const first = model.nodeOf[job]!;
      const node = model.role[first] === PAIR_PICKUP && action === "delivery" ? first + 1 : first;
      if (plan.route[node]! < 0) {
        link(plan, node, before);
        if (plan.absentAt[job]! >= 0) dropAbsent(plan, job);
      }
      before = node;
    }
    refreshRoute(plan, vehicle);
  }
}
