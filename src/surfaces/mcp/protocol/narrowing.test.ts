import assert from "node:assert/strict";
import { test } from "node:test";
import { PROFILES, PUBLISHED_SCOPES, type Scope } from "#vocabulary/scopes.ts";
import { buildScopeKey } from "./narrowing.ts";
import { bearer, LIST, namesIn, startApp, toolCall } from "./testing.ts";

test("headers and URL narrow in the same way", async (context) => {
  const app = await startApp(context);
  const all = namesIn(await app.post(LIST, bearer("full")));
  const pairs: [Record<string, string>, string][] = [
    [{ "x-mcp-profile": "support" }, "?profile=support"],
    [{ "x-mcp-scopes": "orders:read" }, "?scopes=orders:read"],
    [{ "x-mcp-scopes": "routes:read, drivers:read" }, "?scopes=routes:read,drivers:read"],
  ];
  for (const [headers, query] of pairs) {
    const by_header = namesIn(await app.post(LIST, { ...bearer("full"), ...headers }));
    const by_url = namesIn(await app.post(LIST, bearer("full"), `/mcp${query}`));
    assert.deepEqual(by_header, by_url);
    assert.ok(by_header.length < all.length);
  }
});

test("a token without narrowing has full access, under each of that profile's names", async (context) => {
  const app = await startApp(context);
  const all = namesIn(await app.post(LIST, bearer("full")));
  for (const query of ["?profile=full", "?scopes=*", "?scopes=orders:read,*"]) {
    assert.deepEqual(namesIn(await app.post(LIST, bearer("full"), `/mcp${query}`)), all);
  }
});

test("narrowing never widens a token", async (context) => {
  const app = await startApp(context);
  const listed_names = namesIn(await app.post(LIST, bearer("reader")));
  assert.deepEqual(
    namesIn(await app.post(LIST, { ...bearer("reader"), "x-mcp-profile": "full" })),
    listed_names,
  );
  const wide = { ...bearer("reader"), "x-mcp-scopes": "*" };
  assert.deepEqual(namesIn(await app.post(LIST, wide, "/mcp?profile=full&scopes=*")), listed_names);
  const { status } = await app.post(toolCall("create_order"), wide, "/mcp?scopes=orders:write");
  assert.equal(status, 403);
});

test("scopes override the profile in the same place, and header and URL must agree", async (context) => {
  const app = await startApp(context);
  await app.post(toolCall("track_package"), {
    ...bearer("full"),
    "x-mcp-profile": "support",
    "x-mcp-scopes": "orders:write",
  });
  await app.post(
    toolCall("track_package"),
    { ...bearer("full"), "x-mcp-profile": "support" },
    "/mcp?profile=wms-readonly",
  );
  await app.post(
    toolCall("track_package"),
    { ...bearer("full"), "x-mcp-scopes": "orders:read,orders:write" },
    "/mcp?profile=ops-readonly&scopes=orders:write,wms:read",
  );
  const narrowed_calls = app.server.called.map(({ scopes, profile }) => [[...scopes], profile]);
  assert.deepEqual(narrowed_calls, [
    [["orders:write"], null],
    [["orders:read"], "support"],
    [["orders:write"], null],
  ]);
});

test("a tool outside the connection's scopes is unknown to it, and not run", async (context) => {
  const app = await startApp(context);
  for (const [headers, query] of [
    [{ "x-mcp-profile": "support" }, ""],
    [{}, "?profile=support"],
  ] as const) {
    const { status, json } = await app.post(
      toolCall("create_order"),
      { ...bearer("full"), ...headers },
      `/mcp${query}`,
    );
    assert.equal(status, 200);
    assert.equal(json.error.code, -32602);
    assert.match(json.error.message, /^The profile support hides create_order/);
    assert.equal(json.error.data.reason, "not_in_profile");
  }
  assert.equal(app.server.called.length, 0);
});

