/** What a change of the reservation means for the parcel, and what may be done about each exception. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  decideMove,
  EXCEPTION_KINDS,
  isEnded,
  listResolutions,
  needsPhoto,
  type ReservationMove,
  STEPS,
} from "./rules.ts";

const MOVE: ReservationMove = {
  step: "deposited",
  purpose: "delivery",
  open_exceptions: [],
  reservation_before: "IN_USE",
  reservation: "IN_USE",
  status_before: "OCCUPIED",
  status: "OCCUPIED",
  exceptions: [],
  by: "recipient",
};
const ENDS: Partial<ReservationMove> = { status_before: "UNLOADING", status: "FREE", reservation: "ENDED" };
const HELD: Partial<ReservationMove> = { step: "expected", reservation_before: "HELD" };

describe("a change of the reservation", () => {
  const CASES: [string, Partial<ReservationMove>, string, string | null][] = [
    ["put in", { ...HELD, reservation: "IN_USE", status_before: "LOADING" }, "deposited", "deposited"],
    ["taken out by its code", ENDS, "collected", "collected"],
    ["taken out by staff", { ...ENDS, by: "operator" }, "returned", "returned"],
    [
      "a return, taken out by staff",
      { ...ENDS, by: "operator", purpose: "return" },
      "collected",
      "collected",
    ],
    ["collected although it had expired", { ...ENDS, step: "expired" }, "collected", "collected"],
    [
      "found empty by a check",
      { ...ENDS, exceptions: ["empty"], by: "operator" },
      "deposited",
      "found_empty",
    ],
    ["put back", { status_before: "UNLOADING" }, "deposited", "put_back"],
    ["not collected in time", { status: "OVERDUE" }, "expired", "expired"],
    ["extended", { step: "expired", status_before: "OVERDUE" }, "deposited", null],
    ["never put in", { ...HELD, reservation: "EXPIRED", status: "FREE" }, "cancelled", "hold_ended"],
    ["not put in", { ...HELD, reservation: "CANCELLED", status: "FREE" }, "cancelled", "deposit_aborted"],
    [
      "not put in because it does not fit",
      { ...HELD, reservation: "CANCELLED", status: "FREE", open_exceptions: ["wrong_size"] },
      "expected",
      "deposit_aborted",
    ],
  ];
  for (const [name, move, step, action] of CASES)
    test(name, () => {
      const decision = decideMove({ ...MOVE, ...move });
      assert.deepEqual([decision.step, decision.action], [step, action]);
    });

  test("opens what the locker reports once, and `unclear` where it reports nothing else", () => {
    const verify = { status: "VERIFY" } as const;
    assert.deepEqual(decideMove({ ...MOVE, ...verify }).opens, ["unclear"]);
    assert.deepEqual(decideMove({ ...MOVE, ...verify, exceptions: ["forced"] }).opens, ["forced"]);
    const open_exceptions = ["forced"] as const;
    assert.deepEqual(decideMove({ ...MOVE, ...verify, exceptions: ["forced"], open_exceptions }).opens, []);
  });

  test("resolves what it ends: a door that is closed, a compartment that was checked", () => {
    const closed = { status_before: "UNLOADING", open_exceptions: ["not_closed"] } as const;
    assert.deepEqual(decideMove({ ...MOVE, ...closed }).resolves, [
      { kind: "not_closed", resolution: "closed" },
    ]);
    const checked = { status_before: "VERIFY", open_exceptions: ["unclear", "forced"] } as const;
    assert.deepEqual(decideMove({ ...MOVE, ...checked }).resolves, [
      { kind: "unclear", resolution: "checked" },
    ]);
    assert.deepEqual(decideMove({ ...MOVE, ...checked, ...ENDS, exceptions: ["empty"] }).resolves, []);
  });
});

describe("an exception", () => {
  test("of what has ended can always be settled", () => {
    for (const kind of EXCEPTION_KINDS)
      for (const step of STEPS.filter(isEnded))
        assert.notDeepEqual(listResolutions(kind, { step, compartment: null }), [], `${kind} ${step}`);
  });

  test("of a parcel in a compartment that waits for a check is not settled before it, except what is said of the door or of damage", () => {
    for (const kind of EXCEPTION_KINDS)
      assert.deepEqual(
        listResolutions(kind, { step: "deposited", compartment: "VERIFY" }),
        kind === "not_closed" ? ["closed"] : kind === "damaged" ? ["accepted", "claim"] : [],
        kind,
      );
  });

  test("has another compartment only before the deposit, and a claim only once nothing is in it", () => {
    assert.deepEqual(listResolutions("wrong_size", { step: "expected", compartment: "RESERVED" }), [
      "moved",
      "checked",
    ]);
    assert.deepEqual(listResolutions("wrong_size", { step: "deposited", compartment: "OCCUPIED" }), [
      "checked",
      "withdrawn",
    ]);
    assert.deepEqual(listResolutions("empty", { step: "deposited", compartment: null }), [
      "found_elsewhere",
      "claim",
    ]);
    assert.equal(needsPhoto("damaged", "claim") && !needsPhoto("damaged", "accepted"), true);
  });
});
