import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readCloudEvent, toCloudEvent, toCloudEventBatch } from "../src/cloudevents.ts";
import type { StoredEvent } from "../src/event.ts";
import { BODY_LIMITS, readBody } from "../src/read/body.ts";
import { readLines } from "../src/read/lines.ts";
import { normaliseBody, readEnvelope } from "../src/read/normalise.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { richEvent } from "./random-events.ts";
import { buildStoredEvent, minute, start_ms, subject } from "./support.ts";

const limits = { events_max: 3 };
const event = { subject: "PKH0001", occurred_at: minute(0), status_code: "otep:core:created" };
const cloud = {
  specversion: "1.0",
  id: "1",
  source: "/acme",
  type: "otep:core:created",
  subject: "PKH0001",
  time: minute(0),
};

const bodies: [string, unknown, string, string[]][] = [
  ["one event", event, "event", [""]],
  ["an object without events", {}, "event", [""]],
  ["{events}", { events: [event, event] }, "events", ["/events/0", "/events/1"]],
  ["a timeline", { type: "otep.timeline", subject: "PKH0001", events: [event] }, "timeline", ["/events/0"]],
  ["a list", [event, event], "list", ["/0", "/1"]],
  ["no list at all", [], "list", []],
  ["a CloudEvent", { ...cloud, data: event }, "cloudevent", ["/data"]],
  ["a CloudEvent without data", cloud, "cloudevent", [""]],
  ["a batch", [{ ...cloud, data: event }, cloud], "cloudevents", ["/0/data", "/1"]],
  ["CloudEvents in {events}", { events: [{ ...cloud, data: event }] }, "events", ["/events/0/data"]],
];
for (const [what, body, kind, paths] of bodies) {
  test(`parses ${what}`, () => {
    const read = readBody(body, limits);
    assert.deepEqual(read.errors, []);
    assert.equal(read.kind, kind);
    assert.deepEqual(
      read.events.map(({ path }) => path),
      paths,
    );
    for (const { event: normal } of normaliseBody(read, readEnvelope(read), { now: start_ms })) {
      if (Object.keys(body as object).length > 0) assert.equal(normal?.status_code, "otep:core:created");
    }
  });
}

const refused: [string, unknown, string][] = [
  ["a number", 7, " invalid_type"],
  ["nothing", null, " invalid_type"],
  ["events that are no list", { events: {} }, "/events invalid_type"],
  ["a timeline without events", { type: "otep.timeline" }, "/events missing_field"],
  ["too many in {events}", { events: [1, 2, 3, 4] }, "/events too_many_events"],
  ["too many in a list", [1, 2, 3, 4], " too_many_events"],
];
for (const [what, body, expected] of refused) {
  test(`refuses ${what}`, () => {
    const { errors, events } = readBody(body, limits);
    assert.deepEqual(
      errors.map(({ path, code }) => `${path} ${code}`),
      [expected],
    );
    assert.deepEqual(events, []);
  });
}

test("reads as many events as the limit allows, of each kind", () => {
  const list = Array.from({ length: BODY_LIMITS.ingest.events }, () => event);
  const max = { events_max: BODY_LIMITS.ingest.events };
  assert.deepEqual(readBody(list, max).errors, []);
  assert.deepEqual(readBody({ events: list }, max).errors, []);
  const text = list.map((one) => JSON.stringify(one)).join("\n");
  assert.deepEqual(readLines(text, max).errors, []);
  assert.equal(readBody([...list, event], max).errors[0]?.code, "too_many_events");
  assert.equal(readLines(`${text}\n{}`, max).errors[0]?.code, "too_many_events");
});

test("gives the events of a document its subject and version", () => {
  const { subject: about, ...rest } = event;
  const body = readBody({ protocol_version: "1.4.0", subject: about, events: [rest] }, limits);
  const [first] = normaliseBody(body, readEnvelope(body), { now: start_ms });
  assert.equal(first?.event?.subject.id, "PKH0001");
  assert.equal(first?.event?.protocol_version, "1.4.0");
});

test("loses only one event for an invalid line", () => {
  const text = `${JSON.stringify(event)}\r\n\n{"subject":\n  ${JSON.stringify({ ...cloud, data: event })}\n`;
  const body = readLines(text, limits);
  const results = normaliseBody(body, readEnvelope(body), { now: start_ms });
  assert.deepEqual(
    results.map((result) => [result.event?.status_code, ...result.errors.map(({ path }) => path)]),
    [["otep:core:created"], [undefined, "/1"], ["otep:core:created"]],
  );
});

