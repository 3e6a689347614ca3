import { dropAbsent, link } from "./changes.ts";
import { DELIVERY, type Model, PICKUP } from "./model.ts";
import type { Plan } from "./plan.ts";
import { insertCheapest } from "./recreate.ts";
import { refreshRoute } from "./refresh.ts";
import { simulateRoute } from "./schedule.ts";
import type { Search } from "./search.ts";

/** Only visits among the nearest of each other are considered for following one another. */
const PARTNERS = 60;

type Chains = {
  /** `[visit]` chain it is in; chains by number, absent ones empty. */
  chainOf: Int32Array;
  members: number[][];
};

/**
 * A fast first plan: every job starts as a chain of its own; then the two ends whose joining saves most are
 * joined as long as some vehicle could drive the result, and the largest chains get the cheapest free vehicle
 * first. Remaining jobs are inserted at their cheapest position. Clarke and Wright (1964), with windows and
 * mixed fleets.
 */
export function startFromSavings(search: Search): void {
  const { plan, model } = search;
  const chains = joinBySavings(search);
  const order = chains.members
    .filter((chain) => chain.length > 0)
    .sort((a, b) => computeLoad(model, b) - computeLoad(model, a) || b.length - a.length || a[0]! - b[0]!);
  for (const chain of order) {
    const vehicle = cheapestVehicle(plan, chain);
    if (vehicle < 0 || plan.usedCount >= search.vehiclesMax) continue;
    let before = model.visits + vehicle;
    for (const node of chain) {
      link(plan, node, before);
      before = node;
      if (plan.absentAt[model.jobOf[node]!]! >= 0) dropAbsent(plan, model.jobOf[node]!);
    }
    refreshRoute(plan, vehicle);
  }
  insertAllAbsent(search);
}

/** Inserts every absent job that has a position at its cheapest one, highest priority and largest first. */
export function insertAllAbsent(search: Search): void {
  const { plan, model } = search;
  const jobs = Array.from(plan.absent.subarray(0, plan.absentCount)).sort(
    (a, b) => model.weight[b]! - model.weight[a]! || model.size[b]! - model.size[a]! || a - b,
  );
  search.blinkLeft = 2 ** 30;
  for (const job of jobs) insertCheapest(search, job);
}

function computeLoad(model: Model, chain: number[]): number {
  return chain.reduce((sum, node) => sum + model.size[model.jobOf[node]!]!, 0);
}

/**
 * Prices saved by joining: the way back from one end plus the way out to the other, minus the way between them.
 */
function joinBySavings(search: Search): Chains {
  const { model, plan, neighbours, neighbourCount } = search;
  const { place, places, distance, visits, vehicles } = model;
  const chains: Chains = { chainOf: new Int32Array(visits).fill(-1), members: [] };
  // Jobs tied to a vehicle and optional ones are left to the insertion, which knows their cost.
  for (let k = 0; k < plan.absentCount; k++) {
    const job = plan.absent[k]!;
    if (model.tied[job]! >= 0 || model.prize[job] !== Infinity) continue;
    const node = model.nodeOf[job]!;
    const nodes = model.partner[node]! < 0 ? [node] : [node, node + 1];
    for (const member of nodes) chains.chainOf[member] = chains.members.length;
    chains.members.push(nodes);
  }
  const starts = [...new Set(place.subarray(visits, visits + vehicles))];
  const ends = [...new Set(place.subarray(visits + vehicles))];
  const fromStart = Float64Array.from({ length: visits }, (_, node) =>
    Math.min(...starts.map((start) => distance[start * places + place[node]!]!)),
  );
  const toEnd = Float64Array.from({ length: visits }, (_, node) =>
    Math.min(...ends.map((end) => distance[place[node]! * places + end]!)),
  );
  const partners = Math.min(PARTNERS, neighbourCount);
  const from: number[] = [];
  const to: number[] = [];
  const saving: number[] = [];
  for (let node = 0; node < visits; node++) {
    if (chains.chainOf[node]! < 0) continue;
    for (let k = 0; k < partners; k++) {
      const other = neighbours[node * neighbourCount + k]!;
      if (chains.chainOf[other]! < 0 || chains.chainOf[other] === chains.chainOf[node]) continue;
      for (const [tail, head] of [
        [node, other],
        [other, node],
      ] as const) {
        const saved = toEnd[tail]! + fromStart[head]! - distance[place[tail]! * places + place[head]!]!;
        if (saved <= 0) continue;
        from.push(tail);
        to.push(head);
        saving.push(saved);
      }
    }
  }
  const order = Uint32Array.from(saving.keys()).sort((a, b) => saving[b]! - saving[a]! || a - b);
  const reversible = model.symmetric && !model.timed && !model.mixedLoads;
  const free = freeVehicles(plan);
  for (const k of order) join(search, chains, from[k]!, to[k]!, reversible, free);
  return chains;
}

