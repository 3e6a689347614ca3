/**
 * Limit of calls per minute and link: a sliding window over the times of its last calls. Tokens are limited exactly
 * (`token-caps.ts`); links are many, and cost no statement.
 *
 * The times are in memory; what other processes counted joins them about a second later (`shared-counts.ts`).
 */
import { LRUCache } from "lru-cache";
import type { Actor } from "../caller/actor.ts";
import { Refusal } from "../define/refusal.ts";
import { refusals } from "../response/platform-messages.ts";
import { NOT_SHARED, type ShareCounts } from "./shared-counts.ts";

const WINDOW_MS = 60_000;
const SLOT_MS = 5_000;
/** Largest number of remembered links; the one without a call for longest is removed first. */
const LINKS_MAX = 10_000;
/** The highest limit that a link can have. */
const CALLS_MAX = 6000;

export interface LinkRates {
  /**
   * Counts a call. Refuses `too_many_requests` when the limit of the last minute is reached; refused calls do not
   * count.
   */
  admit(actor: Pick<Actor, "calls_per_minute" | "link">, now: Date): void;
}

export function createLinkRates(share: ShareCounts = NOT_SHARED): LinkRates {
  const calls = new LRUCache<string, number[]>({ max: LINKS_MAX });
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
    admit({ link, calls_per_minute }, now) {
      if (!link || calls_per_minute === null) return;
      const key = `link/${link.id}`;
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
        message: refusals.link_rate.with({ calls: calls_per_minute, wait: wait_s }),
        extra: { calls_per_minute, remaining: 0, retry_after_s: wait_s },
        headers: { "retry-after": String(wait_s) },
      });
    },
  };
}
