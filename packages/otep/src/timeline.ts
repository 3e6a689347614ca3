/**
 * From a set of events to one timeline.
 *
 * The order of arrival never matters: the same set of events gives the same document, byte for byte, however
 * shuffled and however often repeated. Nothing is deleted: a voided event, and one that comes after the end,
 * stays visible and is marked.
 */
import type { CoreCode, PhaseName } from "./codes.gen.ts";
import type { Source, SourceType, StoredEvent, Subject } from "./event.ts";
import type { WarningFinding } from "./finding.ts";
import { computeRevision } from "./fingerprint.ts";
import { applyCorrections } from "./timeline/corrections.ts";
import { Corroboration } from "./timeline/corroboration.ts";
import { Custody } from "./timeline/custody.ts";
import { byOrderKey, compareText, type Entry, selectDistinct } from "./timeline/entry.ts";
import { Journey } from "./timeline/journey.ts";
import { getProfile, PROTOCOL_VERSION, resolveCode } from "./vocabulary.ts";

/**
 * An event in its position in the timeline. Voided and late events are recognised by `voided_by` and
 * `after_terminal`.
 */
export interface TimelineEvent extends Omit<StoredEvent, "fingerprint"> {
  /** From 1. */
  sequence: number;
  phase: PhaseName;
  /** The `event_id` of the correction that voids this event. */
  voided_by?: string;
  /** True for a status that came after the journey had ended; it changes nothing. */
  after_terminal?: true;
  /** The `event_id` of an earlier report of the same thing by another provider. */
  corroborates?: string;
}

export interface TimelineStatus {
  code: string;
  base: CoreCode;
  phase: PhaseName;
  terminal: boolean;
  /** When this status began: the first of the latest unbroken run of its code. */
  since: string;
  incident_reason?: string;
}

export interface TimelineSource {
  provider: string | null;
  type: SourceType;
  event_count: number;
}

/** A custody change from one operator to another that neither of them reported. */
export interface CustodyGap {
  kind: "custody";
  from_event: string;
  to_event: string;
  from: string;
  to: string;
}

export interface Timeline {
  protocol_version: string;
  type: "otep.timeline";
  /** The profile of the latest status event outside `core`; `core` when there is none. */
  profile: string;
  /** Every profile of the events, in alphabetical order. */
  profiles: string[];
  /** Given when `events` are only those of this profile and of `core`; all else is of the whole journey. */
  shown_profile?: string;
  subject: Subject;
  /** `null` while no actual status event is known. */
  status: TimelineStatus | null;
  /** `return` from the first `returning` or `returned` on. */
  direction: "forward" | "return";
  delivered: boolean;
  /** Estimated time of arrival, UTC; absent when unknown or when the journey has ended. */
  eta?: string;
  /** Of the actual events that are not voided; `null` when there is none. */
  first_event_at: string | null;
  last_event_at: string | null;
  event_count: number;
  /** Hex SHA-256 of the ordered fingerprints: the entity tag of every format. */
  revision: string;
  sources: TimelineSource[];
  events: TimelineEvent[];
  gaps?: CustodyGap[];
}

export interface MergeOptions {
  subject: Subject;
  /** RFC 3339: leave out what was recorded after this instant. */
  at?: string;
  /** Providers whose corrections void events of every provider; others void only their own. */
  owners?: readonly string[];
}

/**
 * Merge events into the timeline of their subject. Events come from `normaliseEvent`; they are not changed. Of
 * two events with one identity (provider and `event_id`) the one recorded first is used. Throws RangeError when
 * `at` is not an instant. Cost: n log n, linear when the events are in order.
 */
export function mergeTimeline(events: readonly StoredEvent[], options: MergeOptions): Timeline {
  const entries = selectDistinct(events, options.at);
  entries.sort(byOrderKey);
  applyCorrections(entries, options.owners);

  const placed: TimelineEvent[] = new Array(entries.length);
  const fingerprints: string[] = new Array(entries.length);
  const profiles = new Set<string>();
  const sources = new Map<string, TimelineSource>();
  const gaps: CustodyGap[] = [];
  const reports = new Corroboration();
  const custody = new Custody();
  const journey = new Journey();

  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!;
    const { event, code } = entry;
    fingerprints[index] = event.fingerprint;
    profiles.add(getProfile(event.status_code));
    countSource(sources, event.source);

    journey.next(event, code, entry.voided_by !== undefined);
    const place = placeEvent(entry, index + 1, journey.phase);
    if (journey.counts && code.effect === "status") {
      const corroborated = reports.find(entry);
      if (corroborated !== undefined) place.corroborates = corroborated;
      if (journey.late) place.after_terminal = true;
    }
    if (journey.moves && place.corroborates === undefined) {
      const gap = custody.next(entry);
      if (gap !== undefined) gaps.push(gap);
    }
    placed[index] = place;
  }

  const eta = journey.ended ? undefined : computeEta(entries, journey.returning);
  const timeline: Timeline = {
    protocol_version: PROTOCOL_VERSION,
    type: "otep.timeline",
    profile: journey.profile,
    profiles: [...profiles].sort(),
    subject: options.subject,
    status: journey.status,
    direction: journey.direction,
    delivered: journey.delivered,
    ...(eta === undefined ? {} : { eta }),
    first_event_at: journey.first_event_at,
    last_event_at: journey.last_event_at,
    event_count: placed.length,
    revision: computeRevision(fingerprints),
    sources: [...sources.values()].sort(bySource),
    events: placed,
  };
  if (gaps.length > 0) timeline.gaps = gaps;
  return timeline;
}

