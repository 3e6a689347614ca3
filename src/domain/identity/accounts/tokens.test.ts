/** Sign-in, one's own account, tokens, employees. Source: docs/contract/rest.md, "Authentication", "User". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createToken } from "./operations/create-token.ts";
import { listTokens } from "./operations/list-tokens.ts";
import { revokeToken } from "./operations/revoke-token.ts";

const service = await testService();
const me = (token: string) =>
  service.http("GET", "/api/v1/user/me", undefined, { authorization: `Bearer ${token}` });

describe("API tokens", () => {
  test("are shown once, default to the profile ops-readonly, and never exceed the account's scopes", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const created_token = await person.call(createToken, { name: "Reports" });
    assert.equal(created_token.token.profile, "ops-readonly");
    assert.equal(created_token.token.scopes?.includes("orders:write"), false);
    const listed = await person.call(listTokens, { kind: "api" });
    assert.doesNotMatch(JSON.stringify(listed), new RegExp(created_token.access_token));
    const orders = await service.http("GET", "/api/v1/client/orders", undefined, {
      authorization: `Bearer ${created_token.access_token}`,
    });
    assert.equal(orders.status, 200);
    const wide = await catchRefusal(
      person.call(createToken, { name: "Wide", scopes: ["orders:read", "employees:write"] }),
    );
    assert.equal(wide.code, "scope_too_wide");
    assert.match(wide.message, /employees:write/);
    const full = await person.call(createToken, { name: "Full", profile: "full" });
    assert.equal(full.token.scopes, null);
    const permissions = (await me(full.access_token)).body.permissions;
    assert.equal(permissions.includes("employees:write"), false);
    assert.equal(permissions.includes("orders:write"), true);
    assert.equal(
      (
        await catchRefusal(
          person.call(createToken, { name: "Both", profile: "support", scopes: ["orders:write"] }),
        )
      ).code,
      "scope_too_wide",
    );
  });

  test("expire by the service's clock: a past time is refused, and at the expiry itself the token is invalid", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const past = new Date(service.now().getTime() - 1).toISOString();
    const refusal = await catchRefusal(person.call(createToken, { name: "Past", expires_at: past }));
    assert.equal(refusal.status, 422);
    const far = new Date(service.now().getTime() + 6 * 366 * 86_400_000).toISOString();
    assert.equal(
      (await catchRefusal(person.call(createToken, { name: "Far", expires_at: far }))).status,
      422,
    );
    const ends = new Date(service.now().getTime() + 60_000);
    // The same moment, with another offset.
    const expires_at = new Date(ends.getTime() + 3 * 3600_000).toISOString().replace("Z", "+03:00");
    const created_token = await person.call(createToken, { name: "Minute", expires_at });
    assert.equal(created_token.token.expires_at, ends.toISOString());
    assert.ok(created_token.expires_in_s > 50 && created_token.expires_in_s <= 60);
    assert.equal((await me(created_token.access_token)).status, 200);
    service.advance(60_000);
    assert.equal((await me(created_token.access_token)).status, 401);
  });

  test("cannot create tokens or change the account, and may revoke themselves", async () => {
    const business = await service.business();
    const person = await business.person("client_admin");
    const created_token = await person.call(createToken, { name: "Agent", profile: "full" });
    const as = (method: string, url: string, body?: unknown) =>
      service.http(method, url, body, { authorization: `Bearer ${created_token.access_token}` });
    for (const [method, url, body] of [
      ["POST", "/api/v1/user/tokens", { name: "Second" }],
      ["PATCH", "/api/v1/user/me", { name: "Other" }],
    ] as const) {
      const { status, body: error } = await as(method, url, body);
      assert.equal(status, 403);
      assert.equal(error.error_code, "SIGN_IN_REQUIRED");
    }
    assert.equal((await as("DELETE", `/api/v1/user/tokens/${created_token.token.id}`)).status, 200);
    assert.equal((await as("GET", "/api/v1/user/me")).status, 401);
  });

  test("the caller's own are revoked at once, those of others are not found", async () => {
    const business = await service.business();
    const [mine, theirs] = [await business.person("employee"), await business.person("client_admin")];
    const created_token = await mine.call(createToken, { name: "Short" });
    assert.equal((await me(created_token.access_token)).status, 200);
    assert.equal(
      (await catchRefusal(theirs.call(revokeToken, { token_id: created_token.token.id }))).status,
      404,
    );
    await mine.call(revokeToken, { token_id: created_token.token.id });
    assert.equal((await me(created_token.access_token)).status, 401);
    assert.equal(
      (await catchRefusal(mine.call(revokeToken, { token_id: created_token.token.id }))).status,
      404,
    );
  });

  test("the calls per minute are limited on every operation, with the time to wait", async () => {
    const business = await service.business();
    const created_token = await (await business.person("employee")).call(createToken, {
      name: "Slow",
      calls_per_minute: 3,
    });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await me(created_token.access_token)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    const refused = await me(created_token.access_token);
    assert.equal(refused.body.error_code, "TOO_MANY_REQUESTS");
    assert.match(String(refused.headers["retry-after"]), /^\d+$/);
    service.advance(Number(refused.headers["retry-after"]) * 1000);
    assert.equal((await me(created_token.access_token)).status, 200);
  });

  test("a replay with one Idempotency-Key returns the same token, which the database does not store in the clear", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const make = () => person.call(createToken, { name: "Once" }, { idempotency_key: "token-1" });
    const [first, second] = [await make(), await make()];
    assert.equal(second.access_token, first.access_token);
    const stored_row = await service.system.row<{ answer: string }>(
      "select answer from idempotency where business_id = $1",
      [business.id],
    );
    assert.equal(stored_row?.answer.includes(first.access_token), false);
  });
});

test("every scope that a token can have exists", async () => {
  const business = await service.business();
  const person = await business.person("client_admin");
  const scopes = [...service.runtime.registry.scopes.grantable];
  const created_token = await person.call(createToken, { name: "All", scopes });
  assert.deepEqual(created_token.token.scopes, scopes);
});
