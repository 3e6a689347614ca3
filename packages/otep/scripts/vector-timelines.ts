/**
 * The timelines of the vectors for the public view and the output formats: together they cover every branch of a format
 * that another implementation could interpret differently. Events are written as providers send them.
 */
import type { Subject } from "../src/event.ts";
import { normaliseEvent } from "../src/normalise.ts";
import { mergeTimeline, selectProfile, type Timeline } from "../src/timeline.ts";
import { exampleTimeline } from "./example-timeline.ts";

const HOUR_MS = 3_600_000;
const now = Date.UTC(2026, 2, 9, 12);

const number: Subject = { id: "PKH0002", scheme: "tracking_number", type: "shipment" };
const paris = {
  address: {
    lines: ["1 rue A", "Bâtiment B"],
    city: "Paris",
    region: "IDF",
    postal_code: "75001",
    country: "FR",
  },
  time_zone: "Europe/Paris",
};

type Report = { at: string; code: string } & Record<string, unknown>;

/** `at` is in March 2026, `02T08:00`, unless it is a full timestamp; every event is recorded an hour later unless it has `recorded_at`. */
function buildTimeline(subject: Subject, reports: readonly Report[]): Timeline {
  const events = reports.map(({ at, code, ...fields }) => {
    const occurred_at = at.length > 8 ? at : `2026-03-${at}:00Z`;
    const recorded_at = new Date(Math.min(Date.parse(occurred_at) + HOUR_MS, now)).toISOString();
    const input = { subject, occurred_at, recorded_at, status_code: code, ...fields };
    const { event, errors } = normaliseEvent(input, { now, keep_recorded_at: true });
    if (event === undefined) throw new Error(JSON.stringify(errors));
    return event;
  });
  return mergeTimeline(events, { subject, owners: ["owner"] });
}

const acme = { type: "carrier", provider: "acme" };
const globex = { type: "third_party", provider: "globex" };
const owner = { type: "self_delivery", provider: "owner" };

/** What FORMATS-commerce.md shows in every commerce format. */
const attempted = buildTimeline(
  { ...number, id: "PKH0001" },
  [
    { at: "02T08:00", code: "otep:carrier:label_created", event_id: "1" },
    {
      ...{ at: "02T08:10", code: "otep:core:picked_up", event_id: "2" },
      location: { address: { city: "Lyon", country: "FR" }, time_zone: "Europe/Paris" },
    },
    {
      ...{ at: "02T08:20", code: "otep:core:delivery_attempted", event_id: "3" },
      incident_reason: "recipient_absent",
    },
  ].map((event) => ({ ...event, source: acme, recorded_at: "2026-03-02T09:00:00Z" })),
);

/** A return journey, with everything that a merge marks: voided, corrected corrections, late, corroborating, experimental. */
const returned = buildTimeline({ ...number, parent: { id: "4711", scheme: "order_id" } }, [
  { at: "02T08:00", code: "otep:core:created", source: owner, event_id: "o-1" },
  {
    at: "02T09:00",
    code: "otep:core:picked_up",
    source: { ...acme, raw_code: "PU" },
    event_id: "1",
    location: paris,
  },
  { at: "02T09:30", code: "otep:core:delivered", time_type: "planned", source: owner },
  { at: "02T10:00", code: "otep:core:delivered", time_type: "estimated", source: acme, event_id: "eta-1" },
  {
    at: "02T11:00",
    code: "otep:lastmile:x-drone",
    base: "in_transit",
    incident_reason: "x-dog",
    source: acme,
  },
  // The same code, refining another one.
  { at: "02T11:30", code: "otep:lastmile:x-drone", base: "out_for_delivery", source: globex },
  { at: "02T12:00", code: "otep:core:delivered", source: acme, event_id: "2", location: paris },
  // A note corrects the delivery; the attempt below replaces another wrong event.
  {
    at: "02T12:30",
    code: "otep:core:note",
    source: acme,
    event_id: "3",
    corrects: "2",
    description: "Wrong door.",
  },
  { at: "02T12:40", code: "otep:core:delivered", source: acme, event_id: "4" },
  {
    ...{ at: "02T13:00", code: "otep:core:delivery_attempted", source: acme, corrects: "4", location: paris },
    ...{ event_id: "0197c3f0-0000-8000-8000-000000000009", incident_reason: "recipient_refused" },
    quantity: { pieces: 1, of: 2, weight_kg: 3.25 },
  },
  {
    ...{
      at: "02T13:01",
      code: "otep:core:delivery_attempted",
      source: globex,
      incident_reason: "recipient_absent",
    },
    event_id: "0197c3f0-0000-8000-8000-000000000009",
  },
  // A voided correction voids nothing.
  { at: "02T13:10", code: "otep:core:note", source: owner, event_id: "o-2", corrects: "1" },
  { at: "02T13:20", code: "otep:core:note", source: owner, event_id: "o-3", corrects: "o-2" },
  { at: "02T14:00", code: "otep:core:delayed", source: acme, incident_reason: "weather" },
  { at: "02T14:30", code: "otep:core:held" },
  { at: "03T08:00", code: "otep:core:returning", source: acme, incident_reason: "recipient_refused" },
  { at: "04T08:00", code: "otep:core:returned", time_type: "requested", source: owner },
  { at: "05T08:00", code: "otep:thirdparty:returned_to_origin", source: globex, location: paris },
  { at: "05T09:00", code: "otep:core:in_transit", source: acme },
  { at: "05T10:00", code: "otep:core:delivered", source: acme },
  { at: "05T11:00", code: "otep:core:note", source: acme, description: "Closed." },
]);

