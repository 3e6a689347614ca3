import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { EXAMPLE_URL, exampleTimeline } from "../scripts/example-timeline.ts";
import { readEpcis } from "../src/epcis/read.ts";
import type { Location, StoredEvent } from "../src/event.ts";
import { normaliseEvent } from "../src/normalise.ts";
import { epcis } from "../src/projections/epcis.ts";
import { gs1Measure, parseGs1Property } from "../src/projections/parts/measures.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline, type Timeline } from "../src/timeline.ts";
import { codes, getCode } from "../src/vocabulary.ts";
import { expand } from "./json-ld.ts";
import { richTimeline } from "./random-events.ts";
import { runs } from "./runs.ts";
import { buildStoredEvent, minute, subject } from "./support.ts";

const schema = JSON.parse(
  readFileSync(new URL("./standards/epcis/EPCIS-JSON-Schema.json", import.meta.url), "utf8"),
);
const formats = addFormats as unknown as typeof addFormats.default;
// The schema itself does not pass the strict mode.
const ajv = new Ajv({ strict: false });
formats(ajv);
const conforms = ajv.compile(schema);

const public_url = "https://track.example/api/v1/otep/trackings/PKH0001";

// biome-ignore lint/suspicious/noExplicitAny: a document of another standard, looked into by the tests.
type Json = any;

function project(
  timeline: Parameters<typeof epcis.project>[0],
  namespace?: string,
): { document: Json; loss: number } {
  const { document, loss } = epcis.project(timeline, { public_url, namespace });
  const parsed_document = JSON.parse(JSON.stringify(document));
  assert.ok(conforms(parsed_document), JSON.stringify(conforms.errors?.slice(0, 4)));
  return { document: parsed_document, loss };
}

function readBack(document: Json, about: Timeline): Timeline {
  const { errors, items, unmapped } = readEpcis(document);
  assert.deepEqual(errors, []);
  assert.deepEqual(unmapped, []);
  const events: StoredEvent[] = [];
  for (const item of items) {
    assert.deepEqual(item.errors, []);
    for (const input of item.inputs) {
      const { event, errors } = normaliseEvent(input, { now: 0, keep_recorded_at: true });
      assert.deepEqual(errors, []);
      events.push(event!);
    }
  }
  return mergeTimeline(events, { subject: about.subject, owners: ["owner"] });
}

test("produces documents that the schema of GS1 accepts, for every code, actual and estimated", () => {
  for (const { id } of codes) {
    for (const time_type of ["actual", "estimated"] as const) {
      const { document } = project(mergeTimeline([buildStoredEvent(id, 0, { time_type })], { subject }));
      const [event] = document.epcisBody.eventList;
      const { bizStep, disposition, action } = getCode(id).map.epcis;
      // An estimate has no business step.
      const says = time_type === "actual" ? [bizStep, disposition, action] : ["other", undefined, "OBSERVE"];
      assert.deepEqual([event.bizStep, event.disposition, event.action], says);
      assert.equal(event["otep:status_code"], id);
    }
  }
});

test("produces documents that the schema accepts, for any timeline, full and public, under any namespace", () => {
  const namespaces = fc.constantFrom(undefined, "https://example.com/vocabulary#", "urn:example:");
  fc.assert(
    fc.property(richTimeline, namespaces, (timeline, namespace) => {
      project(timeline, namespace);
      project(redactTimeline(timeline, { public_proof: () => "https://example.com/proof" }), namespace);
    }),
    { numRuns: runs(300) },
  );
});

test("stays valid when the address of the timeline is no URI", () => {
  for (const url of ["", "/trackings/PKH0001", "https://é.example/ "]) {
    const { document } = epcis.project(exampleTimeline(), { public_url: url });
    assert.ok(conforms(JSON.parse(JSON.stringify(document))), JSON.stringify(conforms.errors?.slice(0, 2)));
  }
});

test("is read back as the same timeline, byte for byte", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      assert.equal(JSON.stringify(readBack(project(timeline).document, timeline)), JSON.stringify(timeline));
    }),
    { numRuns: runs(1000) },
  );
});

