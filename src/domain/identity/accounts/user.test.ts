/** Sign-in, one's own account, tokens, employees. Source: docs/contract/rest.md, "Authentication", "User". */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, test } from "node:test";
import Type from "typebox";
import { listWarehouses } from "#domain/warehouse/warehouses/operations/list-warehouses.ts";
import { ANONYMOUS } from "#operation/caller/actor.ts";
import { canonicalJson } from "#operation/records/events.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { refusalOf, TEST_PASSWORD, type TestBusiness, testService } from "#tests/support/service.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { createEmployee } from "./operations/create-employee.ts";
import { createToken } from "./operations/create-token.ts";
import { forgotPassword } from "./operations/forgot-password.ts";
import { getEmployee } from "./operations/get-employee.ts";
import { getMe } from "./operations/get-me.ts";
import { listEmployeeActivity } from "./operations/list-employee-activity.ts";
import { listEmployees } from "./operations/list-employees.ts";
import { listTokens } from "./operations/list-tokens.ts";
import { login } from "./operations/login.ts";
import { resetPassword } from "./operations/reset-password.ts";
import { revokeToken } from "./operations/revoke-token.ts";
import { updateEmployee } from "./operations/update-employee.ts";
import { updateMe } from "./operations/update-me.ts";
import { FAILURES_BEFORE_LOCK, LOCK_S } from "./system-queries.ts";

const service = await testService();
const NEW_PASSWORD = "another good password";

const signIn = (email: string, password = TEST_PASSWORD, more: object = {}) =>
  service.anonymous(login, { email, password, ...more });
const me = (token: string) =>
  service.http("GET", "/api/v1/user/me", undefined, { authorization: `Bearer ${token}` });

/** The outbox belongs to another family: it is looked up by its name. */
const listOutbox = {
  name: "clientOutbox",
  input: Type.Object({ recipient: Type.Optional(Type.String()) }),
  output: Type.Object({ total: Type.Integer(), messages: Type.Array(Type.Object({ body: Type.String() })) }),
};

/** The token of the newest link in the outbox of a business. */
/** From its own network address: requests for links count with the wrong passwords of other tests. */
const ask = (email: string) => service.anonymous(forgotPassword, { email }, { address: "192.0.2.90" });

/** Request a link, and run the job that sends it. */
async function requestLink(email: string): Promise<void> {
  await ask(email);
  await runQueued(service, "send-password-links");
}

async function linkTo(business: TestBusiness, recipient: string): Promise<string> {
  const { messages } = await business.as("client_admin", "outbox reader")(listOutbox, { recipient });
  const token = /token=(\S+)/.exec(messages[0]?.body ?? "")?.[1];
  assert(token !== undefined, "The outbox holds a link.");
  return token;
}

