/** Tracking events as they are stored, and the timelines they make. An event is stored once; the event log names it. */

import type { Context } from "#operation/context.ts";
import type { CoreCode, StatusCode } from "#otep/codes.gen.ts";
import { type StatusFields, storedStatusEvent } from "#otep/compose.ts";
import type { StoredEvent, Subject } from "#otep/event.ts";
import { mergeTimeline, type Timeline, type TimelineEvent } from "#otep/timeline.ts";
import { effectOf } from "#otep/vocabulary.ts";
import type { Db } from "#platform/db/db.ts";

/** The provider of events that this service records itself. */
export const PROVIDER = "packhorse";

export type TrackingFields = Omit<StatusFields, "subject" | "occurred_at"> & { occurred_at?: string };

export interface TrackedOrder {
  id: number;
  tracking_number: string;
}

/** An event of an order, in the form it is stored. Throws `InvalidEvent`, which is a bug of the caller. */
export function trackingEvent(
  context: Pick<Context, "now">,
  order: TrackedOrder,
  fields: TrackingFields,
): StoredEvent {
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

/**
 * Documents come as text, one a line, and their columns are read from them: half the work of a record for each. The
 * offset keeps each from being parsed once a column.
 */
const STORE = `insert into tracking_event (business_id, tracking_number, order_id, event_id, fingerprint, status_code, occurred_at,
    recorded_at, document, provider)
  select $1, number, order_id, d->>'event_id', d->>'fingerprint', d->>'status_code', (d->>'occurred_at')::timestamptz,
    (d->>'recorded_at')::timestamptz, d, coalesce(d->'source'->>'provider', $5)
  from (select e.document::jsonb as d, e.order_id, e.number
    from rows from (string_to_table($2, E'\\n'), unnest($3::int[]), unnest($4::text[])) as e(document, order_id, number)
    offset 0) as told
  on conflict (business_id, provider, event_id) do nothing returning event_id`;

/**
 * Store events, of orders or under a number of their own; one that is stored already is left alone. Answers the
 * ids of those that were new.
 */
export async function storeTrackingEvents(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  entries: readonly { order_id: number | null; number?: string; event: StoredEvent }[],
): Promise<string[]> {
  if (entries.length === 0) return [];
  const rows = await db.rows<{ event_id: string }>(STORE, [
    business_id,
    // JSON has no line break outside of its escapes.
    entries.map(({ event }) => JSON.stringify(event)).join("\n"),
    entries.map(({ order_id }) => order_id),
    entries.map(({ number, event }) => number ?? event.subject.id),
    PROVIDER,
  ]);
  return rows.map((row) => row.event_id);
}

/** The columns of a stored event. */
export function rowOf(order_id: number | null, event: StoredEvent) {
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

/** The most events that a timeline shows. */
const EVENTS_MAX = 10_000;

/**
 * The events of one timeline, oldest record first; of a parcel's they stand under its number and its order's. Of more
 * than `EVENTS_MAX` the oldest readings of sensors are left out first, because they move nothing, and never the
 * newest events.
 */
export async function eventsOfTimeline(
  db: Db,
  business_id: number,
  numbers: readonly string[],
): Promise<StoredEvent[]> {
  const read = (which: string, count: number) =>
    db.rows<{ document: StoredEvent }>(
      `select document from (
         select id, document from tracking_event where business_id = $1 and tracking_number = any($2::text[])
         order by ${which} limit ${count}) as told order by id`,
      [business_id, numbers],
    );
  const rows = await read("id", EVENTS_MAX + 1);
  const shown =
    rows.length > EVENTS_MAX ? await read("status_code like 'otep:sensor:%', id desc", EVENTS_MAX) : rows;
  return shown.map((row) => row.document);
}

/** Stored events of several numbers in one read, by number, oldest record first. */
export async function eventsOfNumbers(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  numbers: readonly string[],
): Promise<Map<string, StoredEvent[]>> {
  if (numbers.length === 0) return new Map();
  const rows = await db.rows<{ tracking_number: string; document: StoredEvent }>(
    "select tracking_number, document from tracking_event where business_id = $1 and tracking_number = any($2::text[]) order by id",
    [business_id, [...numbers]],
  );
  const grouped = Map.groupBy(rows, (row) => row.tracking_number);
  return new Map([...grouped].map(([number, list]) => [number, list.map((row) => row.document)]));
}

/**
 * The code of the last status event of each number that is not `base`: what tracking said before it. Numbers
 * of which nothing else was told are absent.
 */
export async function lastStatusBefore(
  context: Pick<Context, "db" | "business_id">,
  numbers: readonly string[],
  base: CoreCode,
): Promise<Map<string, StatusCode>> {
  const last = new Map<string, StatusCode>();
  for (const [number, events] of await eventsOfNumbers(context, numbers)) {
    const timeline = timelineOfEvents(events, number);
    const before = timeline.events.findLast(
      (event) =>
        event.time_type === "actual" &&
        event.voided_by === undefined &&
        event.base !== base &&
        effectOf(event.status_code, event.base) === "status",
    );
    if (before !== undefined) last.set(number, before.status_code as StatusCode);
  }
  return last;
}

/** The event that gave a timeline its status; undefined while it has none. */
export function statusEventOf({ events, status }: Timeline): TimelineEvent | undefined {
  if (status === null) return undefined;
  return events.findLast(
    (event) =>
      event.status_code === status.code &&
      event.time_type === "actual" &&
      event.voided_by === undefined &&
      event.after_terminal === undefined,
  );
}

/** As we tell it ourselves, else the first of the others' as text: never as it happened to arrive. */
function subjectOf(events: readonly StoredEvent[]): Subject | undefined {
  const own = events.find(({ source }) => source.provider === PROVIDER);
  if (own !== undefined) return own.subject;
  const told = new Map(events.map(({ subject }) => [JSON.stringify(subject), subject]));
  return told.get([...told.keys()].sort()[0] ?? "");
}

/** The timeline of events read before. */
export function timelineOfEvents(
  events: readonly StoredEvent[],
  tracking_number: string,
  at?: string,
): Timeline {
  return mergeTimeline(events, {
    subject: subjectOf(events) ?? { id: tracking_number, scheme: "tracking_number", type: "parcel" },
    owners: [PROVIDER],
    ...(at === undefined ? {} : { at }),
  });
}

/** The timeline of a number; undefined when nothing was recorded. `at` replays the past by recording time. */
export async function timelineOf(
  db: Db,
  business_id: number,
  tracking_number: string,
  at?: string,
): Promise<Timeline | undefined> {
  const events = await eventsOfTimeline(db, business_id, [tracking_number]);
  if (events.length === 0) return undefined;
  return timelineOfEvents(events, tracking_number, at);
}
