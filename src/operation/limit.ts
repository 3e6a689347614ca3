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
  /**
   * Refuses as `take` would a request that names the key of a provider, before its signature can be looked at. Counts
   * nothing: whoever merely knows a key uses none of its calls up.
   */
  look(declared: DeclaredLimit, provider_key: string, now: Date): void;
}

/** Callers remembered at once; the one longest without a call is forgotten first. */
const CALLERS_MAX = 50_000;

export function buckets(configured: Limits): Buckets {
  const kept = new Map<string, Bucket>();
  return {
    look(declared, provider_key, now) {
      const bucket = kept.get(`${declared.name} provider/${provider_key}`);
      if (bucket === undefined) return;
      const calls = refilled(bucket, now.getTime());
      if (calls < 1) throw rateLimited({ ...bucket, calls });
    },
    take(declared, { actor, address }, now) {
      if (configured === null) return {};
      const provider = actor.provider ?? null;
      const { burst, per_s } = { ...declared, ...configured[declared.name], ...provider?.limit };
      const key = `${declared.name} ${provider === null ? callerKeyOf({ actor, address }) : `provider/${provider.key}`}`;
      const at = now.getTime();
      const known = kept.get(key);
      const left = known === undefined ? burst : refilled({ ...known, burst, per_s }, at);
      const allowed = left >= 1;
      const bucket = { burst, per_s, calls: allowed ? left - 1 : left, at };
      // Moved to the end: the map's order is that of the last calls.
      kept.delete(key);
      kept.set(key, bucket);
      if (kept.size > CALLERS_MAX) kept.delete(kept.keys().next().value as string);
      if (!allowed) throw rateLimited(bucket);
      return headersOf(bucket);
    },
  };
}

interface Bucket extends Limit {
  /** Left at the moment `at`, in milliseconds. */
  calls: number;
  at: number;
}

/** A clock that went back refills nothing. */
function refilled({ burst, per_s, calls, at: then }: Bucket, at: number): number {
  return Math.min(burst, calls + (Math.max(0, at - then) * per_s) / 1000);
}

type Left = Pick<Bucket, "burst" | "per_s" | "calls">;

function headersOf({ burst, per_s, calls }: Left): Record<string, string> {
  return {
    "ratelimit-limit": String(burst),
    "ratelimit-remaining": String(Math.floor(calls)),
    "ratelimit-reset": String(Math.ceil((burst - calls) / per_s)),
  };
}

function rateLimited(left: Left): Refusal {
  const { burst, per_s, calls } = left;
  const wait_s = Math.max(1, Math.ceil((1 - calls) / per_s));
  return new Refusal("rate_limited", "too_many", {
    message: `At most ${per_s} of these calls a second, ${burst} at once; try again in ${wait_s} s.`,
    extra: { retry_after_s: wait_s },
    headers: { ...headersOf(left), "retry-after": String(wait_s) },
  });
}