/** In transit: statuses that a format may omit, an estimate, goods lost; no source named at first. */
const lost = buildTimeline({ ...number, related: [{ id: "PKH0009", scheme: "tracking_number" }] }, [
  { at: "02T08:00", code: "otep:core:ready" },
  { at: "02T09:00", code: "otep:core:pickup_failed", source: acme, incident_reason: "not_ready" },
  { at: "02T10:00", code: "otep:core:picked_up", source: acme, quantity: { pieces: 3 } },
  { at: "02T11:00", code: "otep:customs:inspection", source: acme, incident_reason: "customs_documents" },
  { at: "02T12:00", code: "otep:core:delayed", source: acme, incident_reason: "weather" },
  { at: "02T13:00", code: "otep:core:exception", source: acme, incident_reason: "lost" },
  {
    at: "09T10:00",
    code: "otep:core:eta_updated",
    time_type: "estimated",
    source: acme,
    location: { time_zone: "Asia/Kolkata" },
  },
]);

/** A delivery with proofs, of an order with a numeric id; the operator changes without a custody event. */
const delivered = buildTimeline({ ...number, related: [{ id: "42", scheme: "order_id" }] }, [
  { at: "02T08:00", code: "otep:carrier:manifested", source: acme },
  {
    at: "02T09:00",
    code: "otep:core:processed",
    source: acme,
    location: { unlocode: "FRLYS", address: { country: "FR" } },
  },
  { at: "02T10:00", code: "otep:core:out_for_delivery", source: globex },
  { at: "02T10:05", code: "otep:lastmile:recipient_contacted", source: globex },
  {
    ...{
      at: "2026-03-02T11:00:00.500Z",
      code: "otep:lastmile:delivered_to_neighbour",
      source: globex,
    },
    location: { ...paris, name: "Chez Zoé", kind: "customer", geo: { lat: 48.860611, lon: 2.337644 } },
    actor: { type: "courier", id: "c-7", name: "C. Seven" },
    proof: [
      { type: "photo", ref: "file/7", sha256: "ab".repeat(32) },
      { type: "signature", signed_by: "Z. É.", relation: "neighbour", captured_at: "2026-03-02T11:01:00Z" },
      { type: "pin" },
    ],
    extensions: { "x-tour": { stop: 7 } },
  },
]);

const reading = (at: string, sensor: object, more: object = {}): Report => ({
  ...{ at, code: "otep:sensor:reading", source: { type: "sensor", provider: "probes" }, sensor, ...more },
});

