/**
 * OGC SensorThings 1.1: a Thing with its Locations and Datastreams, ready to be inserted in one request.
 *
 * Statuses are a datastream of categories, annotations another one, and estimates, plans and requests a third:
 * an observation about a later time than its own. Every sensor property is a datastream with its unit. A voided
 * event is not an observation: it is left out, and counted as lost.
 */
import type { Projection } from "../projection.ts";
import type { PublicTimeline } from "../redact.ts";
import type { Timeline } from "../timeline.ts";
import { resolveCode } from "../vocabulary.ts";
import { type AnyEvent, headline } from "./parts/texts.ts";
import { isUri, NAMESPACE, namedUri, subjectUri } from "./parts/uri.ts";

const OM = "http://www.opengis.net/def/observationType/OGC-OM/2.0/";
const GEO_JSON = "application/geo+json";
const NO_UNIT = { name: null, symbol: null, definition: null };

export const sensorthings: Projection = {
  format: "sensorthings",
  media_type: "application/json",
  project(timeline, options) {
    const namespace = options.namespace ?? NAMESPACE;
    const events: readonly AnyEvent[] = timeline.events;
    const { subject } = timeline;
    const url = isUri(options.public_url) ? options.public_url : subjectUri(subject, namespace);
    const streams = new Streams(url, namespace);
    // A place without coordinates, for events that do not say where they were.
    const nowhere = buildFeature(subject.id, `The ${subject.type} itself`, null, undefined);
    let loss = 0;
    let here: AnyEvent | undefined;
    for (const event of events) {
      if (event.voided_by !== undefined) {
        loss++;
        continue;
      }
      if (event.time_type === "actual" && event.location?.geo !== undefined) here = event;
      streams.add(event, event.location === undefined ? nowhere : toGeoJsonPlace(event.location, nowhere));
    }
    const document: Record<string, unknown> = {
      name: subject.id,
      description: `Journey of the ${subject.type} ${subject.id}`,
      properties: buildProperties(timeline, url),
    };
    if (here?.location?.geo !== undefined) {
      document.Locations = [
        {
          name: buildName(here.location) ?? subject.id,
          description: `Where the ${subject.type} was at ${here.occurred_at}`,
          encodingType: GEO_JSON,
          location: point(here.location.geo),
        },
      ];
    }
    document.Datastreams = streams.all();
    return { document, loss };
  },
};

function buildProperties(timeline: Timeline | PublicTimeline, url: string): unknown {
  const properties: Record<string, unknown> = {
    url,
    protocol_version: timeline.protocol_version,
    subject: timeline.subject,
    direction: timeline.direction,
    delivered: timeline.delivered,
    revision: timeline.revision,
  };
  if (timeline.status !== null) properties.status = timeline.status;
  if (timeline.eta !== undefined) properties.eta = timeline.eta;
  return properties;
}

interface Datastream {
  name: string;
  description: string;
  observationType: string;
  unitOfMeasurement: unknown;
  Sensor: unknown;
  ObservedProperty: unknown;
  Observations: unknown[];
}

/** The datastreams of a Thing, created with their first observation. */
class Streams {
  readonly #url: string;
  readonly #namespace: string;
  readonly #streams = new Map<string, Datastream>();

  constructor(url: string, namespace: string) {
    this.#url = url;
    this.#namespace = namespace;
  }

