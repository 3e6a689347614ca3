/**
 * From what a producer sent to an event in normal form, with everything that is wrong or odd about it.
 *
 * Errors leave no event; warnings come with one. An optional member that is `null` or `""` counts as absent:
 * many systems write absence that way. Text that a database cannot keep (NUL, lone surrogates) is refused.
 */
import {
  ACTOR_TYPES,
  type Actor,
  type Address,
  type Extensions,
  type Geo,
  LOCATION_KINDS,
  type Location,
  PROOF_TYPES,
  type Proof,
  type Quantity,
  type Sensor,
  SOURCE_TYPES,
  type Source,
  type SourceType,
  type StoredEvent,
  SUBJECT_SCHEMES,
  type Subject,
  type SubjectReference,
  type SubjectScheme,
  TIME_TYPES,
  type TimeType,
} from "./event.ts";
import type { ErrorCode, ErrorFinding, WarningCode, WarningFinding } from "./finding.ts";
import { pointerStep } from "./finding.ts";
import { fingerprintOf, uuidOf } from "./fingerprint.ts";
import { faultOfIdentifier, isGln } from "./identifiers.ts";
import { canonicalInstant, formatInstant, NO_OFFSET, parseInstant, YEAR_2000 } from "./instant.ts";
import {
  type CodeEntry,
  findCode,
  findCoreCode,
  findIncidentReason,
  isProfile,
  isStatusCodeForm,
  PROTOCOL_VERSION,
} from "./vocabulary.ts";

export interface NormaliseContext {
  /** Now, epoch milliseconds: the `recorded_at` of the event, and the measure of `future_event`. */
  now: number;
  /** Whose events these are. An event that names another provider is refused. */
  provider?: string;
  /** The kind of source when the event does not say; `other` otherwise. */
  source_type?: SourceType;
  /** The version of the document around the event, for events that carry none. */
  protocol_version?: string;
  /** The subject of the document around the event; an event about another one is refused. */
  subject?: Subject;
  /** JSON Pointer to the event in what was posted, for the paths of findings: `/events/3`. */
  path?: string;
  /** True for documents of our own (validator, import): `recorded_at` is kept instead of set. */
  keep_recorded_at?: boolean;
}

export interface Normalised {
  /** Undefined when there are errors. */
  event: StoredEvent | undefined;
  errors: ErrorFinding[];
  warnings: WarningFinding[];
}

/** Limits of single members, in characters (extensions: bytes; lists: entries). */
export const LIMITS = {
  event_id: 128,
  name: 200,
  word: 64,
  text: 500,
  extensions_bytes: 4096,
  proofs: 5,
  related: 50,
  address_lines: 5,
} as const;

const DAY_MS = 86_400_000;
const YEAR_10000 = 253_402_300_800_000;
const EXPERIMENTAL_REASON = /^x-[a-z][a-z0-9_]{0,47}$/;
const EXTENSION_KEY = /^(x-[A-Za-z0-9_.-]{1,126}|[a-z0-9-]+(\.[A-Za-z0-9_-]+)+)$/;
const SUBJECT_TYPE = /^[a-z][a-z0-9_]{0,31}$/;
const UNLOCODE = /^[A-Z]{2}[A-Z2-9]{3}$/;
const IATA = /^[A-Z]{3}$/;
const COUNTRY = /^[A-Z]{2}$/;
const SHA256 = /^[0-9a-fA-F]{64}$/;

const schemes = new Set<string>(SUBJECT_SCHEMES);
const timeTypes = new Set<string>(TIME_TYPES);
const kinds = new Set<string>(LOCATION_KINDS);
const sourceTypes = new Set<string>(SOURCE_TYPES);
const actorTypes = new Set<string>(ACTOR_TYPES);
const proofTypes = new Set<string>(PROOF_TYPES);

/** Core statuses that leave the reader asking why. */
const wantsReason = new Set<string>([
  "pickup_failed",
  "delivery_attempted",
  "exception",
  "held",
  "delayed",
  "rejected",
  "returning",
  "cancelled",
]);

