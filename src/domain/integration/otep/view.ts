/**
 * The timeline of a number as a caller may see it: in full for the business that owns it, redacted for everybody else.
 *
 * Events from others are stored together with our own, so one read has every source. The full view also has the events
 * that a subject computes, such as where the driver went while the goods were out for delivery.
 */
import {
  buildProofLink,
  buildTimeline,
  type FoundNumber,
  getTrackingSubject,
  loadTimelineEvents,
  normalizeNumber,
  PROOF_LINK_S,
  resolveNumber,
} from "#domain/tracking/tracking/public.ts";
import type { Actor } from "#operation/caller/actor.ts";
import { actorHasScope } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import type { Proof, StoredEvent } from "#otep/event.ts";
import { fingerprintOf } from "#otep/fingerprint.ts";
import { type PublicTimeline, redactTimeline } from "#otep/redact.ts";
import type { Timeline } from "#otep/timeline.ts";
import { profileOf } from "#otep/vocabulary.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";

/** May this caller see names, streets and exact positions of this business's timelines? */
export function hasFullView(actor: Actor, business_id: number): boolean {
  return (
    actor.business_id === business_id &&
    actor.role !== null &&
    (BUSINESS_ROLES as readonly string[]).includes(actor.role) &&
    actorHasScope(actor, "orders:read")
  );
}

export interface View {
  timeline: Timeline | PublicTimeline;
  full: boolean;
  /** When the newest of its events was recorded. */
  recorded_at: string;
  /** Changes when links in the document expire; null without links. */
  links: number | null;
}

export interface ViewOptions {
  /** Shows the past: only events recorded by then. */
  at?: string | undefined;
  /** Only events of this profile and of `core`. */
  profile?: string | undefined;
}

type Reader = Pick<Context, "actor" | "db" | "business_id" | "now" | "settings" | "subjects">;

/** The view of a number, or of the number that it leads to; undefined if nothing was recorded. */
export async function loadView(
  context: Reader,
  number: string,
  options: ViewOptions = {},
): Promise<View | undefined> {
  const { db, business_id, actor } = context;
  const found = await resolveNumber(context, normalizeNumber(number));
  if (found === undefined) return undefined;
  const full = hasFullView(actor, business_id);
  const { subject, tracking_number: own_number, parcel_number, timeline } = found;
  const [stored, evidence] = await Promise.all([
    loadTimelineEvents(db, business_id, [timeline, ...(parcel_number === null ? [] : [parcel_number])]),
    getTrackingSubject(context, subject.type).evidence?.(context, { ...subject, number: own_number }),
  ]);
  const events = withOneSubject(stored, found);
  const computed =
    full && evidence?.annotate !== undefined
      ? await evidence.annotate(buildTimeline(events, timeline).events)
      : [];
  return buildView(context, [...events, ...computed], timeline, {
    ...options,
    full,
    shown_files: new Set(found.business.shows_proof ? evidence?.files : []),
  });
}

/** A parcel's timeline includes the order's events; there their subject is the parcel. */
function withOneSubject(
  events: StoredEvent[],
  { tracking_number, parcel_number }: FoundNumber,
): StoredEvent[] {
  if (parcel_number === null) return events;
  const parent = { id: tracking_number, scheme: "tracking_number" } as const;
  return events.map((event) => {
    const subject = { ...event.subject, id: parcel_number, type: "package", parent };
    return { ...event, subject, fingerprint: fingerprintOf({ ...event, subject }) };
  });
}

/**
 * Build the view of loaded events. The source of an event chooses the file references in it, so callers without an account get links
 * only to `shown_files`: proofs that the business has of this order.
 */
export function buildView(
  context: Pick<Reader, "now" | "settings" | "business_id">,
  events: readonly StoredEvent[],
  number: string,
  { at, profile, full, shown_files }: ViewOptions & { full: boolean; shown_files: ReadonlySet<number> },
): View | undefined {
  // The offset may be written as +0100 here, which the protocol does not accept.
  const until = at === undefined ? undefined : new Date(at).toISOString();
  const seen = events.filter(
    (event) =>
      (until === undefined || event.recorded_at <= until) &&
      (profile === undefined || [profile, "core"].includes(profileOf(event.status_code))),
  );
  if (seen.length === 0) return undefined;
  const timeline = buildTimeline(seen, number, until);
  const recorded_at = seen.reduce(
    (latest, event) => (event.recorded_at > latest ? event.recorded_at : latest),
    "",
  );
  if (full) return { timeline, full, recorded_at, links: null };
  let linked = false;
  const public_proof = ({ ref }: Proof) => {
    const file_id = Number(/^file\/(\d{1,15})$/.exec(ref ?? "")?.[1]);
    if (!shown_files.has(file_id)) return undefined;
    linked = true;
    return buildProofLink(context.settings, context.business_id, file_id, context.now);
  };
  const shown = redactTimeline(timeline, { public_proof });
  // Half of a link's lifetime: whoever still has the document has valid links.
  const links = linked ? Math.floor(context.now.getTime() / (PROOF_LINK_S * 500)) : null;
  return { timeline: shown, full, recorded_at, links };
}
