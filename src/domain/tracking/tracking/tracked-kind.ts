/**
 * What a family registers so that its records have timelines and tracking numbers: how identifiers lead to them, what
 * the public sees besides the timeline, and what events of others change.
 */
import type { Context } from "#operation/define/context.ts";
import type { RecordKindDefinition } from "#operation/define/record-kind.ts";
import type { CoreCode } from "#otep/codes.gen.ts";
import type { StoredEvent, SubjectScheme } from "#otep/event.ts";
import type { Timeline, TimelineEvent } from "#otep/timeline.ts";
import type { Place } from "#vocabulary/place.ts";

/** Where the events of an identifier are stored, and which record they change. */
export interface Target {
  /** The key of the timeline: a tracking number, or the identifier with its scheme, `rental_id:7`. */
  number: string;
  /** The record that events change. The events of one of several parcels change its order. */
  subject: { type: string; id: number };
  /** One of several parcels of its order: it has its own timeline, and the order waits for the others. */
  parcel_id: number | null;
  /**
   * The parcel whose tracking number is the order's own: an event on that number may concern only this one of several
   * parcels. Null where the order has one parcel, or the identifier is another parcel's.
   */
  parcel_with_order_number: { parcel_id: number; parcels: number } | null;
  /** Events keep the identifier that they were sent with as their subject. */
  keeps_identifier?: true;
}

/** New events of one timeline. */
export interface TimelineChange {
  target: Target;
  entries: readonly {
    event: StoredEvent;
    /** The terminal status that the event reports, if it concerns only the parcel whose number is the order's; else null. */
    end: CoreCode | null;
  }[];
  /** With the new events. */
  timeline: Timeline;
}

/** What public tracking shows of a record besides its timeline. Positions and places are rounded by the reader. */
interface TrackedFacts {
  status: string;
  /** When its service is due, `YYYY-MM-DD`; the day of its registration when nobody knows. */
  scheduled_date: string;
  window_start: string | null;
  window_end: string | null;
  destination: Place | null;
  parcels: number;
  attempts: number;
  /** When it was delivered, or its service ended. */
  delivered_at: string | null;
  /** While out for delivery; null when it is not shown. */
  stops_before: number | null;
  driver_position: { lat: number; lng: number; at: string } | null;
  /** At most 20. */
  proofs: readonly { kind: string; captured_at: string; file_id: number | null }[];
}

/** What a timeline of the protocol shows beside the stored events. */
interface TimelineEvidence {
  /** Files of its proofs that callers without an account may see, if the business shows proofs. */
  files: readonly number[];
  /** Events computed for the owner's view, such as the route of the vehicle. */
  annotate?(events: readonly TimelineEvent[]): Promise<StoredEvent[]>;
}

/** A record, by its own tracking number. */
export interface NumberedRecord {
  type: string;
  id: number;
  number: string;
}

type Reader = Pick<Context, "db" | "business_id">;

export interface TrackedKind extends RecordKindDefinition {
  /** The type of its events in the event log. */
  readonly log_type: string;
  /** Identifier schemes, besides tracking numbers, that lead to such a record. */
  readonly schemes: readonly SubjectScheme[];
  /** The timelines of identifiers of one of its schemes; unknown ones are absent. */
  findTargetsByIdentifier?(
    context: Reader,
    scheme: SubjectScheme,
    ids: readonly string[],
  ): Promise<Map<string, Target>>;
  /**
   * The timelines of records that tracking numbers belong to. With `of_whole_record` the number was given to the
   * record by another party, so it never means one of its parcels.
   */
  findTargets(
    context: Reader,
    ids: readonly number[],
    of_whole_record: boolean,
  ): Promise<Map<number, Target>>;
  /** What the record is a part of, when the public sees the whole. */
  findParent?(context: Reader, id: number): Promise<NumberedRecord | undefined>;
  /** The key of its timeline, when that is not its tracking number. */
  getTimelineKey?(id: number): string;
  facts(
    context: Pick<Context, "db" | "business_id" | "now" | "publish">,
    id: number,
  ): Promise<TrackedFacts | undefined>;
  evidence?(
    context: Pick<Context, "db" | "business_id" | "now" | "publish">,
    subject: NumberedRecord,
  ): Promise<TimelineEvidence>;
  /** Locks records in the order of their ids; the result applies new events of others to them. */
  lock(
    context: Context<never>,
    ids: readonly number[],
  ): Promise<(changes: readonly TimelineChange[]) => Promise<void>>;
}

export function defineTrackedKind(definition: Omit<TrackedKind, "is_record_kind">): TrackedKind {
  return { is_record_kind: true, ...definition };
}

function isTrackedKind(definition: RecordKindDefinition): definition is TrackedKind {
  return "schemes" in definition;
}

/** The tracked kinds of records, in a fixed order. */
export function listTrackedKinds({ record_kinds }: Pick<Context, "record_kinds">): TrackedKind[] {
  return [...record_kinds.values()].filter(isTrackedKind);
}

export function getTrackedKind({ record_kinds }: Pick<Context, "record_kinds">, kind: string): TrackedKind {
  const definition = record_kinds.get(kind);
  if (definition === undefined || !isTrackedKind(definition))
    throw new Error(`No family registers records of kind ${kind} that are tracked.`);
  return definition;
}

/** Ids in the text of identifiers. */
const ID = /^[1-9]\d{0,14}$/;

export function parseIds(texts: readonly string[]): number[] {
  return texts.filter((text) => ID.test(text)).map(Number);
}
