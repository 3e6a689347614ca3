import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { hashToken } from "#platform/auth/secrets.ts";
import { testService } from "#tests/support/service.ts";
import { buildClientId } from "./client.ts";
import { isAllowedRedirect, isRegistered } from "./rules.ts";

const service = await testService();
const REDIRECT = "https://agent.test.example/back";

async function register(redirect_uris = [REDIRECT], grant_types?: string[]) {
  const { status, body } = await service.http("POST", "/oauth/register", {
    redirect_uris,
    client_name: "Agent",
    logo_uri: "x",
    ...(grant_types === undefined ? {} : { grant_types }),
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
  const business = await service.business();
  const { code_verifier, code_challenge } = pkce();
  const client_id = await register();
  const agreed = await business.http("client_admin", "POST", "/api/v1/oauth/authorize", {
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
  const business = await service.business();
  const works = async (token: string) =>
    (await service.http("GET", "/api/v1/user/me", undefined, { authorization: `Bearer ${token}` })).status;
  const [code_grant, other] = [await agree(business), await agree(business)];
  const token = (await exchange(code_grant)).body.access_token;
  const others = (await exchange(other)).body.access_token;
  assert.equal(await works(token), 200);
  // A client that sends it again may have stolen it, so the rest of the request does not have to match.
  const again = await exchange({ ...code_grant, code_verifier: pkce().code_verifier });
  assert.deepEqual([again.status, again.body.error], [400, "invalid_grant"]);
  assert.deepEqual([await works(token), await works(others)], [401, 200]);
  const code = await service.system.row<{ token_id: number }>(
    "select token_id from oauth_code where code_hash = $1",
    [hashToken(code_grant["code"] ?? "")],
  );
  const kinds = (await business.readEvents("token", code?.token_id ?? 0)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["token.created", "token.revoked"]);
  await exchange(code_grant);
  assert.equal((await business.readEvents("token", code?.token_id ?? 0)).length, 2);
});

test("a code revokes its token after its minute too", async () => {
  const business = await service.business();
  const code_grant = await agree(business);
  const token = (await exchange(code_grant)).body.access_token;
  service.advance(61_000);
  assert.equal((await exchange(code_grant)).body.error, "invalid_grant");
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await service.http("GET", "/api/v1/user/me", undefined, headers)).status, 401);
});

describe("a code is refused", () => {
  const cases: [
    string,
    (code_grant: Record<string, string>) => Promise<Record<string, string>> | Record<string, string>,
  ][] = [
    ["with another verifier", (code_grant) => ({ ...code_grant, code_verifier: pkce().code_verifier })],
    ["for another address", (code_grant) => ({ ...code_grant, redirect_uri: `${REDIRECT}/other` })],
    [
      "for another client",
      async (code_grant) => ({ ...code_grant, client_id: await register(["https://other.test.example/"]) }),
    ],
    ["that nobody made", (code_grant) => ({ ...code_grant, code: "ph_none" })],
  ];
  for (const [name, change] of cases) {
    test(name, async () => {
      const business = await service.business();
      const code_grant = await agree(business);
      assert.equal((await exchange(await change(code_grant))).body.error, "invalid_grant");
      assert.equal((await exchange(code_grant)).status, 200);
    });
  }

  test("after one minute", async () => {
    const business = await service.business();
    const code_grant = await agree(business);
    service.advance(61_000);
    assert.equal((await exchange(code_grant)).body.error, "invalid_grant");
  });

  test("for the second of two concurrent requests", async () => {
    const business = await service.business();
    const code_grant = await agree(business);
    const statuses = (
      await Promise.all([exchange(code_grant), exchange(code_grant), exchange(code_grant)])
    ).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 400, 400]);
    const live_tokens = await service.system.rows(
      "select id from access_token where business_id = $1 and kind = 'api' and revoked_at is null",
      [business.id],
    );
    assert.deepEqual(live_tokens, []);
  });
});

