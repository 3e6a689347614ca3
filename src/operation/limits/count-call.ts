/** Rate limiting of a call, decided from the request's headers alone. */

import { Refusal } from "../define/refusal.ts";
import type { Runtime } from "../define/runtime.ts";
import type { Call, Result } from "../run/call.ts";
import type { Invocation } from "../run/invocation.ts";

/**
 * Counts a call. Refuses `too_many_requests` when the token exceeds its calls per minute or the caller requested
 * too many unknown ids, and `rate_limited` when the operation's limit is exceeded.
 */
export async function countCall(
  { link_rates, token_caps, rate_limits: buckets, enumeration_guard: guesses }: Runtime,
  { operation, actor, request, response }: Pick<Call, "operation" | "actor" | "request" | "response">,
  now: Date,
): Promise<void> {
  link_rates.admit(actor, now);
  await token_caps.takeCall(actor, now);
  if (operation.limit !== undefined) {
    const left = buckets.take(operation.limit, { actor, address: request.address }, now);
    if (response !== undefined) Object.assign(response.headers, left);
  }
  if (operation.countUnknownIds !== undefined) guesses.admit({ actor, address: request.address }, now);
}

/** Counts requested ids that do not exist, for operations whose ids can be guessed. */
export function countUnknownIds(
  { runtime: { enumeration_guard: guesses }, operation, actor, request, now }: Invocation,
  result: Result | Refusal,
): void {
  if (operation.countUnknownIds === undefined) return;
  const caller = { actor, address: request.address };
  if (result instanceof Refusal) {
    if (result.kind === "not_found") guesses.miss(caller, 1, now);
  } else if (result.kind === "done") guesses.miss(caller, operation.countUnknownIds(result.answer), now);
}
