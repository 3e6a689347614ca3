/** Sign-in, one's own account, tokens, employees. Source: docs/contract/rest.md, "Authentication", "User". */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, test } from "node:test";
import { ANONYMOUS } from "#operation/caller/actor.ts";
import { canonicalJson } from "#operation/records/events.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { listOutbox, readLinkToken } from "#tests/support/links-in-emails.ts";
import { catchRefusal, TEST_PASSWORD, testService } from "#tests/support/service.ts";
import { createEmployee } from "./operations/create-employee.ts";
import { createToken } from "./operations/create-token.ts";
import { forgotPassword } from "./operations/forgot-password.ts";
import { getEmployee } from "./operations/get-employee.ts";
import { getMe } from "./operations/get-me.ts";
import { login } from "./operations/login.ts";
import { resetPassword } from "./operations/reset-password.ts";
import { updateEmployee } from "./operations/update-employee.ts";
import { updateMe } from "./operations/update-me.ts";
import { FAILURES_BEFORE_LOCK, LOCK_S } from "./system-queries.ts";

const service = await testService();
const NEW_PASSWORD = "another good password";

const signIn = (email: string, password = TEST_PASSWORD, more: object = {}) =>
  service.anonymous(login, { email, password, ...more });
const me = (token: string) =>
  service.http("GET", "/api/v1/user/me", undefined, { authorization: `Bearer ${token}` });

/** From its own network address: requests for links count with the wrong passwords of other tests. */
const ask = (email: string) => service.anonymous(forgotPassword, { email }, { address: "192.0.2.90" });

/** Request a link, and run the job that sends it. */
async function requestLink(email: string): Promise<void> {
  await ask(email);
  await runQueued(service, "send-password-links");
}

