import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  CAUSES,
  computeStorageFee,
  decideSettlement,
  findEmptiedFrom,
  findNext,
  mayDispute,
  refusalToBuyer,
  refusalToReject,
  STATUSES,
  type Status,
  TRANSITIONS,
} from "./rules.ts";

const DAY_MS = 24 * 3_600_000;
const NOW = new Date("2026-11-28T12:00:00Z");

describe("a handover", () => {
  test("is collected only after the release, whatever happens in whatever order", () => {
    const released: readonly Status[] = ["CODE_ISSUED", "INSPECTED"];
    for (const status of STATUSES)
      for (const step of Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[]) {
        const next = findNext(status, step);
        if (next === "COLLECTED") assert.ok(released.includes(status), `${status} ${step}`);
        if (next === "CODE_ISSUED") assert.deepEqual([status, step], ["DEPOSITED", "released"]);
      }
    assert.deepEqual(
      Object.keys(TRANSITIONS).toSorted(),
      CAUSES.filter((cause) => cause !== "created" && cause !== "settled").toSorted(),
    );
  });

  test("that was emptied before it was to return is the buyer's, however late the locker tells it", () => {
    const released_at = "2026-11-28T08:00:00Z";
    const returned_at = "2026-11-28T11:00:00Z";
    const from = (at: string, released: string | null) =>
      findEmptiedFrom({ status: "RETURN_TO_SELLER", released_at: released, returned_at }, new Date(at));
    assert.equal(findNext(from("2026-11-28T10:59:00Z", released_at), "emptied"), "COLLECTED");
    assert.equal(findNext(from("2026-11-28T11:01:00Z", released_at), "emptied"), "RETRIEVED");
    assert.equal(findNext(from("2026-11-28T10:59:00Z", null), "emptied"), "RETRIEVED");
  });

  test("is not opened for the buyer before the release, or after its end", () => {
    const table: [Status, string, string | null][] = [
      ["LISTED", "created", "not_deposited"],
      ["DEPOSIT_RESERVED", "reserved", "not_deposited"],
      ["DEPOSITED", "deposited", "not_released"],
      ["CODE_ISSUED", "released", null],
      ["INSPECTED", "looked_into", null],
      ["RETURN_TO_SELLER", "time_ended", "handover_expired"],
      ["RETURN_TO_SELLER", "rejected", "wrong_status"],
      ["DISPUTED", "disputed", "wrong_status"],
      ["COLLECTED", "emptied", "wrong_status"],
    ];
    for (const [status, cause, refusal] of table)
      assert.equal(refusalToBuyer(status, cause), refusal, status);
  });

  test("is rejected behind a closed door, with something in it, in time", () => {
    const at = { inspection_until: null, has_photo: false, now: NOW };
    const compartment = { door: "CLOSED", contents: "FULL" };
    assert.equal(refusalToReject(compartment, at), null);
    assert.equal(refusalToReject({ ...compartment, door: "OPEN" }, at), "door_not_closed");
    assert.equal(refusalToReject({ ...compartment, door: "UNKNOWN" }, at), "door_not_closed");
    assert.equal(refusalToReject({ ...compartment, contents: "EMPTY" }, at), "is_empty");
    assert.equal(refusalToReject({ ...compartment, contents: "NONE" }, at), "photo_needed");
    assert.equal(refusalToReject({ ...compartment, contents: "NONE" }, { ...at, has_photo: true }), null);
    assert.equal(
      refusalToReject(compartment, { ...at, inspection_until: NOW.toISOString() }),
      "inspection_ended",
    );
  });

  test("costs storage for each day that has begun", () => {
    const from = NOW.toISOString();
    const fee = (days: number) => computeStorageFee(from, 500, new Date(NOW.getTime() + days * DAY_MS));
    assert.deepEqual([fee(-1), fee(0), fee(0.1), fee(1), fee(1.5)], [0, 0, 500, 500, 1000]);
    assert.equal(computeStorageFee(null, 500, NOW), 0);
  });

  test("is disputed from the deposit to three days after the end", () => {
    const may = (status: Status, days: number | null, storage_from: string | null = null) =>
      mayDispute(
        {
          status,
          ended_at: days === null ? null : new Date(NOW.getTime() - days * DAY_MS).toISOString(),
          storage_from,
        },
        NOW,
      );
    assert.deepEqual(
      [may("LISTED", null), may("DEPOSITED", null), may("COLLECTED", 2.9), may("COLLECTED", 3)],
      [false, true, true, false],
    );
    assert.deepEqual([may("EXPIRED", 0), may("EXPIRED", 0, NOW.toISOString())], [false, true]);
  });

  test("that was disputed goes to the side that staff say", () => {
    assert.deepEqual(
      [true, false].flatMap((is_inside) => [
        decideSettlement("to_buyer", is_inside),
        decideSettlement("to_seller", is_inside),
      ]),
      ["CODE_ISSUED", "RETURN_TO_SELLER", "COLLECTED", "RETRIEVED"],
    );
  });
});
