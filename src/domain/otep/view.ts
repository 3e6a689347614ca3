/**
 * The timeline of a number as a caller may see it: in full for the business that owns it, redacted for everybody
 * else.
 *
 * What others tell of a number is stored beside what we tell of it, so one read has every source. The full view
 * also shows where the driver went while the goods were out for delivery.
 */
import {
  eventsOfTimeline,
  type FoundNumber,
  PROOF_LINK_S,
  proofLink,
  resolveNumber,
  timelineOfEvents,
} from "#domain/tracking/public.ts";
import type { Actor } from "#operation/actor.ts";
import { holds } from "#operation/actor.ts";
import type { Context } from "#operation/context.ts";
import type { Proof, StoredEvent } from "#otep/event.ts";
import { fingerprintOf } from "#otep/fingerprint.ts";
import { type PublicTimeline, redactTimeline } from "#otep/redact.ts";
import type { Timeline } from "#otep/timeline.ts";
import { profileOf } from "#otep/vocabulary.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { trajectoryOf } from "./trajectory.ts";

/** May this caller see names, streets and exact positions of this business's timelines? */
export function seesAll(actor: Actor, business_id: number): boolean {
  return (
    actor.business_id === business_id &&
    actor.role !== null &&
    (BUSINESS_ROLES as readonly string[]).includes(actor.role) &&
    holds(actor, "orders:read")
  );
}

export interface View {
  timeline: Timeline | PublicTimeline;
  full: boolean;
  /** When the newest of its events was recorded. */
  recorded_at: string;
  /** Changes while links in the document go out of date; null without links. */
  links: number | null;
}

export interface ViewOptions {
  /** Replays the past: only what was recorded by then. */
  at?: string | undefined;
  /** Only events of this profile and of `core`. */
  profile?: string | undefined;
}

type Reader = Pick<Context, "actor" | "db" | "business_id" | "now" | "settings">;

/** What is read beside the events: does the business show proofs, and which route carried the order. */
interface Around {
  shows_proof: boolean;
  route_id: number | null;
  delivered: boolean;
  /** Files of the proofs of this order that are for everybody: no identity papers. */
  proof_files: number[];
}

/** The view of a number, or of the number it leads to; undefined when nothing was recorded. */
export async function viewOfNumber(
  context: Reader,
  number: string,
  options: ViewOptions = {},
): Promise<View | undefined> {
  const { db, business_id, actor } = context;
  const found = await resolveNumber(context, number);
  if (found === undefined) return undefined;
  const full = seesAll(actor, business_id);
  const [stored, around] = await Promise.all([
    eventsOfTimeline(db, business_id, [
      found.tracking_number,
      ...(found.parcel_number === null ? [] : [found.parcel_number]),
    ]),
    db.row<Around>(
      `select coalesce(b.settings->'public_proof', 'true') <> 'false' as shows_proof, o.route_id,
         o.delivered_at is not null as delivered, array(
           select p.file_id from proof p where p.business_id = $1 and p.order_id = o.id and p.file_id is not null
             and p.kind in ('photo', 'signature', 'pin', 'scan')) as proof_files
       from delivery_order o join business b on b.id = o.business_id where o.business_id = $1 and o.id = $2`,
      [business_id, found.order_id],
    ),
  ]);
  const events = ofOneSubject(stored, found);
  const route_id = around?.route_id ?? null;
  const driven =
    full && route_id !== null
      ? await trajectoryOf(
          context,
          { ...found, route_id },
          timelineOfEvents(events, found.tracking_number).events,
        )
      : [];
  return viewOf(context, [...events, ...driven], found.tracking_number, {
    ...options,
    full,
    shown_files: new Set(around?.shows_proof && around.delivered ? around.proof_files : []),
  });
}

/** A parcel's timeline has what was told of its order too; there it is told of the parcel. */
function ofOneSubject(events: StoredEvent[], { tracking_number, parcel_number }: FoundNumber): StoredEvent[] {
  if (parcel_number === null) return events;
  const parent = { id: tracking_number, scheme: "tracking_number" } as const;
  return events.map((event) => {
    const subject = { ...event.subject, id: parcel_number, type: "package", parent };
    return { ...event, subject, fingerprint: fingerprintOf({ ...event, subject }) };
  });
}

/**
 * The view of events read before. Events name files in words that whoever told them chose, so strangers get links to
 * `shown_files` only: proofs that the business has of this very order.
 */
export function viewOf(
  context: Pick<Reader, "now" | "settings" | "business_id">,
  events: readonly StoredEvent[],
  number: string,
  { at, profile, full, shown_files }: ViewOptions & { full: boolean; shown_files: ReadonlySet<number> },
): View | undefined {
  // An offset may be written as +0100 here, which the protocol does not read.
  const until = at === undefined ? undefined : new Date(at).toISOString();
  const seen = events.filter(
    (event) =>
      (until === undefined || event.recorded_at <= until) &&
      (profile === undefined || [profile, "core"].includes(profileOf(event.status_code))),
  );
  if (seen.length === 0) return undefined;
  const timeline = timelineOfEvents(seen, number, until);
  const recorded_at = seen.reduce(
    (latest, event) => (event.recorded_at > latest ? event.recorded_at : latest),
    "",
  );
  if (full) return { timeline, full, recorded_at, links: null };
  let linked = false;
  const public_proof = ({ ref }: Proof) => {
    const file_id = Number(/^file\/(\d{1,9})$/.exec(ref ?? "")?.[1]);
    if (!shown_files.has(file_id)) return undefined;
    linked = true;
    return proofLink(context.settings, context.business_id, file_id, context.now);
  };
  const shown = redactTimeline(timeline, { public_proof });
  // Half of a link's life: who has the document still holds links that work.
  const links = linked ? Math.floor(context.now.getTime() / (PROOF_LINK_S * 500)) : null;
  return { timeline: shown, full, recorded_at, links };
}
