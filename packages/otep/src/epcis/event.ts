/** One EPCIS event as native events: one per object, and one per further reading of a sensor. */
import type { SubjectReference } from "../event.ts";
import { type ErrorFinding, pointerStep } from "../finding.ts";
import { EVENT_TYPES, type Fields, findPrefix, isRecord, listContexts } from "./document.ts";
import { foreignMembers } from "./foreign.ts";
import { checkEventFields, chooseLocation } from "./frame.ts";
import { deriveId, isCanonical, readEventId, suffixed } from "./ids.ts";
import { countObjects, type EpcisObject, readObjects } from "./objects.ts";
import type { DocumentState, Draft, EpcisInput } from "./reading.ts";
import { type Readings, readSensors } from "./sensors.ts";
import { type EpcisStatus, readEpcisStatus, toBareString } from "./status.ts";

/** Members of ours that an EPCIS event has under their own names and that are copied unchanged. */
const EXTENSIONS = ["protocol_version", "time_type", "actor", "proof", "quantity", "description", "corrects"];

/** Maximum number of reasons reported for one event. */
const ERRORS_MAX = 50;

/** Never throws; every event gives inputs or errors. */
export function readEvent(raw: unknown, index: number, path: string, reading: DocumentState): Draft {
  const draft: Draft = { index, path, inputs: [], errors: [], raw: undefined, primary: [] };
  const { errors } = draft;
  if (!isRecord(raw)) {
    errors.push({ path, code: "invalid_type", message: "An event is an object." });
    return draft;
  }
  draft.raw = raw;
  if (typeof raw.type !== "string" || !EVENT_TYPES.has(raw.type)) {
    const code = raw.type === undefined ? "missing_field" : "invalid_type";
    errors.push({ path: `${path}/type`, code, message: `Must be one of ${[...EVENT_TYPES].join(", ")}.` });
    return draft;
  }
  const prefix =
    raw["@context"] === undefined
      ? reading.prefix
      : findPrefix(listContexts(raw["@context"]), reading.options.namespace);
  const own_members = ownMembers(raw, prefix);

  if (countObjects(raw) > reading.remaining_count) {
    errors.push(tooMany(path));
    return draft;
  }
  checkEventFields(raw, path, errors);
  const given_subject = own_members("subject");
  const named_objects = given_subject === undefined ? readObjects(raw, path, reading.options) : undefined;
  for (const error of named_objects?.errors ?? []) errors.push(error);
  const given_sensor = own_members("sensor");
  const readings: Readings =
    given_sensor === undefined
      ? readSensors(raw.sensorElementList, `${path}/sensorElementList`, reading.options)
      : { sensors: [], kind: "none", more: false, untyped: [], errors: [] };
  for (const error of readings.errors) errors.push(error);
  const location =
    own_members("location") ?? chooseLocation(raw, path, named_objects?.place, index, errors, reading);
  const id = readEventId(raw);
  if (id === undefined && !isCanonical(raw)) {
    const message = "Text must be well formed and not nested too deeply.";
    errors.push({ path, code: "invalid_type", message });
  }
  const count = (named_objects?.objects.length ?? 1) * Math.max(1, readings.sensors.length);
  if (errors.length === 0 && count > reading.remaining_count) {
    errors.push(tooMany(path));
  }
  if (errors.length > 0) {
    // A list of a thousand invalid items would repeat one reason too often.
    errors.length = Math.min(errors.length, ERRORS_MAX);
    return draft;
  }
  reading.remaining_count -= count;

  const status = readStatus(raw, own_members, readings, location);
  if (!status.mapped) {
    const message = "Neither business step nor disposition has a status; the event is kept as a remark.";
    reading.unmapped.push({ index, path: `${path}/bizStep`, code: "unmapped_event", message });
  }
  for (const place of readings.untyped) {
    const message = "A report should name its type; it is kept as an exception.";
    reading.unmapped.push({ index, path: place, code: "unmapped_member", message });
  }
  const common = commonMembers(draft, prefix, readings, location, reading);
  const given_id = own_members("event_id");
  if (named_objects === undefined) {
    const event_id = typeof given_id === "string" && given_id !== "" ? given_id : id;
    addInputs(draft, { ...common, subject: given_subject }, event_id, status, given_sensor, readings);
    return draft;
  }
  const several = named_objects.objects.length > 1;
  named_objects.objects.forEach((object, position) => {
    const event_id = several
      ? id && suffixed(id, `#${position + 1}`)
      : typeof given_id === "string" && given_id !== ""
        ? given_id
        : id;
    const about: Fields = { ...common, subject: buildSubject(object) };
    if (object.quantity !== undefined && about.quantity === undefined) about.quantity = object.quantity;
    const consumed = object.consumed && !status.stated;
    const code = consumed ? { ...status, status_code: "otep:core:processed" } : status;
    addInputs(draft, about, event_id, code, given_sensor, readings);
  });
  return draft;
}

