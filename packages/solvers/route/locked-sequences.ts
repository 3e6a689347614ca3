import { link } from "./changes.ts";
import { DELIVERY, type Model } from "./model.ts";
import type { Plan } from "./plan.ts";
import { refreshRoute } from "./refresh.ts";
import { simulateRoute } from "./schedule.ts";

/** Does the vehicle have room for these single jobs at every moment? */
function holds(model: Model, vehicle: number, nodes: number[]): boolean {
  const { capacities, amount, jobOf, role } = model;
  if (nodes.length > model.maxStops[vehicle]!) return false;
  for (let k = 0; k < capacities; k++) {
    const room = model.capacity[vehicle * capacities + k]!;
    const amounts = nodes.map((node) => amount[jobOf[node]! * capacities + k]!);
    let load = amounts.reduce((sum, value, at) => sum + (role[nodes[at]!] === DELIVERY ? value : 0), 0);
    if (load > room) return false;
    for (const [at, node] of nodes.entries()) {
      load += role[node] === DELIVERY ? -amounts[at]! : amounts[at]!;
      if (load > room) return false;
    }
  }
  return true;
}

/**
 * Puts the first and last jobs of each vehicle in their fixed positions, and closes the positions between them.
 * A job that breaks a limit there, or may not be on the vehicle, is left out; returns those jobs.
 */
export function placeLockedSequences(plan: Plan, mayServe: (job: number) => boolean): number[] {
  const { model } = plan;
  const jobById = new Map(model.problem.jobs.map((job, j) => [job.id, j]));
  const leftOut: number[] = [];
  for (const [v, vehicle] of model.problem.vehicles.entries()) {
    const first: number[] = [];
    const last: number[] = [];
    for (const [ids, side] of [
      [vehicle.first_job_ids ?? [], first],
      [vehicle.last_job_ids ?? [], last],
    ] as const) {
      for (const id of ids) {
        const job = jobById.get(id)!;
        if (!mayServe(job)) continue;
        side.push(model.nodeOf[job]!);
        const nodes = [...first, ...last];
        if (holds(model, v, nodes) && simulateRoute(model, v, nodes, nodes.length).failure === null) continue;
        side.pop();
        leftOut.push(job);
      }
    }
    let before = model.visits + v;
    for (const node of [...first, ...last]) {
      link(plan, node, before);
      plan.fixed[node] = 1;
      before = node;
    }
    // Nothing may be inserted before the last of the first jobs, nor after the first of the last ones.
    if (first.length > 0) for (const node of [model.visits + v, ...first.slice(0, -1)]) plan.closed[node] = 1;
    for (const node of last) plan.closed[node] = 1;
    refreshRoute(plan, v);
  }
  return leftOut;
}
