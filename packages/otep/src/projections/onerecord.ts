/**
 * IATA ONE Record 3.3.0 in JSON-LD: a collection of LogisticsEvents about a Shipment or a Piece.
 *
 * An event carries the IATA status code that fits, and otherwise an element of our own code list: never a code
 * with another meaning. ONE Record cannot void an event, so voided ones are left out, and counted.
 */
import type { Location } from "../event.ts";
import type { Projection } from "../projection.ts";
import { codes, findCode, findIncidentReason, getLabel, PROTOCOL_VERSION } from "../vocabulary.ts";
import { type AnyEvent, headline, readingText } from "./parts/texts.ts";
import { EventUris, isUri, NAMESPACE, placeUri, subjectUri } from "./parts/uri.ts";

const STATUS_CODES = "https://onerecord.iata.org/ns/code-lists/StatusCode#";
const DATE_TIME = "http://www.w3.org/2001/XMLSchema#dateTime";
const DOUBLE = "http://www.w3.org/2001/XMLSchema#double";

export const onerecord: Projection = {
  format: "onerecord",
  media_type: "application/ld+json",
  project(timeline, options) {
    const namespace = options.namespace ?? NAMESPACE;
    const { public_url } = options;
    const events: readonly AnyEvent[] = timeline.events;
    const { subject } = timeline;
    const object = {
      "@id": isUri(public_url) ? public_url : subjectUri(subject, namespace),
      "@type": wholes.has(subject.type) ? "cargo:Shipment" : "cargo:Piece",
    };
    const elements = ownElements(namespace);
    const uris = new EventUris(events);
    const items: unknown[] = [];
    for (const event of events) {
      if (event.voided_by === undefined) items.push(buildEvent(event, uris, object, elements, namespace));
    }
    const document = {
      "@context": {
        cargo: "https://onerecord.iata.org/ns/cargo#",
        api: "https://onerecord.iata.org/ns/api#",
        otep: namespace,
      },
      "@id": `${object["@id"]}/logistics-events`,
      "@type": "api:Collection",
      "api:hasTotalItems": items.length,
      "api:hasItem": items,
      "otep:protocol_version": timeline.protocol_version,
    };
    return { document, loss: events.length - items.length };
  },
};

/** Subjects that may be of several pieces. */
const wholes = new Set(["shipment", "order", "consignment"]);

const timeTypes = {
  actual: timeType("ACTUAL"),
  estimated: timeType("ESTIMATED"),
  planned: timeType("PLANNED"),
  requested: timeType("REQUESTED"),
};

function timeType(name: string) {
  return { "@id": `cargo:${name}`, "@type": "cargo:EventTimeType" };
}

const iataCodes = new Map(
  codes.flatMap(({ id, map }) =>
    map.onerecord === null ? [] : [[id as string, { "@id": STATUS_CODES + map.onerecord.code }]],
  ),
);

function buildEvent(
  event: AnyEvent,
  uris: EventUris,
  object: { "@id": string },
  elements: (code: string, base: string) => unknown,
  namespace: string,
): unknown {
  const { event_id, incident_reason, location, quantity, sensor, status_code } = event;
  // The reason has no member of its own: a discrepancy is a code, every other one is part of the name.
  const discrepancy =
    incident_reason === undefined ? undefined : findIncidentReason(incident_reason)?.map.onerecord;
  const eventCode =
    iataCodes.get(status_code) ??
    (discrepancy == null ? elements(status_code, event.base) : { "@id": STATUS_CODES + discrepancy });
  const name = sensor === undefined ? headline(event) : `${headline(event)}: ${readingText(sensor)}`;
  const projected: Record<string, unknown> = {
    "@id": `${object["@id"]}/logistics-events/${uris.of(event_id, event.source.provider).slice(9)}`,
    "@type": "cargo:LogisticsEvent",
    "cargo:creationDate": { "@type": DATE_TIME, "@value": event.recorded_at },
    "cargo:eventDate": { "@type": DATE_TIME, "@value": event.occurred_at },
    "cargo:eventCode": eventCode,
    "cargo:eventName": name,
    "cargo:eventTimeType": timeTypes[event.time_type],
    "cargo:eventFor": object,
  };
  if (quantity?.pieces !== undefined && quantity.of !== undefined) {
    projected["cargo:partialEventIndicator"] = quantity.pieces < quantity.of;
  }
  if (location !== undefined)
    projected["cargo:eventLocation"] = buildLocation(location as Location, namespace);
  const { provider } = event.source;
  if (provider !== undefined) {
    projected["cargo:recordingOrganization"] = { "@type": "cargo:Organization", "cargo:name": provider };
  }
  projected["otep:status_code"] = status_code;
  return projected;
}

/** Elements of our own list, one object per code and label of a document: an experimental code is labelled by its base. */
function ownElements(namespace: string): (code: string, base: string) => unknown {
  const elements = new Map<string, unknown>();
  return (code, base) => {
    const key = findCode(code) === undefined ? `${code} ${base}` : code;
    let element = elements.get(key);
    if (element === undefined) {
      element = {
        "@type": "cargo:CodeListElement",
        "cargo:code": code,
        "cargo:codeDescription": getLabel(code, base),
        "cargo:codeListName": "OTEP status codes",
        "cargo:codeListReference": namespace,
        "cargo:codeListVersion": PROTOCOL_VERSION,
      };
      elements.set(key, element);
    }
    return element;
  };
}

function buildLocation(location: Location, namespace: string): unknown {
  const { name, kind, gln, unlocode, iata, address, geo } = location;
  const place: Record<string, unknown> = { "@type": "cargo:Location" };
  const uri = placeUri(location, namespace);
  if (uri !== undefined && !uri.startsWith("geo:")) place["@id"] = uri;
  if (name !== undefined) place["cargo:locationName"] = name;
  if (kind !== undefined) place["cargo:locationType"] = kind;
  const known_values: unknown[] = [];
  if (unlocode !== undefined) known_values.push(listElement(unlocode, "UN/LOCODE"));
  if (iata !== undefined) known_values.push(listElement(iata, "IATA location codes"));
  if (gln !== undefined) known_values.push(listElement(gln, "GS1 GLN"));
  if (known_values.length > 0) place["cargo:locationCodes"] = known_values;
  if (address !== undefined) {
    const { lines, city, region, postal_code, country } = address;
    const postal: Record<string, unknown> = { "@type": "cargo:Address" };
    if (lines !== undefined) postal["cargo:streetAddressLines"] = lines;
    if (city !== undefined) postal["cargo:cityName"] = city;
    if (region !== undefined) postal["cargo:regionCode"] = listElement(region);
    if (postal_code !== undefined) postal["cargo:textualPostCode"] = postal_code;
    if (country !== undefined) postal["cargo:country"] = listElement(country, "ISO 3166-1");
    place["cargo:address"] = postal;
  }
  if (geo !== undefined) {
    place["cargo:geolocation"] = {
      "@type": "cargo:Geolocation",
      "cargo:latitude": { "@type": DOUBLE, "@value": String(geo.lat) },
      "cargo:longitude": { "@type": DOUBLE, "@value": String(geo.lon) },
    };
  }
  return place;
}

function listElement(code: string, list?: string): unknown {
  return list === undefined
    ? { "@type": "cargo:CodeListElement", "cargo:code": code }
    : { "@type": "cargo:CodeListElement", "cargo:code": code, "cargo:codeListName": list };
}
