/** Which orders can be assigned, revoked and released. Source: docs/contract/rest.md, "Contractor order assignment". */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ORDER_STATUSES } from "#domain/orders/orders/public.ts";
import { refusalToAssign, refusalToRelease, refusalToRevoke } from "./assignment-rules.ts";

type Order = NonNullable<Parameters<typeof refusalToAssign>[0]>;

const free: Order = {
  status: "NEW_ORDER",
  delivery_kind: "self",
  route_id: null,
  tender_state: null,
  third_party_carrier_id: null,
  assignment_id: null,
  contractor_account_id: null,
};
const held: Order = { ...free, assignment_id: 9, contractor_account_id: 5 };

const ASSIGN: [string, Order | undefined, string | null][] = [
  ["a new order", free, null],
  ["one that another holds: it moves", { ...held, contractor_account_id: 6 }, null],
  ["one that was offered to a carrier and not accepted", { ...free, tender_state: "offered" }, null],
  ["one that is not there", undefined, "unknown_order"],
  ["one on a route", { ...free, route_id: 1 }, "on_route"],
  ["one on a route that its rules took", { ...free, route_id: 1, contractor_account_id: 5 }, "on_route"],
  ["one that a label delivers", { ...free, delivery_kind: "label" }, "not_self_delivery"],
  ["one that a third party delivers", { ...free, delivery_kind: "third_party" }, "not_self_delivery"],
  ["one that a carrier has accepted", { ...free, tender_state: "held" }, "held_by_carrier"],
  ["one that a carrier holds", { ...free, third_party_carrier_id: 3 }, "held_by_carrier"],
  ["one that the same person holds", held, "held_already"],
];

for (const [name, order, expected] of ASSIGN) {
  test(`assigning ${name}`, () => assert.equal(refusalToAssign(order, 5), expected));
}

test("three statuses are assignable, and no other", () => {
  assert.deepEqual(
    ORDER_STATUSES.filter((status) => refusalToAssign({ ...free, status }, 5) === null).sort(),
    ["AT_WAREHOUSE", "FAILED_ATTEMPT", "NEW_ORDER"],
  );
});

test("revoking requires an assignment and no route", () => {
  assert.equal(refusalToRevoke(held), null);
  assert.equal(refusalToRevoke(undefined), "unknown_order");
  assert.equal(refusalToRevoke(free), "not_assigned");
  assert.equal(refusalToRevoke({ ...free, route_id: 1, contractor_account_id: 5 }), "not_assigned");
  assert.equal(refusalToRevoke({ ...held, route_id: 1 }), "on_route");
});

test("only the assigned contractor can release an order, off any route; orders of others do not exist for it", () => {
  assert.equal(refusalToRelease(held, 5), null);
  assert.equal(refusalToRelease({ ...held, route_id: 1 }, 5), "on_route");
  assert.equal(refusalToRelease({ ...held, route_id: 1 }, 6), "not_own");
  assert.equal(refusalToRelease({ ...free, contractor_account_id: 5 }, 5), "not_own");
  assert.equal(refusalToRelease(undefined, 5), "not_own");
});
