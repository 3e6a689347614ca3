import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import fastify from "fastify";
import { testService } from "#tests/support/service.ts";
import { registerConsole } from "./console.ts";
import { buildSecurityHeaders } from "./security-headers.ts";

const METRICS_TOKEN = "measure-by-measure";

const folder = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
await writeFile(path.join(folder, "index.html"), "<!doctype html>page");
await writeFile(path.join(folder, "graphiql.html"), "<!doctype html>page");
await writeFile(path.join(folder, "icon.svg"), "<svg/>");
await writeFile(
  path.join(folder, "addresses.json"),
  JSON.stringify({ pages: ["/", "/orders"], origins: ["https://map.example"] }),
);
const service = await testService({
  console_folder: folder,
  metrics_token: METRICS_TOKEN,
  console_origins: ["https://pictures.example"],
  mcp_fixtures: true,
});
test.after(() => rm(folder, { recursive: true }));
const html = { accept: "text/html" };

test("every response disables type sniffing and limits the referrer", async () => {
  const business = await service.business();
  const { token } = await business.person("client_admin");
  for (const [method, url, headers] of [
    ["GET", "/", html],
    ["GET", "/icon.svg", {}],
    ["GET", "/docs", html],
    ["GET", "/api/graphql", html],
    ["GET", "/oauth/authorize", html],
    ["GET", "/mcp-approvals", html],
    ["GET", "/no/such/page", html],
    ["GET", "/no/such/page", {}],
    ["GET", "/api/v1/no/such/route", {}],
    ["GET", "/api/v1/%ZZ", {}],
    ["GET", `/api/v1/tracking/${"1".repeat(400)}`, {}],
    ["PUT", "/api/v1/client/orders", {}],
    ["GET", "/api/v1/client/orders", {}],
    ["GET", "/api/v1/client/orders", { authorization: `Bearer ${token}` }],
    ["POST", "/api/v1/user/login", { "content-type": "text/csv" }],
    ["GET", "/api/v1/tracking/PH1", {}],
    ["GET", "/healthz", {}],
    ["GET", "/metrics", {}],
    ["GET", "/api/openapi.json", {}],
    ["GET", "/llms.txt", {}],
    ["GET", "/.well-known/oauth-authorization-server", {}],
    ["OPTIONS", "/oauth/token", {}],
    ["POST", "/mcp", {}],
    ["GET", "/mcp", {}],
    ["OPTIONS", "/mcp", {}],
  ] as [string, string, Record<string, string>][]) {
    const answer = await service.http(method, url, undefined, headers);
    assert.equal(answer.headers["x-content-type-options"], "nosniff", `${method} ${url}`);
    assert.match(
      String(answer.headers["referrer-policy"]),
      /^(strict-origin-when-cross-origin|no-referrer)$/,
      url,
    );
    assert.equal(answer.headers["strict-transport-security"], undefined);
  }
});

test("a streamed response has the headers too", async () => {
  const params = {
    name: "test_tool_with_progress",
    arguments: {},
    _meta: { progressToken: 1 },
  };
  const answer = await service.http(
    "POST",
    "/mcp/fixtures",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
  );
  assert.match(String(answer.headers["content-type"]), /event-stream/);
  assert.equal(answer.headers["x-content-type-options"], "nosniff");
});

test("HSTS is sent only when the base URL is HTTPS", () => {
  assert.match(
    buildSecurityHeaders("https://tms.example")["strict-transport-security"] ?? "",
    /^max-age=\d{8}$/,
  );
  assert.equal(buildSecurityHeaders("http://tms.example")["strict-transport-security"], undefined);
});

test("no page may load from arbitrary origins: its policy lists every host", async () => {
  for (const url of [
    "/",
    "/orders",
    "/mcp-approvals",
    "/docs",
    "/api/graphql",
    "/oauth/authorize",
    "/nothing/here",
  ]) {
    const { headers } = await service.http("GET", url, undefined, html);
    const policy = String(headers["content-security-policy"]);
    assert.match(policy, /default-src '(self|none)'/, url);
    assert.doesNotMatch(policy, /\*|\b(https?|wss?):(?!\/\/)/, url);
    assert.match(policy, /frame-ancestors 'none'/, url);
  }
  const policy = String((await service.http("GET", "/", undefined, html)).headers["content-security-policy"]);
  assert.match(
    policy,
    /connect-src 'self' http:\/\/localhost:8080 https:\/\/map\.example https:\/\/pictures\.example;/,
  );
});

test("a console build without a list of routes shows its pages", async (context) => {
  const app = fastify();
  context.after(() => app.close());
  await rm(path.join(folder, "addresses.json"));
  await registerConsole(app, folder, { base_url: "http://localhost:8080" });
  assert.equal((await app.inject({ url: "/orders", headers: html })).statusCode, 200);
});

test("metrics require their token or a platform administrator", async () => {
  const business = await service.business();
  const read = async (token?: string) =>
    (
      await service.http("GET", "/metrics", undefined, {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      })
    ).status;
  assert.equal(await read(), 401);
  assert.equal(await read("nobody"), 401);
  assert.equal(await read((await business.person("client_admin")).token), 403);
  assert.equal(await read((await service.platformAdmin()).token), 200);
  assert.equal(await read(METRICS_TOKEN), 200);
});
