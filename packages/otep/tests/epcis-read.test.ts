import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { EXAMPLE_URL, exampleTimeline } from "../scripts/example-timeline.ts";
import { EPCIS_EXTENSION } from "../src/epcis/foreign.ts";
import { readIdentifier } from "../src/epcis/identifiers.ts";
import { epcisPath, readEpcis } from "../src/epcis/read.ts";
import { normaliseEvent } from "../src/normalise.ts";
import { aggregator } from "../src/projections/aggregator.ts";
import { epcis } from "../src/projections/epcis.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { isTerminal } from "../src/vocabulary.ts";
import { runs } from "./runs.ts";
import cbv from "./standards/cbv.json" with { type: "json" };

const eventTime = "2026-03-02T08:00:00.000+01:00";
const sscc = "https://id.gs1.org/00/106141412345678908";
const object = {
  type: "ObjectEvent",
  eventTime,
  eventTimeZoneOffset: "+01:00",
  action: "OBSERVE",
  epcList: [sscc],
  bizStep: "shipping",
  disposition: "in_transit",
};

function buildDocument(...eventList: unknown[]) {
  return {
    "@context": ["https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld"],
    type: "EPCISDocument",
    schemaVersion: "2.0",
    creationDate: eventTime,
    epcisBody: { eventList },
  };
}

function readInputs(...events: unknown[]) {
  const { errors, items } = readEpcis(buildDocument(...events));
  assert.deepEqual(errors, []);
  for (const item of items) assert.deepEqual(item.errors, []);
  return items.flatMap(({ inputs }) => inputs);
}

test("reports exactly the errors of a document", () => {
  const at = "/epcisBody/eventList";
  const cases: [unknown, string, string][] = [
    [null, "", "invalid_type"],
    [[], "", "invalid_type"],
    [{}, "/type", "missing_field"],
    [{ ...buildDocument(), type: "Invoice" }, "/type", "invalid_type"],
    [{ ...buildDocument(), schemaVersion: "1.2" }, "/schemaVersion", "unsupported_version"],
    [{ ...buildDocument(), epcisBody: undefined }, "/epcisBody", "missing_field"],
    [{ ...buildDocument(), epcisBody: [] }, "/epcisBody", "invalid_type"],
    [{ ...buildDocument(), epcisBody: {} }, at, "missing_field"],
    [{ ...buildDocument(), epcisBody: { eventList: {} } }, at, "invalid_type"],
    [{ ...buildDocument(), type: "EPCISQueryDocument" }, "/epcisBody/queryResults", "missing_field"],
  ];
  for (const [document, path, code] of cases) {
    const { errors, items } = readEpcis(document);
    assert.deepEqual(
      errors.map((error) => [error.path, error.code]),
      [[path, code]],
    );
    assert.deepEqual(items, []);
  }
});