test("is read back as the same timeline with a custom namespace and prefix", () => {
  const timeline = exampleTimeline();
  const namespace = "https://example.com/vocabulary#";
  const { document } = epcis.project(timeline, { public_url: EXAMPLE_URL, namespace });
  const renamed = JSON.parse(JSON.stringify(document), (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, held]) => [name.replace(/^otep(?=:|$)/, "own"), held]),
        )
      : value,
  );
  assert.ok(conforms(renamed));
  const { items } = readEpcis(renamed, { namespace });
  const events = items.flatMap(({ inputs }) =>
    inputs.map((input) => normaliseEvent(input, { now: 0, keep_recorded_at: true }).event!),
  );
  assert.equal(
    JSON.stringify(mergeTimeline(events, { subject: timeline.subject })),
    JSON.stringify(timeline),
  );
});

test("counts as lost the events that EPCIS cannot express: those that did not happen yet", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      const future = timeline.events.filter(({ time_type }) => time_type !== "actual");
      assert.equal(project(timeline).loss, future.length);
    }),
  );
});

test("is linked data: steps, places and our members expand to their URIs", async () => {
  const timeline = exampleTimeline();
  const [expanded] = (await expand(epcis.project(timeline, { public_url: EXAMPLE_URL }).document)) as Json[];
  const gs1 = "https://ref.gs1.org/epcis/";
  const [body] = expanded[`${gs1}epcisBody`];
  const events: Json[] = body[`${gs1}eventList`];
  assert.equal(events.length, timeline.events.length);
  timeline.events.forEach((event, index) => {
    const node = events[index];
    assert.deepEqual(node["https://otep.dev/ns/status_code"], [{ "@value": event.status_code }]);
    assert.deepEqual(node["https://otep.dev/ns/subject"], [{ "@type": "@json", "@value": event.subject }]);
    assert.match(node[`${gs1}bizStep`][0]["@id"], /^https:\/\/ref\.gs1\.org\/cbv\/BizStep-[a-z_]+$/);
    assert.equal(node[`${gs1}eventTime`][0]["@type"], "http://www.w3.org/2001/XMLSchema#dateTimeStamp");
  });
  const voided = events.find((node) => node[`${gs1}errorDeclaration`] !== undefined);
  assert.equal(voided["@id"], events[4]["@id"]);
  const [error] = voided[`${gs1}errorDeclaration`];
  assert.equal(error[`${gs1}reason`][0]["@id"], "https://ref.gs1.org/cbv/ER-incorrect_data");
  assert.deepEqual(error[`${gs1}correctiveEventIDs`], [{ "@id": events[5]["@id"] }]);
});

test("gives every event of a timeline a unique id, even if two providers use the same", () => {
  for (const event_id of ["1", "0197c3f0-0000-8000-8000-000000000001"]) {
    const events = ["acme", "globex"].map((provider) =>
      buildStoredEvent("otep:core:received", 0, { event_id }, { provider }),
    );
    const timeline = mergeTimeline(events, { subject });
    const { document } = project(timeline);
    assert.equal(new Set(document.epcisBody.eventList.map((event: Json) => event.eventID)).size, 2);
    assert.deepEqual(readBack(document, timeline), timeline);
  }
});

test("writes the UTC offset of the place at the time", () => {
  const at = (occurred_at: string, time_zone?: string) =>
    buildStoredEvent("otep:core:arrived", 0, { occurred_at, location: { time_zone } as Location });
  const events = [
    at("2026-01-02T08:00:00Z"),
    at("2026-01-02T08:01:00Z", "Europe/Paris"),
    at("2026-07-02T08:00:00Z", "Europe/Paris"),
    at("2026-07-02T08:01:00Z", "America/St_Johns"),
    at("2026-07-02T08:02:00Z", "Pacific/Kiritimati"),
  ];
  const { document } = project(mergeTimeline(events, { subject }));
  assert.deepEqual(
    document.epcisBody.eventList.map((event: Json) => event.eventTimeZoneOffset),
    ["+00:00", "+01:00", "+02:00", "-02:30", "+14:00"],
  );
});

