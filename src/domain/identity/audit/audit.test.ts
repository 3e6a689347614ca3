import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listPreparedTexts } from "#platform/db/statement.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createToken } from "../accounts/operations/create-token.ts";
import { revokeToken } from "../accounts/operations/revoke-token.ts";
import { updateMe } from "../accounts/operations/update-me.ts";
import { formatCsvRows } from "./csv.ts";
import { listAudit } from "./operations/list-audit.ts";
import { listEvents } from "./operations/list-events.ts";

const service = await testService();

describe("the audit", () => {
  test("lists writes, reads and refusals of the business, newest first, and of no other business", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const order = await business.order();
    await business.http("employee", "GET", `/api/v1/client/orders/${order.id}`);
    await business.http("employee", "GET", "/api/v1/audit");
    await service.runtime.audit.flush();
    const { entries } = await business.as("client_admin")(listAudit, {});
    assert.deepEqual(
      entries.map(({ operation, outcome, refusal }) => [operation, outcome, refusal]),
      [
        ["audit", "refused", "forbidden"],
        ["clientOrder", "done", null],
        ["clientOrderCreate", "done", null],
      ],
    );
    assert.equal(entries[1]?.actor_name, "employee");
    assert.equal((await other.as("client_admin")(listAudit, { operation: "clientOrderCreate" })).total, 0);
  });

  test("lists each of many identical calls with its own time, request and duration", async () => {
    service.freezeClock();
    const business = await service.business();
    const expected_entries: { actor_name: string; at: string; request_id: string }[] = [];
    for (const who of ["employee", "client_admin", "employee", "employee"] as const) {
      service.advance(1000);
      const { body } = await business.http(who, "GET", "/api/v1/client/orders/999999999");
      expected_entries.push({
        actor_name: who,
        at: service.now().toISOString(),
        request_id: body.request_id,
      });
    }
    await service.runtime.audit.flush();
    const { entries } = await business.as("client_admin")(listAudit, { operation: "clientOrder" });
    assert.deepEqual(
      entries.map(({ actor_name, at, request_id }) => ({ actor_name, at, request_id })),
      expected_entries.toReversed(),
    );
    assert.deepEqual(
      new Set(entries.map(({ outcome, refusal }) => `${outcome} ${refusal}`)),
      new Set(["refused not_found"]),
    );
    const lengths = entries.map(({ duration_ms }) => duration_ms ?? 0);
    assert.ok(lengths.every((length) => length > 0));
    assert.ok(new Set(lengths).size > 1);
  });

  test("is filtered by person, operation, outcome, surface, time and subject", async () => {
    const business = await service.business();
    const start = service.now();
    const [first, second] = [await business.order(), await business.order()];
    service.advance(3600_000);
    const later = service.now();
    await business.as("employee")(updateMe, { name: "Davi" });
    await service.runtime.audit.flush();
    const find = async (filter: object) =>
      (await business.as("client_admin")(listAudit, filter)).entries.map(({ operation }) => operation);
    const { account_id } = await business.person("employee");
    assert.deepEqual(await find({ actor_id: account_id }), ["userMeUpdate"]);
    assert.equal((await find({ operation: "clientOrderCreate" })).length, 2);
    assert.deepEqual(await find({ effect: "write", from: later.toISOString() }), ["userMeUpdate"]);
    assert.equal(
      (await find({ effect: "write", from: start.toISOString(), to: later.toISOString() })).length,
      2,
    );
    assert.deepEqual(await find({ surface: "mcp" }), []);
    assert.deepEqual(await find({ outcome: "failed" }), []);
    const touched = await business.as("client_admin")(listAudit, { subject: `order/${second.id}` });
    assert.equal(touched.total, 1);
    assert.ok(touched.entries[0]?.subjects.some(({ id }) => String(id) === String(second.id)));
    assert.deepEqual(await find({ subject: `order/${first.id}`, operation: "userMeUpdate" }), []);
    const paged = await business.as("client_admin")(listAudit, {
      operation: "clientOrderCreate",
      page: 2,
      per_page: 1,
    });
    assert.equal(paged.entries.length, 1);
    assert.equal(paged.total, 2);
  });

  test("finds what agents did by token and tool, with the name of the token, also after it was revoked", async () => {
    const business = await service.business();
    const admin = await business.person("client_admin");
    const created_token = await admin.call(createToken, { name: "Night planner", profile: "ops-readonly" });
    const ask = (name: string) =>
      service.http(
        "POST",
        "/mcp",
        { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } },
        { authorization: `Bearer ${created_token.access_token}`, "user-agent": "planner/2" },
      );
    for (const name of ["get_orders", "get_routes", "hold_order"]) await ask(name);
    await business.http("client_admin", "GET", "/api/v1/client/orders");
    await admin.call(revokeToken, { token_id: created_token.token.id });
    await service.runtime.audit.flush();
    const find = async (filter: object) =>
      (await admin.call(listAudit, filter)).entries.map(({ tool, outcome, refusal, token_name, client }) => [
        tool,
        outcome,
        refusal,
        token_name,
        client,
      ]);
    const [orders, routes, hold] = [
      ["get_orders", "done", null, "Night planner", "planner/2"],
      ["get_routes", "done", null, "Night planner", "planner/2"],
      ["hold_order", "refused", "insufficient_scope", "Night planner", "planner/2"],
    ];
    assert.deepEqual(await find({ surface: "mcp" }), [hold, routes, orders]);
    assert.deepEqual(await find({ token_id: created_token.token.id }), [hold, routes, orders]);
    assert.deepEqual(await find({ tool: "get_orders" }), [orders]);
    assert.deepEqual(await find({ token_id: created_token.token.id, surface: "mcp", outcome: "refused" }), [
      hold,
    ]);
    assert.deepEqual(await find({ tool: "get_drivers" }), []);
    const other = await service.business();
    assert.equal((await other.as("client_admin")(listAudit, { token_id: created_token.token.id })).total, 0);
    const file = await business.http(
      "client_admin",
      "GET",
      "/api/v1/audit/export?tool=hold_order",
      undefined,
      {
        accept: "text/csv",
      },
    );
    assert.match(file.raw.toString(), /,Night planner,mcp,.*,hold_order,planner\/2\r\n$/);
  });

  test("reads agents' calls, those of a token and those of a tool by an index each", async () => {
    const business = await service.business();
    await service.system.execute(
      `insert into audit (business_id, at, operation, effect, outcome, actor_kind, surface, request_id, token_id, tool)
       select $1, $2, 'clientOrder', 'read', 'done', 'user', case when n % 50 = 0 then 'mcp' else 'console' end, n::text,
         n % 100, case when n % 50 = 0 then 'tool_' || n % 7 end
       from generate_series(1, 3000) n`,
      [business.id, service.now().toISOString()],
    );
    const client = await service.runtime.pools.service.connect();
    try {
      for (const [filter, condition, index] of [
        [{ surface: "mcp" }, /a\.surface = 'mcp'/, "audit_of_agents"],
        [{ token_id: 1 }, /a\.token_id = \$/, "audit_by_token_time"],
        [{ tool: "tool_1" }, /a\.tool = \$/, "audit_by_tool_time"],
      ] as const) {
        await business.as("client_admin")(listAudit, filter);
        const text = listPreparedTexts().find((one) => one.includes(" as actor_name") && condition.test(one));
        assert(text !== undefined);
        const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
        const nulls = Array.from({ length: Math.max(...numbers) }, () => "null").join(", ");
        await client.query("begin");
        await client.query("set local enable_seqscan = off");
        await client.query("set local plan_cache_mode = force_generic_plan");
        await client.query("select set_config('app.business_id', $1, true)", [String(business.id)]);
        await client.query(`prepare listed as ${text}`);
        const { rows } = await client.query(`explain execute listed(${nulls})`);
        await client.query("rollback");
        await client.query("deallocate listed");
        assert.match(JSON.stringify(rows), new RegExp(index));
      }
    } finally {
      client.release(true);
    }
  });

  test("exports as CSV if requested, else in base64", async () => {
    const business = await service.business();
    await (await business.person("employee", "=cmd()")).call(updateMe, { locale: "pt" });
    const url = "/api/v1/audit/export?effect=write";
    const file = await business.http("client_admin", "GET", url, undefined, { accept: "text/csv" });
    assert.match(String(file.headers["content-type"]), /^text\/csv/);
    const lines = file.raw.toString().split("\r\n");
    assert.match(lines[0] ?? "", /^id,at,operation,/);
    assert.equal(lines.length, 3);
    assert.match(lines[1] ?? "", /,'=cmd\(\),/);
    const { body } = await business.http("client_admin", "GET", url);
    assert.equal(body.rows, 1);
    assert.equal(Buffer.from(body.content_base64, "base64").toString(), file.raw.toString());
  });

  test("a cell never becomes a formula, and quotes, commas and lines stay inside it", () => {
    const rows = [{ a: "=1+1", b: "-2", c: 'say "hi", you\nthere', d: -2, e: null, f: { x: [1] } }];
    assert.equal(
      formatCsvRows(["a", "b", "c", "d", "e", "f"], rows),
      '\'=1+1,\'-2,"say ""hi"", you\nthere",-2,,"{""x"":[1]}"\r\n',
    );
  });
});

