import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { messages as signInMessages } from "#domain/user/messages.ts";
import { LANGUAGES } from "#operation/language.ts";
import { messages } from "./messages.ts";
import {
  departure,
  impliedBefore,
  isOlder,
  missingForReason,
  notBefore,
  payOf,
  payRatesOf,
  readClock,
  requiredProofs,
  resolution,
} from "./rules.ts";

const now = new Date("2026-11-20T12:00:00Z");
const nothing = { business: [], customer: [] };

describe("the clock of a phone", () => {
  for (const { name, occurred_at, sent_at, want } of [
    {
      name: "late moments are taken as they are",
      occurred_at: "2026-11-20T06:00:00Z",
      want: { at: "2026-11-20T06:00:00.000Z", skewed: false },
    },
    {
      name: "some hours ahead becomes now",
      occurred_at: "2026-11-20T15:00:00Z",
      want: { at: "2026-11-20T12:00:00.000Z", skewed: false },
    },
    {
      name: "more than a day ahead is flagged",
      occurred_at: "2026-11-22T12:00:00Z",
      want: { at: "2026-11-20T12:00:00.000Z", skewed: true },
    },
    {
      name: "a phone that tells its time is shifted by the difference",
      occurred_at: "2026-11-17T11:00:00Z",
      sent_at: "2026-11-17T12:00:00Z",
      want: { at: "2026-11-20T11:00:00.000Z", skewed: true },
    },
    {
      name: "small differences are nobody's fault",
      occurred_at: "2026-11-20T11:00:00Z",
      sent_at: "2026-11-20T11:55:00Z",
      want: { at: "2026-11-20T11:00:00.000Z", skewed: false },
    },
  ]) {
    test(name, () => {
      const moment = readClock(now, occurred_at, sent_at);
      assert.partialDeepStrictEqual(moment, { ...want, device_at: new Date(occurred_at).toISOString() });
    });
  }

  test("a time that no calendar has is the call's, and flagged", () => {
    for (const time of ["2026-11-20T23:59:60Z", "0000-01-01T00:00:00Z"]) {
      assert.deepEqual(readClock(now, time), { at: now.toISOString(), device_at: null, skewed: true });
    }
  });

  test("before there was a route is wrong", () => {
    const moment = readClock(now, "2020-01-01T00:00:00Z");
    assert.partialDeepStrictEqual(notBefore(moment, "2026-11-20T08:00:00Z", now), {
      at: now.toISOString(),
      skewed: true,
    });
  });
});

describe("proofs", () => {
  const pod = { type: "D" as const, requirements: { pod: ["photo" as const] } };
  test("come from order, customer and business, at the drop-off or the pickup of a P order", () => {
    assert.deepEqual(
      requiredProofs(pod, "dropoff", { business: ["signature"], customer: ["photo", "scan"] }),
      ["photo", "scan", "signature"],
    );
    assert.deepEqual(requiredProofs({ ...pod, type: "P2P" }, "pickup", nothing), []);
    assert.deepEqual(requiredProofs({ ...pod, type: "P" }, "pickup", nothing), ["photo"]);
  });
  test("a PIN is asked for where there is one, and only there", () => {
    assert.deepEqual(requiredProofs({ type: "D", requirements: { pin_hash: "a:b" } }, "dropoff", nothing), [
      "pin",
    ]);
    assert.deepEqual(requiredProofs({ type: "D", requirements: { pod: ["pin"] } }, "dropoff", nothing), []);
  });
  test("a reason's needs are met by what was sent", () => {
    const given = { kinds: new Set(["photo"]), note: " ", called: false };
    assert.deepEqual(missingForReason(["photo", "note", "call_attempt", "signature"], given), [
      "note",
      "call_attempt",
      "signature",
    ]);
    assert.deepEqual(missingForReason(["note", "call_attempt"], { ...given, note: "x", called: true }), []);
  });
});

test("a stop is what its tasks are", () => {
  const stop = (...statuses: ("PENDING" | "DONE" | "FAILED" | "REMOVED")[]) =>
    resolution(statuses.map((status) => ({ status })));
  assert.equal(stop("DONE", "PENDING"), null);
  assert.equal(stop("DONE", "REMOVED"), "DONE");
  assert.equal(stop("DONE", "FAILED"), "PARTIAL");
  assert.equal(stop("FAILED", "FAILED"), "FAILED");
});

test("goods at the door were aboard, whoever forgot to say so", () => {
  assert.deepEqual(impliedBefore("FAILED_ATTEMPT", "complete"), ["load", "depart"]);
  assert.deepEqual(impliedBefore("DISPATCHED", "arrive"), ["depart"]);
  assert.deepEqual(impliedBefore("OUT_FOR_DELIVERY", "complete"), []);
  assert.deepEqual(impliedBefore("CANCELLED", "complete"), []);
  assert.deepEqual(impliedBefore("DISPATCHED", "pick_up"), []);
});

test("a start takes along what is aboard", () => {
  assert.deepEqual(departure({ status: "DISPATCHED", type: "D" }, false), ["depart"]);
  assert.deepEqual(departure({ status: "DISPATCHED", type: "D" }, true), []);
  assert.deepEqual(departure({ status: "LOADED", type: "D" }, true), ["depart"]);
  assert.deepEqual(departure({ status: "DISPATCHED", type: "P" }, false), []);
  assert.deepEqual(departure({ status: "AT_WAREHOUSE", type: "D" }, false), ["load", "depart"]);
});

test("versions are compared by their numbers", () => {
  assert.equal(isOlder("2.9.4", "2.10.0"), true);
  assert.equal(isOlder("2.10", "2.10.0"), false);
  assert.equal(isOlder("3", "2.10.0"), false);
});

test("pay is per stop and per kilometre, and absent where nothing is set", () => {
  assert.equal(payRatesOf(undefined), null);
  assert.equal(payRatesOf({}), null);
  assert.equal(payOf({ per_stop_minor: 300, per_km_minor: 50 }, 2500), 425);
});

describe("languages", () => {
  const spoken = [
    "bad_credentials",
    "account_locked",
    "account_disabled",
    "business_needed",
    "too_many_failures",
  ] as const;
  const all = {
    ...messages,
    ...Object.fromEntries(spoken.map((key) => [`sign-in ${key}`, signInMessages[key]])),
  };
  test("every message is there in every language, with the same parameters", () => {
    for (const [name, message] of Object.entries(all) as [string, Record<string, string>][]) {
      const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();
      for (const language of LANGUAGES) {
        const text = message[language];
        assert.ok(text !== undefined && text.trim() !== "", `${name} is missing in ${language}.`);
        assert.deepEqual(
          parameters(text),
          parameters(message["en"] ?? ""),
          `${name} in ${language} has other parameters.`,
        );
      }
    }
  });
});
