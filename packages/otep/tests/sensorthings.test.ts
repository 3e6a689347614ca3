import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sensorthings } from "../src/projections/sensorthings.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { codes, resolveCode } from "../src/vocabulary.ts";
import { richTimeline } from "./random-events.ts";
import { runs } from "./runs.ts";
import standard from "./standards/sensorthings.json" with { type: "json" };
import { buildStoredEvent, minute, subject } from "./support.ts";

const public_url = "https://track.example/PKH0001";

// biome-ignore lint/suspicious/noExplicitAny: a document of another standard, looked into by the tests.
type Json = any;

const entities: Record<string, { required: string[]; optional?: string[]; links: string[] }> =
  standard.entities;
/** What a deep insert nests, and whether it is one or many. */
const nested: Record<string, [string, "one" | "many"]> = {
  Locations: ["Location", "many"],
  Datastreams: ["Datastream", "many"],
  Sensor: ["Sensor", "one"],
  ObservedProperty: ["ObservedProperty", "one"],
  Observations: ["Observation", "many"],
  FeatureOfInterest: ["FeatureOfInterest", "one"],
};
const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The members of an entity are those of the standard: all that are required, no other. */
function checkEntity(kind: string, entity: Json): void {
  const { required, optional = [], links } = entities[kind]!;
  for (const name of required) assert.ok(Object.hasOwn(entity, name), `${kind} without ${name}`);
  for (const [name, value] of Object.entries<Json>(entity)) {
    assert.ok([...required, ...optional, ...links].includes(name), `${kind} has no ${name}`);
    if (links.includes(name)) {
      const [of, many] = nested[name]!;
      assert.equal(Array.isArray(value), many === "many", name);
      for (const one of many === "many" ? value : [value]) checkEntity(of, one);
    }
  }
  for (const name of ["name", "description"])
    if (required.includes(name)) assert.ok(isText(entity[name]), `${kind} ${name}`);
  if (kind === "Datastream") checkDatastream(entity);
  if (kind === "Location") checkGeometry(entity.location);
  if (kind === "FeatureOfInterest") {
    assert.equal(entity.feature.type, "Feature");
    if (entity.feature.geometry !== null) checkGeometry(entity.feature.geometry);
  }
  if (kind === "Location" || kind === "FeatureOfInterest") {
    assert.equal(entity.encodingType, standard.geoEncodingType);
  }
  if (kind === "ObservedProperty") assert.match(entity.definition, /^[a-z]+:\S+$/);
}

function checkGeometry({ type, coordinates }: Json): void {
  assert.equal(type, "Point");
  const [lon, lat, ...rest] = coordinates;
  assert.ok(Math.abs(lon) <= 180 && Math.abs(lat) <= 90);
  assert.deepEqual(rest, []);
}

const types: Record<string, string> = standard.observationTypes;

function checkDatastream(stream: Json): void {
  assert.deepEqual(Object.keys(stream.unitOfMeasurement), standard.unitOfMeasurement.keys);
  const type = Object.keys(types).find((name) => types[name] === stream.observationType)!;
  assert.ok(type !== undefined, stream.observationType);
  assert.ok(stream.Sensor !== undefined && stream.ObservedProperty !== undefined);
  assert.ok(stream.Observations.length > 0);
  for (const { result, phenomenonTime, resultTime, FeatureOfInterest } of stream.Observations) {
    assert.match(phenomenonTime, instant);
    assert.match(resultTime, instant);
    assert.ok(FeatureOfInterest !== undefined);
    if (type === "OM_Measurement") assert.equal(typeof result, "number");
    if (type === "OM_TruthObservation") assert.equal(typeof result, "boolean");
    if (type === "OM_CategoryObservation") assert.match(result, /^otep:[a-z0-9_-]+:[a-z0-9_-]+$/);
  }
}