/** Readings of every kind, about a pallet with an SSCC. */
const sensors = buildTimeline({ id: "106141412345678908", scheme: "sscc", type: "pallet" }, [
  reading("02T08:00", {
    property: "temperature",
    value: 4.5,
    unit: "Cel",
    device_id: "urn:dev:mac:0024befffe804ff1",
  }),
  reading("02T08:01", {
    property: "temperature",
    value: 5,
    unit: "Cel",
    device_id: "urn:dev:mac:0024befffe804ff1",
  }),
  reading("02T08:02", { property: "temp", value: 40.1, unit: "[degF]", device_id: "probe 2" }),
  reading("02T08:03", { property: "temperature", value: 4 }),
  reading("02T08:04", {
    property: "humidity",
    min: 40,
    max: 60.5,
    unit: "%",
    phenomenon_time: "2026-03-02T07:30:00Z",
  }),
  reading("02T08:05", { property: "light", value: true }),
  reading("02T08:06", { property: "door", value: "open" }),
  reading("02T08:07", { property: "pressure", value: 1013, unit: "{A97}" }),
  reading("02T08:08", { property: "temperature", value: 50, unit: "%" }),
  reading("02T08:09", { property: "Vibration/axis", value: 1e-7, unit: "m/s2" }),
  reading(
    "02T08:10",
    { property: "gpsLat", value: 45.764043 },
    { location: { geo: { lat: 45.764043, lon: 4.835659 } } },
  ),
  { ...reading("02T08:11", { property: "speed", value: 50, unit: "km/h" }), code: "otep:sensor:position" },
  {
    ...reading("02T08:12", { property: "shock", value: 3, unit: "[g]" }),
    code: "otep:core:exception",
    incident_reason: "shock_exceeded",
  },
  { ...reading("02T09:00", { property: "temperature", value: 6, unit: "Cel" }), time_type: "estimated" },
]);

/** Places in every form, each with a status after which the goods are there or not. */
const places = buildTimeline({ id: "04012345000771A%/1", scheme: "grai", type: "asset" }, [
  {
    at: "02T08:00",
    code: "otep:core:received",
    source: acme,
    location: {
      gln: "0614141000005",
      id: "hub-7",
      unlocode: "FRLYS",
      iata: "LYS",
      name: "Hub 7",
      kind: "hub",
    },
  },
  {
    at: "02T09:00",
    code: "otep:core:departed",
    source: acme,
    location: { id: "https://example.com/place/7", unlocode: "FRLYS" },
  },
  {
    at: "02T10:00",
    code: "otep:core:arrived",
    source: acme,
    location: { unlocode: "NLRTM", iata: "RTM", id: "dock 3", time_zone: "Europe/Amsterdam" },
  },
  {
    at: "02T11:00",
    code: "otep:core:stored",
    source: acme,
    location: { iata: "CDG", geo: { lat: 49.01, lon: 2.55 } },
  },
  {
    at: "02T12:00",
    code: "otep:core:arrived",
    source: acme,
    location: { geo: { lat: 1e-7, lon: -33.875, accuracy_m: 1e22 }, id: "dock 4" },
  },
  {
    at: "02T13:00",
    code: "otep:core:arrived",
    source: acme,
    location: { geo: { lat: -15.655, lon: 47.8, accuracy_m: 12.5 } },
  },
  { at: "02T14:00", code: "otep:core:arrived", source: acme, location: { id: "dock 5/é" } },
  { at: "02T15:00", code: "otep:core:in_transit", source: acme, location: { name: "Ring road" } },
  { at: "02T16:00", code: "otep:core:in_transit", source: acme, location: { address: { country: "DE" } } },
  {
    at: "02T17:00",
    code: "otep:core:in_transit",
    source: acme,
    location: { address: { region: "BY", lines: ["a", "b", "c", "d", "e"], postal_code: "80331" } },
  },
  {
    at: "02T18:00",
    code: "otep:core:in_transit",
    source: acme,
    location: { address: { city: "St. John's", country: "CA" }, time_zone: "America/St_Johns" },
  },
  {
    at: "2026-03-08T06:30:00.250Z",
    code: "otep:core:in_transit",
    source: acme,
    location: { address: { city: "St. John's", country: "QX" }, time_zone: "America/St_Johns" },
  },
  {
    at: "09T09:00",
    code: "otep:core:available_for_pickup",
    time_type: "estimated",
    source: acme,
    location: { gln: "0614141000005" },
  },
  {
    at: "09T10:00",
    code: "otep:core:available_for_pickup",
    source: acme,
    location: { kind: "locker", unlocode: "FRLYS" },
  },
]);

