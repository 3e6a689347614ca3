import { DELIVERY, type Model, PAIR_PICKUP, PICKUP, TIME_SLACK_S } from "./model.ts";
import { latestStart, startIn, walkRoute } from "./schedule.ts";
import { emptySegments, refreshSegments, type Segments } from "./segments.ts";

/**
 * Routes as doubly linked lists over the nodes of a model, with what makes a question about one position
 * cheap: arcs, earliest and latest starts, loads before and behind. Every vehicle has a route; an empty one
 * links its start to its end. Changes are undone route by route: only routes touched since `begin` are kept.
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
  /** Saved nodes of touched routes one after another, starts and ends included. */
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

/** Does the time a route takes depend on where it waits, and matter? */
export function tracksWaiting(model: Model): boolean {
  return model.waits && model.pricesTime;
}

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

/** Links a node behind `before`; earliest and latest starts and loads along the route are left to `refreshRoute`. */
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

/** Takes a node out of its route; earliest and latest starts and loads are left to `refreshRoute`. */
export function unlink(plan: Plan, node: number): void {
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

/** Takes a job (both visits of a pair) out of its route and lists it as absent. */
export function removeJob(plan: Plan, job: number): void {
  const node = plan.model.nodeOf[job]!;
  unlink(plan, node);
  if (plan.model.partner[node]! >= 0) unlink(plan, node + 1);
  addAbsent(plan, job);
}

/** Works out starts and loads along a route again, after any change of its order. Linear in the route. */
export function refreshRoute(plan: Plan, vehicle: number): void {
  const { model } = plan;
  const start = model.visits + vehicle;
  const end = start + model.vehicles;
  if (model.timed) {
    plan.early[start] = model.ready[start]!;
    plan.late[end] = model.due[end]!;
    forward(plan, start, end);
    backward(plan, end, start);
  }
  if (model.mixedLoads) refreshLoads(plan, start, end, vehicle);
  if (tracksWaiting(model)) refreshSegments(plan, start, end);
}

/** Earliest starts from the node after `from` on, until one does not change. */
function forward(plan: Plan, from: number, end: number): void {
  const { next, early, arcTime, model } = plan;
  const { service, ready, windows } = model;
  for (let node = from; node !== end; ) {
    const at = early[node]! + service[node]! + arcTime[node]!;
    node = next[node]!;
    early[node] = windows[node] === undefined ? Math.max(at, ready[node]!) : startIn(model, node, at);
  }
}

function backward(plan: Plan, from: number, start: number): void {
  const { prev, late, arcTime, model } = plan;
  const { service, due, windows } = model;
  for (let node = from; node !== start; ) {
    const to = late[node]!;
    node = prev[node]!;
    const at = to - arcTime[node]! - service[node]!;
    late[node] = windows[node] === undefined ? Math.min(at, due[node]!) : latestStart(model, node, at);
  }
}

/** After a single node was linked: starts change behind it forward and before it backward, until they settle. */
export function refreshAround(plan: Plan, linked: number): void {
  const { model, next, prev, early, late, arcTime } = plan;
  const vehicle = plan.route[linked]!;
  const start = model.visits + vehicle;
  const end = start + model.vehicles;
  if (model.timed) {
    const { service, ready, due, windows } = model;
    let node = prev[linked]!;
    let settled = false;
    while (node !== end && !settled) {
      const at = early[node]! + service[node]! + arcTime[node]!;
      node = next[node]!;
      const begins = windows[node] === undefined ? Math.max(at, ready[node]!) : startIn(model, node, at);
      settled = node !== linked && begins === early[node];
      early[node] = begins;
    }
    node = next[linked]!;
    settled = false;
    while (node !== start && !settled) {
      const to = late[node]!;
      node = prev[node]!;
      const at = to - arcTime[node]! - service[node]!;
      const begins = windows[node] === undefined ? Math.min(at, due[node]!) : latestStart(model, node, at);
      settled = node !== linked && begins === late[node];
      late[node] = begins;
    }
  }
  if (model.mixedLoads) refreshLoads(plan, start, end, vehicle);
  if (tracksWaiting(model)) refreshSegments(plan, start, end);
}

function refreshLoads(plan: Plan, start: number, end: number, vehicle: number): void {
  const { model, next, prev, onBoard, mostBefore, mostAfter } = plan;
  const { capacities, amount, jobOf, role } = model;
  for (let k = 0; k < capacities; k++) {
    let load = plan.load[vehicle * capacities + k]!;
    let most = load;
    onBoard[start * capacities + k] = load;
    mostBefore[start * capacities + k] = load;
    for (let node = next[start]!; node !== end; node = next[node]!) {
      const kind = role[node]!;
      const change = amount[jobOf[node]! * capacities + k]!;
      load += kind === PICKUP || kind === PAIR_PICKUP ? change : -change;
      if (load > most) most = load;
      onBoard[node * capacities + k] = load;
      mostBefore[node * capacities + k] = most;
    }
    most = -Infinity;
    for (let node = prev[end]!; ; node = prev[node]!) {
      most = Math.max(most, onBoard[node * capacities + k]!);
      mostAfter[node * capacities + k] = most;
      if (node === start) break;
    }
  }
}

/**
 * Does the route, after visits were taken out, keep its limits? It need not where the way between two places is
 * longer than over a third, nor where several windows make an earlier arrival wait longer.
 */
export function isSound(plan: Plan, vehicle: number): boolean {
  const { model } = plan;
  const start = model.visits + vehicle;
  if (plan.count[vehicle] === 0) return true;
  if (plan.metres[vehicle]! > model.maxDistance[vehicle]!) return false;
  if (model.timed && plan.late[start]! < model.ready[start]! - TIME_SLACK_S) return false;
  if (model.maxDuration[vehicle] === Infinity) return true;
  if (!model.waits) return plan.seconds[vehicle]! <= model.maxDuration[vehicle]!;
  return walkRoute(model, vehicle, nodesOf(plan, vehicle), plan.count[vehicle]!).failure === null;
}

const walked = { nodes: new Int32Array(64) };

/** The nodes of a route in order, in an array that the next call reuses. */
export function nodesOf(plan: Plan, vehicle: number): Int32Array {
  const count = plan.count[vehicle]!;
  if (walked.nodes.length < count + 2) walked.nodes = new Int32Array(2 * count + 2);
  let node = plan.next[plan.model.visits + vehicle]!;
  for (let k = 0; k < count; k++) {
    walked.nodes[k] = node;
    node = plan.next[node]!;
  }
  return walked.nodes;
}

/** Starts a change that `rollBack` can undo. */
export function begin(plan: Plan): void {
  const { undo } = plan;
  undo.stamp++;
  undo.vehicleCount = 0;
  undo.length = 0;
  undo.absentCount = plan.absentCount;
  for (let k = 0; k < plan.absentCount; k++) undo.absent[k] = plan.absent[k]!;
}

/** Keeps a route as it is, once a change; to be called before its first alteration. */
export function touch(plan: Plan, vehicle: number): void {
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

/** Back to the plan as it was at `begin`. */
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

/** Keeps the order of all routes in `into`, as long as the nodes; read back by `restorePlan`. */
export function keepPlan(plan: Plan, into: Int32Array): void {
  into.set(plan.next);
}

/** Rebuilds the plan from kept orders, prices left to `priceAllRoutes`; jobs found in none are absent, except those `excluded`. */
export function restorePlan(plan: Plan, kept: Int32Array, excluded: (job: number) => boolean): void {
  const { model } = plan;
  plan.route.fill(-1);
  for (let vehicle = 0; vehicle < model.vehicles; vehicle++) {
    clearRoute(plan, vehicle);
    markUsed(plan, vehicle);
    const end = model.visits + model.vehicles + vehicle;
    let before = model.visits + vehicle;
    for (let node = kept[before]!; node !== end; node = kept[node]!) {
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