describe("sign-in", () => {
  test("consecutive wrong passwords lock the account; time or an administrator unlocks it", async () => {
    const business = await service.business();
    const { email, account_id } = await business.person("employee");
    const lock = async () => {
      for (let n = 0; n < FAILURES_BEFORE_LOCK; n += 1) {
        assert.equal((await catchRefusal(signIn(email, "wrong"))).status, 401);
      }
      const refusal = await catchRefusal(signIn(email));
      assert.equal(refusal.status, 423);
    };
    await lock();
    service.advance((LOCK_S + 1) * 1000);
    await signIn(email);
    await lock();
    const employee_answer = await business.as("client_admin")(getEmployee, { employee_id: account_id });
    assert.equal(employee_answer.employee.failed_sign_ins, FAILURES_BEFORE_LOCK);
    assert.notEqual(employee_answer.employee.locked_until, null);
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
        const { status, code, message } = await catchRefusal(signIn(email, "wrong", more[n % more.length]));
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
    const businesses = [{ business: business.code }, { business: other.code }];
    assert.deepEqual(await tries((await business.person("driver")).email, businesses), expected);
    assert.deepEqual(await tries("nobody-here@test.example", businesses), expected);
    service.advance((LOCK_S + 1) * 1000);
    for (const email of [somebody, "nobody-at-all@test.example"]) {
      assert.equal((await catchRefusal(signIn(email, "wrong"))).status, 401);
      assert.equal((await catchRefusal(signIn(email, "wrong"))).status, 423);
    }
  });

  test("a business cannot remove the lock of another business's account", async () => {
    const [here, there] = [await service.business(), await service.business()];
    const { email } = await here.person("employee");
    const created_employee = await there.as("client_admin")(createEmployee, {
      name: "Same",
      email,
      password: NEW_PASSWORD,
    });
    for (let n = 0; n < FAILURES_BEFORE_LOCK; n += 1) await catchRefusal(signIn(email, "wrong"));
    await there.as("client_admin")(updateEmployee, {
      employee_id: created_employee.employee_id,
      unlock: true,
    });
    await signIn(email, NEW_PASSWORD, { business: there.code });
    assert.equal((await catchRefusal(signIn(email, TEST_PASSWORD, { business: here.code }))).status, 423);
  });

  test("an address in two businesses signs in where the password matches; if both match, the business is required", async () => {
    const [first, second] = [await service.business(), await service.business()];
    const email = (await first.person("employee")).email;
    const created_employee = await second.as("client_admin")(createEmployee, {
      name: "Same",
      email: email.toUpperCase(),
      password: NEW_PASSWORD,
    });
    const there = await signIn(email, NEW_PASSWORD);
    assert.equal((await me(there.access_token)).body.user.id, created_employee.employee_id);
    assert.equal((await me((await signIn(email)).access_token)).body.business.id, first.id);
    await service.system.execute(
      "update account set password_hash = (select password_hash from account where id = $1) where id = $2",
      [(await first.person("employee")).account_id, created_employee.employee_id],
    );
    assert.equal((await catchRefusal(signIn(email))).code, "business_needed");
    const session_answer = await signIn(email, TEST_PASSWORD, { business: second.code });
    assert.equal((await me(session_answer.access_token)).body.business.id, second.id);
  });

  test("wrong passwords for an address of two businesses count for both accounts", async () => {
    const [first, second] = [await service.business(), await service.business()];
    const { email } = await first.person("employee");
    await second.as("client_admin")(createEmployee, { name: "Same", email, password: NEW_PASSWORD });
    for (let n = 0; n < FAILURES_BEFORE_LOCK; n += 1) await catchRefusal(signIn(email, "wrong", {}));
    assert.equal((await catchRefusal(signIn(email))).status, 423);
    assert.equal((await catchRefusal(signIn(email, NEW_PASSWORD, { business: second.code }))).status, 423);
  });

  test("concurrent guesses count like sequential ones", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const guesses = Array.from({ length: 60 }, (_, n) => catchRefusal(signIn(email, `guess ${n}`)));
    const last = catchRefusal(signIn(email));
    await Promise.all(guesses);
    assert.equal((await last).code, "account_locked");
  });

  test("failures are counted by network, because an IPv6 caller chooses the last half of its address itself", async () => {
    let tried = 0;
    const from = (address: string) => {
      tried += 1;
      const credentials = { email: `nobody-${tried}@test.example`, password: "wrong" };
      return catchRefusal(service.call(ANONYMOUS, login, credentials, { address }));
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
    assert.equal((await catchRefusal(person.call(updateMe, { phone: "12" }))).code, "invalid_phone");
    const [event] = await business.readEvents("account", person.account_id);
    assert.doesNotMatch(JSON.stringify(event), /Ana|99123/);
  });

  test("a new password needs the current one and ends the other sign-ins and the API tokens", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const other = await signIn(person.email);
    const api = await person.call(createToken, { name: "Robot" });
    assert.equal((await catchRefusal(person.call(updateMe, { new_password: NEW_PASSWORD }))).status, 422);
    const wrong = await catchRefusal(
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
    assert.equal((await catchRefusal(signIn(person.email))).status, 401);
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
    const password_change = await person.call(updateMe, {
      current_password: TEST_PASSWORD,
      new_password: NEW_PASSWORD,
      keep_api_tokens: true,
    });
    assert.equal(password_change.tokens_revoked, 0);
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
    const stored_row = await service.system.row<{ body_hash: Buffer }>(
      "select body_hash from idempotency where business_id = $1",
      [business.id],
    );
    const guessed = hash("sha256", canonicalJson(input), "buffer");
    assert.ok(
      stored_row?.body_hash.equals(guessed) === false,
      "a hash that anybody can make tells the password",
    );
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
    const [known_answer, unknown] = await Promise.all(
      [person.email, "nobody@test.example"].map((email) =>
        service.http("POST", "/api/v1/user/password/forgot", { email }),
      ),
    );
    assert.equal(known_answer?.status, 202);
    assert.deepEqual(known_answer?.body, unknown?.body);
    await runQueued(service, "send-password-links");
    const token = await readLinkToken(business, person.email);
    const reset = (password: string) => service.anonymous(resetPassword, { token, password });
    await reset(NEW_PASSWORD);
    assert.equal((await catchRefusal(reset("yet another password"))).code, "reset_invalid");
    assert.equal((await me(person.token)).status, 401);
    assert.equal((await me(api.access_token)).status, 401);
    await signIn(person.email, NEW_PASSWORD);
  });

  test("of two concurrent requests with one link, one sets the password", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    await requestLink(person.email);
    const token = await readLinkToken(business, person.email);
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
    const token = await readLinkToken(business, person.email);
    service.advance(3600_000);
    assert.equal(
      (await catchRefusal(service.anonymous(resetPassword, { token, password: NEW_PASSWORD }))).code,
      "reset_invalid",
    );
    assert.equal(
      (await catchRefusal(service.anonymous(resetPassword, { token: "made up", password: NEW_PASSWORD })))
        .code,
      "reset_invalid",
    );
  });

  test("the link is encrypted in the database, and another business does not see it", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const person = await business.person("employee");
    await requestLink(person.email);
    const message_row = await service.system.row(
      "select body_sealed, subject from outbox_message where business_id = $1",
      [business.id],
    );
    assert.doesNotMatch(JSON.stringify(message_row), /token=/);
    assert.equal((await other.as("client_admin")(listOutbox, {})).total, 0);
    assert.equal((await catchRefusal(business.as("employee")(listOutbox, {}))).status, 403);
  });

  test("a disabled account and one of a suspended business get no link, and their old links do not work", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    await requestLink(person.email);
    const token = await readLinkToken(business, person.email);
    await service.system.execute("update business set status = 'suspended' where id = $1", [business.id]);
    assert.equal(
      (await catchRefusal(service.anonymous(resetPassword, { token, password: NEW_PASSWORD }))).code,
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
