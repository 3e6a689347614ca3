import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import protobuf from "protobufjs";
import { exampleTimeline } from "../scripts/example-timeline.ts";
import { otlp } from "../src/projections/otlp.ts";
import { redactTimeline } from "../src/redact.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { codes, resolveCode } from "../src/vocabulary.ts";
import { richTimeline } from "./random-events.ts";
import { runs } from "./runs.ts";
import rules from "./standards/otlp-rules.json" with { type: "json" };
import { buildStoredEvent, minute, start_ms, subject } from "./support.ts";

const descriptor = JSON.parse(
  readFileSync(new URL("./standards/otlp-trace-descriptor.json", import.meta.url), "utf8"),
);
const Request = protobuf.Root.fromJSON(descriptor).lookupType(
  "opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest",
);
const public_url = "https://track.example/PKH0001";

// biome-ignore lint/suspicious/noExplicitAny: a document of another standard, looked into by the tests.
type Json = any;

const ids = new Set(["traceId", "spanId", "parentSpanId"]);
const hex = new RegExp(rules.regex.traceId);
const hex16 = new RegExp(rules.regex.spanId);
const nano = new RegExp(rules.regex.unixNano);

/** The document as sent; fails unless the protocol's own messages hold all of it and nothing else. */
function project(timeline: Parameters<typeof otlp.project>[0]): { document: Json; loss: number } {
  const { document, loss } = otlp.project(timeline, { public_url });
  const parsed_document = JSON.parse(JSON.stringify(document), (name, value) => {
    if (name === "traceId") assert.match(value, hex);
    if (name === "spanId" || name === "parentSpanId") assert.match(value, hex16);
    if (name.endsWith("UnixNano")) assert.match(value, nano);
    if (name === "intValue") assert.equal(typeof value, "string");
    if (name === "kind" || name === "code") assert.equal(typeof value, "number");
    return value;
  });
  // The binary form has bytes where JSON has hexadecimal.
  const message = JSON.parse(JSON.stringify(parsed_document), (name, value) =>
    ids.has(name) ? Buffer.from(value, "hex").toString("base64") : value,
  );
  const bytes = Request.encode(Request.fromObject(message)).finish();
  const decoded = Request.toObject(Request.decode(bytes), { longs: String, bytes: String });
  assert.equal(Request.verify(Request.fromObject(message)), null);
  if (message.resourceSpans.length === 0) assert.deepEqual(decoded, {});
  else assert.deepEqual(JSON.parse(JSON.stringify(decoded)), message);
  return { document: parsed_document, loss };
}

function listSpans(document: Json): Json[] {
  return document.resourceSpans.flatMap((resource: Json) => resource.scopeSpans[0].spans);
}

function attribute(node: Json, key: string): unknown {
  return Object.values(node.attributes.find((attribute: Json) => attribute.key === key)?.value ?? {})[0];
}

test("is unchanged by the protocol's own encoding, for any timeline, full and public", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      project(timeline);
      project(redactTimeline(timeline));
    }),
    { numRuns: runs(400) },
  );
});

test("writes a time beyond 64 bits as the latest one that fits, and as text", () => {
  const far = "9999-12-31T23:59:59.000Z";
  const events = [
    buildStoredEvent("otep:core:in_transit", 0),
    buildStoredEvent("otep:core:eta_updated", 1, { occurred_at: far, time_type: "estimated" }),
    buildStoredEvent("otep:core:arrived", 2, { occurred_at: far }),
  ];
  const { document } = project(mergeTimeline(events, { subject }));
  const spans = listSpans(document);
  const latest = spans.flatMap((span) => [
    span.startTimeUnixNano,
    span.endTimeUnixNano,
    ...(span.events ?? []).map(({ timeUnixNano }: Json) => timeUnixNano),
  ]);
  assert.equal(
    latest.every((nanoseconds) => BigInt(nanoseconds) < 2n ** 63n),
    true,
  );
  assert.equal(latest.includes("9223372036854000000"), true);
  const arrived = spans.find(({ name }) => name === "otep:core:arrived");
  assert.equal(attribute(arrived, "otep.occurred_at"), far);
  assert.equal(
    attribute(
      spans.find(({ name }) => name === "otep:core:in_transit"),
      "otep.occurred_at",
    ),
    undefined,
  );
});

test("contains every event once, as a span or as a span event, so that nothing is lost", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      const { document, loss } = project(timeline);
      assert.equal(loss, 0);
      const spans = listSpans(document);
      const nodes = spans.flatMap((span) => [
        ...(span.parentSpanId === undefined ? [] : [span]),
        ...(span.events ?? []),
      ]);
      const names = nodes.map((node) => attribute(node, "otep.event_id") as string);
      assert.deepEqual(names.sort(), timeline.events.map(({ event_id }) => event_id).sort());
    }),
  );
});

