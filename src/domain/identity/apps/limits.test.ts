/**
 * Valid and invalid input of each fixed route of an app, at each limit and one beyond. Source: docs/contract/rest.md,
 * "Platform apps".
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bearer, createShop, DEVICE, type TestApp } from "#tests/support/apps.ts";
import { createRegistrationFixture } from "#tests/support/registration.ts";
import { TEST_PASSWORD, testService } from "#tests/support/service.ts";

const service = await testService();
const { from, person: registrant } = await createRegistrationFixture(service);

type Cases = [object, string][];
/** For every sign-in and refresh. */
const DEVICES: Cases = [
  ...[undefined, null, "", "  ", "d".repeat(192), 7].map((device_id): Cases[0] => [
    { device_id },
    "device_id",
  ]),
  ...[undefined, null, "", "IOS", "windows", 7].map((device_platform): Cases[0] => [
    { device_platform },
    "device_platform",
  ]),
  ...["", "1", "1.2", "v1.2.3", `1.0.0-${"a".repeat(95)}`, 1].map((app_version): Cases[0] => [
    { app_version },
    "app_version",
  ]),
  [{ unknown: 1 }, "unknown"],
];

async function refuses(app: TestApp, path: string, valid: object, cases: Cases, token?: string) {
  const headers = () => ({ ...from(), ...(token === undefined ? {} : bearer(token)) });
  for (const [change, field] of cases) {
    const { status, body } = await app.post(path, { ...valid, ...change }, headers());
    const what = `${path} ${JSON.stringify(change).slice(0, 80)}`;
    assert.deepEqual([status, body.result], [422, false], what);
    const fields = (body.errors as { field: string }[]).map((error) => error.field);
    assert.ok(fields.includes(field), `${what}: ${fields.join(", ")}`);
  }
  const bare = (body: unknown, more = {}) =>
    service.http("POST", app.at(path), body, { ...headers(), ...more });
  assert.equal((await bare(undefined)).status, 422, `${path} without a body`);
  assert.equal((await bare("{", { "content-type": "application/json" })).status, 400, `${path} without JSON`);
  assert.equal((await bare("a=b", { "content-type": "text/plain" })).status, 415, `${path} as text`);
}

const shop = (client?: Record<string, unknown>) => createShop(service, client);

describe("Platform apps: sign-in, refresh and sign-out", () => {
  test("sign-in by e-mail refuses input outside the published schema with 422, and accepts input at the limits", async () => {
    const { app, person } = await shop();
    const valid = { email: person.email, password: TEST_PASSWORD, ...DEVICE };
    await refuses(app, "/auth/email", valid, [
      ...DEVICES,
      ...[undefined, null, "", 7].map((email): Cases[0] => [{ email }, "email"]),
      ...[undefined, null, "", 7].map((password): Cases[0] => [{ password }, "password"]),
    ]);
    const at_limit = { device_id: "d".repeat(191), device_platform: "android", app_version: null };
    assert.equal((await app.post("/auth/email", { ...valid, ...at_limit }, from())).status, 200);
  });

  test("sign-in by identity provider does the same", async () => {
    const { app } = await shop();
    await refuses(app, "/auth/idp", { id_token: "x", ...DEVICE }, [
      ...DEVICES,
      ...[undefined, null, "", 7].map((id_token): Cases[0] => [{ id_token }, "id_token"]),
    ]);
  });

  test("refresh checks the token first, then refuses invalid input with 422", async () => {
    const { app, person } = await shop();
    for (const body of [{}, { device_id: 7 }, DEVICE])
      for (const headers of [undefined, { authorization: "Basic abc" }]) {
        const { status, body: answer_body } = await app.post("/auth/refresh", body, headers);
        assert.deepEqual([status, answer_body.error_code], [401, "UNAUTHENTICATED"], JSON.stringify(body));
      }
    const { access_token } = (await app.signIn(person.email)).body;
    await refuses(app, "/auth/refresh", DEVICE, DEVICES, access_token);
    assert.equal((await app.post("/auth/refresh", DEVICE, bearer(access_token))).status, 200);
  });

  test("sign-out needs a token, and no body", async () => {
    const { app, person } = await shop();
    assert.equal((await service.http("POST", app.at("/auth/logout"))).status, 401);
    const { access_token } = (await app.signIn(person.email)).body;
    const unknown = await app.post("/auth/logout", { unknown: 1 }, bearer(access_token));
    assert.equal(unknown.status, 422);
    assert.equal((await app.post("/auth/logout", {}, bearer(access_token))).status, 200);
  });
});

