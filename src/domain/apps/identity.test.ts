/** Signing in by identity provider: one binding for all apps and the web. Source: docs/contract/rest.md, "Platform apps". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeProviders, NO_SETTINGS } from "#providers/make.ts";
import { accountOf, appOf, bearer, DEVICE, type TestApp } from "#tests/support/apps.ts";
import { openIssuer, seconds } from "#tests/support/issuer.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";

const service = await testService();
const issuer = await openIssuer();
const AUDIENCE = "shop-backend";
const provider = { name: "idp", issuer: issuer.url, web_client_id: "packhorse-web", jwks_url: null };
service.mechanism.providers = makeProviders({
  ...NO_SETTINGS,
  identity_providers: [provider],
  private_addresses: true,
});

let people = 0;
const subject = () => {
  people += 1;
  return `person-${people}`;
};

const tokenOf = (claims: Record<string, unknown>, more = {}) =>
  issuer.token(
    {
      aud: AUDIENCE,
      sub: "nobody",
      iat: seconds(service.now(), -5),
      exp: seconds(service.now(), 300),
      ...claims,
    },
    more,
  );

async function shop(client: Record<string, unknown> = {}) {
  const t = await service.business();
  return { t, app: await appOf(service, t, { server_client_id: AUDIENCE, client }) };
}

const enter = async (app: TestApp, claims: Record<string, unknown>, more: object = {}) =>
  app.post("/auth/idp", { id_token: await tokenOf(claims), ...DEVICE, ...more });

const person = async (t: TestBusiness, role = "customer") => {
  const email = `p${subject()}@${t.code}.example`;
  return { email, id: await accountOf(service, t, email, role) };
};

describe("sign-in by ID token", () => {
  test("binds a vouched-for address to the account that the business made, and then goes by the subject alone", async () => {
    const { t, app } = await shop();
    const { email, id } = await person(t);
    const sub = subject();
    const first = await enter(app, { sub, email: email.toUpperCase(), email_verified: true });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.equal(first.body.user.id, id);
    assert.ok((await t.eventsOf("account", id)).some(({ kind }) => kind === "account.identity_bound"));
    const other = await person(t);
    const second = await enter(app, { sub, email: other.email, email_verified: true });
    assert.equal(second.body.user.id, id, "the address no longer counts");
    const bare = await enter(app, { sub });
    assert.equal(bare.body.user.id, id);
  });

  test("binds nothing by an address that the issuer does not vouch for, and does not tell that it is known", async () => {
    const { t, app } = await shop();
    const { email } = await person(t);
    const answers = [];
    for (const claims of [
      { email },
      { email, email_verified: false },
      { email, email_verified: "false" },
      { email: "nobody@test.example", email_verified: false },
      { email: "nobody@test.example", email_verified: true },
      {},
    ])
      answers.push(await enter(app, { sub: subject(), ...claims }));
    for (const { status, body } of answers)
      assert.deepEqual([status, body.error_code], [409, "REGISTRATION_REQUIRED"]);
    assert.equal(
      await service.system.row("select 1 from identity_binding where business_id = $1", [t.id]),
      undefined,
    );
  });

  test("does not bind to an account whose person made it: an address taken by somebody else opens nothing", async () => {
    const { t, app } = await shop({
      methods: { registration: true },
      registration: { phone_verification_required: false },
    });
    const email = `victim@${t.code}.example`;
    const sent = {
      name: "Thief",
      email,
      password: "12345678",
      password_confirmation: "12345678",
      address: "Quadra 7",
      city: "Brasília",
      postcode: "70000",
      country: "BR",
      phone: "+5561998765432",
      ...DEVICE,
    };
    assert.equal((await app.post("/registration/complete", sent)).status, 200);
    const { status, body } = await enter(app, { sub: subject(), email, email_verified: true });
    assert.deepEqual([status, body.error_code], [409, "BINDING_CONFLICT"]);
  });

  test("is one binding for every client: 403 elsewhere, 409 for a second identity of one account", async () => {
    const { t, app } = await shop();
    const { email, id } = await person(t);
    const sub = subject();
    assert.equal((await enter(app, { sub, email, email_verified: true })).status, 200);
    const other = await service.business();
    await accountOf(service, other, email);
    const there = await app.assign(other);
    const elsewhere = await enter(there, { sub, email, email_verified: true });
    assert.deepEqual([elsewhere.status, elsewhere.body.error_code], [403, "CLIENT_NOT_ALLOWED"]);
    const second = await enter(app, { sub: subject(), email, email_verified: true });
    assert.deepEqual([second.status, second.body.error_code], [409, "BINDING_CONFLICT"]);
    assert.equal((await enter(app, { sub })).body.user.id, id);
  });

  test("at once on one device, however often, leaves one session that works", async () => {
    const { t, app } = await shop();
    const { email, id } = await person(t);
    const sub = subject();
    assert.equal((await enter(app, { sub, email, email_verified: true })).status, 200);
    const answers = await Promise.all(Array.from({ length: 24 }, () => enter(app, { sub })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const live = await service.system.rows(
      "select id from app_session where account_id = $1 and revoked_at is null",
      [id],
    );
    assert.equal(live.length, 1);
  });

  test("bound at once from several requests is bound once", async () => {
    const { t, app } = await shop();
    const { email } = await person(t);
    const sub = subject();
    const devices = Array.from({ length: 12 }, (_none, index) => `device-${index}`);
    const answers = await Promise.all(
      devices.map((device_id) => enter(app, { sub, email, email_verified: true }, { device_id })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const rows = await service.system.rows("select 1 from identity_binding where business_id = $1", [t.id]);
    assert.equal(rows.length, 1);
  });

  test("is refused to other roles, to accounts that are not active, where it is off and to old versions", async () => {
    const { t, app } = await shop({ version_policy: { min_supported: "2.0.0" } });
    const employee = await person(t, "employee");
    const role = await enter(app, { sub: subject(), email: employee.email, email_verified: true });
    assert.deepEqual([role.status, role.body.error_code], [403, "ROLE_NOT_ALLOWED"]);
    assert.equal(
      await service.system.row("select 1 from identity_binding where business_id = $1", [t.id]),
      undefined,
    );
    const { email, id } = await person(t);
    const sub = subject();
    const old = await enter(app, { sub, email, email_verified: true }, { app_version: "1.0.0" });
    assert.deepEqual([old.status, old.body.error_code], [403, "APP_OUTDATED"]);
    assert.equal((await enter(app, { sub, email, email_verified: true })).status, 200);
    await service.system.execute("update account set status = 'disabled' where id = $1", [id]);
    assert.equal((await enter(app, { sub })).body.error_code, "ACCOUNT_DISABLED");
    const off = await shop({ methods: { idp: false } });
    assert.equal((await enter(off.app, { sub: subject() })).body.error_code, "METHOD_NOT_ALLOWED");
    const without = await appOf(service, t);
    assert.equal((await enter(without, { sub: subject() })).body.error_code, "METHOD_NOT_ALLOWED");
  });

  test("refuses tokens that are not genuine, not for this app or not valid now with 401, input with 422", async () => {
    const { app } = await shop();
    const bad = async (claims: Record<string, unknown>, more = {}) => {
      const { status, body } = await app.post("/auth/idp", {
        id_token: await tokenOf(claims, more),
        ...DEVICE,
      });
      assert.deepEqual([status, body.error_code], [401, "INVALID_ID_TOKEN"], JSON.stringify(claims));
    };
    await bad({ aud: "packhorse-web" });
    await bad({ iss: "https://other.example" });
    await bad({ exp: seconds(service.now(), -100) });
    await bad({}, { kid: "unknown" });
    const spoken = await app.post("/auth/idp", { id_token: "x", ...DEVICE }, { "accept-language": "es" });
    assert.equal(spoken.body.message, "No se pudo confirmar el inicio de sesión; vuelva a iniciarlo.");
    for (const [more, field] of [
      [{ id_token: undefined }, "id_token"],
      [{ device_id: "d".repeat(192) }, "device_id"],
      [{ device_platform: "windows" }, "device_platform"],
      [{ app_version: "x" }, "app_version"],
    ] as const) {
      const { status, body } = await app.post("/auth/idp", { id_token: "x", ...DEVICE, ...more });
      assert.deepEqual([status, body.errors[0].field], [422, field]);
    }
  });

  test("goes by the name of the provider: in the route and among the methods; what else is said of it keeps its name", async () => {
    const { providers } = service.mechanism;
    service.mechanism.providers = makeProviders({
      ...NO_SETTINGS,
      identity_providers: [{ ...provider, name: "acme" }],
      private_addresses: true,
    });
    try {
      const t = await service.business();
      const app = await appOf(service, t, { server_client_id: AUDIENCE, identity_provider: "acme" });
      const { data } = (await service.http("GET", app.at("/bootstrap"))).body;
      assert.deepEqual(data.authentication.methods, { acme: true, email: true, registration: false });
      assert.deepEqual(data.authentication.idp, { server_client_id: AUDIENCE, provider: "acme" });
      assert.equal(data.capabilities["auth.idp"], true);
      const { email, id } = await person(t);
      const sent = { id_token: await tokenOf({ sub: subject(), email, email_verified: true }), ...DEVICE };
      assert.equal((await app.post("/auth/acme", sent)).body.user.id, id);
      assert.equal((await app.post("/auth/idp", sent)).status, 404);
    } finally {
      service.mechanism.providers = providers;
    }
  });

  test("is 503 while the issuer cannot be asked, and works with rotated keys", async () => {
    const down = await openIssuer();
    const { providers } = service.mechanism;
    service.mechanism.providers = makeProviders({
      ...NO_SETTINGS,
      identity_providers: [{ ...provider, issuer: down.url }],
      private_addresses: true,
    });
    try {
      const { t, app } = await shop();
      const { email, id } = await person(t);
      const token = () =>
        down.token({
          iss: down.url,
          aud: AUDIENCE,
          sub: "rotated",
          email,
          email_verified: true,
          iat: seconds(service.now()),
          exp: seconds(service.now(), 60),
        });
      down.broken = { status: 500, body: "" };
      const refused = await app.post("/auth/idp", { id_token: await token(), ...DEVICE });
      assert.deepEqual([refused.status, refused.body.error_code], [503, "PROVIDER_UNAVAILABLE"]);
      assert.ok(Number(refused.headers["retry-after"]) > 0);
      down.broken = null;
      service.advance(6000);
      assert.equal((await app.post("/auth/idp", { id_token: await token(), ...DEVICE })).body.user.id, id);
      await down.rotate();
      assert.equal((await app.post("/auth/idp", { id_token: await token(), ...DEVICE })).status, 200);
    } finally {
      service.mechanism.providers = providers;
    }
  });
});

describe("the binding", () => {
  const web = async (claims: Record<string, unknown>) =>
    service.http("POST", "/api/v1/user/login/idp", {
      id_token: await tokenOf({ aud: "packhorse-web", ...claims }),
    });

  test("is shared with the web: what an app bound signs in there, with the web's own audience", async () => {
    const { t, app } = await shop();
    const { email, id } = await person(t);
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

  test("is made and taken off by its owner, who signed in; another's stays another's", async () => {
    const { t, app } = await shop();
    const { person: owner } = await t.customer();
    const sub = subject();
    const add = async (who: typeof owner, claims: Record<string, unknown>) =>
      who.http("POST", "/api/v1/user/identities", { id_token: await tokenOf(claims) });
    assert.equal((await add(owner, { sub, aud: "packhorse-web" })).status, 201);
    assert.equal((await add(owner, { sub })).status, 201, "an app's token too, and twice is once");
    assert.equal((await add(owner, { sub, aud: "other" })).status, 401);
    const { person: stranger } = await t.customer();
    const taken = await add(stranger, { sub });
    assert.deepEqual([taken.status, taken.body.error_code], [409, "BINDING_CONFLICT"]);
    assert.equal((await enter(app, { sub })).body.user.id, owner.account_id);
    const program = await owner.http("POST", "/api/v1/user/tokens", { name: "Program" });
    const by_program = await service.http(
      "POST",
      "/api/v1/user/identities",
      { id_token: await tokenOf({ sub: subject() }) },
      bearer(program.body.access_token),
    );
    assert.equal(by_program.body.error_code, "SIGN_IN_REQUIRED");
    const list = await owner.http("GET", "/api/v1/user/identities");
    assert.partialDeepStrictEqual(list.body.identities, [{ provider: "idp", issuer: issuer.url }]);
    const path = `/api/v1/user/identities/${list.body.identities[0].id}`;
    assert.equal((await stranger.http("DELETE", path)).status, 404);
    assert.equal((await owner.http("DELETE", path)).status, 200);
    assert.equal((await enter(app, { sub })).body.error_code, "REGISTRATION_REQUIRED");
  });

  test("comes with a registration that brings the token, and never moves to a second account", async () => {
    const { app, t } = await shop({
      methods: { registration: true },
      registration: { phone_verification_required: false },
    });
    const sub = subject();
    const register = async (more: object = {}) =>
      app.post("/registration/complete", {
        name: "Clara",
        email: `${subject()}@${t.code}.example`,
        password: "12345678",
        password_confirmation: "12345678",
        address: "Quadra 7",
        city: "Brasília",
        postcode: "70000",
        country: "BR",
        phone: "+5561998765432",
        id_token: await tokenOf({ sub }),
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
      [t.id],
    );
    assert.equal(accounts?.n, 1);
  });
});
