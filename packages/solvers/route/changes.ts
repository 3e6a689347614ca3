import { DELIVERY, type Model, tracksWaiting } from "./model.ts";
import type { Plan } from "./plan.ts";
import { refreshLoads, refreshRoute, refreshSegments } from "./refresh.ts";
import { emptySegments } from "./segments.ts";

/** All routes empty, no job listed as absent. */
export function emptyPlan(model: Model): Plan {
  const { visits, vehicles, capacities } = model;
  const nodes = visits + 2 * vehicles;
  const loads = model.mixedLoads ? nodes * capacities : 0;
  const plan: Plan = {
    model,
    next: new Int32Array(nodes).fill(-1),
    prev: new Int32Array(nodes).fill(-1),
    route: new Int32Array(nodes).fill(-1),
    arc: new Float64Array(nodes),
    arcTime: new Float64Array(nodes),
    early: new Float64Array(nodes),
    late: new Float64Array(nodes),
    count: new Int32Array(vehicles),
    metres: new Float64Array(vehicles),
    seconds: new Float64Array(vehicles),
    price: new Float64Array(vehicles),
    share: new Float64Array(vehicles),
    load: new Float64Array(vehicles * capacities),
    onBoard: new Float64Array(loads),
    mostBefore: new Float64Array(loads),
    mostAfter: new Float64Array(loads),
    segments: emptySegments(tracksWaiting(model) ? nodes : 0),
    used: new Int32Array(vehicles),
    usedAt: new Int32Array(vehicles).fill(-1),
    usedCount: 0,
    absent: new Int32Array(model.jobs),
    absentAt: new Int32Array(model.jobs).fill(-1),
    absentCount: 0,
    closed: new Uint8Array(nodes),
    fixed: new Uint8Array(visits),
    undo: {
      stamp: 0,
      savedBy: new Int32Array(vehicles),
      vehicles: new Int32Array(vehicles),
      vehicleCount: 0,
      nodes: new Int32Array(nodes),
      arc: new Float64Array(nodes),
      arcTime: new Float64Array(nodes),
      early: new Float64Array(nodes),
      late: new Float64Array(nodes),
      length: 0,
      metres: new Float64Array(vehicles),
      seconds: new Float64Array(vehicles),
      price: new Float64Array(vehicles),
      share: new Float64Array(vehicles),
      load: new Float64Array(vehicles * capacities),
      absent: new Int32Array(model.jobs),
      absentCount: 0,
    },
  };
  for (let vehicle = 0; vehicle < vehicles; vehicle++) clearRoute(plan, vehicle);
  return plan;
}

function clearRoute(plan: Plan, vehicle: number): void {
  const { model } = plan;
  const start = model.visits + vehicle;
  const end = start + model.vehicles;
  plan.next[start] = end;
  plan.prev[end] = start;
  plan.route[start] = vehicle;
  plan.route[end] = vehicle;
  plan.count[vehicle] = 0;
  plan.load.fill(0, vehicle * model.capacities, (vehicle + 1) * model.capacities);
  const arc = model.place[start]! * model.places + model.place[end]!;
  plan.arc[start] = model.distance[arc]!;
  plan.arcTime[start] = model.duration[arc]!;
  plan.metres[vehicle] = plan.arc[start]!;
  plan.seconds[vehicle] = plan.arcTime[start]!;
  plan.price[vehicle] = 0;
  plan.share[vehicle] = 0;
  refreshRoute(plan, vehicle);
}

function markUsed(plan: Plan, vehicle: number): void {
  const { used, usedAt } = plan;
  const at = usedAt[vehicle]!;
  if (plan.count[vehicle]! > 0) {
    if (at >= 0) return;
    usedAt[vehicle] = plan.usedCount;
    used[plan.usedCount++] = vehicle;
  } else if (at >= 0) {
    const last = used[--plan.usedCount]!;
    used[at] = last;
    usedAt[last] = at;
    usedAt[vehicle] = -1;
  }
}

