import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EXAMPLE_URL, exampleTimeline } from "../scripts/example-timeline.ts";
import { uncefact } from "../src/projections/uncefact.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { codes, incidentReasons } from "../src/vocabulary.ts";
import { expand } from "./json-ld.ts";
import { richTimeline } from "./random-events.ts";
import { runs } from "./runs.ts";
import rec24 from "./standards/rec24.json" with { type: "json" };
import vocabulary from "./standards/uncefact-vocabulary.json" with { type: "json" };
import { buildStoredEvent, subject } from "./support.ts";

const classes: Record<string, Record<string, string>> = vocabulary.classes;
const statusCodes = new Set(rec24.codes.map(({ code }) => code));
const public_url = "https://track.example/PKH0001";

// biome-ignore lint/suspicious/noExplicitAny: a document of another standard, looked into by the tests.
type Json = any;

/** Every member is a property of its class, and holds what the property ranges over. */
function checkNode(node: Json, expected: string): void {
  const type = String(node.type).replace("unece:", "");
  assert.equal(type, expected);
  for (const [name, value] of Object.entries(node)) {
    if (name === "id") assert.match(String(value), /^[a-z]+:\S+$/);
    if (name === "id" || name === "type" || name === "@context" || name.startsWith("otep:")) continue;
    const range = classes[type]![name.replace("unece:", "")];
    assert.ok(range !== undefined, `${type} has no ${name}`);
    for (const held of Array.isArray(value) ? value : [value]) checkValue(held, range, name);
  }
}

function checkValue(value: unknown, range: string, name: string): void {
  switch (range) {
    case "xsd:string":
    case "xsd:dateTime":
      assert.equal(typeof value, "string", name);
      if (name.endsWith("DateTime")) assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      if (name === "reasonTypeCode") assert.ok(statusCodes.has(String(value)), String(value));
      break;
    case "xsd:decimal":
      assert.ok(Number.isFinite(value), name);
      break;
    case "LogisticsStatusCodeList":
      assert.ok(statusCodes.has(String(value)), String(value));
      break;
    case "CountryId":
      assert.match(String(value), /^[A-Z]{2}$/);
      break;
    default:
      checkNode(value, range);
  }
}

function project(timeline: Parameters<typeof uncefact.project>[0]): { document: Json; loss: number } {
  const { document, loss } = uncefact.project(timeline, { public_url });
  const parsed_document = JSON.parse(JSON.stringify(document));
  checkNode(parsed_document, "Consignment");
  return { document: parsed_document, loss };
}

test("uses only terms and codes of the lists, for any timeline, full and public", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      project(timeline);
      project(redactTimeline(timeline));
    }),
    { numRuns: runs(400) },
  );
});

test("writes the Recommendation 24 code of every status and every reason", () => {
  for (const { id, map } of codes) {
    const [event] = project(mergeTimeline([buildStoredEvent(id, 0)], { subject })).document.transportEvent;
    assert.equal(event.reportedConditionTypeCode, map.uncefact);
    assert.ok(statusCodes.has(map.uncefact), map.uncefact);
  }
  for (const { code, map } of incidentReasons) {
    const event = buildStoredEvent("otep:core:exception", 0, { incident_reason: code });
    const { document } = project(mergeTimeline([event], { subject }));
    assert.equal(document.transportEvent[0].reasonTypeCode, map.uncefact);
    assert.equal(document.specifiedLogisticsStatus.logisticsStatusReasonCode, map.uncefact);
    assert.ok(statusCodes.has(map.uncefact), map.uncefact);
  }
});

test("writes the time by its kind, and only once", () => {
  const members = {
    actual: "actualOccurrenceDateTime",
    estimated: "estimatedOccurrenceDateTime",
    planned: "scheduledOccurrenceDateTime",
    requested: "requestedOccurrenceDateTime",
  };
  for (const [time_type, member] of Object.entries(members)) {
    const sent_event = buildStoredEvent("otep:core:delivered", 0, {
      time_type: time_type as keyof typeof members,
    });
    const [event] = project(mergeTimeline([sent_event], { subject })).document.transportEvent;
    assert.deepEqual(
      Object.keys(event).filter((name) => name.endsWith("OccurrenceDateTime")),
      [member],
    );
    assert.equal(event[member], sent_event.occurred_at);
  }
});

test("omits voided events, and counts exactly them as lost", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      const { document, loss } = project(timeline);
      const kept_events = timeline.events.filter(({ voided_by }) => voided_by === undefined);
      assert.equal(loss, timeline.events.length - kept_events.length);
      assert.deepEqual(
        document.transportEvent.map(({ identifier }: Json) => identifier),
        kept_events.map(({ event_id }) => event_id),
      );
    }),
  );
});

test("is linked data: no term is dropped, and codes are terms of their lists", async () => {
  const timeline = exampleTimeline();
  const { document } = uncefact.project(timeline, { public_url: EXAMPLE_URL });
  const [consignment] = (await expand(document)) as Json[];
  const unece = "https://vocabulary.uncefact.org/";
  const events: Json[] = consignment[`${unece}transportEvent`];
  assert.equal(events.length, timeline.events.length - 1);
  const sent_events: Json[] = (document as Json).transportEvent;
  events.forEach((event, index) => {
    // Every member of the document is a property of the graph: id and type are its keywords.
    assert.equal(Object.keys(event).length, Object.keys(sent_events[index]).length);
    const { reportedConditionTypeCode } = sent_events[index];
    assert.deepEqual(event[`${unece}reportedConditionTypeCode`], [
      { "@id": `${unece}LogisticsStatusCodeList#${reportedConditionTypeCode}` },
    ]);
  });
  const places = events.flatMap((event) => event[`${unece}occurrenceLogisticsLocation`] ?? []);
  const countries = places.flatMap((place) => place[`${unece}logisticsLocationCountryId`] ?? []);
  assert.deepEqual(countries[0], { "@id": `${unece}CountryId#FR` });
  const [latitude] = places.flatMap((place) => place[`${unece}physicalGeographicalCoordinate`] ?? []);
  assert.equal(latitude[`${unece}latitudeMeasure`][0][`${unece}MeasureTypeValue`][0]["@value"], 44.9334);
});
