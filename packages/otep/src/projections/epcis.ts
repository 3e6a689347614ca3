/**
 * GS1 EPCIS 2.0 in JSON-LD: one ObjectEvent per event.
 *
 * Members with an EPCIS counterpart use it; the rest is in extension members `otep:…`, so that `epcis/read.ts`
 * returns the same events. EPCIS describes actual events: an estimate has its time and code in the extensions,
 * and no business step.
 */

import type { Location, Sensor } from "../event.ts";
import { getOffset } from "../local-time.ts";
import file from "../mappings/epcis.json" with { type: "json" };
import type { Projection, ProjectionOptions } from "../projection.ts";
import type { PublicEvent, PublicTimeline } from "../redact.ts";
import type { Timeline } from "../timeline.ts";
import { codes, findIncidentReason, resolveCode } from "../vocabulary.ts";
import { gs1Measure } from "./parts/measures.ts";
import type { AnyEvent } from "./parts/texts.ts";
import { EventUris, isUri, NAMESPACE, namedUri, placeUri, subjectUri } from "./parts/uri.ts";

export const EPCIS_CONTEXT = "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld";

/** Extension members that hold an object or a list: opaque to JSON-LD, so that `id` and `type` stay ours. */
const JSON_MEMBERS = ["subject", "location", "source", "actor", "proof", "sensor", "quantity", "extensions"];

export const epcis: Projection = {
  format: "epcis",
  media_type: "application/ld+json",
  project(timeline, options) {
    const namespace = options.namespace ?? NAMESPACE;
    const events: readonly AnyEvent[] = timeline.events;
    const uris = new EventUris(events);
    const subjects = new SubjectUris(timeline, options, namespace);
    const eventList: EpcisEvent[] = new Array(events.length);
    let corrections: Map<string, AnyEvent> | undefined;
    let loss = 0;
    let creationDate = "";
    for (let index = 0; index < events.length; index++) {
      const event = events[index]!;
      if (event.recorded_at > creationDate) creationDate = event.recorded_at;
      if (event.time_type !== "actual") loss++;
      const projected = projectEvent(event, uris, subjects.of(event.subject), namespace);
      if (event.voided_by !== undefined) {
        corrections ??= indexCorrections(events);
        projected.errorDeclaration = buildErrorDeclaration(event, corrections, uris);
      }
      eventList[index] = projected;
    }
    const document: Record<string, unknown> = { "@context": buildContext(namespace), type: "EPCISDocument" };
    if (isUri(options.public_url)) document.id = options.public_url;
    document.schemaVersion = "2.0";
    // The latest recording time, so that the same timeline gives the same text. Events begin with the year
    // 2000.
    document.creationDate = creationDate === "" ? "2000-01-01T00:00:00.000Z" : creationDate;
    document.epcisBody = { eventList };
    document["otep:protocol_version"] = timeline.protocol_version;
    document["otep:revision"] = timeline.revision;
    document["otep:subject"] = timeline.subject;
    return { document, loss };
  },
};

interface EpcisEvent {
  type: "ObjectEvent";
  eventID: string;
  eventTime: string;
  eventTimeZoneOffset: string;
  recordTime: string;
  epcList: [string];
  action: "ADD" | "OBSERVE" | "DELETE";
  bizStep: string;
  disposition?: string;
  readPoint?: { id: string };
  bizLocation?: { id: string };
  sensorElementList?: unknown[];
  errorDeclaration?: unknown;
  [extension: `otep:${string}`]: unknown;
}

interface Step {
  bizStep: string;
  disposition: string;
  action: "ADD" | "OBSERVE" | "DELETE";
  /** Is the object afterwards at the place of the event? Then it is the business location too. */
  stays: boolean;
}

const staying = new Set(file.staying);
const steps = new Map<string, Step>(
  codes.map(({ id, base, map }) => [id, { ...map.epcis, stays: staying.has(base) }]),
);