/** Times at the limits of the allowed range. */
const times = buildTimeline({ id: "Order 7/é%", scheme: "order_id", type: "order" }, [
  { at: "2000-01-01T00:00:00Z", code: "otep:core:created", recorded_at: "2026-03-02T08:00:00.999Z" },
  { at: "2026-03-02T08:00:00.123Z", code: "otep:core:confirmed", recorded_at: "2026-03-02T08:00:00.999Z" },
  { at: "2262-04-11T23:47:16.854Z", code: "otep:core:delivered", time_type: "planned" },
  {
    at: "9999-12-31T23:59:59.999Z",
    code: "otep:core:delivered",
    time_type: "estimated",
    location: { time_zone: "Pacific/Kiritimati" },
  },
]);

/** Nothing has happened yet. */
const planned = buildTimeline({ id: "urn:example:ä[1]{2}", scheme: "uri", type: "other" }, [
  { at: "02T08:00", code: "otep:core:picked_up", time_type: "planned", source: owner },
  { at: "02T09:00", code: "otep:core:delivered", time_type: "requested", source: owner },
]);

const created = (id: string, scheme: Subject["scheme"], type: string): Timeline =>
  buildTimeline({ id, scheme, type }, [{ at: "02T08:00", code: "otep:core:created", event_id: "1" }]);

const public_url = "https://track.example/trackings/PKH0002";

/** Links of proofs that the business publishes, by event id and index of the proof. */
export const vectorLinks: Readonly<Record<string, Record<string, string>>> = {
  delivered: { [`${delivered.events.at(-1)!.event_id}/0`]: `${public_url}/proof-0` },
};

/** Which parents and related subjects the public can look up. */
export const vectorReferences: Readonly<Record<string, string[]>> = {
  lost: ["tracking_number:PKH0009"],
};

/** What only the whole view compares, and what both do; the public view has a gap that the whole one has not. */
const compared = buildTimeline({ ...number, parent: { id: "4711", scheme: "order_id" } }, [
  {
    at: "02T08:00",
    code: "otep:core:received",
    source: acme,
    event_id: "a-1",
    location: { name: "A. Martin" },
  },
  {
    at: "02T08:01",
    code: "otep:core:received",
    source: globex,
    event_id: "g-1",
    location: { name: "B. Martin" },
  },
  {
    at: "02T09:00",
    code: "otep:core:stored",
    source: acme,
    event_id: "a-2",
    location: { gln: "4012345000054" },
  },
  {
    at: "02T09:01",
    code: "otep:core:stored",
    source: globex,
    event_id: "g-2",
    location: { gln: "4012345000054" },
  },
  {
    ...{ at: "02T10:00", code: "otep:core:in_transit", source: acme, event_id: "a-3" },
    location: { unlocode: "FRLYS", address: { city: "Lyon" } },
  },
  {
    ...{ at: "02T10:01", code: "otep:core:in_transit", source: globex, event_id: "g-3" },
    location: { unlocode: "FRPAR", address: { city: "Lyon" } },
  },
  {
    ...{ at: "02T11:00", code: "otep:core:out_for_delivery", source: acme, event_id: "a-4" },
    location: { geo: { lat: 45.7549, lon: 4.83 } },
  },
  {
    ...{ at: "02T11:01", code: "otep:core:out_for_delivery", source: globex, event_id: "g-4" },
    location: { geo: { lat: 45.7551, lon: 4.83 } },
  },
  {
    ...{ at: "02T12:00", code: "otep:core:delivered", source: acme, event_id: "a-5" },
    location: { iata: "LYS", geo: { lat: 45.76, lon: 4.83 } },
  },
  {
    ...{ at: "02T12:01", code: "otep:core:delivered", source: globex, event_id: "g-5" },
    location: { iata: "CDG", geo: { lat: 45.76, lon: 4.83 } },
  },
]);

