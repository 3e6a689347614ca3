import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EXAMPLE_URL, exampleTimeline } from "../scripts/example-timeline.ts";
import { onerecord } from "../src/projections/onerecord.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { codes, incidentReasons } from "../src/vocabulary.ts";
import { expand } from "./json-ld.ts";
import { richTimeline } from "./random-events.ts";
import lists from "./standards/onerecord-event-codes.json" with { type: "json" };
import model from "./standards/onerecord-logistics-event.json" with { type: "json" };
import { buildStoredEvent, subject } from "./support.ts";

const CARGO = model.namespace;
const API = "https://onerecord.iata.org/ns/api#";
const XSD = "http://www.w3.org/2001/XMLSchema#";
const iata = new Set(lists.codes.map(({ uri }) => uri));
const public_url = "https://track.example/PKH0001";

// biome-ignore lint/suspicious/noExplicitAny: a document of another standard, looked into by the tests.
type Json = any;
type Members = Record<string, { range: string; max?: number; min?: number }>;

const parts: Record<string, Members> = model.parts;

/** Every cargo: property of an expanded node is one of its class, within its cardinality and range. */
function checkNode(node: Json, members: Members): void {
  for (const [name, { min = 0 }] of Object.entries(members)) {
    assert.ok((node[CARGO + name]?.length ?? 0) >= min, `${name} is required`);
  }
  for (const [property, values] of Object.entries<Json[]>(node)) {
    if (!property.startsWith("http")) continue;
    if (property.startsWith("https://otep.dev/ns/")) continue;
    assert.ok(property.startsWith(CARGO), property);
    const name = property.slice(CARGO.length);
    const member = members[name];
    assert.ok(member !== undefined, `no member ${name}`);
    assert.ok(
      values.length <= (member.max ?? Number.POSITIVE_INFINITY),
      `${name} occurs ${values.length} times`,
    );
    for (const value of values) checkValue(value, member.range, name);
  }
}

function checkValue(value: Json, range: string, name: string): void {
  if (range.startsWith("xsd:")) {
    checkLiteral(value, range, name);
    return;
  }
  // A code of the official list is named, an element of another list is described.
  if (name === "eventCode" && value["@type"] === undefined) {
    assert.ok(iata.has(value["@id"]), value["@id"]);
    return;
  }
  switch (range) {
    case "LogisticsObject":
      assert.ok([`${CARGO}Shipment`, `${CARGO}Piece`].includes(value["@type"][0]), name);
      assert.match(value["@id"], /^https:/);
      break;
    case "EventTimeType":
      assert.ok(lists.eventTimeTypes.map((type) => CARGO + type).includes(value["@id"]), name);
      break;
    default:
      assert.deepEqual(value["@type"], [CARGO + range]);
      checkNode(value, parts[range]!);
  }
}

function checkLiteral(value: Json, range: string, name: string): void {
  const held = value["@value"];
  if (range === "xsd:string" || range === "xsd:boolean") {
    assert.equal(typeof held, range.slice(4), name);
    return;
  }
  assert.equal(value["@type"], range.replace("xsd:", XSD), name);
  if (range === "xsd:dateTime") assert.ok(Number.isFinite(Date.parse(held)), name);
  if (range === "xsd:double") assert.ok(Number.isFinite(Number(held)), name);
}

async function project(
  timeline: Parameters<typeof onerecord.project>[0],
  url = public_url,
): Promise<{ collection: Json; events: Json[]; loss: number }> {
  const { document, loss } = onerecord.project(timeline, { public_url: url });
  const [collection] = (await expand(document)) as Json[];
  assert.deepEqual(collection["@type"], [`${API}Collection`]);
  const events: Json[] = collection[`${API}hasItem`] ?? [];
  assert.equal(collection[`${API}hasTotalItems`][0]["@value"], events.length);
  for (const event of events) {
    assert.deepEqual(event["@type"], [`${CARGO}LogisticsEvent`]);
    assert.equal(event[`${CARGO}eventFor`].length, 1);
    checkNode(event, model.properties as Members);
  }
  return { collection, events, loss };
}

test("expands to events of the data model, for any timeline, full and public", async () => {
  await fc.assert(
    fc.asyncProperty(richTimeline, async (timeline) => {
      await project(timeline);
      await project(redactTimeline(timeline));
    }),
    { numRuns: 100 },
  );
});

test("uses an IATA code where one fits, and otherwise an element of its own list", async () => {
  for (const { id, label, map } of codes) {
    const { events } = await project(mergeTimeline([buildStoredEvent(id, 0)], { subject }));
    const [code] = events[0][`${CARGO}eventCode`];
    if (map.onerecord !== null) assert.equal(code["@id"], lists.namespace + map.onerecord.code);
    else {
      assert.equal(code["@id"], undefined);
      assert.equal(code[`${CARGO}code`][0]["@value"], id);
      assert.equal(code[`${CARGO}codeDescription`][0]["@value"], label);
    }
  }
});

test("writes a discrepancy as its IATA code, and every other reason in the name", async () => {
  for (const { code: incident_reason, label, map } of incidentReasons) {
    const event = buildStoredEvent("otep:core:exception", 0, { incident_reason });
    const { events } = await project(mergeTimeline([event], { subject }));
    const [code] = events[0][`${CARGO}eventCode`];
    assert.equal(code["@id"], map.onerecord === null ? undefined : lists.namespace + map.onerecord);
    assert.ok(events[0][`${CARGO}eventName`][0]["@value"].endsWith(`: ${label}`));
  }
  const delivered = buildStoredEvent("otep:core:delivered", 0, { incident_reason: "lost" });
  const { events } = await project(mergeTimeline([delivered], { subject }));
  assert.equal(events[0][`${CARGO}eventCode`][0]["@id"], `${lists.namespace}DLV`);
});

test("omits voided events, and counts exactly them as lost", async () => {
  await fc.assert(
    fc.asyncProperty(richTimeline, async (timeline) => {
      const { events, loss } = await project(timeline);
      assert.equal(loss, timeline.events.filter(({ voided_by }) => voided_by !== undefined).length);
      assert.equal(events.length, timeline.events.length - loss);
      assert.equal(new Set(events.map((event) => event["@id"])).size, events.length);
    }),
    { numRuns: 50 },
  );
});

test("puts the URIs of events below that of their object", async () => {
  const timeline = exampleTimeline();
  const { collection, events } = await project(timeline, EXAMPLE_URL);
  assert.equal(collection["@id"], `${EXAMPLE_URL}/logistics-events`);
  for (const event of events) {
    assert.match(event["@id"], /\/logistics-events\/[0-9a-f-]{36}$/);
    assert.deepEqual(event[`${CARGO}eventFor`], [{ "@id": EXAMPLE_URL, "@type": [`${CARGO}Shipment`] }]);
  }
  const types = events.map((event) => event[`${CARGO}eventTimeType`][0]["@id"].slice(CARGO.length));
  assert.equal(types.filter((type) => type === "ESTIMATED").length, 1);
});