function projectEvent(event: AnyEvent, uris: EventUris, epc: string, namespace: string): EpcisEvent {
  const { event_id, incident_reason, location, sensor, source, status_code, time_type } = event;
  const step = steps.get(status_code) ?? steps.get(resolveCode(status_code, event.base).id)!;
  const actual = time_type === "actual";
  const projected: EpcisEvent = {
    type: "ObjectEvent",
    eventID: uris.of(event_id, source.provider),
    eventTime: event.occurred_at,
    eventTimeZoneOffset: event.utc_offset ?? getOffset(event.occurred_at, location?.time_zone),
    recordTime: event.recorded_at,
    epcList: [epc],
    action: actual ? step.action : "OBSERVE",
    bizStep: actual ? step.bizStep : "other",
  };
  if (actual) {
    const why = incident_reason === undefined ? undefined : findIncidentReason(incident_reason)?.map.epcis;
    projected.disposition = why ?? step.disposition;
  }
  if (location !== undefined) {
    const id = placeUri(location as Location, namespace);
    if (id !== undefined) {
      projected.readPoint = { id };
      if (actual && step.stays && !id.startsWith("geo:")) projected.bizLocation = { id };
    }
  }
  if (sensor !== undefined) projected.sensorElementList = [sensorElement(sensor, namespace)];
  projected["otep:protocol_version"] = event.protocol_version;
  projected["otep:status_code"] = status_code;
  if (!steps.has(status_code)) projected["otep:base"] = event.base;
  projected["otep:phase"] = event.phase;
  if (projected.eventID !== `urn:uuid:${event_id}`) projected["otep:event_id"] = event_id;
  projected["otep:subject"] = event.subject;
  if (event.utc_offset !== undefined) projected["otep:utc_offset"] = event.utc_offset;
  if (!actual) projected["otep:time_type"] = time_type;
  if (incident_reason !== undefined) projected["otep:incident_reason"] = incident_reason;
  if (location !== undefined) projected["otep:location"] = location;
  projected["otep:source"] = source;
  if (event.actor !== undefined) projected["otep:actor"] = event.actor;
  if (event.proof !== undefined) projected["otep:proof"] = event.proof;
  if (sensor !== undefined) projected["otep:sensor"] = sensor;
  if (event.quantity !== undefined) projected["otep:quantity"] = event.quantity;
  if (event.description !== undefined) projected["otep:description"] = event.description;
  if (event.corrects !== undefined) projected["otep:corrects"] = event.corrects;
  if ("extensions" in event && event.extensions !== undefined)
    projected["otep:extensions"] = event.extensions;
  return projected;
}

function sensorElement(sensor: Sensor | NonNullable<PublicEvent["sensor"]>, namespace: string): unknown {
  const { value, phenomenon_time, min, max, unit } = sensor;
  const measure = gs1Measure(sensor);
  const report: Record<string, unknown> = {
    type: measure?.type ?? `${namespace}property/${encodeURIComponent(sensor.property)}`,
  };
  if (typeof value === "number") report.value = value;
  else if (typeof value === "string") report.stringValue = value;
  else if (value !== undefined) report.booleanValue = value;
  if (min !== undefined) report.minValue = min;
  if (max !== undefined) report.maxValue = max;
  if (measure?.uom !== undefined) report.uom = measure.uom;
  else if (unit !== undefined) report["otep:unit"] = unit;
  const element: Record<string, unknown> = {};
  const device = "device_id" in sensor ? sensor.device_id : undefined;
  if (device !== undefined || phenomenon_time !== undefined) {
    const metadata: Record<string, unknown> = {};
    if (phenomenon_time !== undefined) metadata.time = phenomenon_time;
    if (device !== undefined) metadata.deviceID = namedUri("device", device, namespace);
    element.sensorMetadata = metadata;
  }
  element.sensorReport = [report];
  return element;
}

/** The corrections of a timeline by their id and the event they void; ids are unique within a provider only. */
function indexCorrections(events: readonly AnyEvent[]): Map<string, AnyEvent> {
  const corrections = new Map<string, AnyEvent>();
  for (const event of events) {
    if (event.corrects !== undefined) corrections.set(`${event.event_id}\n${event.corrects}`, event);
  }
  return corrections;
}

/** The error declaration of a voided event: when it was voided, and by which event. */
function buildErrorDeclaration(
  event: AnyEvent,
  corrections: ReadonlyMap<string, AnyEvent>,
  uris: EventUris,
): unknown {
  const correction = corrections.get(`${event.voided_by}\n${event.event_id}`) ?? event;
  const replaces = resolveCode(correction.status_code, correction.base).effect === "status";
  return {
    declarationTime: correction.recorded_at,
    reason: replaces ? "incorrect_data" : "did_not_occur",
    correctiveEventIDs: [uris.of(event.voided_by!, correction.source.provider)],
  };
}

function buildContext(namespace: string): unknown[] {
  const terms: Record<string, unknown> = { otep: namespace };
  for (const member of JSON_MEMBERS) terms[`otep:${member}`] = { "@type": "@json" };
  return [EPCIS_CONTEXT, terms];
}

/** The URI of each subject; nearly always that of the event before. */
class SubjectUris {
  readonly #own: Timeline["subject"];
  readonly #options: ProjectionOptions;
  readonly #namespace: string;
  #id: string | undefined;
  #scheme: string | undefined;
  #uri = "";

  constructor(timeline: Timeline | PublicTimeline, options: ProjectionOptions, namespace: string) {
    this.#own = timeline.subject;
    this.#options = options;
    this.#namespace = namespace;
  }

  of(subject: Timeline["subject"]): string {
    if (subject.id !== this.#id || subject.scheme !== this.#scheme) {
      this.#id = subject.id;
      this.#scheme = subject.scheme;
      this.#uri = this.#uriOf(subject);
    }
    return this.#uri;
  }

  #uriOf(subject: Timeline["subject"]): string {
    const { public_url } = this.#options;
    const is_own = subject.scheme === "tracking_number" && this.#own.scheme === "tracking_number";
    // The tracking number of the document is where the document is read.
    if (is_own && subject.id === this.#own.id && isUri(public_url)) return public_url;
    return subjectUri(subject, this.#namespace);
  }
}