/** Positions under many names and in every member of a reading; the last ones are none. */
const positions = buildTimeline(
  number,
  (
    [
      ["w3w", "filled.count.soap"],
      ["what3words", 1],
      ["What3WordsAddress", 1],
      ["what_3_words", 1],
      ["olc", 1],
      ["plus-code", 1],
      ["OpenLocationCode", 1],
      ["easting", 448_251],
      ["UTMNorthing", 5_411_932],
      ["mgrs_square", 1],
      ["deviceGeoHash", 1],
      ["GPSLat", 1],
      ["lon_dms", 1],
      ["Längengrad", 1],
      ["緯度", 1],
      ["postcode", "69001"],
      ["where", "48°51'29.6\"N 2°17'40.2\"E"],
      ["where", "48 51 29.6 N"],
      ["where", "N48.85837"],
      ["where", "8FW4V75V+8Q"],
      ["where", "31U DQ 48251 11932"],
      ["where", "31U 448251 5411932"],
      ["where", "u09tvw0"],
      ["where", "filled.count.soap"],
      ["where", "48,85837 2,29448"],
      ["where", "geo:48.85,2.29"],
      ["where", "８ＦＷ４Ｖ７５Ｖ＋８Ｑ"],
      ["speed", 1, "deg_lat"],
      ["speed", 1, "48.85837,2.29448"],
      ["48.85837,2.29448", 1],
      ["temperature", 4.125, "Cel"],
      ["lateral_acceleration", 2, "m/s2"],
      ["latency_ms", 12],
      ["com.example.temperature", 3],
      ["battery", "12.5 V"],
      ["pm2_5", 7],
    ] as const
  ).map(([property, value, unit], index) =>
    reading(
      `02T08:${String(index).padStart(2, "0")}`,
      unit === undefined ? { property, value } : { property, value, unit },
    ),
  ),
);

/** One profile of a journey, without the correction of an event that it shows. */
const part = selectProfile(
  buildTimeline(number, [
    { at: "02T08:00", code: "otep:core:picked_up", event_id: "1", source: acme },
    { at: "02T09:00", code: "otep:core:delivered", event_id: "2", source: acme },
    { at: "02T10:00", code: "otep:carrier:notice_left", event_id: "3", corrects: "2", source: acme },
  ]),
  "core",
);

/** By name; the vectors refer to these names. */
export const vectorTimelines: ReadonlyMap<string, Timeline> = new Map([
  ["journey", exampleTimeline()],
  ["attempted", attempted],
  ["nothing", buildTimeline(number, [])],
  ["returned", returned],
  ["lost", lost],
  ["delivered", delivered],
  ["sensors", sensors],
  ["places", places],
  ["times", times],
  ["planned", planned],
  ["compared", compared],
  ["positions", positions],
  ["part", part],
  ["subject giai", created("4000001A/(7)", "giai", "asset")],
  ["subject uri", created("https://example.com/a?b=c#d", "uri", "other")],
  ["subject container", created("CSQU3054383", "container", "container")],
  ["subject number", created("123456789", "tracking_number", "shipment")],
]);

interface FormatVector {
  name: string;
  timeline: string;
  view: "full" | "public";
  public_url: string;
  namespace?: string;
}

const WITH_PLACES = new Set([
  "epcis",
  "onerecord",
  "uncefact",
  "otlp",
  "sensorthings",
  "aggregator",
  "storefront_a",
]);
const WITH_URIS = new Set(["epcis", "onerecord", "uncefact", "sensorthings"]);
/** Formats in which the URL is a link, whatever it is. */
const WITH_LINKS = new Set(["otlp", "marketplace_a", "storefront_b", "storefront_d"]);

/** The vectors of a format: every timeline in full, the public view if the format contains places, and other URLs. */
export function formatVectors(format: string): FormatVector[] {
  if (format === "otep") return [{ name: "journey", timeline: "journey", view: "full", public_url }];
  // What is a position is decided before a format is written; the hidden correction of a part is visible in EPCIS only.
  const visible_names = [...vectorTimelines.keys()].filter(
    (name) => name !== "positions" && (name !== "part" || format === "epcis"),
  );
  const vectors = visible_names.map((timeline): FormatVector => {
    const url = timeline === "attempted" ? "https://tms.example/t/PKH0001" : public_url;
    return { name: timeline, timeline, view: "full", public_url: url };
  });
  if (WITH_PLACES.has(format)) {
    for (const timeline of ["delivered", "sensors", "places", "compared"])
      vectors.push({ name: `${timeline}, public view`, timeline, view: "public", public_url });
  }
  const timeline = "delivered";
  if (WITH_URIS.has(format)) {
    const namespace = "https://acme.example/ns#";
    vectors.push({ name: "another namespace", timeline, view: "full", public_url, namespace });
  }
  if (WITH_URIS.has(format) || WITH_LINKS.has(format)) {
    const name = "an address that is no URI for every reader";
    vectors.push({ name, timeline, view: "full", public_url: "http://[::1]/t/1" });
  }
  return vectors;
}
