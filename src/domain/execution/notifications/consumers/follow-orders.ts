/** Reads events of orders and routes from the log, and notifies recipients. */
import { type ConsumerContext, defineConsumer } from "#operation/define/consumer.ts";
import type { Context } from "#operation/define/context.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { findNearOrders } from "../near.ts";
import { notify } from "../notify.ts";
import { loadSettings } from "../records/notification-settings.ts";
import { findOccurrences, type Occurrence, writesToAddresses } from "../rules.ts";

const ORDER_KINDS = [
  "order.created",
  "order.status_changed",
  "order.received",
  "order.delivered",
  "order.attempt_failed",
  "order.reattempted",
  "order.window_changed",
  "order.details_changed",
  "order.unplanned",
  "order.fact_repeated",
  "order.event_voided",
] as const;
const STOP_KINDS = ["stop.completed", "stop.failed", "stop.skipped"] as const;

export const followOrders = defineConsumer({
  name: "notifications.follow-orders",
  listKinds: () => [...ORDER_KINDS, ...STOP_KINDS],

  async handle(context, events) {
    for (const [business_id, own_events] of Map.groupBy(events, (event) => event.business_id)) {
      const occurrences_by_order = await context.transaction(business_id, (run) =>
        findDeliverableOccurrences(run, own_events),
      );
      for (const [order_id, occurrences] of occurrences_by_order)
        await tell(context, business_id, order_id, occurrences);
    }
  },
});

/** One transaction for each order: a failure of one concerns no other, and repeats nothing. */
function tell(
  { transaction }: ConsumerContext,
  business_id: number,
  order_id: number,
  occurrences: readonly Occurrence[],
): Promise<void> {
  return transaction(business_id, (context) => notify(context as Context<never>, order_id, occurrences));
}

/** The occurrences that anybody may be told of, by order. Most businesses and orders have none, for one or two statements. */
async function findDeliverableOccurrences(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  events: readonly LoggedEvent[],
): Promise<Map<number, Occurrence[]>> {
  const settings = await loadSettings(db, business_id);
  const occurrences_by_order = new Map<number, Occurrence[]>();
  for (const event of events)
    for (const { order_id, ...occurrence } of await readEvent(
      { db, business_id },
      event,
      settings.near_stops,
    ))
      occurrences_by_order.set(order_id, [...(occurrences_by_order.get(order_id) ?? []), occurrence]);
  if (occurrences_by_order.size === 0 || writesToAddresses(settings.rules)) return occurrences_by_order;
  const followed = await db.rows<{ order_id: number }>(
    "select distinct order_id from notification_push where business_id = $1 and order_id = any($2::bigint[])",
    [business_id, [...occurrences_by_order.keys()]],
  );
  return new Map(followed.map(({ order_id }) => [order_id, occurrences_by_order.get(order_id) ?? []]));
}

async function readEvent(
  context: Pick<Context, "db" | "business_id">,
  event: LoggedEvent,
  near_stops: number,
): Promise<(Occurrence & { order_id: number })[]> {
  if (event.subject_type === "order")
    return findOccurrences(event).map((one) => ({ ...one, order_id: Number(event.subject_id) }));
  const route_id = Number(event.payload["route_id"]);
  const near = await findNearOrders(context, route_id, near_stops);
  return near.map((order_id) => ({
    order_id,
    event: "near" as const,
    occurrence: `route-${route_id}`,
    occurred_at: event.occurred_at,
  }));
}
