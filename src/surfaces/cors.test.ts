import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const SHOP = "https://shop.example";
const OTHER = "https://other.example:8443";
const ALLOWED = "access-control-allow-origin";

const service = await testService();
const business = await service.business();
const neighbour = await service.business();
await save(business, [SHOP]);
await save(neighbour, [OTHER]);
const mine = `Bearer ${(await business.person("client_admin")).token}`;

type Business = Awaited<ReturnType<typeof service.business>>;

async function save(business: Business, allowed_origins: string[] | null): Promise<void> {
  const answer = await business.http("client_admin", "PUT", "/api/v1/client/settings", {
    settings: { allowed_origins },
  });
  assert.equal(answer.status, 200);
}

function preflight(url: string, origin: string, method: string) {
  return service.http("OPTIONS", url, undefined, {
    origin,
    "access-control-request-method": method,
    "access-control-request-headers": "authorization, content-type",
  });
}

describe("a preflight", () => {
  test("is allowed for an origin that any business allows, with the methods of the URL", async () => {
    for (const origin of [SHOP, OTHER]) {
      const { status, headers } = await preflight("/api/v1/client/orders/7", origin, "GET");
      assert.equal(status, 204);
      assert.equal(headers[ALLOWED], origin);
      assert.equal(headers["access-control-allow-methods"], "GET, HEAD, PATCH");
      assert.match(
        String(headers["access-control-allow-headers"]),
        /authorization.*idempotency-key.*x-dry-run/,
      );
      assert.equal(headers["access-control-allow-credentials"], undefined);
      assert.match(String(headers["vary"]), /origin/);
    }
    assert.equal((await preflight("/api/graphql", SHOP, "POST")).headers[ALLOWED], SHOP);
    assert.equal((await preflight("/mcp", SHOP, "POST")).headers[ALLOWED], SHOP);
  });

  test("has no CORS headers for other origins, but public reads are allowed for every origin", async () => {
    const evil = "https://evil.example";
    for (const url of ["/api/v1/client/orderCreate", "/api/graphql", "/mcp", "/api/v1/user/login"]) {
      const { status, headers } = await preflight(url, evil, "POST");
      assert.deepEqual(
        [status, headers[ALLOWED], headers["access-control-allow-credentials"]],
        [204, undefined, undefined],
        url,
      );
    }
    const { headers } = await preflight("/api/v1/tracking/PH10000000000085", evil, "GET");
    assert.equal(headers[ALLOWED], "*");
    const near = [
      "https://shop.example.evil.example",
      "http://shop.example",
      "https://shop.example:444",
      "null",
      "*",
    ];
    for (const origin of near)
      assert.equal(
        (await preflight("/api/v1/client/orders", origin, "GET")).headers[ALLOWED],
        undefined,
        origin,
      );
    assert.equal((await preflight("/api/v1/nothing", SHOP, "GET")).status, 404);
    assert.equal((await service.http("OPTIONS", "/api/v1/client/orders")).status, 405);
  });
});

