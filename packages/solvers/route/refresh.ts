import { PAIR_PICKUP, PICKUP, tracksWaiting } from "./model.ts";
import type { Plan } from "./plan.ts";
import { latestStart, startIn } from "./schedule.ts";
import { append, type Segment } from "./segments.ts";

/** Recomputes starts and loads along a route, after any change of its order. Linear in the route. */
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

/** Earliest starts from the node after `from` on; Infinity from where the route is too late. */
function forward(plan: Plan, from: number, end: number): void {
  const { next, early, arcTime, model } = plan;
  const { service } = model;
  for (let node = from; node !== end; ) {
    const at = early[node]! + service[node]! + arcTime[node]!;
    node = next[node]!;
    early[node] = startIn(model, node, at);
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

/**
 * After a single node was linked: starts change behind it forward and before it backward, until nothing
 * changes.
 */
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

export function refreshLoads(plan: Plan, start: number, end: number, vehicle: number): void {
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

const growing: Segment = { duration: 0, first: 0, last: 0 };

/** Recomputes both kinds of segments of a route. Linear in the route. */
export function refreshSegments(plan: Plan, start: number, end: number): void {
  const { segments, next, prev, arcTime, model } = plan;
  const { prefixDuration, prefixFirst, prefixLast, suffixDuration, suffixFirst, suffixLast } = segments;
  const { service, ready, due } = model;
  growing.duration = 0;
  growing.first = ready[start]!;
  growing.last = due[start]!;
  for (let node = start; ; ) {
    prefixDuration[node] = growing.duration;
    prefixFirst[node] = growing.first;
    prefixLast[node] = growing.last;
    if (node === end) break;
    const travel = arcTime[node]!;
    node = next[node]!;
    append(growing, travel, service[node]!, ready[node]!, due[node]!);
  }
  suffixDuration[end] = 0;
  suffixFirst[end] = ready[end]!;
  suffixLast[end] = due[end]!;
  for (let node = end; node !== start; ) {
    const behind = node;
    node = prev[node]!;
    growing.duration = service[node]!;
    growing.first = ready[node]!;
    growing.last = due[node]!;
    append(growing, arcTime[node]!, suffixDuration[behind]!, suffixFirst[behind]!, suffixLast[behind]!);
    suffixDuration[node] = growing.duration;
    suffixFirst[node] = growing.first;
    suffixLast[node] = growing.last;
  }
}
