/**
 * Rate limits of operations: a token bucket per caller, refilled at a steady rate.
 *
 * A caller is a provider's key, an account, a device, or a network address. Buckets are in memory; what other processes counted
 * is taken from them about a second later (`shared-counts.ts`).
 */
import { LRUCache } from "lru-cache";
import type { Actor } from "../caller/actor.ts";
import { Refusal } from "../define/refusal.ts";
import { refusals } from "../response/platform-messages.ts";
import { buildCallerKey } from "./enumeration-guard.ts";
import { NOT_SHARED, type ShareCounts } from "./shared-counts.ts";

interface Limit {
  /** Refill rate, calls per second. */
  per_s: number;
  /** Bucket size: calls that may come at once. */
  burst: number;
}

/**
 * The limit an operation declares: its bucket, shared by operations with the same name, and its size unless
 * configured.
 */
export interface DeclaredLimit extends Limit {
  name: string;
}

/** By bucket name; null disables every limit. */
export type Limits = Readonly<Record<string, Limit>> | null;

export interface RateLimits {
  /** Counts a call and returns the remaining calls as headers. Refuses `rate_limited`; refused calls do not count. */
  take(
    declared: DeclaredLimit,
    caller: { actor: Pick<Actor, "account_id" | "partner" | "device">; address: string },
    now: Date,
  ): Record<string, string>;
  /**
   * Refuses as `take` would, for a request with a provider's key whose signature is not verified yet. Counts
   * nothing, so that knowing a key is not enough to use up its calls.
   */
  look(declared: DeclaredLimit, partner_key: string, now: Date): void;
  /** Seconds until something may be tried again, whoever tries; 0 when it may be now. Counts nothing. */
  findWait(declared: DeclaredLimit, about: string, now: Date): number;
  /** Something was tried, and it was wrong. */
  countWrong(declared: DeclaredLimit, about: string, now: Date): void;
}

/** Largest number of remembered callers; the one without a call for longest is removed first. */
const CALLERS_MAX = 50_000;
const SLOT_MS = 1000;

export function createRateLimits(configured: Limits, share: ShareCounts = NOT_SHARED): RateLimits {
  const buckets = new LRUCache<string, Bucket>({ max: CALLERS_MAX });
  const counts = share({
    name: "rate",
    slot_ms: SLOT_MS,
    window_ms: SLOT_MS,
    addOthers(key, at, count) {
      const bucket = buckets.get(key);
      if (bucket === undefined) return;
      const { burst, per_s, calls, at: then } = bucket;
      // What has been refilled since those calls does not count again.
      const taken_count = Math.max(0, count - (Math.max(0, then - at - SLOT_MS) * per_s) / 1000);
      buckets.set(key, { ...bucket, calls: Math.max(-burst, calls - taken_count) });
    },
  });
  /** Of something, whoever calls. It is kept, so that what other processes count joins it. */
  const readBucket = (declared: DeclaredLimit, about: string, now: Date) => {
    const { burst, per_s } = { ...declared, ...configured?.[declared.name] };
    const key = `${declared.name} about/${about}`;
    const at = now.getTime();
    const known_bucket = buckets.get(key);
    const calls = known_bucket === undefined ? burst : refillBucket({ ...known_bucket, burst, per_s }, at);
    const bucket = { burst, per_s, calls, at };
    buckets.set(key, bucket);
    return { key, bucket };
  };
  return {
    findWait(declared, about, now) {
      if (configured === null) return 0;
      const { key, bucket } = readBucket(declared, about, now);
      counts.watch(key);
      return bucket.calls >= 1 ? 0 : computeWait(bucket);
    },
    countWrong(declared, about, now) {
      if (configured === null) return;
      const { key, bucket } = readBucket(declared, about, now);
      buckets.set(key, { ...bucket, calls: bucket.calls - 1 });
      counts.add(key, bucket.at, 1, Math.ceil((1000 * bucket.burst) / bucket.per_s));
    },
    look(declared, partner_key, now) {
      const bucket = buckets.get(`${declared.name} partner/${partner_key}`);
      if (bucket === undefined) return;
      const calls = refillBucket(bucket, now.getTime());
      if (calls < 1) throw rateLimited({ ...bucket, calls });
    },
    take(declared, { actor, address }, now) {
      if (configured === null) return {};
      const partner = actor.partner ?? null;
      const { burst, per_s } = { ...declared, ...configured[declared.name], ...partner?.limit };
      const key = `${declared.name} ${partner === null ? buildCallerKey({ actor, address }) : `partner/${partner.key_id}`}`;
      const at = now.getTime();
      const known_bucket = buckets.get(key);
      const remaining_calls =
        known_bucket === undefined ? burst : refillBucket({ ...known_bucket, burst, per_s }, at);
      const allowed = remaining_calls >= 1;
      const bucket = { burst, per_s, calls: allowed ? remaining_calls - 1 : remaining_calls, at };
      buckets.set(key, bucket);
      if (allowed) counts.add(key, at, 1, Math.ceil((1000 * burst) / per_s));
      else counts.watch(key);
      if (!allowed) throw rateLimited(bucket);
      return buildRateLimitHeaders(bucket);
    },
  };
}

interface Bucket extends Limit {
  /** Calls left at time `at`, milliseconds. */
  calls: number;
  at: number;
}

/** A clock that went back refills nothing. */
function refillBucket({ burst, per_s, calls, at: then }: Bucket, at: number): number {
  return Math.min(burst, calls + (Math.max(0, at - then) * per_s) / 1000);
}

type BucketState = Pick<Bucket, "burst" | "per_s" | "calls">;

function buildRateLimitHeaders({ burst, per_s, calls }: BucketState): Record<string, string> {
  return {
    "ratelimit-limit": String(burst),
    "ratelimit-remaining": String(Math.max(0, Math.floor(calls))),
    "ratelimit-reset": String(Math.ceil((burst - calls) / per_s)),
  };
}

const computeWait = ({ per_s, calls }: BucketState): number => Math.max(1, Math.ceil((1 - calls) / per_s));

function rateLimited(bucket: BucketState): Refusal {
  const { burst, per_s } = bucket;
  const wait_s = computeWait(bucket);
  return new Refusal("rate_limited", "too_many", {
    message: refusals.calls_per_second.with({ per_s, burst, wait_s }),
    extra: { retry_after_s: wait_s },
    headers: { ...buildRateLimitHeaders(bucket), "retry-after": String(wait_s) },
  });
}
