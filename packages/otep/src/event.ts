/**
 * The event envelope: what a producer sends (`OtepEvent`) and what is stored after normalising (`StoredEvent`).
 */
import type { CoreCode, IncidentReason, StatusCode } from "./codes.gen.ts";

/** A registered code, or an experimental one (`otep:lastmile:x-drone_landed`, `otep:x-drone:landed`). */
export type AnyStatusCode = StatusCode | `otep:${string}:x-${string}` | `otep:x-${string}:${string}`;
/** A registered reason, or an experimental one. */
export type AnyIncidentReason = IncidentReason | `x-${string}`;

export const SUBJECT_SCHEMES = [
  "tracking_number",
  "order_id",
  "package_id",
  "sscc",
  "grai",
  "giai",
  "uld",
  "container",
  "rental_id",
  "uri",
] as const;
export type SubjectScheme = (typeof SUBJECT_SCHEMES)[number];

export interface SubjectReference {
  id: string;
  scheme: SubjectScheme;
}

/** What the event is about. `type` is a word such as `shipment`, `package`, `order`, `container`. */
export interface Subject extends SubjectReference {
  type: string;
  parent?: SubjectReference;
  /** At most 50; a customer return after delivery is a new subject related to the first. */
  related?: SubjectReference[];
}

export const TIME_TYPES = ["actual", "estimated", "planned", "requested"] as const;
/** Only `actual` changes the status; `estimated` and `planned` feed the estimated time of arrival. */
export type TimeType = (typeof TIME_TYPES)[number];

export const LOCATION_KINDS = [
  "address",
  "customer",
  "depot",
  "hub",
  "facility",
  "warehouse",
  "store",
  "locker",
  "pickup_point",
  "customs",
  "port",
  "airport",
  "rail_terminal",
  "border",
  "vehicle",
  "other",
] as const;
export type LocationKind = (typeof LOCATION_KINDS)[number];

export interface Address {
  lines?: string[];
  city?: string;
  region?: string;
  postal_code?: string;
  /** ISO 3166-1 alpha-2, upper case. */
  country?: string;
}

/** WGS 84 degrees. */
export interface Geo {
  lat: number;
  lon: number;
  accuracy_m?: number;
}

export interface Location {
  id?: string;
  name?: string;
  kind?: LocationKind;
  /** GS1 global location number, 13 digits with check digit. */
  gln?: string;
  /** UN/LOCODE, five characters without a space. */
  unlocode?: string;
  /** IATA city or airport code, three letters. */
  iata?: string;
  address?: Address;
  geo?: Geo;
  /** IANA name, `Europe/Paris`. */
  time_zone?: string;
}

export const SOURCE_TYPES = [
  "self_delivery",
  "third_party",
  "carrier",
  "locker",
  "warehouse",
  "storage",
  "customs",
  "marketplace",
  "sensor",
  "system",
  "other",
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export interface Source {
  type: SourceType;
  /** `event_id` is unique within a provider. */
  provider?: string;
  system?: string;
  raw_code?: string;
  raw_text?: string;
  /** True when made from a status without history: one event per observed change. */
  synthesized?: boolean;
  /** When the provider recorded the event, as stated by the provider. */
  recorded_at?: string;
}

export const ACTOR_TYPES = [
  "driver",
  "rider",
  "courier",
  "operator",
  "sender",
  "recipient",
  "device",
  "system",
] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export interface Actor {
  type: ActorType;
  id?: string;
  name?: string;
}

export const PROOF_TYPES = [
  "signature",
  "photo",
  "pin",
  "barcode",
  "id_check",
  "document",
  "geofence",
] as const;
export type ProofType = (typeof PROOF_TYPES)[number];

export interface Proof {
  type: ProofType;
  /** Where the evidence is stored; never public. */
  ref?: string;
  /** Hex digest of the evidence. */
  sha256?: string;
  signed_by?: string;
  /** Of the signer to the recipient: `self`, `neighbour`, `reception`. */
  relation?: string;
  captured_at?: string;
}

export interface Sensor {
  device_id?: string;
  property: string;
  value?: number | string | boolean;
  /** UCUM: `Cel`, `%`, `m/s2`. */
  unit?: string;
  phenomenon_time?: string;
  min?: number;
  max?: number;
}

/** `pieces` less than `of` means that the event is about a part of the shipment. */
export interface Quantity {
  pieces?: number;
  of?: number;
  weight_kg?: number;
}

/** Keys `x-…` or reverse DNS (`com.example.lane`); at most 4 KiB as JSON. */
export type Extensions = Record<string, unknown>;

interface Optional {
  location?: Location;
  actor?: Actor;
  /** At most 5. */
  proof?: Proof[];
  sensor?: Sensor;
  quantity?: Quantity;
  /** Plain text, at most 500 characters. Public: no personal data here. */
  description?: string;
  /** The `event_id` of the event that this one voids. */
  corrects?: string;
  extensions?: Extensions;
}

/** An event as a producer writes it; only subject, time and status are required. */
export interface OtepEvent extends Optional {
  /** A string is a tracking number. */
  subject: string | (Omit<Subject, "type" | "scheme"> & { type?: string; scheme?: SubjectScheme });
  /** RFC 3339 with offset. */
  occurred_at: string;
  /** Of the local time at which it occurred, `+05:30`; that of `occurred_at` unless said. */
  utc_offset?: string;
  status_code: AnyStatusCode;
  /** Only for experimental codes: the core code to read instead. */
  base?: CoreCode;
  protocol_version?: string;
  /** Unique per provider; made from the content when absent. */
  event_id?: string;
  recorded_at?: string;
  time_type?: TimeType;
  incident_reason?: AnyIncidentReason;
  source?: Omit<Source, "type"> & { type?: SourceType };
}

/**
 * An event in normal form, as stored. Times are UTC with milliseconds (`2026-03-02T09:15:00.000Z`), so that
 * they compare as text. Created by `normaliseEvent`, never changed afterwards.
 */
export interface StoredEvent extends Optional {
  protocol_version: string;
  event_id: string;
  subject: Subject;
  occurred_at: string;
  /** As the sender told it, `+05:30`; absent for UTC. */
  utc_offset?: string;
  /** When this service received the event. */
  recorded_at: string;
  time_type: TimeType;
  status_code: string;
  base: CoreCode;
  incident_reason?: string;
  source: Source;
  /** Hex SHA-256 of the content of the event; see `fingerprint.ts`. */
  fingerprint: string;
}