describe("Platform apps: registration", () => {
  const open = { methods: { registration: true }, registration: { phone_verification_required: false } };

  test("the phone of a code request has at most 50 characters", async () => {
    const { app } = await shop(open);
    await refuses(app, "/registration/phone/request", { phone: "+5561998765432" }, [
      ...[undefined, null, "", " ", "0".repeat(51), "12", 5561998765432].map((phone): Cases[0] => [
        { phone },
        "phone",
      ]),
      ...[7, null, "x".repeat(36)].map((locale): Cases[0] => [{ locale }, "locale"]),
      [{ unknown: 1 }, "unknown"],
    ]);
    const spaced = "+55 61 99876 5432".padEnd(50, " ");
    const { status, body } = await app.post("/registration/phone/request", { phone: spaced }, from());
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.challenge_id.length, body.expires_in, body.resend_after, body.phone_e164],
      [64, 300, 60, "+55*********32"],
    );
  });

  test("accepts each member up to its limit", async () => {
    const { app } = await shop(open);
    const valid = registrant({ phone: "+5561998765432" });
    const challenge_id = "c".repeat(64);
    await refuses(app, "/registration/complete", valid, [
      ...DEVICES,
      ...["name", "address", "city", "postcode", "country"].flatMap((member) =>
        [undefined, null, "", " ", 7].map((value): Cases[0] => [{ [member]: value }, member]),
      ),
      [{ name: "n".repeat(256) }, "name"],
      [{ address: "a".repeat(256) }, "address"],
      [{ city: "c".repeat(121) }, "city"],
      [{ postcode: "1".repeat(21) }, "postcode"],
      [{ country: "c".repeat(101) }, "country"],
      ...[undefined, null, "", "clara", "a@", "@b", "a b@c"].map((email): Cases[0] => [{ email }, "email"]),
      [{ password: "1234567", password_confirmation: "1234567" }, "password"],
      [{ password: "1".repeat(201), password_confirmation: "1".repeat(201) }, "password"],
      [{ password_confirmation: "12345679" }, "password_confirmation"],
      [{ password_confirmation: undefined }, "password_confirmation"],
      ...[63, 65].map((length): Cases[0] => [
        { challenge_id: "c".repeat(length), code: "123456" },
        "challenge_id",
      ]),
      ...["12345", "1234567", "12345a", " 123456", "１２３４５６", 123456].map((code): Cases[0] => [
        { challenge_id, code },
        "code",
      ]),
      [{ challenge_id }, "code"],
      [{ code: "123456" }, "challenge_id"],
      [{ phone: undefined }, "phone"],
      [{ phone: "0".repeat(51) }, "phone"],
      [{ phone: 5561998765432 }, "phone"],
    ]);
    const unknown = await app.post(
      "/registration/complete",
      { ...valid, challenge_id, code: "123456" },
      from(),
    );
    assert.deepEqual([unknown.status, unknown.body.error_code], [422, "CHALLENGE_INVALID"]);
    const password = "1".repeat(200);
    const at_limit = {
      name: "n".repeat(255),
      address: "a".repeat(255),
      city: "c".repeat(120),
      postcode: "1".repeat(20),
      device_id: "d".repeat(191),
      app_version: null,
      challenge_id: null,
      code: null,
      password,
      password_confirmation: password,
    };
    const creation = await app.post("/registration/complete", { ...valid, ...at_limit }, from());
    assert.equal(creation.status, 200, JSON.stringify(creation.body));
  });
});