const typeOfScheme: Record<SubjectScheme, string> = {
  tracking_number: "shipment",
  order_id: "order",
  package_id: "package",
  sscc: "package",
  grai: "asset",
  giai: "asset",
  uld: "container",
  container: "container",
  rental_id: "rental",
  uri: "other",
};

/** Put one event in normal form. `input` is parsed JSON of any shape. */
export function normaliseEvent(input: unknown, context: NormaliseContext): Normalised {
  const report = new Report(context.path ?? "");
  const { errors, warnings } = report;
  if (!isRecord(input)) {
    report.error("", "invalid_type", "An event is an object.");
    return { event: undefined, errors, warnings };
  }
  for (const name in input) {
    if (!isKnownMember(name)) {
      report.warn(`/${pointerStep(name)}`, "unknown_member", `${name} is not a member of an event.`);
    }
  }

  const protocol_version = readVersion(report, input.protocol_version, context.protocol_version);
  const subject = readSubject(report, input.subject, context.subject);
  const time_type = (readWord(report, input.time_type, "/time_type", timeTypes) ?? "actual") as TimeType;
  const status = readStatus(report, input.status_code, input.base);
  const incident_reason = readReason(report, input.incident_reason);
  const occurred_ms = readTime(report, input.occurred_at, "/occurred_at", true);
  const claimed_ms = readTime(report, input.recorded_at, "/recorded_at", false);
  const location = readLocation(report, input.location);
  const source = readSource(report, input.source, context);
  const actor = readActor(report, input.actor);
  const proof = readProofs(report, input.proof);
  const sensor = readSensor(report, input.sensor);
  const quantity = readQuantity(report, input.quantity);
  const description = readText(report, input.description, "/description", LIMITS.text);
  const event_id = readText(report, input.event_id, "/event_id", LIMITS.event_id);
  const corrects = readText(report, input.corrects, "/corrects", LIMITS.event_id);
  const extensions = readExtensions(report, input.extensions);
  if (corrects !== undefined && corrects === event_id) {
    report.error("/corrects", "invalid_correction", "An event cannot correct itself.");
  }
  if (
    errors.length > 0 ||
    subject === undefined ||
    status === undefined ||
    occurred_ms === undefined ||
    protocol_version === undefined ||
    source === undefined
  ) {
    return { event: undefined, errors, warnings };
  }

  if (time_type === "actual") {
    if (occurred_ms > context.now + DAY_MS) {
      report.warn("/occurred_at", "future_event", "An actual event lies more than 24 hours ahead.");
    }
    if (claimed_ms !== undefined && claimed_ms < occurred_ms) {
      report.warn("/recorded_at", "recorded_before_occurred", "The event was recorded before it occurred.");
    }
    if (incident_reason === undefined && status.effect === "status" && wantsReason.has(status.entry.base)) {
      report.warn("/incident_reason", "missing_recommended", `${status.entry.base} should give a reason.`);
    }
  }

  const claimed_at =
    claimed_ms === undefined ? undefined : canonicalInstant(input.recorded_at as string, claimed_ms);
  if (claimed_at !== undefined && !context.keep_recorded_at && source.recorded_at === undefined) {
    source.recorded_at = claimed_at;
  }
  const event: StoredEvent = {
    protocol_version,
    event_id: "",
    subject,
    occurred_at: canonicalInstant(input.occurred_at as string, occurred_ms),
    recorded_at:
      context.keep_recorded_at && claimed_at !== undefined ? claimed_at : formatInstant(context.now),
    time_type,
    status_code: status.code,
    base: status.entry.base,
    source,
    fingerprint: "",
  };
  if (incident_reason !== undefined) event.incident_reason = incident_reason;
  if (location !== undefined) event.location = location;
  if (actor !== undefined) event.actor = actor;
  if (proof !== undefined) event.proof = proof;
  if (sensor !== undefined) event.sensor = sensor;
  if (quantity !== undefined) event.quantity = quantity;
  if (description !== undefined) event.description = description;
  if (corrects !== undefined) event.corrects = corrects;
  if (extensions !== undefined) event.extensions = extensions;
  event.fingerprint = fingerprintOf(event);
  event.event_id = event_id ?? uuidOf(event.fingerprint);
  return { event, errors, warnings };
}

