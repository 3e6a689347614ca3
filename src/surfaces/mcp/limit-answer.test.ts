import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { loadRegistry } from "#operation/define/registry.ts";
import { countBytes } from "./answer-size.ts";
import { getTools } from "./catalogue.ts";
import { LIMIT_BYTES, limitAnswer } from "./limit-answer.ts";
import type { ToolResult } from "./protocol/server.ts";
import type { ServerName } from "./tool.ts";

const registry = await loadRegistry();
const ajv = new Ajv2020({ strict: false });

const many = <T>(count: number, build: (index: number) => T) =>
  Array.from({ length: count }, (_one, index) => build(index));
const event = (index: number) => ({ id: index, kind: "order.held", note: "x".repeat(80) });
const file = (name: string) => ({
  name,
  content_type: "application/pdf",
  content_base64: "A".repeat(30_000),
});

interface Shortened {
  message: string;
  part?: number;
  parts?: number;
  pieces?: { path: string; from: number; shown: number; of: number }[];
  next?: Record<string, unknown>;
}

interface Kind {
  server: ServerName;
  tool: string;
  answer: object;
  args?: Record<string, unknown>;
  is_error?: boolean;
  /** Read to the end, part by part. */
  is_read_on: boolean;
  says: RegExp;
}

const KINDS: Record<string, Kind> = {
  "a long list": {
    server: "developer",
    tool: "get_order_audit_timeline",
    answer: { result: true, order_id: 7, events: many(900, event) },
    args: { order_id: 7, api_token: "secret" },
    is_read_on: true,
    says: /part 1 of \d+\. Call get_order_audit_timeline with shortened\.next/,
  },
  "one huge record": {
    server: "user",
    tool: "get_route_detail",
    answer: {
      result: true,
      route: { route_id: 7, stops: many(300, (id) => ({ id, events: many(4, event) })) },
    },
    args: { route_id: 7, view: "full" },
    is_read_on: true,
    says: /ask for less: without view=full/,
  },
  "a list of pages, of one row": {
    server: "user",
    tool: "get_orders",
    answer: {
      result: true,
      total: 1,
      page: 1,
      per_page: 1,
      orders: [{ order_id: 1, parcels: many(900, event) }],
    },
    args: { per_page: 1 },
    is_read_on: true,
    says: /a smaller per_page/,
  },
  "an open record of many members": {
    server: "user",
    tool: "search_dataset_records",
    answer: { records: [{ values: Object.fromEntries(many(3000, (n) => [`column_${n}`, n])) }] },
    is_read_on: true,
    says: /part 1 of/,
  },
  "a document of a published format": {
    server: "user",
    tool: "otep_tracking",
    answer: { otep: "1.0", events: many(500, event) },
    args: { tracking_number: "PH1" },
    is_read_on: true,
    says: /part 1 of/,
  },
  "a long text": {
    server: "developer",
    tool: "get_graphql_operations",
    answer: { endpoint: "", total: 0, operations: [], definition: "type é { a: Int }\n".repeat(3000) },
    is_read_on: true,
    says: /part 1 of/,
  },
  "what a connection may do": {
    server: "user",
    tool: "get_capabilities",
    answer: { authenticated: true, tools: many(400, (n) => ({ name: `tool_${n}`, reason: "y".repeat(90) })) },
    is_read_on: true,
    says: /part 1 of/,
  },
  "the result of a batch": {
    server: "user",
    tool: "bulk_create_orders",
    answer: { result: true, done: 500, failed: 0, errors: [], orders: many(500, event) },
    args: { confirm: true },
    is_read_on: false,
    says: /made as a whole: do not repeat it\. The rest is read with get_orders, build_route/,
  },
  "a dry run": {
    server: "user",
    tool: "build_route",
    answer: { routes: many(500, event), dry_run: true, would_emit: [] },
    is_read_on: false,
    says: /Nothing was done; preview less/,
  },
  "a proposal": {
    server: "user",
    tool: "cancel_order",
    answer: { status: "pending_approval", approval_id: 4, preview: { changes: many(500, event) } },
    is_read_on: false,
    says: /was cut at its ends/,
  },
  "a refusal": {
    server: "user",
    tool: "bulk_create_orders",
    answer: {
      error: { code: "INVALID_REQUEST", message: "No.", retryable: false, details: many(600, event) },
    },
    is_error: true,
    is_read_on: false,
    says: /Send less in one call to see the whole refusal/,
  },
  "a refusal of one long text": {
    server: "developer",
    tool: "get_webhook_settings",
    answer: { error: { code: "FAILED", message: "no ".repeat(20_000), retryable: false, details: [] } },
    is_error: true,
    is_read_on: false,
    says: /whole refusal/,
  },
  "an answer of GraphQL": {
    server: "developer",
    tool: "run_graphql_query",
    answer: { data: { clientOrders: { orders: many(600, event) } } },
    is_read_on: false,
    says: /Ask for fewer rows or fields/,
  },
};