/**
 * Terminal statuses that contradict the one that ended the journey, as warnings with paths into the
 * timeline. The earliest terminal status wins.
 */
export function findConflicts(timeline: Timeline): WarningFinding[] {
  const conflicts: WarningFinding[] = [];
  for (const event of timeline.events) {
    if (!event.after_terminal || event.base === timeline.status?.base) continue;
    if (!resolveCode(event.status_code, event.base).terminal) continue;
    conflicts.push({
      path: `/events/${event.sequence - 1}/status_code`,
      code: "conflicting_terminal",
      message: `The journey had ended with ${timeline.status?.code}; ${event.status_code} contradicts it.`,
    });
  }
  return conflicts;
}

/**
 * A timeline, full or public, with the events of one profile and of `core` only. Everything else, the status and the
 * revision too, stays that of the whole journey: an event that another one voids or that comes after the end must
 * not count again because the other one is not shown.
 */
export function selectProfile<T extends Pick<Timeline, "profiles"> & { events: { status_code: string }[] }>(
  timeline: T,
  profile: string,
): T & { shown_profile: string } {
  const selected: Record<string, unknown> = {};
  // After `profiles`, as in the schema.
  for (const [name, value] of Object.entries(timeline)) {
    selected[name] = value;
    if (name === "profiles") selected.shown_profile = profile;
  }
  selected.events = timeline.events.filter(({ status_code }) =>
    [profile, "core"].includes(getProfile(status_code)),
  );
  return selected as T & { shown_profile: string };
}

/** A fixed order of members, so that equal timelines are equal text. */
function placeEvent(entry: Entry, sequence: number, phase: PhaseName): TimelineEvent {
  const { event } = entry;
  const placed = {
    protocol_version: event.protocol_version,
    event_id: event.event_id,
    sequence,
    subject: event.subject,
    occurred_at: event.occurred_at,
    ...(event.utc_offset === undefined ? {} : { utc_offset: event.utc_offset }),
    recorded_at: event.recorded_at,
    time_type: event.time_type,
    status_code: event.status_code,
    base: entry.code.base,
    phase,
  } as TimelineEvent;
  if (event.incident_reason !== undefined) placed.incident_reason = event.incident_reason;
  if (event.location !== undefined) placed.location = event.location;
  placed.source = event.source;
  if (event.actor !== undefined) placed.actor = event.actor;
  if (event.proof !== undefined) placed.proof = event.proof;
  if (event.sensor !== undefined) placed.sensor = event.sensor;
  if (event.quantity !== undefined) placed.quantity = event.quantity;
  if (event.description !== undefined) placed.description = event.description;
  if (event.corrects !== undefined) placed.corrects = event.corrects;
  if (event.extensions !== undefined) placed.extensions = event.extensions;
  if (entry.voided_by !== undefined) placed.voided_by = entry.voided_by;
  return placed;
}

function countSource(sources: Map<string, TimelineSource>, source: Source): void {
  const key = source.provider === undefined ? source.type : `${source.type} ${source.provider}`;
  const known_source = sources.get(key);
  if (known_source !== undefined) known_source.event_count++;
  else sources.set(key, { provider: source.provider ?? null, type: source.type, event_count: 1 });
}

function bySource(one: TimelineSource, other: TimelineSource): number {
  return compareText(one.provider ?? "", other.provider ?? "") || compareText(one.type, other.type);
}

const arrives = new Set<CoreCode>(["delivered", "available_for_pickup", "eta_updated"]);
const comesBack = new Set<CoreCode>(["returned", "eta_updated"]);

/**
 * The estimate of the end of the journey that was made last, as its provider says (`source.recorded_at`); a plan only
 * while there is no estimate. One that does not say when it was made comes before those that do, and of several the
 * later in the timeline counts. When they arrived decides nothing.
 */
function computeEta(entries: readonly Entry[], returning: boolean): string | undefined {
  const ends = returning ? comesBack : arrives;
  let best: Entry | undefined;
  for (const entry of entries) {
    const { time_type } = entry.event;
    if (time_type !== "estimated" && time_type !== "planned") continue;
    if (entry.voided_by !== undefined || !ends.has(entry.code.base)) continue;
    const better =
      best === undefined ||
      (time_type === best.event.time_type
        ? madeAt(entry.event) >= madeAt(best.event)
        : time_type === "estimated");
    if (better) best = entry;
  }
  return best?.event.occurred_at;
}

function madeAt({ source }: StoredEvent): string {
  return source.recorded_at ?? "";
}
