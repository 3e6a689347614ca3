import assert from "node:assert/strict";
import { test } from "node:test";
import type { Custody } from "../records/parcel.ts";
import { listLockedMembers } from "./locked-members.ts";

const NEW = {
  status: "NEW_ORDER",
  tender_state: null,
  third_party_carrier_id: null,
  quote_id: null,
  payment: "not_required",
} as const;
const DRIVER = ["cod_minor", "dropoff", "pickup", "requirements"];
const ALL_BUT_NOTE = [
  "cod_minor",
  "contact",
  "customer_id",
  "delivery_instruction",
  "dropoff",
  "insured_value_minor",
  "parcels",
  "pickup",
  "ref",
  "requirements",
  "scheduled_date",
  "window",
];

const CASES: [
  name: string,
  order: Partial<Parameters<typeof listLockedMembers>[0]>,
  around: { custody?: Custody; released?: boolean },
  locked: readonly string[],
  reason?: string,
][] = [
  ["a new order", {}, {}, []],
  ["planned, its route not released", { status: "ROUTED" }, {}, []],
  ["on hold", { status: "HOLD" }, {}, []],
  [
    "at the warehouse: only where it was picked up is fixed",
    { status: "AT_WAREHOUSE" },
    { custody: "warehouse" },
    ["pickup"],
    "picked_up",
  ],
  [
    "on a released route",
    { status: "DISPATCHED" },
    { released: true },
    [...DRIVER, "scheduled_date"],
    "on_released_route",
  ],
  ["out for delivery", { status: "OUT_FOR_DELIVERY" }, {}, DRIVER, "under_way"],
  ["waiting in a locker", { status: "READY_FOR_PICKUP" }, {}, DRIVER, "under_way"],
  ["on its way back", { status: "RETURNING" }, {}, [...DRIVER, "scheduled_date"], "returning"],
  ["held by a carrier", { tender_state: "held" }, {}, DRIVER, "held_by_carrier"],
  ["with a third-party carrier", { third_party_carrier_id: 3 }, {}, DRIVER, "held_by_carrier"],
  ["with a quoted price", { quote_id: 7 }, {}, ["customer_id"], "priced"],
  ["paid", { payment: "paid" }, {}, ["customer_id"], "priced"],
  [
    "a failed attempt whose route is over",
    { status: "FAILED_ATTEMPT" },
    { custody: "warehouse" },
    ["pickup"],
    "picked_up",
  ],
  ["delivered", { status: "DELIVERED" }, { custody: "recipient" }, ALL_BUT_NOTE, "final_status"],
  ["cancelled", { status: "CANCELLED", quote_id: 7 }, {}, ALL_BUT_NOTE, "final_status"],
];

test("what of an order is locked, by its state", () => {
  for (const [name, order, { custody = "sender", released = false }, members, reason] of CASES) {
    const locked = listLockedMembers(
      { ...NEW, ...order },
      { parcels: [{ custody }], on_released_route: released },
    );
    assert.deepEqual(locked.map(({ member }) => member).sort(), [...members].sort(), name);
    assert.deepEqual(
      [...new Set(locked.map((one) => one.reason))],
      reason === undefined ? [] : [reason],
      name,
    );
  }
});

test("goods that are under way have been picked up, too", () => {
  const locked = listLockedMembers(
    { ...NEW, status: "OUT_FOR_DELIVERY" },
    { parcels: [{ custody: "vehicle" }], on_released_route: true },
  );
  assert.deepEqual(
    locked.find(({ member }) => member === "pickup"),
    { member: "pickup", reason: "picked_up" },
  );
  assert.deepEqual(
    locked.find(({ member }) => member === "dropoff"),
    { member: "dropoff", reason: "under_way" },
  );
});
