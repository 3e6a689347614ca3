import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import schema from "../schema/event.schema.json" with { type: "json" };
import {
  ACTOR_TYPES,
  LOCATION_KINDS,
  PROOF_TYPES,
  SOURCE_TYPES,
  SUBJECT_SCHEMES,
  TIME_TYPES,
} from "../src/event.ts";
import { Report } from "../src/normalise/report.ts";
import { warnDeprecated } from "../src/normalise/status.ts";
import { normaliseEvent } from "../src/normalise.ts";
import { runs } from "./runs.ts";
import { eventConforms, start_ms, subject } from "./support.ts";

const now = start_ms;
const least = {
  subject: "PKH0001",
  occurred_at: "2026-03-02T09:00:00+02:00",
  status_code: "otep:core:created",
};

function findCodes(input: unknown, context = {}): string[] {
  const { errors, warnings } = normaliseEvent(input, { now, ...context });
  return [...errors, ...warnings].map((finding) => `${finding.path} ${finding.code}`);
}

test("converts the minimal event to normal form", () => {
  const { event, errors, warnings } = normaliseEvent(least, { now, provider: "acme" });
  assert.deepEqual([errors, warnings], [[], []]);
  assert.deepEqual(event, {
    protocol_version: "1.0.0",
    event_id: event?.event_id,
    subject: { id: "PKH0001", scheme: "tracking_number", type: "shipment" },
    occurred_at: "2026-03-02T07:00:00.000Z",
    utc_offset: "+02:00",
    recorded_at: "2026-03-02T08:00:00.000Z",
    time_type: "actual",
    status_code: "otep:core:created",
    base: "created",
    source: { type: "other", provider: "acme" },
    fingerprint: event?.fingerprint,
  });
  assert.match(event!.event_id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.match(event!.fingerprint, /^[0-9a-f]{64}$/);
});

test("keeps every member of a full event", () => {
  const full = {
    protocol_version: "1.2.0",
    event_id: "acme-17",
    subject: {
      id: "106141412345678908",
      scheme: "sscc",
      type: "pallet",
      parent: { id: "CSQU3054383", scheme: "container" },
      related: ["PKH0002"],
    },
    occurred_at: "2026-03-02T07:00:00Z",
    recorded_at: "2026-03-02T07:00:05Z",
    time_type: "actual",
    status_code: "otep:carrier:notice_left",
    incident_reason: "recipient_absent",
    location: {
      id: "dock-4",
      name: "Dock 4",
      kind: "hub",
      gln: "0614141000005",
      unlocode: "fr lyo",
      iata: "LYS",
      address: { lines: ["1 rue A"], city: "Lyon", region: "ARA", postal_code: "69001", country: "fr" },
      geo: { lat: 45.764, lon: 4.8357, accuracy_m: 12 },
      time_zone: "Europe/Paris",
    },
    source: {
      type: "carrier",
      provider: "acme",
      system: "tms",
      raw_code: "NL",
      raw_text: "Avis",
      synthesized: true,
    },
    actor: { type: "driver", id: "d1", name: "Ana" },
    proof: [
      {
        type: "photo",
        ref: "files/1",
        sha256: "AB".repeat(32),
        signed_by: "B",
        relation: "self",
        captured_at: "2026-03-02T08:00:00+01:00",
      },
    ],
    sensor: {
      device_id: "s1",
      property: "temperature",
      value: 4.5,
      unit: "Cel",
      phenomenon_time: "2026-03-02T07:00:00Z",
      min: 2,
      max: 8,
    },
    quantity: { pieces: 1, of: 2, weight_kg: 3.5 },
    description: "Notice left.",
    corrects: "acme-16",
    extensions: { "x-lane": 7, "com.example.zone": { deep: [1] } },
  };
  const { event, errors, warnings } = normaliseEvent(full, { now, provider: "acme" });
  assert.deepEqual([errors, warnings], [[], []]);
  assert.deepEqual(event, {
    ...full,
    subject: { ...full.subject, related: [{ id: "PKH0002", scheme: "tracking_number" }] },
    occurred_at: "2026-03-02T07:00:00.000Z",
    recorded_at: "2026-03-02T08:00:00.000Z",
    base: "delivery_attempted",
    location: { ...full.location, unlocode: "FRLYO", address: { ...full.location.address, country: "FR" } },
    source: { ...full.source, recorded_at: "2026-03-02T07:00:05.000Z" },
    proof: [{ ...full.proof[0], sha256: "ab".repeat(32), captured_at: "2026-03-02T07:00:00.000Z" }],
    sensor: { ...full.sensor, phenomenon_time: "2026-03-02T07:00:00.000Z" },
    fingerprint: event?.fingerprint,
  });
});

const cases: [string, object, string[]][] = [
  ["a missing subject", { subject: null }, ["/subject missing_field"]],
  ["a missing time", { occurred_at: "" }, ["/occurred_at missing_field"]],
  ["a missing status", { status_code: undefined }, ["/status_code missing_field"]],
  ["a number for a time", { occurred_at: 1772438400 }, ["/occurred_at invalid_type"]],
  ["a date alone", { occurred_at: "2026-03-02" }, ["/occurred_at invalid_timestamp"]],
  [
    "a time without offset",
    { occurred_at: "2026-03-02T09:00:00" },
    ["/occurred_at timestamp_without_offset"],
  ],
  ["the last century", { occurred_at: "1999-12-31T23:59:59Z" }, ["/occurred_at invalid_timestamp"]],
  ["the year 10000", { occurred_at: "9999-12-31T23:59:59-01:00" }, ["/occurred_at invalid_timestamp"]],
  ["an actual event a quarter of an hour ahead", { occurred_at: "2026-03-02T08:15:00Z" }, []],
  [
    "an actual event further ahead",
    { occurred_at: "2026-03-02T08:15:00.001Z" },
    ["/occurred_at future_event"],
  ],
  [
    "a far estimate",
    { occurred_at: "2026-03-09T08:00:00Z", time_type: "estimated", recorded_at: "2026-03-02T07:00:00Z" },
    [],
  ],
  [
    "an estimate that does not say when it was made",
    { occurred_at: "2026-03-09T08:00:00Z", time_type: "estimated" },
    ["/recorded_at missing_recommended"],
  ],
  ["an unknown kind of time", { time_type: "guessed" }, ["/time_type invalid_type"]],
  [
    "recording before occurring",
    { recorded_at: "2026-03-02T06:59:59Z" },
    ["/recorded_at recorded_before_occurred"],
  ],
  ["a bare core code", { status_code: "delivered" }, ["/status_code alias_code"]],
  ["a bare profile code", { status_code: "loaded" }, ["/status_code unknown_status_code"]],
  ["an unregistered code", { status_code: "otep:lastmile:vanished" }, ["/status_code unknown_status_code"]],
  ["an unregistered profile", { status_code: "otep:drone:x-landed" }, ["/status_code unknown_profile"]],
  [
    "an experimental code",
    { status_code: "otep:lastmile:x-drone", base: "in_transit" },
    ["/status_code experimental_code"],
  ],
  ["an experimental profile", { status_code: "otep:x-drone:landed" }, ["/status_code experimental_code"]],
  [
    "a wrong base",
    { status_code: "otep:lastmile:x-drone", base: "loaded" },
    ["/base unknown_status_code", "/status_code experimental_code"],
  ],
  [
    "a base that is not that of the code",
    { status_code: "otep:lastmile:returned_to_depot", base: "returned" },
    ["/base status_mismatch"],
  ],
  ["the base of the code", { status_code: "otep:lastmile:returned_to_depot", base: "arrived" }, []],
  [
    "another base beside a bare core code",
    { status_code: "returned", base: "arrived" },
    ["/base status_mismatch", "/status_code alias_code"],
  ],
  ["an unknown reason", { incident_reason: "gremlins" }, ["/incident_reason unknown_incident_reason"]],
  ["an experimental reason", { incident_reason: "x-gremlins" }, ["/incident_reason experimental_code"]],
  ["a reason as URI", { incident_reason: "otep:incident:lost" }, []],
  ["no reason for a hold", { status_code: "otep:core:held" }, ["/incident_reason missing_recommended"]],
  ["another major version", { protocol_version: "2.0.0" }, ["/protocol_version unsupported_version"]],
  ["a newer minor version", { protocol_version: "1.9.0" }, []],
  ["an unknown member", { colour: "red", "a/b": 1 }, ["/colour unknown_member", "/a~1b unknown_member"]],
  ["a short tracking number", { subject: "abc" }, ["/subject invalid_identifier"]],
  [
    "a wrong SSCC",
    { subject: { id: "106141412345678907", scheme: "sscc" } },
    ["/subject/id invalid_identifier"],
  ],
  ["a right SSCC", { subject: { id: "106141412345678908", scheme: "sscc" } }, []],
  [
    "a wrong container",
    { subject: { id: "CSQU3054384", scheme: "container" } },
    ["/subject/id invalid_identifier"],
  ],
  ["a right container", { subject: { id: "CSQU3054383", scheme: "container" } }, []],
  ["a right GRAI", { subject: { id: "00614141234561ABC", scheme: "grai" } }, []],
  ["a ULD", { subject: { id: "AKE12345LH", scheme: "uld" } }, []],
  ["an unknown scheme", { subject: { id: "PKH0001", scheme: "isbn" } }, ["/subject/scheme invalid_type"]],
  [
    "51 related subjects",
    { subject: { id: "PKH0001", related: Array(51).fill("PKH0002") } },
    ["/subject/related field_too_long"],
  ],
  [
    "a wrong related subject",
    { subject: { id: "PKH0001", related: ["PKH0002", "?"] } },
    ["/subject/related/1 invalid_identifier"],
  ],
  ["a long description", { description: "x".repeat(501) }, ["/description field_too_long"]],
  ["a NUL", { description: "a\0b" }, ["/description invalid_type"]],
  ["a lone surrogate", { description: "\ud800" }, ["/description invalid_type"]],
  ["a long id", { event_id: "x".repeat(129) }, ["/event_id field_too_long"]],
  ["a self-correction", { event_id: "a", corrects: "a" }, ["/corrects invalid_correction"]],
  ["a latitude of 91", { location: { geo: { lat: 91, lon: 0 } } }, ["/location/geo/lat invalid_location"]],
  ["a wrong GLN", { location: { gln: "0614141000004" } }, ["/location/gln invalid_identifier"]],
  [
    "a wrong country",
    { location: { address: { country: "FRA" } } },
    ["/location/address/country invalid_location"],
  ],
  [
    "a wrong time zone",
    { location: { time_zone: "Europe/Atlantis" } },
    ["/location/time_zone invalid_location"],
  ],
  ["an unknown nested member", { location: { floor: 3 } }, ["/location/floor unknown_member"]],
  ["six proofs", { proof: Array(6).fill({ type: "photo" }) }, ["/proof field_too_long"]],
  ["a proof without type", { proof: [{ ref: "x" }] }, ["/proof/0/type missing_field"]],
  ["more pieces than there are", { quantity: { pieces: 3, of: 2 } }, ["/quantity/pieces invalid_type"]],
  ["a sensor without property", { sensor: { value: 1 } }, ["/sensor/property missing_field"]],
  ["large extensions", { extensions: { "x-a": "x".repeat(4096) } }, ["/extensions field_too_long"]],
  ["a bell in a description", { description: "a\u0007b" }, ["/description invalid_type"]],
  ["an override of direction", { description: "a\u202eb" }, ["/description invalid_type"]],
  ["lines and tabs in a description", { description: "a\r\n\tb" }, []],
  ["an escape in a name", { actor: { type: "driver", name: "\u001b[1m" } }, ["/actor/name invalid_type"]],
  ["an extension's NUL", { extensions: { "x-a": ["\0"] } }, ["/extensions invalid_type"]],
  ["an extension that spells an escape", { extensions: { "x-a": "\\u0000" } }, []],
  ["an unprefixed extension", { extensions: { lane: 1 } }, ["/extensions/lane unknown_member"]],
  ["members of a timeline", { sequence: 3, phase: "transit", voided_by: "x", fingerprint: "y" }, []],
];
for (const [name, fields, expected] of cases) {
  test(`reports the findings for ${name}`, () => {
    const input = { ...least, ...fields };
    assert.deepEqual(findCodes(input), expected);
    const { event, errors } = normaliseEvent(input, { now });
    assert.equal(event === undefined, errors.length > 0);
    if (event !== undefined)
      assert.ok(eventConforms(input) || expected.length > 0 || "incident_reason" in fields);
  });
}

test("reports all errors at once, below the given path", () => {
  assert.deepEqual(findCodes({ subject: 7, occurred_at: "soon" }, { path: "/events/3" }), [
    "/events/3/subject invalid_type",
    "/events/3/status_code missing_field",
    "/events/3/occurred_at invalid_timestamp",
  ]);
  for (const input of [null, 7, "text", []]) assert.deepEqual(findCodes(input), [" invalid_type"]);
});

test("uses the subject, the version and the provider of the enclosing document", () => {
  const { subject: _, ...rest } = least;
  const { event } = normaliseEvent(rest, { now, subject, protocol_version: "1.1.0", provider: "acme" });
  assert.deepEqual(event?.subject, subject);
  assert.equal(event?.protocol_version, "1.1.0");
  assert.deepEqual(findCodes({ ...least, subject: "PKH0002" }, { subject }), ["/subject subject_mismatch"]);
  assert.deepEqual(findCodes({ ...least, source: { provider: "globex" } }, { provider: "acme" }), [
    "/source/provider invalid_identifier",
  ]);
});

test("keeps the time of recording of our own documents only", () => {
  const input = { ...least, recorded_at: "2026-03-02T07:30:00Z" };
  const foreign = normaliseEvent(input, { now }).event!;
  assert.equal(foreign.recorded_at, "2026-03-02T08:00:00.000Z");
  assert.equal(foreign.source.recorded_at, "2026-03-02T07:30:00.000Z");
  const own_event = normaliseEvent(input, { now, keep_recorded_at: true }).event!;
  assert.equal(own_event.recorded_at, "2026-03-02T07:30:00.000Z");
  assert.equal(own_event.source.recorded_at, undefined);
});

test("never throws, and always returns an event or an error", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom(...Object.keys(schema.properties)), fc.jsonValue()),
      ),
      (input) => {
        const { event, errors } = normaliseEvent(input, { now });
        assert.equal(event === undefined, errors.length > 0);
      },
    ),
    { numRuns: runs(1000) },
  );
});

