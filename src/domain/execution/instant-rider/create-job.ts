/** Creates the job of an order. Callers hold the lock of the order, and have checked that riders may have it. */
import type { OrderRow } from "#domain/orders/orders/public.ts";
import { getTerms, JOB_COLUMNS, type LockedJob, loadEnds } from "./load.ts";
import { computeRoad_m, SEARCH_S } from "./rules.ts";
import type { JobRow } from "./tables.ts";
import { emitJob, explain, SEARCH_ENDS, type Writing } from "./write.ts";

export type PlaceFault = "no_pickup_position" | "no_dropoff_position";

/** Undefined with the fault when an end of the order has no position. Nobody is asked yet. */
export async function createJob(
  context: Writing,
  order: OrderRow,
  { note, tip_minor }: { note: string; tip_minor: number },
): Promise<{ locked: LockedJob } | { fault: PlaceFault }> {
  const { db, business_id, actor, now, due } = context;
  const terms = getTerms(context);
  const ends = await loadEnds(context, [order]);
  const { pickup = null, dropoff = null } = ends.get(order.id) ?? {};
  if (typeof pickup?.lat !== "number" || typeof pickup.lng !== "number")
    return { fault: "no_pickup_position" };
  const distance_m = computeRoad_m(pickup, dropoff, terms.road_factor);
  if (distance_m === null) return { fault: "no_dropoff_position" };
  const job = await db.row<JobRow>(
    `insert into instant_job (business_id, order_id, state, distance_m, currency, tip_minor, note, searching_since, created_by, created_at)
     values ($1, $2, 'SEARCHING', $3, $4, $5, $6, $7, $8, $7) returning ${JOB_COLUMNS}`,
    [business_id, order.id, distance_m, terms.currency, tip_minor, note, now, actor.account_id],
  );
  if (job === undefined) throw new Error("A job that was inserted has no row.");
  due.set(SEARCH_ENDS, job.id, new Date(now.getTime() + SEARCH_S * 1000));
  emitJob(context, "job.created", job);
  explain(context, job, { what: "searching" });
  return { locked: { order, job, offers: [] } };
}
