import { DELIVERY, type Model, TRIAL_SLACK_S } from "./model.ts";
import { getNodes, type Plan } from "./plan.ts";
import { simulateRoute, startIn } from "./schedule.ts";
import { drawBlink, type Search } from "./search.ts";
import { append, durationWithSuffix, type Segment, setToPrefix } from "./segments.ts";

/** Insertion tries the positions beside this many of the nearest visits. */
const NEAREST_TRIED = 40;

/** The best position of a single job: after `before`; -1 when there is none. */
export type Position = { before: number; price: number };

/** Quick check on the totals of the route: can this vehicle possibly take this job? */
function hasRoom(plan: Plan, job: number, vehicle: number): boolean {
  const { model } = plan;
  if (!model.mixedLoads) {
    // Full vehicles are the most frequent case.
    const { capacities, amount, capacity } = model;
    for (let k = 0; k < capacities; k++) {
      const at = vehicle * capacities + k;
      if (plan.load[at]! + amount[job * capacities + k]! > capacity[at]!) return false;
    }
  }
  if (model.allowed[job * model.kinds + model.kindOf[vehicle]!] === 0) return false;
  if (model.tied[job]! >= 0 && model.tied[job] !== vehicle) return false;
  const stops = model.partner[model.nodeOf[job]!]! < 0 ? 1 : 2;
  return plan.count[vehicle]! + stops <= model.maxStops[vehicle]!;
}

/** With mixed loads: a delivery is on board until here, a pickup from here. */
function keepsCapacity(
  plan: Plan,
  job: number,
  vehicle: number,
  before: number,
  isDelivery: boolean,
): boolean {
  const { capacities, amount, capacity } = plan.model;
  const most = isDelivery ? plan.mostBefore : plan.mostAfter;
  for (let k = 0; k < capacities; k++) {
    if (
      most[before * capacities + k]! + amount[job * capacities + k]! >
      capacity[vehicle * capacities + k]!
    ) {
      return false;
    }
  }
  return true;
}

const segment: Segment = { duration: 0, first: 0, last: 0 };
let trial = new Int32Array(64);

/**
 * Would the route with `node` after `before` (and `second` after `beforeSecond`, if any) keep its maximum
 * duration?
 */
export function keepsDuration(
  plan: Plan,
  vehicle: number,
  node: number,
  before: number,
  second = -1,
  beforeSecond = -1,
): boolean {
  const count = plan.count[vehicle]!;
  if (trial.length < count + 2) trial = new Int32Array(2 * count + 2);
  const nodes = getNodes(plan, vehicle);
  let length = 0;
  const start = plan.model.visits + vehicle;
  for (let k = -1; k < count; k++) {
    const at = k < 0 ? start : nodes[k]!;
    if (k >= 0) trial[length++] = at;
    if (at === before) {
      trial[length++] = node;
      if (second >= 0 && beforeSecond === node) trial[length++] = second;
    }
    if (second >= 0 && at === beforeSecond) trial[length++] = second;
  }
  return simulateRoute(plan.model, vehicle, trial, length).failure === null;
}

/**
 * The cheapest position of a single job: beside its nearest visits and at the ends of all routes, in all routes
 * when that gives none, and on an empty vehicle. Each position costs a few reads of one row; limits are checked only
 * where it would be the cheapest so far.
 */
