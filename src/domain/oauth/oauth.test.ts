import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { testService } from "#tests/support/service.ts";
import { isRedirect, isRegistered } from "./rules.ts";

const service = await testService();
const REDIRECT = "https://agent.test.example/back";

async function register(redirect_uris = [REDIRECT]) {
  const { status, body } = await service.http("POST", "/oauth/register", {
    redirect_uris,
    client_name: "Agent",
    logo_uri: "x",
  });
  assert.equal(status, 201);
  return body.client_id as string;
}

function pkce() {
  const code_verifier = randomBytes(32).toString("base64url");
  return { code_verifier, code_challenge: createHash("sha256").update(code_verifier).digest("base64url") };
}

function exchange(members: Record<string, string>) {
  const form = new URLSearchParams({ grant_type: "authorization_code", ...members }).toString();
  return service.http("POST", "/oauth/token", form, { "content-type": "application/x-www-form-urlencoded" });
}

test("a registered client gets a token that holds what was agreed to, and uses it over MCP", async () => {
  const t = await service.business();
  const { code_verifier, code_challenge } = pkce();
  const client_id = await register();
  const agreed = await t.http("client_admin", "POST", "/api/v1/oauth/authorize", {
    client_id,
    redirect_uri: REDIRECT,
    code_challenge,
    scope: "orders:read routes:read offline_access",
    state: "s&1",
  });
  assert.equal(agreed.status, 200);
  const back = new URL(agreed.body.redirect_to);
  assert.equal(back.origin + back.pathname, REDIRECT);
  assert.equal(back.searchParams.get("state"), "s&1");
  const code = back.searchParams.get("code") ?? "";
  const answer = await exchange({
    code,
    redirect_uri: REDIRECT,
    client_id,
    code_verifier,
    resource: "http://localhost:8080/mcp",
  });
  assert.equal(answer.status, 200);
  assert.partialDeepStrictEqual(answer.body, { token_type: "Bearer", scope: "orders:read routes:read" });
  assert.equal(answer.headers["cache-control"], "no-store");
  assert.equal(answer.headers["access-control-allow-origin"], "*");
  const headers = { authorization: `Bearer ${answer.body.access_token}` };
  const list = await service.http("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }, headers);
  const names = list.body.result.tools.map(({ name }: { name: string }) => name);
  assert.ok(names.includes("get_orders") && !names.includes("create_order"));

  const again = await exchange({ code, redirect_uri: REDIRECT, client_id, code_verifier });
  assert.equal(again.status, 400);
  assert.equal(again.body.error, "invalid_grant");
  const wider = await service.http(
    "POST",
    "/api/v1/oauth/authorize",
    { client_id, redirect_uri: REDIRECT, code_challenge, profile: "full" },
    headers,
  );
  assert.equal(wider.body.error_code, "SIGN_IN_REQUIRED");
});

describe("a code is refused", () => {
  const cases: [
    string,
    (made: Record<string, string>) => Promise<Record<string, string>> | Record<string, string>,
  ][] = [
    ["with another verifier", (made) => ({ ...made, code_verifier: pkce().code_verifier })],
    ["for another address", (made) => ({ ...made, redirect_uri: `${REDIRECT}/other` })],
    [
      "for another client",
      async (made) => ({ ...made, client_id: await register(["https://other.test.example/"]) }),
    ],
    ["that nobody made", (made) => ({ ...made, code: "ph_none" })],
  ];
  for (const [name, change] of cases) {
    test(name, async () => {
      const t = await service.business();
      const made = await agree(t);
      assert.equal((await exchange(await change(made))).body.error, "invalid_grant");
      assert.equal((await exchange(made)).status, 200);
    });
  }

  test("after its minute", async () => {
    const t = await service.business();
    const made = await agree(t);
    service.advance(61_000);
    assert.equal((await exchange(made)).body.error, "invalid_grant");
  });

  test("the second time of two at once", async () => {
    const t = await service.business();
    const made = await agree(t);
    const statuses = (await Promise.all([exchange(made), exchange(made), exchange(made)])).map(
      ({ status }) => status,
    );
    assert.deepEqual(statuses.sort(), [200, 400, 400]);
  });
});

async function agree(t: Awaited<ReturnType<typeof service.business>>): Promise<Record<string, string>> {
  const { code_verifier, code_challenge } = pkce();
  const client_id = await register();
  const { body } = await t.http("employee", "POST", "/api/v1/oauth/authorize", {
    client_id,
    redirect_uri: REDIRECT,
    code_challenge,
  });
  const code = new URL(body.redirect_to).searchParams.get("code") ?? "";
  return { code, redirect_uri: REDIRECT, client_id, code_verifier };
}

test("what is missing, unsupported or not registered is told in the words of OAuth", async () => {
  const t = await service.business();
  assert.equal((await exchange({ code: "x" })).body.error, "invalid_request");
  const refresh = new URLSearchParams({ grant_type: "refresh_token" }).toString();
  const asked = await service.http("POST", "/oauth/token", refresh, {
    "content-type": "application/x-www-form-urlencoded",
  });
  assert.deepEqual([asked.status, asked.body.error], [400, "unsupported_grant_type"]);
  const bad = await service.http("POST", "/oauth/register", { redirect_uris: ["javascript:alert(1)"] });
  assert.deepEqual([bad.status, bad.body.error], [400, "invalid_redirect_uri"]);
  const { code_challenge } = pkce();
  const elsewhere = {
    client_id: await register(),
    redirect_uri: "https://evil.test.example/",
    code_challenge,
  };
  assert.equal(
    (await t.http("employee", "POST", "/api/v1/oauth/authorize", elsewhere)).body.error_code,
    "UNKNOWN_REDIRECT",
  );
  const forged = { ...elsewhere, client_id: `${elsewhere.client_id}x` };
  assert.equal(
    (await t.http("employee", "POST", "/api/v1/oauth/authorize", forged)).body.error_code,
    "UNKNOWN_CLIENT",
  );
});

test("the server is described where clients look, and the page loads nothing from elsewhere", async () => {
  const { body } = await service.http("GET", "/.well-known/oauth-authorization-server");
  assert.partialDeepStrictEqual(body, {
    issuer: "http://localhost:8080",
    authorization_endpoint: "http://localhost:8080/oauth/authorize",
    token_endpoint: "http://localhost:8080/oauth/token",
    registration_endpoint: "http://localhost:8080/oauth/register",
    code_challenge_methods_supported: ["S256"],
  });
  const page = await service.http("GET", "/oauth/authorize?client_id=<script>");
  assert.match(String(page.headers["content-security-policy"]), /frame-ancestors 'none'/);
  assert.doesNotMatch(page.body, /<script>"|https?:\/\//);
  const preflight = await service.http("OPTIONS", "/oauth/token");
  assert.equal(preflight.status, 204);
});

test("redirects go to https, loopback and apps, and a loopback port is free", () => {
  for (const good of [
    "https://a.example/b?c=d",
    "http://127.0.0.1:8123/cb",
    "http://localhost/cb",
    "http://[::1]:1/x",
    "cursor://auth/back",
  ]) {
    assert.equal(isRedirect(good), true, good);
  }
  for (const bad of [
    "http://a.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://u:p@a.example/",
    "https://a.example/#x",
    "no",
  ]) {
    assert.equal(isRedirect(bad), false, bad);
  }
  assert.equal(isRegistered("http://127.0.0.1:9/cb", ["http://127.0.0.1:1/cb"]), true);
  assert.equal(isRegistered("http://127.0.0.1:9/other", ["http://127.0.0.1:1/cb"]), false);
  assert.equal(isRegistered("https://a.example/b/", ["https://a.example/b"]), false);
});
