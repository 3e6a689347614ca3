import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findIncidentReason } from "#otep/vocabulary.ts";
import { readOnlyDb } from "#platform/db/db.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createReason } from "./operations/create-reason.ts";
import { deleteReason } from "./operations/delete-reason.ts";
import { listReasons } from "./operations/list-reasons.ts";
import { updateReason } from "./operations/update-reason.ts";
import { DEFAULT_REASONS, findReason } from "./public.ts";
import { LABEL_LANGUAGES } from "./reasons.ts";

const service = await testService();
const find = (business_id: number, code: string) =>
  findReason(readOnlyDb(service.runtime.pools.service, business_id), business_id, code);

describe("return reasons", () => {
  test("every built-in reason is one of the tracking protocol and has labels in every language", () => {
    assert(DEFAULT_REASONS.length >= 12);
    for (const { code, labels, incident_reason } of DEFAULT_REASONS) {
      assert.notEqual(findIncidentReason(incident_reason), undefined, code);
      for (const language of LABEL_LANGUAGES) assert(labels[language], `${code} in ${language}`);
    }
  });

  test("a new business has the built-in reasons, in the caller's language", async () => {
    const business = await service.business();
    const { person: driver } = await business.driver();
    const { reasons } = await driver.call(
      listReasons,
      { applies_to: "failed" },
      { language: "zh-TW, en;q=0.5" },
    );
    const absent = reasons.find((reason) => reason.code === "recipient_absent");
    assert.partialDeepStrictEqual(absent, {
      label: "無人在場",
      version: 0,
      built_in: true,
      requires: ["photo"],
    });
    assert(!reasons.some((reason) => reason.code === "not_ready"));
    assert.equal((await driver.call(listReasons, {})).reasons[0]?.label, "Nobody there");
    assert.partialDeepStrictEqual(await find(business.id, "damaged"), {
      version: 0,
      incident_reason: "damaged",
      next_action: "return",
    });
    assert.equal(await find(business.id, "bad_mood"), undefined);
    const { person: customer } = await business.customer();
    assert.equal((await catchRefusal(customer.call(listReasons, {}))).status, 403);
  });

  test("a change writes the next version, also of a built-in reason, and earlier versions stay", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const one = await admin(updateReason, { code: "recipient_absent", requires: ["photo", "call_attempt"] });
    assert.partialDeepStrictEqual(one, { version: 1, reason: { label: "Nobody there", built_in: false } });
    const two = await admin(
      updateReason,
      { code: "recipient_absent", next_action: "locker" },
      { if_match: 1 },
    );
    assert.equal(two.version, 2);
    const late = await catchRefusal(
      admin(updateReason, { code: "recipient_absent", next_action: "hold" }, { if_match: 1 }),
    );
    assert.equal(late.error_code, "VERSION_CONFLICT");
    assert.partialDeepStrictEqual(await find(business.id, "recipient_absent"), {
      version: 2,
      requires: ["photo", "call_attempt"],
      next_action: "locker",
    });
    const versions = await service.system.rows<{ version: number; current: boolean }>(
      "select version, current from return_reason where business_id = $1 order by version",
      [business.id],
    );
    assert.deepEqual(versions, [
      { version: 1, current: false },
      { version: 2, current: true },
    ]);
    const events = await business.readEvents("return_reason", "recipient_absent");
    assert.deepEqual(
      events.map(({ kind, payload }) => [kind, payload["version"]]),
      [
        ["return_reason.changed", 1],
        ["return_reason.changed", 2],
      ],
    );
    const list = await admin(listReasons, {});
    assert.equal(list.reasons.filter((reason) => reason.code === "recipient_absent").length, 1);
    const other = await service.business();
    assert.equal((await find(other.id, "recipient_absent"))?.version, 0);
  });

  test("a deleted reason is no longer listed, and is restored as its next version", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    assert.equal((await admin(deleteReason, { code: "weather" })).version, 1);
    assert.equal(await find(business.id, "weather"), undefined);
    assert.equal((await catchRefusal(admin(deleteReason, { code: "weather" }))).status, 404);
    assert(!(await admin(listReasons, {})).reasons.some((reason) => reason.code === "weather"));
    assert(
      (await admin(listReasons, { inactive: true })).reasons.some(
        (reason) => reason.code === "weather" && !reason.active,
      ),
    );
    const back = await admin(createReason, {
      code: "weather",
      labels: { en: "Storm" },
      applies_to: ["failed"],
      next_action: "reattempt",
    });
    assert.partialDeepStrictEqual(back, {
      version: 2,
      reason: { label: "Storm", incident_reason: "weather" },
    });
    assert.deepEqual(
      (await business.readEvents("return_reason", "weather")).map(({ kind }) => kind),
      ["return_reason.deleted", "return_reason.created"],
    );
  });

  test("a new reason needs an English label, valid language tags and a known incident", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const reason = {
      code: "dog_loose",
      labels: { en: "Dog loose", pt: "Cachorro solto" },
      applies_to: ["failed" as const],
      next_action: "reattempt" as const,
    };
    const bad = await catchRefusal(
      admin(createReason, { ...reason, labels: { "not a tag": "x" }, incident_reason: "dogs" }),
    );
    assert.deepEqual(
      bad.errors?.map((error) => error.field),
      ["labels/en", "labels/not a tag", "incident_reason"],
    );
    const created_reason = await admin(
      createReason,
      { ...reason, incident_reason: "x-dog" },
      { language: "pt-BR" },
    );
    assert.equal(created_reason.reason.label, "Cachorro solto");
    assert.equal((await catchRefusal(admin(createReason, reason))).error_code, "REASON_EXISTS");
    assert.equal((await catchRefusal(business.as("employee")(createReason, reason))).status, 403);
    assert.deepEqual(
      (await business.readEvents("return_reason", "dog_loose")).map((event) => event.kind),
      ["return_reason.created"],
    );
  });

  test("of two concurrent first changes one wins and the other is refused", async () => {
    const business = await service.business();
    const person = await business.person("client_admin");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        person.call(updateReason, { code: "other", next_action: "return" as const }, { if_match: 0 }),
      ),
    );
    assert.equal(outcomes.filter((outcome) => outcome.status === "fulfilled").length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") assert.equal(outcome.reason.error_code, "VERSION_CONFLICT");
    }
  });
});
