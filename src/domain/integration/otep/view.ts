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
  findPublicReferences,
  getTrackedKind,
  loadTimelineEvents,
  PROOF_LINK_S,
  referenceKey,
  resolveNumber,
  withPublicSubjects,
} from "#domain/tracking/tracking/public.ts";
import type { Actor } from "#operation/caller/actor.ts";
import { actorHasScope } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import type { Proof, StoredEvent, SubjectReference } from "#otep/event.ts";
import { computeFingerprint } from "#otep/fingerprint.ts";
import { type PublicTimeline, redactTimeline } from "#otep/redact.ts";
import { selectProfile, type Timeline } from "#otep/timeline.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { readMoment } from "./moment.ts";

/** Half of a link's lifetime: a client that still has the document has valid links. */
export const LINKS_RENEWED_MS = PROOF_LINK_S * 500;

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
  /** With the events of one profile only, if that was asked for. */
  timeline: Timeline | PublicTimeline;
  /** With all events. */
  full_timeline: Timeline | PublicTimeline;
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
  /** Whose number it is. */
  carrier?: string | undefined;
}

type Reader = Pick<Context, "actor" | "db" | "business_id" | "now" | "publish" | "settings" | "record_kinds">;

/** The view of a number, or of the number that it leads to; undefined if nothing was recorded. */
export async function loadView(
  context: Reader,
  number: string,
  options: ViewOptions = {},
): Promise<View | undefined> {
  const { db, business_id, actor } = context;
  const resolved_number = await resolveNumber(context, number, options.carrier);
  if (resolved_number === undefined) return undefined;
  const full = hasFullView(actor, business_id);
  const { subject, tracking_number: own_number, parcel_number, timeline } = resolved_number;
  const [stored_events, evidence] = await Promise.all([
    loadTimelineEvents(db, business_id, [timeline, ...(parcel_number === null ? [] : [parcel_number])]),
    getTrackedKind(context, subject.type).evidence?.(context, { ...subject, number: own_number }),
  ]);
  const subject_events = withOneSubject(stored_events, resolved_number);
  const own_subject: SubjectReference = { id: own_number, scheme: "tracking_number" };
  const own_subjects =
    parcel_number === null ? [own_subject] : [own_subject, { ...own_subject, id: parcel_number }];
  const public_references = full
    ? undefined
    : await findPublicReferences(context, subject_events, own_subjects);
  const events =
    public_references === undefined
      ? subject_events
      : withPublicSubjects(subject_events, own_subject, public_references);
  const computed =
    full && evidence?.annotate !== undefined
      ? await evidence.annotate(buildTimeline(events, timeline).events)
      : [];
  return buildView(context, [...events, ...computed], timeline, {
    ...options,
    full,
    shown_files: new Set(resolved_number.business.shows_proof ? evidence?.files : []),
    public_reference: (reference) => public_references?.has(referenceKey(reference)) === true,
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
    return { ...event, subject, fingerprint: computeFingerprint({ ...event, subject }) };
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
  {
    at,
    profile,
    full,
    shown_files,
    public_reference,
  }: ViewOptions & {
    full: boolean;
    shown_files: ReadonlySet<number>;
    public_reference?: (reference: SubjectReference) => boolean;
  },
): View | undefined {
  const until = at === undefined ? undefined : readMoment("at", at);
  const visible_events = events.filter((event) => until === undefined || event.recorded_at <= until);
  if (visible_events.length === 0) return undefined;
  const full_timeline = buildTimeline(visible_events, number, until);
  // Filtered last: a status that an event of another profile voided or ended must not count again.
  const select = <T extends View["timeline"]>(timeline: T) =>
    profile === undefined ? timeline : selectProfile(timeline, profile);
  if (select(full_timeline).events.length === 0) return undefined;
  const recorded_at = visible_events.reduce(
    (latest, event) => (event.recorded_at > latest ? event.recorded_at : latest),
    "",
  );
  if (full) return { timeline: select(full_timeline), full_timeline, full, recorded_at, links: null };
  let linked = false;
  const public_proof = ({ ref }: Proof) => {
    const file_id = Number(/^file\/(\d{1,15})$/.exec(ref ?? "")?.[1]);
    if (!shown_files.has(file_id)) return undefined;
    linked = true;
    return buildProofLink(context.settings, context.business_id, file_id, context.now);
  };
  const public_timeline = redactTimeline(full_timeline, {
    public_proof,
    ...(public_reference === undefined ? {} : { public_reference }),
  });
  const links = linked ? Math.floor(context.now.getTime() / LINKS_RENEWED_MS) : null;
  return { timeline: select(public_timeline), full_timeline: public_timeline, full, recorded_at, links };
}
