import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import {
  canonicalJson,
  canonicalStatement,
  computeFingerprint,
  computeRevision,
  placeKey,
  type Statement,
  toUuid,
} from "../src/fingerprint.ts";
import { redactTimeline } from "../src/redact.ts";
import { richTimeline } from "./random-events.ts";
import { anyEvent, buildStoredEvent } from "./support.ts";

test("writes canonical JSON as the examples of RFC 8785 do", () => {
  // RFC 8785, sections 3.2.2 and 3.2.3.
  assert.equal(
    canonicalJson({
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    }),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  assert.equal(
    canonicalJson({ "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 }),
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  );
  for (const value of [Number.NaN, "\ud800", () => 1]) assert.throws(() => canonicalJson(value), TypeError);
});

test("hashes the canonical JSON of the content of the event", () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      const { subject, source, quantity, sensor } = event;
      const place = event.location === undefined ? null : placeKey(event.location);
      const text = canonicalJson({
        provider: source.provider,
        subject: { scheme: subject.scheme, id: subject.id },
        occurred_at: event.occurred_at,
        status_code: event.status_code,
        incident_reason: event.incident_reason,
        location: place ?? undefined,
        time_type: event.time_type,
        pieces: quantity?.pieces,
        sensor: sensor === undefined ? undefined : { property: sensor.property, value: sensor.value },
        corrects: event.corrects,
      });
      assert.equal(canonicalStatement(event), text);
      assert.equal(event.fingerprint, createHash("sha256").update(text).digest("hex"));
    }),
  );
});

test("distinguishes events by content, not by spelling", () => {
  const event = buildStoredEvent("otep:core:arrived", 0, { occurred_at: "2026-03-02T08:00:00Z" });
  const same = buildStoredEvent("otep:core:arrived", 5, {
    occurred_at: "2026-03-02T09:00:00.000+01:00",
    description: "Here",
    event_id: "7",
  });
  assert.equal(same.fingerprint, event.fingerprint);
  const others = [
    buildStoredEvent("otep:core:arrived", 0, { quantity: { pieces: 1 } }),
    buildStoredEvent("otep:core:arrived", 0, { location: { address: { city: "Lyon" } } }),
    buildStoredEvent("otep:core:arrived", 0, { time_type: "planned" }),
    buildStoredEvent("otep:core:arrived", 0, { incident_reason: "weather" }),
    buildStoredEvent("otep:core:arrived", 0, { corrects: "x" }),
    buildStoredEvent("otep:core:arrived", 0, { sensor: { property: "humidity" } }),
    buildStoredEvent("otep:core:arrived", 0, { sensor: { property: "temperature" } }),
    buildStoredEvent("otep:core:arrived", 0, { sensor: { property: "temperature", value: 4 } }),
    buildStoredEvent("otep:core:arrived", 0, { sensor: { property: "temperature", value: 4, unit: "Cel" } }),
    buildStoredEvent("otep:core:arrived", 0, {}, { provider: "globex" }),
    buildStoredEvent("otep:carrier:arrived_hub", 0),
  ];
  const fingerprints = new Set([event, ...others].map(computeFingerprint));
  assert.equal(fingerprints.size, others.length + 1);
});

test("reveals no street, no name and no exact position, because ids and revisions are public", () => {
  const at = (location: object) => buildStoredEvent("otep:core:delivered", 0, { location }).fingerprint;
  const address = { city: "Lyon", country: "FR" };
  assert.equal(at({ address }), at({ address: { ...address, lines: ["1 rue A"], postal_code: "69001" } }));
  assert.equal(at({ address }), at({ address, name: "Home of A. Martin" }));
  assert.equal(at({ geo: { lat: 45.764043, lon: 4.835659 } }), at({ geo: { lat: 45.761, lon: 4.839 } }));
  assert.notEqual(at({ geo: { lat: 45.764043, lon: 4.835659 } }), at({ geo: { lat: 45.7, lon: 4.839 } }));
});

test("reveals no code of a place, no device and no position of a sensor", () => {
  const of = (fields: object, code = "otep:sensor:reading") => buildStoredEvent(code, 0, fields).fingerprint;
  const address = { city: "Lyon", country: "FR" };
  for (const hidden of [{ gln: "0614141000005" }, { unlocode: "FRLYS" }, { iata: "LYS" }, { id: "hub-7" }]) {
    assert.equal(of({ location: hidden }), of({}), JSON.stringify(hidden));
    assert.equal(of({ location: { ...hidden, address } }), of({ location: { address } }));
  }
  const sensor = { property: "temperature", value: 4 };
  assert.equal(of({ sensor: { ...sensor, device_id: "probe-1" } }), of({ sensor }));
  assert.equal(of({ sensor: { property: "gpsLat", value: 45.764043 } }), of({}));
});

test("equals that of the public view: its readers can compute ids and the revision, and nothing more", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      const public_events = redactTimeline(timeline).events;
      const hashes = public_events.map((event) => computeFingerprint(event as unknown as Statement));
      assert.deepEqual(
        hashes,
        timeline.events.map((event) => computeFingerprint(event)),
      );
      assert.equal(computeRevision(hashes), timeline.revision);
    }),
  );
});

test("produces a UUID of version 8 and the standard variant", () => {
  assert.equal(toUuid("f".repeat(64)), "ffffffff-ffff-8fff-bfff-ffffffffffff");
  assert.equal(toUuid("0".repeat(64)), "00000000-0000-8000-8000-000000000000");
});