const find = ({ server, tool }: Kind) => {
  const tool_definition = getTools(registry, server).find(({ name }) => name === tool);
  assert.ok(tool_definition, tool);
  return tool_definition;
};

const parse = ({ structured }: ToolResult) =>
  JSON.parse(typeof structured === "string" ? structured : JSON.stringify(structured));

for (const [name, kind] of Object.entries(KINDS))
  test(`${name} takes at most 5,000 tokens, fits the schema and says how to get the rest`, () => {
    const tool = find(kind);
    const validate = ajv.compile(tool.definition.outputSchema);
    const { args = {}, answer, is_error = false } = kind;
    const answer_with_marks = { untrusted: { sender: ["note"] }, ...answer };
    assert.ok(countBytes(answer_with_marks) > LIMIT_BYTES);
    const read = (sent_arguments: Record<string, unknown>) => {
      const part = Number(sent_arguments["part"] ?? 1);
      const result = limitAnswer(
        { structured: answer_with_marks, part, is_error },
        { tool, args: sent_arguments, request_id: "r" },
      );
      assert.ok(Buffer.byteLength(result.structured as string) <= LIMIT_BYTES, name);
      const joined_answer: Record<string, unknown> = parse(result);
      assert.ok(validate(joined_answer), JSON.stringify(validate.errors));
      assert.deepEqual(joined_answer.untrusted, answer_with_marks.untrusted);
      return joined_answer.shortened as Shortened;
    };
    const first = read(args);
    assert.match(first.message, kind.says);
    const shown_counts = new Map<string, number>();
    const lengths = new Map<string, number>();
    let at: Shortened = first;
    for (;;) {
      for (const { path, shown: count, of } of at.pieces ?? []) {
        shown_counts.set(path, (shown_counts.get(path) ?? 0) + count);
        lengths.set(path, of);
      }
      if (at.next === undefined) break;
      assert.equal(at.next["api_token"], undefined);
      at = read({ ...args, ...at.next });
    }
    if (!kind.is_read_on) return assert.equal(first.next, undefined);
    assert.equal(at.part, first.parts);
    assert.match(at.message, /last part/);
    for (const [path, of] of lengths) assert.equal(shown_counts.get(path), of, path);
  });

test("what fits is answered as it is, and has no second part", () => {
  const tool = find(KINDS["one huge record"] as Kind);
  const structured = { result: true, route: { route_id: 7 } };
  const call = { tool, args: { route_id: 7 }, request_id: "r" };
  assert.deepEqual(parse(limitAnswer({ structured }, call)), structured);
  const { error } = parse(limitAnswer({ structured, part: 2 }, call));
  assert.deepEqual(
    [error.code, error.details],
    ["INVALID_REQUEST", [{ field: "part", message: "there is 1 part" }]],
  );
});

test("files go to the content of the result, and the structure names them", () => {
  const tool = find({ server: "user", tool: "uniorder_label" } as Kind);
  const structured = { result: true, uniorder_id: 8, labels: [file("a b.pdf"), file("b.pdf")] };
  const result = limitAnswer({ structured }, { tool, args: { uniorder_id: 8 }, request_id: "r" });
  const { labels, shortened } = parse(result);
  assert.deepEqual(
    result.files?.map(({ uri, mime_type, base64 }) => [uri, mime_type, base64.length]),
    [
      ["packhorse://files/1/a%20b.pdf", "application/pdf", 30_000],
      ["packhorse://files/2/b.pdf", "application/pdf", 30_000],
    ],
  );
  assert.deepEqual(
    labels.map((one: { content_resource: string }) => one.content_resource),
    result.files?.map(({ uri }) => uri),
  );
  assert.match(shortened.message, /resources in the content/);
  const small = { result: true, uniorder_id: 8, labels: [{ ...file("c.pdf"), content_base64: "AAAA" }] };
  assert.deepEqual(parse(limitAnswer({ structured: small }, { tool, args: {}, request_id: "r" })), small);
});

test("a long list of authors names the members at the root, which stand for all in them", () => {
  const tool = find(KINDS["an answer of GraphQL"] as Kind);
  const paths = many(900, (n) => `data.alias_${n}.order.dropoff.name`);
  const structured = { untrusted: { sender: paths }, data: { orders: many(300, event) } };
  const { untrusted } = parse(limitAnswer({ structured }, { tool, args: {}, request_id: "r" }));
  assert.deepEqual(untrusted, { sender: ["data"] });
});
