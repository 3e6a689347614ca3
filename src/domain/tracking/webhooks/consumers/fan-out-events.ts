/** Writes a delivery for each event, public type and URL that wants it; workers send them. */
import { defineConsumer } from "#operation/define/consumer.ts";
import type { Context } from "#operation/define/context.ts";
import { type EventCatalogue, listPublicTypes } from "#operation/define/events.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { wakeEndpoints } from "../records/webhook-endpoint.ts";
import { type EndpointState, listPatterns } from "../rules.ts";

/** Notified when deliveries wait. */
export const WEBHOOKS_CHANNEL = "packhorse_webhooks";

/** Events of our own that make deliveries due, so that a worker looks at once. */
const OWN_KINDS = ["webhook.settings_changed", "webhook.deliveries_repeated", "webhook.endpoint_enabled"];

interface Subscription {
  event_type: string;
  endpoint_id: number;
  scopes: string[];
  state: EndpointState;
}

interface Delivery {
  endpoint_id: number;
  event: LoggedEvent;
  type: string;
  state: EndpointState;
}

export const fanOutEvents = defineConsumer({
  name: "webhooks.fan-out-events",

  listKinds: ({ events }) => [
    ...[...events.kinds].flatMap(([kind, { public_types = [] }]) => (public_types.length > 0 ? [kind] : [])),
    ...OWN_KINDS,
  ],

  async handle({ registry, transaction, notify }, events) {
    for (const [business_id, own_events] of Map.groupBy(events, (event) => event.business_id))
      await transaction(business_id, (context) => writeDeliveries(context, registry.events, own_events));
    notify(WEBHOOKS_CHANNEL);
  },
});

async function writeDeliveries(
  { db, business_id, now }: Context<string>,
  catalogue: EventCatalogue,
  events: readonly LoggedEvent[],
): Promise<void> {
  // Shared with other readers, but not with a change of the settings, which removes endpoints.
  const subscriptions = await db.rows<Subscription>(
    `select s.event_type, s.endpoint_id, s.scopes, e.state from webhook_subscription s
       join webhook_endpoint e on e.business_id = s.business_id and e.id = s.endpoint_id
     where s.business_id = $1 order by s.endpoint_id for key share of s`,
    [business_id],
  );
  if (subscriptions.length === 0) return;
  const deliveries = listDeliveries(catalogue, events, subscriptions);
  if (deliveries.length === 0) return;
  const isOpen = ({ state }: Delivery) => state !== "DISABLED";
  // One statement for a batch: the reader keeps up with the events of all businesses.
  await db.execute(
    `insert into webhook_delivery (business_id, endpoint_id, event_id, event_type, subject, state, last_error, next_at, finished_at, created_at)
     select $1, d.endpoint_id, d.event_id, d.event_type, d.subject,
       case when d.is_open then 'PENDING' else 'EXHAUSTED' end,
       case when d.is_open then null else 'endpoint_disabled' end,
       case when d.is_open then $7::timestamptz end, case when d.is_open then null else $7::timestamptz end, $7
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bool[])
       as d (endpoint_id, event_id, event_type, subject, is_open)
     on conflict do nothing`,
    [
      business_id,
      deliveries.map(({ endpoint_id }) => endpoint_id),
      deliveries.map(({ event }) => event.id),
      deliveries.map(({ type }) => type),
      deliveries.map(({ event }) => `${event.subject_type}/${event.subject_id}`),
      deliveries.map(isOpen),
      now,
    ],
  );
  const endpoint_ids = [...new Set(deliveries.filter(isOpen).map(({ endpoint_id }) => endpoint_id))];
  if (endpoint_ids.length > 0) await wakeEndpoints({ db, business_id, now }, endpoint_ids);
}

/** In the order of the events. A URL that several patterns name gets an event of a type once. */
function listDeliveries(
  catalogue: EventCatalogue,
  events: readonly LoggedEvent[],
  subscriptions: readonly Subscription[],
): Delivery[] {
  const byPattern = Map.groupBy(subscriptions, ({ event_type }) => event_type);
  return events.flatMap((event) => {
    const scope = catalogue.kinds.get(event.kind)?.scope;
    return listPublicTypes(catalogue, event).flatMap((type) => {
      const matching_subscriptions = listPatterns(type)
        .flatMap((pattern) => byPattern.get(pattern) ?? [])
        .filter(({ scopes }) => scope !== undefined && scopes.includes(scope));
      const endpoints = new Map(matching_subscriptions.map(({ endpoint_id, state }) => [endpoint_id, state]));
      return [...endpoints].map(([endpoint_id, state]) => ({ endpoint_id, event, type, state }));
    });
  });
}
