import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { hashToken } from "#platform/auth/secrets.ts";
import { testService } from "#tests/support/service.ts";
import { buildClientId } from "./client.ts";
import { isAllowedRedirect, isRegistered } from "./rules.ts";

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

test("a registered client gets a token with the agreed scopes, and uses it over MCP", async () => {
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

  const wider = await service.http(
    "POST",
    "/api/v1/oauth/authorize",
    { client_id, redirect_uri: REDIRECT, code_challenge, profile: "full" },
    headers,
  );
  assert.equal(wider.body.error_code, "SIGN_IN_REQUIRED");
});

test("a code that is sent a second time revokes the token that it gave, and no other", async () => {
  const t = await service.business();
  const works = async (token: string) =>
    (await service.http("GET", "/api/v1/user/me", undefined, { authorization: `Bearer ${token}` })).status;
  const [made, other] = [await agree(t), await agree(t)];
  const token = (await exchange(made)).body.access_token;
  const others = (await exchange(other)).body.access_token;
  assert.equal(await works(token), 200);
  // Whoever sends it again may have stolen it, so the rest of the request does not have to match.
  const again = await exchange({ ...made, code_verifier: pkce().code_verifier });
  assert.deepEqual([again.status, again.body.error], [400, "invalid_grant"]);
  assert.deepEqual([await works(token), await works(others)], [401, 200]);
  const code = await service.system.row<{ token_id: number }>(
    "select token_id from oauth_code where code_hash = $1",
    [hashToken(made["code"] ?? "")],
  );
  const kinds = (await t.eventsOf("token", code?.token_id ?? 0)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["token.created", "token.revoked"]);
  await exchange(made);
  assert.equal((await t.eventsOf("token", code?.token_id ?? 0)).length, 2);
});

test("a code revokes its token after its minute too", async () => {
  const t = await service.business();
  const made = await agree(t);
  const token = (await exchange(made)).body.access_token;
  service.advance(61_000);
  assert.equal((await exchange(made)).body.error, "invalid_grant");
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await service.http("GET", "/api/v1/user/me", undefined, headers)).status, 401);
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

  test("after one minute", async () => {
    const t = await service.business();
    const made = await agree(t);
    service.advance(61_000);
    assert.equal((await exchange(made)).body.error, "invalid_grant");
  });

  test("for the second of two concurrent requests", async () => {
    const t = await service.business();
    const made = await agree(t);
    const statuses = (await Promise.all([exchange(made), exchange(made), exchange(made)])).map(
      ({ status }) => status,
    );
    assert.deepEqual(statuses.sort(), [200, 400, 400]);
    const live = await service.system.rows(
      "select id from access_token where business_id = $1 and kind = 'api' and revoked_at is null",
      [t.id],
    );
    assert.deepEqual(live, []);
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

test("missing, unsupported or unregistered values get OAuth error codes", async () => {
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

test("the server metadata is at the well-known addresses, and the page loads nothing from other origins", async () => {
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

const GOOD = [
  "https://a.example/b?c=d",
  "https://a.example",
  "https://a.example:8443/b",
  "http://127.0.0.1:8123/cb",
  "http://localhost/cb",
  "http://localhost:3000",
  "http://[::1]:1/x",
  "com.example.app:/cb",
  "com.example.app://auth/back",
  "com.example.my-app:/a@b",
];
const BAD = [
  "http://a.example/",
  "http://127.0.0.1.a.example/",
  "http://127.0.0.2/",
  "http://localhost@a.example/",
  "http://a.example\\@localhost/",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://a.example/x",
  "file:///etc/passwd",
  "about:blank",
  "ws://a.example/",
  "ftp://a.example/",
  "cursor://auth/back",
  "app:/cb",
  "https://u:p@a.example/",
  "https://u@a.example/",
  "https://@a.example/",
  "https://:@a.example/",
  "com.example.app://u:p@host/cb",
  "https://a.example/#x",
  "https://a.example/#",
  "https://a.example/\r\nLocation: x",
  "https://a.example/\u0000",
  "https://a.example/a b",
  "https://а.example/",
  "https:a.example/",
  "https:/a.example/",
  "https:\\\\a.example/",
  "https:///a.example/",
  "https://",
  "//a.example/",
  "/cb",
  ".com:/cb",
  "com.:/cb",
  "com..example:/cb",
  "1com.example:/cb",
  "",
  "no",
];

test("redirects are limited to https, loopback and private schemes with a dot, on every route", async () => {
  for (const good of GOOD) assert.equal(isAllowedRedirect(good), true, good);
  for (const bad of BAD) {
    assert.equal(isAllowedRedirect(bad), false, bad);
    const { status, body } = await service.http("POST", "/oauth/register", {
      redirect_uris: [REDIRECT, bad],
    });
    // No text of a request may contain U+0000.
    const refused = bad.includes("\0") ? [422, undefined] : [400, "invalid_redirect_uri"];
    assert.deepEqual([status, body.error], refused, bad);
  }
});

test("an address that is no longer allowed is refused although the client registered it before", async () => {
  const t = await service.business();
  for (const redirect_uri of ["cursor://auth/back", "javascript:alert(1)", "https://u@a.example/"]) {
    const client_id = buildClientId(Buffer.alloc(32, 7), { name: "Old", redirect_uris: [redirect_uri] });
    const { code_challenge } = pkce();
    const asked = { client_id, redirect_uri, code_challenge };
    const agreed = await t.http("employee", "POST", "/api/v1/oauth/authorize", asked);
    assert.equal(agreed.body.error_code, "UNKNOWN_REDIRECT", redirect_uri);
    const query = new URLSearchParams({ client_id, redirect_uri });
    const shown = await service.http("GET", `/api/v1/oauth/client?${query}`);
    assert.equal(shown.body.error_code, "UNKNOWN_REDIRECT", redirect_uri);
  }
});

test("any loopback port matches, but nothing else of an address may differ", () => {
  assert.equal(isRegistered("http://127.0.0.1:9/cb", ["http://127.0.0.1:1/cb"]), true);
  assert.equal(isRegistered("http://127.0.0.1:9/other", ["http://127.0.0.1:1/cb"]), false);
  assert.equal(isRegistered("https://a.example/b/", ["https://a.example/b"]), false);
  assert.equal(isRegistered("https://a.example:1/b", ["https://a.example/b"]), false);
  assert.equal(isRegistered("http://localhost:9/cb", ["http://127.0.0.1:1/cb"]), false);
  assert.equal(isRegistered("http://[::1]:9/cb?a=b", ["http://[::1]/cb?a=b"]), true);
});