test("reports exactly the errors of each event, and reads the others", () => {
  const at = "/epcisBody/eventList/1";
  const cases: [unknown, string, string][] = [
    ["event", at, "invalid_type"],
    [{ ...object, type: undefined }, `${at}/type`, "missing_field"],
    [{ ...object, type: "VendorEvent" }, `${at}/type`, "invalid_type"],
    [{ ...object, eventTime: undefined }, `${at}/eventTime`, "missing_field"],
    [{ ...object, eventTime: 7 }, `${at}/eventTime`, "invalid_type"],
    [{ ...object, eventTime: "2026-03-02T08:00:00" }, `${at}/eventTime`, "timestamp_without_offset"],
    [{ ...object, eventTime: "yesterday, at eight" }, `${at}/eventTime`, "invalid_timestamp"],
    [{ ...object, eventTime: "1999-12-31T23:59:59Z" }, `${at}/eventTime`, "invalid_timestamp"],
    [{ ...object, recordTime: "later" }, `${at}/recordTime`, "invalid_timestamp"],
    [{ ...object, eventTimeZoneOffset: "Z" }, `${at}/eventTimeZoneOffset`, "invalid_type"],
    [{ ...object, action: undefined }, `${at}/action`, "missing_field"],
    [{ ...object, action: "MOVE" }, `${at}/action`, "invalid_type"],
    [{ ...object, bizStep: 7 }, `${at}/bizStep`, "invalid_type"],
    [{ ...object, eventID: {} }, `${at}/eventID`, "invalid_type"],
    [{ ...object, epcList: [] }, `${at}/epcList`, "missing_field"],
    [{ ...object, epcList: sscc }, `${at}/epcList`, "invalid_type"],
    [{ ...object, epcList: [sscc, "PKH0001"] }, `${at}/epcList/1`, "invalid_identifier"],
    [{ ...object, epcList: ["urn:epc:id:sscc:0614141.12"] }, `${at}/epcList/0`, "invalid_identifier"],
    [
      { ...object, epcList: ["urn:epc:id:sgtin:0614141.107346.%ZZ"] },
      `${at}/epcList/0`,
      "invalid_identifier",
    ],
    [
      { ...object, quantityList: [{ epcClass: "urn:epc:class:lgtin:4012345.012345.7", quantity: -1 }] },
      `${at}/quantityList/0/quantity`,
      "invalid_type",
    ],
    [{ ...object, readPoint: "hub" }, `${at}/readPoint`, "invalid_location"],
    [{ ...object, readPoint: { id: "hub" } }, `${at}/readPoint/id`, "invalid_location"],
    [{ ...object, readPoint: { id: "geo:91,2" } }, `${at}/readPoint/id`, "invalid_location"],
    [{ ...object, readPoint: { id: "geo:north" } }, `${at}/readPoint/id`, "invalid_location"],
    [{ ...object, sensorElementList: {} }, `${at}/sensorElementList`, "invalid_type"],
    [{ ...object, sensorElementList: [{}] }, `${at}/sensorElementList/0/sensorReport`, "missing_field"],
    [
      { ...object, sensorElementList: [{ sensorReport: [{ value: 7 }] }] },
      `${at}/sensorElementList/0/sensorReport/0/type`,
      "missing_field",
    ],
    [
      {
        ...object,
        sensorElementList: [{ sensorMetadata: { time: "noon" }, sensorReport: [{ type: "Temperature" }] }],
      },
      `${at}/sensorElementList/0/sensorMetadata/time`,
      "invalid_timestamp",
    ],
    [{ ...object, errorDeclaration: {} }, `${at}/errorDeclaration/declarationTime`, "missing_field"],
    [
      { ...object, bizTransactionList: [{}] },
      `${at}/bizTransactionList/0/bizTransaction`,
      "invalid_identifier",
    ],
    [{ ...object, parentID: 7, type: "AggregationEvent" }, `${at}/parentID`, "invalid_identifier"],
    [{ ...object, note: "\ud800" }, at, "invalid_type"],
  ];
  for (const [event, path, code] of cases) {
    const { errors, items } = readEpcis(buildDocument(object, event));
    assert.deepEqual(errors, []);
    assert.equal(items[0]!.inputs.length, 1);
    assert.deepEqual(
      items[1]!.errors.map((error) => [error.path, error.code]),
      [[path, code]],
    );
    assert.deepEqual(items[1]!.inputs, []);
  }
});

test("reads URNs and Digital Links of one object as one subject", () => {
  const same: [string, string, ...string[]][] = [
    [
      "sscc",
      "106141412345678908",
      "urn:epc:id:sscc:0614141.1234567890",
      sscc,
      "https://example.com/a/00/106141412345678908?x=1",
    ],
    [
      "grai",
      "04012345555554987",
      "urn:epc:id:grai:4012345.55555.987",
      "https://id.gs1.org/8003/04012345555554987",
    ],
    ["giai", "4000001A/1.2", "urn:epc:id:giai:4000001.A%2F1.2", "https://id.gs1.org/8004/4000001A%2F1.2"],
    [
      "container",
      "CSQU3054383",
      "urn:epc:id:bic:CSQU3054383",
      "https://otep.dev/ns/subject/container/CSQU3054383",
    ],
    [
      "uri",
      "https://id.gs1.org/01/10614141073464/21/2017",
      "urn:epc:id:sgtin:0614141.107346.2017",
      "https://shop.example/01/10614141073464/21/2017",
    ],
    [
      "uri",
      "https://id.gs1.org/01/04012345123456/10/99%2F8",
      "urn:epc:class:lgtin:4012345.012345.99%2F8",
      "http://id.gs1.org/01/04012345123456/10/99%2F8",
    ],
    ["uri", "https://id.gs1.org/253/06141410000121618034", "urn:epc:id:gdti:0614141.00001.1618034"],
    ["uri", "https://id.gs1.org/8018/061414100000102534", "urn:epc:id:gsrn:0614141.0000010253"],
    ["uri", "urn:epc:id:gid:31415.271828.1414", "urn:epc:id:gid:31415.271828.1414"],
    ["uri", "https://example.com/01/12345678901234", "https://example.com/01/12345678901234"],
    ["order_id", "Order 7", "https://otep.dev/ns/subject/order_id/Order%207"],
    [
      "tracking_number",
      "PKH0001",
      "https://track.example/PKH0001",
      "https://otep.dev/ns/subject/tracking_number/PKH0001",
    ],
  ];
  for (const [scheme, id, ...uris] of same) {
    for (const uri of uris) {
      const identifier = readIdentifier(uri, { tracking_url: "https://track.example/" });
      assert.deepEqual(identifier, { id, scheme }, uri);
    }
  }
});

