/**
 * The public view of a timeline.
 *
 * Reads are public, so this is a list of what may be shown, not of what must be hidden: a member added to the
 * envelope later stays private until it is named here.
 */
import type {
  Location,
  Proof,
  ProofType,
  Sensor,
  Source,
  SourceType,
  Subject,
  SubjectReference,
} from "./event.ts";
import { parseInstant } from "./instant.ts";
import { holdsPosition, isPosition } from "./positions.ts";
import { Corroboration } from "./timeline/corroboration.ts";
import { Custody } from "./timeline/custody.ts";
import { Journey } from "./timeline/journey.ts";
import type { CustodyGap, Timeline, TimelineEvent } from "./timeline.ts";
import { resolveCode } from "./vocabulary.ts";

export interface PublicLocation {
  kind?: Location["kind"];
  address?: { city?: string; region?: string; country?: string };
  /** Rounded to 2 decimals, about a kilometre. */
  geo?: { lat: number; lon: number };
  time_zone?: string;
}

export interface PublicProof {
  type: ProofType;
  /** A signed, short-lived link; only when the business shows proof. */
  url?: string;
}

export interface PublicEvent
  extends Omit<TimelineEvent, "location" | "source" | "actor" | "proof" | "sensor" | "extensions"> {
  location?: PublicLocation;
  source: {
    type: SourceType;
    provider?: string;
    raw_code?: string;
    synthesized?: boolean;
    /** Decides between estimates, so it is public. */
    recorded_at?: string;
  };
  actor?: { type: NonNullable<TimelineEvent["actor"]>["type"] };
  proof?: PublicProof[];
  sensor?: Omit<Sensor, "device_id">;
}

export interface PublicTimeline extends Omit<Timeline, "events"> {
  events: PublicEvent[];
}

export interface RedactOptions {
  /**
   * Given when the business shows proof of delivery: the signed link of a proof, or undefined for one that
   * stays private. Without it a proof is shown by its type only.
   */
  public_proof?: (proof: Proof, event: TimelineEvent, index: number) => string | undefined;
  /** Whether the public can look up this parent or related subject. Without it none is shown. */
  public_reference?: (reference: SubjectReference) => boolean;
}

/**
 * City, region and country of a place; positions rounded to 2 decimals; no actor but its kind; of a proof its
 * type, and its link when allowed; no raw text, no extensions. The revision stays that of the full timeline.
 *
 * Which reports corroborate each other, and which custody changes nobody reported, is decided anew from what is
 * shown: decided from hidden members, a second provider could find those by sending reports and looking which of
 * them corroborate.
 */
export function redactTimeline(timeline: Timeline, options: RedactOptions = {}): PublicTimeline {
  const { gaps: _gaps, ...rest } = timeline;
  const events: PublicEvent[] = new Array(timeline.events.length);
  const gaps: CustodyGap[] = [];
  const journey = new Journey();
  const reports = new Corroboration();
  const custody = new Custody();
  for (let index = 0; index < events.length; index++) {
    const public_event = redactEvent(timeline.events[index]!, options);
    events[index] = public_event;
    const code = resolveCode(public_event.status_code, public_event.base);
    journey.next(public_event, code, public_event.voided_by !== undefined);
    if (!journey.counts || code.effect !== "status") continue;
    const entry = { event: public_event, code, occurred_ms: parseInstant(public_event.occurred_at) };
    const corroborated = reports.find(entry);
    if (corroborated !== undefined) placeCorroboration(public_event, corroborated);
    else if (journey.moves) {
      const gap = custody.next(entry);
      if (gap !== undefined) gaps.push(gap);
    }
  }
  const public_timeline: PublicTimeline = {
    ...rest,
    subject: publicSubject(timeline.subject, options),
    events,
  };
  if (gaps.length > 0) public_timeline.gaps = gaps;
  return public_timeline;
}

/** Members keep their order. */
function placeCorroboration(public_event: PublicEvent, event_id: string): void {
  const { after_terminal } = public_event;
  delete public_event.after_terminal;
  public_event.corroborates = event_id;
  if (after_terminal !== undefined) public_event.after_terminal = after_terminal;
}

/** One event without `corroborates`, which other events decide. Members keep their order. */
function redactEvent(event: TimelineEvent, options: RedactOptions): PublicEvent {
  const public_event = {
    protocol_version: event.protocol_version,
    event_id: event.event_id,
    sequence: event.sequence,
    subject: publicSubject(event.subject, options),
    occurred_at: event.occurred_at,
    ...(event.utc_offset === undefined ? {} : { utc_offset: event.utc_offset }),
    recorded_at: event.recorded_at,
    time_type: event.time_type,
    status_code: event.status_code,
    base: event.base,
    phase: event.phase,
  } as PublicEvent;
  if (event.incident_reason !== undefined) public_event.incident_reason = event.incident_reason;
  const location = event.location === undefined ? undefined : publicLocation(event.location);
  if (location !== undefined) public_event.location = location;
  public_event.source = publicSource(event.source);
  if (event.actor !== undefined) public_event.actor = { type: event.actor.type };
  if (event.proof !== undefined) {
    public_event.proof = event.proof.map((proof, index) => {
      const url = options.public_proof?.(proof, event, index);
      return url === undefined ? { type: proof.type } : { type: proof.type, url };
    });
  }
  if (event.sensor !== undefined && !isPosition(event.sensor, event.status_code)) {
    const { device_id, ...sensor } = event.sensor;
    public_event.sensor = sensor;
  }
  if (event.quantity !== undefined) public_event.quantity = event.quantity;
  if (event.description !== undefined) public_event.description = event.description;
  if (event.corrects !== undefined) public_event.corrects = event.corrects;
  if (event.voided_by !== undefined) public_event.voided_by = event.voided_by;
  if (event.after_terminal !== undefined) public_event.after_terminal = event.after_terminal;
  return public_event;
}

function publicSubject({ id, scheme, type, parent, related }: Subject, options: RedactOptions): Subject {
  const may_show = options.public_reference ?? (() => false);
  const public_subject: Subject = { id, scheme, type };
  if (parent !== undefined && may_show(parent)) public_subject.parent = parent;
  const visible_references = related?.filter(may_show) ?? [];
  if (visible_references.length > 0) public_subject.related = visible_references;
  return public_subject;
}

function publicSource(source: Source): PublicEvent["source"] {
  const public_source: PublicEvent["source"] = { type: source.type };
  if (source.provider !== undefined) public_source.provider = source.provider;
  if (source.raw_code !== undefined && !holdsPosition(source.raw_code))
    public_source.raw_code = source.raw_code;
  if (source.synthesized !== undefined) public_source.synthesized = source.synthesized;
  if (source.recorded_at !== undefined) public_source.recorded_at = source.recorded_at;
  return public_source;
}

function publicLocation(location: Location): PublicLocation | undefined {
  const public_location: PublicLocation = {};
  if (location.kind !== undefined) public_location.kind = location.kind;
  const { city, region, country } = location.address ?? {};
  if (city !== undefined || region !== undefined || country !== undefined) {
    public_location.address = {};
    if (city !== undefined) public_location.address.city = city;
    if (region !== undefined) public_location.address.region = region;
    if (country !== undefined) public_location.address.country = country;
  }
  if (location.geo !== undefined) {
    public_location.geo = { lat: roundDegrees(location.geo.lat), lon: roundDegrees(location.geo.lon) };
  }
  if (location.time_zone !== undefined) public_location.time_zone = location.time_zone;
  for (const _ in public_location) return public_location;
  return undefined;
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
