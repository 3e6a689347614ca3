/** What answers cost a model: every read tool, on a business with a day's data, under 5,000 tokens by default. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonSchema } from "#operation/define/schema.ts";
import { startAtSix } from "#tests/support/plans.ts";
import { testService } from "#tests/support/service.ts";
import { REF } from "#vocabulary/ref.ts";
import { getTools } from "./catalogue.ts";
import { compactAnswer } from "./compact-answers.ts";

const service = await testService();
startAtSix(service);
const { registry } = service.runtime;
const BYTES_PER_TOKEN = 4;
const TOKENS_MAX = 5000;

const business = await service.business();
const admin = await business.person("client_admin");
const headers = { authorization: `Bearer ${admin.token}` };
const place = (number: number) => ({
  name: `Recipient number ${number}`,
  phone: "+5561999990000",
  line1: `Quadra ${number}, Casa ${number}`,
  city: "Brasília",
  postal_code: "70000-000",
  country: "BR",
  lat: -15.7 + number / 1000,
  lng: -47.9 + number / 1000,
});

async function call(name: string, args: object, more: Record<string, string> = headers) {
  const params = { name, arguments: args };
  const { body } = await service.http(
    "POST",
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    more,
  );
  assert.ok(body.result, `${name}: ${JSON.stringify(body)}`);
  return body.result.structuredContent;
}

const countTokens = (answer: object) => Buffer.byteLength(JSON.stringify(answer)) / BYTES_PER_TOKEN;

await business.driver();
await business.driver();
const creation = await call("bulk_create_orders", {
  orders: Array.from({ length: 80 }, (_one, number) => ({
    dropoff: place(number),
    ref: `R-${number}`,
    note: "x".repeat(200),
  })),
  confirm: true,
});
assert.equal(creation.done, 80);
const planned = await call("build_route", { confirm: true, engine: "savings" });
const [first_route] = planned.routes;
const [order] = creation.orders;
for (const { order_id } of creation.orders.slice(40, 70)) {
  const released = await call("hold_order", { order_id, reason: "address to be verified", confirm: true });
  assert.equal(released.status, "HOLD");
}
await call(
  "bulk_create_orders",
  { orders: Array.from({ length: 40 }, () => ({ dropoff: place(1) })) },
  {
    ...headers,
    "x-mcp-require-approval": "1",
  },
);

/** What is called for: the records of the data above by their kind, and a text that finds all orders. */
const RECORDS: Readonly<Record<string, unknown>> = {
  order: order.order_id,
  route: first_route?.route_id,
  driver: first_route?.driver_id,
  tracking_number: order.tracking_number,
};
const TEXTS: Readonly<Record<string, unknown>> = { q: "Quadra" };

/** What a tool needs: records of the data, and else as its example; undefined where the data has none of the kind. */
function buildArguments(name: string): Record<string, unknown> | undefined {
  const operation = registry.operations.values().find(({ mcp }) => mcp?.user === name);
  const { properties = {}, required = [] } = (operation?.input ?? {}) as JsonSchema;
  const example = registry.tools.words.get(name)?.example;
  const args: Record<string, unknown> = {};
  for (const member of required) {
    const kind = (properties[member] as { [REF]?: string } | undefined)?.[REF];
    args[member] = kind === undefined ? (TEXTS[member] ?? example?.[member]) : RECORDS[kind];
    if (args[member] === undefined) return undefined;
  }
  return args;
}

