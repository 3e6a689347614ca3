/** Creates the job of an order. Callers hold the lock of the order, and have checked that riders may have it. */
import type { OrderRow } from "#domain/orders/orders/public.ts";
import { loadEnds } from "./ends.ts";
import { emitJob, explain, JobRecord, type LockedJob, SEARCH_ENDS, type Writing } from "./records/job.ts";
import { computeRoad_m, SEARCH_S } from "./rules.ts";
import { getTerms } from "./terms.ts";

export type PlaceFault = "no_pickup_position" | "no_dropoff_position";

/** Undefined with the fault when an end of the order has no position. Nobody is asked yet. */
export async function createJob(
  context: Writing,
  order: OrderRow,
  { note, tip_minor }: { note: string; tip_minor: number },
): Promise<{ locked: LockedJob } | { fault: PlaceFault }> {
  const { actor, now, due } = context;
  const terms = getTerms(context);
  const ends = await loadEnds(context, [order]);
  const { pickup = null, dropoff = null } = ends.get(order.id) ?? {};
  if (typeof pickup?.lat !== "number" || typeof pickup.lng !== "number")
    return { fault: "no_pickup_position" };
  const distance_m = computeRoad_m(pickup, dropoff, terms.road_factor);
  if (distance_m === null) return { fault: "no_dropoff_position" };
  const job = await JobRecord.insert(context, {
    order_id: order.id,
    state: "SEARCHING",
    distance_m,
    currency: terms.currency,
    tip_minor,
    note,
    searching_since: now.toISOString(),
    created_by: actor.account_id,
  });
  due.set(SEARCH_ENDS, job.id, new Date(now.getTime() + SEARCH_S * 1000));
  emitJob(context, "job.created", job);
  explain(context, job, { what: "searching" });
  return { locked: { order, job, offers: [] } };
}
