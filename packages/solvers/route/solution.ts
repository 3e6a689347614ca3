import { DELIVERY, type Model, PAIR_DELIVERY } from "./model.ts";
import { getNodes, type Plan } from "./plan.ts";
import type { Route, Stop } from "./problem.ts";
import { simulateRoute, startIn } from "./schedule.ts";

/** The route of a used vehicle for the solution, recomputed from the order of its stops. */
export function describeRoute(plan: Plan, v: number): Route {
  const { model } = plan;
  const { capacities, amount, place, places } = model;
  const vehicle = model.problem.vehicles[v]!;
  const nodes = Array.from(getNodes(plan, v).subarray(0, plan.count[v]!));
  const simulation = simulateRoute(model, v, nodes, nodes.length);
  const load = Array.from({ length: capacities }, (_, k) =>
    nodes.reduce(
      (sum, node) => sum + (model.role[node] === DELIVERY ? amount[model.jobOf[node]! * capacities + k]! : 0),
      0,
    ),
  );
  const most = [...load];
  const stops: Stop[] = [];
  let at = simulation.departure;
  let from = place[model.visits + v]!;
  for (const node of nodes) {
    const job = model.jobOf[node]!;
    const isDelivery = model.role[node] === DELIVERY || model.role[node] === PAIR_DELIVERY;
    const arrival = at + model.duration[from * places + place[node]!]!;
    const start = startIn(model, node, arrival);
    at = start + model.service[node]!;
    from = place[node]!;
    for (let k = 0; k < capacities; k++) {
      load[k]! += isDelivery ? -amount[job * capacities + k]! : amount[job * capacities + k]!;
      most[k] = Math.max(most[k]!, load[k]!);
    }
    stops.push({
      job_id: model.problem.jobs[job]!.id,
      action: isDelivery ? "delivery" : "pickup",
      location: place[node]!,
      arrival_s: arrival,
      start_s: start,
      departure_s: at,
      load: [...load],
    });
  }
  const duration = simulation.finish - simulation.departure;
  const { fixed = 0, per_km = 0, per_hour = 0 } = vehicle.cost ?? {};
  return {
    vehicle_id: vehicle.id,
    stops,
    start_s: simulation.departure,
    end_s: simulation.finish,
    distance_m: simulation.distance,
    duration_s: duration,
    travel_s: simulation.travel,
    service_s: simulation.service,
    waiting_s: Math.max(0, duration - simulation.travel - simulation.service),
    load: most,
    cost: fixed + (per_km * simulation.distance) / 1000 + (per_hour * duration) / 3600,
  };
}

/** The jobs of each used vehicle in the order saved in `next`, each listed once. */
export function outlineRoutes(model: Model, next: Int32Array): { vehicle_id: string; job_ids: string[] }[] {
  const outline: { vehicle_id: string; job_ids: string[] }[] = [];
  for (const [v, vehicle] of model.problem.vehicles.entries()) {
    const jobs = new Set<number>();
    const end = model.visits + model.vehicles + v;
    for (let node = next[model.visits + v]!; node !== end; node = next[node]!) jobs.add(model.jobOf[node]!);
    if (jobs.size > 0)
      outline.push({
        vehicle_id: vehicle.id,
        job_ids: Array.from(jobs, (job) => model.problem.jobs[job]!.id),
      });
  }
  return outline;
}
