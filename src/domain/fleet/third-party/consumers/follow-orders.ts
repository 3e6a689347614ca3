/**
 * Follows what else happens to orders with open offers. One that is planned, assigned or cancelled by the business is not
 * offered any more; what a provider reports by the routes of tracking events moves its tender as well.
 */
import { defineConsumer } from "#operation/define/consumer.ts";
import type { Context } from "#operation/define/context.ts";
import { applyReports } from "../follow.ts";
import { endOffer, explain, lockOffer, recordSteps } from "../records/offer.ts";
import { getProvider, loadCandidates } from "../records/provider.ts";
import { withdrawOpenTenders } from "../records/tender.ts";
import { isHeld } from "../rules.ts";
import { isOfferable } from "../tender-next.ts";

const KINDS = [
  "order.planned",
  "order.assigned",
  "order.held",
  "order.cancelled",
  "order.rerouted",
  "order.status_changed",
  "order.event_voided",
  "tracking.updated",
] as const;

export const followOrders = defineConsumer({
  name: "third-party.follow-orders",
  listKinds: () => KINDS,

  async handle({ transaction }, events) {
    for (const [business_id, own_events] of Map.groupBy(events, (event) => event.business_id)) {
      const order_ids = [
        ...new Set(
          own_events
            .filter(({ subject_type }) => subject_type === "order")
            .map(({ subject_id }) => Number(subject_id)),
        ),
      ];
      await transaction(business_id, (context) => followBusinessOrders(context as Context<never>, order_ids));
    }
  },
});

async function followBusinessOrders(context: Context<never>, order_ids: readonly number[]): Promise<void> {
  const { db, business_id } = context;
  const offers = await db.rows<{ id: number; order_id: number }>(
    `select f.id, f.order_id from tender_offer f
      where f.business_id = $1 and f.order_id = any($2::bigint[])
        and (f.state in ('OPEN', 'HELD') or exists (select from tender t
          where t.business_id = $1 and t.offer_id = f.id and t.state in ('COMPLETED', 'FAILED')))
      order by f.order_id, f.id`,
    [business_id, [...order_ids]],
  );
  for (const open_offer of offers) {
    const locked = await lockOffer(context, open_offer);
    const { order, offer, tenders } = locked;
    const providers = await loadCandidates(
      context,
      tenders.map(({ provider_id }) => provider_id),
    );
    if (offer.state === "OPEN" && !isOfferable(order)) {
      await withdrawOpenTenders(context, locked, providers, "order_unavailable");
      explain(context, offer, { what: "withdrawn", reason: "order_unavailable" });
      await recordSteps(context, locked, null);
      await endOffer(context, offer, "WITHDRAWN", "order_unavailable");
      continue;
    }
    const tender = tenders.findLast(
      ({ state }) => isHeld(state) || state === "COMPLETED" || state === "FAILED",
    );
    if (tender !== undefined)
      await applyReports(context, { order, offer, tender, provider: getProvider(providers, tender) });
  }
}