async function agree(
  business: Awaited<ReturnType<typeof service.business>>,
  { grants, ...members }: { grants?: string[]; resource?: string; scope?: string } = {},
): Promise<Record<string, string>> {
  const { code_verifier, code_challenge } = pkce();
  const client_id = await register([REDIRECT], grants);
  const { body } = await business.http("employee", "POST", "/api/v1/oauth/authorize", {
    client_id,
    redirect_uri: REDIRECT,
    code_challenge,
    ...members,
  });
  const code = new URL(body.redirect_to).searchParams.get("code") ?? "";
  return { code, redirect_uri: REDIRECT, client_id, code_verifier };
}

const REFRESHING = ["authorization_code", "refresh_token"];
const MCP = "http://localhost:8080/mcp";

function post(path: string, members: Record<string, string>) {
  const form = new URLSearchParams(members).toString();
  return service.http("POST", path, form, { "content-type": "application/x-www-form-urlencoded" });
}

const refresh = (refresh_token: string, members: Record<string, string>) =>
  post("/oauth/token", { grant_type: "refresh_token", refresh_token, ...members });

async function statusAt(path: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  if (!path.includes("mcp")) return (await service.http("GET", path, undefined, headers)).status;
  return (await service.http("POST", path, { jsonrpc: "2.0", id: 1, method: "tools/list" }, headers)).status;
}