test("public tools are available in every narrowing", async (context) => {
  const app = await startApp(context);
  const { json } = await app.post(toolCall("track_package"), { "x-mcp-profile": "datasets-readonly" });
  assert.equal(json.error, undefined);
});

const WRONG: [string, Record<string, string>, string, RegExp][] = [
  ["an unknown profile", { "x-mcp-profile": "boss" }, "", /ops-readonly, support/],
  ["a profile of Object.prototype", { "x-mcp-profile": "constructor" }, "", /ops-readonly/],
  ["an unknown profile in the URL", {}, "?profile=boss", /ops-readonly, support/],
  ["an unknown scope", { "x-mcp-scopes": "orders:read,orders:all" }, "", /orders:all.*orders:write/],
  ["an unknown scope in the URL", {}, "?scopes=orders:all", /orders:write/],
  [
    "a profile that scopes override",
    { "x-mcp-profile": "boss", "x-mcp-scopes": "orders:read" },
    "",
    /ops-readonly/,
  ],
  ["an empty profile", { "x-mcp-profile": "" }, "", /X-MCP-Profile/],
  ["an empty list of scopes", {}, "?scopes=", /scopes/],
  ["two profiles", {}, "?profile=support&profile=full", /profile/],
  ...["x-mcp-dry-run", "x-mcp-require-approval"].flatMap((name) =>
    ["maybe", "yes", "on", "2", "TRUE", "", "1, 1", "0, 1"].map((value): (typeof WRONG)[number] => [
      `${name}: "${value}"`,
      { [name]: value },
      "",
      /1 nor 0/,
    ]),
  ),
  ["a profile sent twice", { "x-mcp-profile": "support, support" }, "", /ops-readonly/],
];
for (const [what, headers, query, message_pattern] of WRONG) {
  test(`refuses ${what}: 400, -32602, and the valid words`, async (context) => {
    const app = await startApp(context);
    const { status, json } = await app.post(
      toolCall("get_orders"),
      { ...bearer("full"), ...headers },
      `/mcp${query}`,
    );
    assert.deepEqual([status, json.error.code, json.id], [400, -32602, "c1"]);
    assert.match(json.error.message, message_pattern);
    assert.equal(app.server.called.length, 0);
  });
}

test("dry run, approval and the idempotency key reach the tool; absent and 0 mean off", async (context) => {
  const app = await startApp(context);
  const call = toolCall("get_orders");
  await app.post(call, { ...bearer("full"), "x-mcp-dry-run": "1", "idempotency-key": "k-1" });
  await app.post(call, { ...bearer("full"), "x-mcp-require-approval": "true", "x-mcp-dry-run": "0" });
  await app.post(call, bearer("full"));
  assert.deepEqual(
    app.server.called.map((call) => [call.dry_run, call.require_approval, call.idempotency_key]),
    [
      [true, false, "k-1"],
      [false, true, null],
      [false, false, null],
    ],
  );
});

test("concurrent requests of two tokens do not affect each other", async (context) => {
  const app = await startApp(context);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => app.post(LIST, bearer(i % 2 === 0 ? "full" : "reader"))),
  );
  assert.deepEqual(
    answers.map((answered) => namesIn(answered).includes("create_order")),
    answers.map((_, i) => i % 2 === 0),
  );
});

test("the key of a set of scopes differs between sets, and does not depend on their order", () => {
  const key = (...scopes: Scope[]) => buildScopeKey(new Set(scopes));
  assert.equal(key("orders:read", "wms:read"), key("wms:read", "orders:read"));
  const keys = new Set(PUBLISHED_SCOPES.map((scope) => key(scope)));
  assert.equal(keys.size, PUBLISHED_SCOPES.length);
});

test("the profiles are the published seven", () => {
  assert.deepEqual(Object.keys(PROFILES), [
    "ops-readonly",
    "support",
    "ops-write",
    "wms-readonly",
    "datasets-readonly",
    "alliance-readonly",
    "full",
  ]);
});