test("reads places in every spelling", () => {
  const places: [string, unknown][] = [
    ["urn:epc:id:sgln:0614141.00777.0", { gln: "0614141007776" }],
    [
      "urn:epc:id:sgln:0614141.07346.1234",
      { id: "urn:epc:id:sgln:0614141.07346.1234", gln: "0614141073467" },
    ],
    ["https://id.gs1.org/414/0614141007776", { gln: "0614141007776" }],
    [
      "https://id.gs1.org/414/0614141007776/254/7",
      { id: "https://id.gs1.org/414/0614141007776/254/7", gln: "0614141007776" },
    ],
    ["https://id.gs1.org/414/0614141007777", { id: "https://id.gs1.org/414/0614141007777" }],
    ["geo:45.76,4.83", { geo: { lat: 45.76, lon: 4.83 } }],
    ["geo:45.76,4.83,120;crs=wgs84;u=12.5", { geo: { lat: 45.76, lon: 4.83, accuracy_m: 12.5 } }],
    ["geo:1,2;crs=moon-2011", { id: "geo:1,2;crs=moon-2011" }],
    ["https://otep.dev/ns/location/unlocode/FRLYS", { unlocode: "FRLYS" }],
    ["https://otep.dev/ns/location/iata/LYS", { iata: "LYS" }],
    ["https://otep.dev/ns/location/id/hub%207", { id: "hub 7" }],
    ["https://example.com/hub", { id: "https://example.com/hub" }],
  ];
  for (const [id, location] of places) {
    assert.deepEqual(readInputs({ ...object, readPoint: { id } })[0]!.location, location);
  }
  const outside = { ...object, bizLocation: { id: "urn:epc:id:sgln:0614141.00777.0" } };
  assert.deepEqual(readInputs(outside)[0]!.location, { gln: "0614141007776" });
});

test("reads steps and dispositions in every spelling, by the tables of the vocabulary", () => {
  const cases: [object, string, string?][] = [
    [{}, "otep:core:in_transit"],
    [{ bizStep: "https://ref.gs1.org/cbv/BizStep-shipping" }, "otep:core:in_transit"],
    [{ bizStep: "cbv:BizStep-shipping", disposition: "cbv:Disp-in_transit" }, "otep:core:in_transit"],
    [{ bizStep: "urn:epcglobal:cbv:bizstep:shipping" }, "otep:core:in_transit"],
    [{ bizStep: "shipping", disposition: undefined }, "otep:core:departed"],
    [{ bizStep: "receiving", disposition: "damaged" }, "otep:core:exception", "damaged"],
    [{ bizStep: "https://example.com/own", disposition: "stolen" }, "otep:core:exception", "stolen"],
    [{ "otep:status_code": "otep:lastmile:loaded" }, "otep:lastmile:loaded"],
    [{ "otep:status_code": "otep:lastmile:unheard_of" }, "otep:core:in_transit"],
    [{ "otep:status_code": "otep:x-drone:landed", "otep:base": "arrived" }, "otep:x-drone:landed"],
    [{ bizStep: "constructor", disposition: "toString" }, "otep:core:note"],
  ];
  for (const [members, status_code, reason] of cases) {
    const [input] = readInputs({ ...object, ...members });
    assert.equal(input!.status_code, status_code);
    assert.equal(input!.incident_reason, reason);
  }
});

