/** What packing plans and loading plans show in the same way. */
import type { Context } from "#operation/define/context.ts";
import type { Message } from "#operation/response/messages.ts";
import { type PlanOptions, TIME_LIMIT_DEFAULT_S } from "./options.ts";

interface ShownPlan<State> {
  id: number;
  name: string;
  state: State;
  options: PlanOptions;
  seed: number;
  inputs_hash: string;
  failure: string | null;
  created_at: string;
  finished_at: string | null;
  version: number;
}

export const buildPlanMembers = <State>(plan: ShownPlan<State>) => ({
  id: plan.id,
  name: plan.name,
  state: plan.state,
  options: plan.options,
  seed: plan.seed,
  inputs_hash: plan.inputs_hash,
  failure: plan.failure,
  created_at: plan.created_at,
  finished_at: plan.finished_at,
  version: plan.version,
});

/** How far a running search is. */
export const buildSearchProgress = (progress: { elapsed_ms: number; iteration: number }) => ({
  elapsed_ms: Math.round(progress.elapsed_ms),
  iterations: progress.iteration,
});

/** How a search ended: `repeatable` where that was before its time. */
export const buildSearchResult = (
  solution: { cancelled: boolean; elapsed_ms: number; iterations: number },
  { time_limit_s = TIME_LIMIT_DEFAULT_S }: PlanOptions,
) => ({
  repeatable: !solution.cancelled && solution.elapsed_ms < time_limit_s * 1000,
  iterations: solution.iterations,
  elapsed_ms: Math.round(solution.elapsed_ms),
});

/** What the solver put nowhere, each with why. */
export function buildLeftItems<Reason extends string>(
  { say }: Pick<Context, "say">,
  left_items: readonly { item_id: string; quantity: number; reason: Reason }[],
  items: readonly { ref: string; name: string }[],
  describe: (name: string, reason: Reason) => Message,
) {
  const names = new Map(items.map(({ ref, name }) => [ref, name]));
  return left_items.map(({ item_id, quantity, reason }) => {
    const name = names.get(item_id) ?? item_id;
    return { item: item_id, name, quantity, reason, message: say(describe(name, reason)) };
  });
}