function shiftTotals(plan: Plan, node: number, vehicle: number, sign: number): void {
  const { model, load } = plan;
  const { capacities, amount } = model;
  const job = model.jobOf[node]!;
  plan.count[vehicle]! += sign;
  plan.seconds[vehicle]! += sign * model.service[node]!;
  if (model.mixedLoads && model.role[node] !== DELIVERY) return;
  for (let k = 0; k < capacities; k++)
    load[vehicle * capacities + k]! += sign * amount[job * capacities + k]!;
}

/** Links a node after `before`; `refreshRoute` updates earliest and latest starts and loads along the route. */
export function link(plan: Plan, node: number, before: number): void {
  const { next, prev, arc, arcTime, model } = plan;
  const { place, places, distance, duration } = model;
  const vehicle = plan.route[before]!;
  const after = next[before]!;
  next[before] = node;
  prev[node] = before;
  next[node] = after;
  prev[after] = node;
  plan.route[node] = vehicle;
  const arriving = place[before]! * places + place[node]!;
  const leaving = place[node]! * places + place[after]!;
  plan.metres[vehicle]! += distance[arriving]! + distance[leaving]! - arc[before]!;
  plan.seconds[vehicle]! += duration[arriving]! + duration[leaving]! - arcTime[before]!;
  arc[before] = distance[arriving]!;
  arc[node] = distance[leaving]!;
  arcTime[before] = duration[arriving]!;
  arcTime[node] = duration[leaving]!;
  shiftTotals(plan, node, vehicle, 1);
  if (plan.count[vehicle] === 1) markUsed(plan, vehicle);
}

/** Removes a node from its route; `refreshRoute` updates earliest and latest starts and loads. */
function unlink(plan: Plan, node: number): void {
  const { next, prev, arc, arcTime, model } = plan;
  const vehicle = plan.route[node]!;
  const before = prev[node]!;
  const after = next[node]!;
  const closing = model.place[before]! * model.places + model.place[after]!;
  plan.metres[vehicle]! += model.distance[closing]! - arc[before]! - arc[node]!;
  plan.seconds[vehicle]! += model.duration[closing]! - arcTime[before]! - arcTime[node]!;
  arc[before] = model.distance[closing]!;
  arcTime[before] = model.duration[closing]!;
  next[before] = after;
  prev[after] = before;
  plan.route[node] = -1;
  shiftTotals(plan, node, vehicle, -1);
  if (plan.count[vehicle] === 0) markUsed(plan, vehicle);
}

export function addAbsent(plan: Plan, job: number): void {
  plan.absentAt[job] = plan.absentCount;
  plan.absent[plan.absentCount++] = job;
}

export function dropAbsent(plan: Plan, job: number): void {
  const at = plan.absentAt[job]!;
  const last = plan.absent[--plan.absentCount]!;
  plan.absent[at] = last;
  plan.absentAt[last] = at;
  plan.absentAt[job] = -1;
}

/** Removes a job (both visits of a pair) from its route and lists it as absent. */
export function removeJob(plan: Plan, job: number): void {
  const node = plan.model.nodeOf[job]!;
  unlink(plan, node);
  if (plan.model.partner[node]! >= 0) unlink(plan, node + 1);
  addAbsent(plan, job);
}

/** Starts a change that `rollBack` can undo. */
export function beginChange(plan: Plan): void {
  const { undo } = plan;
  undo.stamp++;
  undo.vehicleCount = 0;
  undo.length = 0;
  undo.absentCount = plan.absentCount;
  for (let k = 0; k < plan.absentCount; k++) undo.absent[k] = plan.absent[k]!;
}

