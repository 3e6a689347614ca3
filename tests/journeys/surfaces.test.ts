/**
 * Ten orders, three surfaces: every tool's operation on orders and routes runs over REST, GraphQL and MCP on
 * copies of the same order, and gives equal responses and equal events.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import { testService } from "#tests/support/service.ts";
import { buildFullViewInput } from "#tests/support/tools.ts";
import { graphqlEngine } from "../../src/surfaces/graphql/engine.ts";

const service = await testService({ work: true });
const business = await service.business();
const { token } = await business.person("client_admin");
const headers = { authorization: `Bearer ${token}` };
const { registry } = service.runtime;
const { schema } = graphqlEngine(registry);

const SURFACES = ["rest", "graphql", "mcp"] as const;
type Surface = (typeof SURFACES)[number];

function buildSelection(type: GraphQLOutputType): string {
  const named_type = getNamedType(type);
  if (!isObjectType(named_type)) return "";
  const fields = Object.values(named_type.getFields()).map(
    ({ name, type: inner }) => `${name}${buildSelection(inner)}`,
  );
  return ` { ${fields.join(" ")} }`;
}

/** A value of the scalar JSON: its members have no quotes. */
function untyped(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(untyped).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${untyped(member)}`)
    .join(", ")}}`;
}

/** A value in GraphQL syntax: member names and enum values without quotes. */
function literal(value: unknown, type: GraphQLInputType | undefined): string {
  if (type === undefined || isScalarType(type)) return untyped(value);
  if (isNonNullType(type)) return literal(value, type.ofType);
  if (isListType(type)) {
    const inner = type.ofType;
    return Array.isArray(value)
      ? `[${value.map((one) => literal(one, inner)).join(", ")}]`
      : literal(value, inner);
  }
  if (isInputObjectType(type) && typeof value === "object" && value !== null) {
    const fields = type.getFields();
    const members = Object.entries(value).map(
      ([name, member]) => `${name}: ${literal(member, fields[name]?.type)}`,
    );
    return `{${members.join(", ")}}`;
  }
  return isEnumType(type) && typeof value === "string" ? value : JSON.stringify(value);
}

async function run(
  surface: Surface,
  name: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const operation = registry.get(name);
  if (surface === "rest") {
    const { method = "GET", path = "" } = operation.rest ?? {};
    const rest = { ...input };
    const url = path.replaceAll(/\{(\w+)\}/g, (_match, member: string) => {
      const value = rest[member];
      delete rest[member];
      return String(value);
    });
    const query = method === "GET" ? `?${new URLSearchParams(rest as Record<string, string>)}` : "";
    const { status, body } = await service.http(
      method,
      url + query,
      method === "GET" ? undefined : rest,
      headers,
    );
    assert(status < 300, `${name} over REST: ${JSON.stringify(body)}`);
    return body;
  }
  if (surface === "graphql") {
    const kind = operation.effect === "read" ? "query" : "mutation";
    const field = (kind === "query" ? schema.getQueryType() : schema.getMutationType())?.getFields()[name];
    assert(field !== undefined, `${name} is not in GraphQL`);
    const args = Object.entries(input).map(([key, value]) => {
      const type = field.args.find((arg) => arg.name === key)?.type;
      return `${key}: ${literal(value, type)}`;
    });
    const document = `${kind} { it: ${name}${args.length > 0 ? `(${args.join(", ")})` : ""}${buildSelection(field.type)} }`;
    const { body } = await service.http("POST", "/api/graphql", { query: document }, headers);
    assert.equal(body.errors, undefined, `${name} over GraphQL: ${JSON.stringify(body.errors)}`);
    return body.data.it;
  }
  const tool = operation.mcp?.user;
  assert(tool !== undefined, `${name} has no tool`);
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: tool,
      arguments: {
        ...buildFullViewInput(registry, tool),
        ...input,
        ...(operation.risk === "high" ? { confirm: true } : {}),
      },
    },
  };
  const { body } = await service.http("POST", "/mcp", message, {
    ...headers,
    "idempotency-key": crypto.randomUUID(),
  });
  assert.equal(body.result?.isError ?? false, false, `${name} over MCP: ${JSON.stringify(body)}`);
  // What only answers of tools say beside what every surface answers: who wrote which text.
  const { untrusted: _untrusted, ...answer } = body.result.structuredContent;
  return answer;
}

/** A long file: over MCP it is in the content of the result, and the answer says so. */
const FILE_MEMBERS: ReadonlySet<string> = new Set(["content_base64", "content_resource", "shortened"]);

/**
 * Ids, numbers and timestamps differ between copies; all other content is equal. Absent and null are the same
 * in GraphQL.
 */
function normalise(value: unknown, placeholders: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => normalise(one, placeholders));
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value)
      .filter(
        ([name, member]) =>
          member !== null && !FILE_MEMBERS.has(name) && name !== "source" && name !== "idempotency_replayed",
      )
      .map(([name, member]) => [
        name,
        name.endsWith("_id") || name === "id" || name === "seq" ? "#" : normalise(member, placeholders),
      ]);
    return Object.fromEntries(members.sort(([one], [other]) => String(one).localeCompare(String(other))));
  }
  if (typeof value !== "string") return value;
  let text = value;
  for (const [from, to] of placeholders) text = text.replaceAll(from, to);
  return text
    .replaceAll(/PH\d{14}/g, "PH#")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "T")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "uuid")
    .replaceAll(/[0-9a-f]{64}/g, "hash")
    .replaceAll(/\b(rest|graphql|mcp)\b/g, "surface");
}

