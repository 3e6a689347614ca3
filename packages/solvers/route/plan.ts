import { type Model, TIME_SLACK_S } from "./model.ts";
import { simulateRoute } from "./schedule.ts";
import type { Segments } from "./segments.ts";

/**
 * Routes as doubly linked lists over the nodes of a model, with cached values that make evaluating one position
 * cheap: arcs, earliest and latest starts, loads before and after. Every vehicle has a route; an empty one
 * links its start to its end. Changes are undone route by route: only routes changed since `beginChange` are saved.
 */
export type Plan = {
  model: Model;
  next: Int32Array;
  prev: Int32Array;
  /** `[node]` vehicle, or -1 when absent. */
  route: Int32Array;
  /** `[node]` distance and duration to `next`. */
  arc: Float64Array;
  arcTime: Float64Array;
  /** `[node]` earliest start of service, and the latest that keeps the rest of the route in time. */
  early: Float64Array;
  late: Float64Array;
  /** `[vehicle]`; `seconds` is travel and service without waiting; `price` excludes balance. */
  count: Int32Array;
  metres: Float64Array;
  seconds: Float64Array;
  price: Float64Array;
  /** `[vehicle]` what balance compares: stops, seconds or pay; kept by `objective.ts`. */
  share: Float64Array;
  /** `[vehicle * capacities + k]` sum of amounts; with mixed loads, of single deliveries. */
  load: Float64Array;
  /** `[node * capacities + k]` with mixed loads: on leaving the node, and the most before and after that. */
  onBoard: Float64Array;
  mostBefore: Float64Array;
  mostAfter: Float64Array;
  /** Only when waiting has a price or a limit. */
  segments: Segments;
  /** Vehicles with stops, in no order; `usedAt[vehicle]` is -1 for the others. */
  used: Int32Array;
  usedAt: Int32Array;
  usedCount: number;
  /** Jobs in no route that the search may place. */
  absent: Int32Array;
  absentAt: Int32Array;
  absentCount: number;
  /** `[node]` nothing may be put after it; `[visit]` it may not be moved. */
  closed: Uint8Array;
  fixed: Uint8Array;
  undo: Undo;
};

type Undo = {
  stamp: number;
  /** `[vehicle]` stamp of the change that saved it. */
  savedBy: Int32Array;
  vehicles: Int32Array;
  vehicleCount: number;
  /** Saved nodes of changed routes one after another, starts and ends included. */
  nodes: Int32Array;
  arc: Float64Array;
  arcTime: Float64Array;
  early: Float64Array;
  late: Float64Array;
  length: number;
  metres: Float64Array;
  seconds: Float64Array;
  price: Float64Array;
  share: Float64Array;
  load: Float64Array;
  absent: Int32Array;
  absentCount: number;
};

/**
 * Does the route, after visits were taken out, keep its limits? It may not where the direct way between two
 * places is longer than that over a third, or where several windows make an earlier arrival wait longer.
 */
export function isSound(plan: Plan, vehicle: number): boolean {
  const { model } = plan;
  const end = model.visits + model.vehicles + vehicle;
  if (plan.count[vehicle] === 0) return true;
  if (plan.metres[vehicle]! > model.maxDistance[vehicle]!) return false;
  if (model.timed && !(plan.early[end]! < Infinity && plan.early[end]! <= model.due[end]! + TIME_SLACK_S))
    return false;
  if (model.maxDuration[vehicle] === Infinity) return true;
  if (!model.waits) return plan.seconds[vehicle]! <= model.maxDuration[vehicle]!;
  return simulateRoute(model, vehicle, getNodes(plan, vehicle), plan.count[vehicle]!).failure === null;
}

const walked = { nodes: new Int32Array(64) };

/** The nodes of a route in order, in an array that the next call reuses. */
export function getNodes(plan: Plan, vehicle: number): Int32Array {
  const count = plan.count[vehicle]!;
  if (walked.nodes.length < count + 2) walked.nodes = new Int32Array(2 * count + 2);
  let node = plan.next[plan.model.visits + vehicle]!;
  for (let k = 0; k < count; k++) {
    walked.nodes[k] = node;
    node = plan.next[node]!;
  }
  return walked.nodes;
}
