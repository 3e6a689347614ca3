import { isOpen, keepsDuration, type Position, weighEmptyVehicles } from "./insertion.ts";
import { TRIAL_SLACK_S, tracksWaiting } from "./model.ts";
import type { Plan } from "./plan.ts";
import { startIn } from "./schedule.ts";
import { drawBlink, type Search } from "./search.ts";
import { append, durationWithSuffix, type Segment, setToPrefix } from "./segments.ts";

/** Only routes that contain one of this many nearest visits of either end are tried. */
const NEAREST_TRIED = 40;

/** Pickup after `before`, delivery after `beforeDelivery`, which may be the pickup itself. */
export type PairPosition = Position & { beforeDelivery: number };

/**
 * The cheapest two positions in one route. Each route is walked forward once for every position of the pickup,
 * tracking time and load, until the load no longer fits or a visit would be late. Routes without a near
 * neighbour are tried only when the others have no position. Quadratic in the route at worst.
 */
export function bestPairPosition(search: Search, job: number, best: PairPosition): void {
  const { plan, neighbours, neighbourCount } = search;
  const { model } = plan;
  const pickup = model.nodeOf[job]!;
  best.before = -1;
  best.price = Infinity;
  search.stamp++;
  const beside = Math.min(NEAREST_TRIED, neighbourCount);
  const start = model.visits;
  for (const node of [pickup, pickup + 1]) {
    for (let k = node * neighbourCount; k < node * neighbourCount + beside; k++) {
      const vehicle = plan.route[neighbours[k]!]!;
      if (vehicle < 0 || search.seen[start + vehicle] === search.stamp) continue;
      search.seen[start + vehicle] = search.stamp;
      if (isOpen(search, job, vehicle)) weighRoute(search, job, pickup, vehicle, best);
    }
  }
  if (best.before < 0) {
    for (let k = 0; k < plan.usedCount; k++) {
      const vehicle = plan.used[k]!;
      if (search.seen[start + vehicle] === search.stamp) continue;
      if (isOpen(search, job, vehicle)) weighRoute(search, job, pickup, vehicle, best);
    }
  }
  if (best.before < 0 || search.openingFactor < Infinity) {
    const pickupBefore = best.before;
    weighEmptyVehicles(search, job, pickup, best);
    if (best.before !== pickupBefore) best.beforeDelivery = pickup;
  }
}

/** Skips this position at the blink rate. */
function blinks(search: Search): boolean {
  if (--search.blinkLeft >= 0) return false;
  search.blinkLeft = drawBlink(search);
  return true;
}

function weighRoute(search: Search, job: number, pickup: number, vehicle: number, best: PairPosition): void {
  const { plan } = search;
  const { model } = plan;
  const end = model.visits + model.vehicles + vehicle;
  for (let before = model.visits + vehicle; before !== end; before = plan.next[before]!) {
    if (plan.closed[before] === 1 || !hasCapacityAfter(search, job, vehicle, before) || blinks(search))
      continue;
    weighDeliveries(search, job, pickup, vehicle, before, best);
  }
}

/** Is there room for the job on leaving this node? */
function hasCapacityAfter(search: Search, job: number, vehicle: number, node: number): boolean {
  const { onBoard, model } = search.plan;
  const { capacities, amount, capacity } = model;
  for (let k = 0; k < capacities; k++) {
    const load = onBoard[node * capacities + k]! + amount[job * capacities + k]!;
    if (load > capacity[vehicle * capacities + k]!) return false;
  }
  return true;
}