class Report {
  readonly errors: ErrorFinding[] = [];
  readonly warnings: WarningFinding[] = [];
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  error(path: string, code: ErrorCode, message: string): undefined {
    this.errors.push({ path: this.root + path, code, message });
  }

  warn(path: string, code: WarningCode, message: string): undefined {
    this.warnings.push({ path: this.root + path, code, message });
  }
}

type Fields = Record<string, unknown>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAbsent(value: unknown): value is undefined | null | "" {
  return value === undefined || value === null || value === "";
}

/** Members of the envelope, and those that a timeline adds to its events, which are computed anew. */
function isKnownMember(name: string): boolean {
  switch (name) {
    case "protocol_version":
    case "event_id":
    case "subject":
    case "occurred_at":
    case "recorded_at":
    case "time_type":
    case "status_code":
    case "base":
    case "incident_reason":
    case "location":
    case "source":
    case "actor":
    case "proof":
    case "sensor":
    case "quantity":
    case "description":
    case "corrects":
    case "extensions":
    case "sequence":
    case "phase":
    case "voided_by":
    case "after_terminal":
    case "corroborates":
    case "fingerprint":
      return true;
    default:
      return false;
  }
}

/** Say which members of a nested object are not read. */
function noteUnknown(report: Report, fields: Fields, path: string, known: ReadonlySet<string>): void {
  for (const name in fields) {
    if (!known.has(name)) {
      report.warn(`${path}/${pointerStep(name)}`, "unknown_member", `${name} is not known here.`);
    }
  }
}

function readText(report: Report, value: unknown, path: string, length_max: number): string | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value !== "string") return report.error(path, "invalid_type", "Must be text.");
  if (value.length > length_max) {
    return report.error(path, "field_too_long", `At most ${length_max} characters.`);
  }
  if (!value.isWellFormed() || value.includes("\0")) {
    return report.error(path, "invalid_type", "Must not contain NUL or lone surrogates.");
  }
  return value;
}

function readWord(
  report: Report,
  value: unknown,
  path: string,
  words: ReadonlySet<string>,
): string | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value === "string" && words.has(value)) return value;
  return report.error(path, "invalid_type", `Must be one of ${[...words].join(", ")}.`);
}

function readNumber(
  report: Report,
  value: unknown,
  path: string,
  min = Number.NEGATIVE_INFINITY,
): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isFinite(value) && value >= min) return value;
  return report.error(path, "invalid_type", min === 0 ? "Must be a number, 0 or more." : "Must be a number.");
}

function readObject(report: Report, value: unknown, path: string, code: ErrorCode): Fields | undefined {
  if (value === undefined || value === null) return undefined;
  return isRecord(value) ? value : report.error(path, code, "Must be an object.");
}

/** Epoch milliseconds. */
function readTime(report: Report, value: unknown, path: string, required: boolean): number | undefined {
  if (isAbsent(value)) {
    return required ? report.error(path, "missing_field", `${path.slice(1)} is required.`) : undefined;
  }
  if (typeof value !== "string")
    return report.error(path, "invalid_type", "A time is text in RFC 3339 form.");
  const epoch_ms = parseInstant(value);
  if (epoch_ms >= YEAR_2000 && epoch_ms < YEAR_10000) return epoch_ms;
  if (epoch_ms === NO_OFFSET) {
    return report.error(path, "timestamp_without_offset", "A time needs Z or an offset such as +02:00.");
  }
  return report.error(
    path,
    "invalid_timestamp",
    Number.isNaN(epoch_ms)
      ? "Must be a date and time of RFC 3339, as in 2026-03-02T09:15:00Z."
      : "Must lie between the years 2000 and 9999.",
  );
}

/** The normal form of an optional nested time. */
function readInstant(report: Report, value: unknown, path: string): string | undefined {
  const epoch_ms = readTime(report, value, path, false);
  return epoch_ms === undefined ? undefined : canonicalInstant(value as string, epoch_ms);
}