test("a refresh token works once, for its client: a copy that is sent later ends the whole authorization", async () => {
  const business = await service.business();
  const { client_id = "", ...code_grant } = await agree(business, {
    grants: REFRESHING,
    scope: "orders:read",
  });
  const first = (await exchange({ client_id, ...code_grant })).body;
  assert.equal(first.expires_in, 3600);
  const ME = "/api/v1/user/me";
  const other_id = await register(["https://other.test.example/"], REFRESHING);
  assert.equal((await refresh(first.refresh_token, { client_id: other_id })).body.error, "invalid_grant");
  const wider = await refresh(first.refresh_token, { client_id, scope: "orders:read orders:write" });
  assert.equal(wider.body.error, "invalid_scope");
  assert.equal(await statusAt(ME, first.access_token), 200);

  const second = (await refresh(first.refresh_token, { client_id, scope: "orders:read" })).body;
  assert.equal(second.scope, "orders:read");
  assert.deepEqual(
    [await statusAt(ME, first.access_token), await statusAt(ME, second.access_token)],
    [401, 200],
  );
  // The same token with another secret: its id in the audit and its limits stay.
  const tokens = await business.http("employee", "GET", "/api/v1/user/tokens?kind=api");
  assert.equal(tokens.body.total, 1);
  service.advance(3_601_000);
  assert.equal(await statusAt(ME, second.access_token), 401);
  assert.equal((await business.http("employee", "GET", "/api/v1/user/tokens?kind=api")).body.total, 1);
  const third = (await refresh(second.refresh_token, { client_id })).body;
  assert.equal(await statusAt(ME, third.access_token), 200);

  const stolen = await refresh(first.refresh_token, { client_id: other_id });
  assert.deepEqual([stolen.status, stolen.body.error], [400, "invalid_grant"]);
  assert.equal(await statusAt(ME, third.access_token), 401);
  assert.equal((await refresh(third.refresh_token, { client_id })).body.error, "invalid_grant");
  const kinds = (await business.readEvents("token", tokens.body.tokens[0].id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["token.created", "token.refreshed", "token.refreshed", "token.revoked"]);

  const unused = await agree(business, { grants: REFRESHING });
  const old = (await exchange(unused)).body;
  service.advance(30 * 24 * 3600_000 + 1000);
  assert.equal(
    (await refresh(old.refresh_token, { client_id: unused["client_id"] ?? "" })).body.error,
    "invalid_grant",
  );
});

test("calls at the same time with one refresh token get one answer, and the client stays signed in", async () => {
  const business = await service.business();
  const { client_id = "", ...code_grant } = await agree(business, { grants: REFRESHING });
  const { refresh_token } = (await exchange({ client_id, ...code_grant })).body;
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token, { client_id })));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const tokens = new Set(answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`));
  assert.equal(tokens.size, 1);
  const [first] = answers;
  assert.equal(await statusAt("/api/v1/user/me", first?.body.access_token), 200);
  assert.equal((await refresh(first?.body.refresh_token, { client_id })).status, 200);
});

describe("a refresh token that is sent again", () => {
  interface Case {
    name: string;
    after_ms: number;
    /** What happens between the two uses. */
    between?: "next_used" | "revoked" | "other_client" | "other_resource";
    outcome: "same" | "refused" | "family_revoked";
  }
  const cases: Case[] = [
    { name: "at once", after_ms: 0, outcome: "same" },
    { name: "after ten seconds", after_ms: 10_000, outcome: "same" },
    { name: "after twenty seconds", after_ms: 20_000, outcome: "same" },
    { name: "after half a minute", after_ms: 30_000, outcome: "family_revoked" },
    { name: "after an hour", after_ms: 3_600_000, outcome: "family_revoked" },
    {
      name: "at once, after the next one was used",
      after_ms: 0,
      between: "next_used",
      outcome: "family_revoked",
    },
    {
      name: "soon, after the next one was used",
      after_ms: 5_000,
      between: "next_used",
      outcome: "family_revoked",
    },
    { name: "at once, by another client", after_ms: 0, between: "other_client", outcome: "family_revoked" },
    { name: "at once, for another resource", after_ms: 0, between: "other_resource", outcome: "refused" },
    { name: "after the client signed out", after_ms: 0, between: "revoked", outcome: "family_revoked" },
  ];
  for (const { name, after_ms, between, outcome } of cases)
    test(`${name}: ${outcome}`, async () => {
      const business = await service.business();
      const { client_id = "", ...code_grant } = await agree(business, { grants: REFRESHING, resource: MCP });
      const first = (await exchange({ client_id, ...code_grant, resource: MCP })).body;
      const second = (await refresh(first.refresh_token, { client_id })).body;
      if (between === "next_used")
        assert.equal((await refresh(second.refresh_token, { client_id })).status, 200);
      if (between === "revoked") await post("/oauth/revoke", { token: second.refresh_token, client_id });
      service.advance(after_ms);
      const other_id = await register(["https://other.test.example/"], REFRESHING);
      const again = await refresh(first.refresh_token, {
        client_id: between === "other_client" ? other_id : client_id,
        ...(between === "other_resource" ? { resource: `${MCP}/developer` } : {}),
      });
      if (outcome === "same") {
        assert.deepEqual(
          [again.status, again.body.access_token, again.body.refresh_token],
          [200, second.access_token, second.refresh_token],
        );
        assert.ok(again.body.expires_in <= (3_600_000 - after_ms) / 1000);
      } else assert.equal(again.status, 400);
      // The holder of the tokens of the first answer still has access, or has lost it.
      const next = await refresh(second.refresh_token, { client_id });
      assert.equal(next.status, outcome === "family_revoked" ? 400 : 200);
    });
});

test("a token is for the resource that was authorized, and refused at every other", async () => {
  const business = await service.business();
  const { client_id = "", ...code_grant } = await agree(business, { grants: REFRESHING, resource: MCP });
  for (const resource of [`${MCP}/developer`, "http://localhost:8080", "https://other.example/mcp"]) {
    const answer = await exchange({ client_id, ...code_grant, resource });
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_target"], resource);
  }
  const { access_token, refresh_token } = (await exchange({ client_id, ...code_grant, resource: MCP })).body;
  const PATHS = ["/mcp", "/api/mcp", "/mcp/developer", "/api/mcp/developer", "/api/v1/user/me"];
  const statuses = (token: string) => Promise.all(PATHS.map((path) => statusAt(path, token)));
  assert.deepEqual(await statuses(access_token), [200, 200, 401, 401, 401]);
  const elsewhere = await refresh(refresh_token, { client_id, resource: `${MCP}/developer` });
  assert.equal(elsewhere.body.error, "invalid_target");
  const refreshed = (await refresh(refresh_token, { client_id, resource: MCP })).body;
  assert.deepEqual(await statuses(refreshed.access_token), [200, 200, 401, 401, 401]);

  // Named at the exchange only, or the whole installation.
  const late = await exchange({
    ...(await agree(business)),
    resource: "http://localhost:8080/api/mcp/developer",
  });
  assert.deepEqual(await statuses(late.body.access_token), [401, 401, 200, 200, 401]);
  const token_answer = await exchange(await agree(business, { resource: "http://localhost:8080/" }));
  assert.deepEqual(await statuses(token_answer.body.access_token), [200, 200, 200, 200, 200]);

  const { code_challenge } = pkce();
  for (const resource of [
    "https://other.example/mcp",
    `${MCP}#x`,
    `${MCP}/x`,
    "http://localhost:80800/mcp",
    "mcp",
  ]) {
    const request = { client_id, redirect_uri: REDIRECT, code_challenge, resource };
    const answer = await business.http("employee", "POST", "/api/v1/oauth/authorize", request);
    assert.deepEqual([answer.status, answer.body.error_code], [400, "INVALID_TARGET"], resource);
  }
});