describe("sign-in", () => {
  test("consecutive wrong passwords lock the account; time or an administrator unlocks it", async () => {
    const business = await service.business();
    const { email, account_id } = await business.person("employee");
    const lock = async () => {
      for (let n = 0; n < FAILURES_BEFORE_LOCK; n += 1) {
        assert.equal((await refusalOf(signIn(email, "wrong"))).status, 401);
      }
      const refusal = await refusalOf(signIn(email));
      assert.equal(refusal.status, 423);
    };
    await lock();
    service.advance((LOCK_S + 1) * 1000);
    await signIn(email);
    await lock();
    const shown = await business.as("client_admin")(getEmployee, { employee_id: account_id });
    assert.equal(shown.employee.failed_sign_ins, FAILURES_BEFORE_LOCK);
    assert.notEqual(shown.employee.locked_until, null);
    await business.as("client_admin")(updateEmployee, { employee_id: account_id, unlock: true });
    await signIn(email);
  });

  test("an unknown address is locked like a known one, and refused with the same text", async () => {
    const business = await service.business();
    const somebody = (await business.person("employee")).email;
    await business.as("client_admin")(createEmployee, { name: "Invited", email: "invited@test.example" });
    const tries = async (email: string, more: readonly object[]) => {
      const refusals: unknown[] = [];
      for (let n = 0; n < FAILURES_BEFORE_LOCK + 2; n += 1) {
        const { status, code, message } = await refusalOf(signIn(email, "wrong", more[n % more.length]));
        refusals.push([status, code, message.replace(/\d\S+ ?\S+\d/, "then")]);
      }
      return refusals;
    };
    const expected = await tries(somebody, [{}]);
    assert.equal((expected.at(-1) as unknown[])[0], 423);
    assert.equal((expected[FAILURES_BEFORE_LOCK - 1] as unknown[])[0], 401);
    assert.deepEqual(await tries("nobody-at-all@test.example", [{}]), expected);
    assert.deepEqual(await tries("invited@test.example", [{}]), expected);
    // Naming a business, the right one or another, is another try at the same address.
    const other = await service.business();
    const named = [{ business: business.code }, { business: other.code }];
    assert.deepEqual(await tries((await business.person("driver")).email, named), expected);
    assert.deepEqual(await tries("nobody-here@test.example", named), expected);
    service.advance((LOCK_S + 1) * 1000);
    for (const email of [somebody, "nobody-at-all@test.example"]) {
      assert.equal((await refusalOf(signIn(email, "wrong"))).status, 401);
      assert.equal((await refusalOf(signIn(email, "wrong"))).status, 423);
    }
  });

  test("a business cannot remove the lock of another business's account", async () => {
    const [here, there] = [await service.business(), await service.business()];
    const { email } = await here.person("employee");
    const made = await there.as("client_admin")(createEmployee, {
      name: "Same",
      email,
      password: NEW_PASSWORD,
    });
    for (let n = 0; n < FAILURES_BEFORE_LOCK; n += 1) await refusalOf(signIn(email, "wrong"));
    await there.as("client_admin")(updateEmployee, { employee_id: made.employee_id, unlock: true });
    await signIn(email, NEW_PASSWORD, { business: there.code });
    assert.equal((await refusalOf(signIn(email, TEST_PASSWORD, { business: here.code }))).status, 423);
  });

  test("an address in two businesses signs in where the password matches; if both match, the business is required", async () => {
    const [first, second] = [await service.business(), await service.business()];
    const email = (await first.person("employee")).email;
    const made = await second.as("client_admin")(createEmployee, {
      name: "Same",
      email: email.toUpperCase(),
      password: NEW_PASSWORD,
    });
    const there = await signIn(email, NEW_PASSWORD);
    assert.equal((await me(there.access_token)).body.user.id, made.employee_id);
    assert.equal((await me((await signIn(email)).access_token)).body.business.id, first.id);
    await service.system.execute(
      "update account set password_hash = (select password_hash from account where id = $1) where id = $2",
      [(await first.person("employee")).account_id, made.employee_id],
    );
    assert.equal((await refusalOf(signIn(email))).code, "business_needed");
    const chosen = await signIn(email, TEST_PASSWORD, { business: second.code });
    assert.equal((await me(chosen.access_token)).body.business.id, second.id);
  });

  test("wrong passwords for an address of two businesses count for both accounts", async () => {
    const [first, second] = [await service.business(), await service.business()];
    const { email } = await first.person("employee");
    await second.as("client_admin")(createEmployee, { name: "Same", email, password: NEW_PASSWORD });
    for (let n = 0; n < FAILURES_BEFORE_LOCK; n += 1) await refusalOf(signIn(email, "wrong", {}));
    assert.equal((await refusalOf(signIn(email))).status, 423);
    assert.equal((await refusalOf(signIn(email, NEW_PASSWORD, { business: second.code }))).status, 423);
  });

  test("concurrent guesses count like sequential ones", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const guesses = Array.from({ length: 60 }, (_, n) => refusalOf(signIn(email, `guess ${n}`)));
    const last = refusalOf(signIn(email));
    await Promise.all(guesses);
    assert.equal((await last).code, "account_locked");
  });

  test("failures are counted by network, because an IPv6 caller chooses the last half of its address itself", async () => {
    let tried = 0;
    const from = (address: string) => {
      tried += 1;
      const credentials = { email: `nobody-${tried}@test.example`, password: "wrong" };
      return refusalOf(service.call(ANONYMOUS, login, credentials, { address }));
    };
    for (let n = 0; n < 25; n += 1)
      await Promise.all([0, 1, 2, 3].map((part) => from(`2001:db8:7:8:${part}::${n.toString(16)}`)));
    assert.equal((await from("2001:db8:7:8:ffff::1")).code, "too_many_failures");
    assert.equal((await from("2001:0db8:0007:0008::2")).code, "too_many_failures");
    assert.equal((await from("2001:db8:7:9::1")).code, "bad_credentials");
    assert.equal((await from("192.0.2.77")).code, "bad_credentials");
  });
});

