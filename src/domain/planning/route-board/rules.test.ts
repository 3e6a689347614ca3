import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClaimState,
  canWithdraw,
  findCutOff,
  findIneligibility,
  findPosition,
  isClaimPeriodOpen,
  needsConfirmation,
} from "./rules.ts";

const board = {
  opens_at: "2026-12-01T06:00:00Z",
  closes_at: "2026-12-01T20:00:00Z",
  withdraw_until_min: 120,
};
const START = "2026-12-02T06:00:00Z";

test("a board is open from its opening to its end or the start of the route, whichever is first", () => {
  const isOpen = (at: string, closes_at: string | null = board.closes_at) =>
    isClaimPeriodOpen({ ...board, closes_at }, START, new Date(at));
  assert.deepEqual(
    ["2026-12-01T05:59:59Z", "2026-12-01T06:00:00Z", "2026-12-01T19:59:59Z", "2026-12-01T20:00:00Z"].map(
      (at) => isOpen(at),
    ),
    [false, true, true, false],
  );
  assert.deepEqual(
    ["2026-12-02T05:59:59Z", START].map((at) => isOpen(at, null)),
    [true, false],
  );
});

test("a route is given back until the second before the cut-off, and later when its plan was changed", () => {
  const cut_off = findCutOff(board, START);
  assert.equal(cut_off?.toISOString(), "2026-12-02T04:00:00.000Z");
  assert.equal(canWithdraw(cut_off, false, new Date("2026-12-02T03:59:59Z")), true);
  assert.equal(canWithdraw(cut_off, false, new Date("2026-12-02T04:00:00Z")), false);
  assert.equal(canWithdraw(cut_off, true, new Date("2026-12-02T04:00:01Z")), true);
  assert.equal(canWithdraw(findCutOff(board, null), false, new Date(START)), true);
  assert.deepEqual(
    [1, 2, 3].map((version) => needsConfirmation({ confirmed_plan_version: 2 }, version)),
    [false, false, true],
  );
  assert.equal(
    needsConfirmation({ confirmed_plan_version: null }, 5),
    false,
    "those who wait agreed to nothing",
  );
});

test("the first reason why a driver may not have a route", () => {
  const fit = { status: "active", expired_date: null, has_vehicle: true, offered: ["skill:A"], overloads: 0 };
  for (const [facts, reason] of [
    [{}, null],
    [{ status: "suspended", has_vehicle: false }, "not_active"],
    [{ expired_date: "2026-11-30" }, "documents_expired"],
    [{ has_vehicle: false }, "no_vehicle"],
    [{ offered: [] }, "missing_skill"],
    [{ overloads: 1 }, "over_capacity"],
  ] as const)
    assert.equal(findIneligibility({ ...fit, ...facts }, ["skill:A"]), reason);
});

test("positions: the holder has 0, those who wait follow in the order in which they came", () => {
  const claims = (["standby", "held", "standby", "withdrawn", "standby"] as ClaimState[]).map(
    (state, id) => ({ id, state }),
  );
  assert.deepEqual(
    claims.map((claim) => findPosition(claims, claim)),
    [1, 0, 2, null, 3],
  );
});