test("is idempotent: a normal form does not change when normalised again", () => {
  const first = normaliseEvent(
    { ...least, status_code: "delivered", location: { unlocode: "fr lyo" }, proof: [{ type: "pin" }] },
    { now },
  ).event!;
  const again = normaliseEvent(JSON.parse(JSON.stringify(first)), { now, keep_recorded_at: true });
  assert.deepEqual(again, { event: first, errors: [], warnings: [] });
});

test("the schema and the types have the same values", () => {
  const { properties, $defs } = schema;
  assert.deepEqual($defs.scheme.enum, SUBJECT_SCHEMES);
  assert.deepEqual(properties.time_type.enum, TIME_TYPES);
  assert.deepEqual($defs.location.properties.kind.enum, LOCATION_KINDS);
  assert.deepEqual($defs.source.properties.type.enum, SOURCE_TYPES);
  assert.deepEqual(properties.actor.properties.type.enum, ACTOR_TYPES);
  assert.deepEqual($defs.proof.properties.type.enum, PROOF_TYPES);
});

test("refuses events that are too large or too deep, and does not repeat long members", () => {
  const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
  assert.deepEqual(findCodes({ ...least, extensions: { "x-deep": nested(100_000) } }), [
    "/extensions field_too_long",
    " field_too_long",
  ]);
  assert.deepEqual(
    findCodes({ ...least, deep: nested(100_000) }),
    ["/deep unknown_member", " field_too_long"].toReversed(),
  );
  assert.deepEqual(findCodes({ ...least, extensions: { "x-deep": nested(40) } }), [
    "/extensions field_too_long",
    " field_too_long",
  ]);
  assert.deepEqual(findCodes({ ...least, extensions: { "x-flat": nested(20) } }), []);
  assert.deepEqual(findCodes({ ...least, phase: "x".repeat(20_000) }), [" field_too_long"]);
  assert.deepEqual(findCodes({ ...least, phase: ["x".repeat(20_000)] }), [" field_too_long"]);
  assert.deepEqual(findCodes({ ...least, ["x".repeat(5000)]: 1 }), [" unknown_member"]);
  // 16,384 bytes and one more.
  const room = 16_384 - JSON.stringify({ ...least, more: "" }).length;
  assert.deepEqual(findCodes({ ...least, more: "x".repeat(room) }), ["/more unknown_member"]);
  assert.deepEqual(findCodes({ ...least, more: "x".repeat(room + 1) })[0], " field_too_long");
  const proof = { type: "photo", ref: "é".repeat(500), signed_by: "é".repeat(200), relation: "é".repeat(64) };
  const text = { description: "é".repeat(500), proof: Array.from({ length: 5 }, () => proof) };
  assert.deepEqual(findCodes({ ...least, ...text }), []);
  // A control character is six bytes of JSON.
  const controls = JSON.parse(JSON.stringify(text).replaceAll("é", "\\u0001"));
  assert.equal(findCodes({ ...least, ...controls }).at(-1), " field_too_long");
});

