/**
 * Registration through an app: the account and the customer that it creates. Source: docs/contract/rest.md, "Platform
 * apps".
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestApp } from "#tests/support/apps.ts";
import { bearer, createAccount } from "#tests/support/apps.ts";
import { createRegistrationFixture } from "#tests/support/registration.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const { newPhone, from, shop, person, complete, proof, accountsIn } =
  await createRegistrationFixture(service);

describe("registration", () => {
  test("with a verified number creates account and customer and signs in", async () => {
    const { business, app } = await shop();
    const phone = newPhone();
    const registration = person(await proof(app, phone));
    const { status, body } = await app.post("/registration/complete", registration, from());
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(Object.keys(body).sort(), [
      "access_token",
      "app_context",
      "expires_at",
      "expires_timestamp",
      "result",
      "token_type",
      "user",
    ]);
    assert.deepEqual(body.user, { id: body.user.id, name: "Clara Dias", email: registration.email });
    const row = await service.system.row<Record<string, unknown>>(
      `select a.role, a.status, a.phone_e164, a.phone_verified, c.name, c.email, c.tier, e.place from account a
         join customer c on c.id = a.customer_id join address_entry e on e.customer_id = c.id where a.id = $1`,
      [body.user.id],
    );
    assert.partialDeepStrictEqual(row, {
      role: "customer",
      status: "active",
      phone_e164: phone,
      phone_verified: true,
      name: "Clara Dias",
      email: registration.email,
      tier: "standard",
      place: { line1: "Quadra 7", city: "Brasília", postal_code: "70000-123", country: "BR" },
    });
    const me = await service.http("GET", "/api/v1/user/me", undefined, bearer(body.access_token));
    assert.equal(me.body.user.phone, phone);
    const again = await app.signIn(registration.email, {
      password: registration.password,
      device_id: "device-2",
    });
    assert.equal(again.body.user.id, body.user.id);
    assert.equal((await business.readEvents("account", body.user.id))[0]?.kind, "app.registered");
  });

  test("without required verification accepts an unverified number; a challenge that is sent is still checked", async () => {
    const { app } = await shop({ phone_verification_required: false });
    const plain = await complete(app, { phone: newPhone() });
    assert.equal(plain.status, 200, JSON.stringify(plain.body));
    const none = await complete(app);
    assert.deepEqual([none.status, none.body.errors[0].field], [422, "phone"]);
    const proven = await complete(app, await proof(app));
    assert.equal(proven.status, 200);
    const wrong = await complete(app, { ...(await proof(app)), code: "000000", phone: newPhone() });
    assert.equal(wrong.status, 422);
    const verified = async (id: number) =>
      (
        await service.system.row<{ phone_verified: boolean }>(
          "select phone_verified from account where id = $1",
          [id],
        )
      )?.phone_verified;
    assert.equal(await verified(plain.body.user.id), false);
    assert.equal(await verified(proven.body.user.id), true);
  });

  test("accepts a country's name in the language of the business", async () => {
    const { business, app } = await shop({ phone_verification_required: false });
    await service.system.execute("update business set locale = 'pt-BR' where id = $1", [business.id]);
    assert.equal((await complete(app, { phone: newPhone(), country: "Brasil" })).status, 200);
  });

  test("refuses input outside the published schema with 422, field by field, and changes nothing", async () => {
    const { business, app } = await shop();
    const phone_proof = await proof(app);
    const cases: [object, string][] = [
      [{ name: undefined }, "name"],
      [{ name: "n".repeat(256) }, "name"],
      [{ name: "  " }, "name"],
      [{ email: "no address" }, "email"],
      [{ email: undefined }, "email"],
      [{ password: "1234567", password_confirmation: "1234567" }, "password"],
      [{ password_confirmation: "87654321" }, "password_confirmation"],
      [{ password_confirmation: undefined }, "password_confirmation"],
      [{ address: undefined }, "address"],
      [{ address: " " }, "address"],
      [{ city: undefined }, "city"],
      [{ postcode: undefined }, "postcode"],
      [{ country: undefined }, "country"],
      [{ country: "Atlantis" }, "country"],
      [{ device_id: undefined }, "device_id"],
      [{ device_id: "d".repeat(192) }, "device_id"],
      [{ device_platform: "windows" }, "device_platform"],
      [{ challenge_id: "c".repeat(63) }, "challenge_id"],
      [{ challenge_id: "c".repeat(65) }, "challenge_id"],
      [{ code: "12345" }, "code"],
      [{ code: "abcdef" }, "code"],
      [{ code: undefined }, "code"],
      [{ challenge_id: undefined }, "challenge_id"],
      [{ challenge_id: null, code: null }, "challenge_id"],
      [{ app_version: "x" }, "app_version"],
      [{ phone: newPhone() }, "phone"],
      [{ unknown: 1 }, "unknown"],
    ];
    for (const [more, field] of cases) {
      const { status, body } = await complete(app, { ...phone_proof, ...more });
      assert.equal(status, 422, JSON.stringify(more));
      assert.ok(
        body.errors.some((one: { field: string }) => one.field === field),
        `${JSON.stringify(more)}: ${JSON.stringify(body.errors)}`,
      );
    }
    assert.equal(await accountsIn(business.id), 0);
    const completion = await complete(
      app,
      { ...phone_proof, name: "n".repeat(255), country: "Brasil" },
      {
        ...from(),
        "accept-language": "pt-BR",
      },
    );
    assert.equal(completion.status, 200, JSON.stringify(completion.body));
  });

  test("reports a missing challenge if numbers are verified, a missing number only if they are not", async () => {
    const readFields = async (app: TestApp, more: object) =>
      (await complete(app, more)).body.errors.map((one: { field: string }) => one.field);
    const differs = { password_confirmation: "87654321" };
    const { app } = await shop();
    assert.deepEqual(await readFields(app, {}), ["challenge_id", "code"]);
    assert.deepEqual(await readFields(app, differs), ["password_confirmation", "challenge_id", "code"]);
    assert.deepEqual(await readFields(app, { code: "123456" }), ["challenge_id"]);
    assert.deepEqual(await readFields(app, { phone: "nobody", challenge_id: null }), [
      "phone",
      "challenge_id",
      "code",
    ]);
    const { app: open } = await shop({ phone_verification_required: false });
    assert.deepEqual(await readFields(open, differs), ["password_confirmation", "phone"]);
  });

  test("never changes an existing account: a taken address and a taken number get the same refusal", async () => {
    const { business, app } = await shop();
    const email = `there@${business.code}.example`;
    const id = await createAccount(service, business, email);
    const phone = newPhone();
    assert.equal((await complete(app, await proof(app, phone))).status, 200);
    const row = () =>
      service.system.row("select row_to_json(a)::text as row from account a where id = $1", [id]);
    const before = await row();
    const refused_answer = await complete(app, { ...(await proof(app)), email: email.toUpperCase() });
    assert.deepEqual([refused_answer.status, refused_answer.body.error_code], [409, "REGISTRATION_CONFLICT"]);
    assert.deepEqual(await row(), before);
    service.advance(60_000);
    const number = await complete(app, await proof(app, phone));
    assert.deepEqual({ ...number.body, request_id: "" }, { ...refused_answer.body, request_id: "" });
    assert.equal(await accountsIn(business.id), 2);
    assert.equal(
      (
        await service.system.row<{ n: number }>("select count(*) as n from customer where business_id = $1", [
          business.id,
        ])
      )?.n,
      1,
    );
  });

  test("sent twice concurrently with one address creates one account", async () => {
    const { business, app } = await shop({ phone_verification_required: false });
    const email = `twice@${business.code}.example`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => complete(app, { email, phone: newPhone() })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
    assert.equal(await accountsIn(business.id), 1);
  });

  test("counts attempts by network, so that nobody can probe for existing addresses", async () => {
    const { app } = await shop({ phone_verification_required: false });
    const network = from();
    const statuses = new Set<number>();
    for (let times = 0; times < 101; times += 1) {
      const { status } = await complete(app, { phone: newPhone(), email: "bad" }, network);
      statuses.add(status);
    }
    assert.deepEqual([...statuses], [422], "what is not valid is no attempt");
    for (let times = 0; times < 100; times += 1)
      statuses.add((await complete(app, { phone: newPhone(), country: "Atlantis" }, network)).status);
    const last = await complete(app, { phone: newPhone() }, network);
    assert.equal(last.status, 429);
  });
});
