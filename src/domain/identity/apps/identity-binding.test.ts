/** One identity bound to one account, for all apps and the web. Source: docs/contract/rest.md, "Platform apps". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bearer, createAccount, DEVICE } from "#tests/support/apps.ts";
import { AUDIENCE, createIdentityFixture } from "#tests/support/identity.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const { issuer, subject, issueToken, shop, enter, person } = await createIdentityFixture(service);

describe("the binding", () => {
  test("is the same for every client: 403 at another one, 409 for a second identity of one account", async () => {
    const { business, app } = await shop();
    const { email, id } = await person(business);
    const sub = subject();
    assert.equal((await enter(app, { sub, email, email_verified: true })).status, 200);
    const other = await service.business();
    await createAccount(service, other, email);
    const there = await app.assign(other);
    const elsewhere = await enter(there, { sub, email, email_verified: true });
    assert.deepEqual([elsewhere.status, elsewhere.body.error_code], [403, "CLIENT_NOT_ALLOWED"]);
    const second = await enter(app, { sub: subject(), email, email_verified: true });
    assert.deepEqual([second.status, second.body.error_code], [409, "BINDING_CONFLICT"]);
    assert.equal((await enter(app, { sub })).body.user.id, id);
  });

  test("requested several times concurrently is created once", async () => {
    const { business, app } = await shop();
    const { email } = await person(business);
    const sub = subject();
    const devices = Array.from({ length: 12 }, (_none, index) => `device-${index}`);
    const answers = await Promise.all(
      devices.map((device_id) => enter(app, { sub, email, email_verified: true }, { device_id })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const rows = await service.system.rows("select 1 from identity_binding where business_id = $1", [
      business.id,
    ]);
    assert.equal(rows.length, 1);
  });

  const web = async (claims: Record<string, unknown>) =>
    service.http("POST", "/api/v1/user/login/idp", {
      id_token: await issueToken({ aud: "packhorse-web", ...claims }),
    });

  test("is shared with the web: an identity bound by an app signs in there, with the web's own audience", async () => {
    const { business, app } = await shop();
    const { email, id } = await person(business);
    const sub = subject();
    assert.equal((await web({ sub })).body.error_code, "REGISTRATION_REQUIRED");
    await enter(app, { sub, email, email_verified: true });
    const signed = await web({ sub });
    assert.equal(signed.status, 200, JSON.stringify(signed.body));
    const me = await service.http("GET", "/api/v1/user/me", undefined, bearer(signed.body.access_token));
    assert.equal(me.body.user.id, id);
    assert.equal((await web({ sub, aud: AUDIENCE })).status, 401);
    await service.system.execute("update account set status = 'disabled' where id = $1", [id]);
    assert.equal((await web({ sub })).body.error_code, "ACCOUNT_DISABLED");
  });

  test("is created and removed only by its owner after an interactive sign-in", async () => {
    const { business, app } = await shop();
    const { person: owner } = await business.customer();
    const sub = subject();
    const add = async (who: typeof owner, claims: Record<string, unknown>) =>
      who.http("POST", "/api/v1/user/identities", { id_token: await issueToken(claims) });
    assert.equal((await add(owner, { sub, aud: "packhorse-web" })).status, 201);
    assert.equal((await add(owner, { sub })).status, 201, "an app's token too, and twice is once");
    assert.equal((await add(owner, { sub, aud: "other" })).status, 401);
    const { person: other_customer } = await business.customer();
    const binding_answer = await add(other_customer, { sub });
    assert.deepEqual([binding_answer.status, binding_answer.body.error_code], [409, "BINDING_CONFLICT"]);
    assert.equal((await enter(app, { sub })).body.user.id, owner.account_id);
    const program = await owner.http("POST", "/api/v1/user/tokens", { name: "Program" });
    const by_program = await service.http(
      "POST",
      "/api/v1/user/identities",
      { id_token: await issueToken({ sub: subject() }) },
      bearer(program.body.access_token),
    );
    assert.equal(by_program.body.error_code, "SIGN_IN_REQUIRED");
    const list = await owner.http("GET", "/api/v1/user/identities");
    assert.partialDeepStrictEqual(list.body.identities, [{ provider: "idp", issuer: issuer.url }]);
    const path = `/api/v1/user/identities/${list.body.identities[0].id}`;
    assert.equal((await other_customer.http("DELETE", path)).status, 404);
    assert.equal((await owner.http("DELETE", path)).status, 200);
    assert.equal((await enter(app, { sub })).body.error_code, "REGISTRATION_REQUIRED");
  });

  test("signs in the same person many times concurrently", async () => {
    const { business, app } = await shop();
    const { email } = await person(business);
    const sub = subject();
    await enter(app, { sub, email, email_verified: true });
    const answers = await Promise.all(Array.from({ length: 48 }, () => web({ sub })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });

  test("is removed by concurrent requests", async () => {
    const { business } = await shop();
    const { person: owner } = await business.customer();
    const bound = await service.system.rows<{ id: number }>(
      `insert into identity_binding (business_id, account_id, issuer, subject, created_at)
       select $1, $2, 'https://issuer-' || n || '.example', 'person', $3 from generate_series(1, 24) n returning id`,
      [business.id, owner.account_id, service.now()],
    );
    const answers = await Promise.all(
      bound.map(({ id }) => owner.http("DELETE", `/api/v1/user/identities/${id}`)),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });

  test("is created by a registration that sends the token, and never moves to a second account", async () => {
    const { app, business } = await shop({
      methods: { registration: true },
      registration: { phone_verification_required: false },
    });
    const sub = subject();
    const register = async (more: object = {}) =>
      app.post("/registration/complete", {
        name: "Clara",
        email: `${subject()}@${business.code}.example`,
        password: "12345678",
        password_confirmation: "12345678",
        address: "Quadra 7",
        city: "Brasília",
        postcode: "70000",
        country: "BR",
        phone: "+5561998765432",
        id_token: await issueToken({ sub }),
        ...DEVICE,
        ...more,
      });
    const first = await register();
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.equal((await enter(app, { sub })).body.user.id, first.body.user.id);
    const second = await register();
    assert.deepEqual([second.status, second.body.error_code], [409, "REGISTRATION_CONFLICT"]);
    assert.equal((await register({ id_token: "x" })).status, 401);
    const accounts = await service.system.row<{ n: number }>(
      "select count(*) as n from account where business_id = $1",
      [business.id],
    );
    assert.equal(accounts?.n, 1);
  });
});
