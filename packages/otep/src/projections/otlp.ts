/**
 * OpenTelemetry traces, OTLP/JSON: the journey is a trace.
 *
 * The root span is the journey; every status is a span from its time to that of the next one, so that its
 * length is the dwell time. What does not move the journey (annotations, estimates, voided and late events) is
 * a span event. One resource per provider. No personal data: neither actors nor who signed.
 */
import { sha256 } from "#runtime";
import { formatInstant, parseInstant } from "../instant.ts";
import type { Projection } from "../projection.ts";
import type { PublicTimeline } from "../redact.ts";
import type { Timeline } from "../timeline.ts";
import { type CodeEntry, codes, incidentReasons, phases, resolveCode } from "../vocabulary.ts";
import { type AnyEvent, headline } from "./parts/texts.ts";

export const otlp: Projection = {
  format: "otlp",
  media_type: "application/json",
  project(timeline, options) {
    const events: readonly AnyEvent[] = timeline.events;
    if (events.length === 0) return { document: { resourceSpans: [] }, loss: 0 };
    const { id, scheme } = timeline.subject;
    const digest = sha256(`${scheme}:${id}`);
    const traceId = nonZero(digest.slice(0, 32));
    const root = rootSpan(timeline, options.public_url, traceId, nonZero(digest.slice(32, 48)));
    const last_ns = nanoseconds(timeline.last_event_at ?? events[events.length - 1]!.occurred_at);

    const byProvider = new Map<string, Span[]>();
    let open: Span | undefined;
    for (const event of events) {
      const code = resolveCode(event.status_code, event.base);
      const counts = event.time_type === "actual" && event.voided_by === undefined && !event.after_terminal;
      if (!counts || code.effect !== "status") {
        // An annotation belongs to the status it came in; voided and expected events belong to the journey.
        const span = counts ? (open ?? root) : root;
        span.events ??= [];
        span.events.push(spanEvent(event, code));
        continue;
      }
      const start = nanoseconds(event.occurred_at);
      if (open !== undefined) open.endTimeUnixNano = start;
      const provider = event.source.provider ?? "";
      open = {
        traceId,
        spanId: nonZero(sha256(`${provider}\n${event.event_id}`).slice(0, 16)),
        parentSpanId: root.spanId,
        flags: 1,
        name: event.status_code,
        kind: 1,
        startTimeUnixNano: start,
        endTimeUnixNano: last_ns,
        attributes: buildAttributes(event, code),
      };
      if (code.map.otlp.error) open.status = { code: 2, message: event.incident_reason ?? code.label };
      const spans = byProvider.get(provider);
      if (spans === undefined) byProvider.set(provider, [open]);
      else spans.push(open);
    }

    const scope = { name: "otep", version: timeline.protocol_version };
    const resourceSpans = [buildResource("otep", scope, [root])];
    for (const [provider, spans] of byProvider) {
      resourceSpans.push(buildResource(provider === "" ? "unknown" : provider, scope, spans));
    }
    return { document: { resourceSpans }, loss: 0 };
  },
};

type Value =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number };

interface Attribute {
  key: string;
  value: Value;
}

interface SpanEvent {
  timeUnixNano: string;
  name: string;
  attributes: Attribute[];
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  flags: number;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  events?: SpanEvent[];
  status?: { code: number; message: string };
}

function buildResource(service: string, scope: unknown, spans: Span[]) {
  return {
    resource: { attributes: [text("service.name", service), text("service.namespace", "otep")] },
    scopeSpans: [{ scope, spans }],
  };
}

function rootSpan(timeline: Timeline | PublicTimeline, url: string, traceId: string, spanId: string): Span {
  const { subject, status, events } = timeline;
  const span: Span = {
    traceId,
    spanId,
    flags: 1,
    name: "journey",
    kind: 1,
    startTimeUnixNano: nanoseconds(timeline.first_event_at ?? events[0]!.occurred_at),
    endTimeUnixNano: nanoseconds(timeline.last_event_at ?? events[events.length - 1]!.occurred_at),
    attributes: [
      text("otep.subject.id", subject.id),
      text("otep.subject.scheme", subject.scheme),
      text("otep.subject.type", subject.type),
      text("otep.protocol_version", timeline.protocol_version),
      text("otep.profile", timeline.profile),
      text("otep.direction", timeline.direction),
      { key: "otep.delivered", value: { boolValue: timeline.delivered } },
      { key: "otep.event_count", value: { intValue: String(timeline.event_count) } },
      text("otep.revision", timeline.revision),
      text("url.full", url),
    ],
  };
  if (timeline.eta !== undefined) span.attributes.push(text("otep.eta", timeline.eta));
  if (status !== null) {
    span.attributes.push(text("otep.status_code", status.code), text("otep.phase", status.phase));
    const code = resolveCode(status.code, status.base);
    if (code.map.otlp.error) span.status = { code: 2, message: status.incident_reason ?? code.label };
  }
  return span;
}

/** Marked in its name, because a reader who sees only the name would take it for an actual event. */
function spanEvent(event: AnyEvent, code: CodeEntry): SpanEvent {
  let name: string = event.status_code;
  if (event.voided_by !== undefined) name = `voided ${name}`;
  else if (event.time_type !== "actual") name = `${event.time_type} ${name}`;
  else if (event.after_terminal) name = `late ${name}`;
  return { timeUnixNano: nanoseconds(event.occurred_at), name, attributes: buildAttributes(event, code) };
}