test("reads each pair of the Core Business Vocabulary as what it says of the goods, and ends no journey by guess", () => {
  const read = (bizStep: string, disposition: string | undefined) =>
    readInputs({ ...object, bizStep, disposition })[0]!.status_code.slice("otep:core:".length);
  const cases: [string, string | undefined, string][] = [
    ["shipping", "in_transit", "in_transit"],
    ["shipping", undefined, "departed"],
    ["shipping", "in_progress", "departed"],
    ["shipping", "returned", "returning"],
    ["departing", "in_transit", "departed"],
    ["departing", "returned", "returning"],
    ["loading", "in_transit", "picked_up"],
    ["loading", "in_progress", "processed"],
    ["transporting", "in_transit", "in_transit"],
    ["transporting", "returned", "returning"],
    ["arriving", "in_progress", "arrived"],
    ["arriving", "in_transit", "arrived"],
    ["receiving", "in_progress", "received"],
    ["receiving", "sellable_not_accessible", "received"],
    ["receiving", "returned", "returned"],
    ["receiving", "damaged", "exception"],
    ["accepting", "in_progress", "delivered"],
    ["holding", "returned", "held"],
    ["holding", "non_sellable_other", "held"],
    ["holding", "recalled", "held"],
    ["storing", "sellable_not_accessible", "stored"],
    ["stocking", "sellable_accessible", "stored"],
    ["staging_outbound", "container_closed", "ready"],
    ["packing", "in_progress", "processed"],
    ["unpacking", "in_progress", "processed"],
    ["repackaging", "in_progress", "processed"],
    ["collecting", "in_progress", "picked_up"],
    ["commissioning", "active", "created"],
    ["decommissioning", "inactive", "cancelled"],
    ["destroying", "destroyed", "cancelled"],
    ["void_shipping", "in_progress", "ready"],
    ["retail_selling", "retail_sold", "delivered"],
    ["dispensing", "dispensed", "delivered"],
    ["consigning", "in_transit", "transferred"],
    ["unloading", "in_progress", "arrived"],
    ["inspecting", "damaged", "held"],
    ["assembling", "in_progress", "note"],
    ["removing", "stolen", "exception"],
  ];
  for (const [step, disposition, base] of cases)
    assert.equal(read(step, disposition), base, `${step}|${disposition}`);
  const ends = new Set<string>();
  for (const { code: step } of cbv.bizSteps) {
    for (const { code: disposition } of cbv.dispositions) {
      const base = read(step, disposition);
      assert.ok(base !== "out_for_delivery" && base !== "rejected", `${step}|${disposition} does not say so`);
      if (isTerminal(`otep:core:${base}`)) ends.add(step === "receiving" ? `${step}|${disposition}` : step);
    }
  }
  assert.deepEqual([...ends].sort(), [
    "accepting",
    "decommissioning",
    "destroying",
    "dispensing",
    "receiving|returned",
    "retail_selling",
  ]);
});

test("reads a report that names an exception and no type", () => {
  const alarm = { exception: "ALARM_CONDITION" };
  const read = (report: object) => {
    const event = { ...object, bizStep: "sensor_reporting", sensorElementList: [{ sensorReport: [report] }] };
    const { items, unmapped } = readEpcis(buildDocument(event));
    return {
      errors: items[0]!.errors,
      input: items[0]!.inputs[0],
      unmapped: unmapped.map(({ path }) => path),
    };
  };
  const path = "/epcisBody/eventList/0/sensorElementList/0/sensorReport/0/type";
  const untyped = read(alarm);
  assert.deepEqual(untyped.errors, []);
  assert.equal(untyped.input!.status_code, "otep:sensor:threshold_breached");
  assert.deepEqual(untyped.input!.sensor, { property: "exception" });
  assert.deepEqual(untyped.unmapped, [path]);
  assert.equal(read({ exception: "ERROR_CONDITION" }).input!.status_code, "otep:sensor:device_fault");
  assert.deepEqual(read({ ...alarm, type: "Temperature" }).unmapped, []);
  for (const report of [{}, { value: 4 }, { exception: "" }, { exception: 7 }, { type: 7, ...alarm }])
    assert.equal(read(report).errors[0]?.path, path, JSON.stringify(report));
});

