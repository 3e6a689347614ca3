/**
 * UN/CEFACT web vocabulary in JSON-LD: a Consignment with its transport events, status and reason as codes of
 * Recommendation 24.
 *
 * The vocabulary cannot void a statement, so voided events are left out, and counted as lost.
 */
import type { Location } from "../event.ts";
import type { Projection } from "../projection.ts";
import { codes, findIncidentReason, resolveCode } from "../vocabulary.ts";
import { type AnyEvent, headline, readingText } from "./parts/texts.ts";
import { EventUris, isUri, NAMESPACE, placeUri, subjectUri } from "./parts/uri.ts";

const VOCABULARY = "https://vocabulary.uncefact.org/";
export const UNCEFACT_CONTEXT = `${VOCABULARY}unece-context.jsonld`;

export const uncefact: Projection = {
  format: "uncefact",
  media_type: "application/ld+json",
  project(timeline, options) {
    const namespace = options.namespace ?? NAMESPACE;
    const events: readonly AnyEvent[] = timeline.events;
    const { subject, status } = timeline;
    const uris = new EventUris(events);
    const transportEvent: TransportEvent[] = [];
    for (const event of events) {
      if (event.voided_by === undefined) transportEvent.push(buildTransportEvent(event, uris, namespace));
    }
    const document: Record<string, unknown> = {
      "@context": buildContext(namespace),
      id: isUri(options.public_url) ? options.public_url : subjectUri(subject, namespace),
      type: "Consignment",
      identifier: subject.id,
    };
    if (status !== null) {
      const code = resolveCode(status.code, status.base);
      const current: Record<string, unknown> = {
        type: "LogisticsStatus",
        logisticsStatusConditionCode: code.map.uncefact,
        description: code.label,
        referenceDateTime: status.since,
        "otep:status_code": status.code,
      };
      const reason = reasonCode(status.incident_reason);
      if (reason !== undefined) current.logisticsStatusReasonCode = reason;
      document.specifiedLogisticsStatus = current;
    }
    document.transportEvent = transportEvent;
    document["otep:protocol_version"] = timeline.protocol_version;
    return { document, loss: events.length - transportEvent.length };
  },
};

interface TransportEvent {
  id: string;
  type: "TransportEvent";
  identifier: string;
  actualOccurrenceDateTime?: string;
  estimatedOccurrenceDateTime?: string;
  scheduledOccurrenceDateTime?: string;
  requestedOccurrenceDateTime?: string;
  receivedDateTime: string;
  reportedConditionTypeCode: string;
  reasonTypeCode?: string;
  description: string;
  applicableNote?: { type: "Note"; content: string };
  occurrenceLogisticsLocation?: unknown;
  unitQuantity?: unknown;
  "otep:status_code": string;
}

const conditions = new Map(codes.map(({ id, map }) => [id as string, map.uncefact]));

function buildTransportEvent(event: AnyEvent, uris: EventUris, namespace: string): TransportEvent {
  const { event_id, incident_reason, location, occurred_at, quantity, sensor, status_code } = event;
  const projected: TransportEvent = {
    id: uris.of(event_id, event.source.provider),
    type: "TransportEvent",
    identifier: event_id,
    receivedDateTime: event.recorded_at,
    reportedConditionTypeCode:
      conditions.get(status_code) ?? resolveCode(status_code, event.base).map.uncefact,
    description: sensor === undefined ? headline(event) : `${headline(event)}: ${readingText(sensor)}`,
    "otep:status_code": status_code,
  };
  switch (event.time_type) {
    case "actual":
      projected.actualOccurrenceDateTime = occurred_at;
      break;
    case "estimated":
      projected.estimatedOccurrenceDateTime = occurred_at;
      break;
    case "planned":
      projected.scheduledOccurrenceDateTime = occurred_at;
      break;
    case "requested":
      projected.requestedOccurrenceDateTime = occurred_at;
  }
  if (event.description !== undefined) {
    projected.applicableNote = { type: "Note", content: event.description };
  }
  const reason = reasonCode(incident_reason);
  if (reason !== undefined) projected.reasonTypeCode = reason;
  if (location !== undefined)
    projected.occurrenceLogisticsLocation = buildLocation(location as Location, namespace);
  if (quantity?.pieces !== undefined) {
    projected.unitQuantity = { type: "unece:QuantityType", "unece:QuantityTypeValue": quantity.pieces };
  }
  return projected;
}

/** An experimental reason is `other`: code 273. */
function reasonCode(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined;
  return (findIncidentReason(reason) ?? findIncidentReason("other"))!.map.uncefact;
}

function buildLocation(location: Location, namespace: string): unknown {
  const { name, gln, unlocode, iata, id, address, geo } = location;
  const place: Record<string, unknown> = { type: "LogisticsLocation" };
  const uri = placeUri(location, namespace);
  if (uri !== undefined && !uri.startsWith("geo:")) place.id = uri;
  const identifier = unlocode ?? gln ?? iata ?? id;
  if (identifier !== undefined) place.identifier = identifier;
  if (name !== undefined) place.name = name;
  if (address !== undefined) {
    const { lines, city, region, postal_code, country } = address;
    const postal: Record<string, unknown> = { type: "TradeAddress" };
    lines?.forEach((line, index) => {
      postal[LINES[index]!] = line;
    });
    if (city !== undefined) postal.cityName = city;
    if (region !== undefined) postal.countrySubDivisionName = region;
    if (postal_code !== undefined) postal.postcodeCode = postal_code;
    if (country !== undefined) {
      postal.tradeAddressCountryId = country;
      place.logisticsLocationCountryId = country;
    }
    place.postalAddress = postal;
  }
  if (geo !== undefined) {
    place.physicalGeographicalCoordinate = {
      type: "GeographicalCoordinate",
      latitudeMeasure: { type: "unece:MeasureType", "unece:MeasureTypeValue": geo.lat },
      longitudeMeasure: { type: "unece:MeasureType", "unece:MeasureTypeValue": geo.lon },
    };
  }
  return place;
}

const LINES = ["lineOne", "lineTwo", "lineThree", "lineFour", "lineFive"];

/** The bare codes are entries of their lists: the published context leaves them relative to the document. */
function buildContext(namespace: string): unknown[] {
  const status = buildTerms("LogisticsStatusCodeList#");
  const country = buildTerms("CountryId#");
  return [
    UNCEFACT_CONTEXT,
    {
      "@version": 1.1,
      otep: namespace,
      reportedConditionTypeCode: { "@id": "unece:reportedConditionTypeCode", ...status },
      logisticsStatusConditionCode: { "@id": "unece:logisticsStatusConditionCode", ...status },
      logisticsStatusReasonCode: { "@id": "unece:logisticsStatusReasonCode", ...status },
      logisticsLocationCountryId: { "@id": "unece:logisticsLocationCountryId", ...country },
      tradeAddressCountryId: { "@id": "unece:tradeAddressCountryId", ...country },
    },
  ];
}

function buildTerms(list: string) {
  return { "@type": "@vocab", "@context": { "@vocab": VOCABULARY + list } };
}