test("has a span for each status change, from its time to the next, under one root", () => {
  fc.assert(
    fc.property(richTimeline, (timeline) => {
      const spans = listSpans(project(timeline).document);
      const moving = timeline.events.filter(
        (event) =>
          event.time_type === "actual" &&
          event.voided_by === undefined &&
          !event.after_terminal &&
          resolveCode(event.status_code, event.base).effect === "status",
      );
      if (timeline.events.length === 0) return assert.deepEqual(spans, []);
      const [root, ...children] = spans;
      assert.equal(root.parentSpanId, undefined);
      const byId = new Map(children.map((span) => [attribute(span, "otep.event_id"), span]));
      assert.equal(new Set(spans.map((span) => span.spanId)).size, spans.length);
      assert.equal(children.length, moving.length);
      // No later than a signed 64-bit number holds.
      const nanos = (instant: string) => `${Math.min(Date.parse(instant), 9_223_372_036_854)}000000`;
      moving.forEach((event, index) => {
        // Two providers may use one id: then the map holds only one of them.
        if (moving.some((other) => other !== event && other.event_id === event.event_id)) return;
        const span = byId.get(event.event_id);
        assert.equal(span.parentSpanId, root.spanId);
        assert.equal(span.traceId, root.traceId);
        assert.equal(span.startTimeUnixNano, nanos(event.occurred_at));
        const end = moving[index + 1]?.occurred_at ?? timeline.last_event_at!;
        assert.equal(span.endTimeUnixNano, nanos(end));
        const { error } = resolveCode(event.status_code, event.base).map.otlp;
        assert.equal(
          span.status?.code ?? rules.statusCode.UNSET,
          error ? rules.statusCode.ERROR : rules.statusCode.UNSET,
        );
      });
    }),
  );
});

test("has deterministic ids and nanoseconds", () => {
  const event = buildStoredEvent("otep:core:delivery_attempted", 0, {
    event_id: "1",
    incident_reason: "no_access",
    occurred_at: "2026-03-02T08:00:00.123Z",
  });
  const { document } = project(mergeTimeline([event], { subject }));
  const [root, span] = listSpans(document);
  // The digest of "tracking_number:PKH0001".
  assert.equal(root.traceId, "9dbbd9918eed3032aa2a91a187105a63");
  assert.equal(span.startTimeUnixNano, "1772438400123000000");
  assert.deepEqual(span.status, { code: 2, message: "no_access" });
  assert.equal(span.name, "otep:core:delivery_attempted");
  assert.deepEqual(project(mergeTimeline([event], { subject })).document, document);
});

test("marks by name what is not a fact: voided, late and estimated statuses", () => {
  const events = [
    buildStoredEvent("otep:core:delivered", 0, { event_id: "wrong" }),
    buildStoredEvent("otep:core:note", 1, { event_id: "fix", corrects: "wrong" }),
    buildStoredEvent("otep:core:delivered", 5),
    buildStoredEvent("otep:core:in_transit", 6),
    buildStoredEvent("otep:core:delivered", 9, { time_type: "estimated" }),
  ];
  const [root] = listSpans(project(mergeTimeline(events, { subject })).document);
  assert.deepEqual(
    root.events.map(({ name }: Json) => name),
    [
      "voided otep:core:delivered",
      "otep:core:note",
      "late otep:core:in_transit",
      "estimated otep:core:delivered",
    ],
  );
  assert.equal(root.startTimeUnixNano, `${start_ms + 60_000}000000`);
  assert.equal(root.endTimeUnixNano, `${Date.parse(minute(6))}000000`);
});

test("names every code, and contains no personal data", () => {
  for (const { id, map, effect } of codes) {
    const [root, span] = listSpans(project(mergeTimeline([buildStoredEvent(id, 0)], { subject })).document);
    const node = effect === "status" ? span : root.events[0];
    assert.equal(attribute(node, "otep.status_code"), id);
    if (effect === "status") assert.equal(span.status !== undefined, map.otlp.error);
  }
  const text = JSON.stringify(otlp.project(exampleTimeline(), { public_url }).document);
  for (const person of ["L. Petit", "K. Durand", "A. Martin", "rue du Port", "files/902"]) {
    assert.ok(!text.includes(person), person);
  }
});

test("has one resource per provider, after that of the journey", () => {
  const { document } = project(exampleTimeline());
  const services = document.resourceSpans.map((resource: Json) =>
    attribute(resource.resource, "service.name"),
  );
  assert.deepEqual(services, ["otep", "globex", "acme"]);
});
