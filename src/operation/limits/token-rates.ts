/**
 * Limit of calls per minute and token: a sliding window over the times of its last calls.
 *
 * The times are in memory; what other processes counted joins them about a second later (`shared-counts.ts`).
 */
import { LRUCache } from "lru-cache";
import type { Actor } from "../caller/actor.ts";
import { Refusal } from "../define/refusal.ts";
import { NOT_SHARED, type ShareCounts } from "./shared-counts.ts";

const WINDOW_MS = 60_000;
const SLOT_MS = 5_000;
/** Largest number of remembered tokens; the one without a call for longest is removed first. */
const TOKENS_MAX = 10_000;
/** The highest limit that a token can have. */
const CALLS_MAX = 6000;

export interface TokenRates {
  /**
   * Counts a call. Refuses `too_many_requests` when the limit of the last minute is reached; refused calls do not
   * count.
   */
  admit(actor: Pick<Actor, "token_id" | "calls_per_minute" | "link">, now: Date): void;
}

export function createTokenRates(share: ShareCounts = NOT_SHARED): TokenRates {
  const calls = new LRUCache<string, number[]>({ max: TOKENS_MAX });
  const counts = share({
    name: "calls",
    slot_ms: SLOT_MS,
    window_ms: WINDOW_MS,
    addOthers(key, at, count) {
      const recent = calls.get(key) ?? [];
      const others = new Array<number>(Math.min(count, CALLS_MAX)).fill(at);
      calls.set(
        key,
        [...recent, ...others].sort((one, other) => one - other),
      );
    },
  });
  return {
    admit({ token_id, link, calls_per_minute }, now) {
      const key = link ? `link/${link.id}` : token_id === null ? null : `token/${token_id}`;
      if (key === null || calls_per_minute === null) return;
      const at = now.getTime();
      const recent = (calls.get(key) ?? []).filter((moment) => moment > at - WINDOW_MS && moment <= at);
      calls.set(key, recent);
      if (recent.length < calls_per_minute) {
        recent.push(at);
        counts.add(key, at, 1);
        return;
      }
      counts.watch(key);
      // The oldest call that must leave the window before the next one is allowed.
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