const ownMajor = PROTOCOL_VERSION.slice(0, PROTOCOL_VERSION.indexOf("."));

function readVersion(report: Report, value: unknown, fallback: string | undefined): string | undefined {
  const version = isAbsent(value) ? (fallback ?? PROTOCOL_VERSION) : value;
  if (version === PROTOCOL_VERSION) return version;
  if (typeof version !== "string") {
    return report.error("/protocol_version", "invalid_type", "A version is text, as in 1.0.0.");
  }
  const match = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(version);
  if (match === null || match[1] !== ownMajor) {
    return report.error(
      "/protocol_version",
      "unsupported_version",
      `Versions ${ownMajor}.x.y are read here.`,
    );
  }
  return version;
}

const subjectMembers = new Set(["id", "scheme", "type", "parent", "related"]);
const referenceMembers = new Set(["id", "scheme", "type"]);

function readSubject(report: Report, value: unknown, around: Subject | undefined): Subject | undefined {
  if (isAbsent(value)) {
    return around ?? report.error("/subject", "missing_field", "subject is required.");
  }
  const reference = readReference(report, value, "/subject");
  if (reference === undefined) return undefined;
  const subject: Subject = {
    id: reference.id,
    scheme: reference.scheme,
    type: typeOfScheme[reference.scheme],
  };
  if (typeof value === "object") {
    const fields = value as Fields;
    noteUnknown(report, fields, "/subject", subjectMembers);
    const type = readText(report, fields.type, "/subject/type", 32);
    if (type !== undefined) {
      if (!SUBJECT_TYPE.test(type)) {
        return report.error("/subject/type", "invalid_type", "A type is a lower-case word, as in shipment.");
      }
      subject.type = type;
    }
    if (!isAbsent(fields.parent)) {
      const parent = readReference(report, fields.parent, "/subject/parent");
      if (parent !== undefined) subject.parent = parent;
    }
    const related = readList(report, fields.related, "/subject/related", LIMITS.related, readReference);
    if (related !== undefined) subject.related = related;
  }
  if (around !== undefined && (around.id !== subject.id || around.scheme !== subject.scheme)) {
    return report.error(
      "/subject",
      "subject_mismatch",
      `The document is about ${around.id}, the event is not.`,
    );
  }
  return subject;
}

function readReference(report: Report, value: unknown, path: string): SubjectReference | undefined {
  if (typeof value === "string") {
    const fault = faultOfIdentifier("tracking_number", value);
    if (fault === null) return { id: value, scheme: "tracking_number" };
    return report.error(path, "invalid_identifier", `The tracking number ${fault}.`);
  }
  if (!isRecord(value)) {
    return report.error(path, "invalid_type", "Must be a tracking number or an object with id and scheme.");
  }
  if (path !== "/subject") noteUnknown(report, value, path, referenceMembers);
  const scheme = readWord(report, value.scheme, `${path}/scheme`, schemes);
  if (scheme === undefined && !isAbsent(value.scheme)) return undefined;
  if (isAbsent(value.id)) return report.error(`${path}/id`, "missing_field", "id is required.");
  const id = readText(report, value.id, `${path}/id`, 512);
  if (id === undefined) return undefined;
  const known = (scheme ?? "tracking_number") as SubjectScheme;
  const fault = faultOfIdentifier(known, id);
  if (fault !== null) return report.error(`${path}/id`, "invalid_identifier", `The ${known} ${fault}.`);
  return { id, scheme: known };
}

function readList<Item>(
  report: Report,
  value: unknown,
  path: string,
  count_max: number,
  read: (report: Report, value: unknown, path: string) => Item | undefined,
): Item[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return report.error(path, "invalid_type", "Must be a list.");
  if (value.length > count_max) return report.error(path, "field_too_long", `At most ${count_max} entries.`);
  const items: Item[] = [];
  for (let index = 0; index < value.length; index++) {
    const item = read(report, value[index], `${path}/${index}`);
    if (item !== undefined) items.push(item);
  }
  return items.length === 0 ? undefined : items;
}

