/** Sign-in by identity provider. Source: docs/contract/rest.md, "Platform apps". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { createApp, DEVICE } from "#tests/support/apps.ts";
import { AUDIENCE, createIdentityFixture } from "#tests/support/identity.ts";
import { openIssuer, seconds } from "#tests/support/issuer.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const { provider, subject, issueToken, shop, enter, person } = await createIdentityFixture(service);

describe("sign-in by ID token", () => {
  test("binds a verified address to the account that the business created, and then uses only the subject", async () => {
    const { business, app } = await shop();
    const { email, id } = await person(business);
    const sub = subject();
    const first = await enter(app, { sub, email: email.toUpperCase(), email_verified: true });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.equal(first.body.user.id, id);
    assert.ok(
      (await business.readEvents("account", id)).some(({ kind }) => kind === "account.identity_bound"),
    );
    const other = await person(business);
    const second = await enter(app, { sub, email: other.email, email_verified: true });
    assert.equal(second.body.user.id, id, "the address no longer counts");
    const bare = await enter(app, { sub });
    assert.equal(bare.body.user.id, id);
  });

  test("does not bind by an address that the issuer has not verified, and does not reveal that it is known", async () => {
    const { business, app } = await shop();
    const { email } = await person(business);
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
      await service.system.row("select 1 from identity_binding where business_id = $1", [business.id]),
      undefined,
    );
  });

  test("does not bind to an account that its person registered: registering another's address gives no access", async () => {
    const { business, app } = await shop({
      methods: { registration: true },
      registration: { phone_verification_required: false },
    });
    const email = `victim@${business.code}.example`;
    const registration = {
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
    assert.equal((await app.post("/registration/complete", registration)).status, 200);
    const { status, body } = await enter(app, { sub: subject(), email, email_verified: true });
    assert.deepEqual([status, body.error_code], [409, "BINDING_CONFLICT"]);
  });

  test("many concurrent sign-ins on one device leave one valid session", async () => {
    const { business, app } = await shop();
    const { email, id } = await person(business);
    const sub = subject();
    assert.equal((await enter(app, { sub, email, email_verified: true })).status, 200);
    const answers = await Promise.all(Array.from({ length: 24 }, () => enter(app, { sub })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const live_sessions = await service.system.rows(
      "select id from app_session where account_id = $1 and revoked_at is null",
      [id],
    );
    assert.equal(live_sessions.length, 1);
  });

  test("is refused for other roles, inactive accounts, disabled methods and old versions", async () => {
    const { business, app } = await shop({ version_policy: { min_supported: "2.0.0" } });
    const employee = await person(business, "employee");
    const role = await enter(app, { sub: subject(), email: employee.email, email_verified: true });
    assert.deepEqual([role.status, role.body.error_code], [403, "ROLE_NOT_ALLOWED"]);
    assert.equal(
      await service.system.row("select 1 from identity_binding where business_id = $1", [business.id]),
      undefined,
    );
    const { email, id } = await person(business);
    const sub = subject();
    const old = await enter(app, { sub, email, email_verified: true }, { app_version: "1.0.0" });
    assert.deepEqual([old.status, old.body.error_code], [403, "APP_OUTDATED"]);
    assert.equal((await enter(app, { sub, email, email_verified: true })).status, 200);
    await service.system.execute("update account set status = 'disabled' where id = $1", [id]);
    assert.equal((await enter(app, { sub })).body.error_code, "ACCOUNT_DISABLED");
    const off = await shop({ methods: { idp: false } });
    assert.equal((await enter(off.app, { sub: subject() })).body.error_code, "METHOD_NOT_ALLOWED");
    const without = await createApp(service, business);
    assert.equal((await enter(without, { sub: subject() })).body.error_code, "METHOD_NOT_ALLOWED");
  });

  test("refuses tokens that are not genuine, not for this app or not valid now with 401, input with 422", async () => {
    const { app } = await shop();
    const bad = async (claims: Record<string, unknown>, more = {}) => {
      const { status, body } = await app.post("/auth/idp", {
        id_token: await issueToken(claims, more),
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

  test("uses the name of the provider in the route and among the methods; other members keep their name", async () => {
    const { providers } = service.runtime;
    service.runtime.providers = createProviders({
      ...DEFAULT_PROVIDER_SETTINGS,
      identity_providers: [{ ...provider, name: "acme" }],
      private_addresses: true,
    });
    try {
      const business = await service.business();
      const app = await createApp(service, business, {
        server_client_id: AUDIENCE,
        identity_provider: "acme",
      });
      const { data } = (await service.http("GET", app.at("/bootstrap"))).body;
      assert.deepEqual(data.authentication.methods, { acme: true, email: true, registration: false });
      assert.deepEqual(data.authentication.idp, { server_client_id: AUDIENCE, provider: "acme" });
      assert.equal(data.capabilities["auth.idp"], true);
      const { email, id } = await person(business);
      const registration = {
        id_token: await issueToken({ sub: subject(), email, email_verified: true }),
        ...DEVICE,
      };
      assert.equal((await app.post("/auth/acme", registration)).body.user.id, id);
      assert.equal((await app.post("/auth/idp", registration)).status, 404);
    } finally {
      service.runtime.providers = providers;
    }
  });

  test("is 503 while the issuer cannot be reached, and works with rotated keys", async () => {
    const down = await openIssuer();
    const { providers } = service.runtime;
    service.runtime.providers = createProviders({
      ...DEFAULT_PROVIDER_SETTINGS,
      identity_providers: [{ ...provider, issuer: down.url }],
      private_addresses: true,
    });
    try {
      const { business, app } = await shop();
      const { email, id } = await person(business);
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
      service.runtime.providers = providers;
    }
  });
});
