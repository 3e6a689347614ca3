/** Random events that use every member of the envelope, with text, numbers and identifiers of every kind. */
import fc from "fast-check";
import {
  ACTOR_TYPES,
  LOCATION_KINDS,
  PROOF_TYPES,
  SOURCE_TYPES,
  type StoredEvent,
  type Subject,
  TIME_TYPES,
} from "../src/event.ts";
import { normaliseEvent } from "../src/normalise.ts";
import { mergeTimeline, type Timeline } from "../src/timeline.ts";
import { codes, incidentReasons } from "../src/vocabulary.ts";
import { start_ms } from "./support.ts";

/** Text of any script, also with quotes, percent signs, spaces and characters outside the basic plane. */
function text(maxLength: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: "binary", minLength: 1, maxLength })
    .map((value) => value.replaceAll("\0", "0").slice(0, maxLength).toWellFormed())
    .filter((value) => value !== "");
}

function printable(maxLength: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .map((value) => value.slice(0, maxLength));
}

function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 });
}

export const anySubject: fc.Arbitrary<Omit<Subject, "parent" | "related">> = fc.constantFrom(
  { id: "PKH0001", scheme: "tracking_number", type: "shipment" },
  { id: "PKH0001", scheme: "tracking_number", type: "pallet" },
  { id: "Other.tracking_number-2", scheme: "tracking_number", type: "shipment" },
  { id: "Order 7/é%", scheme: "order_id", type: "order" },
  { id: "🎁", scheme: "package_id", type: "package" },
  { id: "106141412345678908", scheme: "sscc", type: "package" },
  { id: "04012345000771A%/1", scheme: "grai", type: "asset" },
  { id: "4000001A/(7)", scheme: "giai", type: "asset" },
  { id: "AKE12345LH", scheme: "uld", type: "container" },
  { id: "CSQU3054383", scheme: "container", type: "container" },
  { id: "R 1", scheme: "rental_id", type: "rental" },
  { id: "https://example.com/a?b=c#d", scheme: "uri", type: "other" },
  { id: "urn:example:ä[1]{2}", scheme: "uri", type: "other" },
  { id: "x:", scheme: "uri", type: "other" },
) as never;

const reference = anySubject.map(({ id, scheme }) => ({ id, scheme }));
const subject = fc
  .record({
    own: anySubject,
    parent: maybe(reference),
    related: maybe(fc.array(reference, { minLength: 1, maxLength: 3 })),
  })
  .filter(({ own: own_subject }) => own_subject.id !== "x:")
  .map(({ own: own_subject, parent, related }) => ({ ...own_subject, parent, related }));

/** Within a month of the others, and sometimes at the limits of the allowed range. */
const instant = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .integer({ min: start_ms, max: start_ms + 30 * 86_400_000 })
      .map((epoch_ms) => new Date(epoch_ms).toISOString()),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "2000-01-01T00:00:00.000Z",
      "2262-04-11T23:47:16.855Z",
      "9999-12-31T23:59:59.999Z",
    ),
  },
);
/** Close together, so that ties, corroboration and final statuses occur. */
const near = fc
  .integer({ min: 0, max: 90 })
  .map((minutes) => new Date(start_ms + minutes * 60_000).toISOString());

const degrees = (limit: number) =>
  fc.oneof(
    fc.double({ min: -limit, max: limit, noNaN: true }),
    fc.constantFrom(0, -0.5, limit, -limit, 1e-7, 45.76),
  );
const amount = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -50, max: 50 }),
  fc.constantFrom(0, 1e21, 1e-9),
);

const location = fc.record(
  {
    id: fc.oneof(
      printable(128),
      fc.constantFrom("https://example.com/place/7", "hub 7", "urn:epc:id:sgln:4012345.00005.0"),
    ),
    name: text(40),
    kind: fc.constantFrom(...LOCATION_KINDS),
    gln: fc.constantFrom("4012345000054", "0614141000005"),
    unlocode: fc.constantFrom("FRLYS", "NLRTM"),
    iata: fc.constantFrom("LYS", "CDG"),
    address: fc.record(
      {
        lines: fc.array(text(30), { minLength: 1, maxLength: 5 }),
        city: text(20),
        region: text(20),
        postal_code: printable(32),
        country: fc.constantFrom("FR", "DE"),
      },
      { requiredKeys: [] },
    ),
    geo: fc.record(
      {
        lat: degrees(90),
        lon: degrees(180),
        accuracy_m: fc.oneof(fc.constantFrom(1e-9, 1e22, 12.5), fc.nat()),
      },
      { requiredKeys: ["lat", "lon"] },
    ),
    time_zone: fc.constantFrom("Europe/Paris", "UTC", "America/St_Johns", "Pacific/Kiritimati", "Etc/GMT+12"),
  },
  { requiredKeys: [] },
);

