/**
 * The binding to CloudEvents 1.0 (JSON format): `type` is the status code, `id` the event id, `source` the
 * provider, `subject` the subject's id, `time` the time of occurrence, `data` the event.
 */
import type { StoredEvent } from "./event.ts";
import type { ErrorFinding } from "./finding.ts";
import { parseInstant } from "./instant.ts";
import { type Fields, isAbsent, isRecord } from "./normalise/read.ts";
import type { RawEvent } from "./read/raw.ts";
import type { PublicEvent } from "./redact.ts";
import type { TimelineEvent } from "./timeline.ts";
import { findCoreCode } from "./vocabulary.ts";

export interface CloudEvent {
  specversion: "1.0";
  id: string;
  /** `urn:otep:provider:<name>`, percent-encoded; `urn:otep:source:<type>` for a source without a provider. */
  source: string;
  type: string;
  subject: string;
  /** UTC. */
  time: string;
  datacontenttype: "application/json";
  dataschema: string;
  data: Omit<StoredEvent, "fingerprint"> | PublicEvent;
}

export const EVENT_SCHEMA = "https://otep.dev/schema/1.0/event.schema.json";
const PROVIDER = "urn:otep:provider:";
const SOURCE = "urn:otep:source:";

/** One event as a CloudEvent. */
export function toCloudEvent(event: StoredEvent | TimelineEvent | PublicEvent): CloudEvent {
  const { provider, type } = event.source;
  const { fingerprint, ...data } = event as StoredEvent;
  return {
    specversion: "1.0",
    id: event.event_id,
    source: provider === undefined ? SOURCE + type : PROVIDER + encodeURIComponent(provider),
    type: event.status_code,
    subject: event.subject.id,
    time: event.occurred_at,
    datacontenttype: "application/json",
    dataschema: EVENT_SCHEMA,
    data,
  };
}

/** Events as a batch, media type `application/cloudevents-batch+json`. */
export function toCloudEventBatch(
  events: readonly (StoredEvent | TimelineEvent | PublicEvent)[],
): CloudEvent[] {
  return events.map(toCloudEvent);
}

/** Which attribute gives which member of the event. */
const attributes = [
  ["id", "event_id"],
  ["subject", "subject"],
  ["time", "occurred_at"],
  ["type", "status_code"],
] as const;

/**
 * The event in a CloudEvent. Members missing in `data` are taken from the attributes; when both are present
 * they must agree, because routers read only the attributes. A `source` of another form names no provider: the
 * sender is known by its credentials.
 */
export function readCloudEvent(envelope: Fields, path: string): RawEvent {
  const errors: ErrorFinding[] = [];
  const refuse = (member: string, code: ErrorFinding["code"], message: string) => {
    errors.push({ path: `${path}/${member}`, code, message });
  };
  if (envelope.specversion !== "1.0") {
    refuse("specversion", "unsupported_version", "CloudEvents 1.0 is read here.");
  }
  for (const name of ["id", "source", "type"]) {
    const value = envelope[name];
    if (isAbsent(value)) refuse(name, "missing_field", `${name} is required.`);
    else if (typeof value !== "string") refuse(name, "invalid_type", "Must be text.");
  }
  for (const name of ["subject", "time"]) {
    const value = envelope[name];
    if (!isAbsent(value) && typeof value !== "string") refuse(name, "invalid_type", "Must be text.");
  }
  if (envelope.data_base64 !== undefined) {
    refuse("data_base64", "invalid_type", "The event is read from data, as JSON.");
  }
  const { data } = envelope;
  if (!isAbsent(data) && !isRecord(data)) refuse("data", "invalid_type", "An event is an object.");
  if (errors.length > 0) return { value: undefined, path, errors };

  // Without data the attributes alone are the event, and missing members are reported for the attributes.
  const root = isRecord(data) ? `${path}/data` : path;
  const value: Fields = isRecord(data) ? { ...data } : {};
  const moved: Record<string, string> = {};
  for (const [attribute, member] of attributes) {
    const outer = envelope[attribute];
    if (isAbsent(value[member])) {
      if (!isAbsent(outer)) value[member] = outer;
      if (!isAbsent(outer) || root === path) moved[`/${member}`] = `${path}/${attribute}`;
    } else if (!isAbsent(outer)) {
      const code = disagreement(attribute, outer as string, value[member]);
      if (code !== null) refuse(attribute, code, `${attribute} and ${member} of data disagree.`);
    }
  }
  const provider = readProvider(envelope.source as string);
  if (provider !== undefined && isAbsent(value.source)) {
    value.source = { provider };
    moved["/source"] = `${path}/source`;
  } else if (provider !== undefined && isRecord(value.source)) {
    const inner = value.source.provider;
    if (isAbsent(inner)) {
      value.source = { ...value.source, provider };
      moved["/source/provider"] = `${path}/source`;
    } else if (typeof inner === "string" && inner !== provider) {
      refuse("source", "invalid_identifier", "source and the provider of data disagree.");
    }
  }
  return errors.length > 0 ? { value: undefined, path, errors } : { value, path: root, moved };
}

/** A wrong type inside `data` is reported by the reader of events, which has a better message. */
function disagreement(
  attribute: (typeof attributes)[number][0],
  outer: string,
  inner: unknown,
): ErrorFinding["code"] | null {
  switch (attribute) {
    case "id":
      return typeof inner === "string" && inner !== outer ? "event_id_conflict" : null;
    case "subject": {
      const id = isRecord(inner) ? inner.id : inner;
      return typeof id === "string" && id !== outer ? "subject_mismatch" : null;
    }
    case "time": {
      const differ = typeof inner === "string" && !Object.is(parseInstant(inner), parseInstant(outer));
      return differ ? "invalid_timestamp" : null;
    }
    case "type":
      return typeof inner === "string" && longForm(inner) !== longForm(outer) ? "status_mismatch" : null;
  }
}

function longForm(code: string): string {
  return findCoreCode(code)?.id ?? code;
}

function readProvider(source: string): string | undefined {
  if (!source.startsWith(PROVIDER)) return undefined;
  try {
    return decodeURIComponent(source.slice(PROVIDER.length)) || undefined;
  } catch {
    return undefined;
  }
}
