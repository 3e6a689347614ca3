import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { asAdmin, narrowToken, openMcp } from "#tests/support/mcp.ts";
import { testService } from "#tests/support/service.ts";
import { getTools } from "./catalogue.ts";
import type { ServerName, Tool } from "./tool.ts";

const service = await testService();
const { rpc, list } = openMcp(service);
const { registry } = service.runtime;

describe("the catalogue", () => {
  for (const server of ["user", "developer"] as ServerName[]) {
    test(`of the ${server} server has tools in order, each complete`, () => {
      const ajv = addFormats.default(new Ajv2020({ strict: false }) as never) as unknown as Ajv2020;
      const tools = getTools(registry, server);
      assert.deepEqual(
        tools.map(({ name }) => name),
        tools.map(({ name }) => name).sort(),
      );
      for (const { source, definition, effect, confirm, risk, is_public, name } of tools) {
        assert.equal(ajv.validateSchema(definition.inputSchema), true, name);
        assert.equal(ajv.validateSchema(definition.outputSchema), true, name);
        assert.equal(definition.inputSchema["type"], "object", name);
        assert.equal(definition.outputSchema["type"], "object", name);
        assert.equal(definition.outputSchema["anyOf"], undefined, name);
        assert.equal(definition.outputSchema["required"], undefined, name);
        assert.deepEqual(Object.keys(definition.annotations).sort(), [
          "destructiveHint",
          "idempotentHint",
          "openWorldHint",
          "readOnlyHint",
        ]);
        const is_quote = "operation" in source && source.operation.only_quotes === true;
        const keeps = "operation" in source && source.operation.stores_document === true;
        assert.equal(definition.annotations.readOnlyHint, (effect === "read" && !keeps) || is_quote, name);
        const members = definition.inputSchema["properties"] as object;
        assert.equal("confirm" in members, confirm, name);
        assert.equal("dry_run" in members, effect === "write", name);
        assert.equal("api_token" in members, server === "developer" && !is_public, name);
        assert.equal(confirm, risk === "high", name);
      }
    });
  }

  test("marks which writes only add, and which tools call external services", () => {
    const listNames = (server: ServerName, isWanted: (tool: Tool) => boolean) =>
      getTools(registry, server)
        .filter(isWanted)
        .map(({ name }) => name);
    const only_adds = ({ effect, definition }: Tool) =>
      effect === "write" && !definition.annotations.destructiveHint;
    assert.deepEqual(listNames("user", only_adds), [
      "bulk_create_orders",
      "bulk_create_orders_async",
      "compare_all_carriers",
      "create_order",
      "create_shipout",
      "create_shipping_label",
      "create_shipping_order",
      "create_storage_order",
      "estimate_shipout",
      "estimate_shipping_order",
      "get_shipping_rate",
      "propose_write",
      "quote_and_ship",
      "quote_delivery",
      "quote_storage_order",
      "uniorder_create",
      "uniorder_create_batch",
      "uniorder_create_batch_async",
      "uniorder_rate",
      "uniorder_rate_batch",
      "uniorder_rate_batch_async",
    ]);
    assert.deepEqual(listNames("developer", only_adds), [
      "create_order",
      "create_shipping_label",
      "get_shipping_rate",
      "replay_webhook_delivery",
      "test_webhook_delivery",
    ]);
    const reaches_out = ({ definition }: Tool) => definition.annotations.openWorldHint;
    assert.deepEqual(listNames("user", reaches_out), [
      "approve_pending_write",
      "build_route",
      "bulk_create_orders",
      "bulk_create_orders_async",
      "cancel_shipping_label",
      "compare_all_carriers",
      "create_order",
      "create_shipout",
      "create_shipping_label",
      "create_shipping_order",
      "create_storage_order",
      "download_shipping_label",
      "end_of_day",
      "estimate_shipout",
      "estimate_shipping_order",
      "get_shipping_rate",
      "propose_write",
      "quote_and_ship",
      "quote_delivery",
      "quote_storage_order",
      "reroute_to_address",
      "search_address",
      "submit_shipping_information",
      "uniorder_cancel",
      "uniorder_create",
      "uniorder_create_batch",
      "uniorder_create_batch_async",
      "uniorder_label",
      "uniorder_purchase_label",
      "uniorder_rate",
      "uniorder_rate_batch",
      "uniorder_rate_batch_async",
      "uniorder_tracking",
    ]);
    assert.deepEqual(listNames("developer", reaches_out), [
      "build_route",
      "create_order",
      "create_shipping_label",
      "get_shipping_rate",
      "replay_webhook_delivery",
      "run_graphql_query",
      "test_webhook_delivery",
      "update_webhook_settings",
    ]);
  });

  test("is listed by the scopes of the connection, with the same bytes each time", async () => {
    const business = await service.business();
    const all = await list(await asAdmin(business));
    assert.deepEqual(
      all.map(({ name }) => name),
      getTools(registry, "user").map(({ name }) => name),
    );
    const reading = await list(await asAdmin(business, { "x-mcp-profile": "support" }));
    assert.ok(reading.length < all.length);
    const held = ["orders:read", "analytics:read", "address:read", "approvals:read"];
    assert.deepEqual(
      reading.map(({ name }) => name),
      getTools(registry, "user")
        .filter(({ scopes }) => scopes.every((scope) => held.includes(scope)))
        .map(({ name }) => name),
    );
    assert.deepEqual(await list(await asAdmin(business), "/mcp?profile=support"), reading);
    assert.deepEqual(
      await list(
        await narrowToken(business, ["orders:read", "analytics:read", "address:read", "approvals:read"]),
      ),
      reading,
    );
    const [one, two] = [
      await rpc("tools/list", {}, await asAdmin(business)),
      await rpc("tools/list", {}, await asAdmin(business)),
    ];
    assert.equal(JSON.stringify(one.body), JSON.stringify(two.body));
  });

  test("is built once for each set of scopes, whichever sets come in between", async (context) => {
    const tool = getTools(registry, "user").find(({ name }) => name === "get_orders");
    assert(tool !== undefined);
    const { definition } = tool;
    let builds = 0;
    Object.defineProperty(tool, "definition", {
      configurable: true,
      get() {
        builds += 1;
        return definition;
      },
    });
    context.after(() => Object.defineProperty(tool, "definition", { value: definition }));
    const business = await service.business();
    const scopes = ["orders:read", "orders:read,orders:write", "orders:read,routes:read"];
    const listNamesByScope = async () => {
      const lists: string[][] = [];
      for (const words of scopes)
        lists.push((await list(await asAdmin(business, { "x-mcp-scopes": words }))).map(({ name }) => name));
      return lists;
    };
    const first = await listNamesByScope();
    assert.equal(new Set(first.map((names) => names.join())).size, scopes.length);
    assert.deepEqual([await listNamesByScope(), await listNamesByScope()], [first, first]);
    assert.equal(builds, scopes.length);
  });

  test("shows anonymous callers the public tools of the user server and all tools of the developer server", async () => {
    const open = await list();
    assert.deepEqual(
      open.map(({ name }) => name),
      ["get_capabilities", "otep_tracking", "track_package"],
    );
    assert.deepEqual((await list({}, "/mcp/developer")).length, getTools(registry, "developer").length);
  });
});
