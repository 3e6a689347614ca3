/** While the database takes no connections, every road answers that it will be back, before and after a caller is known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { surfaceService } from "./fixture.ts";

const service = await surfaceService();
const { pools, authentication } = service.runtime;
const business = await service.business();
const person = await business.person("client_admin");

/** Ends the connections of the service, and allows no new ones until the answer is called. */
async function shutDatabase(): Promise<() => Promise<void>> {
  const { name } = (await service.system.row<{ name: string }>("select current_database() as name")) ?? {};
  // From another database: the current one cannot be closed.
  const client = new pg.Client({ ...pools.owner.options, database: "postgres" } as pg.ClientConfig);
  await client.connect();
  const allow = (is_allowed: boolean) =>
    client.query(`alter database "${name}" with allow_connections ${is_allowed}`);
  await allow(false);
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  return async () => {
    await allow(true);
    await client.end();
  };
}

test("every road answers 503 with Retry-After", async () => {
  const bearer = { authorization: `Bearer ${person.token}` };
  const rpc = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const open = await shutDatabase();
  try {
    // The first calls find connections that have ended.
    for (let n = 0; n < 3; n += 1) await service.http("GET", "/api/v1/me", undefined, bearer);
    for (const [name, method, url, body, headers] of [
      ["token", "GET", "/api/v1/client/orders", undefined, bearer],
      ["token, write", "POST", "/api/v1/client/orderCreate", {}, bearer],
      [
        "link",
        "GET",
        "/api/v1/client/orders",
        undefined,
        { authorization: "Bearer ph_link_0123456789abcdefghijklmnopqrstuvwxyz" },
      ],
      [
        "link in the address",
        "GET",
        "/api/v1/shared/documents/ph_link_0123456789abcdefghijklmnopqrstuvwxyz",
        undefined,
        {},
      ],
      ["sign-in", "POST", "/api/v1/user/login", { email: "a@test.example", password: "x".repeat(12) }, {}],
      ["OAuth", "POST", "/oauth/token", "grant_type=refresh_token&refresh_token=x&client_id=y", FORM],
      ["GraphQL", "POST", "/api/graphql", { query: "{ me { result } }" }, bearer],
      ["MCP", "POST", "/mcp", rpc, bearer],
      ["MCP of developers", "POST", "/mcp/developer", rpc, bearer],
      ["metrics", "GET", "/metrics", undefined, bearer],
      ["readiness", "GET", "/readyz", undefined, {}],
    ] as const) {
      authentication.clearCache();
      const answer = await service.http(method, url, body, headers);
      assert.equal(answer.status, 503, `${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      assert.ok(answer.headers["retry-after"] !== undefined, `${name} names no time`);
    }
  } finally {
    await open();
  }
  authentication.clearCache();
  assert.equal((await person.http("GET", "/api/v1/client/orders")).status, 200);
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
