/** What a caller may still do, told from the headers of a request alone. */
import type { Call, Result } from "./call.ts";
import type { Mechanism } from "./mechanism.ts";
import { Refusal } from "./refusal.ts";

/**
 * Counts a call. Refuses `too_many_requests` for a token that calls too often and for who guesses too much,
 * `rate_limited` for an operation that is called too often.
 */
export function countCall(
  { rates, buckets, guesses }: Mechanism,
  { operation, actor, request, response }: Pick<Call, "operation" | "actor" | "request" | "response">,
  now: Date,
): void {
  rates.admit(actor, now);
  if (operation.limit !== undefined) {
    const left = buckets.take(operation.limit, { actor, address: request.address }, now);
    if (response !== undefined) Object.assign(response.headers, left);
  }
  if (operation.unknownIn !== undefined) guesses.admit({ actor, address: request.address }, now);
}

/** Counts the numbers that were asked for and are not there, where they can be guessed. */
export function countMisses(
  { guesses }: Mechanism,
  { operation, actor, request }: Call,
  now: Date,
  came: Result | Refusal,
): void {
  if (operation.unknownIn === undefined) return;
  const caller = { actor, address: request.address };
  if (came instanceof Refusal) {
    if (came.kind === "not_found") guesses.miss(caller, 1, now);
  } else if (came.kind === "done") guesses.miss(caller, operation.unknownIn(came.answer), now);
}