test("keeps the offset that was said, and writes it again", () => {
  const offsets: [eventTime: string, eventTimeZoneOffset: string | undefined, kept: string | undefined][] = [
    ["2026-03-02T04:30:00Z", "+05:30", "+05:30"],
    ["2026-03-02T10:00:00+05:30", "+05:30", "+05:30"],
    ["2026-03-02T10:00:00+05:30", undefined, "+05:30"],
    ["2026-03-02T04:30:00Z", "-03:30", "-03:30"],
    ["2026-03-02T04:30:00Z", "+14:00", "+14:00"],
    ["2026-03-02T04:30:00Z", "+00:00", undefined],
    ["2026-03-02T04:30:00Z", "-00:00", undefined],
    ["2026-03-02T10:00:00+05:30", "+01:00", "+01:00"],
    ["2026-03-02T10:00:00+05:30", "+00:00", undefined],
    ["2026-03-02T04:30:00Z", undefined, undefined],
  ];
  for (const [eventTime, eventTimeZoneOffset, kept_offset] of offsets) {
    const [input] = readInputs({ ...object, eventTime, eventTimeZoneOffset });
    const { event } = normaliseEvent(input, { now: Date.UTC(2026, 2, 3) });
    assert.equal(event!.utc_offset, kept_offset, `${eventTime} ${eventTimeZoneOffset}`);
    assert.equal(event!.occurred_at, "2026-03-02T04:30:00.000Z");
    const timeline = mergeTimeline([event!], { subject: event!.subject });
    for (const view of [timeline, redactTimeline(timeline)]) {
      const document = epcis.project(view, { public_url: "https://track.example/PKH0001" }).document;
      const [again] = (document as { epcisBody: { eventList: { eventTimeZoneOffset: string }[] } }).epcisBody
        .eventList;
      assert.equal(again!.eventTimeZoneOffset, kept_offset ?? "+00:00");
      const [back] = readEpcis(document).items.flatMap(({ inputs }) => inputs);
      assert.equal(normaliseEvent(back, { now: Date.UTC(2026, 2, 3) }).event!.utc_offset, kept_offset);
      const { checkpoints } = aggregator.project(view, { public_url: "https://track.example/" }).document as {
        checkpoints: { checkpoint_time: string }[];
      };
      assert.ok(
        checkpoints[0]!.checkpoint_time.endsWith(kept_offset ?? "+00:00"),
        checkpoints[0]!.checkpoint_time,
      );
    }
  }
});

test("keeps the base given with one of our codes, for the event itself only", () => {
  const members = { "otep:status_code": "otep:lastmile:loaded", "otep:base": "returned" };
  const reports = [
    { type: "Temperature", value: 9.5, uom: "CEL" },
    { type: "Temperature", value: 9.6, uom: "CEL" },
  ];
  const inputs = readInputs({ ...object, ...members, sensorElementList: [{ sensorReport: reports }] });
  assert.deepEqual(
    inputs.map(({ status_code, base }) => [status_code, base]),
    [
      ["otep:lastmile:loaded", "returned"],
      ["otep:sensor:reading", undefined],
    ],
  );
});

test("reports members without a counterpart, and reads the rest", () => {
  const event = {
    ...object,
    bizStep: "cycle_counting",
    disposition: undefined,
    "ext:rows": ["a".repeat(5000)],
  };
  const { items, unmapped } = readEpcis(buildDocument(object, event));
  assert.equal(items[1]!.inputs[0]!.status_code, "otep:core:note");
  assert.deepEqual(
    unmapped.map(({ index, path, code }) => [index, path, code]),
    [
      [1, "/epcisBody/eventList/1/bizStep", "unmapped_event"],
      [1, "/epcisBody/eventList/1/ext:rows", "unmapped_member"],
    ],
  );
  const [kept_input] = readInputs({ ...object, "ext:row": 7, ilmd: { "ext:lot": "A" } });
  assert.deepEqual(kept_input!.extensions, { [EPCIS_EXTENSION]: { "ext:row": 7, ilmd: { "ext:lot": "A" } } });
});

