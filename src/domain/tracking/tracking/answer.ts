/** The tracking response: the same for the public route, its tools and the snapshot of an order. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { Proof } from "#otep/event.ts";
import { type PublicEvent, redactTimeline } from "#otep/redact.ts";
import { getLabel } from "#otep/vocabulary.ts";
import { signText } from "#platform/auth/secrets.ts";
import { CalendarDate, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { toCoarsePlace } from "#vocabulary/place.ts";
import { findPublicReferences, withPublicSubjects } from "./public-subjects.ts";
import { type FoundNumber, findTimeline } from "./resolve.ts";
import { buildTimeline, loadTimelineEvents } from "./timeline.ts";
import { getTrackedKind, type NumberedRecord } from "./tracked-kind.ts";

/** How long a public link to a proof is valid, seconds. */
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
    lat: Type.Optional(Type.Number({ description: "Rounded to 2 decimals for callers without an account." })),
    lng: Type.Optional(Type.Number()),
    description: Type.Optional(Type.String()),
  },
  { $id: "TrackingEvent", "x-compact": ["-recorded_at", "..."] },
);

export const TrackingAnswer = Type.Object(
  {
    result: Type.Boolean(),
    tracking_number: Type.String(),
    redirected_from: Nullable(
      Type.String({ description: "The requested number, when the order was rerouted." }),
    ),
    carrier: Type.String({ description: "Name of the business that delivers." }),
    time_zone: Type.String({ description: "Time zone of that business." }),
    status: Type.String({ description: "Status of the order, or of what else has this number." }),
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
      Type.Integer({ description: "Number of stops before this one, while out for delivery." }),
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

/**
 * The tracking response of a resolved number. `is_shared`: for holders of a link to the record, who see where exactly its
 * driver is.
 */
export async function loadTrackingAnswer(
  context: Pick<Context, "db" | "business_id" | "now" | "publish" | "settings" | "record_kinds">,
  { subject, tracking_number, redirected_from, timeline: key, business }: Omit<FoundNumber, "parcel_number">,
  { is_shared = false } = {},
) {
  const { db, business_id, now, settings } = context;
  const [facts, stored_events] = await Promise.all([
    getTrackedKind(context, subject.type).facts(context, subject.id),
    loadTimelineEvents(db, business_id, [key]),
  ]);
  if (facts === undefined) throw new Error(`Tracking number ${tracking_number} belongs to nothing.`);
  const link = (file_id: number | null) =>
    business.shows_proof && file_id !== null && facts.delivered_at !== null
      ? buildProofLink(settings, business_id, file_id, now)
      : null;
  const number = { id: tracking_number, scheme: "tracking_number" } as const;
  const public_references = await findPublicReferences(context, stored_events, [number]);
  const events = withPublicSubjects(stored_events, number, public_references);
  const public_timeline =
    events.length === 0
      ? undefined
      : redactTimeline(buildTimeline(events, key), { public_proof: (_proof: Proof) => undefined });
  return {
    result: true,
    tracking_number,
    redirected_from,
    carrier: business.name,
    time_zone: business.time_zone,
    status: facts.status,
    status_code: public_timeline?.status?.code ?? null,
    phase: public_timeline?.status?.phase ?? null,
    terminal: public_timeline?.status?.terminal ?? false,
    since: public_timeline?.status?.since ?? null,
    scheduled_date: facts.scheduled_date,
    window_start: facts.window_start,
    window_end: facts.window_end,
    eta: public_timeline?.eta ?? null,
    destination: toCoarsePlace(facts.destination),
    parcels: facts.parcels,
    attempts: facts.attempts,
    delivered_at: facts.delivered_at,
    stops_before: facts.stops_before,
    driver_position:
      facts.driver_position === null
        ? null
        : {
            lat: is_shared ? facts.driver_position.lat : round2(facts.driver_position.lat),
            lng: is_shared ? facts.driver_position.lng : round2(facts.driver_position.lng),
            at: facts.driver_position.at,
          },
    events: (public_timeline?.events ?? []).filter(isInEffect).map((event) => ({
      event_id: event.event_id,
      status_code: event.status_code,
      base: event.base,
      phase: event.phase,
      label: getLabel(event.status_code, event.base),
      occurred_at: event.occurred_at,
      recorded_at: event.recorded_at,
      ...(event.incident_reason === undefined ? {} : { incident_reason: event.incident_reason }),
      ...(event.location?.address?.city ? { city: event.location.address.city } : {}),
      ...(event.location?.geo ? { lat: event.location.geo.lat, lng: event.location.geo.lon } : {}),
      ...(event.description === undefined ? {} : { description: event.description }),
    })),
    proofs: facts.proofs
      .filter(({ kind }) => kind === "photo" || kind === "signature" || kind === "pin" || kind === "scan")
      .map(({ kind, captured_at, file_id }) => ({ kind, captured_at, url: link(file_id) })),
  };
}

/** The tracking response of a record of the caller's own business; to holders of a link to it, with its pictures. */
export function loadRecordAnswer(
  context: Context<never>,
  subject: NumberedRecord,
  { is_shared = false } = {},
): ReturnType<typeof loadTrackingAnswer> {
  const { business } = context.actor;
  if (business === null) throw new Error("The caller belongs to no business.");
  const { name, time_zone, settings } = business;
  return loadTrackingAnswer(
    context,
    {
      subject: { type: subject.type, id: subject.id },
      tracking_number: subject.number,
      redirected_from: null,
      timeline: findTimeline(context, subject),
      business: { name, time_zone, shows_proof: is_shared || settings.public_proof },
    },
    { is_shared },
  );
}

/** Whether an event is shown: voided events and their corrections are hidden here, while the timeline contains both. */
function isInEffect({ voided_by, corrects, base }: PublicEvent): boolean {
  return voided_by === undefined && (corrects === undefined || base !== "note");
}

function round2(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/** Build a signed link that opens one file without a sign-in for `PROOF_LINK_S`. */
export function buildProofLink(
  settings: Context["settings"],
  business_id: number,
  file_id: number,
  now: Date,
): string {
  const until = Math.floor(now.getTime() / 1000) + PROOF_LINK_S;
  const signature = signText(settings.secret_key, "file", `${business_id}/${file_id}/${until}`);
  return `${settings.base_url}/api/v1/files/${file_id}/public?business=${business_id}&until=${until}&signature=${signature}`;
}
