/**
 * Reads a body as a list of raw events. A body may be a timeline, one event, `{events: []}`, a list of events,
 * a CloudEvent or a batch of them. Text with one JSON document per line is read by `lines.ts`.
 */
import { readCloudEvent } from "../cloudevents.ts";
import type { ErrorFinding } from "../finding.ts";
import { type Fields, isRecord } from "../normalise/read.ts";
import type { RawEvent } from "./raw.ts";

export type BodyKind = "timeline" | "event" | "events" | "list" | "cloudevent" | "cloudevents" | "lines";

export interface Body {
  kind: BodyKind;
  /** The object around the events, of a timeline and of `{events}`. */
  document?: Fields;
  events: RawEvent[];
  /** Of the body as a whole; then there are no events. */
  errors: ErrorFinding[];
}

/** Limits of the routes; bytes of the body as sent. */
export const BODY_LIMITS = {
  ingest: { events: 1000, bytes: 4 * 1024 * 1024 },
  validate: { events: 10_000, bytes: 16 * 1024 * 1024 },
} as const;

export interface ReadLimits {
  /** More events than this are the error `too_many_events`, and none is read. */
  events_max: number;
}

/** Split a body into raw events. `document` is parsed JSON of any shape. Never throws. */
export function readBody(document: unknown, { events_max }: ReadLimits): Body {
  if (Array.isArray(document)) {
    const kind = isCloudEvent(document[0]) ? "cloudevents" : "list";
    if (document.length > events_max) return tooMany(kind, "", document.length, events_max);
    return { kind, events: document.map((item, index) => readItem(item, `/${index}`)), errors: [] };
  }
  if (!isRecord(document)) {
    return refused("event", "", "invalid_type", "Must be a timeline, an event or a list of events.");
  }
  if (isCloudEvent(document)) {
    return { kind: "cloudevent", events: [readCloudEvent(document, "")], errors: [] };
  }
  if (document.events === undefined && document.type !== "otep.timeline") {
    return { kind: "event", events: [{ value: document, path: "" }], errors: [] };
  }
  const kind = document.type === "otep.timeline" ? "timeline" : "events";
  const { events } = document;
  if (events === undefined || events === null) {
    return { ...refused(kind, "/events", "missing_field", "events is required."), document };
  }
  if (!Array.isArray(events)) {
    return { ...refused(kind, "/events", "invalid_type", "Must be a list."), document };
  }
  if (events.length > events_max) {
    return { ...tooMany(kind, "/events", events.length, events_max), document };
  }
  const items = events.map((item, index) => readItem(item, `/events/${index}`));
  return { kind, document, events: items, errors: [] };
}

/** One entry of a list: an event, or a CloudEvent around one. */
export function readItem(value: unknown, path: string): RawEvent {
  return isCloudEvent(value) ? readCloudEvent(value, path) : { value, path };
}

/** `specversion` is required of every CloudEvent and no member of an event. */
function isCloudEvent(value: unknown): value is Fields & { specversion: unknown } {
  return isRecord(value) && value.specversion !== undefined;
}

export function tooMany(kind: BodyKind, path: string, count: number, events_max: number): Body {
  return refused(kind, path, "too_many_events", `At most ${events_max} events; these are ${count}.`);
}

function refused(kind: BodyKind, path: string, code: ErrorFinding["code"], message: string): Body {
  return { kind, events: [], errors: [{ path, code, message }] };
}
