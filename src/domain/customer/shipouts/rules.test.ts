import assert from "node:assert/strict";
import { test } from "node:test";
import { getFirstStatus, getNextStatus, MOVES, STATUSES } from "./rules.ts";

test("every status but the first ones is reached, and the ends are left by nothing", () => {
  const reached = new Set(MOVES.map(({ to }) => to));
  assert.deepEqual(
    STATUSES.filter((status) => !reached.has(status)),
    ["AWAITING_PRICE"],
  );
  for (const end of ["DELIVERED", "CANCELLED"] as const)
    assert.deepEqual(
      MOVES.filter(({ from }) => from.includes(end)),
      [],
    );
});

test("a ship-out is cancelled before it is picked", () => {
  assert.deepEqual(
    STATUSES.filter((status) => getNextStatus(status, "cancel") !== null),
    ["AWAITING_PRICE", "AWAITING_PAYMENT", "PAID"],
  );
});

test("it begins with the price of its estimate, or waits for one", () => {
  assert.equal(getFirstStatus(null), "AWAITING_PRICE");
  assert.equal(getFirstStatus({ total_minor: 5 }), "AWAITING_PAYMENT");
  assert.equal(getFirstStatus({ total_minor: 0 }), "PAID");
});