interface Status {
  code: string;
  entry: CodeEntry;
  effect: string;
}

function readStatus(report: Report, value: unknown, base: unknown): Status | undefined {
  if (isAbsent(value)) return report.error("/status_code", "missing_field", "status_code is required.");
  if (typeof value !== "string") return report.error("/status_code", "invalid_type", "Must be text.");
  const entry = findCode(value);
  if (entry !== undefined) return { code: entry.id, entry, effect: entry.effect };

  const core = findCoreCode(value);
  if (core !== undefined) {
    report.warn("/status_code", "alias_code", `Write ${core.id} instead of ${value}.`);
    return { code: core.id, entry: core, effect: core.effect };
  }
  if (!isStatusCodeForm(value)) {
    return report.error(
      "/status_code",
      "unknown_status_code",
      "A status code has the form otep:<profile>:<code>; experimental ones begin with x-.",
    );
  }
  const [, profile, code] = value.split(":") as [string, string, string];
  if (!isProfile(profile) && !profile.startsWith("x-")) {
    return report.error("/status_code", "unknown_profile", `${profile} is not a registered profile.`);
  }
  if (!code.startsWith("x-") && !profile.startsWith("x-")) {
    return report.error("/status_code", "unknown_status_code", `${value} is not a registered status code.`);
  }
  report.warn("/status_code", "experimental_code", `${value} is experimental.`);
  const refined = isAbsent(base) ? findCoreCode("note")! : findCoreCode(String(base));
  if (refined === undefined) return report.error("/base", "unknown_status_code", "base must be a core code.");
  return { code: value, entry: refined, effect: refined.effect };
}

function readReason(report: Report, value: unknown): string | undefined {
  const text = readText(report, value, "/incident_reason", LIMITS.word);
  if (text === undefined) return undefined;
  const reason = text.startsWith("otep:incident:") ? text.slice(14) : text;
  if (findIncidentReason(reason) !== undefined) return reason;
  if (!EXPERIMENTAL_REASON.test(reason)) {
    return report.error(
      "/incident_reason",
      "unknown_incident_reason",
      "Not a registered reason; experimental ones begin with x-.",
    );
  }
  report.warn("/incident_reason", "experimental_code", `${reason} is experimental.`);
  return reason;
}

const locationMembers = new Set([
  "id",
  "name",
  "kind",
  "gln",
  "unlocode",
  "iata",
  "address",
  "geo",
  "time_zone",
]);

function readLocation(report: Report, value: unknown): Location | undefined {
  const fields = readObject(report, value, "/location", "invalid_location");
  if (fields === undefined) return undefined;
  noteUnknown(report, fields, "/location", locationMembers);
  const location: Location = {};
  const id = readText(report, fields.id, "/location/id", LIMITS.event_id);
  if (id !== undefined) location.id = id;
  const name = readText(report, fields.name, "/location/name", LIMITS.name);
  if (name !== undefined) location.name = name;
  if (!isAbsent(fields.kind)) {
    if (kinds.has(fields.kind as string)) location.kind = fields.kind as NonNullable<Location["kind"]>;
    else report.error("/location/kind", "invalid_location", `Must be one of ${[...kinds].join(", ")}.`);
  }
  const gln = readText(report, fields.gln, "/location/gln", LIMITS.word);
  if (gln !== undefined) {
    if (isGln(gln)) location.gln = gln;
    else report.error("/location/gln", "invalid_identifier", "A GLN has 13 digits and a check digit.");
  }
  const unlocode = readCode(report, fields.unlocode, "/location/unlocode", UNLOCODE, "FRPAR");
  if (unlocode !== undefined) location.unlocode = unlocode;
  const iata = readCode(report, fields.iata, "/location/iata", IATA, "CDG");
  if (iata !== undefined) location.iata = iata;
  const address = readAddress(report, fields.address);
  if (address !== undefined) location.address = address;
  const geo = readGeo(report, fields.geo);
  if (geo !== undefined) location.geo = geo;
  const time_zone = readText(report, fields.time_zone, "/location/time_zone", LIMITS.word);
  if (time_zone !== undefined) {
    if (isTimeZone(time_zone)) location.time_zone = time_zone;
    else report.error("/location/time_zone", "invalid_location", "Must be an IANA name, as in Europe/Paris.");
  }
  for (const _ in location) return location;
  return undefined;
}

