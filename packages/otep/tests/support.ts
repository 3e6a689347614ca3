import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import eventSchema from "../schema/event.schema.json" with { type: "json" };
import timelineSchema from "../schema/timeline.schema.json" with { type: "json" };
import type { OtepEvent, StoredEvent, Subject } from "../src/event.ts";
import { type NormaliseContext, normaliseEvent } from "../src/normalise.ts";
import { codes } from "../src/vocabulary.ts";

export const subject: Subject = { id: "PKH0001", scheme: "tracking_number", type: "shipment" };
export const start_ms = Date.UTC(2026, 2, 2, 8);

/** Minutes after 2 March 2026, 08:00 UTC. */
export function minute(minutes: number): string {
  return new Date(start_ms + minutes * 60_000).toISOString();
}

/** A stored event, a minute apart from its time unless `context` says otherwise. */
export function buildStoredEvent(
  status_code: string,
  minutes: number,
  fields: Partial<OtepEvent> = {},
  context: Partial<NormaliseContext> = {},
): StoredEvent {
  const occurred_at = fields.occurred_at ?? minute(minutes);
  const { event, errors } = normaliseEvent(
    { subject: subject.id, occurred_at, ...fields, status_code },
    { now: start_ms + minutes * 60_000 + 60_000, provider: "acme", source_type: "carrier", ...context },
  );
  assert.deepEqual(errors, []);
  return event!;
}

// The CommonJS default of ajv-formats, as the compiler and Node each see it.
const formats = addFormats as unknown as typeof addFormats.default;
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
formats(ajv);
ajv.addSchema(eventSchema);
const checkTimeline = ajv.compile(timelineSchema);
const checkEvent = ajv.getSchema(eventSchema.$id)!;

/** Fail unless the document, as it would be sent, conforms to the published schema. */
export function assertTimelineConforms(document: unknown): void {
  assert.ok(
    checkTimeline(JSON.parse(JSON.stringify(document))),
    JSON.stringify(checkTimeline.errors?.slice(0, 3)),
  );
}

export function eventConforms(event: unknown): boolean {
  return checkEvent(JSON.parse(JSON.stringify(event))) as boolean;
}

const place = fc.constantFrom(
  undefined,
  { unlocode: "FRLYS" },
  { address: { city: "Lyon", country: "FR" } },
  { address: { city: "Paris", country: "FR" } },
  { geo: { lat: 45.76, lon: 4.83 } },
  { geo: { lat: 45.7601, lon: 4.8301 } },
  { name: "Hub 7" },
);

/** Any event of three providers within two hours: collisions of time, id and place are meant to be common. */
export const anyEvent: fc.Arbitrary<StoredEvent> = fc
  .record({
    code: fc.oneof(
      fc.constantFrom(...codes.map((entry) => entry.id as string)),
      fc.constantFrom("otep:lastmile:x-drone", "otep:x-drone:landed"),
    ),
    base: fc.constantFrom("in_transit", "note", "delivered"),
    minutes: fc.integer({ min: 0, max: 120 }),
    recorded: fc.integer({ min: 0, max: 5 }),
    provider: fc.constantFrom("acme", "globex", "owner"),
    source_type: fc.constantFrom("carrier", "third_party", "self_delivery", "sensor"),
    time_type: fc.constantFrom("actual", "actual", "actual", "estimated", "planned", "requested"),
    event_id: fc.option(
      fc.integer({ min: 0, max: 12 }).map((id) => `e${id}`),
      { nil: undefined },
    ),
    corrects: fc.option(
      fc.integer({ min: 0, max: 12 }).map((id) => `e${id}`),
      { nil: undefined, freq: 6 },
    ),
    location: place,
    description: fc.constantFrom(undefined, "one", "other"),
  })
  .filter(({ event_id, corrects }) => corrects === undefined || corrects !== event_id)
  .map((parts) =>
    buildStoredEvent(
      parts.code,
      parts.minutes,
      {
        ...(parts.code.includes("x-") ? { base: parts.base as never } : {}),
        event_id: parts.event_id,
        corrects: parts.corrects,
        time_type: parts.time_type as never,
        location: parts.location,
        description: parts.description,
      },
      {
        provider: parts.provider,
        source_type: parts.source_type as never,
        now: start_ms + parts.recorded * 3_600_000,
      },
    ),
  );

const anyId = fc.integer({ min: 0, max: 3 }).map((id) => `e${id}`);

/** Events that correct each other: chains and circles, under ids that several providers have. */
export const correctingEvent: fc.Arbitrary<StoredEvent> = fc
  .record({
    code: fc.constantFrom("otep:core:note", "otep:core:arrived", "otep:carrier:sorted", "otep:locker:opened"),
    minutes: fc.integer({ min: 0, max: 9 }),
    provider: fc.constantFrom("acme", "globex", "owner"),
    event_id: anyId,
    corrects: fc.option(anyId, { nil: undefined, freq: 4 }),
  })
  .filter(({ event_id, corrects }) => corrects !== event_id)
  .map(({ code, minutes, provider, event_id, corrects }) =>
    buildStoredEvent(code, minutes, { event_id, corrects }, { provider }),
  );
