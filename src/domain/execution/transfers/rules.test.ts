import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  decideRollback,
  decideScanIn,
  decideScanOut,
  getStateAfterArrival,
  type ItemState,
  isAllowed,
  TRANSFER_STATES,
} from "./rules.ts";

const here = { custody: "warehouse", custody_ref: "1", order_status: "AT_WAREHOUSE" } as const;
const item = (state: ItemState) => ({ state });

describe("a scan out", () => {
  test("takes what is listed and what is not; once", () => {
    assert.equal(decideScanOut(item("listed"), here), "out");
    assert.equal(decideScanOut(undefined, here), "out");
    assert.equal(decideScanOut(undefined, { ...here, custody: "sender", custody_ref: null }), "out");
    assert.equal(decideScanOut(item("out"), here), "duplicate");
  });

  test("takes nothing that somebody else has, or whose order has ended", () => {
    for (const custody of ["driver", "vehicle", "locker", "recipient", "missing", "disposed"] as const)
      assert.equal(decideScanOut(item("listed"), { ...here, custody }), "moved_on");
    assert.equal(decideScanOut(undefined, { ...here, order_status: "CANCELLED" }), "moved_on");
    for (const state of ["in", "over", "short", "rolled_back"] as const)
      assert.equal(decideScanOut(item(state), here), "moved_on");
  });
});

describe("a scan in", () => {
  const transfer = { from_warehouse_id: 1, to_warehouse_id: 2 };
  const cases: [ItemState | null, number, ReturnType<typeof decideScanIn>][] = [
    ["out", 2, "in"],
    ["listed", 2, "in"],
    ["short", 2, "in"],
    ["in", 2, "duplicate"],
    ["over", 2, "duplicate"],
    [null, 2, "over"],
    [null, 3, "over"],
    ["out", 3, "elsewhere"],
    ["in", 3, "elsewhere"],
    ["out", 1, "came_back"],
    ["listed", 1, "duplicate"],
    ["in", 1, "elsewhere"],
  ];
  for (const [state, warehouse_id, outcome] of cases)
    test(`of a parcel that is ${state ?? "not listed"} at warehouse ${warehouse_id} is ${outcome}`, () => {
      const known_item = state === null ? undefined : item(state);
      assert.equal(decideScanIn(known_item, transfer, warehouse_id), outcome);
    });

  test("completes the transfer with the last parcel, and reopens no closed one", () => {
    assert.equal(getStateAfterArrival("OUTBOUND", ["in", "out"]), "IN_TRANSIT");
    assert.equal(getStateAfterArrival("IN_TRANSIT", ["in", "listed"]), "IN_TRANSIT");
    assert.equal(getStateAfterArrival("IN_TRANSIT", ["in", "short", "over"]), "RECEIVED");
    assert.equal(getStateAfterArrival("CLOSED", ["in", "out"]), "CLOSED");
  });
});

describe("a rollback", () => {
  const since = "2026-11-23T10:00:00.000Z";
  const moved = {
    state: "in",
    out_at: since,
    in_at: since,
    home_warehouse_id: 1,
    custody: "warehouse",
    custody_ref: "2",
    custody_since: since,
  } as const;
  const parcel = { ...here, custody_ref: "2", custody_since: since };

  test("restores what nobody else has had", () => {
    assert.deepEqual(decideRollback(moved, parcel), { outcome: "restored", warehouse_id: 1 });
    assert.deepEqual(decideRollback({ ...moved, out_at: null, in_at: null }, parcel), {
      outcome: "taken_off",
    });
  });

  test("leaves what has moved on, also when it came back since", () => {
    const leftFor = (why: string) => ({ outcome: "left", why });
    assert.deepEqual(decideRollback(moved, { ...parcel, order_status: "DELIVERED" }), leftFor("ended"));
    assert.deepEqual(decideRollback(moved, { ...parcel, custody: "vehicle" }), leftFor("moved_on"));
    assert.deepEqual(decideRollback(moved, { ...parcel, custody_ref: "3" }), leftFor("moved_on"));
    const later = { ...parcel, custody_since: "2026-11-23T11:00:00.000Z" };
    assert.deepEqual(decideRollback(moved, later), leftFor("moved_on"));
    assert.deepEqual(decideRollback({ ...moved, home_warehouse_id: null }, parcel), leftFor("no_origin"));
    assert.deepEqual(decideRollback({ ...moved, state: "short" }, parcel), leftFor("moved_on"));
    const never_came = { ...moved, state: "short" as const, in_at: null };
    assert.deepEqual(decideRollback(never_came, parcel), { outcome: "restored", warehouse_id: 1 });
  });
});

test("nothing is done to a transfer that was cancelled or rolled back", () => {
  const commands = ["scan_out", "depart", "scan_in", "close", "cancel", "roll_back"] as const;
  const allowed = TRANSFER_STATES.map((state) => [
    state,
    commands.filter((command) => isAllowed(state, command)),
  ]);
  assert.deepEqual(Object.fromEntries(allowed), {
    DRAFT: ["scan_out", "scan_in", "cancel"],
    OUTBOUND: ["scan_out", "depart", "scan_in", "close", "roll_back"],
    IN_TRANSIT: ["scan_in", "close", "roll_back"],
    RECEIVED: ["scan_in", "close", "roll_back"],
    CLOSED: ["scan_in", "roll_back"],
    CANCELLED: [],
    ROLLED_BACK: [],
  });
});