test("a URL with a profile or scopes asks for a token at once, with exactly those scopes, and no answer is cached", async () => {
  const SUPPORT = "orders:read analytics:read address:read approvals:read";
  const LISTS = ["initialize", "server/discover", "tools/list"];
  const call = (path: string, method: string) => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const is_modern = method === "server/discover";
    return service.http(
      "POST",
      path,
      {
        jsonrpc: "2.0",
        id: 1,
        method,
        params: is_modern ? { _meta: meta } : { protocolVersion: "2025-11-25" },
      },
      is_modern ? { "mcp-protocol-version": "2026-07-28", "mcp-method": method } : {},
    );
  };
  for (const method of LISTS) {
    for (const [query, scopes] of [
      ["profile=support", SUPPORT],
      ["scopes=orders:read,orders:write", "orders:read orders:write"],
    ] as const) {
      const { status, headers } = await call(`/mcp?${query}`, method);
      assert.equal(status, 401, method);
      assert.equal(
        headers["www-authenticate"],
        `Bearer resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/mcp", scope="${scopes}"`,
      );
      assert.equal(headers["cache-control"], "no-store");
    }
    const open = await call("/mcp", method);
    assert.deepEqual([open.status, open.headers["cache-control"]], [200, "no-store"]);
  }
});

test("a client revokes its own authorization by either token, and nobody else's", async () => {
  const business = await service.business();
  const own_token = await business.http("employee", "POST", "/api/v1/user/tokens", { name: "Own" });
  const other_id = await register(["https://other.test.example/"]);
  for (const which of ["access_token", "refresh_token"]) {
    const { client_id = "", ...authorization } = await agree(business, { grants: REFRESHING });
    const { body } = await exchange({ client_id, ...authorization });
    const by_other = await post("/oauth/revoke", { token: body[which], client_id: other_id });
    assert.deepEqual([by_other.status, by_other.body.error], [400, "invalid_grant"]);
    assert.equal(await statusAt("/api/v1/user/me", body.access_token), 200);
    for (const _twice of [1, 2]) {
      assert.equal((await post("/oauth/revoke", { token: body[which], client_id })).status, 200);
      assert.equal(await statusAt("/api/v1/user/me", body.access_token), 401);
    }
    assert.equal((await refresh(body.refresh_token, { client_id })).body.error, "invalid_grant");
    assert.equal((await post("/oauth/revoke", { token: "ph_unknown", client_id })).status, 200);
    const foreign = await post("/oauth/revoke", { token: own_token.body.access_token, client_id });
    assert.equal(foreign.body.error, "unsupported_token_type");
    assert.equal((await post("/oauth/revoke", { client_id })).body.error, "invalid_request");
  }
  assert.equal(await statusAt("/api/v1/user/me", own_token.body.access_token), 200);
});

