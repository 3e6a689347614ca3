import { randomFrom } from "../random.ts";
import { type Budget, startBudget } from "../search-budget.ts";
import { type Bounds, computeBounds } from "./bound.ts";
import { type Filled, fillSpace } from "./fill.ts";
import type { Broken } from "./limits.ts";
import type { Load } from "./load.ts";
import { compile, type Kind, type Model } from "./model.ts";
import {
  InvalidLoadingProblem,
  type LoadingOptions,
  type LoadingProblem,
  type LoadingSolution,
  type UnplacedItem,
  type UnplacedReason,
} from "./problem.ts";
import { describeSpace } from "./solution.ts";

/** Loads, and what is in none of them. */
type Plan = {
  loads: Load[];
  remainingCounts: Int32Array;
  broken: (Broken | null)[];
  volume: number;
  room: number;
  isCutShort: boolean;
};

/** Plans that begin anew without being better than the best. */
const ROUNDS_WITHOUT_GAIN_MAX = 3;
/** Shares of the length that stay free at the front where axles allow no more. */
const GAPS = [0, 0.08, 0.16, 0.24, 0.32, 0.4, 0.5];

/**
 * Places as much volume as possible in as few spaces as possible. The same problem, seed and iterations give the same plan unless
 * the time ended first. Refuses `InvalidLoadingProblem`.
 */
export function solve(problem: LoadingProblem, options: LoadingOptions): LoadingSolution {
  checkOptions(options);
  const model = compile(problem);
  const bounds = computeBounds(model);
  let best: Plan | undefined;
  const budget: Budget = startBudget(options, () => report(options, best, bounds, budget));
  const random = randomFrom(options.seed);
  let rounds_without_gain = 0;
  do {
    const plan = buildPlan(model, random, budget, (partial) => {
      if (best === undefined || isBetter(partial, best)) best = partial;
    });
    rounds_without_gain = best === undefined || isBetter(plan, best) ? 0 : rounds_without_gain + 1;
    // Of equals the whole plan: it knows why the rest is left.
    if (best === undefined || !isBetter(best, plan)) best = plan;
    report(options, best, bounds, budget);
  } while (
    !budget.isOver() &&
    rounds_without_gain < ROUNDS_WITHOUT_GAIN_MAX &&
    !isAtBound(model, best, bounds)
  );
  return describe(model, best, bounds, budget);
}

function checkOptions({ seed, time_limit_ms, iterations }: LoadingOptions): void {
  if (!Number.isFinite(seed)) throw new InvalidLoadingProblem("options.seed must be a number");
  if (time_limit_ms !== undefined && !(time_limit_ms > 0))
    throw new InvalidLoadingProblem("options.time_limit_ms must be above 0");
  if (iterations !== undefined && !(iterations >= 1))
    throw new InvalidLoadingProblem("options.iterations must be 1 or more");
  if (time_limit_ms === undefined && iterations === undefined)
    throw new InvalidLoadingProblem("options needs time_limit_ms or iterations");
}

/** More volume, then less room of the spaces used, then fewer of them. */
function isBetter(a: Plan, b: Plan): boolean {
  if (a.volume !== b.volume) return a.volume > b.volume;
  if (a.loads.length !== b.loads.length) return a.loads.length < b.loads.length;
  return a.room < b.room;
}

function isAtBound(model: Model, plan: Plan, bounds: Bounds): boolean {
  const isComplete = plan.remainingCounts.every((count, type) => count === 0 || !fitsSome(model, type));
  return isComplete ? plan.loads.length <= bounds.spaces : plan.volume >= bounds.volume;
}

const fitsSome = (model: Model, type: number) =>
  model.kinds.some(({ count, alone }) => count > 0 && alone[type] === null);

/** Fills one space after the other, each for its share of what is left of the limit. */
function buildPlan(
  model: Model,
  random: () => number,
  budget: Budget,
  onPartial: (plan: Plan) => void,
): Plan {
  const remainingCounts = model.quantity.slice();
  const stock = model.kinds.map(({ count }) => count);
  const loads: Load[] = [];
  // Even the first greedy load was not finished in time.
  let isCutShort = false;
  let broken: (Broken | null)[] = Array.from({ length: model.types }, () => null);
  const toPlan = (more: readonly Load[], rest: Int32Array): Plan => ({
    loads: [...loads, ...more],
    remainingCounts: rest,
    broken,
    volume: [...loads, ...more].reduce((sum, load) => sum + load.volume, 0),
    room: [...loads, ...more].reduce((sum, { kind }) => sum + kind.volume, 0),
    isCutShort,
  });
  for (;;) {
    const open = model.kinds.filter(
      (kind, n) =>
        stock[n]! > 0 && remainingCounts.some((count, type) => count > 0 && kind.alone[type] === null),
    );
    if (open.length === 0) break;
    const { kind, gap_mm } = chooseKind(model, open, remainingCounts, random, budget);
    const rest = measureRemaining(model, remainingCounts);
    const expected = Math.max(1, Math.min(sumCounts(stock), Math.ceil(rest / kind.volume)));
    const until = budget.used() + (1 - budget.used()) / expected;
    const enough = Math.min(measureFor(model, kind, remainingCounts), kind.volume);
    const filled: Filled = fillSpace(model, kind, remainingCounts, gap_mm, {
      random,
      spend: () => budget.spend() && budget.used() < until,
      isOver: () => budget.isOver() || budget.used() >= until,
      isEnough: ({ volume }) => volume >= enough,
      onBetter: (load) => onPartial(toPlan([load], load.remainingCounts)),
    });
    broken = filled.broken;
    isCutShort ||= !filled.isFinished;
    stock[model.kinds.indexOf(kind)]! -= 1;
    if (filled.load.placed.length === 0) {
      stock[model.kinds.indexOf(kind)] = 0;
      continue;
    }
    loads.push(filled.load);
    remainingCounts.set(filled.load.remainingCounts);
  }
  return toPlan([], remainingCounts);
}