function project(timeline: Parameters<typeof sensorthings.project>[0]): { thing: Json; loss: number } {
  const { document, loss } = sensorthings.project(timeline, { public_url });
  const thing = JSON.parse(JSON.stringify(document));
  checkEntity("Thing", thing);
  return { thing, loss };
}

function listStreams(thing: Json): Record<string, unknown[]> {
  return Object.fromEntries(
    thing.Datastreams.map((stream: Json) => [
      stream.name,
      stream.Observations.map(({ result }: Json) => result),
    ]),
  );
}

test("is a Thing of the standard, for any timeline, full and public", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      project(timeline);
      project(redactTimeline(timeline));
    }),
    { numRuns: runs(400) },
  );
});

test("has an observation for every event that is not voided, and counts exactly the others as lost", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      const { thing, loss } = project(timeline);
      const standing = timeline.events.filter(({ voided_by }) => voided_by === undefined);
      assert.equal(loss, timeline.events.length - standing.length);
      const observed = new Set(
        thing.Datastreams.flatMap(({ Observations }: Json) =>
          Observations.map(({ parameters }: Json) => `${parameters.provider} ${parameters.event_id}`),
        ),
      );
      assert.deepEqual(
        observed,
        new Set(standing.map(({ source, event_id }) => `${source.provider} ${event_id}`)),
      );
    }),
  );
});

test("keeps statuses, annotations and expectations apart, for every code", () => {
  for (const { id, effect } of codes) {
    for (const time_type of ["actual", "planned"] as const) {
      const { thing } = project(mergeTimeline([buildStoredEvent(id, 0, { time_type })], { subject }));
      const kind = time_type === "planned" ? "expectation" : effect === "status" ? "status" : "annotation";
      assert.deepEqual(listStreams(thing), { [kind]: [id] });
    }
  }
});

test("has a datastream per property, unit and kind of value, with unchanged values", () => {
  const readings = [
    { property: "temperature", value: 7.5, unit: "Cel" },
    { property: "temperature", value: 8, unit: "Cel" },
    { property: "humidity", value: 40, unit: "%" },
    { property: "door", value: true },
    { property: "shock", min: 1, max: 3, unit: "m/s2" },
  ];
  const events = readings.map((sensor, index) => buildStoredEvent("otep:sensor:reading", index, { sensor }));
  const held = { property: "temperature", value: 9, unit: "Cel", phenomenon_time: minute(7) };
  const { thing } = project(
    mergeTimeline([...events, buildStoredEvent("otep:core:held", 9, { sensor: held })], { subject }),
  );
  assert.deepEqual(listStreams(thing), {
    temperature: [7.5, 8, 9],
    humidity: [40],
    door: [true],
    shock: [{ min: 1, max: 3 }],
    status: ["otep:core:held"],
  });
  const [temperature, , door] = thing.Datastreams;
  assert.equal(temperature.unitOfMeasurement.symbol, "Cel");
  assert.equal(temperature.Observations[2].phenomenonTime, minute(7));
  assert.deepEqual(door.unitOfMeasurement, standard.unitOfMeasurement.noUnit);
});

test("has the last actual location, longitude first, regardless of estimates", () => {
  const at = (lat: number, lon: number) => ({ location: { geo: { lat, lon } } });
  const events = [
    buildStoredEvent("otep:core:in_transit", 0, at(45, 5)),
    buildStoredEvent("otep:sensor:position", 1, at(46, 6)),
    buildStoredEvent("otep:core:note", 2),
    buildStoredEvent("otep:core:delivered", 9, { ...at(47, 7), time_type: "estimated" }),
  ];
  const { thing } = project(mergeTimeline(events, { subject }));
  assert.deepEqual(
    thing.Locations.map(({ location }: Json) => location.coordinates),
    [[6, 46]],
  );
  assert.equal(
    project(mergeTimeline([buildStoredEvent("otep:core:note", 2)], { subject })).thing.Locations,
    undefined,
  );
  assert.ok(events.every(({ status_code, base }) => resolveCode(status_code, base) !== undefined));
});