test("keeps a member named __proto__ a member", () => {
  const event = JSON.parse(JSON.stringify(object).replace("{", '{"__proto__": {"polluted": true},'));
  const [input] = readInputs(event);
  assert.equal((input as { polluted?: boolean }).polluted, undefined);
  assert.deepEqual(Object.keys((input!.extensions as Record<string, object>)[EPCIS_EXTENSION]!), [
    "__proto__",
  ]);
});

test("creates one event per object, with parents, related objects and quantities", () => {
  const parentID = "urn:epc:id:sscc:0614141.1234567890";
  const childEPCs = ["urn:epc:id:sgtin:0614141.107346.2017", "urn:epc:id:sgtin:0614141.107346.2018"];
  const packing = {
    ...object,
    type: "AggregationEvent",
    action: "ADD",
    bizStep: "packing",
    epcList: undefined,
  };
  const purchase = [{ type: "po", bizTransaction: "http://example.com/po/7" }];
  const packed = readInputs({
    ...packing,
    eventID: "urn:uuid:0197c3f0-0000-8000-8000-000000000001",
    parentID,
    childEPCs,
    bizTransactionList: purchase,
  });
  const parent = { id: "106141412345678908", scheme: "sscc" };
  const related = [{ id: "http://example.com/po/7", scheme: "uri" }];
  assert.deepEqual(
    packed.map(({ subject }) => subject),
    [
      { ...parent, related },
      { id: "https://id.gs1.org/01/10614141073464/21/2017", scheme: "uri", parent, related },
      { id: "https://id.gs1.org/01/10614141073464/21/2018", scheme: "uri", parent, related },
    ],
  );
  assert.deepEqual(
    packed.map(({ event_id, status_code }) => [event_id, status_code]),
    [1, 2, 3].map((position) => [`0197c3f0-0000-8000-8000-000000000001#${position}`, "otep:core:processed"]),
  );
  const unpacked = readInputs({ ...packing, action: "DELETE", bizStep: "unpacking", parentID, childEPCs });
  assert.ok(unpacked.every(({ subject }) => !Object.hasOwn(subject as object, "parent")));

  const inputs = readInputs({
    ...object,
    type: "TransformationEvent",
    action: undefined,
    epcList: undefined,
    bizStep: "commissioning",
    disposition: "active",
    inputQuantityList: [{ epcClass: "urn:epc:class:lgtin:4012345.012345.7", quantity: 2.5, uom: "KGM" }],
    outputEPCList: [sscc],
  });
  assert.deepEqual(
    inputs.map(({ status_code, quantity }) => [status_code, quantity]),
    [
      ["otep:core:created", undefined],
      ["otep:core:processed", { weight_kg: 2.5 }],
    ],
  );
  const associated = readInputs({
    ...packing,
    type: "AssociationEvent",
    bizStep: "installing",
    parentID: "urn:epc:id:sgln:4012345.00002.12",
    childEPCs: ["urn:epc:id:giai:4000001.12346"],
  });
  assert.deepEqual(
    associated.map(({ location }) => location),
    [{ id: "urn:epc:id:sgln:4012345.00002.12", gln: "4012345000023" }],
  );
});

test("turns a declared error into a correction by the event that replaces it", () => {
  const wrong = {
    ...object,
    eventID: "urn:uuid:0197c3f0-0000-8000-8000-00000000000a",
    epcList: [sscc, "urn:epc:id:bic:CSQU3054383"],
  };
  const right = {
    ...wrong,
    eventID: "urn:uuid:0197c3f0-0000-8000-8000-00000000000b",
    bizStep: "departing",
    epcList: [sscc],
  };
  const errorDeclaration = {
    declarationTime: "2026-03-03T09:00:00Z",
    reason: "incorrect_data",
    correctiveEventIDs: [right.eventID],
  };
  const inputs = readInputs({ ...wrong, errorDeclaration }, right);
  assert.deepEqual(
    inputs.map(({ event_id, status_code, corrects, occurred_at }) => [
      event_id.slice(-8),
      status_code,
      String(corrects ?? "").slice(-3),
      occurred_at,
    ]),
    [
      ["00000a#1", "otep:core:in_transit", "", eventTime],
      ["00000a#2", "otep:core:in_transit", "", eventTime],
      // Nothing replaces the container's event: a note corrects it.
      ["#2#error", "otep:core:note", "a#2", "2026-03-03T09:00:00Z"],
      ["0000000b", "otep:core:departed", "a#1", eventTime],
    ],
  );
  const { subject } = normaliseEvent(inputs[0], { now: 0 }).event!;
  const parcel = inputs.filter((input) => (input.subject as { scheme: string }).scheme === "sscc");
  const timeline = mergeTimeline(
    parcel.map((input) => normaliseEvent(input, { now: 0 }).event!),
    { subject },
  );
  assert.equal(timeline.status!.base, "departed");
});