const sumCounts = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);

const measureRemaining = (model: Model, remainingCounts: Int32Array) =>
  remainingCounts.reduce((sum, count, type) => sum + count * model.volume[type]!, 0);

const measureFor = (model: Model, kind: Kind, remainingCounts: Int32Array) =>
  remainingCounts.reduce(
    (sum, count, type) => (kind.alone[type] === null ? sum + count * model.volume[type]! : sum),
    0,
  );

/** By one greedy load of each: the smallest that takes everything, else the one that takes most. */
function chooseKind(
  model: Model,
  open: readonly Kind[],
  remainingCounts: Int32Array,
  random: () => number,
  budget: Budget,
): { kind: Kind; gap_mm: number } {
  const first = open[0]!;
  if (open.length === 1 && first.space.axles === undefined) return { kind: first, gap_mm: 0 };
  const all = measureRemaining(model, remainingCounts);
  let best: { kind: Kind; gap_mm: number; volume: number } | undefined;
  for (const kind of open) {
    for (const gap of kind.space.axles === undefined ? [0] : GAPS) {
      const gap_mm = Math.floor(gap * kind.sizeX);
      const { load } = fillSpace(model, kind, remainingCounts, gap_mm, {
        random,
        spend: budget.spend,
        isOver: budget.isOver,
        isEnough: () => true,
      });
      const isBest =
        best === undefined ||
        (load.volume === all && best.volume === all
          ? kind.volume < best.kind.volume
          : load.volume > best.volume);
      if (isBest) best = { kind, gap_mm, volume: load.volume };
      if (load.volume === measureFor(model, kind, remainingCounts)) break;
    }
  }
  return best!;
}

function report(options: LoadingOptions, plan: Plan | undefined, bounds: Bounds, budget: Budget): void {
  if (options.onProgress === undefined || plan === undefined) return;
  options.onProgress({
    spaces: plan.loads.length,
    volume_mm3: plan.volume,
    volume_bound_mm3: bounds.volume,
    unplaced: plan.remainingCounts.reduce((sum, count) => sum + count, 0),
    elapsed_ms: budget.elapsed(),
    iteration: budget.iteration,
  });
}

function describe(model: Model, plan: Plan, bounds: Bounds, budget: Budget): LoadingSolution {
  const remainingCounts = plan.remainingCounts.slice();
  const spaces = plan.loads.flatMap((load) => {
    const space = describeSpace(model, load);
    if (space !== null) return [space];
    // Items that block each other in a ring: the last block is left out until there is an order.
    const fewer = dropUntilOrdered(model, load);
    for (const [type, count] of fewer.dropped.entries()) remainingCounts[type]! += count;
    return fewer.space === null ? [] : [fewer.space];
  });
  const unplaced = describeUnplaced(model, remainingCounts, plan.broken, plan.isCutShort);
  const volume_mm3 = spaces.reduce((sum, { metrics }) => sum + metrics.volume_mm3, 0);
  const isComplete = !unplaced.some(({ item_id }) =>
    fitsSome(
      model,
      model.problem.items.findIndex(({ id }) => id === item_id),
    ),
  );
  const gap = isComplete
    ? (spaces.length - bounds.spaces) / Math.max(1, spaces.length)
    : (bounds.volume - volume_mm3) / bounds.volume;
  return {
    spaces,
    unplaced,
    totals: {
      spaces: spaces.length,
      items: spaces.reduce((sum, { metrics }) => sum + metrics.items, 0),
      volume_mm3,
      weight_g: spaces.reduce((sum, { metrics }) => sum + metrics.weight_g, 0),
      unplaced: unplaced.reduce((sum, { quantity }) => sum + quantity, 0),
    },
    volume_bound_mm3: bounds.volume,
    spaces_bound: bounds.spaces,
    gap_percent: Math.round(10_000 * gap) / 100,
    iterations: budget.iteration,
    elapsed_ms: budget.elapsed(),
    cancelled: budget.cancelled,
  };
}

function dropUntilOrdered(model: Model, load: Load) {
  const dropped = new Int32Array(model.types);
  const placed = [...load.placed];
  while (placed.length > 0) {
    const { block } = placed.pop()!;
    for (const [n, type] of block.types.entries()) dropped[type]! += block.counts[n]!;
    const space = describeSpace(model, { ...load, placed });
    if (space !== null && placed.length > 0) return { space, dropped };
  }
  return { space: null, dropped };
}

const STAGES: UnplacedReason[] = ["too_large", "door_too_small", "too_heavy", "floor_load", "excluded"];

function describeUnplaced(
  model: Model,
  remainingCounts: Int32Array,
  broken: readonly (Broken | null)[],
  isCutShort: boolean,
): UnplacedItem[] {
  return model.problem.items.flatMap(({ id }, type) => {
    const quantity = remainingCounts[type]!;
    if (quantity === 0) return [];
    const alone = explainAlone(model, type);
    const last = broken[type] ?? null;
    const limit = last === null || last === "stacking" ? "no_room" : last;
    return [{ item_id: id, quantity, reason: alone ?? (isCutShort ? "time_limit" : limit) }];
  });
}

/** Why no empty space takes one item of the type; null when one does. The furthest stage of any space counts. */
export function explainAlone(model: Model, type: number): UnplacedReason | null {
  let furthest = 0;
  for (const { alone, count } of model.kinds) {
    if (count === 0) continue;
    const reason = alone[type] ?? null;
    if (reason === null) return null;
    furthest = Math.max(furthest, STAGES.indexOf(reason));
  }
  return STAGES[furthest]!;
}