export function bestPosition(search: Search, job: number, best: Position): void {
  const { plan, neighbours, neighbourCount, checked, open, bias, distanceTo } = search;
  const { model, route, prev, next, arc } = plan;
  const { place, places, distance, perMetre } = model;
  const node = model.nodeOf[job]!;
  const row = place[node]! * places;
  best.before = -1;
  best.price = Infinity;
  const stamp = ++search.stamp;
  const first = node * neighbourCount;
  const beside = Math.min(NEAREST_TRIED, neighbourCount);
  for (let k = first; k < first + beside; k++) {
    const other = neighbours[k]!;
    const vehicle = route[other]!;
    if (vehicle < 0) continue;
    if (checked[vehicle] === stamp ? open[vehicle] === 0 : !isOpen(search, job, vehicle)) continue;
    const before = prev[other]!;
    const after = next[other]!;
    const beyond = distanceTo[row + place[other]!]!;
    const metresAfter = beyond + distance[row + place[after]!]! - arc[other]!;
    if (perMetre[vehicle]! * metresAfter + bias[vehicle]! < best.price)
      priceInsertion(search, node, job, vehicle, other, metresAfter, best);
    const metresBefore = distanceTo[row + place[before]!]! + distance[row + place[other]!]! - arc[before]!;
    if (perMetre[vehicle]! * metresBefore + bias[vehicle]! < best.price)
      priceInsertion(search, node, job, vehicle, before, metresBefore, best);
  }
  // Where routes begin and end is one more neighbour.
  const farthest = beside === 0 ? Infinity : distance[row + place[neighbours[first + beside - 1]!]!]!;
  if (best.before < 0 || search.startDistance[job]! <= farthest) weighEnds(search, node, job, best);
  if (best.before < 0) weighAllPositions(search, node, job, best);
  if (best.before < 0 || search.openingFactor < Infinity) weighEmptyVehicles(search, job, node, best);
}

function weighEnds(search: Search, node: number, job: number, best: Position): void {
  const { plan, checked, open, bias, distanceTo, stamp } = search;
  const { model, prev, next, arc, used } = plan;
  const { place, places, distance, perMetre } = model;
  const row = place[node]! * places;
  for (let k = 0; k < plan.usedCount; k++) {
    const vehicle = used[k]!;
    if (checked[vehicle] === stamp ? open[vehicle] === 0 : !isOpen(search, job, vehicle)) continue;
    const start = model.visits + vehicle;
    const end = start + model.vehicles;
    const metresFirst =
      distanceTo[row + place[start]!]! + distance[row + place[next[start]!]!]! - arc[start]!;
    if (perMetre[vehicle]! * metresFirst + bias[vehicle]! < best.price)
      priceInsertion(search, node, job, vehicle, start, metresFirst, best);
    const last = prev[end]!;
    const metresLast = distanceTo[row + place[last]!]! + distance[row + place[end]!]! - arc[last]!;
    if (perMetre[vehicle]! * metresLast + bias[vehicle]! < best.price)
      priceInsertion(search, node, job, vehicle, last, metresLast, best);
  }
}

function weighAllPositions(search: Search, node: number, job: number, best: Position): void {
  const { plan, distanceTo } = search;
  const { model, next, arc } = plan;
  const { place, places, distance } = model;
  const row = place[node]! * places;
  for (let k = 0; k < plan.usedCount; k++) {
    const vehicle = plan.used[k]!;
    if (!isOpen(search, job, vehicle)) continue;
    const end = model.visits + model.vehicles + vehicle;
    for (let before = model.visits + vehicle; before !== end; before = next[before]!) {
      const metres =
        distanceTo[row + place[before]!]! + distance[row + place[next[before]!]!]! - arc[before]!;
      if (model.perMetre[vehicle]! * metres + search.bias[vehicle]! < best.price)
        priceInsertion(search, node, job, vehicle, before, metres, best);
    }
  }
}

export function isOpen(search: Search, job: number, vehicle: number): boolean {
  if (search.checked[vehicle] !== search.stamp) {
    search.checked[vehicle] = search.stamp;
    search.open[vehicle] = hasRoom(search.plan, job, vehicle) ? 1 : 0;
  }
  return search.open[vehicle] === 1;
}

/**
 * Makes the position after `before` the best one when it is allowed, and cheaper with the price of time too. `metres`: the
 * detour. Skipping at the blink rate matters only where a position would be taken, so nothing is skipped before.
 */