test("lists at most fifty unknown members of one object", () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`m${index}`, 1]));
  const { warnings, event } = normaliseEvent({ ...least, ...many, location: { id: "a", ...many } }, { now });
  assert.equal(warnings.length, 100);
  assert.notEqual(event, undefined);
});

test("counts characters as its schema does, not in UTF-16 units as JavaScript", () => {
  const full: [string, (text: string) => object][] = [
    ["/event_id", (text) => ({ event_id: text.repeat(128) })],
    ["/description", (text) => ({ description: text.repeat(500) })],
    ["/subject/id", (text) => ({ subject: { scheme: "package_id", id: text.repeat(128) } })],
  ];
  for (const [path, fields] of full) {
    for (const character of ["a", "荷", "🎁"]) {
      const event = { ...least, ...fields(character) };
      assert.deepEqual(findCodes(event), [], `${path} of ${character}`);
      assert.equal(eventConforms(event), true);
    }
    assert.equal(findCodes({ ...least, ...fields("🎁a") }).length, 1, path);
  }
});

test("handles an invalid base with any code", () => {
  for (const status_code of ["otep:lastmile:x-drone", "otep:core:created", "created"]) {
    for (const base of [{ toString: 1, valueOf: 1 }, [[["in_transit"]]], 7, "otep:core:stored", "loaded"]) {
      assert.ok(
        findCodes({ ...least, status_code, base }).includes("/base unknown_status_code"),
        status_code,
      );
    }
    for (const base of ["in_transit", null, ""]) {
      assert.ok(
        !findCodes({ ...least, status_code, base }).includes("/base unknown_status_code"),
        status_code,
      );
    }
  }
});

test("names the replacement of a deprecated code", () => {
  const report = new Report("");
  warnDeprecated(report, { id: "otep:core:held", replaced_by: "otep:core:delayed" });
  warnDeprecated(report, { id: "otep:core:held" });
  assert.deepEqual(
    report.warnings.map(({ path, code }) => [path, code]),
    [["/status_code", "deprecated_code"]],
  );
});