describe("the answer of each read tool", () => {
  test("takes less than 5,000 tokens by default", async () => {
    const answered: string[] = [];
    for (const { name, effect, confirm } of getTools(registry, "user")) {
      if (effect !== "read" || confirm) continue;
      const args = buildArguments(name);
      if (args === undefined) continue;
      const answer = await call(name, args);
      if (answer.error === undefined) answered.push(name);
      assert.ok(countTokens(answer) < TOKENS_MAX, `${name}: ${Math.round(countTokens(answer))} tokens`);
    }
    for (const name of [
      "find_order",
      "get_order_detail",
      "get_route_detail",
      "track_package",
      "get_orders",
      "get_routes",
      "get_drivers",
      "list_exceptions",
      "list_pending_approvals",
    ])
      assert.ok(answered.includes(name), name);
  });

  test("has 20 rows of a list, in the words that the next tool takes, unless more is asked for", async () => {
    const short = await call("get_orders", {});
    assert.deepEqual([short.orders.length, short.per_page, short.total], [20, 20, 80]);
    const [row] = short.orders;
    assert.equal((await call("get_order_detail", { order_id: row.order_id })).order.order_id, row.order_id);
    assert.equal(row.id, undefined);
    assert.equal((await call("get_orders", { per_page: 50 })).orders.length, 50);
    const full = await call("get_orders", { view: "full", per_page: 10 });
    assert.equal(full.orders.length, 10);
    assert.equal(full.orders[0].id, row.order_id);
    assert.equal((await call("get_orders", { view: "tiny" })).error.details[0].field, "view");
    const { routes } = await call("get_routes", {});
    assert.equal(
      (await call("get_route_detail", { route_id: routes[0].route_id })).route.route_id,
      routes[0].route_id,
    );
    const { drivers } = await call("get_drivers", {});
    const drivers_by_name = await call("get_drivers", { name: drivers[0].name.toUpperCase() });
    assert.ok(
      drivers_by_name.drivers.some(
        ({ driver_id }: { driver_id: number }) => driver_id === drivers[0].driver_id,
      ),
    );
    assert.equal((await call("get_drivers", { name: "no such %" })).total, 0);
  });

  test("says why an order is an exception, and who drives it", async () => {
    const { exceptions } = await call("list_exceptions", {});
    assert.equal(exceptions.length, 20);
    assert.equal(exceptions[0].reason, "address to be verified");
    assert.equal(exceptions[0].why, "held");
    const [driven] = (await call("get_orders", { on_route: true })).orders;
    await service.system.execute("update delivery_order set partial = true where id = $1", [driven.order_id]);
    const all = await call("list_exceptions", { per_page: 100 });
    const exception_entry = all.exceptions.find(
      (one: { order: { order_id: number } }) => one.order.order_id === driven.order_id,
    );
    assert.equal(typeof exception_entry.driver_name, "string");
  });

  test("in a queue has no preview; the whole proposal has one", async () => {
    const { approvals } = await call("list_pending_approvals", {});
    assert.equal(approvals[0].preview, undefined);
    const { approval_id } = approvals[0];
    const events: unknown[] = [];
    let next: object | undefined = { approval_id, view: "full" };
    while (next !== undefined) {
      const { approvals: parts, shortened } = await call("list_pending_approvals", next);
      events.push(
        ...parts.flatMap(
          ({ preview }: { preview?: { would_emit?: unknown[] } }) => preview?.would_emit ?? [],
        ),
      );
      next = shortened?.next;
    }
    assert.equal(events.length, 20);
  });
});

test("a preview tells differences", async () => {
  const { order_id } = creation.orders[75];
  const refused = await call("hold_order", { order_id, reason: "unpaid" });
  const { preview } = refused.error;
  const [change] = preview.changes.filter(({ type }: { type: string }) => type === "order");
  assert.equal(change.id, String(order_id));
  assert.equal(change.after.status, "HOLD");
  assert.notEqual(change.before.status, "HOLD");
  assert.equal(change.after.hold.reason, "unpaid");
  assert.equal(change.after.scheduled_date, undefined);
  assert.equal(preview.answer, undefined);
  assert.ok(countTokens(refused) < 400, `${countTokens(refused)} tokens`);
  const plan = await call("build_route", { dry_run: true, engine: "savings" });
  assert.ok(countTokens(plan) < TOKENS_MAX);
});

test("compacting follows the schema: open documents are not touched, rows are renamed, empties are left out", () => {
  const schema = {
    type: "object",
    properties: {
      document: { type: "object", additionalProperties: true },
      rows: {
        type: "array",
        items: {
          type: "object",
          properties: { id: {}, name: {}, more: {} },
          "x-compact": ["row_id from id", "name"],
        },
      },
      whole: {
        type: "object",
        properties: { id: {}, name: {}, more: {} },
        "x-compact": ["whole_id from id", "..."],
      },
      done: { type: "object", additionalProperties: true, "x-compact": ["..."] },
      nothing: { anyOf: [{ type: "object", properties: { a: {} } }, { type: "null" }] },
      waiting: {
        type: "array",
        items: {
          type: "object",
          properties: { state: {}, url: {}, made: {} },
          "x-compact": ["state", "url when state is pending", "...", "-made"],
        },
      },
      list: { type: "array", items: { type: "string" } },
      zero: { type: "integer" },
    },
  };
  assert.deepEqual(
    compactAnswer(schema, {
      document: { empty: "", null: null },
      rows: [{ id: 1, name: "", more: 2 }],
      whole: { id: 1, name: "", more: 2 },
      done: { order_id: 3, note: null, order: { id: 3 }, list: [1] },
      nothing: { a: null },
      waiting: [
        { state: "pending", url: "u", made: 1 },
        { state: "executed", url: "u", made: 1 },
      ],
      list: [],
      zero: 0,
    }),
    {
      document: { empty: "", null: null },
      rows: [{ row_id: 1 }],
      whole: { whole_id: 1, more: 2 },
      done: { order_id: 3, list: [1] },
      waiting: [{ state: "pending", url: "u" }, { state: "executed" }],
      list: [],
      zero: 0,
    },
  );
});
