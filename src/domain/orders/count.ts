/**
 * How many orders a business has, without counting all of them each time.
 *
 * Orders are never deleted and keep their business, so a count of those up to some id stands for ever once no
 * transaction that drew a smaller id is open. Such a count is kept per business in this process; a total is it plus
 * the orders after it, counted in the same statement that looks whether a later id has become such a line.
 *
 * A transaction draws its id a moment before it has a number of its own in a snapshot; the pause covers that moment,
 * and the line is drawn anew every ten minutes.
 */
import type { Context } from "#operation/context.ts";

interface Line {
  /** Every order of the business up to this id is among those counted. */
  id: number;
  orders: number;
  since_ms: number;
}

interface Candidate {
  id: number;
  /** No transaction below this number may be open when the candidate becomes the line. */
  xmax: bigint;
  at_ms: number;
}

interface Memo {
  line: Line;
  candidate: Candidate | null;
}

const PAUSE_MS = 3_000;
const KEPT_MS = 600_000;
const BUSINESSES_MAX = 10_000;

/** By service: tests run several in one process. */
const memos = new WeakMap<object, Map<number, Memo>>();

interface Counted {
  n: number;
  settled: number;
  top: number | null;
  xmin: string;
  xmax: string;
}

const AFTER = `select count(*) as n, count(*) filter (where id <= $3) as settled, max(id) as top,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax
  from delivery_order where business_id = $1 and id > $2`;

export async function countOrders({
  db,
  doors,
  business_id,
  now,
}: Pick<Context, "db" | "doors" | "business_id" | "now">): Promise<number> {
  const ours = memos.get(doors) ?? new Map<number, Memo>();
  memos.set(doors, ours);
  const at_ms = now.getTime();
  const known = ours.get(business_id);
  const memo: Memo =
    known !== undefined && at_ms - known.line.since_ms < KEPT_MS
      ? known
      : { line: { id: 0, orders: 0, since_ms: at_ms }, candidate: null };
  const { line, candidate } = memo;
  const counted = await db.row<Counted>(AFTER, [business_id, line.id, candidate?.id ?? 0]);
  if (counted === undefined) throw new Error("Counting answers one row.");
  const is_settled =
    candidate !== null && at_ms - candidate.at_ms >= PAUSE_MS && BigInt(counted.xmin) >= candidate.xmax;
  if (ours.size >= BUSINESSES_MAX) ours.clear();
  ours.set(business_id, {
    line: is_settled ? { ...line, id: candidate.id, orders: line.orders + counted.settled } : line,
    candidate:
      candidate !== null && !is_settled
        ? candidate
        : counted.top === null
          ? null
          : { id: counted.top, xmax: BigInt(counted.xmax), at_ms },
  });
  return line.orders + counted.n;
}
