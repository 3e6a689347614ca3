/**
 * Follows orders. One whose service is `instant` gets its job when it is created and when a hold ends; a job ends or turns back
 * when its order is planned, cancelled or delivered otherwise.
 */
import { lockOrder } from "#domain/orders/orders/public.ts";
import { defineConsumer } from "#operation/define/consumer.ts";
import type { Context } from "#operation/define/context.ts";
import { createJob } from "../create-job.ts";
import { followJob } from "../follow.ts";
import { findJobOfOrder, type JobRow, lockJob } from "../records/job.ts";
import { findDispatchRefusal, isEnded } from "../rules.ts";
import { askNext } from "../search.ts";
import { getTerms } from "../terms.ts";

const KINDS = [
  "order.created",
  "order.released",
  "order.planned",
  "order.assigned",
  "order.held",
  "order.cancelled",
  "order.cancel_requested",
  "order.rerouted",
  "order.status_changed",
  "order.received",
  "order.delivered",
  "order.rejected",
  "order.return_started",
  "order.tender_changed",
  "order.event_voided",
] as const;

export const followOrders = defineConsumer({
  name: "instant-rider.follow-orders",
  listKinds: () => KINDS,

  async handle({ transaction }, events) {
    for (const [business_id, own_events] of Map.groupBy(events, (event) => event.business_id)) {
      const order_ids = own_events
        .filter(({ subject_type }) => subject_type === "order")
        .map(({ subject_id }) => Number(subject_id));
      const concerned_orders = await transaction(business_id, (context) => findConcerned(context, order_ids));
      for (const order_id of concerned_orders)
        await transaction(business_id, (context) => followOne(context as Context<never>, order_id));
    }
  },
});

/** Orders of the service, and those that have a job. */
async function findConcerned(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  order_ids: readonly number[],
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select o.id from delivery_order o where o.business_id = $1 and o.id = any($2::bigint[])
        and (o.service = 'instant' or exists (select from instant_job j where j.business_id = $1 and j.order_id = o.id))
      order by o.id`,
    [business_id, [...new Set(order_ids)]],
  );
  return rows.map(({ id }) => id);
}

async function followOne(context: Context<never>, order_id: number): Promise<void> {
  const { db, business_id } = context;
  const order = await lockOrder(db, business_id, order_id);
  if (order === undefined) return;
  const job = await findJobOfOrder(context, order_id);
  if (job !== undefined && !isEnded(job.state)) {
    await followJob(context, await lockJob(context, job));
    return;
  }
  if (order.service !== "instant" || findDispatchRefusal(order) !== null || !mayBegin(job)) return;
  if (!getTerms(context).is_enabled) return;
  const created = await createJob(context, order, { note: "", tip_minor: 0 });
  // An order without a position waits for a dispatcher, as any order that cannot be planned.
  if ("locked" in created) await askNext(context, created.locked);
}

/** A job that a person ended is not begun again. */
const mayBegin = (job: JobRow | undefined) =>
  job === undefined || (job.driver_id === null && job.reason === "order_unavailable");
