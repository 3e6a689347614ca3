/** Offers follow their routes: after whatever changes a route, its offer is brought in line. */
import { defineConsumer } from "#operation/define/consumer.ts";
import { reconcileOffer } from "../reconcile-offer.ts";

const KINDS = [
  "route.reassigned",
  "route.cancelled",
  "route.orders_changed",
  "route.orders_removed",
  "route.windows_changed",
  "route.stops_corrected",
  "route.resequenced",
  "route.measured",
  "route.split",
  "route.merged",
  "route.started",
  "route.completed",
] as const;

export const followRoutes = defineConsumer({
  name: "route-board.follow-routes",
  listKinds: () => KINDS,

  async handle({ transaction }, events) {
    for (const [business_id, own_events] of Map.groupBy(events, (event) => event.business_id)) {
      const ids = [...new Set(own_events.map(({ subject_id }) => Number(subject_id)))].sort((a, b) => a - b);
      // Each in a transaction of its own: routes are locked for as short as possible.
      for (const id of ids) await transaction(business_id, (context) => reconcileOffer(context, id));
    }
  },
});