/** A short code in capitals, accepted in any case and with spaces. */
function readCode(
  report: Report,
  value: unknown,
  path: string,
  form: RegExp,
  example: string,
): string | undefined {
  const text = readText(report, value, path, 16);
  if (text === undefined) return undefined;
  if (form.test(text)) return text;
  const code = text.replaceAll(" ", "").toUpperCase();
  return form.test(code) ? code : report.error(path, "invalid_location", `Must look like ${example}.`);
}

const addressMembers = new Set(["lines", "city", "region", "postal_code", "country"]);

function readAddress(report: Report, value: unknown): Address | undefined {
  const fields = readObject(report, value, "/location/address", "invalid_location");
  if (fields === undefined) return undefined;
  noteUnknown(report, fields, "/location/address", addressMembers);
  const address: Address = {};
  const lines = readList(report, fields.lines, "/location/address/lines", LIMITS.address_lines, readLine);
  if (lines !== undefined) address.lines = lines;
  const city = readText(report, fields.city, "/location/address/city", LIMITS.name);
  if (city !== undefined) address.city = city;
  const region = readText(report, fields.region, "/location/address/region", LIMITS.name);
  if (region !== undefined) address.region = region;
  const postal_code = readText(report, fields.postal_code, "/location/address/postal_code", 32);
  if (postal_code !== undefined) address.postal_code = postal_code;
  const country = readCode(report, fields.country, "/location/address/country", COUNTRY, "FR");
  if (country !== undefined) address.country = country;
  for (const _ in address) return address;
  return undefined;
}

function readLine(report: Report, value: unknown, path: string): string | undefined {
  return readText(report, value, path, LIMITS.name);
}

const geoMembers = new Set(["lat", "lon", "accuracy_m"]);

function readGeo(report: Report, value: unknown): Geo | undefined {
  const fields = readObject(report, value, "/location/geo", "invalid_location");
  if (fields === undefined) return undefined;
  noteUnknown(report, fields, "/location/geo", geoMembers);
  const { lat, lon } = fields;
  if (typeof lat !== "number" || !(lat >= -90 && lat <= 90)) {
    return report.error("/location/geo/lat", "invalid_location", "Latitude is a number from -90 to 90.");
  }
  if (typeof lon !== "number" || !(lon >= -180 && lon <= 180)) {
    return report.error("/location/geo/lon", "invalid_location", "Longitude is a number from -180 to 180.");
  }
  const geo: Geo = { lat, lon };
  const accuracy_m = readNumber(report, fields.accuracy_m, "/location/geo/accuracy_m", 0);
  if (accuracy_m !== undefined) geo.accuracy_m = accuracy_m;
  return geo;
}

// Asking Intl costs microseconds; the zones of the world are a few hundred.
const timeZones = new Map<string, boolean>();

function isTimeZone(name: string): boolean {
  let known = timeZones.get(name);
  if (known === undefined) {
    // Intl also accepts offsets such as +02:00, which are not names.
    known = /^[A-Za-z]/.test(name);
    try {
      if (known) new Intl.DateTimeFormat("en", { timeZone: name });
    } catch {
      known = false;
    }
    if (timeZones.size < 1000) timeZones.set(name, known);
  }
  return known;
}

const sourceMembers = new Set([
  "type",
  "provider",
  "system",
  "raw_code",
  "raw_text",
  "synthesized",
  "recorded_at",
]);

