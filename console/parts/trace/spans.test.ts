import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleTimeline } from "../../../packages/otep/scripts/example-timeline.ts";
import { findProjection } from "../../../packages/otep/src/projections.ts";
import { readTraces } from "./spans.ts";

const TRACE = "5b8efff798038103d269b633813fc60c";
const span = (spanId: string, start: number, end: number, more: object = {}) => ({
  traceId: TRACE,
  spanId,
  name: spanId,
  startTimeUnixNano: String(start),
  endTimeUnixNano: String(end),
  ...more,
});
const buildDocument = (...spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const describeShape = (document: unknown) =>
  readTraces(document).map(({ rows }) => rows.map(({ span: { name }, level }) => `${level} ${name}`));

test("children follow their parent in order of start, wherever they are in the document", () => {
  assert.deepEqual(
    describeShape(
      buildDocument(
        span("c", 30, 40, { parentSpanId: "a" }),
        span("d", 21, 22, { parentSpanId: "b" }),
        span("b", 20, 30, { parentSpanId: "a" }),
        span("a", 10, 50),
      ),
    ),
    [["1 a", "2 b", "3 d", "2 c"]],
  );
});

test("a span whose parent is not in the document is a root, and a cycle of parents is shown once", () => {
  assert.deepEqual(describeShape(buildDocument(span("a", 1, 2, { parentSpanId: "elsewhere" }))), [["1 a"]]);
  assert.deepEqual(
    describeShape(
      buildDocument(span("a", 1, 2, { parentSpanId: "b" }), span("b", 2, 3, { parentSpanId: "a" })),
    ),
    [["1 a", "2 b"]],
  );
});

test("reads what software exporters write: resource, scope, kind, status, events and every kind of value", () => {
  const [trace] = readTraces({
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "checkout" } }] },
        scopeSpans: [
          {
            scope: { name: "http", version: "1.2" },
            spans: [
              span("eee19b7ec3c1b174", 1_544_712_660_000_000_000, 1_544_712_661_000_000_000, {
                startTimeUnixNano: "1544712660000000001",
                kind: 2,
                status: { code: 2, message: "timed out" },
                attributes: [
                  { key: "text", value: { stringValue: "a" } },
                  { key: "yes", value: { boolValue: false } },
                  { key: "whole", value: { intValue: "9007199254740993" } },
                  { key: "part", value: { doubleValue: 0.5 } },
                  { key: "many", value: { arrayValue: { values: [{ intValue: 1 }, { stringValue: "b" }] } } },
                  {
                    key: "map",
                    value: { kvlistValue: { values: [{ key: "c", value: { intValue: "2" } }] } },
                  },
                  { key: "none", value: {} },
                ],
                events: [
                  { timeUnixNano: "1544712660800000000", name: "later" },
                  { timeUnixNano: "1544712660300000000", name: "sooner", attributes: [] },
                ],
              }),
            ],
          },
        ],
      },
    ],
  });
  const { rows, services } = trace!;
  assert.deepEqual(services, ["checkout"]);
  assert.partialDeepStrictEqual(rows[0]?.span, {
    start_ns: 1_544_712_660_000_000_001n,
    scope: "http 1.2",
    kind: "server",
    status: "error",
    message: "timed out",
  });
  assert.deepEqual(
    rows[0]?.span.attributes.map(({ value }) => value),
    ["a", "false", "9007199254740993", "0.5", "[1, b]", "{c: 2}", ""],
  );
  assert.deepEqual(
    rows[0]?.span.events.map(({ name }) => name),
    ["sooner", "later"],
  );
});

test("traces are separate, and a span that ends before it starts has no length", () => {
  const traces = readTraces(buildDocument(span("a", 5, 3), { ...span("b", 1, 9), traceId: "other" }));
  assert.deepEqual(
    traces.map(({ trace_id, start_ns, end_ns }) => [trace_id, start_ns, end_ns]),
    [
      [TRACE, 5n, 5n],
      ["other", 1n, 9n],
    ],
  );
});

test("a document that is not OTLP/JSON has no traces, and entries that are not spans are left out", () => {
  for (const document of [
    null,
    1,
    "x",
    [],
    {},
    { resourceSpans: "x" },
    { resourceSpans: [null, { scopeSpans: [1] }] },
  ])
    assert.deepEqual(readTraces(document), []);
  assert.deepEqual(
    describeShape(buildDocument({ name: "no ids" }, { ...span("a", 1, 2), startTimeUnixNano: "soon" })),
    [],
  );
});

test("a journey of the protocol is one trace: the journey with its statuses as children", () => {
  const { document } = findProjection("otlp")!.project(exampleTimeline(), {
    public_url: "https://track.example/1",
  });
  const traces = readTraces(JSON.parse(JSON.stringify(document)));
  assert.equal(traces.length, 1);
  const { rows, services } = traces[0]!;
  assert.equal(rows[0]?.span.name, "journey");
  assert(rows.length > 3);
  assert(rows.slice(1).every(({ level, above }) => level === 2 && above[0] === rows[0]?.span.span_id));
  assert(services.includes("otep"));
});
