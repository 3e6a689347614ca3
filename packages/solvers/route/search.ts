import type { Exchange } from "./exchange.ts";
import type { Model } from "./model.ts";
import type { Plan } from "./plan.ts";
import { emptyScore, type Score } from "./score.ts";

/** Neighbours stored for each visit; insertion uses the first of them, ruin uses all. */
const NEIGHBOURS = 100;
/** A second of unavoidable waiting, and of unavoidable lateness, in seconds of driving. */
const WAITING_WEIGHT = 0.2;
const LATENESS_WEIGHT = 1;

/** State shared by ruin and recreate: the plan, the seeded random numbers and the neighbourhoods. */
export type Search = {
  model: Model;
  plan: Plan;
  random: () => number;
  /** `[visit * neighbourCount + k]` other visits, nearest first. */
  neighbours: Int32Array;
  neighbourCount: number;
  /** Matrices by column: the way to a place from all others is one row. */
  distanceTo: Float64Array | Float32Array;
  durationTo: Float64Array | Float32Array;
  /** `[job]` distance of its first visit from the nearest start. */
  startDistance: Float64Array;
  /** Maximum number of used vehicles. */
  vehiclesMax: number;
  /** An empty vehicle competes at its price times this; at Infinity it is used only when there is no position. */
  openingFactor: number;
  /** Share of positions that insertion skips. */
  blinkRate: number;
  blinkLeft: number;
  /** An optional job is served when its cost is at most this many times its prize. */
  prizeFactor: number;
  /** `[vehicle]` the balance price of one more stop there. */
  bias: Float64Array;
  /** The share of the largest job alone: balance asks for no longest route below it. */
  largestJobShare: number;
  /** `[node]` and `[vehicle]` stamps of the insertion that last tried them. */
  seen: Int32Array;
  checked: Int32Array;
  /** `[vehicle]` result for the job of stamp `checked`. */
  open: Uint8Array;
  stamp: number;
  /** Buffer for the score of a candidate plan. */
  score: Score;
  /** Set when another thread searches for plans of the same problem. */
  exchange: Exchange | undefined;
};

function transposed(values: Float64Array | Float32Array, size: number): Float64Array | Float32Array {
  const turned = values.slice();
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) turned[j * size + i] = values[i * size + j]!;
  return turned;
}

/** Cost estimate of serving `to` right after `from`. */
function estimateArcCost(model: Model, from: number, to: number): number {
  const arc = model.place[from]! * model.places + model.place[to]!;
  const metres = model.distance[arc]!;
  if (!model.waits) return metres;
  const travel = model.service[from]! + model.duration[arc]!;
  const waiting = Math.max(0, model.ready[to]! - travel - model.due[from]!);
  const lateness = Math.max(0, model.ready[from]! + travel - model.due[to]!);
  if (waiting === 0 && lateness === 0) return metres;
  // Converts seconds to metres at the speed of this arc, or one to one when it is unknown.
  const pace = model.duration[arc]! > 0 && metres > 0 ? metres / model.duration[arc]! : 1;
  return metres + pace * (WAITING_WEIGHT * waiting + LATENESS_WEIGHT * lateness);
}

/** For each visit the nearest others by the better of both directions: n² evaluations, n · k log n sorting. */
function nearestVisits(model: Model, countMax: number): Int32Array {
  const { visits } = model;
  const nearest = new Int32Array(visits * countMax);
  const key = new Float64Array(visits);
  const heapKey = new Float64Array(countMax);
  const heap = new Int32Array(countMax);
  for (let node = 0; node < visits; node++) {
    for (let other = 0; other < visits; other++) {
      const there = estimateArcCost(model, node, other);
      key[other] =
        model.symmetric && !model.waits ? there : Math.min(there, estimateArcCost(model, other, node));
    }
    // Keeps the nearest in a heap with the farthest of them on top.
    let size = 0;
    for (let other = 0; other < visits; other++) {
      if (other === node) continue;
      const value = key[other]!;
      let at: number;
      if (size < countMax) {
        at = size++;
        while (at > 0 && heapKey[(at - 1) >> 1]! < value) {
          heapKey[at] = heapKey[(at - 1) >> 1]!;
          heap[at] = heap[(at - 1) >> 1]!;
          at = (at - 1) >> 1;
        }
      } else {
        if (value >= heapKey[0]!) continue;
        at = 0;
        for (let child = 1; child < size; child = 2 * at + 1) {
          if (child + 1 < size && heapKey[child + 1]! > heapKey[child]!) child++;
          if (heapKey[child]! <= value) break;
          heapKey[at] = heapKey[child]!;
          heap[at] = heap[child]!;
          at = child;
        }
      }
      heapKey[at] = value;
      heap[at] = other;
    }
    const row = Array.from(heap.subarray(0, size)).sort((a, b) => key[a]! - key[b]! || a - b);
    nearest.set(row, node * countMax);
  }
  return nearest;
}

export function prepareSearch(plan: Plan, random: () => number): Search {
  const { model } = plan;
  const neighbourCount = Math.max(0, Math.min(NEIGHBOURS, model.visits - 1));
  const startDistance = new Float64Array(model.jobs).fill(Infinity);
  const starts = new Set(model.place.subarray(model.visits, model.visits + model.vehicles));
  for (let job = 0; job < model.jobs; job++) {
    const to = model.place[model.nodeOf[job]!]!;
    for (const start of starts) {
      startDistance[job] = Math.min(startDistance[job]!, model.distance[start * model.places + to]!);
    }
  }
  return {
    model,
    plan,
    random,
    neighbours: nearestVisits(model, neighbourCount),
    neighbourCount,
    distanceTo: model.symmetric ? model.distance : transposed(model.distance, model.places),
    durationTo: model.symmetric ? model.duration : transposed(model.duration, model.places),
    startDistance,
    vehiclesMax: model.vehicles,
    openingFactor: Infinity,
    blinkRate: 0,
    blinkLeft: 0,
    prizeFactor: 1,
    bias: new Float64Array(model.vehicles),
    largestJobShare: 0,
    seen: new Int32Array(plan.next.length),
    checked: new Int32Array(model.vehicles),
    open: new Uint8Array(model.vehicles),
    stamp: 0,
    score: emptyScore(),
    exchange: undefined,
  };
}

/** How many positions to try until the next is skipped. */
export function drawBlink(search: Search): number {
  if (search.blinkRate <= 0) return 2 ** 30;
  return Math.floor(Math.log(1 - search.random()) / Math.log(1 - search.blinkRate));
}