test("reports errors of a CloudEvent's attributes with their path", () => {
  const findings = (envelope: object) => {
    const body = readBody([envelope], limits);
    return normaliseBody(body, readEnvelope(body), { now: start_ms })
      .flatMap(({ errors, warnings }) => [...errors, ...warnings])
      .map(({ path, code }) => `${path} ${code}`);
  };
  assert.deepEqual(findings({ ...cloud, time: "2026-03-02" }), ["/0/time invalid_timestamp"]);
  assert.deepEqual(findings({ ...cloud, type: "created" }), ["/0/type alias_code"]);
  assert.deepEqual(findings({ ...cloud, subject: "!", data: {} }), ["/0/subject invalid_identifier"]);
  assert.deepEqual(findings({ ...cloud, subject: undefined }), ["/0/subject missing_field"]);
  assert.deepEqual(findings({ ...cloud, data: { description: 7 } }), ["/0/data/description invalid_type"]);
  assert.deepEqual(findings({ ...cloud, source: undefined }), ["/0/source missing_field"]);
  assert.deepEqual(findings({ ...cloud, data_base64: "e30=" }), ["/0/data_base64 invalid_type"]);
  assert.deepEqual(findings({ ...cloud, data: "{}" }), ["/0/data invalid_type"]);
  assert.deepEqual(findings({ ...cloud, specversion: 1 }), ["/0/specversion unsupported_version"]);
});

test("accepts attributes that agree with the data in another spelling", () => {
  const data = {
    ...event,
    occurred_at: "2026-03-02T09:00:00+01:00",
    status_code: "created",
    subject: { id: "PKH0001" },
  };
  const raw = readCloudEvent({ ...cloud, data }, "");
  assert.equal(raw.errors, undefined);
});

test("reads a provider from our own source only", () => {
  const readProvider = (source: string) => {
    const body = readBody({ ...cloud, source }, limits);
    return normaliseBody(body, readEnvelope(body), { now: start_ms })[0]?.event?.source.provider;
  };
  assert.equal(readProvider("urn:otep:provider:a%20b"), "a b");
  assert.equal(readProvider("urn:otep:provider:%zz"), undefined);
  assert.equal(readProvider("https://acme.example"), undefined);
  const withData = (source: object) => {
    const body = readBody({ ...cloud, source: "urn:otep:provider:acme", data: { ...event, source } }, limits);
    return normaliseBody(body, readEnvelope(body), { now: start_ms })[0]!;
  };
  assert.deepEqual(withData({ type: "carrier" }).event?.source, { type: "carrier", provider: "acme" });
  assert.equal(withData({ provider: "acme" }).event?.source.provider, "acme");
  const [{ path, code } = { path: "", code: "" }] = withData({ provider: "globex" }).errors;
  assert.deepEqual([path, code], ["/source", "invalid_identifier"], "a router has seen the attribute only");
  const buildSource = (provider: string | undefined) =>
    toCloudEvent(buildStoredEvent("otep:core:created", 0, {}, { provider })).source;
  assert.equal(buildSource("acme"), "urn:otep:provider:acme");
  assert.equal(buildSource("a b/é"), "urn:otep:provider:a%20b%2F%C3%A9");
  assert.equal(buildSource(undefined), "urn:otep:source:carrier");
});

test("converts every event to a CloudEvent and back", () => {
  fc.assert(
    fc.property(fc.array(richEvent, { maxLength: 3 }), (events) => {
      const body = readBody(JSON.parse(JSON.stringify(toCloudEventBatch(events))), limits);
      const results = normaliseBody(body, readEnvelope(body), { now: start_ms, keep_recorded_at: true });
      assert.deepEqual(
        results.map((result) => result.event),
        JSON.parse(JSON.stringify(events)),
      );
    }),
  );
});

test("a public event reveals nothing more as a CloudEvent", () => {
  const signed: StoredEvent = buildStoredEvent("otep:core:delivered", 0, {
    proof: [{ type: "signature", signed_by: "A. Martin" }],
    actor: { type: "driver", name: "Ana" },
  });
  const [public_event] = redactTimeline(mergeTimeline([signed], { subject })).events;
  const text = JSON.stringify(toCloudEvent(public_event!));
  for (const secret of ["Martin", "Ana", "fingerprint"]) assert.ok(!text.includes(secret));
});