describe("a response", () => {
  const callFrom = (url: string, origin: string, authorization?: string, body?: unknown) =>
    service.http(body === undefined ? "GET" : "POST", url, body, {
      origin,
      ...(authorization === undefined ? {} : { authorization }),
    });

  test("may be read by the origins of the caller's business only", async () => {
    const query = { query: "{ userMe { user { id } } }" };
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    for (const [url, body] of [
      ["/api/v1/client/orders", undefined],
      ["/api/v1/client/orders/999999", undefined],
      ["/api/graphql", query],
    ] as const) {
      const own_answer = await callFrom(url, SHOP, mine, body);
      assert.equal(own_answer.headers[ALLOWED], SHOP, url);
      assert.match(String(own_answer.headers["vary"]), /origin/i);
      assert.match(String(own_answer.headers["access-control-expose-headers"]), /etag/);
      assert.equal(own_answer.headers["access-control-allow-credentials"], undefined);
      assert.equal((await callFrom(url, OTHER, mine, body)).headers[ALLOWED], undefined, url);
    }
    const agent = await callFrom("/mcp", SHOP, mine, ping);
    assert.deepEqual([agent.status, agent.headers[ALLOWED]], [200, SHOP]);
    assert.equal((await callFrom("/mcp", OTHER, mine, ping)).status, 403);
    assert.equal((await callFrom("/mcp", "https://evil.example", undefined, ping)).status, 403);
  });

  test("that refuses a token may be read by origins that any business allows, and public reads by every origin", async () => {
    const { status, headers } = await callFrom("/api/v1/client/orders", OTHER, "Bearer nobody");
    assert.deepEqual([status, headers[ALLOWED]], [401, OTHER]);
    for (const url of ["/api/v1/tracking/PH10000000000085", "/api/openapi.json", "/llms.txt"])
      assert.equal((await callFrom(url, "https://evil.example")).headers[ALLOWED], "*", url);
    const signIn = { email: "a@b.example", password: "wrong-password" };
    assert.equal(
      (await callFrom("/api/v1/user/login", "https://evil.example", undefined, signIn)).headers[ALLOWED],
      undefined,
    );
  });

  test("without a caller may be read by no origin that a business allows, whatever the surface", async () => {
    const { email, password } = await business.person("client_admin");
    const login = { email, password };
    const mutation = {
      query: `mutation { userLogin(email: "${email}", password: "${password}") { result } }`,
    };
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "api_token", arguments: login },
    };
    const client = "/api/v1/apps/shop/clients/any";
    const cases: [url: string, body: object, authorization?: string][] = [
      ["/api/v1/user/login", login],
      ["/api/v1/user/login", login, mine],
      ["/api/v1/user/login", { email, password: "wrong-password" }],
      ["/api/v1/user/login", { email, password: "wrong-password" }, "Bearer nobody"],
      ["/api/v1/user/password/forgot", { email }],
      ["/api/v1/user/password/reset", { token: "x", password }],
      ["/api/v1/user/login/idp", { provider: "google", token: "x" }],
      ["/api/v1/driver/login", login],
      ["/api/v1/driver/register", login],
      [`${client}/auth/email`, login],
      [`${client}/auth/refresh`, { refresh_token: "x" }],
      [`${client}/registration/complete`, { token: "x" }],
      [`${client}/registration/phone/request`, { phone: "+5561999990000" }],
      ["/api/graphql", mutation],
      ["/mcp/developer", call],
      ["/mcp", call],
    ];
    for (const origin of [SHOP, OTHER])
      for (const [url, body, authorization] of cases) {
        const { status, headers } = await callFrom(url, origin, authorization, body);
        if (url.startsWith("/mcp")) assert.equal(status, 403, url);
        else assert.equal(headers[ALLOWED], undefined, `${url} for ${origin}`);
        if (!url.startsWith("/api/v1/")) continue;
        assert.equal(
          (await preflight(url, origin, "POST")).headers[ALLOWED],
          undefined,
          `preflight of ${url}`,
        );
      }
  });

  test("follows changes of the setting at once, and `*` allows every origin", async () => {
    await save(business, ["*"]);
    assert.equal((await callFrom("/api/v1/client/orders", OTHER, mine)).headers[ALLOWED], OTHER);
    await save(business, null);
    assert.equal((await callFrom("/api/v1/client/orders", SHOP, mine)).headers[ALLOWED], undefined);
  });

  test("and a preflight are not for the origins of a suspended business", async () => {
    const origin = "https://suspended.example";
    const suspended = await service.business();
    await save(suspended, [origin]);
    const allowed = async () => [
      (await preflight("/api/v1/client/orders", origin, "GET")).headers[ALLOWED],
      (await callFrom("/api/v1/client/orders", origin, "Bearer nobody")).headers[ALLOWED],
    ];
    await until("its origin", async () => (await allowed()).every((header) => header === origin));
    const platform = await service.platformAdmin();
    const path = `/api/v1/platform/businesses/${suspended.id}`;
    assert.equal((await platform.http("PATCH", path, { status: "suspended" })).status, 200);
    await until("a refusal of its origin", async () =>
      (await allowed()).every((header) => header === undefined),
    );
    assert.equal((await platform.http("PATCH", path, { status: "active" })).status, 200);
    await until("its origin", async () => (await allowed()).every((header) => header === origin));
  });

  test("the setting accepts exact origins only", async () => {
    for (const origin of [
      `${SHOP}/`,
      `${SHOP}/page`,
      "shop.example",
      "https://Shop.example",
      "https://*.example",
      "null",
      "",
    ]) {
      const answer = await business.http("client_admin", "PUT", "/api/v1/client/settings", {
        settings: { allowed_origins: [origin] },
      });
      assert.equal(answer.status, 422, origin);
    }
  });
});
