/**
 * How often an operation may be called: a bucket of calls for each caller, refilled at a steady rate.
 *
 * A caller is a provider's key, an account, or a network address. Kept in memory, so each process counts its own.
 */
import type { Actor } from "./actor.ts";
import { callerKeyOf } from "./guesses.ts";
import { Refusal } from "./refusal.ts";

export interface Limit {
  /** Calls a second, over time. */
  per_s: number;
  /** Calls that may come at once. */
  burst: number;
}

/** What an operation declares: its bucket, shared by operations of the same name, and its size unless configured. */
export interface DeclaredLimit extends Limit {
  name: string;
}

/** By the name of a bucket; null switches every limit off. */
export type Limits = Readonly<Record<string, Limit>> | null;

export interface Buckets {
  /** Counts a call and says what is left, as headers. Refuses `rate_limited`; refused calls do not count. */
  take(
    declared: DeclaredLimit,
    caller: { actor: Pick<Actor, "account_id" | "provider">; address: string },
    now: Date,
  ): Record<string, string>;
}

/** Callers remembered at once; the one longest without a call is forgotten first. */
const CALLERS_MAX = 50_000;

export function buckets(configured: Limits): Buckets {
  const kept = new Map<string, { calls: number; at: number }>();
  return {
    take(declared, { actor, address }, now) {
      if (configured === null) return {};
      const provider = actor.provider ?? null;
      const { burst, per_s } = { ...declared, ...configured[declared.name], ...provider?.limit };
      const key = `${declared.name} ${provider === null ? callerKeyOf({ actor, address }) : `provider/${provider.id}`}`;
      const at = now.getTime();
      const known = kept.get(key);
      // A clock that went back refills nothing.
      const refilled =
        known === undefined
          ? burst
          : Math.min(burst, known.calls + (Math.max(0, at - known.at) * per_s) / 1000);
      const allowed = refilled >= 1;
      const calls = allowed ? refilled - 1 : refilled;
      // Moved to the end: the map's order is that of the last calls.
      kept.delete(key);
      kept.set(key, { calls, at });
      if (kept.size > CALLERS_MAX) kept.delete(kept.keys().next().value as string);
      const headers = {
        "ratelimit-limit": String(burst),
        "ratelimit-remaining": String(Math.floor(calls)),
        "ratelimit-reset": String(Math.ceil((burst - calls) / per_s)),
      };
      if (allowed) return headers;
      const wait_s = Math.max(1, Math.ceil((1 - calls) / per_s));
      throw new Refusal("rate_limited", "too_many", {
        message: `At most ${per_s} of these calls a second, ${burst} at once; try again in ${wait_s} s.`,
        extra: { retry_after_s: wait_s },
        headers: { ...headers, "retry-after": String(wait_s) },
      });
    },
  };
}
