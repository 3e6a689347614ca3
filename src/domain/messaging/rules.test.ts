import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { StoredEmail, StoredSms } from "./accounts.ts";
import {
  ATTEMPTS_MAX,
  faultsOfEmail,
  faultsOfSms,
  lastFour,
  maskedText,
  nextTry,
  roadOfEmail,
  roadOfSms,
} from "./rules.ts";
import { NEW_EMAIL, NEW_SMS } from "./shapes.ts";

const sms: StoredSms = { ...NEW_SMS, account: "AC1", sender: "+15005550006", secret_sealed: "x" };
const email: StoredEmail = { ...NEW_EMAIL, host: "mail.example", from_address: "a@b.example" };

describe("who sends", () => {
  const kept: StoredSms = { ...sms, vendor: "outbox" };
  for (const [stored, own, counts, road] of [
    [null, false, true, null],
    [null, true, false, "installation"],
    [sms, false, false, "own"],
    [sms, true, true, "own"],
    [kept, false, true, "outbox"],
    [kept, true, true, "outbox"],
    // In production a code in the outbox would lock everybody out.
    [kept, false, false, null],
    [kept, true, false, null],
  ] as const) {
    test(`text messages: ${stored?.vendor ?? "nothing"} chosen, ${own ? "a" : "no"} vendor of the installation, outbox ${counts ? "counts" : "does not count"}: ${road ?? "nobody"}`, () => {
      assert.equal(roadOfSms(stored, own, counts), road);
    });
  }

  test("e-mail is never refused: what nobody sends is kept", () => {
    assert.equal(roadOfEmail(null, false), "outbox");
    assert.equal(roadOfEmail(null, true), "installation");
    assert.equal(roadOfEmail(email, true), "own");
    assert.equal(roadOfEmail({ ...email, vendor: "outbox" }, true), "outbox");
  });
});

describe("trying again", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const after = (attempts: number, more: object = {}) =>
    nextTry({ attempts, attempts_max: ATTEMPTS_MAX, expires_at: null, ...more }, now, null);

  test("waits longer each time, and ends", () => {
    const pauses = [1, 2, 3, 4, 5].map(
      (attempts) => ((after(attempts)?.getTime() ?? 0) - now.getTime()) / 1000,
    );
    assert.deepEqual(pauses, [15, 60, 300, 1800, 7200]);
    assert.equal(after(ATTEMPTS_MAX), null);
    assert.equal(after(1, { attempts_max: 1 }), null);
  });

  test("is never sooner than the vendor asks, and never after the message is of use", () => {
    const message = { attempts: 1, attempts_max: 6, expires_at: null };
    assert.equal(nextTry(message, now, 90)?.toISOString(), "2026-11-20T12:01:30.000Z");
    assert.equal(nextTry(message, now, 3)?.toISOString(), "2026-11-20T12:00:15.000Z");
    assert.equal(after(1, { expires_at: "2026-11-20T12:00:15Z" }), null);
    assert.notEqual(after(1, { expires_at: "2026-11-20T12:00:16Z" }), null);
  });
});

test("secrets in a text are masked wherever they stand, whatever their length", () => {
  assert.equal(maskedText("123456 is your code. 123456", ["123456"]), "•••••• is your code. ••••••");
  assert.equal(maskedText("see /x?token=$&abc and 7", ["$&abc", "7", ""]), "see /x?token=•••••• and ••••••");
});

test("a secret is told by its end only when it is long", () => {
  assert.equal(lastFour("0123456789abcdef"), "cdef");
  assert.equal(lastFour("hunter2"), null);
});

describe("settings that a schema cannot check", () => {
  const fields = (faults: { field?: string }[]) => faults.map(({ field }) => field);
  test("text messages", () => {
    assert.deepEqual(fields(faultsOfSms(sms, false)), []);
    assert.deepEqual(fields(faultsOfSms(null, false)), []);
    assert.deepEqual(fields(faultsOfSms(NEW_SMS, true)), ["sms/account", "sms/token", "sms/sender"]);
    assert.deepEqual(fields(faultsOfSms({ ...sms, vendor: "outbox" }, false)), ["sms/vendor"]);
    for (const sender of ["Rounds", "+5561999990000", "MG00112233445566778899aabbccddeeff", "12345"])
      assert.deepEqual(faultsOfSms({ ...sms, sender }, true), [], sender);
    for (const sender of ["", "Rounds Entregas", "+0123", "5561999990000", "Rounds!"])
      assert.deepEqual(fields(faultsOfSms({ ...sms, sender }, true)), ["sms/sender"], sender);
    for (const base_url of ["ftp://x", "https://user:pass@x.example", "x.example", "https://x.example/?a=1"])
      assert.deepEqual(fields(faultsOfSms({ ...sms, base_url }, true)), ["sms/base_url"], base_url);
  });

  test("e-mail", () => {
    assert.deepEqual(faultsOfEmail(email), []);
    assert.deepEqual(fields(faultsOfEmail(NEW_EMAIL)), ["email/host", "email/from_address"]);
    assert.deepEqual(fields(faultsOfEmail({ ...email, username: "me" })), ["email/password"]);
    assert.deepEqual(fields(faultsOfEmail({ ...email, reply_to: "a@b, c@d" })), ["email/reply_to"]);
    assert.deepEqual(fields(faultsOfEmail({ ...email, host: "mail.example:25" })), ["email/host"]);
    assert.deepEqual(faultsOfEmail({ ...NEW_EMAIL, vendor: "outbox" }), []);
  });
});