describe("one's own account", () => {
  test("name, language and phone change, and the next read returns them", async () => {
    const business = await service.business();
    const person = await business.person("driver");
    const answer = await person.call(updateMe, {
      name: " Ana Prado ",
      locale: "pt-BR",
      phone: "(61) 99123-4567",
    });
    assert.deepEqual(answer.changed, ["name", "locale", "phone"]);
    const { user } = await person.call(getMe, {});
    assert.partialDeepStrictEqual(user, { name: "Ana Prado", locale: "pt-BR", phone: "+5561991234567" });
    assert.equal((await refusalOf(person.call(updateMe, { phone: "12" }))).code, "invalid_phone");
    const [event] = await business.eventsOf("account", person.account_id);
    assert.doesNotMatch(JSON.stringify(event), /Ana|99123/);
  });

  test("a new password needs the current one and ends the other sign-ins and the API tokens", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const other = await signIn(person.email);
    const api = await person.call(createToken, { name: "Robot" });
    assert.equal((await refusalOf(person.call(updateMe, { new_password: NEW_PASSWORD }))).status, 422);
    const wrong = await refusalOf(
      person.call(updateMe, { current_password: "wrong", new_password: NEW_PASSWORD }),
    );
    assert.equal(wrong.code, "wrong_password");
    const answer = await person.call(updateMe, {
      current_password: TEST_PASSWORD,
      new_password: NEW_PASSWORD,
    });
    assert.deepEqual(answer, { result: true, changed: ["password"], signed_out: 1, tokens_revoked: 1 });
    assert.equal((await me(other.access_token)).status, 401);
    assert.equal((await me(person.token)).status, 200);
    assert.equal((await me(api.access_token)).status, 401);
    assert.equal((await refusalOf(signIn(person.email))).status, 401);
    await signIn(person.email, NEW_PASSWORD);
  });

  test("a new password keeps the API tokens if the owner asks for it, and no other change ends any", async () => {
    const business = await service.business();
    const [person, colleague] = [
      await business.person("employee"),
      await business.person("employee", "colleague"),
    ];
    const api = await person.call(createToken, { name: "Robot" });
    const theirs = await colleague.call(createToken, { name: "Robot" });
    const renamed = await person.call(updateMe, { name: "Ana" });
    assert.deepEqual([renamed.signed_out, renamed.tokens_revoked], [0, 0]);
    assert.equal((await me(api.access_token)).status, 200);
    const kept = await person.call(updateMe, {
      current_password: TEST_PASSWORD,
      new_password: NEW_PASSWORD,
      keep_api_tokens: true,
    });
    assert.equal(kept.tokens_revoked, 0);
    assert.equal((await me(api.access_token)).status, 200);
    const ended = await person.call(updateMe, {
      current_password: NEW_PASSWORD,
      new_password: TEST_PASSWORD,
      keep_api_tokens: false,
    });
    assert.equal(ended.tokens_revoked, 1);
    assert.deepEqual(
      [(await me(api.access_token)).status, (await me(theirs.access_token)).status],
      [401, 200],
    );
  });

  test("a replay of a password change is answered, counts no wrong password, and stores no password", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const input = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD };
    const change = () => person.call(updateMe, input, { idempotency_key: "password-1" });
    const first = await change();
    for (let n = 0; n <= FAILURES_BEFORE_LOCK; n += 1) assert.deepEqual(await change(), first);
    const counted = await service.system.row(
      "select failed_sign_ins, locked_until from account where id = $1",
      [person.account_id],
    );
    assert.deepEqual(counted, { failed_sign_ins: 0, locked_until: null });
    const kept = await service.system.row<{ body_hash: Buffer }>(
      "select body_hash from idempotency where business_id = $1",
      [business.id],
    );
    const guessed = hash("sha256", canonicalJson(input), "buffer");
    assert.ok(kept?.body_hash.equals(guessed) === false, "a hash that anybody can make tells the password");
  });
});

