/**
 * A provider that may send events to a timeline and read its public view must not find what the view hides: not by which of its
 * reports corroborate, nor by gaps, ids, revisions or documents of any format.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { OtepEvent, StoredEvent } from "../src/event.ts";
import { findProjection, formats } from "../src/projections.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { richEvent } from "./random-events.ts";
import { anyEvent, buildStoredEvent, subject } from "./support.ts";

const view = (events: readonly StoredEvent[]) =>
  redactTimeline(mergeTimeline(events, { subject, owners: ["owner"] }));

const documents = (events: readonly StoredEvent[]) => {
  const public_timeline = view(events);
  return formats.map((format) =>
    JSON.stringify(
      findProjection(format)!.project(public_timeline, { public_url: "https://track.example/PKH0001" }),
    ),
  );
};

const door = { lat: 45.764043, lon: 4.835659 };

/** Each hidden member with its value, and what a second provider sends to find it: right, near and wrong. */
const probes: [name: string, secret: Partial<OtepEvent>, guesses: Partial<OtepEvent>[]][] = [
  [
    "the recipient's name",
    { location: { name: "A. Martin" } },
    buildPlaces("A. Martin", "B. Martin", "A. MARTIN"),
  ],
  [
    "a place's code",
    { location: { gln: "4012345000054" } },
    [{ location: { gln: "4012345000054" } }, { location: { gln: "0614141000005" } }],
  ],
  [
    "a port",
    { location: { unlocode: "FRLYS" } },
    [{ location: { unlocode: "FRLYS" } }, { location: { unlocode: "NLRTM" } }],
  ],
  [
    "an airport",
    { location: { iata: "LYS" } },
    [{ location: { iata: "LYS" } }, { location: { iata: "CDG" } }],
  ],
  [
    "a position",
    { location: { geo: door } },
    [-400, -200, 0, 200, 400].map((metres) => ({
      location: { geo: { lat: 45.762 + metres / 111_195, lon: 4.836 } },
    })),
  ],
  [
    "its accuracy",
    { location: { geo: { ...door, accuracy_m: 3 } } },
    [{ location: { geo: { ...door, accuracy_m: 3 } } }, { location: { geo: { ...door, accuracy_m: 300 } } }],
  ],
  [
    "a place's id",
    { location: { id: "customer-9" } },
    [{ location: { id: "customer-9" } }, { location: { id: "customer-8" } }],
  ],
  [
    "a street and postcode",
    { location: { address: { lines: ["1 rue A"], postal_code: "69001", city: "Lyon" } } },
    [
      { location: { address: { lines: ["1 rue A"], postal_code: "69001", city: "Lyon" } } },
      { location: { address: { lines: ["2 rue B"], postal_code: "69009", city: "Lyon" } } },
    ],
  ],
  [
    "an actor",
    { actor: { type: "recipient", id: "7", name: "A. Martin" } },
    [
      { actor: { type: "recipient", id: "7", name: "A. Martin" } },
      { actor: { type: "recipient", name: "B" } },
    ],
  ],
  [
    "a proof",
    { proof: [{ type: "signature", signed_by: "A. Martin", ref: "file/7" }] },
    [
      { proof: [{ type: "signature", signed_by: "A. Martin", ref: "file/7" }] },
      { proof: [{ type: "signature" }] },
    ],
  ],
  [
    "a device",
    { sensor: { property: "temperature", value: 4, device_id: "d-7" } },
    [
      { sensor: { property: "temperature", value: 4, device_id: "d-7" } },
      { sensor: { property: "temperature", value: 4 } },
    ],
  ],
  [
    "a reading that is a position",
    { sensor: { property: "w3w", value: "filled.count.soap" } },
    [
      { sensor: { property: "w3w", value: "filled.count.soap" } },
      { sensor: { property: "w3w", value: "a.b.c" } },
    ],
  ],
  ["extensions", { extensions: { "x-door": "4711" } }, [{ extensions: { "x-door": "4711" } }, {}]],
  [
    "the order that it is part of",
    { subject: { id: "PKH0001", parent: { id: "4711", scheme: "order_id" } } },
    [{ subject: { id: "PKH0001", parent: { id: "4711", scheme: "order_id" } } }, {}],
  ],
  [
    "the number that it was sent under",
    { subject: { id: "PKH0001", related: [{ id: "REF-1", scheme: "tracking_number" }] } },
    [{ subject: { id: "PKH0001", related: [{ id: "REF-1", scheme: "tracking_number" }] } }, {}],
  ],
];

function buildPlaces(...names: string[]): Partial<OtepEvent>[] {
  return names.map((name) => ({ location: { name } }));
}

for (const [name, secret, guesses] of probes) {
  test(`a second provider does not find ${name}`, () => {
    for (const code of ["otep:core:received", "otep:core:delivered", "otep:core:in_transit"]) {
      for (const guess of guesses) {
        const probe = buildStoredEvent(code, 1, { event_id: "p", ...guess }, { provider: "globex" });
        const after = buildStoredEvent("otep:core:out_for_delivery", 3, { event_id: "b" });
        const listDocuments = (fields: Partial<OtepEvent>) =>
          documents([buildStoredEvent(code, 0, { event_id: "a", ...fields }), probe, after]);
        // What the view shows of the secret is no secret: city, rounded position, kinds.
        const open = view([buildStoredEvent(code, 0, { event_id: "a", ...secret })]).events[0]!;
        const { location, actor, proof, sensor } = open;
        const same = { location, actor, proof, sensor } as Partial<OtepEvent>;
        assert.deepEqual(listDocuments(same), listDocuments(secret), JSON.stringify(guess));
      }
    }
  });
}

/** The event with every member that the view hides taken away or replaced. */
function withOtherSecrets(event: StoredEvent): StoredEvent {
  const { extensions, ...other } = structuredClone(event);
  const { location, actor, proof, source, sensor } = other;
  other.subject = { id: event.subject.id, scheme: event.subject.scheme, type: event.subject.type };
  if (location !== undefined) {
    const public_location = view([event]).events[0]!.location ?? {};
    other.location = { ...public_location, name: "Elsewhere", iata: "JFK", gln: "0614141000005" } as never;
  }
  if (actor !== undefined) other.actor = { type: actor.type, name: "Somebody else" };
  if (proof !== undefined) other.proof = proof.map(({ type }) => ({ type, signed_by: "Somebody else" }));
  delete source.system;
  delete source.raw_text;
  if (sensor?.device_id !== undefined) sensor.device_id = "another device";
  return other;
}

test("timelines that differ in hidden members alone have the same public documents", () => {
  const withIds = (events: StoredEvent[]) =>
    events.map((event, index) => ({ ...event, event_id: `${event.source.provider ?? ""}-${index}` }));
  fc.assert(
    fc.property(fc.array(fc.oneof(anyEvent, richEvent), { maxLength: 8 }).map(withIds), (events) => {
      assert.deepEqual(documents(events.map(withOtherSecrets)), documents(events));
    }),
    { numRuns: 150 },
  );
});