function tooMany(path: string): ErrorFinding {
  return {
    path,
    code: "too_many_events",
    message: "The document has more events than are accepted at once.",
  };
}

type OwnMembers = (name: string) => unknown;

/** The members of ours in the event, under the prefix that the document declares. */
function ownMembers(raw: Fields, prefix: string | undefined): OwnMembers {
  return (name) => (prefix === undefined ? undefined : raw[`${prefix}:${name}`]);
}

/** The members that are the same for every object of the event. */
function commonMembers(
  draft: Draft,
  prefix: string | undefined,
  readings: Readings,
  location: unknown,
  reading: DocumentState,
): Fields {
  const { index, path } = draft;
  const raw = draft.raw!;
  const own_members = ownMembers(raw, prefix);
  const common: Fields = {};
  // In a document of ours the offset may be that of the place; what the sender said is a member of its own.
  const utc_offset =
    own_members("status_code") === undefined ? raw.eventTimeZoneOffset : own_members("utc_offset");
  if (utc_offset !== undefined) common.utc_offset = utc_offset;
  for (const name of EXTENSIONS) {
    const value = own_members(name);
    if (value !== undefined) common[name] = value;
  }
  if (raw.recordTime !== undefined) common.recorded_at = raw.recordTime;
  if (location !== undefined) common.location = location;
  common.source = own_members("source") ?? formatSource(raw);
  const extensions = foreignMembers(raw, prefix, readings.more, own_members("extensions"));
  if (extensions.kept_extensions !== undefined) common.extensions = extensions.kept_extensions;
  for (const name of extensions.dropped) {
    const message = `${name} has no place in a native event.`;
    reading.unmapped.push({ index, path: `${path}/${pointerStep(name)}`, code: "unmapped_member", message });
  }
  return common;
}

function readStatus(
  raw: Fields,
  own_members: OwnMembers,
  readings: Readings,
  location: unknown,
): EpcisStatus {
  const positioned = readings.kind === "none" && isRecord(location) && location.geo !== undefined;
  const status = readEpcisStatus(
    raw.bizStep === undefined ? undefined : toBareString(raw.bizStep as string),
    raw.disposition === undefined ? undefined : toBareString(raw.disposition as string),
    { status_code: own_members("status_code"), base: own_members("base") },
    positioned ? "position" : readings.kind,
  );
  const reason = own_members("incident_reason");
  if (reason !== undefined) return { ...status, incident_reason: reason as string };
  return status;
}

/**
 * The sender's name of the status: step and disposition, preceded by the kind of event when it is not an
 * ObjectEvent.
 */
function formatSource(raw: Fields): Fields | undefined {
  const parts = [raw.type === "ObjectEvent" ? undefined : raw.type, raw.bizStep, raw.disposition];
  const raw_code = parts.flatMap((word) => (typeof word === "string" ? toBareString(word) : [])).join("/");
  return raw_code === "" || raw_code.length > 128 ? undefined : { raw_code };
}

function buildSubject({ subject, parent, related }: EpcisObject): unknown {
  const full: SubjectReference & { parent?: SubjectReference; related?: readonly SubjectReference[] } = {
    ...subject,
  };
  if (parent !== undefined) full.parent = parent;
  if (related.length > 0) full.related = related;
  return full;
}

/** The event about one object, and one more for every further reading. */
function addInputs(
  draft: Draft,
  about: Fields & { subject?: unknown },
  own_id: string | undefined,
  status: EpcisStatus,
  given_sensor: unknown,
  readings: Readings,
): void {
  const input: EpcisInput = {
    ...about,
    subject: about.subject,
    event_id: "",
    occurred_at: draft.raw!.eventTime as string,
    status_code: status.status_code,
  };
  if (status.base !== undefined) input.base = status.base;
  if (status.incident_reason !== undefined) input.incident_reason = status.incident_reason;
  const sensor = given_sensor ?? readings.sensors[0];
  if (sensor !== undefined) input.sensor = sensor;
  const { extensions, quantity, proof, corrects, base, ...rest } = input;
  const further = readings.sensors.slice(1).map((reading): EpcisInput => {
    return { ...(rest as EpcisInput), status_code: "otep:sensor:reading", sensor: reading };
  });
  input.event_id = own_id ?? deriveId([input, ...further]);
  further.forEach((reading, position) => {
    if (input.event_id !== "") reading.event_id = suffixed(input.event_id, `/s${position + 2}`);
  });
  draft.inputs.push(input, ...further);
  draft.primary.push(input);
}
