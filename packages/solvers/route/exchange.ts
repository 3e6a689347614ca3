import type { Budget } from "./budget.ts";
import type { RouteProblem } from "./problem.ts";
import { emptyScore, isBetter, type Score } from "./score.ts";
import type { Best } from "./sisr.ts";

/** Searches that share a problem compare their best plans after each of this many iterations. */
const EXCHANGE_EVERY = 4096;
/** A thread that does not answer for so long has ended without saying so. */
const PATIENCE_MS = 60_000;

const NUMBERS: readonly (keyof Score)[] = ["leftOut", "vehicles", "base", "imbalance", "prizesLost", "value"];

/**
 * Memory that two threads share while they search for plans of the same problem; `ownIndex` is 0 or 1. Each has two places for its best
 * plan, used in turn, since the other may still read the last one: neither can be two exchanges ahead.
 */
export type Exchange = { memory: SharedArrayBuffer; ownIndex: number };

/** Count of finished exchanges of each thread, and whether it has ended. */
const COUNTS = 0;
const ENDED = 2;
const HEAD_BYTES = 16;

export function createExchange({ jobs, vehicles }: RouteProblem): SharedArrayBuffer {
  const visits = jobs.reduce((sum, job) => sum + (job.kind === "pair" ? 2 : 1), 0);
  return new SharedArrayBuffer(HEAD_BYTES + 4 * placeBytes(visits + 2 * vehicles.length));
}

function placeBytes(nodes: number): number {
  return NUMBERS.length * 8 + 8 * Math.ceil((4 * nodes) / 8);
}

function openPlace(memory: SharedArrayBuffer, nodes: number, thread: number, exchange: number) {
  const at = HEAD_BYTES + (2 * thread + (exchange % 2)) * placeBytes(nodes);
  return {
    numbers: new Float64Array(memory, at, NUMBERS.length),
    next: new Int32Array(memory, at + NUMBERS.length * 8, nodes),
  };
}

const received = emptyScore();

/**
 * At every 4,096th iteration, waits for the other thread and takes its best plan if that is better than the own one; true
 * then. Exchanges are counted in iterations, so that two threads with given seeds and iterations find the same plan
 * each time.
 */
export function takeBetter(exchange: Exchange | undefined, budget: Budget, best: Best): boolean {
  if (exchange === undefined || budget.iteration % EXCHANGE_EVERY !== 0) return false;
  const { memory, ownIndex } = exchange;
  const other = 1 - ownIndex;
  const head = new Int32Array(memory, 0, 4);
  const count = budget.iteration / EXCHANGE_EVERY;
  const mine = openPlace(memory, best.next.length, ownIndex, count);
  for (const [k, name] of NUMBERS.entries()) mine.numbers[k] = best.score[name];
  mine.next.set(best.next);
  Atomics.store(head, COUNTS + ownIndex, count);
  Atomics.notify(head, COUNTS + ownIndex);
  for (let waited = 0; ; waited += 50) {
    const theirs = Atomics.load(head, COUNTS + other);
    if (theirs >= count) break;
    if (Atomics.load(head, ENDED + other) === 1 || waited >= PATIENCE_MS || budget.isOver()) return false;
    Atomics.wait(head, COUNTS + other, theirs, 50);
  }
  const place = openPlace(memory, best.next.length, other, count);
  for (const [k, name] of NUMBERS.entries()) received[name] = place.numbers[k]!;
  if (!isBetter(received, best.score, -1e-9)) return false;
  Object.assign(best.score, received);
  best.next.set(place.next);
  return true;
}

/** Says that this thread exchanges nothing more. */
export function endExchange({ memory, ownIndex }: Exchange): void {
  const head = new Int32Array(memory, 0, 4);
  Atomics.store(head, ENDED + ownIndex, 1);
  Atomics.notify(head, COUNTS + ownIndex);
}

export function hasEnded(memory: SharedArrayBuffer, thread: number): boolean {
  return Atomics.load(new Int32Array(memory, 0, 4), ENDED + thread) === 1;
}
