/** What tracking tells: the same answer for the public route, its tools and the snapshot of an order. */
import Type from "typebox";
import type { Context } from "#operation/context.ts";
import type { Proof } from "#otep/event.ts";
import { redactTimeline } from "#otep/redact.ts";
import { labelOf } from "#otep/vocabulary.ts";
import { sign } from "#platform/auth/secrets.ts";
import { CalendarDate, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { coarsePlace, type Place } from "#vocabulary/place.ts";
import { timelineOf } from "./timeline.ts";

/** A proof link that a stranger may open works this long. */
export const PROOF_LINK_S = 3600;

const Coarse = Type.Object(
  { city: Type.String(), region: Type.String(), country: Type.String() },
  { $id: "CoarsePlace" },
);

const TrackingEventShape = Type.Object(
  {
    event_id: Type.String(),
    status_code: Type.String({ description: "OTEP code, `otep:<profile>:<code>`." }),
    base: Type.String(),
    phase: Type.Optional(Nullable(Type.String())),
    label: Type.String(),
    occurred_at: Timestamp,
    recorded_at: Timestamp,
    incident_reason: Type.Optional(Type.String()),
    city: Type.Optional(Type.String()),
    lat: Type.Optional(Type.Number({ description: "Rounded to 2 decimals for strangers." })),
    lng: Type.Optional(Type.Number()),
    description: Type.Optional(Type.String()),
  },
  { $id: "TrackingEvent" },
);

export const TrackingAnswer = Type.Object(
  {
    result: Type.Boolean(),
    tracking_number: Type.String(),
    redirected_from: Nullable(
      Type.String({ description: "The number asked for, where the order was rerouted." }),
    ),
    carrier: Type.String({ description: "Name of the business that delivers." }),
    time_zone: Type.String({ description: "Of that business, for times as people there know them." }),
    status: Type.String({ description: "Status of the order." }),
    status_code: Nullable(Type.String({ description: "OTEP code of the timeline." })),
    phase: Nullable(Type.String()),
    terminal: Type.Boolean(),
    since: Nullable(Timestamp),
    scheduled_date: CalendarDate,
    window_start: Nullable(Timestamp),
    window_end: Nullable(Timestamp),
    eta: Nullable(Timestamp),
    destination: Nullable(Coarse),
    parcels: Type.Integer(),
    attempts: Type.Integer(),
    delivered_at: Nullable(Timestamp),
    stops_before: Nullable(
      Type.Integer({ description: "Stops the driver makes first, while out for delivery." }),
    ),
    driver_position: Nullable(Type.Object({ lat: Type.Number(), lng: Type.Number(), at: Timestamp })),
    events: Type.Array(TrackingEventShape, { description: "Oldest first." }),
    proofs: Type.Array(
      Type.Object({
        kind: Type.String(),
        captured_at: Timestamp,
        url: Nullable(
          Type.String({
            description: "Signed link to the picture, valid for an hour; null when it is not shown.",
          }),
        ),
      }),
    ),
  },
  { $id: "TrackingAnswer" },
);

export interface FoundNumber {
  order_id: number;
  tracking_number: string;
  /** The number of one of several parcels, which has a timeline of its own; null for the order's number. */
  parcel_number: string | null;
  redirected_from: string | null;
}

/** Follow a number to the order it stands for now. */
export async function resolveNumber(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  number: string,
): Promise<FoundNumber | undefined> {
  let asked = number;
  for (let hops = 0; hops < 10; hops += 1) {
    const row = await db.row<{
      order_id: number | null;
      redirects_to: string | null;
      tracking_number: string | null;
      parcel_id: number | null;
    }>(
      `select n.order_id, n.redirects_to, n.parcel_id, o.tracking_number from tracking_number n
         left join delivery_order o on o.id = n.order_id and o.business_id = $1
        where n.business_id = $1 and n.number = $2 and n.status <> 'retired'`,
      [business_id, asked],
    );
    if (row === undefined) return undefined;
    if (row.redirects_to === null) {
      if (row.order_id === null || row.tracking_number === null) return undefined;
      return {
        order_id: row.order_id,
        tracking_number: row.tracking_number,
        parcel_number: asked === row.tracking_number || row.parcel_id === null ? null : asked,
        redirected_from: hops === 0 ? null : number,
      };
    }
    asked = row.redirects_to;
  }
  return undefined;
}

interface Tracked {
  status: string;
  scheduled_date: string;
  window_start: string | null;
  window_end: string | null;
  type: string;
  pickup: Place | null;
  dropoff: Place | null;
  attempts: number;
  delivered_at: string | null;
  customer_id: number | null;
  parcels: number;
  carrier: string;
  time_zone: string;
  settings: Record<string, unknown>;
  stops_before: number | null;
  driver_lat: number | null;
  driver_lng: number | null;
  position_at: string | null;
}

export async function trackingAnswer(
  context: Pick<Context, "db" | "business_id" | "now" | "settings">,
  { order_id, tracking_number, redirected_from }: Omit<FoundNumber, "parcel_number">,
) {
  const { db, business_id, now, settings } = context;
  const [row, timeline, proofs] = await Promise.all([
    db.row<Tracked>(
      `select o.status, o.scheduled_date, o.window_start, o.window_end, o.type, o.pickup, o.dropoff, o.attempts, o.delivered_at,
         o.customer_id, (select count(*) from parcel p where p.business_id = $1 and p.order_id = o.id) as parcels,
         b.name as carrier, b.time_zone, b.settings, s.stops_before, d.lat as driver_lat, d.lng as driver_lng, d.position_at
       from delivery_order o join business b on b.id = o.business_id
         left join route r on r.id = o.route_id and r.business_id = $1 and r.status = 'IN_PROGRESS'
         left join driver d on d.id = r.driver_id and d.business_id = $1
         left join lateral (
           select (select count(*) from stop e where e.business_id = $1 and e.route_id = r.id and e.seq < mine.seq
             and e.status in ('PENDING', 'ARRIVED')) as stops_before
           from stop_task t join stop mine on mine.id = t.stop_id and mine.business_id = $1
           where t.business_id = $1 and t.order_id = o.id and mine.route_id = r.id and t.status = 'PENDING'
           order by mine.seq limit 1) s on true
       where o.business_id = $1 and o.id = $2`,
      [business_id, order_id],
    ),
    timelineOf(db, business_id, tracking_number),
    db.rows<{ id: number; kind: string; captured_at: string; file_id: number | null }>(
      "select id, kind, captured_at, file_id from proof where business_id = $1 and order_id = $2 order by id limit 20",
      [business_id, order_id],
    ),
  ]);
  if (row === undefined) throw new Error(`Tracking number ${tracking_number} has no order.`);
  const shows_proof = row.settings["public_proof"] !== false;
  const link = (file_id: number | null) =>
    shows_proof && file_id !== null && row.delivered_at !== null
      ? proofLink(settings, business_id, file_id, now)
      : null;
  const shown =
    timeline === undefined
      ? undefined
      : redactTimeline(timeline, { public_proof: (_proof: Proof) => undefined });
  const out = row.status === "OUT_FOR_DELIVERY" || row.status === "ARRIVED";
  return {
    result: true,
    tracking_number,
    redirected_from,
    carrier: row.carrier,
    time_zone: row.time_zone,
    status: row.status,
    status_code: shown?.status?.code ?? null,
    phase: shown?.status?.phase ?? null,
    terminal: shown?.status?.terminal ?? false,
    since: shown?.status?.since ?? null,
    scheduled_date: row.scheduled_date,
    window_start: row.window_start,
    window_end: row.window_end,
    eta: shown?.eta ?? null,
    destination: coarsePlace(row.type === "P" ? row.pickup : row.dropoff),
    parcels: row.parcels,
    attempts: row.attempts,
    delivered_at: row.delivered_at,
    stops_before: out ? row.stops_before : null,
    // Shown only while the parcel is next but a few, and only roughly: a driver is a person.
    driver_position:
      out &&
      row.driver_lat !== null &&
      row.driver_lng !== null &&
      row.position_at !== null &&
      (row.stops_before ?? 99) <= 5
        ? { lat: round2(row.driver_lat), lng: round2(row.driver_lng), at: row.position_at }
        : null,
    events: (shown?.events ?? []).map((event) => ({
      event_id: event.event_id,
      status_code: event.status_code,
      base: event.base,
      phase: event.phase,
      label: labelOf(event.status_code, event.base),
      occurred_at: event.occurred_at,
      recorded_at: event.recorded_at,
      ...(event.incident_reason === undefined ? {} : { incident_reason: event.incident_reason }),
      ...(event.location?.address?.city ? { city: event.location.address.city } : {}),
      ...(event.location?.geo ? { lat: event.location.geo.lat, lng: event.location.geo.lon } : {}),
      ...(event.description === undefined ? {} : { description: event.description }),
    })),
    proofs: proofs
      .filter(({ kind }) => kind === "photo" || kind === "signature" || kind === "pin" || kind === "scan")
      .map(({ kind, captured_at, file_id }) => ({ kind, captured_at, url: link(file_id) })),
  };
}

function round2(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/** A link that opens one file for a while without a sign-in. */
export function proofLink(
  settings: Context["settings"],
  business_id: number,
  file_id: number,
  now: Date,
): string {
  const until = Math.floor(now.getTime() / 1000) + PROOF_LINK_S;
  const signature = sign(settings.secret_key, "file", `${business_id}/${file_id}/${until}`);
  return `${settings.base_url}/api/v1/files/${file_id}/public?business=${business_id}&until=${until}&signature=${signature}`;
}
