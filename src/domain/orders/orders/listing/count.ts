/**
 * Counts the orders of a business without reading all of them each time.
 *
 * Orders are never deleted and never change their business, so the count up to an id is final once no transaction that
 * drew a smaller id is open. That count is cached per business in this process as a checkpoint. The total is the
 * checkpoint plus the orders after it; the same statement checks whether a later id can become the checkpoint.
 *
 * A transaction draws an order id slightly before its transaction id is visible in snapshots. The pause covers that
 * interval, and the checkpoint is rebuilt every ten minutes.
 */
import type { Context } from "#operation/define/context.ts";

interface Checkpoint {
  /** All orders of the business up to this id are included in `orders`. */
  id: number;
  orders: number;
  since_ms: number;
}

interface Candidate {
  id: number;
  /** No transaction id below this one may be open when the candidate becomes the checkpoint. */
  xmax: bigint;
  at_ms: number;
}

interface CacheEntry {
  checkpoint: Checkpoint;
  candidate: Candidate | null;
}

const PAUSE_MS = 3_000;
const TTL_MS = 600_000;
const BUSINESSES_MAX = 10_000;

/** Cache per service, because tests run several services in one process. */
const caches = new WeakMap<object, Map<number, CacheEntry>>();

interface Counted {
  n: number;
  settled: number;
  top: number | null;
  xmin: string;
  xmax: string;
}

const COUNT_AFTER = `select count(*) as n, count(*) filter (where id <= $3) as settled, max(id) as top,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax
  from delivery_order where business_id = $1 and id > $2`;

export async function countOrders({
  db,
  system_queries,
  business_id,
  now,
}: Pick<Context, "db" | "system_queries" | "business_id" | "now">): Promise<number> {
  const cache = caches.get(system_queries) ?? new Map<number, CacheEntry>();
  caches.set(system_queries, cache);
  const at_ms = now.getTime();
  const cached = cache.get(business_id);
  const entry: CacheEntry =
    cached !== undefined && at_ms - cached.checkpoint.since_ms < TTL_MS
      ? cached
      : { checkpoint: { id: 0, orders: 0, since_ms: at_ms }, candidate: null };
  const { checkpoint, candidate } = entry;
  const counted = await db.row<Counted>(COUNT_AFTER, [business_id, checkpoint.id, candidate?.id ?? 0]);
  if (counted === undefined) throw new Error("A count query returns one row.");
  const is_settled =
    candidate !== null && at_ms - candidate.at_ms >= PAUSE_MS && BigInt(counted.xmin) >= candidate.xmax;
  if (cache.size >= BUSINESSES_MAX) cache.clear();
  cache.set(business_id, {
    checkpoint: is_settled
      ? { ...checkpoint, id: candidate.id, orders: checkpoint.orders + counted.settled }
      : checkpoint,
    candidate:
      candidate !== null && !is_settled
        ? candidate
        : counted.top === null
          ? null
          : { id: counted.top, xmax: BigInt(counted.xmax), at_ms },
  });
  return checkpoint.orders + counted.n;
}
