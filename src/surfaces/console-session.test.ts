/** The console's session: a cookie that no script can read and no other site can use. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TEST_PASSWORD, type TestPerson, testService } from "#tests/support/service.ts";

const service = await testService();
const CONSOLE = { "x-packhorse-client": "console" };
const ME = "/api/v1/user/me";

type Headers = Record<string, string>;

const login = (person: TestPerson, headers: Headers = CONSOLE) =>
  service.http("POST", "/api/v1/user/login", { email: person.email, password: TEST_PASSWORD }, headers);

/** The cookie that a response sets: the pair as a browser sends it back, and its attributes. */
function parseCookie(headers: Record<string, unknown>) {
  const [pair = "", ...attributes] = String(headers["set-cookie"]).split(/; */);
  return { cookie: pair, attributes };
}

async function session() {
  const business = await service.business();
  const person = await business.person("client_admin");
  const { headers } = await login(person);
  const { cookie } = parseCookie(headers);
  const call = (method: string, url: string, body?: unknown, more: Headers = CONSOLE) =>
    service.http(method, url, body, { cookie, ...more });
  return { business, person, cookie, call };
}

const rename = (name: string) => ["PATCH", ME, { name }] as const;

describe("the console's sign-in", () => {
  test("puts its token only into a cookie, which scripts cannot read and other sites cannot send", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const { status, body, headers } = await login(person);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), ["expires_at", "result"]);
    const { cookie, attributes } = parseCookie(headers);
    assert.match(cookie, /^packhorse-session=ph_[\w-]{43}$/);
    assert.ok(!JSON.stringify(body).includes("ph_"));
    const [max_age] = attributes.filter((text) => text.startsWith("Max-Age="));
    assert.match(String(max_age), /^Max-Age=25\d{5}$/);
    assert.deepEqual(
      attributes.filter((text) => text !== max_age),
      ["Path=/", "HttpOnly", "SameSite=Strict"],
    );
    assert.equal(headers["cache-control"], "no-store");
  });

  test("over https sets a cookie for https only", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const https = { ...CONSOLE, "x-forwarded-proto": "https" };
    const { cookie, attributes } = parseCookie((await login(person, https)).headers);
    assert.match(cookie, /^__Host-packhorse-session=ph_/);
    assert.ok(attributes.includes("Secure"));
    assert.equal((await service.http("GET", ME, undefined, { ...https, cookie })).status, 200);
    // Another host of the same domain could have set the plain name.
    const plain = cookie.replace("__Host-", "");
    assert.equal((await service.http("GET", ME, undefined, { ...https, cookie: plain })).status, 401);
  });

  test("by API clients returns the token and sets no cookie", async () => {
    const business = await service.business();
    const { status, body, headers } = await login(await business.person("employee"), {});
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), ["access_token", "expires_at", "result", "token_type"]);
    assert.equal(headers["set-cookie"], undefined);
  });

  test("is refused from another site, also as a dry run", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const foreign = await login(person, { ...CONSOLE, origin: "https://evil.test.example" });
    assert.deepEqual([foreign.status, foreign.body.error_code], [403, "CROSS_SITE_REQUEST"]);
    const preview = await login(person, { ...CONSOLE, "x-dry-run": "1" });
    assert.equal(preview.status, 200);
    assert.equal(preview.headers["set-cookie"], undefined);
    assert.ok(!JSON.stringify(preview.body).includes("ph_"));
  });
});

