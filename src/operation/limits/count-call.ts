/** Rate limiting of a call, decided from the request's headers alone. */

import { Refusal } from "../define/refusal.ts";
import type { Runtime } from "../define/runtime.ts";
import { refusals } from "../response/platform-messages.ts";
import type { Call, Result } from "../run/call.ts";
import type { Invocation } from "../run/invocation.ts";

/** Of an account that its token gives none. Our choice: more than a console or an import needs. */
const CALLS_OF_ACCOUNT = { name: "calls", per_s: 100, burst: 500 };

/**
 * Counts a call. Refuses `too_many_requests` when the token exceeds its calls per minute, and `rate_limited` when the limit of every account or that of the operation is exceeded.
 */
export async function countCall(
  { link_rates, token_caps, rate_limits: buckets }: Runtime,
  { operation, actor, request, response }: Pick<Call, "operation" | "actor" | "request" | "response">,
  now: Date,
): Promise<void> {
  link_rates.admit(actor, now);
  await token_caps.takeCall(actor, now);
  if (actor.kind === "user" && actor.account_id !== null)
    buckets.take(CALLS_OF_ACCOUNT, { actor, address: request.address }, now);
  if (operation.limit !== undefined) {
    const limit_headers = buckets.take(operation.limit, { actor, address: request.address }, now);
    if (response !== undefined) Object.assign(response.headers, limit_headers);
  }
}

/** Refuses `too_many_requests` when the caller requests further ids after too many unknown ones. */
export function admitGuessableIds({ runtime, operation, actor, input, request, now }: Invocation): void {
  const ids = operation.guessable_ids?.requested(input);
  if (ids !== undefined) runtime.enumeration_guard.admit({ actor, address: request.address }, ids, now);
}

/** Counts requested ids that do not exist, for operations whose ids can be guessed. */
export function countUnknownIds(
  { runtime: { enumeration_guard }, operation: { guessable_ids }, actor, input, request, now }: Invocation,
  result: Result | Refusal,
): void {
  if (guessable_ids === undefined) return;
  const answered = !(result instanceof Refusal);
  // Any other refusal reveals nothing about the ids.
  if (answered ? result.kind !== "done" : result.kind !== "not_found") return;
  const requested = guessable_ids.requested(input);
  const answer = (result as { answer?: unknown }).answer;
  const unknown = answered ? (guessable_ids.unknown?.(answer) ?? []) : requested;
  enumeration_guard.count({ actor, address: request.address }, { requested, unknown }, now);
}

/** Refuses `too_many_requests` when a secret of something was guessed wrong too often, by whomever. */
export function admitAttempt({ runtime, operation: { attempts }, actor, input, now }: Invocation): void {
  if (attempts === undefined) return;
  const about = `${actor.business_id}/${attempts.about(input)}`;
  const wait_s = runtime.rate_limits.findWait(attempts.limit, about, now);
  if (wait_s === 0) return;
  throw new Refusal("too_many_requests", "too_many", {
    message: refusals.wrong_attempts_exceeded.with({ wait: wait_s }),
    extra: { retry_after_s: wait_s },
    headers: { "retry-after": String(wait_s) },
  });
}

export function countWrongAttempt(
  { runtime, operation: { attempts }, actor, input, now }: Invocation,
  { code }: Refusal,
): void {
  if (attempts?.wrong.includes(code) !== true) return;
  runtime.rate_limits.countWrong(attempts.limit, `${actor.business_id}/${attempts.about(input)}`, now);
}