const place = (n: number) => ({
  name: `Person ${n}`,
  phone: `+55 61 90000-00${n}0`,
  line1: `Quadra ${n}, Casa 1`,
  city: "Brasília",
  country: "BR",
  lat: -15.7 - n / 100,
  lng: -47.8 - n / 100,
});

/** Ten orders that differ in all relevant properties of an order. */
const DRAFTS: Record<string, unknown>[] = [
  { dropoff: place(1) },
  { dropoff: place(2), units: 8, weight: undefined },
  { type: "P", pickup: place(3) },
  { type: "P2P", pickup: place(4), dropoff: place(5) },
  { dropoff: place(6), parcels: [{ weight_g: 900, contents: "Books" }, { weight_g: 1200 }] },
  {
    scheduled_date: "2026-11-20",
    dropoff: { ...place(7), window: { start: "2026-11-20T12:00:00Z", end: "2026-11-20T14:00:00Z" } },
  },
  { dropoff: place(8), requirements: { skills: ["fragile"], pod: ["photo", "signature"] } },
  { dropoff: place(9), note: "internal", delivery_instruction: "Ring twice" },
  { dropoff: place(10), cod_minor: 1500, insured_value_minor: 9000 },
  { dropoff: place(11), priority: 5, service: "express", service_time_s: 300 },
].map((draft) => JSON.parse(JSON.stringify(draft)));

type Ids = { order_id: number; tracking_number: string; ref: string };

/** Every operation with a tool that works on an order, in a sequence its states allow. */
const STEPS: [string, (ids: Ids) => Record<string, unknown>][] = [
  ["clientOrder", ({ order_id }) => ({ order_id })],
  ["clientOrdersSearch", ({ tracking_number }) => ({ q: tracking_number })],
  ["clientOrderNote", ({ order_id }) => ({ order_id, note: "Checked" })],
  [
    "clientOrderDeliveryInstruction",
    ({ order_id }) => ({ order_id, delivery_instruction: "Leave at the gate" }),
  ],
  [
    "clientOrdersTimeWindows",
    ({ ref }) => ({
      items: [{ ref, window_start: "2026-11-20T15:00:00Z", window_end: "2026-11-20T17:00:00Z" }],
    }),
  ],
  ["clientOrderHold", ({ order_id }) => ({ order_id, reason: "unpaid" })],
  ["clientOrderRelease", ({ order_id }) => ({ order_id })],
  ["trackingPublic", ({ tracking_number }) => ({ number: tracking_number })],
  ["otepTracking", ({ tracking_number }) => ({ tracking_number })],
  ["trackingOperationevents", ({ order_id }) => ({ order_ids: [order_id] })],
  ["clientOrderSnapshot", ({ order_id }) => ({ order_id })],
  ["clientOrderLabel", ({ order_id }) => ({ order_id })],
  ["clientOrderReroute", ({ order_id }) => ({ order_id, address: place(30) })],
];

test("ten orders give equal responses and events over REST, GraphQL and MCP, step by step", async () => {
  const names = new Set([...registry.operations.values()].map((operation) => operation.name));
  for (const [name] of STEPS)
    assert(
      names.has(name),
      `There is no operation ${name}; there are ${[...names].filter((one) => one.startsWith("clientOrder")).join(", ")}`,
    );
  for (const [index, draft] of DRAFTS.entries()) {
    const stories = new Map<Surface, { answers: unknown[]; events: unknown[] }>();
    for (const surface of SURFACES) {
      const ref = `twin-${index}-${surface}`;
      const placeholders = new Map([[ref, "REF"]]);
      const created_order = (await run(surface, "clientOrderCreate", { ...draft, ref })) as {
        order_id: number;
        tracking_number: string;
      };
      const ids = { order_id: created_order.order_id, tracking_number: created_order.tracking_number, ref };
      const answers: unknown[] = [["clientOrderCreate", normalise(created_order, placeholders)]];
      for (const [name, buildInput] of STEPS) {
        answers.push([name, normalise(await run(surface, name, buildInput(ids)), placeholders)]);
      }
      const events = (await business.readEvents("order", created_order.order_id)).map((event) => [
        event.kind,
        normalise(event.payload, placeholders),
      ]);
      stories.set(surface, { answers, events });
    }
    const rest = stories.get("rest");
    for (const surface of ["graphql", "mcp"] as const) {
      const other = stories.get(surface);
      for (const [step, answer] of (rest?.answers ?? []).entries()) {
        assert.deepEqual(other?.answers[step], answer, `order ${index}, step ${step}, ${surface}`);
      }
      assert.deepEqual(other?.events, rest?.events, `events of order ${index}, ${surface}`);
    }
  }
});

test("batches, cancelling and planning give equal results as well", async () => {
  const stories = new Map<Surface, unknown[]>();
  for (const surface of SURFACES) {
    const replaced = new Map([[`batch-${surface}`, "REF"]]);
    const answers: unknown[] = [];
    const batch = await run(surface, "clientBatchOrderCreate", {
      orders: [{ dropoff: place(40), ref: `batch-${surface}` }, { ref: `batch-${surface}-bad` }],
    });
    answers.push(normalise(batch, replaced));
    const [first] = batch["orders"] as { order_id: number }[];
    answers.push(
      normalise(
        await run(surface, "clientOrderCancel", { order_id: first?.order_id, reason: "sender_cancelled" }),
        replaced,
      ),
    );
    const events = await business.readEvents("order", first?.order_id ?? 0);
    answers.push(events.map((event) => [event.kind, normalise(event.payload, replaced)]));
    answers.push(normalise(await run(surface, "clientBuildRouteOptions", {}), replaced));
    stories.set(surface, answers);
  }
  assert.deepEqual(stories.get("graphql"), stories.get("rest"));
  assert.deepEqual(stories.get("mcp"), stories.get("rest"));
});
