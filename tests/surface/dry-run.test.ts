/** `X-MCP-Dry-Run: 1` on every write tool: the whole database is the same before and after. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toolsOf } from "#surfaces/mcp/catalogue.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const t = await service.business();
const { token } = await t.person("client_admin");

/** Who called and what was counted about it may change; nothing else may. */
const LEFT_OUT = new Set(["audit", "access_token", "sign_in"]);

async function fingerprint(): Promise<Record<string, string>> {
  const tables = await service.system.rows<{ name: string }>(
    "select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1",
  );
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    if (LEFT_OUT.has(name)) continue;
    const row = await service.system
      .row<{ print: string }>(
        `select md5(coalesce(string_agg(r::text, '\n' order by r::text), '')) as print from ${name} r`,
      )
      .catch(() => undefined);
    if (row !== undefined) prints[name] = row.print;
  }
  assert(
    prints["delivery_order"] && prints["event"] && prints["idempotency"],
    "the tables could not be read",
  );
  return prints;
}

async function call(tool: string, args: Record<string, unknown>, headers: Record<string, string> = {}) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } };
  const { body } = await service.http("POST", "/mcp", message, {
    authorization: `Bearer ${token}`,
    ...headers,
  });
  return body.result;
}

test("every write tool answers what it would do, and leaves every table as it was", async () => {
  await t.driver();
  const place = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };
  const order = await t.order({ ref: "dry" });
  const held = await t.order();
  await call("hold_order", { order_id: held.id, reason: "unpaid", confirm: true });
  const proposed = await call("propose_write", {
    tool: "hold_order",
    arguments: { order_id: order.id, reason: "unpaid" },
    reason: "test",
  });
  const approval_id = proposed.structuredContent.approval_id ?? proposed.structuredContent.approval?.id;
  assert.equal(typeof approval_id, "number", JSON.stringify(proposed));
  const rates = await t.http("client_admin", "POST", "/api/v1/client/price-lists", {
    name: "List",
    family: "local_delivery",
    currency: "BRL",
    is_default: true,
    rules: [
      {
        name: "All",
        base_minor: 900,
        includes_km: 5,
        per_km_minor: 10,
        includes_kg: 5,
        per_kg_minor: 10,
        includes_parcels: 1,
        per_parcel_minor: 10,
        minimum_minor: 900,
        service_factors: { standard: 1 },
        tax_percent: 0,
      },
    ],
  });
  assert(rates.status < 300, JSON.stringify(rates.body));

  const inputs: Record<string, Record<string, unknown>> = {
    create_order: { dropoff: place },
    cancel_order: { order_id: order.id },
    bulk_create_orders: { orders: [{ dropoff: place }] },
    bulk_create_orders_async: { orders: [{ dropoff: place }] },
    reroute_to_address: { order_id: order.id, address: place },
    update_delivery_instruction: { order_id: order.id, delivery_instruction: "Ring" },
    update_order_note: { order_id: order.id, note: "Note" },
    update_time_window_by_refs: {
      items: [{ ref: "dry", window_start: "2026-11-20T12:00:00Z", window_end: "2026-11-20T14:00:00Z" }],
    },
    hold_order: { order_id: order.id, reason: "unpaid" },
    release_order: { order_id: held.id },
    build_route: { time_limit_s: 1, engine: "savings" },
    propose_write: { tool: "cancel_order", arguments: { order_id: order.id }, reason: "test" },
    approve_pending_write: { approval_id },
    reject_pending_write: { approval_id },
    quote_delivery: { pickup: place, dropoff: { ...place, lat: -15.8 } },
  };
  const writes = toolsOf(service.mechanism.registry, "user").filter((tool) => tool.effect === "write");
  assert.deepEqual(
    writes.map((tool) => tool.name).filter((name) => inputs[name] === undefined),
    [],
    "a write tool has no input here",
  );

  for (const tool of writes) {
    const before = await fingerprint();
    const result = await call(tool.name, inputs[tool.name] ?? {}, { "x-mcp-dry-run": "1" });
    assert.equal(result?.isError ?? false, false, `${tool.name}: ${JSON.stringify(result).slice(0, 600)}`);
    assert.equal(result.structuredContent.dry_run, true, tool.name);
    assert(Array.isArray(result.structuredContent.would_emit), tool.name);
    assert.deepEqual(await fingerprint(), before, `${tool.name} left something`);
    if (tool.risk === "high") {
      const unconfirmed = await call(tool.name, inputs[tool.name] ?? {});
      assert.equal(unconfirmed.isError, true, `${tool.name} ran without confirm`);
      assert.equal(unconfirmed.structuredContent.error.code, "CONFIRM_REQUIRED");
      assert.deepEqual(await fingerprint(), before, `${tool.name} without confirm left something`);
    }
  }
});