/** With the pickup after `before`, evaluates every later position of the delivery. */
function weighDeliveries(
  search: Search,
  job: number,
  pickup: number,
  vehicle: number,
  before: number,
  best: PairPosition,
): void {
  const { plan, distanceTo, durationTo } = search;
  const { model, next, arc, arcTime, late } = plan;
  const { place, places, distance, duration, service, timed } = model;
  const perMetre = model.perMetre[vehicle]!;
  const perSecond = model.perSecond[vehicle]!;
  const delivery = pickup + 1;
  const pickupRow = place[pickup]! * places;
  const deliveryRow = place[delivery]! * places;
  const after = next[before]!;
  const pickupToDelivery = pickupRow + place[delivery]!;
  const toPickup = pickupRow + place[before]!;
  const served = service[pickup]! + service[delivery]!;

  let at = 0;
  if (timed) {
    at = startIn(model, pickup, plan.early[before]! + service[before]! + durationTo[toPickup]!);
    if (at === Infinity) return;
    at += service[pickup]!;
  }

  // Delivered at once: before → pickup → delivery → after.
  const deliveryToAfter = deliveryRow + place[after]!;
  let metres =
    distanceTo[toPickup]! + distance[pickupToDelivery]! + distance[deliveryToAfter]! - arc[before]!;
  const follows = tracksWaiting(model);
  let newDuration =
    plan.seconds[vehicle]! +
    served +
    durationTo[toPickup]! +
    duration[pickupToDelivery]! +
    duration[deliveryToAfter]! -
    arcTime[before]!;
  const oldDuration = follows
    ? plan.segments.suffixDuration[model.visits + vehicle]!
    : plan.seconds[vehicle]!;
  if (follows) {
    setToPrefix(plan.segments, before, carried);
    append(carried, durationTo[toPickup]!, service[pickup]!, model.ready[pickup]!, model.due[pickup]!);
    newDuration = durationWithDelivery(
      plan,
      delivery,
      duration[pickupToDelivery]!,
      duration[deliveryToAfter]!,
      after,
    );
  }
  let price = perMetre * metres + perSecond * (newDuration - oldDuration) + search.bias[vehicle]!;
  if (price < best.price && !blinks(search)) {
    const begins = timed ? startIn(model, delivery, at + duration[pickupToDelivery]!) : 0;
    const intime =
      !timed ||
      (begins !== Infinity &&
        begins + service[delivery]! + duration[deliveryToAfter]! <= late[after]! + TRIAL_SLACK_S);
    if (intime) take(search, vehicle, pickup, before, pickup, metres, newDuration, price, best);
  }

  // Delivered later: the detour for the pickup is included, and all times from here on are later.
  const detour = distanceTo[toPickup]! + distance[pickupRow + place[after]!]! - arc[before]!;
  const detourTime = durationTo[toPickup]! + duration[pickupRow + place[after]!]! - arcTime[before]!;
  const leastSeconds = follows ? 0 : detourTime + served;
  if (perMetre * detour + perSecond * leastSeconds + search.bias[vehicle]! >= best.price) return;
  const end = model.visits + model.vehicles + vehicle;
  let previous = duration[pickupRow + place[after]!]!;
  for (let node = after; node !== end; node = next[node]!) {
    if (timed) {
      at = startIn(model, node, at + previous);
      if (at > late[node]! + TRIAL_SLACK_S) return;
      at += service[node]!;
    }
    if (follows) append(carried, previous, service[node]!, model.ready[node]!, model.due[node]!);
    previous = arcTime[node]!;
    if (!hasCapacityAfter(search, job, vehicle, node)) return;
    if (plan.closed[node] === 1) continue;
    const onward = next[node]!;
    const toDelivery = deliveryRow + place[node]!;
    const leaving = deliveryRow + place[onward]!;
    metres = detour + distanceTo[toDelivery]! + distance[leaving]! - arc[node]!;
    newDuration = follows
      ? durationWithDelivery(plan, delivery, durationTo[toDelivery]!, duration[leaving]!, onward)
      : oldDuration + served + detourTime + durationTo[toDelivery]! + duration[leaving]! - arcTime[node]!;
    price = perMetre * metres + perSecond * (newDuration - oldDuration) + search.bias[vehicle]!;
    if (price < best.price && !blinks(search)) {
      const begins = timed ? startIn(model, delivery, at + durationTo[toDelivery]!) : 0;
      const intime =
        !timed ||
        (begins !== Infinity &&
          begins + service[delivery]! + duration[leaving]! <= late[onward]! + TRIAL_SLACK_S);
      if (intime) take(search, vehicle, pickup, before, node, metres, newDuration, price, best);
    }
  }
}

/** The segment up to the next possible delivery position, with the pickup on board. */
const carried: Segment = { duration: 0, first: 0, last: 0 };
const delivered: Segment = { duration: 0, first: 0, last: 0 };

/**
 * Shortest duration when the delivery follows the carried segment, and then the route from `onward` to its end.
 */
function durationWithDelivery(
  plan: Plan,
  delivery: number,
  arriving: number,
  leaving: number,
  onward: number,
): number {
  const { service, ready, due } = plan.model;
  delivered.duration = carried.duration;
  delivered.first = carried.first;
  delivered.last = carried.last;
  append(delivered, arriving, service[delivery]!, ready[delivery]!, due[delivery]!);
  return durationWithSuffix(plan.segments, delivered, leaving, onward);
}

function take(
  search: Search,
  vehicle: number,
  pickup: number,
  before: number,
  beforeDelivery: number,
  metres: number,
  newDuration: number,
  price: number,
  best: PairPosition,
): void {
  const { plan } = search;
  const { model } = plan;
  if (plan.metres[vehicle]! + metres > model.maxDistance[vehicle]!) return;
  if (model.maxDuration[vehicle]! < Infinity) {
    if (!model.hasManyWindows && newDuration > model.maxDuration[vehicle]!) return;
    if (model.hasManyWindows && !keepsDuration(plan, vehicle, pickup, before, pickup + 1, beforeDelivery))
      return;
  }
  best.before = before;
  best.beforeDelivery = beforeDelivery;
  best.price = price;
}
