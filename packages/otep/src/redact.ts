/**
 * The public view of a timeline.
 *
 * Reads are public, so this is a list of what may be shown, not of what must be hidden: a member added to the
 * envelope later stays private until it is named here.
 */
import type { Location, Proof, ProofType, Sensor, Source, SourceType } from "./event.ts";
import type { Timeline, TimelineEvent } from "./timeline.ts";

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
  source: { type: SourceType; provider?: string; raw_code?: string; synthesized?: boolean };
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
}

/** Names of sensor properties that are a position: shown through the rounded `geo` only. */
const positional =
  /^(geo.*|gps.*|gnss.*|lat|lon|lng|long|lat(lon|lng|long)|l(on|ng)lat|latitudes?|longitudes?|altitudes?|positions?|locations?|coords?|coordinates?|points?|wkt|utm|mgrs|pluscode|w3w|address|street)$/;
const POSITION_CODE = "otep:sensor:position";
/** Two numbers finer than a kilometre, as text. */
const positionText = /\d\.\d{3,}.{1,40}\d\.\d{3,}/su;

/**
 * Is this reading a position, which the public view leaves out? Providers may name it `gpsLat`, `geo-location`
 * or `vehicle.position`, or write it as one string.
 */
export function isPosition({ property, value }: Sensor, status_code: string): boolean {
  if (status_code === POSITION_CODE) return true;
  if (typeof value === "string" && positionText.test(value)) return true;
  return property
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/plus[^\p{L}\p{N}]code/gu, "pluscode")
    .split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\d)/u)
    .some((word) => positional.test(word));
}

/**
 * City, region and country of a place; positions rounded to 2 decimals; no actor but its kind; of a proof its
 * type, and its link when allowed; no raw text, no extensions. The revision stays that of the full timeline.
 */
export function redactTimeline(timeline: Timeline, options: RedactOptions = {}): PublicTimeline {
  return { ...timeline, events: timeline.events.map((event) => redactEvent(event, options)) };
}

/** As `redactTimeline`, for one event of a timeline. Members keep their order. */
export function redactEvent(event: TimelineEvent, options: RedactOptions = {}): PublicEvent {
  const shown = {
    protocol_version: event.protocol_version,
    event_id: event.event_id,
    sequence: event.sequence,
    subject: event.subject,
    occurred_at: event.occurred_at,
    recorded_at: event.recorded_at,
    time_type: event.time_type,
    status_code: event.status_code,
    base: event.base,
    phase: event.phase,
  } as PublicEvent;
  if (event.incident_reason !== undefined) shown.incident_reason = event.incident_reason;
  const location = event.location === undefined ? undefined : publicLocation(event.location);
  if (location !== undefined) shown.location = location;
  shown.source = publicSource(event.source);
  if (event.actor !== undefined) shown.actor = { type: event.actor.type };
  if (event.proof !== undefined) {
    shown.proof = event.proof.map((proof, index) => {
      const url = options.public_proof?.(proof, event, index);
      return url === undefined ? { type: proof.type } : { type: proof.type, url };
    });
  }
  if (event.sensor !== undefined && !isPosition(event.sensor, event.status_code)) {
    const { device_id, ...sensor } = event.sensor;
    shown.sensor = sensor;
  }
  if (event.quantity !== undefined) shown.quantity = event.quantity;
  if (event.description !== undefined) shown.description = event.description;
  if (event.corrects !== undefined) shown.corrects = event.corrects;
  if (event.voided_by !== undefined) shown.voided_by = event.voided_by;
  if (event.corroborates !== undefined) shown.corroborates = event.corroborates;
  if (event.after_terminal !== undefined) shown.after_terminal = event.after_terminal;
  return shown;
}

function publicSource(source: Source): PublicEvent["source"] {
  const shown: PublicEvent["source"] = { type: source.type };
  if (source.provider !== undefined) shown.provider = source.provider;
  if (source.raw_code !== undefined) shown.raw_code = source.raw_code;
  if (source.synthesized !== undefined) shown.synthesized = source.synthesized;
  return shown;
}

function publicLocation(location: Location): PublicLocation | undefined {
  const shown: PublicLocation = {};
  if (location.kind !== undefined) shown.kind = location.kind;
  const { city, region, country } = location.address ?? {};
  if (city !== undefined || region !== undefined || country !== undefined) {
    shown.address = {};
    if (city !== undefined) shown.address.city = city;
    if (region !== undefined) shown.address.region = region;
    if (country !== undefined) shown.address.country = country;
  }
  if (location.geo !== undefined) {
    shown.geo = { lat: roundDegrees(location.geo.lat), lon: roundDegrees(location.geo.lon) };
  }
  if (location.time_zone !== undefined) shown.time_zone = location.time_zone;
  for (const _ in shown) return shown;
  return undefined;
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
