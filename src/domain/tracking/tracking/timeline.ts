/** Stores tracking events and merges them to timelines. An event is stored once; the event log refers to it by id. */

import type { Context } from "#operation/define/context.ts";
import type { CoreCode, StatusCode } from "#otep/codes.gen.ts";
import { type StatusFields, storedStatusEvent } from "#otep/compose.ts";
import type { StoredEvent, Subject } from "#otep/event.ts";
import { canonicalJson } from "#otep/fingerprint.ts";
import { Journey } from "#otep/timeline/journey.ts";
import { mergeTimeline, type Timeline, type TimelineEvent } from "#otep/timeline.ts";
import { resolveCode } from "#otep/vocabulary.ts";
import type { Db } from "#platform/db/db.ts";

/** The provider of events that this service records itself. */
export const OWN_PROVIDER = "packhorse";

export type TrackingFields = Omit<StatusFields, "subject" | "occurred_at"> & { occurred_at?: string };

export interface TrackedOrder {
  id: number;
  tracking_number: string;
}

/** Build an event of an order in its stored form. Throws `InvalidEvent`, which is a bug of the caller. */
export function composeTrackingEvent(
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
      source: { type: "self_delivery", provider: OWN_PROVIDER, ...source },
    },
    { now: context.now.getTime(), provider: OWN_PROVIDER, source_type: "self_delivery" },
  );
}

/**
 * Documents are passed as text, one per line, and the columns are read from them: half the cost of a record per event.
 * `offset 0` prevents PostgreSQL from parsing a document once per column.
 */
const INSERT_EVENTS = `insert into tracking_event (business_id, tracking_number, event_id, fingerprint, status_code, occurred_at,
    recorded_at, document, provider)
  select $1, number, d->>'event_id', d->>'fingerprint', d->>'status_code', (d->>'occurred_at')::timestamptz,
    (d->>'recorded_at')::timestamptz, d, coalesce(d->'source'->>'provider', $4)
  from (select e.document::jsonb as d, e.number
    from rows from (string_to_table($2, E'\\n'), unnest($3::text[])) as e(document, number)
    offset 0) as parsed
  on conflict (business_id, provider, event_id) do nothing
  returning event_id, tracking_number, exists (select 1 from tracking_watch w where w.business_id = $1 and w.state = 'active'
    and w.timeline = tracking_event.tracking_number) as is_watched`;

/**
 * Store events, under the number of their subject or an explicit one; an event that is stored already is not changed. Returns the ids
 * of the new ones. Watchers of a timeline are notified after the commit.
 */
export async function storeTrackingEvents(
  { db, business_id, enqueue }: Pick<Context, "db" | "business_id" | "enqueue">,
  entries: readonly { number?: string; event: StoredEvent }[],
): Promise<string[]> {
  if (entries.length === 0) return [];
  const rows = await db.rows<{ event_id: string; tracking_number: string; is_watched: boolean }>(
    INSERT_EVENTS,
    [
      business_id,
      // JSON.stringify escapes line breaks, so a line break always separates two documents.
      entries.map(({ event }) => JSON.stringify(event)).join("\n"),
      entries.map(({ number, event }) => number ?? event.subject.id),
      OWN_PROVIDER,
    ],
  );
  const watched = new Set(rows.flatMap((row) => (row.is_watched ? [row.tracking_number] : [])));
  for (const timeline of watched) enqueue({ name: "notify-watchers", data: { business_id, timeline } });
  return rows.map((row) => row.event_id);
}

/** The columns of a stored event. */
export function toTrackingRow(event: StoredEvent) {
  return {
    tracking_number: event.subject.id,
    event_id: event.event_id,
    fingerprint: event.fingerprint,
    status_code: event.status_code,
    occurred_at: event.occurred_at,
    recorded_at: event.recorded_at,
    document: event,
  };
}

/** Maximum number of events in a timeline. */
const EVENTS_MAX = 10_000;

/**
 * The events of one timeline, oldest record first; events of a parcel are stored under its number and its order's. When
 * there are more than `EVENTS_MAX`, the oldest sensor readings are left out first, because they change no status, and
 * never the newest events.
 */
export async function loadTimelineEvents(
  db: Db,
  business_id: number,
  numbers: readonly string[],
): Promise<StoredEvent[]> {
  const read = (order_by: string, count: number) =>
    db.rows<{ document: StoredEvent }>(
      `select document from (
         select id, document from tracking_event where business_id = $1 and tracking_number = any($2::text[])
         order by ${order_by} limit ${count}) as selected order by id`,
      [business_id, numbers],
    );
  const rows = await read("id", EVENTS_MAX + 1);
  const read_rows =
    rows.length > EVENTS_MAX ? await read("status_code like 'otep:sensor:%', id desc", EVENTS_MAX) : rows;
  return read_rows.map((row) => row.document);
}

/** Stored events of several numbers in one query, by number, oldest record first. */
export async function loadEventsByNumber(
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
 * The status code of the last status event of each number whose base is not `base`. Numbers without such an event are
 * absent.
 */
export async function findLastStatusBefore(
  context: Pick<Context, "db" | "business_id">,
  numbers: readonly string[],
  base: CoreCode,
): Promise<Map<string, StatusCode>> {
  const last = new Map<string, StatusCode>();
  for (const [number, events] of await loadEventsByNumber(context, numbers)) {
    const journey = new Journey();
    let before: TimelineEvent | undefined;
    for (const event of buildTimeline(events, number).events) {
      const code = resolveCode(event.status_code, event.base);
      journey.next(event, code, event.voided_by !== undefined);
      if (code.base !== base && (journey.moves || journey.late)) before = event;
    }
    if (before !== undefined) last.set(number, before.status_code as StatusCode);
  }
  return last;
}

/** The event that determines the status of a timeline; undefined while it has none. */
export function findStatusEvent({ events, status }: Timeline): TimelineEvent | undefined {
  if (status === null) return undefined;
  return events.findLast(
    (event) =>
      event.status_code === status.code &&
      event.time_type === "actual" &&
      event.voided_by === undefined &&
      event.after_terminal === undefined,
  );
}

/** The first subject of our own events, else of all, sorted as text: the order of arrival does not matter. */
function findSubject(events: readonly StoredEvent[]): Subject | undefined {
  const own_events = events.filter(({ source }) => source.provider === OWN_PROVIDER);
  const chosen_events = own_events.length > 0 ? own_events : events;
  const subjects = new Map(chosen_events.map(({ subject }) => [canonicalJson(subject), subject]));
  return subjects.get([...subjects.keys()].sort()[0] ?? "");
}

/** Merge loaded events to a timeline. */
export function buildTimeline(
  events: readonly StoredEvent[],
  tracking_number: string,
  at?: string,
): Timeline {
  return mergeTimeline(events, {
    subject: findSubject(events) ?? { id: tracking_number, scheme: "tracking_number", type: "parcel" },
    owners: [OWN_PROVIDER],
    ...(at === undefined ? {} : { at }),
  });
}

/** The timeline of a number; undefined when it has no events. `at` returns the timeline as recorded up to that time. */
export async function loadTimeline(
  db: Db,
  business_id: number,
  tracking_number: string,
  at?: string,
): Promise<Timeline | undefined> {
  const events = await loadTimelineEvents(db, business_id, [tracking_number]);
  if (events.length === 0) return undefined;
  return buildTimeline(events, tracking_number, at);
}
