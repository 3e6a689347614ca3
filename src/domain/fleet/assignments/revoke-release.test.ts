/** Revoking and releasing assignments. Source: docs/contract/rest.md, "Contractor order assignment". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { listOrders } from "#domain/orders/orders/operations/list-orders.ts";
import { rerouteOrder } from "#domain/orders/orders/operations/reroute-order.ts";
import { changeRouteOrders } from "#domain/planning/routes/operations/change-route-orders.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { createAssignmentFixture, listAssignments, ASSIGNMENTS as PATH } from "#tests/support/assignments.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { assignOrders } from "./operations/assign-orders.ts";
import { revokeAssignments } from "./operations/revoke-assignments.ts";

const service = await testService();
const fixture = (count?: number) => createAssignmentFixture(service, count);
const readRows = (business: TestBusiness, order_id: number) => listAssignments(service, business, order_id);

describe("revoking and releasing", () => {
  test("a revoked order is unassigned again; one on a route is not revoked", async () => {
    const { business, ana, ids, admin } = await fixture(3);
    const [free, planned, never] = ids as [number, number, number];
    await admin(assignOrders, { order_ids: [free, planned], broker_id: ana.account_id });
    const { route } = await ana.call(createRoute, { order_ids: [planned] });
    const answer = await admin(revokeAssignments, {
      order_ids: [free, planned, never],
      reason: "van broke down",
    });
    assert.deepEqual(answer, {
      result: true,
      revoked: 1,
      skipped: 2,
      errors: [
        { order_id: planned, message: "The order is on a route; take it off first." },
        { order_id: never, message: "The order is assigned to no contractor." },
      ],
    });
    assert.partialDeepStrictEqual(await readRows(business, free), [
      { status: "revoked", end_reason: "van broke down" },
    ]);
    await admin(changeRouteOrders, { route_id: route.id, remove: [planned] });
    assert.partialDeepStrictEqual(await readRows(business, planned), [{ status: "active" }]);
    assert.equal((await admin(revokeAssignments, { order_ids: [planned] })).revoked, 1);
    assert.equal((await admin(revokeAssignments, { order_ids: [planned] })).result, false);
    assert.deepEqual(
      (await business.readEvents("order", free)).map(({ kind }) => kind),
      ["order.created", "order.assigned", "order.unassigned"],
    );
  });

  test("a contractor releases only its own orders, and only those on no route", async () => {
    const { business, ana, bruno, ids, admin } = await fixture(2);
    const [mine, theirs] = ids as [number, number];
    await admin(assignOrders, { order_ids: [mine], broker_id: ana.account_id });
    await admin(assignOrders, { order_ids: [theirs], broker_id: bruno.account_id });
    for (const order_id of [theirs, 2_000_000_007]) {
      const { status, body } = await ana.http("POST", `${PATH}/release`, { order_id });
      assert.deepEqual([status, body.error_code], [400, "NOT_OWN"]);
    }
    const { route } = await ana.call(createRoute, { order_ids: [mine] });
    const on_route = await ana.http("POST", `${PATH}/release`, { order_id: mine });
    assert.deepEqual([on_route.status, on_route.body.error_code], [400, "ON_ROUTE"]);
    await ana.call(changeRouteOrders, { route_id: route.id, remove: [mine] });
    const release_answer = await ana.http("POST", `${PATH}/release`, { order_id: mine, reason: "too far" });
    assert.deepEqual(
      [release_answer.status, Object.keys(release_answer.body), release_answer.body.result],
      [200, ["result", "message"], true],
    );
    assert.partialDeepStrictEqual(await readRows(business, mine), [
      { status: "released", end_reason: "too far" },
    ]);
    const [{ id } = { id: 0 }] = await readRows(business, mine);
    assert.equal((await business.readEvents("assignment", id)).at(-1)?.kind, "assignment.released");
    assert.equal((await ana.http("POST", `${PATH}/release`, { order_id: mine })).status, 400);
  });

  test("cancelling an order ends its assignment, also for rerouted and returning ones", async () => {
    const { business, ana, ids, admin } = await fixture(3);
    const [cancelled, rerouted, aboard] = ids as [number, number, number];
    await admin(assignOrders, { order_ids: ids, broker_id: ana.account_id });
    await admin(cancelOrder, { order_id: cancelled });
    const { order } = await admin(rerouteOrder, {
      order_id: rerouted,
      address: { line1: "Quadra 2", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 },
    });
    await service.system.execute("update parcel set custody = 'warehouse' where order_id = $1", [aboard]);
    await service.system.execute("update delivery_order set status = 'AT_WAREHOUSE' where id = $1", [aboard]);
    await admin(cancelOrder, { order_id: aboard });
    assert.equal(await business.readStatus(aboard), "RETURNING");
    for (const id of ids) {
      const rows = await readRows(business, id);
      assert.partialDeepStrictEqual(rows, [{ status: "revoked", end_reason: "order_cancelled" }]);
      assert.equal(
        (await business.readEvents("assignment", rows[0]?.id ?? 0)).at(-1)?.kind,
        "assignment.revoked",
      );
      assert.partialDeepStrictEqual((await admin(getOrder, { order_id: id })).order, {
        assignment_id: null,
        contractor_account_id: null,
      });
    }
    assert.equal(order.assignment_id, null);
    assert.equal((await ana.call(listOrders, {})).total, 0);
  });
});
