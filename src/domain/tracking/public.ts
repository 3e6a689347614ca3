/**
 * What other families may do with tracking: write OTEP events in their own transaction, issue numbers, read
 * timelines. An event is stored once; the event log refers to it by id.
 */
import { storedStatusEvent, type StatusFields } from "#otep/compose.ts";
import type { StoredEvent } from "#otep/event.ts";
import { mergeTimeline, type Timeline } from "#otep/timeline.ts";
import type { Context } from "#operation/context.ts";
import type { Db } from "#platform/db/db.ts";

export { newTrackingNumber } from "./numbers.ts";

/** The provider of events that this service records itself. */
export const PROVIDER = "packhorse";

export type TrackingFields = Omit<StatusFields, "subject" | "occurred_at"> & { occurred_at?: string };

export interface TrackedOrder {
  id: number;
  tracking_number: string;
}

/** An event of an order, in the form it is stored. Throws `InvalidEvent`, which is a bug of the caller. */
export function trackingEvent(context: Pick<Context, "now">, order: TrackedOrder, fields: TrackingFields): StoredEvent {
  const { occurred_at, source, ...rest } = fields;
  return storedStatusEvent(
    {
      ...rest,
      subject: { id: order.tracking_number, scheme: "tracking_number" },
      occurred_at: occurred_at ?? context.now.toISOString(),
      source: { type: "self_delivery", provider: PROVIDER, ...source },
    },
    { now: context.now.getTime(), provider: PROVIDER, source_type: "self_delivery" },
  );
}

/** Store events of orders; one that is stored already is left alone. */
export async function storeTrackingEvents(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  entries: readonly { order_id: number; event: StoredEvent }[],
): Promise<void> {
  if (entries.length === 0) return;
  await db.execute(
    `insert into tracking_event (business_id, tracking_number, order_id, event_id, fingerprint, status_code, occurred_at,
       recorded_at, document)
     select $1, e.tracking_number, e.order_id, e.event_id, e.fingerprint, e.status_code, e.occurred_at, e.recorded_at, e.document
       from json_to_recordset($2::json) as e(tracking_number text, order_id int, event_id text, fingerprint text,
         status_code text, occurred_at timestamptz, recorded_at timestamptz, document jsonb)
     on conflict (business_id, tracking_number, event_id) do nothing`,
    [business_id, JSON.stringify(entries.map(({ order_id, event }) => rowOf(order_id, event)))],
  );
}

/** The columns of a stored event. */
export function rowOf(order_id: number, event: StoredEvent) {
  return {
    tracking_number: event.subject.id,
    order_id,
    event_id: event.event_id,
    fingerprint: event.fingerprint,
    status_code: event.status_code,
    occurred_at: event.occurred_at,
    recorded_at: event.recorded_at,
    document: event,
  };
}

/** Every event of a number, oldest record first. */
export async function eventsOfNumber(db: Db, business_id: number, tracking_number: string): Promise<StoredEvent[]> {
  const rows = await db.rows<{ document: StoredEvent }>(
    "select document from tracking_event where business_id = $1 and tracking_number = $2 order by id limit 10000",
    [business_id, tracking_number],
  );
  return rows.map((row) => row.document);
}

/** The timeline of a number; undefined when nothing was recorded. `at` replays the past by recording time. */
export async function timelineOf(
  db: Db,
  business_id: number,
  tracking_number: string,
  at?: string,
): Promise<Timeline | undefined> {
  const events = await eventsOfNumber(db, business_id, tracking_number);
  if (events.length === 0) return undefined;
  return mergeTimeline(events, {
    subject: events[0]?.subject ?? { id: tracking_number, scheme: "tracking_number", type: "parcel" },
    owners: [PROVIDER],
    ...(at === undefined ? {} : { at }),
  });
}