function readSource(report: Report, value: unknown, context: NormaliseContext): Source | undefined {
  const source: Source = { type: context.source_type ?? "other" };
  if (context.provider !== undefined) source.provider = context.provider;
  const fields = readObject(report, value, "/source", "invalid_type");
  if (fields === undefined) return source;
  noteUnknown(report, fields, "/source", sourceMembers);
  const type = readWord(report, fields.type, "/source/type", sourceTypes);
  if (type !== undefined) source.type = type as SourceType;
  const provider = readText(report, fields.provider, "/source/provider", LIMITS.word);
  if (provider !== undefined) {
    if (context.provider !== undefined && provider !== context.provider) {
      return report.error(
        "/source/provider",
        "invalid_identifier",
        `Events are taken here for ${context.provider} only.`,
      );
    }
    source.provider = provider;
  }
  const system = readText(report, fields.system, "/source/system", LIMITS.word);
  if (system !== undefined) source.system = system;
  const raw_code = readText(report, fields.raw_code, "/source/raw_code", LIMITS.event_id);
  if (raw_code !== undefined) source.raw_code = raw_code;
  const raw_text = readText(report, fields.raw_text, "/source/raw_text", LIMITS.text);
  if (raw_text !== undefined) source.raw_text = raw_text;
  if (fields.synthesized === true) source.synthesized = true;
  else if (fields.synthesized !== undefined && fields.synthesized !== null && fields.synthesized !== false) {
    report.error("/source/synthesized", "invalid_type", "Must be true or false.");
  }
  const recorded_at = readInstant(report, fields.recorded_at, "/source/recorded_at");
  if (recorded_at !== undefined) source.recorded_at = recorded_at;
  return source;
}

const actorMembers = new Set(["type", "id", "name"]);

function readActor(report: Report, value: unknown): Actor | undefined {
  const fields = readObject(report, value, "/actor", "invalid_type");
  if (fields === undefined) return undefined;
  noteUnknown(report, fields, "/actor", actorMembers);
  if (isAbsent(fields.type)) return report.error("/actor/type", "missing_field", "type is required.");
  const type = readWord(report, fields.type, "/actor/type", actorTypes);
  const id = readText(report, fields.id, "/actor/id", LIMITS.event_id);
  const name = readText(report, fields.name, "/actor/name", LIMITS.name);
  if (type === undefined) return undefined;
  const actor: Actor = { type: type as Actor["type"] };
  if (id !== undefined) actor.id = id;
  if (name !== undefined) actor.name = name;
  return actor;
}

function readProofs(report: Report, value: unknown): Proof[] | undefined {
  return readList(report, value, "/proof", LIMITS.proofs, readProof);
}

// `url` is the short-lived link of the public view; it is not kept.
const proofMembers = new Set(["type", "ref", "sha256", "signed_by", "relation", "captured_at", "url"]);

function readProof(report: Report, value: unknown, path: string): Proof | undefined {
  if (!isRecord(value)) return report.error(path, "invalid_type", "A proof is an object.");
  noteUnknown(report, value, path, proofMembers);
  if (isAbsent(value.type)) return report.error(`${path}/type`, "missing_field", "type is required.");
  const type = readWord(report, value.type, `${path}/type`, proofTypes);
  const ref = readText(report, value.ref, `${path}/ref`, LIMITS.text);
  const sha256 = readText(report, value.sha256, `${path}/sha256`, 64);
  if (sha256 !== undefined && !SHA256.test(sha256)) {
    report.error(`${path}/sha256`, "invalid_type", "Must be 64 hexadecimal digits.");
  }
  const signed_by = readText(report, value.signed_by, `${path}/signed_by`, LIMITS.name);
  const relation = readText(report, value.relation, `${path}/relation`, LIMITS.word);
  const captured_at = readInstant(report, value.captured_at, `${path}/captured_at`);
  if (type === undefined) return undefined;
  const proof: Proof = { type: type as Proof["type"] };
  if (ref !== undefined) proof.ref = ref;
  if (sha256 !== undefined) proof.sha256 = sha256.toLowerCase();
  if (signed_by !== undefined) proof.signed_by = signed_by;
  if (relation !== undefined) proof.relation = relation;
  if (captured_at !== undefined) proof.captured_at = captured_at;
  return proof;
}