test("recognises an event without an id when it is declared an error later", () => {
  const [read] = readInputs(object);
  const [again, back] = readInputs({
    ...object,
    recordTime: "2026-03-02T09:00:00Z",
    errorDeclaration: { declarationTime: "2026-03-03T09:00:00Z", reason: "did_not_occur" },
  });
  assert.equal(again!.event_id, read!.event_id);
  assert.equal(back!.corrects, read!.event_id);
  assert.deepEqual(back!.source, { raw_code: "did_not_occur" });
});

test("derives an id only from public members: no place, no device, no other object of the event", () => {
  const bic = "urn:epc:id:bic:CSQU3054383";
  const readIds = (more: object) => readInputs({ ...object, ...more }).map(({ event_id }) => event_id);
  const [id] = readIds({ readPoint: undefined, bizLocation: undefined });
  for (const hidden of [
    { readPoint: { id: "https://id.gs1.org/414/0614141000005" } },
    { readPoint: { id: "https://otep.dev/ns/location/unlocode/FRLYS" } },
    { eventTimeZoneOffset: "+09:00" },
    { ilmd: { lot: "7" } },
    { "otep:location": { unlocode: "FRLYS" } },
  ])
    assert.deepEqual(readIds({ readPoint: undefined, bizLocation: undefined, ...hidden }), [id]);
  assert.equal(readIds({ epcList: [sscc, bic] })[1], readIds({ epcList: [bic] })[0]);
  const by = (deviceID: string) => {
    const sensorReport = [{ type: "Temperature", value: 9.5, uom: "CEL", deviceID }];
    return readIds({ bizStep: "sensor_reporting", sensorElementList: [{ sensorReport }] });
  };
  assert.deepEqual(by("urn:epc:id:giai:4000001.111"), by("urn:epc:id:giai:4000001.112"));
});

test("reads every sensor report, in our codes and units", () => {
  const inputs = readInputs({
    ...object,
    bizStep: "sensor_reporting",
    disposition: undefined,
    sensorElementList: [
      {
        sensorMetadata: { time: "2026-03-02T07:00:00Z", deviceID: "urn:epc:id:giai:4000001.111" },
        sensorReport: [
          { type: "Temperature", value: 9.5, uom: "CEL", exception: "ALARM_CONDITION" },
          {
            type: "RelativeHumidity",
            minValue: 40,
            maxValue: 60,
            uom: "P1",
            deviceID: "https://otep.dev/ns/device/probe%202",
          },
          { type: "https://otep.dev/ns/property/door", booleanValue: true },
          { type: "MagneticFlux", value: 1, uom: "WEB", component: "x" },
        ],
      },
    ],
  });
  assert.deepEqual(
    inputs.map(({ status_code }) => status_code.slice(12)),
    ["threshold_breached", "reading", "reading", "reading"],
  );
  const at = { device_id: "urn:epc:id:giai:4000001.111", phenomenon_time: "2026-03-02T07:00:00Z" };
  assert.deepEqual(
    inputs.map(({ sensor }) => sensor),
    [
      { property: "temperature", value: 9.5, unit: "Cel", ...at },
      { property: "humidity", unit: "%", min: 40, max: 60, ...at, device_id: "probe 2" },
      { property: "door", value: true, ...at },
      { property: "magnetic_flux_x", value: 1, unit: "{WEB}", ...at },
    ],
  );
});