describe("the console's cookie", () => {
  test("authenticates reads, writes and GraphQL with the console's header, and is ignored without it", async () => {
    const { call } = await session();
    const query = { query: "{ userMe { user { name } } }" };
    for (const [headers, status] of [
      [CONSOLE, 200],
      [{ ...CONSOLE, "sec-fetch-site": "same-origin", origin: "http://localhost:80" }, 200],
      [{}, 401],
      [{ "x-packhorse-client": "other" }, 401],
    ] as const) {
      assert.equal((await call("GET", ME, undefined, headers)).status, status);
      assert.equal((await call(...rename("Ana"), headers)).status, status);
      const answer = await call("POST", "/api/graphql", query, headers);
      assert.equal(answer.body.errors === undefined, status === 200, JSON.stringify(answer.body));
    }
  });

  test("is refused from another site, whatever headers it can send", async () => {
    const { call, person } = await session();
    const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"];
    for (const type of FORMS)
      for (const [method, url] of [
        ["POST", "/api/v1/user/logout"],
        ["POST", "/api/v1/user/tokens"],
        ["POST", "/api/graphql"],
      ] as const) {
        const form = {
          "content-type": type,
          origin: "https://evil.test.example",
          "sec-fetch-site": "cross-site",
        };
        const { status } = await call(method, url, '{"name":"Evil"}', form);
        assert.ok(status >= 400 && status < 500, `${method} ${url} ${type}: ${status}`);
      }
    const foreigners: Headers[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.test.example" },
      { origin: "http://localhost:81" },
      { origin: "null" },
    ];
    for (const foreign of foreigners)
      for (const [method, url, body] of [rename("Evil"), ["GET", ME, undefined] as const]) {
        const { status, body: answer_body } = await call(method, url, body, { ...CONSOLE, ...foreign });
        assert.deepEqual(
          [status, answer_body.error_code],
          [403, "CROSS_SITE_REQUEST"],
          JSON.stringify(foreign),
        );
      }
    const { body } = await call("GET", ME);
    assert.equal(body.user.name, person.actor.name);
    const { tokens } = (await call("GET", "/api/v1/user/tokens?kind=api")).body;
    assert.deepEqual(tokens, []);
  });

  test("is ignored when there is a bearer token, even an invalid one", async () => {
    const { business, call } = await session();
    const other = await business.person("employee", "other");
    const bearer = (token: string) => ({ ...CONSOLE, authorization: `Bearer ${token}` });
    const { body } = await call("GET", ME, undefined, bearer(other.token));
    assert.equal(body.user.email, other.email);
    assert.equal((await call("GET", ME, undefined, bearer("ph_unknown"))).status, 401);
    assert.equal((await call("GET", ME, undefined, { ...CONSOLE, authorization: "Basic x" })).status, 401);
  });

  test("accepts only the token of a console session", async () => {
    const { person, call, business } = await session();
    const api = (await call("POST", "/api/v1/user/tokens", { name: "Robot" })).body.access_token;
    const program = (await login(person, {})).body.access_token;
    for (const token of [api, program, person.token, "ph_unknown", ""]) {
      const headers = { ...CONSOLE, cookie: `packhorse-session=${token}` };
      assert.equal((await service.http("GET", ME, undefined, headers)).status, 401, token);
    }
    const listed = (await business.http("client_admin", "GET", "/api/v1/user/tokens?kind=login")).body.tokens;
    const consoles = listed.filter(({ bound_to }: { bound_to: object }) => "client" in bound_to);
    assert.deepEqual(
      consoles.map(({ bound_to }: { bound_to: object }) => bound_to),
      [{ client: "console" }],
    );
  });

  test("is deleted by signing out, and its session ends", async () => {
    const { call } = await session();
    const { status, headers } = await call("POST", "/api/v1/user/logout", {});
    assert.equal(status, 200);
    const { cookie, attributes } = parseCookie(headers);
    assert.equal(cookie, "packhorse-session=");
    assert.deepEqual(attributes, ["Max-Age=0", "Path=/", "HttpOnly", "SameSite=Strict"]);
    assert.equal((await call("GET", ME)).status, 401);
  });

  test("is invalid once its session has ended, and a new sign-in creates another", async () => {
    const { call, person } = await session();
    service.advance(31 * 86_400_000);
    assert.equal((await call("GET", ME)).status, 401);
    assert.equal(
      (await call("POST", "/api/v1/user/login", { email: person.email, password: TEST_PASSWORD })).status,
      200,
    );
  });
});

test("only a console session is recorded as `console` in the audit, whatever client header is sent", async () => {
  const { business, call, person } = await session();
  const api = (await call("POST", "/api/v1/user/tokens", { name: "Robot", profile: "full" })).body
    .access_token;
  const at = async (surface: string) =>
    (
      await service.system.rows<{ operation: string }>(
        "select operation from audit where business_id = $1 and surface = $2 order by id",
        [business.id, surface],
      )
    ).map(({ operation }) => operation);
  await service.runtime.audit.flush();
  assert.deepEqual(await at("console"), ["userTokenCreate"]);
  const query = { query: "{ userMe { user { name } } }" };
  for (const token of [api, person.token]) {
    const claims = { ...CONSOLE, authorization: `Bearer ${token}` };
    await service.http("GET", ME, undefined, claims);
    await service.http("POST", "/api/graphql", query, claims);
  }
  await service.runtime.audit.flush();
  assert.deepEqual(await at("console"), ["userTokenCreate"]);
  assert.deepEqual((await at("rest")).filter((name) => name === "userMe").length, 2);
  assert.deepEqual((await at("graphql")).length, 2);
});