test("concurrent sign-outs of several sessions all work", async () => {
  const business = await service.business();
  const { email } = await business.person("employee");
  const signed = await Promise.all(Array.from({ length: 24 }, () => signIn(email)));
  const bearers = signed.map(({ access_token }) => ({ authorization: `Bearer ${access_token}` }));
  const answers = await Promise.all(
    bearers.map((bearer) => service.http("POST", "/api/v1/user/logout", {}, bearer)),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});

describe("forgotten passwords", () => {
  test("the response is the same for known and unknown addresses; the link sets a password once and signs out everywhere", async () => {
    const business = await service.business();
    const person = await business.person("driver");
    const api = await person.call(createToken, { name: "Phone" });
    const [known, unknown] = await Promise.all(
      [person.email, "nobody@test.example"].map((email) =>
        service.http("POST", "/api/v1/user/password/forgot", { email }),
      ),
    );
    assert.equal(known?.status, 202);
    assert.deepEqual(known?.body, unknown?.body);
    await runQueued(service, "send-password-links");
    const token = await linkTo(business, person.email);
    const reset = (password: string) => service.anonymous(resetPassword, { token, password });
    await reset(NEW_PASSWORD);
    assert.equal((await refusalOf(reset("yet another password"))).code, "reset_invalid");
    assert.equal((await me(person.token)).status, 401);
    assert.equal((await me(api.access_token)).status, 401);
    await signIn(person.email, NEW_PASSWORD);
  });

  test("of two concurrent requests with one link, one sets the password", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    await requestLink(person.email);
    const token = await linkTo(business, person.email);
    const passwords = ["the first password", "the second password"];
    const results = await Promise.allSettled(
      passwords.map((password) => service.anonymous(resetPassword, { token, password })),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    await signIn(person.email, passwords[results.findIndex(({ status }) => status === "fulfilled")]);
  });

  test("a link works for an hour, and only three an hour are sent", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    for (let n = 0; n < 5; n += 1) await requestLink(person.email);
    const { total } = await business.as("client_admin")(listOutbox, { recipient: person.email });
    assert.equal(total, 3);
    const crowd = await business.person("employee", "crowd");
    await Promise.all(Array.from({ length: 20 }, () => ask(crowd.email)));
    await runQueued(service, "send-password-links");
    assert.equal((await business.as("client_admin")(listOutbox, { recipient: crowd.email })).total, 3);
    const token = await linkTo(business, person.email);
    service.advance(3600_000);
    assert.equal(
      (await refusalOf(service.anonymous(resetPassword, { token, password: NEW_PASSWORD }))).code,
      "reset_invalid",
    );
    assert.equal(
      (await refusalOf(service.anonymous(resetPassword, { token: "made up", password: NEW_PASSWORD }))).code,
      "reset_invalid",
    );
  });

  test("the link is encrypted in the database, and another business does not see it", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const person = await business.person("employee");
    await requestLink(person.email);
    const stored = await service.system.row(
      "select body_sealed, subject from outbox_message where business_id = $1",
      [business.id],
    );
    assert.doesNotMatch(JSON.stringify(stored), /token=/);
    assert.equal((await other.as("client_admin")(listOutbox, {})).total, 0);
    assert.equal((await refusalOf(business.as("employee")(listOutbox, {}))).status, 403);
  });

  test("a disabled account and one of a suspended business get no link, and their old links do not work", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    await requestLink(person.email);
    const token = await linkTo(business, person.email);
    await service.system.execute("update business set status = 'suspended' where id = $1", [business.id]);
    assert.equal(
      (await refusalOf(service.anonymous(resetPassword, { token, password: NEW_PASSWORD }))).code,
      "reset_invalid",
    );
    await requestLink(person.email);
    await service.system.execute("update business set status = 'active' where id = $1", [business.id]);
    assert.equal(
      (await business.as("client_admin", "outbox reader")(listOutbox, { recipient: person.email })).total,
      1,
    );
  });
});