describe("the event feed", () => {
  test("returns every event of the business once, in order, page by page, and none of another business", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const admin = business.as("client_admin");
    const orders = await Promise.all(Array.from({ length: 6 }, () => business.order()));
    await other.order();
    const listed_entries: { id: number; subject_type: string; subject_id: string; seq: number }[] = [];
    let after: string | undefined;
    for (let pages = 0; ; pages += 1) {
      const page = await admin(listEvents, { limit: 2, ...(after === undefined ? {} : { after }) });
      listed_entries.push(...page.events);
      after = page.next;
      if (page.caught_up) break;
      assert.ok(pages < 50);
    }
    const created = listed_entries.filter(({ subject_type }) => subject_type === "order");
    assert.equal(created.length, orders.length);
    assert.equal(new Set(listed_entries.map(({ id }) => id)).size, listed_entries.length);
    const quiet = await admin(listEvents, { after });
    assert.deepEqual(quiet.events, []);
    await other.order();
    const order = await business.order();
    const news = await admin(listEvents, { after: quiet.next });
    assert.ok(news.events.length > 0);
    assert.ok(news.events.some(({ subject_id }) => subject_id === String(order.id)));
    const all = await service.system.row<{ n: number }>(
      "select count(*) as n from event where business_id = $1",
      [business.id],
    );
    assert.equal(listed_entries.length + news.events.length, all?.n);
  });

  test("an invalid cursor is refused, and only accounts with audit:read may read the feed", async () => {
    const business = await service.business();
    for (const after of [
      "nonsense",
      Buffer.from('["1:1:",null,-1]').toString("base64url"),
      Buffer.from('["9:1:",null,0]').toString("base64url"),
    ]) {
      assert.equal((await catchRefusal(business.as("client_admin")(listEvents, { after }))).status, 422);
    }
    assert.equal((await catchRefusal(business.as("employee")(listEvents, {}))).status, 403);
  });
});