test("missing, unsupported or unregistered values get OAuth error codes", async () => {
  const business = await service.business();
  assert.equal((await exchange({ code: "x" })).body.error, "invalid_request");
  const refresh = new URLSearchParams({ grant_type: "password" }).toString();
  const answer = await service.http("POST", "/oauth/token", refresh, {
    "content-type": "application/x-www-form-urlencoded",
  });
  assert.deepEqual([answer.status, answer.body.error], [400, "unsupported_grant_type"]);
  const bad = await service.http("POST", "/oauth/register", { redirect_uris: ["javascript:alert(1)"] });
  assert.deepEqual([bad.status, bad.body.error], [400, "invalid_redirect_uri"]);
  const { code_challenge } = pkce();
  const elsewhere = {
    client_id: await register(),
    redirect_uri: "https://evil.test.example/",
    code_challenge,
  };
  assert.equal(
    (await business.http("employee", "POST", "/api/v1/oauth/authorize", elsewhere)).body.error_code,
    "UNKNOWN_REDIRECT",
  );
  const forged = { ...elsewhere, client_id: `${elsewhere.client_id}x` };
  assert.equal(
    (await business.http("employee", "POST", "/api/v1/oauth/authorize", forged)).body.error_code,
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
    revocation_endpoint: "http://localhost:8080/oauth/revoke",
    grant_types_supported: ["authorization_code", "refresh_token"],
    client_id_metadata_document_supported: true,
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
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "cursor://anysphere.cursor-retrieval/oauth/user-packhorse/callback",
  "vscode://vscode.github-authentication/did-authenticate",
  "vscode-insiders://publisher.extension/callback",
  "vscodium://publisher.extension/callback",
  "windsurf://codeium.windsurf/oauth/callback",
  "zed://oauth/callback",
  "Claude://oauth/callback?server=a",
  "raycast://extensions/oauth",
  "https://vscode.dev/redirect",
  "https://claude.ai/api/mcp/auth_callback",
  "http://127.0.0.1:33418/",
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
  "cursor:",
  "cursor:/auth/back",
  "cursor:///auth/back",
  "cursor://u@auth/back",
  "cursor://auth/back#x",
  "cursors://auth/back",
  "vscode-insider://auth/back",
  "intent://auth/back",
  "ms-settings://x",
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

test("redirects are limited to https, loopback and private schemes that have a dot or are known, on every route", async () => {
  for (const good of GOOD) assert.equal(isAllowedRedirect(good), true, good);
  for (const bad of BAD) {
    assert.equal(isAllowedRedirect(bad), false, bad);
    const register = (redirect_uris: string[]) => service.http("POST", "/oauth/register", { redirect_uris });
    const alone = await register([bad]);
    // No text of a request may contain U+0000.
    const refused = bad.includes("\0") ? [422, undefined] : [400, "invalid_redirect_uri"];
    assert.deepEqual([alone.status, alone.body.error], refused, bad);
    if (bad.includes("\0")) continue;
    const { status, body } = await register([bad, REDIRECT]);
    assert.deepEqual(
      [status, body.redirect_uris, body.rejected_redirect_uris],
      // A line of text is trimmed, and a tab in it is a space.
      [201, [REDIRECT], [bad.trim().replace(/\s+/, " ")]],
      bad,
    );
  }
  const { body } = await service.http("POST", "/oauth/register", { redirect_uris: GOOD.slice(-10) });
  assert.deepEqual([body.redirect_uris, body.rejected_redirect_uris], [GOOD.slice(-10), undefined]);
});

test("an address that is no longer allowed is refused although the client registered it before", async () => {
  const business = await service.business();
  for (const redirect_uri of ["cursors://auth/back", "javascript:alert(1)", "https://u@a.example/"]) {
    const client_id = buildClientId(Buffer.alloc(32, 7), {
      name: "Old",
      redirect_uris: [redirect_uri],
      refreshes: false,
    });
    const { code_challenge } = pkce();
    const request = { client_id, redirect_uri, code_challenge };
    const agreed = await business.http("employee", "POST", "/api/v1/oauth/authorize", request);
    assert.equal(agreed.body.error_code, "UNKNOWN_REDIRECT", redirect_uri);
    const query = new URLSearchParams({ client_id, redirect_uri });
    const answer = await service.http("GET", `/api/v1/oauth/client?${query}`);
    assert.equal(answer.body.error_code, "UNKNOWN_REDIRECT", redirect_uri);
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