const sensorMembers = new Set(["device_id", "property", "value", "unit", "phenomenon_time", "min", "max"]);

function readSensor(report: Report, value: unknown): Sensor | undefined {
  const fields = readObject(report, value, "/sensor", "invalid_type");
  if (fields === undefined) return undefined;
  noteUnknown(report, fields, "/sensor", sensorMembers);
  if (isAbsent(fields.property)) {
    return report.error("/sensor/property", "missing_field", "property is required.");
  }
  const device_id = readText(report, fields.device_id, "/sensor/device_id", LIMITS.event_id);
  const property = readText(report, fields.property, "/sensor/property", LIMITS.word);
  const measured =
    typeof fields.value === "boolean"
      ? fields.value
      : typeof fields.value === "string"
        ? readText(report, fields.value, "/sensor/value", LIMITS.name)
        : readNumber(report, fields.value, "/sensor/value");
  const unit = readText(report, fields.unit, "/sensor/unit", 32);
  const phenomenon_time = readInstant(report, fields.phenomenon_time, "/sensor/phenomenon_time");
  const min = readNumber(report, fields.min, "/sensor/min");
  const max = readNumber(report, fields.max, "/sensor/max");
  if (property === undefined) return undefined;
  const sensor: Sensor = { property };
  if (device_id !== undefined) sensor.device_id = device_id;
  if (measured !== undefined) sensor.value = measured;
  if (unit !== undefined) sensor.unit = unit;
  if (phenomenon_time !== undefined) sensor.phenomenon_time = phenomenon_time;
  if (min !== undefined) sensor.min = min;
  if (max !== undefined) sensor.max = max;
  return sensor;
}

const quantityMembers = new Set(["pieces", "of", "weight_kg"]);

function readQuantity(report: Report, value: unknown): Quantity | undefined {
  const fields = readObject(report, value, "/quantity", "invalid_type");
  if (fields === undefined) return undefined;
  noteUnknown(report, fields, "/quantity", quantityMembers);
  const quantity: Quantity = {};
  const pieces = readCount(report, fields.pieces, "/quantity/pieces");
  if (pieces !== undefined) quantity.pieces = pieces;
  const of = readCount(report, fields.of, "/quantity/of");
  if (of !== undefined) quantity.of = of;
  if (pieces !== undefined && of !== undefined && pieces > of) {
    report.error("/quantity/pieces", "invalid_type", "pieces cannot exceed of.");
  }
  const weight_kg = readNumber(report, fields.weight_kg, "/quantity/weight_kg", 0);
  if (weight_kg !== undefined) quantity.weight_kg = weight_kg;
  for (const _ in quantity) return quantity;
  return undefined;
}

function readCount(report: Report, value: unknown, path: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  return report.error(path, "invalid_type", "Must be a whole number, 0 or more.");
}

function readExtensions(report: Report, value: unknown): Extensions | undefined {
  const fields = readObject(report, value, "/extensions", "invalid_type");
  if (fields === undefined) return undefined;
  const extensions: Extensions = {};
  let count = 0;
  for (const name of Object.keys(fields)) {
    if (EXTENSION_KEY.test(name)) {
      extensions[name] = fields[name];
      count++;
    } else {
      const path = `/extensions/${pointerStep(name)}`;
      report.warn(path, "unknown_member", "An extension is named x-… or in reverse DNS form.");
    }
  }
  if (count === 0) return undefined;
  const text = JSON.stringify(extensions);
  if (text.length > LIMITS.extensions_bytes || Buffer.byteLength(text) > LIMITS.extensions_bytes) {
    return report.error("/extensions", "field_too_long", `At most ${LIMITS.extensions_bytes} bytes as JSON.`);
  }
  // JSON.stringify escapes exactly these; the walk tells them from text that spells out an escape.
  if (/\\u(0000|d[89a-f])/.test(text) && !isStorable(extensions)) {
    return report.error("/extensions", "invalid_type", "Must not contain NUL or lone surrogates.");
  }
  return extensions;
}

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}