/** Saves a route, once per change; to be called before its first alteration. */
export function saveRoute(plan: Plan, vehicle: number): void {
  const { undo, model } = plan;
  if (undo.savedBy[vehicle] === undo.stamp) return;
  undo.savedBy[vehicle] = undo.stamp;
  undo.vehicles[undo.vehicleCount++] = vehicle;
  undo.metres[vehicle] = plan.metres[vehicle]!;
  undo.seconds[vehicle] = plan.seconds[vehicle]!;
  undo.price[vehicle] = plan.price[vehicle]!;
  undo.share[vehicle] = plan.share[vehicle]!;
  for (let k = vehicle * model.capacities; k < (vehicle + 1) * model.capacities; k++)
    undo.load[k] = plan.load[k]!;
  const end = model.visits + model.vehicles + vehicle;
  for (let node = model.visits + vehicle; ; node = plan.next[node]!) {
    const at = undo.length++;
    undo.nodes[at] = node;
    undo.arc[at] = plan.arc[node]!;
    undo.arcTime[at] = plan.arcTime[node]!;
    if (model.timed) {
      undo.early[at] = plan.early[node]!;
      undo.late[at] = plan.late[node]!;
    }
    if (node === end) break;
  }
}

/** Restores the plan as it was at `beginChange`. */
export function rollBack(plan: Plan): void {
  const { undo, model, next, prev, route } = plan;
  for (let k = 0; k < plan.absentCount; k++) plan.absentAt[plan.absent[k]!] = -1;
  let at = 0;
  for (let t = 0; t < undo.vehicleCount; t++) {
    const vehicle = undo.vehicles[t]!;
    const end = model.visits + model.vehicles + vehicle;
    let count = -2;
    let before = -1;
    for (let node = -1; node !== end; at++) {
      node = undo.nodes[at]!;
      count++;
      plan.arc[node] = undo.arc[at]!;
      plan.arcTime[node] = undo.arcTime[at]!;
      if (model.timed) {
        plan.early[node] = undo.early[at]!;
        plan.late[node] = undo.late[at]!;
      }
      route[node] = vehicle;
      prev[node] = before;
      if (before >= 0) next[before] = node;
      before = node;
    }
    plan.count[vehicle] = count;
    plan.metres[vehicle] = undo.metres[vehicle]!;
    plan.seconds[vehicle] = undo.seconds[vehicle]!;
    plan.price[vehicle] = undo.price[vehicle]!;
    plan.share[vehicle] = undo.share[vehicle]!;
    for (let k = vehicle * model.capacities; k < (vehicle + 1) * model.capacities; k++)
      plan.load[k] = undo.load[k]!;
    markUsed(plan, vehicle);
    if (model.mixedLoads) refreshLoads(plan, model.visits + vehicle, end, vehicle);
    if (tracksWaiting(model)) refreshSegments(plan, model.visits + vehicle, end);
  }
  plan.absentCount = 0;
  for (let k = 0; k < undo.absentCount; k++) {
    const job = undo.absent[k]!;
    addAbsent(plan, job);
    unmark(plan, job);
  }
}

function unmark(plan: Plan, job: number): void {
  const node = plan.model.nodeOf[job]!;
  plan.route[node] = -1;
  if (plan.model.partner[node]! >= 0) plan.route[node + 1] = -1;
}

/** Saves the order of all routes in `into`, an array with one entry per node; read by `restorePlan`. */
export function savePlan(plan: Plan, into: Int32Array): void {
  into.set(plan.next);
}

/**
 * Rebuilds the plan from saved orders; `priceAllRoutes` computes the prices. Jobs in no route are absent,
 * except those `excluded`.
 */
export function restorePlan(plan: Plan, storedPlan: Int32Array, excluded: (job: number) => boolean): void {
  const { model } = plan;
  plan.route.fill(-1);
  for (let vehicle = 0; vehicle < model.vehicles; vehicle++) {
    clearRoute(plan, vehicle);
    markUsed(plan, vehicle);
    const end = model.visits + model.vehicles + vehicle;
    let before = model.visits + vehicle;
    for (let node = storedPlan[before]!; node !== end; node = storedPlan[node]!) {
      link(plan, node, before);
      before = node;
    }
    refreshRoute(plan, vehicle);
  }
  plan.absentCount = 0;
  plan.absentAt.fill(-1);
  for (let job = 0; job < model.jobs; job++) {
    if (plan.route[model.nodeOf[job]!]! < 0 && !excluded(job)) addAbsent(plan, job);
  }
}
