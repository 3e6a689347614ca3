import { dropAbsent, link, saveRoute } from "./changes.ts";
import { bestPosition } from "./insertion.ts";
import { bestPairPosition, type PairPosition } from "./pair-insertion.ts";
import { refreshAround, refreshRoute } from "./refresh.ts";
import { drawBlink, type Search } from "./search.ts";

/** Jobs that were absent before are tried again, at most this many of them each time. */
const RETRIED = 20;

/** How often each order is drawn; the last three only when there are windows. */
const ORDERS = [
  { weight: 4, key: (search: Search) => search.random() },
  { weight: 4, key: (search: Search, job: number) => -search.model.size[job]! },
  { weight: 2, key: (search: Search, job: number) => -search.startDistance[job]! },
  { weight: 1, key: (search: Search, job: number) => search.startDistance[job]! },
  {
    weight: 2,
    key: ({ model }: Search, job: number) =>
      windowLength(model.due[model.nodeOf[job]!]!, model.ready[model.nodeOf[job]!]!),
  },
  { weight: 2, key: ({ model }: Search, job: number) => model.ready[model.nodeOf[job]!]! },
  { weight: 2, key: ({ model }: Search, job: number) => -model.due[model.nodeOf[job]!]! },
];

function windowLength(due: number, ready: number): number {
  return due - ready;
}

const best: PairPosition = { before: -1, beforeDelivery: -1, price: Infinity };
let queue = new Int32Array(64);
let keys = new Float64Array(64);

/** Puts a job at its cheapest position; false when there is none or, for an optional job, none worth its prize. */
export function insertCheapest(search: Search, job: number): boolean {
  const { plan, model } = search;
  const node = model.nodeOf[job]!;
  const isPair = model.partner[node]! >= 0;
  if (isPair) bestPairPosition(search, job, best);
  else bestPosition(search, job, best);
  if (best.before < 0 || best.price > model.prize[job]! * search.prizeFactor) return false;
  const vehicle = plan.route[best.before]!;
  saveRoute(plan, vehicle);
  link(plan, node, best.before);
  if (isPair) {
    link(plan, node + 1, best.beforeDelivery);
    refreshRoute(plan, vehicle);
  } else refreshAround(plan, node);
  dropAbsent(plan, job);
  return true;
}

/**
 * Inserts absent jobs one after another, each at its cheapest position, in an order drawn at random: random, or
 * sorted by size, distance or width of windows. `fresh` is how many at the end of the list were just removed:
 * all of them are tried, and a random sample of the older ones. Greedy insertion with blinks: Christiaens and
 * Vanden Berghe (2020), section 5.
 */
export function recreate(search: Search, fresh: number): void {
  const { plan, random, model } = search;
  const older = plan.absentCount - fresh;
  const retried = Math.min(older, RETRIED);
  const count = fresh + retried;
  if (queue.length < count) {
    queue = new Int32Array(2 * count);
    keys = new Float64Array(2 * count);
  }
  for (let k = 0; k < fresh; k++) queue[k] = plan.absent[older + k]!;
  for (let k = 0; k < retried; k++) {
    const chosenIndex = retried === older ? k : Math.floor(random() * older);
    queue[fresh + k] = plan.absent[chosenIndex]!;
  }
  const orders = model.waits ? 7 : 4;
  let drawn = random() * (model.waits ? 17 : 11);
  let order = 0;
  while (order < orders - 1 && drawn >= ORDERS[order]!.weight) drawn -= ORDERS[order++]!.weight;
  const { key } = ORDERS[order]!;
  for (let k = 0; k < count; k++) {
    const job = queue[k]!;
    const value = key(search, job);
    let at = k;
    for (; at > 0 && keys[at - 1]! > value; at--) {
      keys[at] = keys[at - 1]!;
      queue[at] = queue[at - 1]!;
    }
    keys[at] = value;
    queue[at] = job;
  }
  search.blinkLeft = drawBlink(search);
  // Optional jobs may pay off together although none does alone: every second time more than the prize is
  // accepted.
  if (model.hasPrizes) search.prizeFactor = random() < 0.5 ? 1 : 1 + 2 * random();
  for (let k = 0; k < count; k++) {
    // A job drawn twice from the older ones is in a route the second time.
    if (plan.absentAt[queue[k]!]! >= 0) insertCheapest(search, queue[k]!);
  }
}
