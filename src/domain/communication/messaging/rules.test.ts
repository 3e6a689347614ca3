import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { StoredEmail, StoredSms } from "./records/messaging-settings.ts";
import {
  ATTEMPTS_MAX,
  chooseEmailSender,
  chooseSmsSender,
  computeNextTry,
  findEmailFaults,
  findSmsFaults,
  getLastFour,
  maskSecrets,
} from "./rules.ts";
import { NEW_EMAIL, NEW_SMS } from "./shapes.ts";

const sms: StoredSms = { ...NEW_SMS, account: "AC1", sender: "+15005550006", secret_sealed: "x" };
const email: StoredEmail = { ...NEW_EMAIL, host: "mail.example", from_address: "a@b.example" };

describe("choice of the sender", () => {
  const stored_sms: StoredSms = { ...sms, vendor: "outbox" };
  for (const [stored_sender, has_own, counts, source] of [
    [null, false, true, null],
    [null, true, false, "installation"],
    [sms, false, false, "own"],
    [sms, true, true, "own"],
    [stored_sms, false, true, "outbox"],
    [stored_sms, true, true, "outbox"],
    // In production a code in the outbox would lock everybody out.
    [stored_sms, false, false, null],
    [stored_sms, true, false, null],
  ] as const) {
    test(`text messages: ${stored_sender?.vendor ?? "nothing"} chosen, ${has_own ? "a" : "no"} vendor of the installation, outbox ${counts ? "counts" : "does not count"}: ${source ?? "nobody"}`, () => {
      assert.equal(chooseSmsSender(stored_sender, has_own, counts), source);
    });
  }

  test("e-mail is never refused: without a sender it stays in the outbox", () => {
    assert.equal(chooseEmailSender(null, false), "outbox");
    assert.equal(chooseEmailSender(null, true), "installation");
    assert.equal(chooseEmailSender(email, true), "own");
    assert.equal(chooseEmailSender({ ...email, vendor: "outbox" }, true), "outbox");
  });
});

describe("retries", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const after = (attempts: number, more: object = {}) =>
    computeNextTry({ attempts, attempts_max: ATTEMPTS_MAX, expires_at: null, ...more }, now, null);

  test("wait longer each time, and end", () => {
    const pauses = [1, 2, 3, 4, 5].map(
      (attempts) => ((after(attempts)?.getTime() ?? 0) - now.getTime()) / 1000,
    );
    assert.deepEqual(pauses, [15, 60, 300, 1800, 7200]);
    assert.equal(after(ATTEMPTS_MAX), null);
    assert.equal(after(1, { attempts_max: 1 }), null);
  });

  test("are never sooner than the vendor asks, and never after the message expires", () => {
    const message = { attempts: 1, attempts_max: 6, expires_at: null };
    assert.equal(computeNextTry(message, now, 90)?.toISOString(), "2026-11-20T12:01:30.000Z");
    assert.equal(computeNextTry(message, now, 3)?.toISOString(), "2026-11-20T12:00:15.000Z");
    assert.equal(after(1, { expires_at: "2026-11-20T12:00:15Z" }), null);
    assert.notEqual(after(1, { expires_at: "2026-11-20T12:00:16Z" }), null);
  });
});

test("secrets in a text are masked at any position and of any length", () => {
  assert.equal(maskSecrets("123456 is your code. 123456", ["123456"]), "•••••• is your code. ••••••");
  assert.equal(maskSecrets("see /x?token=$&abc and 7", ["$&abc", "7", ""]), "see /x?token=•••••• and ••••••");
});

test("the end of a secret is shown only if the secret is long", () => {
  assert.equal(getLastFour("0123456789abcdef"), "cdef");
  assert.equal(getLastFour("hunter2"), null);
});

describe("settings that a schema cannot check", () => {
  const fields = (faults: { field?: string }[]) => faults.map(({ field }) => field);
  test("text messages", () => {
    assert.deepEqual(fields(findSmsFaults(sms, false)), []);
    assert.deepEqual(fields(findSmsFaults(null, false)), []);
    assert.deepEqual(fields(findSmsFaults(NEW_SMS, true)), ["sms/account", "sms/token", "sms/sender"]);
    assert.deepEqual(fields(findSmsFaults({ ...sms, vendor: "outbox" }, false)), ["sms/vendor"]);
    for (const sender of ["Rounds", "+5561999990000", "MG00112233445566778899aabbccddeeff", "12345"])
      assert.deepEqual(findSmsFaults({ ...sms, sender }, true), [], sender);
    for (const sender of ["", "Rounds Entregas", "+0123", "5561999990000", "Rounds!"])
      assert.deepEqual(fields(findSmsFaults({ ...sms, sender }, true)), ["sms/sender"], sender);
    for (const base_url of ["ftp://x", "https://user:pass@x.example", "x.example", "https://x.example/?a=1"])
      assert.deepEqual(fields(findSmsFaults({ ...sms, base_url }, true)), ["sms/base_url"], base_url);
  });

  test("e-mail", () => {
    assert.deepEqual(findEmailFaults(email), []);
    assert.deepEqual(fields(findEmailFaults(NEW_EMAIL)), ["email/host", "email/from_address"]);
    assert.deepEqual(fields(findEmailFaults({ ...email, username: "me" })), ["email/password"]);
    assert.deepEqual(fields(findEmailFaults({ ...email, reply_to: "a@b, c@d" })), ["email/reply_to"]);
    assert.deepEqual(fields(findEmailFaults({ ...email, host: "mail.example:25" })), ["email/host"]);
    assert.deepEqual(findEmailFaults({ ...NEW_EMAIL, vendor: "outbox" }), []);
  });
});
