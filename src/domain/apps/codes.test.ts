/** Codes by text message, for those who register through an app. Source: docs/contract/rest.md, "Platform apps". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeProviders, NO_SETTINGS } from "#providers/make.ts";
import { registering } from "#tests/support/registration.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
// A minute of a code is counted by it.
service.holdClock();
const { texts, newPhone, from, shop, ask, complete, proof, accountsIn } = await registering(service);

describe("a code by text message", () => {
  test("is sent to the number and told nowhere else", async () => {
    const { t, app } = await shop();
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
    assert.match(texts.sent.at(-1)?.text ?? "", new RegExp(t.code));
    const kept = await service.system.rows(
      `select row_to_json(c)::text as row from app_challenge c where business_id = $1
       union all select row_to_json(e)::text from event e where business_id = $1
       union all select row_to_json(a)::text from audit a where business_id = $1
       union all select row_to_json(o)::text from outside_call o where business_id = $1
       union all select row_to_json(m)::text from outbox_message m where business_id = $1`,
      [t.id],
    );
    assert.ok(kept.length > 2);
    assert.ok(!JSON.stringify(kept).includes(code));
  });

  test("is answered alike for known and unknown numbers", async () => {
    const { t, app } = await shop();
    const [known, unknown] = [newPhone(), newPhone()];
    await service.system.execute(
      "insert into account (business_id, role, name, email, phone_e164, phone_verified) values ($1, 'customer', 'A', 'a@a', $2, true)",
      [t.id, known],
    );
    const [one, two] = [await ask(app, known), await ask(app, unknown)];
    const plain = (body: object) => ({ ...body, challenge_id: "", phone_e164: "" });
    assert.deepEqual([one.status, plain(one.body)], [two.status, plain(two.body)]);
  });

  test("goes out in the language that the app names, else in that of the request", async () => {
    const { app } = await shop();
    const [one, two] = [newPhone(), newPhone()];
    await ask(app, one, { locale: "pt-BR" }, { ...from(), "accept-language": "de" });
    assert.match(texts.sent.at(-1)?.text ?? "", /seu código/);
    const { body } = await ask(app, two, {}, { ...from(), "accept-language": "zh-TW" });
    assert.match(texts.sent.at(-1)?.text ?? "", /驗證碼/);
    assert.match(body.message, /簡訊/);
  });

  test("reads numbers by the region, and refuses what is none", async () => {
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

  test("is not sent again within a minute, five times an hour at most, and no more than thirty times from one network", async () => {
    const { app } = await shop();
    const phone = newPhone();
    const refused = async (what: string, headers = from()) => {
      const answer = await ask(app, phone, {}, headers);
      assert.deepEqual([answer.status, answer.body.error_code], [429, "TOO_MANY_CODES"], what);
      return Number(answer.headers["retry-after"]);
    };
    for (let times = 0; times < 5; times += 1) {
      assert.equal((await ask(app, phone)).status, 200, `code ${times}`);
      const wait_s = await refused("at once");
      assert.ok(wait_s > 0 && wait_s <= 60 + (times === 4 ? 3600 : 0), String(wait_s));
      service.advance(60_000);
    }
    const wait_s = await refused("the sixth in an hour");
    assert.ok(wait_s > 3000 && wait_s <= 3600, String(wait_s));
    service.advance(wait_s * 1000);
    assert.equal((await ask(app, phone)).status, 200);

    const network = from();
    for (let times = 0; times < 30; times += 1)
      assert.equal((await ask(app, newPhone(), {}, network)).status, 200);
    assert.equal((await ask(app, newPhone(), {}, network)).status, 429);
    assert.equal((await ask(app, newPhone())).status, 200);
  });

  test("is sent once when it is asked for many times at once", async () => {
    const { app } = await shop();
    const phone = newPhone();
    const before = texts.sent.length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(app, phone)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429, 429, 429, 429, 429]);
    assert.equal(texts.sent.length, before + 1);
  });

  test("is refused with 503 where nobody sends, and where sending fails; then it may be asked for at once", async () => {
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

    const { providers } = service.mechanism;
    service.mechanism.providers = makeProviders(NO_SETTINGS);
    try {
      const none = await ask(app, newPhone());
      assert.deepEqual([none.status, none.body.error_code], [503, "SMS_NOT_CONFIGURED"]);
      const { body } = await service.http("GET", app.at("/bootstrap"));
      assert.equal(body.data.authentication.registration.sms_configured, false);
    } finally {
      service.mechanism.providers = providers;
    }
    const { body } = await service.http("GET", app.at("/bootstrap"));
    assert.equal(body.data.authentication.registration.sms_configured, true);
  });

  test("is refused with 403 where registration is closed, and sends nothing as a preview", async () => {
    const { app } = await shop({}, { registration: false });
    const closed = await ask(app, newPhone());
    assert.deepEqual([closed.status, closed.body.error_code], [403, "REGISTRATION_DISABLED"]);
    const done = await complete(app);
    assert.deepEqual([done.status, done.body.error_code], [403, "REGISTRATION_DISABLED"]);
    const open = await shop();
    const before = texts.sent.length;
    const dry = await ask(open.app, newPhone(), {}, { ...from(), "x-dry-run": "1" });
    assert.equal(dry.status, 200);
    assert.equal(texts.sent.length, before);
  });
});

describe("a code that is told", () => {
  test("counts five tries at a code, previews and several at once included", async () => {
    const { app } = await shop();
    const given = await proof(app);
    const guess = (code: string, headers = {}) =>
      complete(app, { challenge_id: given.challenge_id, code }, { ...from(), ...headers });
    const wrong = String((Number(given.code) + 1) % 1_000_000).padStart(6, "0");
    const first = await guess(wrong, { "x-dry-run": "1" });
    assert.deepEqual([first.status, first.body.error_code, first.body.tries_left], [422, "CODE_WRONG", 4]);
    const more = await Promise.all(Array.from({ length: 8 }, () => guess(wrong)));
    assert.equal(more.filter(({ body }) => body.error_code === "CODE_WRONG").length, 4);
    assert.equal(more.filter(({ body }) => body.error_code === "CHALLENGE_INVALID").length, 4);
    assert.equal((await guess(given.code)).body.error_code, "CHALLENGE_INVALID");
  });

  test("takes a code for five minutes, once, and only the newest of a number", async () => {
    const { t, app } = await shop();
    const phone = newPhone();
    const old = await proof(app, phone);
    service.advance(60_000);
    const fresh = await proof(app, phone);
    assert.equal((await complete(app, old)).body.error_code, "CHALLENGE_INVALID");
    const at_once = await Promise.all([complete(app, fresh), complete(app, fresh), complete(app, fresh)]);
    assert.deepEqual(at_once.map(({ status }) => status).sort(), [200, 422, 422]);
    assert.equal((await complete(app, fresh)).body.error_code, "CHALLENGE_INVALID");
    const late = await proof(app);
    service.advance(300_000);
    assert.equal((await complete(app, late)).body.error_code, "CHALLENGE_INVALID");
    assert.equal(await accountsIn(t.id), 1);
  });

  test("takes a code only for the client that sent it; the same number registers with each client", async () => {
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
