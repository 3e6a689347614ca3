import assert from "node:assert/strict";
import { test } from "node:test";
import { findPhase, type Phase } from "./phase.ts";

type Facts = Parameters<typeof findPhase>[0];

const BEFORE: Facts = {
  status: "LISTED",
  cause: "created",
  released_at: null,
  looked_at: null,
  dispute_by: null,
};
const AT = "2026-11-28T12:00:00Z";

test("a seller is told why nothing is in the locker, and why the item comes back", () => {
  const table: [Partial<Facts>, Phase][] = [
    [{}, "listed"],
    [{ cause: "given_up" }, "listed"],
    [{ cause: "hold_ended" }, "hold_ended"],
    [{ cause: "not_deposited" }, "not_deposited"],
    [{ status: "DEPOSITED", cause: "deposited" }, "deposited"],
    [{ status: "CODE_ISSUED", cause: "released", released_at: AT }, "released"],
    [{ status: "CODE_ISSUED", cause: "released", released_at: AT, looked_at: AT }, "looking"],
    [{ status: "RETURN_TO_SELLER", cause: "rejected", released_at: AT, looked_at: AT }, "rejected"],
    [{ status: "RETURN_TO_SELLER", cause: "time_ended", released_at: AT }, "not_collected"],
    [{ status: "RETURN_TO_SELLER", cause: "time_ended" }, "not_released"],
    [{ status: "RETURN_TO_SELLER", cause: "cancelled" }, "returned"],
    [{ status: "EXPIRED", cause: "emptied_by_staff" }, "stored"],
    [{ status: "EXPIRED", cause: "time_ended" }, "expired"],
    [{ status: "DISPUTED", cause: "found_empty" }, "missing"],
    [{ status: "DISPUTED", cause: "disputed", dispute_by: "buyer" }, "disputed"],
  ];
  for (const [facts, phase] of table)
    assert.equal(findPhase({ ...BEFORE, ...facts }), phase, JSON.stringify(facts));
});
