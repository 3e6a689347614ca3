import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE_URL, bearer, fetchText, LIST, startApp, statusWithHost, toolCall } from "./testing.ts";

test("a page of another origin is refused before any other check", async (context) => {
  const app = await startApp(context);
  for (const origin of [
    "https://evil.example",
    "null",
    "https://packhorse.test.evil.example",
    "http://packhorse.test",
  ]) {
    const answered = await app.post("{bad", { origin, ...bearer("expired") });
    assert.equal(answered.status, 403);
    assert.equal(answered.headers.get("access-control-allow-origin"), null);
    assert.equal((await fetchText(`${app.url}/mcp`, { headers: { origin } })).status, 403);
  }
});

test("our own origin, an allowed one and a missing one are accepted", async (context) => {
  const app = await startApp(context);
  for (const origin of [BASE_URL, "https://console.test"]) {
    const answered = await app.post(LIST, { origin });
    assert.equal(answered.status, 200);
    assert.equal(answered.headers.get("access-control-allow-origin"), origin);
    assert.match(answered.headers.get("access-control-expose-headers")!, /www-authenticate/);
  }
  assert.equal((await app.post(LIST)).status, 200);
});

test("a refusal can be read by the page that caused it", async (context) => {
  const app = await startApp(context);
  for (const [headers, status] of [
    [bearer("expired"), 401],
    [{ "content-type": "text/plain" }, 415],
    [{}, 401],
  ] as const) {
    const answered = await app.post(toolCall("get_orders"), { origin: BASE_URL, ...headers });
    assert.equal(answered.status, status);
    assert.equal(answered.headers.get("access-control-allow-origin"), BASE_URL);
  }
});

test("a preflight needs no token, and its response lists every supported header", async (context) => {
  const app = await startApp(context);
  const preflight = (origin: string) =>
    fetchText(`${app.url}/mcp`, { method: "OPTIONS", headers: { origin } });
  const { status, headers, text } = await preflight("https://console.test");
  assert.deepEqual([status, text], [204, ""]);
  assert.equal(headers.get("access-control-allow-origin"), "https://console.test");
  const allowed = headers.get("access-control-allow-headers")!.split(", ");
  for (const name of [
    "authorization",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "x-mcp-profile",
    "x-mcp-scopes",
    "x-mcp-dry-run",
    "x-mcp-require-approval",
    "idempotency-key",
  ]) {
    assert.ok(allowed.includes(name), name);
  }
  assert.equal((await preflight("https://evil.example")).headers.get("access-control-allow-origin"), null);
});

test("on loopback, only loopback names and our own are accepted as Host", async (context) => {
  const app = await startApp(context);
  const { port } = app;
  for (const host of [
    `localhost:${port}`,
    `127.0.0.1:${port}`,
    `[::1]:${port}`,
    "packhorse.test",
    "console.test",
  ]) {
    assert.equal(await statusWithHost(port, { host }), 200, host);
  }
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    "localhost.evil.example",
    "127.0.0.1.evil.example",
  ]) {
    assert.equal(await statusWithHost(port, { host }), 403, host);
  }
});

test("pages from loopback may call on loopback, but not on a public address", async (context) => {
  const local = await startApp(context);
  const origin = "http://localhost:6274";
  assert.equal((await local.post(LIST, { origin })).status, 200);
  const open = await startApp(context, { host: "0.0.0.0" });
  assert.equal((await open.post(LIST, { origin })).status, 403);
  assert.equal(await statusWithHost(open.port, { host: "any.example" }), 200);
});
