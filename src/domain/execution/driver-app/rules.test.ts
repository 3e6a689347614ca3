import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  clampToFloor,
  computeMoment,
  computePay,
  computeRequiredProofs,
  computeStopStatus,
  evaluateStopFacts,
  findMissingForReason,
  impliesDeparture,
  isOlderVersion,
  leavesWithRoute,
  type StopCommand,
} from "./rules.ts";

const now = new Date("2026-11-20T12:00:00Z");
const nothing = { business: [], customer: [] };

describe("a phone's clock", () => {
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
      const moment = computeMoment(now, occurred_at, { queued: true, sent_at });
      assert.partialDeepStrictEqual(moment, { ...want, device_at: new Date(occurred_at).toISOString() });
    });
  }

  test("an impossible time becomes the time of the call, and is flagged", () => {
    for (const time of ["2026-11-20T23:59:60Z", "0000-01-01T00:00:00Z"]) {
      assert.deepEqual(computeMoment(now, time), {
        at: now.toISOString(),
        device_at: null,
        skewed: true,
        queued: false,
        command_key: null,
      });
    }
  });

  test("a moment before the route existed is wrong", () => {
    const moment = computeMoment(now, "2020-01-01T00:00:00Z");
    assert.partialDeepStrictEqual(clampToFloor(moment, "2026-11-20T08:00:00Z", now), {
      at: now.toISOString(),
      skewed: true,
    });
  });
});

describe("proofs", () => {
  const pod = { type: "D" as const, requirements: { pod: ["photo" as const] } };
  test("are required by order, customer and business, at the drop-off or at the pickup of a P order", () => {
    assert.deepEqual(
      computeRequiredProofs(pod, "dropoff", { business: ["signature"], customer: ["photo", "scan"] }),
      ["photo", "scan", "signature"],
    );
    assert.deepEqual(computeRequiredProofs({ ...pod, type: "P2P" }, "pickup", nothing), []);
    assert.deepEqual(computeRequiredProofs({ ...pod, type: "P" }, "pickup", nothing), ["photo"]);
  });
  test("a PIN is required if the order has one, or if a policy requires it", () => {
    assert.deepEqual(
      computeRequiredProofs({ type: "D", requirements: { pin_hash: "a:b" } }, "dropoff", nothing),
      ["pin"],
    );
    assert.deepEqual(
      computeRequiredProofs({ type: "D", requirements: { pod: ["pin"] } }, "dropoff", nothing),
      ["pin"],
    );
  });
  test("the proofs sent meet the requirements of a reason", () => {
    const facts = { kinds: new Set(["photo"]), note: " ", called: false };
    assert.deepEqual(findMissingForReason(["photo", "note", "call_attempt", "signature"], facts), [
      "note",
      "call_attempt",
      "signature",
    ]);
    assert.deepEqual(
      findMissingForReason(["note", "call_attempt"], { ...facts, note: "x", called: true }),
      [],
    );
  });
});

test("the status of a stop follows its tasks", () => {
  const stop = (...statuses: ("PENDING" | "DONE" | "FAILED" | "REMOVED")[]) =>
    computeStopStatus(statuses.map((status) => ({ status })));
  assert.equal(stop("DONE", "PENDING"), null);
  assert.equal(stop("DONE", "REMOVED"), "DONE");
  assert.equal(stop("DONE", "FAILED"), "PARTIAL");
  assert.equal(stop("FAILED", "FAILED"), "FAILED");
});

test("goods at the door were aboard, even if no departure was reported", () => {
  assert.equal(impliesDeparture("FAILED_ATTEMPT"), true);
  assert.equal(impliesDeparture("DISPATCHED"), true);
  assert.equal(impliesDeparture("OUT_FOR_DELIVERY"), false);
  assert.equal(impliesDeparture("CANCELLED"), false);
});

test("a start departs what is aboard", () => {
  assert.equal(leavesWithRoute("DISPATCHED", "D", false), true);
  assert.equal(leavesWithRoute("DISPATCHED", "D", true), false);
  assert.equal(leavesWithRoute("LOADED", "D", true), true);
  assert.equal(leavesWithRoute("DISPATCHED", "P", false), false);
  assert.equal(leavesWithRoute("AT_WAREHOUSE", "D", false), true);
});

describe("facts of a stop", () => {
  const fact = (key: number, trigger: StopCommand, at: string) => ({
    key,
    trigger,
    at: `2026-11-20T${at}:00.000Z`,
  });
  const day = [
    fact(1, "arrive", "09:00"),
    fact(2, "arrive", "09:01"),
    fact(3, "fail", "09:05"),
    fact(4, "fail", "09:06"),
    fact(5, "complete", "10:00"),
    fact(6, "complete", "10:01"),
    fact(7, "fail", "11:00"),
    fact(8, "fail", "11:01"),
    fact(9, "arrive", "11:02"),
  ];
  test("count once, by when they happened and not by when they arrived", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(day, { minLength: day.length }), (facts) => {
        const { counting, task } = evaluateStopFacts(facts);
        assert.deepEqual([...counting], [1, 3, 5, 7]);
        assert.deepEqual(task, { status: "DONE", done_at: "2026-11-20T10:00:00.000Z" });
      }),
    );
  });
  test("a failure counts until goods are delivered after it", () => {
    assert.deepEqual(evaluateStopFacts(day.slice(0, 4)).task, {
      status: "FAILED",
      done_at: "2026-11-20T09:05:00.000Z",
    });
    assert.deepEqual(evaluateStopFacts([]).task, { status: "PENDING", done_at: null });
  });
});

test("versions are compared number by number", () => {
  assert.equal(isOlderVersion("2.9.4", "2.10.0"), true);
  assert.equal(isOlderVersion("2.10", "2.10.0"), false);
  assert.equal(isOlderVersion("3", "2.10.0"), false);
});

test("pay is per stop and per kilometre, rounded once", () => {
  assert.equal(computePay({ per_stop_minor: 300, per_km_minor: 50 }, 2500), 425);
});