// Objects shared by every event of a code: they are serialised, never changed.
const codeAttributes = new Map<string, Attribute>(codes.map(({ id }) => [id, text("otep.status_code", id)]));
const baseAttributes = new Map<string, Attribute>(codes.map(({ base }) => [base, text("otep.base", base)]));
const phaseAttributes = new Map<string, Attribute>(
  phases.map(({ name }) => [name, text("otep.phase", name)]),
);
const reasonAttributes = new Map<string, Attribute>(
  incidentReasons.map(({ code }) => [code, text("otep.incident_reason", code)]),
);

function buildAttributes(event: AnyEvent, code: CodeEntry): Attribute[] {
  const { event_id, incident_reason, location, sensor, quantity, source } = event;
  const attributes: Attribute[] = [
    codeAttributes.get(event.status_code) ?? text("otep.status_code", event.status_code),
    baseAttributes.get(code.base)!,
    phaseAttributes.get(event.phase)!,
    text("otep.event_id", event_id),
    text("otep.source.type", source.type),
    text("otep.label", headline(event)),
  ];
  if (source.provider !== undefined) attributes.push(text("otep.source.provider", source.provider));
  if (incident_reason !== undefined) {
    attributes.push(reasonAttributes.get(incident_reason) ?? text("otep.incident_reason", incident_reason));
  }
  if (event.time_type !== "actual") attributes.push(text("otep.time_type", event.time_type));
  if (event.occurred_at > LATEST) attributes.push(text("otep.occurred_at", event.occurred_at));
  if (location !== undefined) placeAttributes(attributes, location);
  if (sensor !== undefined) {
    attributes.push(text("otep.sensor.property", sensor.property));
    if (sensor.value !== undefined)
      attributes.push({ key: "otep.sensor.value", value: anyValue(sensor.value) });
    if (sensor.unit !== undefined) attributes.push(text("otep.sensor.unit", sensor.unit));
    if (sensor.min !== undefined) attributes.push(number("otep.sensor.min", sensor.min));
    if (sensor.max !== undefined) attributes.push(number("otep.sensor.max", sensor.max));
  }
  if (quantity?.pieces !== undefined) attributes.push(count("otep.quantity.pieces", quantity.pieces));
  if (quantity?.of !== undefined) attributes.push(count("otep.quantity.of", quantity.of));
  if (quantity?.weight_kg !== undefined)
    attributes.push(number("otep.quantity.weight_kg", quantity.weight_kg));
  if (event.description !== undefined) attributes.push(text("otep.description", event.description));
  if (event.corrects !== undefined) attributes.push(text("otep.corrects", event.corrects));
  if (event.voided_by !== undefined) attributes.push(text("otep.voided_by", event.voided_by));
  if (event.corroborates !== undefined) attributes.push(text("otep.corroborates", event.corroborates));
  if (event.after_terminal) attributes.push({ key: "otep.after_terminal", value: { boolValue: true } });
  return attributes;
}

/** In the names that the semantic conventions give to places, where they have one. */
function placeAttributes(attributes: Attribute[], location: NonNullable<AnyEvent["location"]>): void {
  const { geo, address, kind } = location;
  if (kind !== undefined) attributes.push(text("otep.location.kind", kind));
  if (geo !== undefined)
    attributes.push(number("geo.location.lat", geo.lat), number("geo.location.lon", geo.lon));
  if (address?.city !== undefined) attributes.push(text("geo.locality.name", address.city));
  if (address?.country !== undefined) attributes.push(text("geo.country.iso_code", address.country));
  if ("name" in location && location.name !== undefined)
    attributes.push(text("otep.location.name", location.name));
  if ("gln" in location && location.gln !== undefined)
    attributes.push(text("otep.location.gln", location.gln));
  if ("unlocode" in location && location.unlocode !== undefined) {
    attributes.push(text("otep.location.unlocode", location.unlocode));
  }
}

function text(key: string, value: string): Attribute {
  return { key, value: { stringValue: value } };
}

function number(key: string, value: number): Attribute {
  return { key, value: { doubleValue: value } };
}

/** 64-bit whole numbers are decimal text in OTLP/JSON. */
function count(key: string, value: number): Attribute {
  return { key, value: { intValue: String(value) } };
}

function anyValue(value: number | string | boolean): Value {
  if (typeof value === "number") return { doubleValue: value };
  return typeof value === "string" ? { stringValue: value } : { boolValue: value };
}

/** The last millisecond whose nanoseconds fit a signed 64-bit number, which is what receivers keep: in 2262. */
const LATEST_MS = 9_223_372_036_854;
/** The same as text in normal form; later times are greater as text. */
const LATEST = formatInstant(LATEST_MS);

/**
 * UTC text as nanoseconds since 1970, in decimal text: milliseconds are all there is. A later time than a receiver
 * can hold, as in 9999 for "not known", would cost the whole trace; it becomes the latest one that fits.
 */
function nanoseconds(instant: string): string {
  return `${Math.min(parseInstant(instant), LATEST_MS)}000000`;
}

/** An id of zeroes only means none. */
function nonZero(hex: string): string {
  return /[^0]/.test(hex) ? hex : `${hex.slice(1)}1`;
}
