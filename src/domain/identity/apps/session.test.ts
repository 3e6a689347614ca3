/** Refresh, sign-out and use of sessions. Source: docs/contract/rest.md, "Platform apps". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bearer, createApp, createShop, DEVICE, statusWith, type TestApp } from "#tests/support/apps.ts";
import { TEST_PASSWORD, testService } from "#tests/support/service.ts";

const service = await testService();
// The ten seconds of reuse on a device are counted by this clock.
service.freezeClock();
const shop = (client?: Record<string, unknown>) => createShop(service, client);
const works = (token: string) => statusWith(service, token);
const refresh = (app: TestApp, token: string, more: object = {}, headers: Record<string, string> = {}) =>
  app.post("/auth/refresh", { ...DEVICE, ...more }, { ...bearer(token), ...headers });

describe("a session", () => {
  test("has a bearer token that works on REST, GraphQL and MCP", async () => {
    const { business, app, person } = await shop();
    const token = (await app.signIn(person.email)).body.access_token;
    const me = await service.http("GET", "/api/v1/user/me", undefined, bearer(token));
    assert.deepEqual([me.body.user.id, me.body.business.code], [person.account_id, business.code]);
    const graphql = await service.http(
      "POST",
      "/api/graphql",
      { query: "{ userMe { user { id } } }" },
      bearer(token),
    );
    assert.equal(graphql.body.data.userMe.user.id, person.account_id);
    const mcp = await service.http(
      "POST",
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_orders", arguments: {} } },
      bearer(token),
    );
    assert.equal(mcp.body.result?.structuredContent?.result, true, JSON.stringify(mcp.body).slice(0, 300));
  });

  test("is refreshed: a new token, and the old one stops at once", async () => {
    const { app, person } = await shop();
    const first = (await app.signIn(person.email)).body;
    assert.equal(await works(first.access_token), 200);
    const { status, body } = await refresh(app, first.access_token, { app_version: "1.0.0" });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), Object.keys(first).sort());
    assert.deepEqual(body.user, first.user);
    assert.notEqual(body.access_token, first.access_token);
    assert.equal(await works(first.access_token), 401);
    assert.equal(await works(body.access_token), 200);
  });

  test("whose replaced token is sent again later, or from another device, ends for everybody", async () => {
    for (const [wait_ms, more] of [
      [10_000, {}],
      [0, { device_id: "device-9" }],
      [0, { device_platform: "android" }],
    ] as const) {
      const { business, app, person } = await shop();
      const { access_token } = (await app.signIn(person.email)).body;
      const second = (await refresh(app, access_token)).body.access_token;
      const third = (await refresh(app, second)).body.access_token;
      assert.equal(await works(third), 200);
      service.advance(wait_ms);
      const reused = await refresh(app, access_token, more);
      assert.deepEqual([reused.status, reused.body.error_code], [401, "SESSION_INVALID"]);
      assert.equal(await works(third), 401);
      assert.equal((await refresh(app, third)).status, 401);
      const row = await service.system.row<{ id: number; revoked_reason: string }>(
        "select id, revoked_reason from app_session where business_id = $1",
        [business.id],
      );
      assert.equal(row?.revoked_reason, "token_reused");
      assert.equal(
        (await business.readEvents("app_session", row?.id ?? 0)).at(-1)?.kind,
        "app.session_revoked",
      );
    }
  });

  test("ends if a rotated token is reused over GraphQL too", async () => {
    const { business, app, person } = await shop();
    const { access_token } = (await app.signIn(person.email)).body;
    const mutation = (token: string) =>
      service.http(
        "POST",
        "/api/graphql",
        {
          query: `mutation { appAuthRefresh(appCode: "${app.code}", clientCode: "${business.code}", device_id: "device-1", device_platform: ios) { access_token } }`,
        },
        bearer(token),
      );
    const second = (await mutation(access_token)).body.data.appAuthRefresh.access_token;
    service.advance(11_000);
    const reused = await mutation(access_token);
    assert.equal(reused.body.errors[0].extensions.code, "UNAUTHENTICATED", JSON.stringify(reused.body));
    assert.equal(await works(second), 401);
  });

  test("cannot be refreshed without a token, with a wrong device, another app or client, when expired, or with a web sign-in", async () => {
    const { business, app, person } = await shop();
    const { access_token } = (await app.signIn(person.email)).body;
    const none = await app.post("/auth/refresh", DEVICE);
    assert.deepEqual([none.status, none.body.error_code], [401, "UNAUTHENTICATED"]);
    const second_app = await createApp(service, business);
    const other = await service.business();
    const second_client = await app.assign(other);
    for (const refused of [
      await refresh(app, access_token, { device_id: "device-2" }),
      await refresh(app, access_token, { device_platform: "android" }),
      await refresh(second_app, access_token),
      await refresh(second_client, access_token),
      await refresh(app, person.token),
      await refresh(app, "ph_nobody"),
    ])
      assert.equal(refused.status, 401);
    assert.equal((await refresh(app, access_token, { device_id: "d".repeat(192) })).status, 422);
    assert.equal((await refresh(app, access_token, { app_version: "x" })).status, 422);
    assert.equal(await works(access_token), 200);
    service.advance(30 * 24 * 3600_000 + 1000);
    assert.equal((await refresh(app, access_token)).status, 401);
    assert.equal(await works(access_token), 401);
  });

  test("a dry run of a refresh ends nothing, not even for a reused token", async () => {
    const { app, person } = await shop();
    const { access_token } = (await app.signIn(person.email)).body;
    const dry = await refresh(app, access_token, {}, { "x-dry-run": "1" });
    assert.equal(dry.status, 200);
    assert.equal(await works(dry.body.access_token), 401);
    const second = (await refresh(app, access_token)).body.access_token;
    service.advance(11_000);
    assert.equal((await refresh(app, access_token, {}, { "x-dry-run": "1" })).status, 401);
    assert.equal(await works(second), 200);
  });

  test("gets 403 while its app, assignment or account is suspended, and works again afterwards", async () => {
    const { app, business, person } = await shop();
    const { access_token } = (await app.signIn(person.email)).body;
    const set = async (sql: string, values: unknown[]) => {
      await service.system.execute(sql, values);
      service.runtime.authentication.clearCache();
    };
    for (const [off, on, key] of [
      [
        "update platform_app set status = 'killed' where code = $1",
        "update platform_app set status = 'active' where code = $1",
        app.code,
      ],
      [
        "update app_assignment set status = 'suspended' where business_id = $1",
        "update app_assignment set status = 'active' where business_id = $1",
        business.id,
      ],
    ] as const) {
      await set(off, [key]);
      const refused = await refresh(app, access_token);
      assert.deepEqual([refused.status, refused.body.error_code], [403, "APP_NOT_AVAILABLE"]);
      assert.equal(await works(access_token), 403);
      assert.equal((await app.signIn(person.email)).body.error_code, "APP_NOT_AVAILABLE");
      await set(on, [key]);
      assert.equal(await works(access_token), 200);
    }
    await set("update account set role = 'employee' where id = $1", [person.account_id]);
    assert.equal((await refresh(app, access_token)).body.error_code, "ROLE_NOT_ALLOWED");
    await set("update account set role = 'customer', status = 'disabled' where id = $1", [person.account_id]);
    assert.equal((await refresh(app, access_token)).body.error_code, "ACCOUNT_DISABLED");
  });
});

describe("sign-out", () => {
  test("ends the token and the session of the device, and no other", async () => {
    const { app, person } = await shop();
    const one = (await app.signIn(person.email)).body.access_token;
    const two = (await app.signIn(person.email, { device_id: "device-2" })).body.access_token;
    const { status, body } = await service.http("POST", app.at("/auth/logout"), undefined, {
      ...bearer(one),
      "accept-language": "de",
    });
    assert.deepEqual([status, body], [200, { result: true, message: "Abgemeldet." }]);
    assert.equal(await works(one), 401);
    assert.equal((await refresh(app, one)).status, 401);
    assert.equal(await works(two), 200);
    const again = await service.http("POST", app.at("/auth/logout"), undefined, bearer(one));
    assert.equal(again.status, 401);
    const sessions = await service.http("GET", "/api/v1/user/app-sessions", undefined, bearer(two));
    assert.deepEqual(
      sessions.body.sessions.map((session: { device_id: string }) => session.device_id),
      ["device-2"],
    );
  });

  test("is refused with 403 for another app, another client, or a web sign-in", async () => {
    const { business, app, person } = await shop();
    const token = (await app.signIn(person.email)).body.access_token;
    const other_app = await createApp(service, business);
    const other_client = await app.assign(await service.business());
    for (const [at, sent_body] of [
      [other_app, token],
      [other_client, token],
      [app, person.token],
    ] as const) {
      const { status, body } = await service.http(
        "POST",
        at.at("/auth/logout"),
        undefined,
        bearer(sent_body),
      );
      assert.deepEqual([status, body.error_code], [403, "NOT_THIS_APP"]);
    }
    assert.equal(await works(token), 200);
  });
});

describe("the caller's own sessions", () => {
  test("are listed and ended from anywhere, only by their person", async () => {
    const { business, app, person } = await shop();
    const token = (await app.signIn(person.email, { app_version: "1.0.0" })).body.access_token;
    const listed = await person.http("GET", "/api/v1/user/app-sessions");
    assert.equal(listed.body.total, 1);
    const [session] = listed.body.sessions;
    assert.partialDeepStrictEqual(session, {
      app_code: app.code,
      app_name: "Shop",
      device_id: "device-1",
      device_platform: "ios",
      app_version: "1.0.0",
      method: "email",
      is_current: false,
    });
    const path = `/api/v1/user/app-sessions/${session.id}`;
    const other_customer = (await business.customer()).person;
    assert.equal((await other_customer.http("DELETE", path)).status, 404);
    const creation = await person.http("POST", "/api/v1/user/tokens", { name: "Program" });
    const program = await service.http("DELETE", path, undefined, bearer(creation.body.access_token));
    assert.deepEqual([program.status, program.body.error_code], [403, "SIGN_IN_REQUIRED"]);
    assert.equal(await works(token), 200);
    assert.equal((await person.http("DELETE", path)).status, 200);
    assert.equal(await works(token), 401);
    assert.equal((await person.http("DELETE", path)).status, 404);
    assert.equal((await person.http("GET", "/api/v1/user/app-sessions")).body.total, 0);
  });

  test("end after a new password", async () => {
    const { app, person } = await shop();
    const token = (await app.signIn(person.email)).body.access_token;
    const changed = await person.http("PATCH", "/api/v1/user/me", {
      current_password: TEST_PASSWORD,
      new_password: "another good password",
    });
    assert.equal(changed.status, 200);
    assert.equal((await refresh(app, token)).status, 401);
    assert.equal((await person.http("GET", "/api/v1/user/app-sessions")).body.total, 0);
  });
});
