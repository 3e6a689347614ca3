/**
 * Reads the traces of any OTLP/JSON document: `resourceSpans` / `scopeSpans` / `spans`, ids in hexadecimal,
 * times as decimal text of nanoseconds since 1970. Pure. Entries without ids or a start are left out.
 *
 * Source: opentelemetry.io/docs/specs/otlp, "JSON Protobuf Encoding".
 */

export interface Attribute {
  key: string;
  value: string;
}

interface SpanEvent {
  at_ns: bigint;
  name: string;
  attributes: Attribute[];
}

export interface Span {
  trace_id: string;
  span_id: string;
  /** Null for a root. */
  parent_id: string | null;
  name: string;
  /** `service.name` of its resource; empty when absent. */
  service: string;
  scope: string;
  kind: Kind;
  start_ns: bigint;
  /** Never before its start. */
  end_ns: bigint;
  status: "unset" | "ok" | "error";
  /** Message of its status. */
  message: string;
  attributes: Attribute[];
  resource: Attribute[];
  /** In order of time. */
  events: SpanEvent[];
}

/** A span with its position in the tree. */
export interface Row {
  span: Span;
  /** 1 for a root. */
  level: number;
  /** Ids of its ancestors, the root first. */
  above: string[];
  has_children: boolean;
}

export interface Trace {
  trace_id: string;
  /** Children follow their parent, in order of start. */
  rows: Row[];
  /** Of every span and event. */
  start_ns: bigint;
  end_ns: bigint;
  /** In order of their first rows. */
  services: string[];
}

const KINDS = [null, "internal", "server", "client", "producer", "consumer"] as const;
type Kind = (typeof KINDS)[number];
const STATUSES = ["unset", "ok", "error"] as const;

/** The traces of a document, in order of their first spans; empty when it is not OTLP/JSON. */
export function readTraces(document: unknown): Trace[] {
  const by_trace = Map.groupBy(readSpans(document), ({ trace_id }) => trace_id);
  return [...by_trace].map(([trace_id, spans]) => buildTrace(trace_id, spans));
}

function readSpans(document: unknown): Span[] {
  return list(document, "resourceSpans").flatMap((holder) => {
    const resource = readAttributes(member(holder, "resource"));
    const service = resource.find(({ key }) => key === "service.name")?.value ?? "";
    return list(holder, "scopeSpans").flatMap((scoped) => {
      const scope = ["name", "version"].map((name) => text(member(scoped, "scope"), name)).join(" ");
      return list(scoped, "spans").flatMap((span) =>
        readSpan(span, { service, scope: scope.trim(), resource }),
      );
    });
  });
}

function readSpan(span: unknown, from: Pick<Span, "service" | "scope" | "resource">): Span[] {
  const [trace_id, span_id] = [text(span, "traceId"), text(span, "spanId")];
  const start_ns = nanoseconds(member(span, "startTimeUnixNano"));
  if (trace_id === "" || span_id === "" || start_ns === null) return [];
  const end_ns = nanoseconds(member(span, "endTimeUnixNano")) ?? start_ns;
  const status = member(span, "status");
  return [
    {
      ...from,
      trace_id,
      span_id,
      parent_id: text(span, "parentSpanId") || null,
      name: text(span, "name") || span_id,
      kind: KINDS[Number(member(span, "kind") ?? 0)] ?? null,
      start_ns,
      end_ns: end_ns < start_ns ? start_ns : end_ns,
      status: STATUSES[Number(member(status, "code") ?? 0)] ?? "unset",
      message: text(status, "message"),
      attributes: readAttributes(span),
      events: list(span, "events")
        .flatMap((event) => {
          const at_ns = nanoseconds(member(event, "timeUnixNano"));
          return at_ns === null
            ? []
            : [{ at_ns, name: text(event, "name"), attributes: readAttributes(event) }];
        })
        .sort((one, other) => compare(one.at_ns, other.at_ns)),
    },
  ];
}

function buildTrace(trace_id: string, spans: readonly Span[]): Trace {
  const spans_by_id = new Map(spans.map((span) => [span.span_id, span]));
  // A span whose parent is not in the document is a root.
  const children = Map.groupBy(spans_by_id.values(), ({ parent_id }) =>
    parent_id !== null && spans_by_id.has(parent_id) ? parent_id : null,
  );
  const rows: Row[] = [];
  const placed = new Set<string>();
  const place = (among: readonly Span[], above: string[]) => {
    for (const span of among.toSorted((one, other) => compare(one.start_ns, other.start_ns))) {
      if (placed.has(span.span_id)) continue;
      placed.add(span.span_id);
      const below = children.get(span.span_id) ?? [];
      rows.push({ span, level: above.length + 1, above, has_children: below.length > 0 });
      place(below, [...above, span.span_id]);
    }
  };
  place(children.get(null) ?? [], []);
  // Spans in a cycle of parents have no root; they are shown as well.
  place([...spans_by_id.values()], []);
  const times = spans.flatMap(({ start_ns, end_ns, events }) => [
    start_ns,
    end_ns,
    ...events.map(({ at_ns }) => at_ns),
  ]);
  return {
    trace_id,
    rows,
    start_ns: times.reduce((least, at) => (at < least ? at : least)),
    end_ns: times.reduce((most, at) => (at > most ? at : most)),
    services: [...new Set(rows.map(({ span }) => span.service))],
  };
}

function readAttributes(holder: unknown): Attribute[] {
  return list(holder, "attributes").map((attribute) => ({
    key: text(attribute, "key"),
    value: formatValue(member(attribute, "value")),
  }));
}

/** An AnyValue as text. */
function formatValue(value: unknown): string {
  const values = (name: string) => list(member(value, name), "values");
  if (member(value, "arrayValue") !== undefined)
    return `[${values("arrayValue").map(formatValue).join(", ")}]`;
  if (member(value, "kvlistValue") !== undefined) {
    const pairs = values("kvlistValue").map(
      (pair) => `${text(pair, "key")}: ${formatValue(member(pair, "value"))}`,
    );
    return `{${pairs.join(", ")}}`;
  }
  const plain = ["stringValue", "boolValue", "intValue", "doubleValue", "bytesValue"]
    .map((name) => member(value, name))
    .find((value) => value !== undefined);
  return plain === undefined ? "" : String(plain);
}

/** 64-bit integers are decimal text; some exporters send numbers. Null for anything else. */
function nanoseconds(value: unknown): bigint | null {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === "string" && /^\d+$/.test(value) ? BigInt(value) : null;
}

function member(holder: unknown, name: string): unknown {
  return typeof holder === "object" && holder !== null
    ? ((holder as Record<string, unknown>)[name] ?? undefined)
    : undefined;
}

function list(holder: unknown, name: string): unknown[] {
  const list_value = member(holder, name);
  return Array.isArray(list_value) ? list_value : [];
}

function text(holder: unknown, name: string): string {
  const text_value = member(holder, name);
  return typeof text_value === "string" ? text_value : "";
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
