/**
 * Verification codes by text message, for registration through an app. Source: docs/contract/rest.md, "Platform apps".
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { createApp } from "#tests/support/apps.ts";
import { runSchedule } from "#tests/support/jobs.ts";
import { createRegistrationFixture } from "#tests/support/registration.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
// Its minute between codes is counted by this clock.
service.freezeClock();
const { texts, newPhone, from, shop, ask, complete, proof, accountsIn } =
  await createRegistrationFixture(service);

describe("a code by text message", () => {
  test("is sent to the number and appears nowhere else", async () => {
    const { business, app } = await shop();
    const phone = newPhone();
    const { status, body } = await ask(app, phone);
    assert.equal(status, 200);
    const { challenge_id, ...rest } = body;
    assert.match(challenge_id, /^[0-9a-zA-Z_-]{64}$/);
    assert.deepEqual(rest, {
      result: true,
      message: "A code was sent by text message.",
      phone_e164: `+55${"*".repeat(phone.length - 5)}${phone.slice(-2)}`,
      expires_in: 300,
      resend_after: 60,
    });
    const code = texts.codeTo(phone);
    assert.match(code, /^\d{6}$/);
    assert.ok(!JSON.stringify(body).includes(code));
    assert.match(texts.messages.at(-1)?.text ?? "", new RegExp(business.code));
    const stored_rows = await service.system.rows(
      `select row_to_json(c)::text as row from app_challenge c where business_id = $1
       union all select row_to_json(e)::text from event e where business_id = $1
       union all select row_to_json(a)::text from audit a where business_id = $1
       union all select row_to_json(o)::text from external_call o where business_id = $1
       union all select row_to_json(m)::text from outbox_message m where business_id = $1`,
      [business.id],
    );
    assert.ok(stored_rows.length > 2);
    assert.ok(!JSON.stringify(stored_rows).includes(code));
  });

  test("is deleted a day after it expired", async () => {
    const { business, app } = await shop();
    const count = async () =>
      (
        await service.system.row<{ n: number }>(
          "select count(*)::int as n from app_challenge where business_id = $1",
          [business.id],
        )
      )?.n;
    const hour_ms = 3_600_000;
    await ask(app, newPhone());
    try {
      service.advance(24 * hour_ms);
      await ask(app, newPhone());
      await runSchedule(service, "apps.delete-expired-challenges");
      assert.equal(await count(), 2);
      service.advance(hour_ms);
      await runSchedule(service, "apps.delete-expired-challenges");
      assert.equal(await count(), 1);
    } finally {
      service.advance(-25 * hour_ms);
    }
  });

  test("gets the same response for known and unknown numbers", async () => {
    const { business, app } = await shop();
    const [known_phone, unknown] = [newPhone(), newPhone()];
    await service.system.execute(
      "insert into account (business_id, role, name, email, phone_e164, phone_verified) values ($1, 'customer', 'A', 'a@a', $2, true)",
      [business.id, known_phone],
    );
    const [one, two] = [await ask(app, known_phone), await ask(app, unknown)];
    const plain = (body: object) => ({ ...body, challenge_id: "", phone_e164: "" });
    assert.deepEqual([one.status, plain(one.body)], [two.status, plain(two.body)]);
  });

  test("is valid only for the app that it was created for, and for no other of the same client", async () => {
    const { business, app } = await shop();
    const other = await createApp(service, business, { client: { methods: { registration: true } } });
    const phone_proof = await proof(app);
    const elsewhere = await complete(other, phone_proof);
    assert.deepEqual([elsewhere.status, elsewhere.body.error_code], [422, "CHALLENGE_INVALID"]);
    assert.equal((await complete(app, phone_proof)).status, 200);
  });

  test("is sent in Japanese for ja_JP, as for ja-JP", async () => {
    const { app } = await shop();
    const texts_of: string[] = [];
    for (const locale of ["ja_JP", "ja-JP", "JA_jp"]) {
      await ask(app, newPhone(), { locale });
      texts_of.push((texts.messages.at(-1)?.text ?? "").replaceAll(/\d/g, ""));
    }
    assert.match(texts_of[0] ?? "", /[\u3040-\u30ff]/);
    assert.equal(new Set(texts_of).size, 1);
    const { body } = await ask(app, "12", {}, { ...from(), "accept-language": "ja_JP" });
    assert.match(body.message, /[\u3040-\u30ff]/);
  });

  test("is sent in the language that the app names, else in that of the request", async () => {
    const { app } = await shop();
    const [one, two] = [newPhone(), newPhone()];
    await ask(app, one, { locale: "pt-BR" }, { ...from(), "accept-language": "de" });
    assert.match(texts.messages.at(-1)?.text ?? "", /seu código/);
    const { body } = await ask(app, two, {}, { ...from(), "accept-language": "zh-TW" });
    assert.match(texts.messages.at(-1)?.text ?? "", /驗證碼/);
    assert.match(body.message, /簡訊/);
  });

  test("parses numbers by the region, and refuses invalid ones", async () => {
    const { app } = await shop({ default_phone_region: "DE" });
    assert.equal((await ask(app, "0151 23456789")).body.phone_e164, "+49*********89");
    const cases: [string, number][] = [
      ["12", 422],
      ["not a number", 422],
      ["+1 999", 422],
      ["1".repeat(51), 422],
      ["", 422],
    ];
    for (const [phone, status] of cases) {
      const answer = await ask(app, phone);
      assert.equal(answer.status, status, phone);
      assert.equal(answer.body.errors[0].field, "phone");
    }
    assert.equal((await app.post("/registration/phone/request", {}, from())).status, 422);
  });

  test("is sent at most once a minute, five times an hour, and thirty times from one network", async () => {
    const { app } = await shop();
    const phone = newPhone();
    const own_headers = from();
    const refused = async (what: string) => {
      const answer = await ask(app, phone, {}, own_headers);
      assert.deepEqual([answer.status, answer.body.error_code], [429, "TOO_MANY_CODES"], what);
      return Number(answer.headers["retry-after"]);
    };
    for (let times = 0; times < 5; times += 1) {
      assert.equal((await ask(app, phone, {}, own_headers)).status, 200, `code ${times}`);
      const wait_s = await refused("at once");
      assert.ok(wait_s > 0 && wait_s <= 60 + (times === 4 ? 3600 : 0), String(wait_s));
      service.advance(60_000);
    }
    const wait_s = await refused("the sixth in an hour");
    assert.ok(wait_s > 3000 && wait_s <= 3600, String(wait_s));
    service.advance(wait_s * 1000);
    assert.equal((await ask(app, phone, {}, own_headers)).status, 200);

    const network = from();
    for (let times = 0; times < 30; times += 1)
      assert.equal((await ask(app, newPhone(), {}, network)).status, 200);
    assert.equal((await ask(app, newPhone(), {}, network)).status, 429);
    assert.equal((await ask(app, newPhone())).status, 200);
  });

  test("is sent once for many concurrent requests", async () => {
    const { app } = await shop();
    const phone = newPhone();
    const before = texts.messages.length;
    const own_headers = from();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(app, phone, {}, own_headers)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429, 429, 429, 429, 429]);
    assert.equal(texts.messages.length, before + 1);
  });

  test("is refused with 503 without a sender, and if sending fails; then it may be requested again at once", async () => {
    const { app } = await shop();
    const phone = newPhone();
    texts.status = 500;
    try {
      const failed = await ask(app, phone);
      assert.deepEqual([failed.status, failed.body.error_code], [503, "SMS_FAILED"]);
      assert.ok(Number(failed.headers["retry-after"]) > 0);
    } finally {
      texts.status = 201;
    }
    assert.equal((await ask(app, phone)).status, 200);

    const { providers } = service.runtime;
    service.runtime.providers = createProviders(DEFAULT_PROVIDER_SETTINGS);
    try {
      const none = await ask(app, newPhone());
      assert.deepEqual([none.status, none.body.error_code], [503, "SMS_NOT_CONFIGURED"]);
      const { body } = await service.http("GET", app.at("/bootstrap"));
      assert.equal(body.data.authentication.registration.sms_configured, false);
    } finally {
      service.runtime.providers = providers;
    }
    const { body } = await service.http("GET", app.at("/bootstrap"));
    assert.equal(body.data.authentication.registration.sms_configured, true);
  });

  test("is refused with 403 if registration is closed, and a dry run sends nothing", async () => {
    const { app } = await shop({}, { registration: false });
    const closed = await ask(app, newPhone());
    assert.deepEqual([closed.status, closed.body.error_code], [403, "REGISTRATION_DISABLED"]);
    const completion = await complete(app);
    assert.deepEqual([completion.status, completion.body.error_code], [403, "REGISTRATION_DISABLED"]);
    const open = await shop();
    const before = texts.messages.length;
    const dry = await ask(open.app, newPhone(), {}, { ...from(), "x-dry-run": "1" });
    assert.equal(dry.status, 200);
    assert.equal(texts.messages.length, before);
  });
});

describe("a code that is entered", () => {
  test("allows five tries at a code, dry runs and concurrent ones included", async () => {
    const { app } = await shop();
    const phone_proof = await proof(app);
    const guess = (code: string, headers = {}) =>
      complete(app, { challenge_id: phone_proof.challenge_id, code }, { ...from(), ...headers });
    const wrong = String((Number(phone_proof.code) + 1) % 1_000_000).padStart(6, "0");
    const first = await guess(wrong, { "x-dry-run": "1" });
    assert.deepEqual([first.status, first.body.error_code, first.body.tries_left], [422, "CODE_WRONG", 4]);
    const more = await Promise.all(Array.from({ length: 8 }, () => guess(wrong)));
    assert.equal(more.filter(({ body }) => body.error_code === "CODE_WRONG").length, 4);
    assert.equal(more.filter(({ body }) => body.error_code === "CHALLENGE_INVALID").length, 4);
    assert.equal((await guess(phone_proof.code)).body.error_code, "CHALLENGE_INVALID");
  });

  test("accepts a code for five minutes, once, and only the newest of a number that a network requested", async () => {
    const { business, app } = await shop();
    const phone = newPhone();
    const own_headers = from();
    const old = await proof(app, phone, own_headers);
    service.advance(60_000);
    const fresh = await proof(app, phone, own_headers);
    assert.equal((await complete(app, old)).body.error_code, "CHALLENGE_INVALID");
    const at_once = await Promise.all([complete(app, fresh), complete(app, fresh), complete(app, fresh)]);
    assert.deepEqual(at_once.map(({ status }) => status).sort(), [200, 422, 422]);
    assert.equal((await complete(app, fresh)).body.error_code, "CHALLENGE_INVALID");
    const late = await proof(app);
    service.advance(300_000);
    assert.equal((await complete(app, late)).body.error_code, "CHALLENGE_INVALID");
    assert.equal(await accountsIn(business.id), 1);
  });

  test("accepts a code only for the client that sent it; the same number can register with each client", async () => {
    const { app } = await shop();
    const other = await service.business();
    const there = await app.assign(other, { methods: { registration: true } });
    const phone = newPhone();
    const here = await proof(app, phone);
    const elsewhere = await proof(there, phone);
    assert.equal((await complete(there, here)).body.error_code, "CHALLENGE_INVALID");
    assert.equal((await complete(app, here)).status, 200);
    assert.equal((await complete(there, elsewhere)).status, 200);
  });
});