/** Joins the chain that ends with `tail` and the one that begins with `head`, when some vehicle could drive both. */
function join(
  search: Search,
  chains: Chains,
  tail: number,
  head: number,
  reversible: boolean,
  free: number[],
): void {
  const { chainOf, members } = chains;
  const first = chainOf[tail]!;
  const second = chainOf[head]!;
  if (first === second) return;
  const front = members[first]!;
  const back = members[second]!;
  const frontReversed = front.at(-1) !== tail;
  const backReversed = back[0] !== head;
  if (frontReversed && !(reversible && front[0] === tail)) return;
  if (backReversed && !(reversible && back.at(-1) === head)) return;
  if (!mayFitCapacity(search.model, front, back, free)) return;
  const joined = [
    ...(frontReversed ? front.toReversed() : front),
    ...(backReversed ? back.toReversed() : back),
  ];
  if (!free.some((vehicle) => canDrive(search.model, vehicle, joined))) return;
  members[first] = joined;
  members[second] = [];
  for (const node of back) chainOf[node] = first;
}

/** A quick check of the sums: does any vehicle have the capacity, if nothing is unloaded on the way? */
function mayFitCapacity(model: Model, front: number[], back: number[], free: number[]): boolean {
  if (model.mixedLoads || model.capacities === 0) return true;
  let most = 0;
  for (const vehicle of free) most = Math.max(most, model.capacity[vehicle * model.capacities]!);
  let sum = 0;
  for (const node of front) sum += model.amount[model.jobOf[node]! * model.capacities]!;
  for (const node of back) sum += model.amount[model.jobOf[node]! * model.capacities]!;
  return sum <= most;
}

/** The first free vehicle of each kind. */
function freeVehicles(plan: Plan): number[] {
  const { model } = plan;
  const savings_by_pair = new Map<number, number>();
  for (let vehicle = 0; vehicle < model.vehicles; vehicle++) {
    const kind = model.kindOf[vehicle]!;
    if (plan.count[vehicle] === 0 && !savings_by_pair.has(kind)) savings_by_pair.set(kind, vehicle);
  }
  return [...savings_by_pair.values()];
}

function canDrive(model: Model, vehicle: number, chain: number[]): boolean {
  if (chain.length > model.maxStops[vehicle]!) return false;
  for (const node of chain) {
    if (model.allowed[model.jobOf[node]! * model.kinds + model.kindOf[vehicle]!] === 0) return false;
  }
  for (let k = 0; k < model.capacities; k++) {
    const room = model.capacity[vehicle * model.capacities + k]!;
    const getAmount = (node: number) => model.amount[model.jobOf[node]! * model.capacities + k]!;
    let load = 0;
    for (const node of chain) if (model.role[node] === DELIVERY) load += getAmount(node);
    if (load > room) return false;
    if (!model.mixedLoads && model.role[chain[0]!] === DELIVERY) continue;
    for (const node of chain) {
      const loadSign =
        model.role[node] === DELIVERY || (model.role[node] !== PICKUP && model.partner[node]! < node)
          ? -1
          : 1;
      load += loadSign * getAmount(node);
      if (load > room) return false;
    }
  }
  return simulateRoute(model, vehicle, chain, chain.length).failure === null;
}

/** The free vehicle that drives the chain at the least price, or -1. */
function cheapestVehicle(plan: Plan, chain: number[]): number {
  const { model } = plan;
  let cheapest = -1;
  let least = Infinity;
  for (const vehicle of freeVehicles(plan)) {
    if (!canDrive(model, vehicle, chain)) continue;
    const simulation = simulateRoute(model, vehicle, chain, chain.length);
    const seconds = simulation.finish - simulation.departure;
    const price =
      model.fixedPrice[vehicle]! +
      model.perMetre[vehicle]! * simulation.distance +
      model.perSecond[vehicle]! * seconds;
    if (price < least) {
      least = price;
      cheapest = vehicle;
    }
  }
  return cheapest;
}