test("reads at most the given number of events, and reports the others", () => {
  const epcList = Array.from({ length: 6 }, (_, number) => `https://example.com/${number}`);
  const { items } = readEpcis(buildDocument({ ...object, epcList }, { ...object, epcList }, object), {
    events_max: 10,
  });
  assert.deepEqual(
    items.map(({ inputs }) => inputs.length),
    [6, 0, 1],
  );
  assert.deepEqual(
    items[1]!.errors.map(({ path, code }) => [path, code]),
    [["/epcisBody/eventList/1", "too_many_events"]],
  );
});

test("refuses a list that is too long before it reads it", () => {
  const epcList = Array.from({ length: 60 }, (_, number) => `${number}`);
  const { items } = readEpcis(buildDocument({ ...object, epcList }), { events_max: 59 });
  assert.deepEqual(
    items[0]!.errors.map(({ code }) => code),
    ["too_many_events"],
  );
});

test("reports the first fifty errors of an event with more", () => {
  const epcList = Array.from({ length: 60 }, (_, number) => `${number}`);
  const { items } = readEpcis(buildDocument({ ...object, epcList }));
  assert.equal(items[0]!.errors.length, 50);
  assert.equal(items[0]!.errors[49]!.path, "/epcisBody/eventList/0/epcList/49");
});

test("reads a bare event, and distinguishes our members from another vocabulary's", () => {
  const single = {
    "@context": { otep: "https://example.com/another/" },
    ...object,
    "otep:status_code": "otep:core:delivered",
  };
  const { items } = readEpcis(single);
  assert.deepEqual(
    items.map(({ path, inputs }) => [path, inputs[0]!.status_code]),
    [["", "otep:core:in_transit"]],
  );
});

test("points findings of the normal form back into the document", () => {
  const { items } = readEpcis(buildDocument(object, { ...object, "otep:location": { gln: "1" } }));
  const { errors } = normaliseEvent(items[1]!.inputs[0], { now: 0 });
  const at = "/epcisBody/eventList/1";
  assert.deepEqual(
    errors.map(({ path }) => epcisPath(path, items[1]!)),
    [`${at}/otep:location/gln`],
  );
  assert.equal(epcisPath("/subject/id", items[1]!), `${at}/epcList`);
  assert.equal(epcisPath("/constructor", items[1]!), at);
});

test("never throws, and returns only events that the normal form can validate", () => {
  const folder = new URL("./standards/epcis/examples/", import.meta.url);
  const documents = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"));
  const { document: own_document } = epcis.project(exampleTimeline(), { public_url: EXAMPLE_URL });
  for (let times = 0; times < 20; times++) documents.push(JSON.stringify(own_document));
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(null, "", [], {}, "urn:epc:id:sscc:%", "https://", "geo:", "\ud800", -1),
  );
  fc.assert(
    fc.property(fc.constantFrom(...documents), fc.nat(), value, (text, seed, replacement) => {
      const document = JSON.parse(text);
      // One member anywhere becomes something else.
      const places: [Record<string, unknown>, string][] = [];
      const walk = (node: unknown): void => {
        if (typeof node !== "object" || node === null) return;
        for (const name of Object.keys(node)) {
          places.push([node as Record<string, unknown>, name]);
          walk((node as Record<string, unknown>)[name]);
        }
      };
      walk(document);
      const [node, name] = places[seed % places.length]!;
      node[name] = replacement;
      const { items } = readEpcis(document);
      for (const { path, inputs, errors } of items) {
        assert.ok(inputs.length === 0 || errors.length === 0);
        for (const error of errors) assert.ok(error.path.startsWith(path));
        for (const input of inputs) normaliseEvent(input, { now: 0 });
      }
    }),
    { numRuns: runs(3000) },
  );
  let nested: unknown = [];
  for (let depth = 0; depth < 100_000; depth++) nested = [nested];
  for (const member of ["epcList", "bizLocation", "ilmd", "otep:subject", "otep:extensions", "ext:deep"]) {
    for (const eventID of [undefined, "urn:uuid:0197c3f0-0000-8000-8000-00000000000a"]) {
      readEpcis(
        buildDocument({
          ...object,
          eventID,
          [member]: nested,
          errorDeclaration: { declarationTime: eventTime },
        }),
      );
    }
  }
});