  all(): Datastream[] {
    return [...this.#streams.values()];
  }

  add(event: AnyEvent, feature: unknown): void {
    const { sensor } = event;
    const code = resolveCode(event.status_code, event.base);
    const parameters = buildParameters(event);
    if (sensor !== undefined && event.time_type === "actual") {
      this.#streamOf(sensor).Observations.push({
        phenomenonTime: sensor.phenomenon_time ?? event.occurred_at,
        resultTime: event.recorded_at,
        result: sensor.value ?? { min: sensor.min ?? null, max: sensor.max ?? null },
        parameters,
        FeatureOfInterest: feature,
      });
      // A reading is an observation of its value; a status with a reading gives two observations.
      if (code.effect === "annotation") return;
    }
    const kind =
      event.time_type !== "actual" ? "expectation" : code.effect === "status" ? "status" : "annotation";
    this.#categories(kind).Observations.push({
      phenomenonTime: event.occurred_at,
      resultTime: event.recorded_at,
      result: event.status_code,
      parameters,
      FeatureOfInterest: feature,
    });
  }

  #categories(kind: keyof typeof KINDS): Datastream {
    let stream = this.#streams.get(kind);
    if (stream === undefined) {
      stream = {
        name: kind,
        description: KINDS[kind],
        observationType: `${OM}OM_CategoryObservation`,
        unitOfMeasurement: NO_UNIT,
        Sensor: {
          name: "reports",
          description: "Reports of those who handle the shipment",
          encodingType: "text/html",
          metadata: this.#url,
        },
        ObservedProperty: { name: kind, definition: `${this.#namespace}${kind}`, description: KINDS[kind] },
        Observations: [],
      };
      this.#streams.set(kind, stream);
    }
    return stream;
  }

  /** One per property, unit, device and kind of value: a datastream has one of each. */
  #streamOf(sensor: NonNullable<AnyEvent["sensor"]>): Datastream {
    const { property, unit, value } = sensor;
    const device = "device_id" in sensor ? sensor.device_id : undefined;
    const type = typeof value;
    const key = JSON.stringify([property, unit, device, type]);
    let stream = this.#streams.get(key);
    if (stream === undefined) {
      stream = {
        name: property,
        description: device === undefined ? property : `${property} by ${device}`,
        observationType: OM + (observationTypes[type] ?? "OM_Observation"),
        unitOfMeasurement:
          unit === undefined
            ? NO_UNIT
            : {
                name: unit,
                symbol: unit,
                definition: `http://unitsofmeasure.org/${encodeURIComponent(unit)}`,
              },
        Sensor: {
          name: device ?? property,
          description: device === undefined ? `A sensor of ${property}` : `The device ${device}`,
          encodingType: "text/html",
          metadata: device === undefined ? this.#url : namedUri("device", device, this.#namespace),
        },
        ObservedProperty: {
          name: property,
          definition: `${this.#namespace}property/${encodeURIComponent(property)}`,
          description: property,
        },
        Observations: [],
      };
      this.#streams.set(key, stream);
    }
    return stream;
  }
}

const KINDS = {
  status: "Status of the journey",
  annotation: "Remarks that do not change the status",
  expectation: "What is estimated, planned or asked for",
};

const observationTypes: Partial<Record<string, string>> = {
  number: "OM_Measurement",
  boolean: "OM_TruthObservation",
};

function buildParameters(event: AnyEvent): unknown {
  const parameters: Record<string, unknown> = {
    event_id: event.event_id,
    status_code: event.status_code,
    phase: event.phase,
    label: headline(event),
    source: event.source.type,
  };
  if (event.source.provider !== undefined) parameters.provider = event.source.provider;
  if (event.time_type !== "actual") parameters.time_type = event.time_type;
  if (event.incident_reason !== undefined) parameters.incident_reason = event.incident_reason;
  if (event.quantity !== undefined) parameters.quantity = event.quantity;
  if (event.description !== undefined) parameters.description = event.description;
  if (event.corrects !== undefined) parameters.corrects = event.corrects;
  if (event.after_terminal) parameters.after_terminal = true;
  if (event.sensor !== undefined) parameters.sensor = event.sensor;
  return parameters;
}

type Place = NonNullable<AnyEvent["location"]>;

function toGeoJsonPlace(location: Place, nowhere: unknown): unknown {
  const { geo } = location;
  const name = buildName(location);
  if (geo === undefined && name === undefined) return nowhere;
  return buildFeature(name ?? "position", "Where it happened", geo ?? null, location);
}

/** A place in words: its name, else city and country, else its code. */
function buildName(location: Place): string | undefined {
  if ("name" in location && location.name !== undefined) return location.name;
  const { city, country } = location.address ?? {};
  if (city !== undefined) return country === undefined ? city : `${city}, ${country}`;
  const { unlocode, iata, gln, id } = location as Partial<Record<"unlocode" | "iata" | "gln" | "id", string>>;
  return unlocode ?? iata ?? gln ?? id ?? country;
}

/** GeoJSON allows a feature whose place is not known. */
function buildFeature(
  name: string,
  description: string,
  geo: { lat: number; lon: number } | null,
  location: Place | undefined,
): unknown {
  return {
    name,
    description,
    encodingType: GEO_JSON,
    feature: {
      type: "Feature",
      geometry: geo === null ? null : point(geo),
      properties: location === undefined ? {} : { location },
    },
  };
}

/** GeoJSON writes longitude first. */
function point(geo: { lat: number; lon: number }): unknown {
  return { type: "Point", coordinates: [geo.lon, geo.lat] };
}
