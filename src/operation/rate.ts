/**
 * Calls per minute of a token: a sliding window over the moments of its last calls.
 *
 * Kept in memory, so each process counts its own calls: with several web processes a token may use its
 * allowance in each of them.
 */
import type { Actor } from "./actor.ts";
import { Refusal } from "./refusal.ts";

const WINDOW_MS = 60_000;
/** Tokens remembered at once; the one longest without a call is forgotten first. */
const TOKENS_MAX = 10_000;

export interface Rates {
  /** Counts a call. Refuses `too_many_requests` when the last minute is full; refused calls do not count. */
  admit(actor: Pick<Actor, "token_id" | "calls_per_minute">, now: Date): void;
}

export function rates(): Rates {
  const calls = new Map<number, number[]>();
  return {
    admit({ token_id, calls_per_minute }, now) {
      if (token_id === null || calls_per_minute === null) return;
      const at = now.getTime();
      const recent = (calls.get(token_id) ?? []).filter((moment) => moment > at - WINDOW_MS && moment <= at);
      // Moved to the end: the map's order is that of the last calls.
      calls.delete(token_id);
      calls.set(token_id, recent);
      if (calls.size > TOKENS_MAX) calls.delete(calls.keys().next().value as number);
      if (recent.length < calls_per_minute) {
        recent.push(at);
        return;
      }
      // The call that must leave the window before the next one may enter.
      const leaving = recent[recent.length - calls_per_minute] as number;
      const wait_s = Math.max(1, Math.ceil((leaving + WINDOW_MS - at) / 1000));
      throw new Refusal("too_many_requests", "too_many", {
        message: `This token may make ${calls_per_minute} calls a minute; try again in ${wait_s} s.`,
        extra: { calls_per_minute, remaining: 0, retry_after_s: wait_s },
        headers: { "retry-after": String(wait_s) },
      });
    },
  };
}