describe("what the audit tells of records that a token may not read", () => {
  const CASES: { scopes: string[]; order: boolean; token: boolean }[] = [
    { scopes: [], order: false, token: false },
    { scopes: ["orders:read"], order: true, token: false },
    { scopes: ["orders:write"], order: false, token: false },
    { scopes: ["employees:read"], order: false, token: true },
    { scopes: ["employees:write"], order: false, token: false },
    { scopes: ["orders:read", "employees:read"], order: true, token: true },
    { scopes: ["wallet:read", "routes:read"], order: false, token: false },
    { scopes: ["employees:read", "orders:read", "wallet:read"], order: true, token: true },
  ];
  for (const { scopes, ...visible_scopes } of CASES)
    test(`audit:read ${scopes.join(" ")}`, async () => {
      const business = await service.business();
      await business.order();
      const { access_token } = await business.as("client_admin")(createToken, {
        name: "auditor",
        scopes: ["audit:read", ...scopes] as never,
      });
      const read = async (path: string) =>
        (await service.http("GET", path, undefined, { authorization: `Bearer ${access_token}` })).body;
      const { events } = await read("/api/v1/events");
      for (const [kind, may_see] of [
        ["order.created", visible_scopes.order],
        ["token.created", visible_scopes.token],
      ] as const) {
        const event = events.find((one: { kind: string }) => one.kind === kind);
        assert.equal(event.payload !== null, may_see, kind);
        const required_scope = kind === "order.created" ? "orders:read" : "employees:read";
        assert.deepEqual(event.withheld, may_see ? undefined : { required_scope }, kind);
      }
      const { entries } = await read("/api/v1/audit?effect=write");
      // biome-ignore lint/suspicious/noExplicitAny: entries as JSON has them.
      const changes = entries.flatMap((entry: any) => entry.changes);
      const csv = await read("/api/v1/audit/export?effect=write");
      const exported = Buffer.from(csv.content_base64, "base64").toString();
      for (const [type, scope] of [
        ["order", "orders:read"],
        ["token", "employees:read"],
      ] as const) {
        const of_type = changes.filter((change: { type: string }) => change.type === type);
        for (const { before, after, withheld } of of_type) {
          assert.equal(withheld === undefined, visible_scopes[type]);
          if (!visible_scopes[type]) assert.deepEqual([before, after], [null, null]);
        }
        const is_exported = exported.includes(`required_scope"":""${scope}`);
        assert.equal(is_exported, of_type.length > 0 && !visible_scopes[type]);
      }
      assert.ok(changes.length > 0);
    });
});