const sensor = fc.record(
  {
    device_id: fc.oneof(printable(128), fc.constantFrom("urn:dev:mac:0024befffe804ff1", "dev 1")),
    property: fc.oneof(
      printable(64),
      fc.constantFrom("temperature", "humidity", "shock", "battery", "latitude", "constructor"),
    ),
    value: fc.oneof(amount, text(20), fc.boolean()),
    unit: fc.oneof(printable(32), fc.constantFrom("Cel", "%", "m/s2", "{A86}", "constructor")),
    phenomenon_time: instant,
    min: amount,
    max: amount,
  },
  { requiredKeys: ["property"] },
);

const source = fc.record(
  {
    type: fc.constantFrom(...SOURCE_TYPES),
    provider: fc.constantFrom("acme", "globex", "owner"),
    system: printable(20),
    raw_code: printable(20),
    raw_text: text(40),
    synthesized: fc.constant(true),
    recorded_at: instant,
  },
  { requiredKeys: ["type"] },
);

const proof = fc.record(
  {
    type: fc.constantFrom(...PROOF_TYPES),
    ref: text(30),
    sha256: fc.constantFrom("ab".repeat(32)),
    signed_by: text(20),
    relation: printable(20),
    captured_at: instant,
  },
  { requiredKeys: ["type"] },
);

const extensions = fc.dictionary(
  fc.constantFrom("x-a", "x-route", "com.example.lane", "org.gs1.epcis"),
  fc.jsonValue({ maxDepth: 3 }),
  { minKeys: 1, maxKeys: 3 },
);

const id = fc.oneof(
  fc.integer({ min: 0, max: 9 }).map((number) => `e${number}`),
  fc.constantFrom("0197c3f0-0000-8000-8000-000000000001", "0197C3F0-0000-8000-8000-000000000002", "é %/#"),
  printable(128),
);

const input = fc
  .record(
    {
      subject,
      event_id: id,
      occurred_at: fc.oneof(near, near, instant),
      recorded_at: near,
      time_type: fc.constantFrom("actual", "actual", "actual", ...TIME_TYPES),
      status_code: fc.oneof(
        fc.constantFrom(...codes.map((entry) => entry.id as string)),
        fc.constantFrom("otep:lastmile:x-drone", "otep:x-drone:landed"),
      ),
      base: fc.constantFrom("in_transit", "note", "delivered", "returning"),
      incident_reason: fc.constantFrom(...incidentReasons.map((reason) => reason.code), "x-dog"),
      location,
      source,
      actor: fc.record(
        { type: fc.constantFrom(...ACTOR_TYPES), id: printable(20), name: text(20) },
        { requiredKeys: ["type"] },
      ),
      proof: fc.array(proof, { minLength: 1, maxLength: 3 }),
      sensor,
      quantity: fc.record(
        {
          pieces: fc.nat({ max: 3 }),
          of: fc.integer({ min: 3, max: 9 }),
          weight_kg: fc.double({ min: 0, max: 1e6, noNaN: true }),
        },
        { requiredKeys: [] },
      ),
      description: text(60),
      corrects: id,
      extensions,
    },
    { requiredKeys: ["subject", "occurred_at", "recorded_at", "status_code"] },
  )
  // A registered code has its own base.
  .map(({ base, ...fields }) => (fields.status_code.includes("x-") ? { ...fields, base } : fields))
  .map((fields) => JSON.parse(JSON.stringify(fields)));

/** Any event in normal form. */
export const richEvent: fc.Arbitrary<StoredEvent> = input
  .map((fields) => normaliseEvent(fields, { now: start_ms, keep_recorded_at: true }).event)
  .filter((event) => event !== undefined);

/** Any timeline: none to a dozen events about anything, for a subject of any scheme. */
export const richTimeline: fc.Arbitrary<Timeline> = fc
  .record({ events: fc.array(richEvent, { maxLength: 12 }), about: anySubject })
  .map(({ events, about }) => mergeTimeline(events, { subject: about, owners: ["owner"] }));