describe("API tokens", () => {
  test("are shown once, default to the profile ops-readonly, and never exceed the account's scopes", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const made = await person.call(createToken, { name: "Reports" });
    assert.equal(made.token.profile, "ops-readonly");
    assert.equal(made.token.scopes?.includes("orders:write"), false);
    const listed = await person.call(listTokens, { kind: "api" });
    assert.doesNotMatch(JSON.stringify(listed), new RegExp(made.access_token));
    const orders = await service.http("GET", "/api/v1/client/orders", undefined, {
      authorization: `Bearer ${made.access_token}`,
    });
    assert.equal(orders.status, 200);
    const wide = await refusalOf(
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
        await refusalOf(
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
    const refusal = await refusalOf(person.call(createToken, { name: "Past", expires_at: past }));
    assert.equal(refusal.status, 422);
    const far = new Date(service.now().getTime() + 6 * 366 * 86_400_000).toISOString();
    assert.equal((await refusalOf(person.call(createToken, { name: "Far", expires_at: far }))).status, 422);
    const ends = new Date(service.now().getTime() + 60_000);
    // The same moment, with another offset.
    const expires_at = new Date(ends.getTime() + 3 * 3600_000).toISOString().replace("Z", "+03:00");
    const made = await person.call(createToken, { name: "Minute", expires_at });
    assert.equal(made.token.expires_at, ends.toISOString());
    assert.ok(made.expires_in_s > 50 && made.expires_in_s <= 60);
    assert.equal((await me(made.access_token)).status, 200);
    service.advance(60_000);
    assert.equal((await me(made.access_token)).status, 401);
  });

  test("cannot create tokens or change the account, and may revoke themselves", async () => {
    const business = await service.business();
    const person = await business.person("client_admin");
    const made = await person.call(createToken, { name: "Agent", profile: "full" });
    const as = (method: string, url: string, body?: unknown) =>
      service.http(method, url, body, { authorization: `Bearer ${made.access_token}` });
    for (const [method, url, body] of [
      ["POST", "/api/v1/user/tokens", { name: "Second" }],
      ["PATCH", "/api/v1/user/me", { name: "Other" }],
    ] as const) {
      const { status, body: error } = await as(method, url, body);
      assert.equal(status, 403);
      assert.equal(error.error_code, "SIGN_IN_REQUIRED");
    }
    assert.equal((await as("DELETE", `/api/v1/user/tokens/${made.token.id}`)).status, 200);
    assert.equal((await as("GET", "/api/v1/user/me")).status, 401);
  });

  test("the caller's own are revoked at once, those of others are not found", async () => {
    const business = await service.business();
    const [mine, theirs] = [await business.person("employee"), await business.person("client_admin")];
    const made = await mine.call(createToken, { name: "Short" });
    assert.equal((await me(made.access_token)).status, 200);
    assert.equal((await refusalOf(theirs.call(revokeToken, { token_id: made.token.id }))).status, 404);
    await mine.call(revokeToken, { token_id: made.token.id });
    assert.equal((await me(made.access_token)).status, 401);
    assert.equal((await refusalOf(mine.call(revokeToken, { token_id: made.token.id }))).status, 404);
  });

  test("the calls per minute are limited on every operation, with the time to wait", async () => {
    const business = await service.business();
    const made = await (await business.person("employee")).call(createToken, {
      name: "Slow",
      calls_per_minute: 3,
    });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await me(made.access_token)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    const refused = await me(made.access_token);
    assert.equal(refused.body.error_code, "TOO_MANY_REQUESTS");
    assert.match(String(refused.headers["retry-after"]), /^\d+$/);
    service.advance(Number(refused.headers["retry-after"]) * 1000);
    assert.equal((await me(made.access_token)).status, 200);
  });

  test("a replay with one Idempotency-Key returns the same token, which the database does not store in the clear", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const make = () => person.call(createToken, { name: "Once" }, { idempotency_key: "token-1" });
    const [first, second] = [await make(), await make()];
    assert.equal(second.access_token, first.access_token);
    const kept = await service.system.row<{ answer: string }>(
      "select answer from idempotency where business_id = $1",
      [business.id],
    );
    assert.equal(kept?.answer.includes(first.access_token), false);
  });
});

