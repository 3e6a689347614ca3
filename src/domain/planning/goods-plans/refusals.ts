/** Turns the expected errors of solving into refusals. */
import { TooManyPlans, UnsolvableProblem } from "#domain/planning/planning/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";

export const solveRefusals = {
  unsolvable: "invalid",
  too_many_plans: "too_many",
  caller_disconnected: "unavailable",
} as const;

type Refusing = Context<keyof typeof solveRefusals>;

export const refuseUnsolvable = ({ refuse }: Context<"unsolvable">, { message }: Error) =>
  refuse("unsolvable", { message: messages.unsolvable, values: { fault: message } });

export function refuseTooMany({ refuse }: Context<"too_many_plans">, retry_after_s: number) {
  return refuse("too_many_plans", {
    message: messages.too_many_plans,
    values: { seconds: retry_after_s },
    headers: { "retry-after": String(retry_after_s) },
  });
}

/** Any other error is a bug and is returned unchanged. */
export function toSolveRefusal(context: Refusing, error: unknown): unknown {
  if (context.request.disconnected?.().aborted) return context.refuse("caller_disconnected");
  if (error instanceof UnsolvableProblem) return refuseUnsolvable(context, error);
  if (error instanceof TooManyPlans) return refuseTooMany(context, error.retry_after_s);
  return error;
}
