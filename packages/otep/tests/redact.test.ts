import assert from "node:assert/strict";
import { test } from "node:test";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { assertTimelineConforms, buildStoredEvent, subject } from "./support.ts";

const secrets = {
  line: "12 Secret Street",
  postal: "SECRET69",
  place: "Home of Secret",
  place_id: "secret-customer-9",
  driver: "Driver Secret",
  driver_id: "secret-driver-1",
  signer: "Signer Secret",
  relation: "secret-relation",
  ref: "files/secret-photo",
  digest: "5ec2e7".padEnd(64, "0"),
  raw: "Raw secret text",
  system: "secret-system",
  extension: "secret extension",
  device: "secret-device",
};

const timeline = mergeTimeline(
  [
    buildStoredEvent("otep:lastmile:delivered_in_person", 0, {
      event_id: "d1",
      location: {
        id: secrets.place_id,
        name: secrets.place,
        kind: "customer",
        gln: "0614141000005",
        address: {
          lines: [secrets.line],
          city: "Lyon",
          region: "ARA",
          postal_code: secrets.postal,
          country: "FR",
        },
        geo: { lat: 45.764043, lon: 4.835659, accuracy_m: 3 },
      },
      source: { type: "self_delivery", raw_text: secrets.raw, system: secrets.system, raw_code: "D" },
      actor: { type: "driver", id: secrets.driver_id, name: secrets.driver },
      proof: [
        {
          type: "signature",
          ref: secrets.ref,
          sha256: secrets.digest,
          signed_by: secrets.signer,
          relation: secrets.relation,
        },
        { type: "pin" },
      ],
      sensor: { device_id: secrets.device, property: "temperature", value: 4, unit: "Cel" },
      extensions: { "x-secret": secrets.extension },
    }),
    buildStoredEvent("otep:sensor:position", 5, { sensor: { property: "latitude", value: 45.764043 } }),
  ],
  { subject },
);

test("the public view contains no personal value", () => {
  const text = JSON.stringify(redactTimeline(timeline));
  for (const secret of [
    ...Object.values(secrets),
    "secret",
    "45.764",
    "4.8356",
    "accuracy",
    "0614141000005",
  ]) {
    assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), secret);
    if (secret !== "secret") assert.ok(JSON.stringify(timeline).includes(secret), `${secret} was there`);
  }
});

test("contains the city, a rounded position, the kinds of actor and proof, and nothing else", () => {
  const public_timeline = redactTimeline(timeline);
  assertTimelineConforms(public_timeline);
  assert.deepEqual(public_timeline.events[0]?.location, {
    kind: "customer",
    address: { city: "Lyon", region: "ARA", country: "FR" },
    geo: { lat: 45.76, lon: 4.84 },
  });
  assert.deepEqual(public_timeline.events[0]?.actor, { type: "driver" });
  assert.deepEqual(public_timeline.events[0]?.proof, [{ type: "signature" }, { type: "pin" }]);
  assert.deepEqual(public_timeline.events[0]?.sensor, { property: "temperature", value: 4, unit: "Cel" });
  assert.equal(public_timeline.revision, timeline.revision);
  assert.deepEqual(public_timeline.status, timeline.status);
});

test("contains only the proof links that the caller passes", () => {
  const public_timeline = redactTimeline(timeline, {
    public_proof: (proof, event, index) =>
      proof.type === "signature" ? `https://example.org/p/${event.event_id}/${index}` : undefined,
  });
  assertTimelineConforms(public_timeline);
  assert.deepEqual(public_timeline.events[0]?.proof, [
    { type: "signature", url: "https://example.org/p/d1/0" },
    { type: "pin" },
  ]);
  assert.ok(!JSON.stringify(public_timeline).includes(secrets.signer));
});

test("does not change the full timeline", () => {
  const before = structuredClone(timeline);
  redactTimeline(timeline);
  assert.deepEqual(timeline, before);
});

test("omits a position that a sensor reports under another name", () => {
  const redactMeasurement = (property: string, value: number | string, code = "otep:sensor:reading") =>
    redactTimeline(mergeTimeline([buildStoredEvent(code, 5, { sensor: { property, value } })], { subject }))
      .events[0]?.sensor;
  for (const property of [
    "latitude",
    "gps_lat",
    "gpsLat",
    "GPSLongitude",
    "geo-location",
    "geoLocation",
    "vehicle.position",
    "lat1",
    "Coordinates",
    "lnglat",
    "GEOHASH",
    "plus_code",
    "plusCode",
  ])
    assert.equal(redactMeasurement(property, 45.764043), undefined, property);
  assert.equal(redactMeasurement("where", "45.764043, 4.835659"), undefined);
  assert.equal(redactMeasurement("where", "POINT(4.835659 45.764043)"), undefined);
  assert.equal(redactMeasurement("speed", 7, "otep:sensor:position"), undefined);
  for (const [property, value] of [
    ["temperature", 4.125],
    ["platform_tilt", 3.5],
    ["relative_humidity", 40],
    ["latency_ms", 12],
    ["door", "open"],
  ] as const)
    assert.deepEqual(redactMeasurement(property, value), { property, value });
});