function priceInsertion(
  search: Search,
  node: number,
  job: number,
  vehicle: number,
  before: number,
  metres: number,
  best: Position,
): void {
  if (search.seen[before] === search.stamp) return;
  search.seen[before] = search.stamp;
  if (--search.blinkLeft < 0) {
    search.blinkLeft = drawBlink(search);
    return;
  }
  const { plan } = search;
  const { model } = plan;
  const { place, places } = model;
  if (plan.closed[before] === 1) return;
  const after = plan.next[before]!;
  const row = place[node]! * places;
  let price = model.perMetre[vehicle]! * metres + search.bias[vehicle]!;
  if (model.timed || model.pricesTime) {
    const arriving = search.durationTo[row + place[before]!]!;
    const leaving = model.duration[row + place[after]!]!;
    if (model.pricesTime) {
      let before_s = plan.seconds[vehicle]!;
      let after_s = before_s + arriving + leaving - plan.arcTime[before]! + model.service[node]!;
      if (model.waits) {
        before_s = plan.segments.suffixDuration[model.visits + vehicle]!;
        setToPrefix(plan.segments, before, segment);
        append(segment, arriving, model.service[node]!, model.ready[node]!, model.due[node]!);
        after_s = durationWithSuffix(plan.segments, segment, leaving, after);
      }
      price += model.perSecond[vehicle]! * (after_s - before_s);
      if (price >= best.price) return;
      if (!model.hasManyWindows && after_s > model.maxDuration[vehicle]!) return;
    }
    if (model.timed) {
      const at = plan.early[before]! + model.service[before]! + arriving;
      let begins = at;
      if (model.windows[node] === undefined) {
        if (at > model.due[node]! + TRIAL_SLACK_S) return;
        if (at < model.ready[node]!) begins = model.ready[node]!;
      } else {
        begins = startIn(model, node, at);
        if (begins === Infinity) return;
      }
      if (begins + model.service[node]! + leaving > plan.late[after]! + TRIAL_SLACK_S) return;
    }
  }
  if (plan.metres[vehicle]! + metres > model.maxDistance[vehicle]!) return;
  if (model.mixedLoads && !keepsCapacity(plan, job, vehicle, before, model.role[node] === DELIVERY)) return;
  if (
    model.hasManyWindows &&
    model.maxDuration[vehicle]! < Infinity &&
    !keepsDuration(plan, vehicle, node, before)
  )
    return;
  best.before = before;
  best.price = price;
}

/** The cost of an empty vehicle for these visits in sequence, which it is known to be able to serve. */
function priceEmptyVehicle(model: Model, vehicle: number, node: number): number {
  const { place, places, distance, duration } = model;
  const second = model.partner[node]! < 0 ? node : node + 1;
  const start = model.visits + vehicle;
  const fromStart = place[start]! * places + place[node]!;
  const across = place[node]! * places + place[second]!;
  const toEnd = place[second]! * places + place[start + model.vehicles]!;
  const seconds =
    duration[fromStart]! +
    duration[toEnd]! +
    model.service[node]! +
    (second === node ? 0 : duration[across]! + model.service[second]!);
  const metres = distance[fromStart]! + distance[toEnd]! + (second === node ? 0 : distance[across]!);
  return model.fixedPrice[vehicle]! + model.perMetre[vehicle]! * metres + model.perSecond[vehicle]! * seconds;
}

/**
 * Weighs the cheapest empty vehicle that may serve the job: the first of each kind, or the one it is tied to. With
 * another position available it is preferred when its price times `openingFactor` is lower.
 */
export function weighEmptyVehicles(search: Search, job: number, node: number, best: Position): void {
  const { plan } = search;
  const { model } = plan;
  if (plan.usedCount >= search.vehiclesMax) return;
  const tied = model.tied[job]!;
  let remainingKinds = model.kinds;
  let cheapest = -1;
  let least = Infinity;
  search.stamp++;
  for (let vehicle = 0; vehicle < model.vehicles && remainingKinds > 0; vehicle++) {
    if (plan.count[vehicle]! > 0) continue;
    const kind = model.kindOf[vehicle]!;
    if (tied >= 0 ? tied !== vehicle : search.checked[kind] === search.stamp) continue;
    search.checked[kind] = search.stamp;
    remainingKinds--;
    if (model.allowed[job * model.kinds + kind] === 0) continue;
    if (--search.blinkLeft < 0) {
      search.blinkLeft = drawBlink(search);
      continue;
    }
    const price = priceEmptyVehicle(model, vehicle, node) + search.bias[vehicle]!;
    if (price < least) {
      least = price;
      cheapest = vehicle;
    }
  }
  if (cheapest < 0 || (best.before >= 0 && least * search.openingFactor >= best.price)) return;
  best.before = model.visits + cheapest;
  best.price = least;
}
