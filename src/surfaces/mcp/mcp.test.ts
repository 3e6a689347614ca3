import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { asAdmin, type Headers, narrowToken, openMcp } from "#tests/support/mcp.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { getTools } from "./catalogue.ts";
import type { ServerName } from "./tool.ts";

const service = await testService();
const { rpc, call, list } = openMcp(service);
const { registry } = service.runtime;
const url = await service.app.listen({ port: 0, host: "127.0.0.1" });

const dropoff = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };

describe("calls", () => {
  describe("without an idempotency key", () => {
    const write = async (business: TestBusiness) => {
      const headers = await asAdmin(business);
      return async (name: string, args: object) => (await call(name, args, headers)).structuredContent;
    };

    test("create once for equal calls within ten seconds, wherever the clock is, and again with keys", async () => {
      const run = await write(await service.business());
      // The calls are on both sides of a time that is a multiple of ten seconds.
      service.setNow("2026-11-20T12:00:09.900Z");
      service.freezeClock();
      const first = await run("create_order", { dropoff, ref: "M-1" });
      service.advance(300);
      const repeated = await run("create_order", { dropoff, ref: "M-1" });
      assert.equal(repeated["order_id"], first["order_id"]);
      assert.equal(repeated["idempotency_replayed"], true);
      const run_answer = await run("create_order", { dropoff, ref: "M-1", idempotency_key: "mine" });
      assert.notEqual(run_answer["order_id"], first["order_id"]);
      service.advance(9_000);
      assert.equal((await run("create_order", { dropoff, ref: "M-1" }))["order_id"], first["order_id"]);
      service.advance(1_000);
      const later = await run("create_order", { dropoff, ref: "M-1" });
      assert.notEqual(later["order_id"], first["order_id"]);
      assert.equal(later["idempotency_replayed"], undefined);
    });

    test("create once for simultaneous equal calls", async () => {
      const run = await write(await service.business());
      const all = await Promise.all(
        Array.from({ length: 6 }, () => run("create_order", { dropoff, ref: "M-2" })),
      );
      assert.equal(new Set(all.map(({ order_id }) => order_id)).size, 1);
    });

    test("create again once the token has written to what it created, but not for other writes", async () => {
      const run = await write(await service.business());
      service.freezeClock();
      const first = await run("create_order", { dropoff, ref: "M-3" });
      await run("create_order", { dropoff, ref: "M-4" });
      assert.equal((await run("create_order", { dropoff, ref: "M-3" }))["order_id"], first["order_id"]);
      await run("cancel_order", { order_id: first["order_id"], confirm: true });
      const again = await run("create_order", { dropoff, ref: "M-3" });
      assert.notEqual(again["order_id"], first["order_id"]);
      assert.equal((await run("create_order", { dropoff, ref: "M-3" }))["order_id"], again["order_id"]);
    });

    test("hold, release and hold: each takes effect, and so does a note that is set back", async () => {
      const business = await service.business();
      const run = await write(business);
      service.freezeClock();
      const { order_id } = await run("create_order", { dropoff });
      const hold = { order_id, reason: "unpaid", confirm: true };
      assert.equal((await run("hold_order", hold))["status"], "HOLD");
      assert.equal((await run("release_order", { order_id, confirm: true }))["status"], "NEW_ORDER");
      assert.equal((await run("hold_order", hold))["status"], "HOLD");
      const getOrder = async () =>
        (await business.http("client_admin", "GET", `/api/v1/client/orders/${order_id}`)).body.order;
      assert.equal((await getOrder()).status, "HOLD");
      for (const note of ["A", "B", "A"]) await run("update_order_note", { order_id, note });
      assert.equal((await getOrder()).note, "A");
    });

    test("propose again what was rejected", async () => {
      const business = await service.business();
      const run = await write(business);
      service.freezeClock();
      const { order_id } = await run("create_order", { dropoff });
      const proposal = { tool: "cancel_order", arguments: { order_id } };
      const first = await run("propose_write", proposal);
      await business.http("client_admin", "POST", `/api/v1/approvals/${first["approval_id"]}/reject`, {});
      const second = await run("propose_write", proposal);
      assert.notEqual(second["approval_id"], first["approval_id"]);
      const { body } = await business.http(
        "client_admin",
        "GET",
        `/api/v1/approvals/${second["approval_id"]}`,
      );
      assert.equal(body.approval.state, "pending");
    });
  });

  test("without a token are 401, without the scope 403; tools outside the profile and unknown tools are unknown", async () => {
    const business = await service.business();
    const anonymous = await rpc("tools/call", { name: "get_orders", arguments: {} });
    assert.equal(anonymous.status, 401);
    assert.match(String(anonymous.answered["www-authenticate"]), /resource_metadata=/);
    const scoped = await rpc(
      "tools/call",
      { name: "create_order", arguments: {} },
      await narrowToken(business, ["orders:read"]),
    );
    assert.equal(scoped.status, 403);
    assert.match(
      String(scoped.answered["www-authenticate"]),
      /insufficient_scope.*scope="orders:read orders:write"/,
    );
    const narrowed = await rpc(
      "tools/call",
      { name: "create_order", arguments: {} },
      await asAdmin(business, { "x-mcp-profile": "support" }),
    );
    assert.deepEqual(narrowed.body.error.data, {
      tool: "create_order",
      reason: "not_in_profile",
      profile: "support",
      missing_scopes: ["orders:write"],
    });
    assert.match(narrowed.body.error.message, /The profile support hides create_order/);
    const unknown = await rpc("tools/call", { name: "get_order", arguments: {} }, await asAdmin(business));
    assert.equal(unknown.body.error.data.reason, "no_such_tool");
    assert.ok(unknown.body.error.data.nearest.includes("get_orders"));
    const bad = await rpc(
      "tools/call",
      { name: "get_capabilities", arguments: {} },
      { authorization: "Bearer ph_old" },
    );
    assert.equal(bad.status, 401);
    assert.match(String(bad.answered["www-authenticate"]), /error="invalid_token"/);
  });

  test("whose URL names a profile or scopes are told to sign in with these from the start", async () => {
    for (const [path, scopes] of [
      ["/mcp?profile=support", "orders:read analytics:read address:read approvals:read"],
      ["/mcp?scopes=routes:read", "routes:read"],
    ] as const) {
      for (const method of ["initialize", "tools/list"]) {
        const params = {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "c", version: "1" },
        };
        const { status, answered } = await rpc(method, params, {}, path);
        assert.equal(status, 401, `${path} ${method}`);
        const [, named_scopes] = /scope="([^"]*)"/.exec(String(answered["www-authenticate"])) ?? [];
        assert.deepEqual(named_scopes?.split(" ").sort(), scopes.split(" ").sort());
      }
      assert.equal(
        (await rpc("tools/call", { name: "track_package", arguments: { number: "PH0000" } }, {}, path))
          .status,
        200,
      );
    }
    assert.equal((await rpc("tools/list", {})).status, 200);
  });

  test("that are refused are on record, with the tool and the program", async () => {
    const business = await service.business();
    const program = { "user-agent": "planner/2.1" };
    const ask = (name: string, args: object, headers: Headers) =>
      rpc("tools/call", { name, arguments: args }, { ...headers, ...program });
    await ask("create_order", { dropoff }, await narrowToken(business, ["orders:read"]));
    await ask("create_order", { dropoff }, await asAdmin(business, { "x-mcp-profile": "support" }));
    await ask("bulk_create_orders", { orders: [{ dropoff }] }, await asAdmin(business));
    await ask("get_orders", { per_page: 0 }, await asAdmin(business));
    await ask("create_order", { dropoff, dry_run: true }, await asAdmin(business));
    await ask("create_order", { dropoff }, await asAdmin(business));
    await service.runtime.audit.flush();
    const { entries } = (await business.http("client_admin", "GET", "/api/v1/audit?surface=mcp")).body;
    const recorded = entries.map((entry: Record<string, unknown>) =>
      [entry["tool"], entry["outcome"], entry["refusal"], entry["client"]].join(" "),
    );
    assert.deepEqual(recorded.sort(), [
      "bulk_create_orders refused confirm_required planner/2.1",
      "create_order done  planner/2.1",
      "create_order dry_run  planner/2.1",
      "create_order refused insufficient_scope planner/2.1",
      "create_order refused not_in_profile planner/2.1",
      "get_orders refused invalid_request planner/2.1",
    ]);
    assert.ok(entries.every((entry: { token_id: number | null }) => entry.token_id !== null));
    const [{ token_id }] = entries;
    const of_token = (
      await business.http("client_admin", "GET", `/api/v1/audit?surface=mcp&token_id=${token_id}`)
    ).body;
    assert.ok(of_token.total > 0 && of_token.total < 6);
  });

  test("that the role may not make return errors the model can read", async () => {
    const business = await service.business();
    const { person } = await business.driver();
    const headers = { authorization: `Bearer ${person.token}` };
    const refused = await call("get_orders", {}, headers);
    assert.equal(refused.isError, true);
    assert.partialDeepStrictEqual(refused.structuredContent, {
      error: { code: "FORBIDDEN", retryable: false },
    });
    const { structuredContent } = await call("get_capabilities", {}, headers);
    const tools = structuredContent["tools"] as { name: string; usable: boolean }[];
    assert.equal(tools.find(({ name }) => name === "get_orders")?.usable, false);
    assert.equal(tools.find(({ name }) => name === "get_capabilities")?.usable, true);
  });

  test("report the capabilities of this connection and this caller, and compute them once for each", async (context) => {
    const business = await service.business();
    const tool = getTools(registry, "user").find(({ name }) => name === "get_capabilities");
    assert(tool !== undefined);
    const { risk } = tool;
    let reports = 0;
    Object.defineProperty(tool, "risk", {
      configurable: true,
      get() {
        reports += 1;
        return risk;
      },
    });
    context.after(() => Object.defineProperty(tool, "risk", { value: risk }));
    const report = async (headers: Headers) => {
      const { structuredContent: facts } = await call("get_capabilities", {}, headers);
      const { role, profile, scopes, dry_run, require_approval } = facts;
      return { role, profile, scopes: (scopes as string[]).length, dry_run, require_approval };
    };
    const all = registry.scopes.words.size;
    const driver = { authorization: `Bearer ${(await business.person("driver")).token}` };
    const admin = {
      role: "client_admin",
      profile: null,
      scopes: all,
      dry_run: false,
      require_approval: false,
    };
    const expected: [Headers, object][] = [
      [await asAdmin(business), admin],
      [await asAdmin(business, { "x-mcp-dry-run": "1" }), { ...admin, dry_run: true }],
      [await asAdmin(business, { "x-mcp-require-approval": "1" }), { ...admin, require_approval: true }],
      [await asAdmin(business, { "x-mcp-scopes": "orders:read" }), { ...admin, scopes: 1 }],
      [await asAdmin(business, { "x-mcp-profile": "support" }), { ...admin, profile: "support", scopes: 4 }],
      [driver, { ...admin, role: "driver" }],
      [{}, { ...admin, role: null, scopes: 0 }],
    ];
    const callEach = async () => {
      for (const [headers, facts] of expected) assert.deepEqual(await report(headers), facts);
    };
    // The text of a response becomes a JSON string in the message: this is done once for each text.
    const { mock } = context.mock.method(JSON, "stringify");
    // A signal of the people created just now, or of the first use of their tokens, may clear the cache of callers between.
    await until("rounds in which each is computed once", async () => {
      service.runtime.authentication.clearCache();
      reports = 0;
      mock.resetCalls();
      for (let round = 0; round < 3; round += 1) await callEach();
      return reports === expected.length;
    });
    const texts = mock.calls.map((one) => one.arguments[0]).filter((value) => typeof value === "string");
    assert(texts.filter((text) => text.startsWith('{"authenticated"')).length <= expected.length);
    // A cleared cache of callers is a new caller: what was reported of the one before is not repeated.
    service.runtime.authentication.clearCache();
    await report(await asAdmin(business));
    assert.equal(reports, expected.length + 1);
  });

  test("accept the deprecated api_token on the developer server until the end of its last day", async () => {
    const business = await service.business();
    const { token } = await business.person("client_admin");
    service.setNow("2026-12-31T23:59:50Z");
    const args = { dropoff, api_token: token, idempotency_key: "a" };
    const creation = await call("create_order", args, {}, "/mcp/developer");
    assert.equal(typeof creation.structuredContent["order_id"], "number");
    assert.match(String(creation.structuredContent["warnings"]), /api_token argument is deprecated/);
    const takesToken = async () =>
      (await list({}, "/mcp/developer")).filter(
        ({ inputSchema }) => "api_token" in (inputSchema["properties"] as object),
      ).length;
    assert.ok((await takesToken()) > 0);
    assert.partialDeepStrictEqual(
      (await call("create_order", { dropoff, api_token: "ph_wrong" }, {}, "/mcp/developer"))
        .structuredContent,
      { error: { code: "UNAUTHENTICATED" } },
    );
    service.setNow("2027-01-01T00:00:05Z");
    assert.partialDeepStrictEqual(
      (await call("create_order", args, {}, "/mcp/developer")).structuredContent,
      {
        error: { code: "API_TOKEN_ENDED" },
      },
    );
    assert.equal(await takesToken(), 0);
    service.setNow("2026-11-20T12:00:00Z");
    assert.equal(
      (await rpc("tools/call", { name: "create_order", arguments: { dropoff } }, {}, "/mcp/developer"))
        .status,
      401,
    );
  });

  test("return success, preview and refusal in a form that both official clients accept", async () => {
    const business = await service.business();
    const second = new Client({ name: "test", version: "1" });
    await second.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers: await asAdmin(business) },
      }),
    );
    const first = new FirstClient({ name: "test", version: "1" });
    await first.connect(
      new FirstTransport(new URL(`${url}/mcp`), { requestInit: { headers: await asAdmin(business) } }),
    );
    for (const client of [second, first] as FirstClient[]) {
      await client.listTools();
      const tool_result = await client.callTool({
        name: "create_order",
        arguments: { dropoff, idempotency_key: client === first ? "1" : "2" },
      });
      const preview = await client.callTool({ name: "create_order", arguments: { dropoff, dry_run: true } });
      const refused = await client.callTool({ name: "create_order", arguments: { ref: "no place" } });
      assert.equal(tool_result.isError, undefined);
      assert.partialDeepStrictEqual(preview.structuredContent, {
        dry_run: true,
        would_emit: [{ kind: "order.created" }],
      });
      assert.equal(refused.isError, true);
      await client.close();
    }
    const { total } = (await business.http("client_admin", "GET", "/api/v1/client/orders")).body;
    assert.equal(total, 2);
  });

  test("refuse unknown arguments, of reads too: a misspelt filter never returns everything", async () => {
    const business = await service.business();
    const headers = await asAdmin(business);
    for (const [name, args, path] of [
      ["get_orders", { date: "2026-11-20" }, "/mcp"],
      ["track_package", { number: "PH12345", tracking_number: "PH12345" }, "/mcp"],
      ["get_capabilities", { verbose: true }, "/mcp"],
      ["get_otep_tracking", { tracking_number: "PH12345", language: "fr" }, "/mcp/developer"],
    ] as const) {
      const { structuredContent, isError } = await call(name, args, headers, path);
      assert.equal(isError, true, name);
      assert.partialDeepStrictEqual(structuredContent, { error: { code: "INVALID_REQUEST" } });
      if (name === "get_orders")
        assert.deepEqual((structuredContent["error"] as { details: unknown }).details, [
          { field: "date", message: "is not a member of this request; nearest: date_to, date_from, page" },
        ]);
    }
    for (const server of ["user", "developer"] as ServerName[])
      for (const { name, definition } of getTools(registry, server))
        assert.equal(definition.inputSchema["additionalProperties"], false, name);
    assert.equal(
      (await business.http("client_admin", "GET", "/api/v1/client/orders?utm_source=mail")).status,
      200,
    );
    // The arguments that agents send habitually are accepted.
    const used = { confirm: true, dry_run: false, idempotency_key: "k" };
    assert.equal((await call("get_orders", used, headers)).isError, undefined);
    assert.equal((await call("create_order", { dropoff, ...used }, headers)).isError, undefined);
    assert.equal((await call("get_capabilities", used, headers)).isError, undefined);
  });

  test("with excessive nesting are refused like any other invalid argument", async () => {
    const business = await service.business();
    const headers = await asAdmin(business);
    const deep = `${'{"deep":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    for (const [name, args] of [
      ["create_order", `{"dropoff":${deep}}`],
      ["propose_write", `{"tool":"create_order","arguments":${deep}}`],
    ]) {
      const params = `{"name":"${name}","arguments":${args}}`;
      const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      const { status, body } = await service.http("POST", "/mcp", text, headers);
      assert.equal(status, 200);
      assert.partialDeepStrictEqual(body.result.structuredContent, { error: { code: "INVALID_REQUEST" } });
    }
  });

  test("with high risk need confirm and are queued with the approval header; dry run overrides both", async () => {
    const business = await service.business();
    const tool = getTools(registry, "user").find((one) => one.name === "bulk_create_orders");
    assert.ok(tool);
    const validate = new Ajv2020({ strict: false }).compile(tool.definition.outputSchema);
    const args = { orders: [{ dropoff }] };
    const refused = await call(tool.name, args, await asAdmin(business));
    assert.partialDeepStrictEqual(refused.structuredContent, {
      error: { code: "CONFIRM_REQUIRED", preview: { would_emit: [{}] } },
    });
    const queue = await asAdmin(business, { "x-mcp-require-approval": "1" });
    const pending = await call(tool.name, { ...args, confirm: true }, queue);
    assert.partialDeepStrictEqual(pending.structuredContent, { status: "pending_approval" });
    const preview = await call(tool.name, args, { ...queue, "x-mcp-dry-run": "1" });
    assert.partialDeepStrictEqual(preview.structuredContent, { dry_run: true });
    const wrong = await call(tool.name, { ...args, confirm: "yes" }, await asAdmin(business));
    assert.partialDeepStrictEqual(wrong.structuredContent, { error: { details: [{ field: "confirm" }] } });
    assert.equal((await business.http("client_admin", "GET", "/api/v1/client/orders")).body.total, 0);
    const tool_result = await call(tool.name, { ...args, confirm: true }, await asAdmin(business));
    for (const result of [refused, pending, preview, wrong, tool_result]) {
      assert.ok(validate(result.structuredContent), JSON.stringify(validate.errors));
    }
    assert.equal((await business.http("client_admin", "GET", "/api/v1/client/orders")).body.total, 1);
  });
});

test("a long preview shows its first events and their total number", async () => {
  const business = await service.business();
  const orders = Array.from({ length: 25 }, () => ({ dropoff }));
  const headers = await asAdmin(business);
  const previews = [
    (await call("bulk_create_orders", { orders, dry_run: true }, headers)).structuredContent,
    (
      (await call("bulk_create_orders", { orders }, headers)).structuredContent["error"] as {
        preview: object;
      }
    ).preview,
    (await call("bulk_create_orders", { orders }, { ...headers, "x-mcp-require-approval": "1" }))
      .structuredContent["preview"],
  ] as { would_emit: unknown[]; would_emit_total: number }[];
  for (const { would_emit, would_emit_total } of previews) {
    assert.equal(would_emit.length, 20);
    assert.equal(would_emit_total, 25);
  }
});