test("writes place, reading and reason in GS1 terms", () => {
  const gln = { gln: "4012345000054", geo: { lat: 1, lon: 2 } };
  const geo = { geo: { lat: -45.5, lon: 1e-7, accuracy_m: 12 } };
  const sensor = {
    device_id: "probe 2",
    property: "temperature",
    value: 9.5,
    unit: "Cel",
    min: 2,
    max: 9.5,
    phenomenon_time: minute(3),
  };
  const door = { property: "door_angle", value: 7, unit: "deg" };
  const events = [
    buildStoredEvent("otep:core:arrived", 0, { location: gln }),
    buildStoredEvent("otep:core:departed", 1, { location: gln }),
    buildStoredEvent("otep:core:arrived", 2, { location: geo }),
    buildStoredEvent("otep:sensor:reading", 3, { sensor }),
    buildStoredEvent("otep:sensor:reading", 4, {
      sensor: { property: "temperature", value: 9.5, unit: "%" },
    }),
    buildStoredEvent("otep:core:exception", 5, { incident_reason: "damaged" }),
    buildStoredEvent("otep:core:in_transit", 6, { location: { unlocode: "FRLYS" } }),
    buildStoredEvent("otep:core:note", 7, { location: { name: "Somewhere" } }),
    buildStoredEvent("otep:sensor:reading", 8, { sensor: door }),
  ];
  const { document } = project(mergeTimeline(events, { subject }));
  const exported: Json[] = document.epcisBody.eventList;
  const place = { id: "https://id.gs1.org/414/4012345000054" };
  assert.deepEqual([exported[0].readPoint, exported[0].bizLocation], [place, place]);
  assert.deepEqual([exported[1].readPoint, exported[1].bizLocation], [place, undefined]);
  // Coordinates are where it was read, never where a business is.
  assert.deepEqual([exported[2].readPoint, exported[2].bizLocation], [{ id: "geo:-45.5,0;u=12" }, undefined]);
  assert.deepEqual(exported[3].sensorElementList, [
    {
      sensorMetadata: { time: minute(3), deviceID: "https://otep.dev/ns/device/probe%202" },
      sensorReport: [{ type: "Temperature", value: 9.5, minValue: 2, maxValue: 9.5, uom: "CEL" }],
    },
  ]);
  assert.deepEqual(exported[4].sensorElementList[0].sensorReport, [
    { type: "https://otep.dev/ns/property/temperature", value: 9.5, "otep:unit": "%" },
  ]);
  assert.equal(exported[5].disposition, "damaged");
  assert.deepEqual(exported[6].readPoint, { id: "https://otep.dev/ns/location/unlocode/FRLYS" });
  assert.equal(exported[7].readPoint, undefined);
  assert.deepEqual(exported[8].sensorElementList[0].sensorReport, [
    { type: "https://otep.dev/ns/property/door_angle", value: 7, "otep:unit": "deg" },
  ]);
});

test("can be read without our members: who, when, where and what was read", () => {
  const tracking_url = public_url.replace("PKH0001", "");
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      const own_url = `${tracking_url}${encodeURIComponent(timeline.subject.id)}`;
      const plain = JSON.parse(
        JSON.stringify(epcis.project(timeline, { public_url: own_url }).document),
        (name, value) => (name.startsWith("otep:") ? undefined : value),
      );
      const { errors, items } = readEpcis(plain, { tracking_url });
      assert.deepEqual(errors, []);
      timeline.events.forEach((event, index) => {
        const [input] = items[index]!.inputs;
        assert.deepEqual(items[index]!.errors, []);
        const { id, scheme } = event.subject;
        assert.deepEqual(input!.subject, { id, scheme });
        assert.equal(input!.occurred_at, event.occurred_at);
        const { gln } = (input!.location ?? {}) as { gln?: string };
        if (event.location?.gln !== undefined) assert.equal(gln, event.location.gln);
        const read = input!.sensor as typeof event.sensor;
        // A GS1 type is a kind of quantity: a shock is read back as an acceleration.
        const measure = event.sensor === undefined ? undefined : gs1Measure(event.sensor);
        const property = measure === undefined ? event.sensor?.property : parseGs1Property(measure.type);
        assert.equal(read?.property, property);
        if (event.sensor?.value !== undefined) assert.equal(read?.value, event.sensor.value);
      });
    }),
  );
});