describe("employees", () => {
  test("an invited employee chooses a password and signs in with the given permissions", async () => {
    const business = await service.business();
    const email = `Rita.${business.code}@test.example`;
    const [warehouse] = (await business.as("client_admin")(listWarehouses, {})).warehouses;
    assert.ok(warehouse);
    const made = await business.as("client_admin")(createEmployee, {
      name: "Rita",
      email,
      permissions: ["orders:read"],
      warehouse_ids: [warehouse.id],
    });
    assert.equal(made.invited, true);
    assert.partialDeepStrictEqual(made.employee, {
      status: "invited",
      permissions: ["orders:read"],
      warehouse_ids: [warehouse.id],
    });
    const token = await linkTo(business, email);
    await service.anonymous(resetPassword, { token, password: NEW_PASSWORD });
    const signed = await signIn(email.toLowerCase(), NEW_PASSWORD);
    const { body } = await me(signed.access_token);
    assert.deepEqual(body.permissions, ["orders:read"]);
    assert.equal(
      (await business.as("client_admin")(getEmployee, { employee_id: made.employee_id })).employee.status,
      "active",
    );
  });

  test("an address is unique in a business, regardless of case", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const refusal = await refusalOf(
      business.as("client_admin")(createEmployee, {
        name: "Twin",
        email: email.toUpperCase(),
        password: NEW_PASSWORD,
      }),
    );
    assert.equal(refusal.code, "email_taken");
    assert.equal(refusal.status, 409);
  });

  test("disabling revokes every token at once, permanently; a removed permission has effect at once", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const api = await person.call(createToken, { name: "Robot" });
    assert.equal((await me(api.access_token)).status, 200);
    const admin = business.as("client_admin");
    await admin(updateEmployee, { employee_id: person.account_id, permissions: ["address:read"] });
    assert.deepEqual((await me(person.token)).body.permissions, ["address:read"]);
    await admin(updateEmployee, { employee_id: person.account_id, status: "disabled" });
    assert.equal((await me(api.access_token)).status, 401);
    assert.equal((await me(person.token)).status, 401);
    assert.equal((await refusalOf(signIn(person.email))).status, 403);
    await admin(updateEmployee, { employee_id: person.account_id, status: "active" });
    assert.equal((await me(api.access_token)).status, 401);
    await signIn(person.email);
  });

  test("a business always has an administrator: of two who disable each other concurrently, one fails", async () => {
    const business = await service.business();
    const [one, two] = [
      await business.person("client_admin", "one"),
      await business.person("client_admin", "two"),
    ];
    const results = await Promise.allSettled([
      service.call(one.actor, updateEmployee, { employee_id: two.account_id, status: "disabled" }),
      service.call(two.actor, updateEmployee, { employee_id: one.account_id, status: "disabled" }),
    ]);
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    const rejected = results.find((result) => result.status === "rejected");
    assert.equal(rejected?.reason.code, "last_admin");
    const self = await business.person("client_admin", "three");
    assert.equal(
      (await refusalOf(self.call(updateEmployee, { employee_id: self.account_id, role: "employee" }))).code,
      "own_account",
    );
  });

  test("If-Match guards a change, other roles and other businesses do not see employees", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { account_id } = await business.person("employee");
    const { version } = await business.as("client_admin")(updateEmployee, {
      employee_id: account_id,
      name: "New",
    });
    const stale = business.as("client_admin")(
      updateEmployee,
      { employee_id: account_id, name: "Old" },
      { if_match: version - 1 },
    );
    assert.equal((await refusalOf(stale)).code, "version_conflict");
    assert.equal(
      (await refusalOf(other.as("client_admin")(getEmployee, { employee_id: account_id }))).status,
      404,
    );
    assert.equal((await refusalOf(business.as("employee")(listEmployees, {}))).status, 403);
    const driver = await business.driver();
    assert.equal(
      (await refusalOf(business.as("client_admin")(getEmployee, { employee_id: driver.person.account_id })))
        .status,
      404,
    );
    const listed = await business.as("client_admin")(listEmployees, { role: "employee" });
    assert.deepEqual(
      listed.employees.map(({ name }) => name),
      ["New"],
    );
    const change = {
      name: "Boss",
      email: `boss-${business.code}@test.example`,
      permissions: ["platform:admin"],
    };
    assert.equal((await business.http("client_admin", "POST", "/api/v1/user/employees", change)).status, 422);
  });

  test("a preset gives its permissions; a list with it is stored as the differences, a list alone as it is", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const { presets } = service.runtime.registry.scopes;
    const person = await business.person("employee");
    const employee_id = person.account_id;
    const allowed = async () => (await me(person.token)).body.permissions.sort();
    const change = async (input: {
      preset?: "finance" | "warehouse" | null;
      permissions?: Scope[] | null;
    }) => {
      const { employee } = await admin(updateEmployee, { employee_id, ...input });
      assert.deepEqual(employee.effective_permissions.toSorted(), await allowed());
      const { preset, permissions, permissions_added, permissions_removed } = employee;
      return { preset, permissions, permissions_added, permissions_removed };
    };
    const none = { preset: null, permissions: null, permissions_added: [], permissions_removed: [] };
    assert.deepEqual(await change({ preset: "warehouse" }), { ...none, preset: "warehouse" });
    assert.deepEqual(await allowed(), [...presets.warehouse].sort());
    const adjusted = [...presets.finance].filter((scope) => scope !== "analytics:read");
    assert.deepEqual(await change({ preset: "finance", permissions: [...adjusted, "orders:write"] }), {
      ...none,
      preset: "finance",
      permissions_added: ["orders:write"],
      permissions_removed: ["analytics:read"],
    });
    assert.deepEqual(await allowed(), [...adjusted, "orders:write"].sort());
    // What a change does not mention stays.
    await admin(updateEmployee, { employee_id, name: "Other" });
    assert.deepEqual(await allowed(), [...adjusted, "orders:write"].sort());
    const own = await change({ permissions: ["orders:read"] });
    assert.deepEqual(own, { ...none, permissions: ["orders:read"] });
    assert.deepEqual(await change({ preset: null }), none);
    assert.ok((await allowed()).includes("routes:write"));

    await change({ preset: "finance" });
    await admin(updateEmployee, { employee_id, role: "client_admin" });
    const promoted = (await admin(getEmployee, { employee_id })).employee;
    assert.deepEqual([promoted.preset, promoted.effective_permissions.length > 15], [null, true]);
  });

  test("a preset is chosen when somebody is invited, is in the audit, and must exist", async () => {
    const business = await service.business();
    const invite = (more: object) =>
      business.http("client_admin", "POST", "/api/v1/user/employees", {
        name: "Paula",
        email: `paula-${business.code}@test.example`,
        ...more,
      });
    assert.equal((await invite({ preset: "pilot" })).status, 422);
    assert.equal((await invite({ preset: "counter", permissions: ["gone:read"] })).status, 422);
    const { status, body } = await invite({ preset: "counter", permissions: ["orders:read"] });
    assert.equal(status, 201);
    assert.equal(body.employee.preset, "counter");
    assert.deepEqual(body.employee.effective_permissions, ["orders:read"]);
    const [event] = await business.eventsOf("account", body.employee_id);
    assert.partialDeepStrictEqual(event?.payload, { preset: "counter", permissions: ["orders:read"] });
    const admin = await invite({
      email: `boss-${business.code}@test.example`,
      role: "client_admin",
      preset: "finance",
    });
    assert.equal(admin.body.employee.preset, null);
  });

  test("a token never has more than its owner may do now, whichever way the permissions were given", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const person = await business.person("employee");
    const employee_id = person.account_id;
    await admin(updateEmployee, { employee_id, preset: "dispatcher" });
    const robot = await person.call(createToken, { name: "Robot", scopes: ["orders:read", "routes:write"] });
    const full = await person.call(createToken, { name: "All", profile: "full" });
    const allowed = async ({ access_token }: typeof robot): Promise<string[]> =>
      (await me(access_token)).body.permissions.sort();
    assert.deepEqual(await allowed(robot), ["orders:read", "routes:write"]);

    await admin(updateEmployee, { employee_id, preset: "finance" });
    assert.deepEqual(await allowed(robot), ["orders:read"]);
    assert.deepEqual(await allowed(full), [...service.runtime.registry.scopes.presets.finance].sort());
    const wide = person.call(createToken, { name: "Wide", scopes: ["routes:write"] });
    assert.equal((await refusalOf(wide)).code, "scope_too_wide");

    await admin(updateEmployee, { employee_id, preset: "finance", permissions: ["analytics:read"] });
    assert.deepEqual(await allowed(robot), []);
    await admin(updateEmployee, { employee_id, permissions: ["routes:write", "wms:read"] });
    assert.deepEqual(await allowed(robot), ["routes:write"]);
  });

  test("a token of an administrator cannot give a preset that permits more than the token", async () => {
    const business = await service.business();
    const { account_id } = await business.person("employee");
    const admin = await business.person("client_admin");
    const token = await admin.call(createToken, {
      name: "Staff",
      scopes: ["employees:write", ...service.runtime.registry.scopes.presets.finance],
    });
    const give = (preset: string) =>
      service.http(
        "PATCH",
        `/api/v1/user/employees/${account_id}`,
        { preset },
        { authorization: `Bearer ${token.access_token}` },
      );
    assert.equal((await give("finance")).status, 200);
    const refused = await give("dispatcher");
    assert.deepEqual([refused.status, refused.body.error_code], [422, "SCOPE_TOO_WIDE"]);
  });

  test("permissions and presets are listed, presets in the language of the caller", async () => {
    const business = await service.business();
    const list = (language: string) =>
      business.http("driver", "GET", "/api/v1/user/permissions", undefined, { "accept-language": language });
    const { body, headers } = await list("de-AT, en;q=0.5");
    assert.match(String(headers["vary"]), /accept-language/);
    assert.deepEqual(
      body.presets.map(({ label }: { label: string }) => label),
      ["Disponent", "Lager", "Schalter", "Finanzen", "Marketing"],
    );
    const words = body.permissions.map(({ permission }: { permission: string }) => permission);
    assert.deepEqual(words, [...service.runtime.registry.scopes.grantable]);
    const { for_employees } = body.permissions.find(
      ({ permission }: { permission: string }) => permission === "employees:write",
    );
    assert.equal(for_employees, false);
    const useless = {
      name: "Rui",
      email: `rui-${business.code}@test.example`,
      permissions: ["employees:write"],
    };
    assert.equal(
      (await business.http("client_admin", "POST", "/api/v1/user/employees", useless)).status,
      422,
    );
    assert.equal((await list("")).body.presets[0].label, "Dispatcher");
  });

  test("activity tells what an employee did, newest first", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    await person.call(updateMe, { name: "Davi" });
    await person.call(createToken, { name: "Robot" });
    await business.as("client_admin")(updateMe, { name: "Somebody else" });
    await service.runtime.audit.flush();
    const { entries, total } = await business.as("client_admin")(listEmployeeActivity, {
      employee_id: person.account_id,
      effect: "write",
    });
    assert.equal(total, 2);
    assert.deepEqual(
      entries.map(({ operation }) => operation),
      ["userTokenCreate", "userMeUpdate"],
    );
    assert.equal(entries[0]?.actor_name, "Davi");
  });
});

test("every scope that a token can have exists", async () => {
  const business = await service.business();
  const person = await business.person("client_admin");
  const scopes = [...service.runtime.registry.scopes.grantable];
  const made = await person.call(createToken, { name: "All", scopes });
  assert.deepEqual(made.token.scopes, scopes);
});
