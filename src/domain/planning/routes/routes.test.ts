import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeOrders, lockOrders, type OrderStatus } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { runJob } from "#operation/run/workers.ts";
import { listItems } from "#tests/support/attention.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { bulkAssign } from "./operations/bulk-assign.ts";
import { cancelRoute } from "./operations/cancel-route.ts";
import { changeRouteOrders } from "./operations/change-route-orders.ts";
import { closeRoute } from "./operations/close-route.ts";
import { createRoute } from "./operations/create-route.ts";
import { getDriverRoutes } from "./operations/get-driver-routes.ts";
import { getRoute } from "./operations/get-route.ts";
import { listDrivers } from "./operations/list-drivers.ts";
import { listRoutes } from "./operations/list-routes.ts";
import { mergeRoutes } from "./operations/merge-routes.ts";
import { reassignRoute } from "./operations/reassign-route.ts";
import { releaseRoute } from "./operations/release-route.ts";
import { releaseRoutes } from "./operations/release-routes.ts";
import { resequenceRoute } from "./operations/resequence-route.ts";
import { splitRoute } from "./operations/split-route.ts";
import { unreleaseRoute } from "./operations/unrelease-route.ts";
import { removeOrdersFromRoutes } from "./remove.ts";

const service = await testService();

/** Creates a route with `count` orders as the administrator. */
async function createPlannedRoute(
  business: TestBusiness,
  count: number,
  facts: { driver_id?: number; date?: string } = {},
) {
  const order_ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    order_ids.push((await business.order({ units: index + 1 })).id);
  const { route } = await business.as("client_admin")(createRoute, { ...facts, order_ids });
  return { route, order_ids };
}

/** Current orders and sequence of a route, checked against the rows of the orders. */
async function ordersOn(business: TestBusiness, route_id: number): Promise<number[]> {
  const { route } = await business.as("client_admin")(getRoute, { route_id });
  assert.deepEqual(
    route.stops.map((stop) => stop.seq),
    route.stops.map((_, index) => index + 1),
  );
  assert.equal(route.stops_total, route.stops.length);
  const rows = await service.system.rows<{ id: number }>(
    "select id from delivery_order where route_id = $1 order by id",
    [route_id],
  );
  const order_ids = route.stops.flatMap((stop) =>
    stop.tasks.filter((task) => task.status !== "REMOVED").map((task) => task.order_id),
  );
  assert.deepEqual(
    [...new Set(order_ids)].sort((a, b) => a - b),
    rows.map((row) => row.id),
  );
  return order_ids;
}

/** Runs work of another family in its own transaction. */
async function inTransaction<T>(
  business: TestBusiness,
  work: (context: Context<string>) => Promise<T>,
): Promise<T> {
  let value: T | undefined;
  const job = {
    is_job: true as const,
    name: "of-a-test",
    family: "routes",
    retries: 0,
    expires_s: 60,
    run: async (inside: { transaction<U>(w: (context: Context<string>) => Promise<U>): Promise<U> }) => {
      value = await inside.transaction(work);
    },
  };
  await runJob(service.runtime, job as never, { business_id: business.id }, () => false);
  return value as T;
}

async function setStatus(route_id: number, status: string): Promise<void> {
  await service.system.execute("update route set status = $2 where id = $1", [route_id, status]);
}

describe("creating and reading routes", () => {
  test("a manually created route keeps the sequence given and has times, load and path", async () => {
    const business = await service.business();
    const { id: driver_id } = await business.driver();
    const { route, order_ids } = await createPlannedRoute(business, 3, { driver_id, date: "2026-12-01" });
    assert.partialDeepStrictEqual(route, {
      status: "ASSIGNED",
      date: "2026-12-01",
      number: "R1",
      driver_name: "Driver",
      orders: 3,
      plan_version: 1,
      version: 1,
      can_release: true,
    });
    assert.deepEqual(await ordersOn(business, route.id), order_ids);
    assert.equal(route.load.units, 6);
    assert.equal(route.planned_start_at, "2026-12-01T11:00:00.000Z", "08:00 in São Paulo");
    assert.equal(route.path.length, 5);
    const legs = route.stops.reduce((sum, stop) => sum + stop.leg_distance_m, 0);
    assert.ok(route.planned_distance_m > legs, "the way home counts");
    assert.equal(await business.readStatus(order_ids[0] ?? 0), "ROUTED");
    const http = await business.http("employee", "GET", `/api/v1/client/routes/${route.id}`);
    assert.equal(http.headers["etag"], '"1"');
  });

  test("an order on a route, on hold or unknown refuses the whole route", async () => {
    const business = await service.business();
    const { order_ids } = await createPlannedRoute(business, 1);
    const free = await business.order();
    const refusal = await catchRefusal(
      business.as("client_admin")(createRoute, { order_ids: [free.id, order_ids[0] ?? 0, 2_000_000_000] }),
    );
    assert.equal(refusal.error_code, "ORDERS_REFUSED");
    assert.deepEqual(
      refusal.errors?.map(({ order_id, code }) => [order_id, code]),
      [
        [order_ids[0], "on_route"],
        [2_000_000_000, "unknown_order"],
      ],
    );
    assert.equal(await business.readStatus(free.id), "NEW_ORDER");
  });

  test("lists filter by date, status and driver; a contractor and another business see only their own", async () => {
    const business = await service.business();
    const contractor = await business.contractor();
    const { id: mine } = await business.driver();
    const { id: theirs } = await business.driver({ contractor_id: contractor.id });
    const { route } = await createPlannedRoute(business, 2, { driver_id: mine, date: "2026-12-01" });
    const { route: other } = await createPlannedRoute(business, 0, { driver_id: theirs, date: "2026-12-02" });
    const list = async (input: Parameters<typeof listRoutes.run>[1]) =>
      (await business.as("employee")(listRoutes, input)).routes.map((one) => one.id);
    assert.deepEqual(await list({}), [other.id, route.id]);
    assert.deepEqual(await list({ date: "2026-12-01" }), [route.id]);
    assert.deepEqual(await list({ driver_id: theirs, status: ["ASSIGNED"] }), [other.id]);
    assert.deepEqual(await list({ status: ["CLOSED"] }), []);
    assert.deepEqual(
      (await contractor.person.call(listRoutes, {})).routes.map((one) => one.id),
      [other.id],
    );
    assert.equal((await catchRefusal(contractor.person.call(getRoute, { route_id: route.id }))).status, 404);
    assert.deepEqual(
      (await contractor.person.call(listDrivers, {})).drivers.map((one) => one.id),
      [theirs],
    );
    assert.equal(
      (await business.as("employee")(listDrivers, { status: "active" })).drivers.find(
        (one) => one.id === mine,
      )?.vehicle?.capacity_units,
      180,
    );
    assert.equal(
      (await catchRefusal(contractor.person.call(getDriverRoutes, { driver_id: mine }))).status,
      404,
    );
    const day = await business.as("employee")(getDriverRoutes, { driver_id: mine, date: "2026-12-01" });
    assert.equal(day.routes[0]?.stops.length, 2);
    const other_business = await service.business();
    assert.equal(
      (await catchRefusal(other_business.as("client_admin")(getRoute, { route_id: route.id }))).status,
      404,
    );
    assert.equal(
      (await catchRefusal(other_business.as("client_admin")(cancelRoute, { route_id: route.id }))).status,
      404,
    );
  });
});

describe("releasing", () => {
  test("planned orders become dispatched, one in the warehouse keeps its status; unrelease undoes that", async () => {
    const business = await service.business();
    const { id: driver_id } = await business.driver();
    const warehouse_order = await business.order();
    await service.system.execute("update delivery_order set status = 'AT_WAREHOUSE' where id = $1", [
      warehouse_order.id,
    ]);
    const fresh = await business.order();
    const { route } = await business.as("client_admin")(createRoute, {
      driver_id,
      order_ids: [warehouse_order.id, fresh.id],
    });
    const states = async () => [
      await business.readStatus(warehouse_order.id),
      await business.readStatus(fresh.id),
    ];
    assert.deepEqual(await states(), ["AT_WAREHOUSE", "ROUTED"]);
    const { route: released } = await business.as("employee")(releaseRoute, { route_id: route.id });
    assert.deepEqual([released.status, ...(await states())], ["RELEASED", "AT_WAREHOUSE", "DISPATCHED"]);
    assert.equal(
      (await catchRefusal(business.as("employee")(releaseRoute, { route_id: route.id }))).error_code,
      "INVALID_TRANSITION",
    );
    const kinds = async (id: number) => (await business.readEvents("order", id)).map((event) => event.kind);
    assert.deepEqual(await kinds(warehouse_order.id), ["order.created", "order.planned"]);
    assert.deepEqual(await kinds(fresh.id), ["order.created", "order.planned", "order.dispatched"]);
    const { route: back } = await business.as("employee")(unreleaseRoute, { route_id: route.id });
    assert.deepEqual([back.status, ...(await states())], ["ASSIGNED", "AT_WAREHOUSE", "ROUTED"]);
    assert.deepEqual(
      (await business.readEvents("route", route.id)).map((event) => event.kind),
      ["route.created", "route.released", "route.unreleased"],
    );
  });

  test("an expired document, a suspended driver, no driver and no stops each refuse; other routes of the list are released", async () => {
    const business = await service.business();
    const [good, expired, renewed, suspended] = [
      await business.driver(),
      await business.driver(),
      await business.driver(),
      await business.driver(),
    ];
    const document = (driver_id: number, kind: string, expires: string) =>
      service.system.execute(
        "insert into driver_document (business_id, driver_id, kind, expires_date, status, created_at) values ($1, $2, $3, $4, 'accepted', now())",
        [business.id, driver_id, kind, expires],
      );
    await document(expired.id, "licence", "2026-11-30");
    await document(expired.id, "insurance", "2030-01-01");
    await document(renewed.id, "licence", "2026-11-30");
    await document(renewed.id, "licence", "2030-01-01");
    const date = "2026-12-01";
    const routes = [];
    for (const { id } of [good, expired, renewed, suspended])
      routes.push((await createPlannedRoute(business, 1, { driver_id: id, date })).route);
    routes.push(
      (await createPlannedRoute(business, 1, { date })).route,
      (await createPlannedRoute(business, 0, { driver_id: good.id, date })).route,
    );
    await service.system.execute("update driver set status = 'suspended' where id = $1", [suspended.id]);
    const answer = await business.as("client_admin")(releaseRoutes, {
      route_ids: [...routes.map((route) => route.id), 2_000_000_000],
    });
    assert.deepEqual(
      answer.routes.map((item) => item.error_code ?? "released"),
      [
        "released",
        "DOCUMENTS_EXPIRED",
        "released",
        "DRIVER_NOT_ACTIVE",
        "NO_DRIVER",
        "EMPTY_ROUTE",
        "NOT_FOUND",
      ],
    );
    assert.match(answer.routes[1]?.message ?? "", /2026-11-30/);
    assert.partialDeepStrictEqual(await business.as("client_admin")(releaseRoutes, { date }), {
      done: 0,
      failed: 2,
    });
    assert.equal((await catchRefusal(business.as("client_admin")(releaseRoutes, {}))).status, 422);
  });
});

describe("changing routes", () => {
  test("a reassigned route keeps its tour and stays released", async () => {
    const business = await service.business();
    const [a, b, off] = [
      await business.driver(),
      await business.driver(),
      await business.driver({ status: "suspended" }),
    ];
    const { route, order_ids } = await createPlannedRoute(business, 3, { driver_id: a.id });
    await business.as("employee")(releaseRoute, { route_id: route.id });
    const { route: moved } = await business.as("employee")(reassignRoute, {
      route_id: route.id,
      driver_id: b.id,
    });
    assert.partialDeepStrictEqual(moved, { status: "RELEASED", driver_id: b.id, plan_version: 2 });
    assert.notEqual(moved.vehicle_id, route.vehicle_id);
    assert.deepEqual(await ordersOn(business, route.id), order_ids);
    assert.equal(
      (await catchRefusal(business.as("employee")(reassignRoute, { route_id: route.id, driver_id: off.id })))
        .error_code,
      "DRIVER_NOT_ACTIVE",
    );
    assert.equal(
      (await catchRefusal(business.as("employee")(reassignRoute, { route_id: route.id, driver_id: null })))
        .error_code,
      "INVALID_TRANSITION",
    );
    const contractor = await business.contractor();
    const foreign = await business.driver({ contractor_id: contractor.id });
    assert.equal(
      (
        await catchRefusal(
          business.as("employee")(reassignRoute, { route_id: route.id, driver_id: foreign.id }),
        )
      ).error_code,
      "OTHER_CONTRACTOR",
    );
    const { route: free } = await createPlannedRoute(business, 1, { driver_id: a.id });
    assert.partialDeepStrictEqual(
      (await business.as("employee")(reassignRoute, { route_id: free.id, driver_id: null })).route,
      { status: "PLANNED", driver_id: null },
    );
  });

  test("a new sequence changes times and the plan version; If-Match guards it", async () => {
    const business = await service.business();
    const { route, order_ids } = await createPlannedRoute(business, 4);
    const stop_ids = route.stops.map((stop) => stop.id).reverse();
    const { route: after } = await business.as("employee")(
      resequenceRoute,
      { route_id: route.id, stop_ids },
      { if_match: 1 },
    );
    assert.deepEqual(await ordersOn(business, route.id), [...order_ids].reverse());
    assert.equal(after.plan_version, 2);
    assert.ok((after.stops[0]?.planned_arrival_at ?? "") < (after.stops[1]?.planned_arrival_at ?? ""));
    const stale = await catchRefusal(
      business.as("employee")(resequenceRoute, { route_id: route.id, stop_ids }, { if_match: 1 }),
    );
    assert.equal(stale.error_code, "VERSION_CONFLICT");
    assert.equal(
      (
        await catchRefusal(
          business.as("employee")(resequenceRoute, { route_id: route.id, stop_ids: stop_ids.slice(1) }),
        )
      ).error_code,
      "NOT_ITS_STOPS",
    );
  });

  test("on a route in progress visited stops stay first and orders are added and removed behind them", async () => {
    const business = await service.business();
    const { id: driver_id } = await business.driver();
    const { route, order_ids } = await createPlannedRoute(business, 3, { driver_id });
    await business.as("employee")(releaseRoute, { route_id: route.id });
    await setStatus(route.id, "IN_PROGRESS");
    await service.system.execute("update stop set status = 'DONE', done_at = now() where id = $1", [
      route.stops[0]?.id,
    ]);
    await service.system.execute("update stop_task set status = 'DONE' where stop_id = $1", [
      route.stops[0]?.id,
    ]);
    const late = await business.order();
    const { route: after } = await business.as("employee")(changeRouteOrders, {
      route_id: route.id,
      add: [late.id],
      remove: [order_ids[2] ?? 0],
      position: 1,
    });
    assert.deepEqual(
      after.stops.map((stop) => stop.tasks[0]?.order_id),
      [order_ids[0], late.id, order_ids[1]],
    );
    assert.partialDeepStrictEqual(after, { plan_version: 2, stops_total: 3, stops_resolved: 1 });
    assert.deepEqual(
      [await business.readStatus(late.id), await business.readStatus(order_ids[2] ?? 0)],
      ["DISPATCHED", "NEW_ORDER"],
    );
    const refusal = await catchRefusal(
      business.as("employee")(changeRouteOrders, { route_id: route.id, remove: [order_ids[0] ?? 0] }),
    );
    assert.equal(refusal.errors?.[0]?.code, "not_on_route");
    assert.equal(
      (await catchRefusal(business.as("employee")(cancelRoute, { route_id: route.id }))).error_code,
      "INVALID_TRANSITION",
    );
  });

  test("adding an order removes it from its former route in the same step, unless that one is released", async () => {
    const business = await service.business();
    const { id: driver_id } = await business.driver();
    const { route: from, order_ids } = await createPlannedRoute(business, 3);
    const { route: to } = await createPlannedRoute(business, 1);
    await business.as("employee")(changeRouteOrders, { route_id: to.id, add: [order_ids[1] ?? 0] });
    assert.deepEqual(await ordersOn(business, from.id), [order_ids[0], order_ids[2]]);
    assert.ok((await ordersOn(business, to.id)).includes(order_ids[1] ?? 0));
    assert.deepEqual(
      (await business.readEvents("order", order_ids[1] ?? 0)).map((event) => event.kind),
      ["order.created", "order.planned", "order.route_changed"],
    );
    await business.as("employee")(reassignRoute, { route_id: from.id, driver_id });
    await business.as("employee")(releaseRoute, { route_id: from.id });
    const refusal = await catchRefusal(
      business.as("employee")(changeRouteOrders, { route_id: to.id, add: [order_ids[0] ?? 0] }),
    );
    assert.equal(refusal.errors?.[0]?.code, "on_released_route");
  });

  test("when two dispatchers put one order onto two routes, it ends up on one", async () => {
    const business = await service.business();
    const routes = [];
    for (let index = 0; index < 4; index += 1) routes.push((await createPlannedRoute(business, 1)).route);
    const order = await business.order();
    await Promise.allSettled(
      routes.map((route) =>
        business.as("employee")(changeRouteOrders, { route_id: route.id, add: [order.id] }),
      ),
    );
    const on = [];
    for (const route of routes)
      if ((await ordersOn(business, route.id)).includes(order.id)) on.push(route.id);
    assert.equal(on.length, 1);
  });

  test("a split distributes all stops to two routes, a merge joins them again", async () => {
    const business = await service.business();
    const { id: driver_id } = await business.driver();
    const { route, order_ids } = await createPlannedRoute(business, 5, { driver_id });
    const leaving = route.stops.slice(3).map((stop) => stop.id);
    const { new_route } = await business.as("employee")(splitRoute, {
      route_id: route.id,
      stop_ids: leaving,
    });
    assert.equal(new_route.status, "PLANNED");
    assert.deepEqual(
      [await ordersOn(business, route.id), await ordersOn(business, new_route.id)],
      [order_ids.slice(0, 3), order_ids.slice(3)],
    );
    const { route: merged } = await business.as("employee")(mergeRoutes, {
      route_id: route.id,
      from_route_id: new_route.id,
    });
    assert.deepEqual(
      merged.stops.map((stop) => stop.tasks[0]?.order_id),
      order_ids,
    );
    assert.deepEqual(await ordersOn(business, route.id), order_ids);
    assert.equal(
      (await business.as("employee")(getRoute, { route_id: new_route.id })).route.status,
      "CANCELLED",
    );
    assert.equal(
      (
        await catchRefusal(
          business.as("employee")(splitRoute, {
            route_id: route.id,
            stop_ids: merged.stops.map((stop) => stop.id),
          }),
        )
      ).error_code,
      "NOTHING_LEFT",
    );
    const { route: tomorrow } = await createPlannedRoute(business, 1, { date: "2027-01-01" });
    assert.equal(
      (
        await catchRefusal(
          business.as("employee")(mergeRoutes, { route_id: route.id, from_route_id: tomorrow.id }),
        )
      ).error_code,
      "DIFFERENT_DAY",
    );
  });

  test("a cancelled route frees its orders, released or not, and they can be planned again", async () => {
    const business = await service.business();
    const { id: driver_id } = await business.driver();
    const { route, order_ids } = await createPlannedRoute(business, 2, { driver_id });
    await business.as("employee")(releaseRoute, { route_id: route.id });
    await business.as("employee")(cancelRoute, { route_id: route.id });
    for (const id of order_ids) assert.equal(await business.readStatus(id), "NEW_ORDER");
    const { route: again } = await business.as("client_admin")(createRoute, { order_ids });
    assert.deepEqual(await ordersOn(business, again.id), order_ids);
  });

  test("closing requires the cash and the goods that are still with the driver, then frees undelivered orders", async () => {
    const business = await service.business();
    const paid = await business.order({ cod_minor: 5000 });
    const failed = await business.order();
    const { route } = await business.as("client_admin")(createRoute, { order_ids: [paid.id, failed.id] });
    assert.equal(
      (await catchRefusal(business.as("employee")(closeRoute, { route_id: route.id }))).error_code,
      "INVALID_TRANSITION",
    );
    await setStatus(route.id, "COMPLETED");
    await service.system.execute("update delivery_order set status = 'DELIVERED' where id = $1", [paid.id]);
    await service.system.execute("update delivery_order set status = 'FAILED_ATTEMPT' where id = $1", [
      failed.id,
    ]);
    await service.system.execute("update parcel set custody = 'vehicle' where order_id = $1", [failed.id]);
    const goods = await catchRefusal(business.as("employee")(closeRoute, { route_id: route.id }));
    assert.deepEqual([goods.error_code, goods.errors?.[0]?.order_id], ["GOODS_OUTSTANDING", failed.id]);
    const cash = await catchRefusal(
      business.as("employee")(closeRoute, {
        route_id: route.id,
        reconciliation: { accepted_order_ids: [failed.id] },
      }),
    );
    assert.equal(cash.error_code, "CASH_NOT_COUNTED");
    const { route: closed } = await business.as("employee")(closeRoute, {
      route_id: route.id,
      reconciliation: { accepted_order_ids: [failed.id], cash_counted_minor: 4900 },
    });
    assert.partialDeepStrictEqual(closed.closing, {
      cash_difference_minor: -100,
      delivered: 1,
      undelivered: 1,
    });
    const row = await service.system.row<{ route_id: number | null; status: string }>(
      "select route_id, status from delivery_order where id = $1",
      [failed.id],
    );
    assert.deepEqual(row, { route_id: null, status: "FAILED_ATTEMPT" });
    const items = (await listItems(business)).filter((item) => item.route_id === route.id);
    assert.deepEqual(items.map((item) => item.kind).sort(), ["cash_difference", "goods_outstanding"]);
  });

  test("bulk assignment decides each order separately and creates a route only when one is needed", async () => {
    const business = await service.business();
    const { id: driver_id } = await business.driver();
    const { order_ids: taken_ids, route: other } = await createPlannedRoute(business, 1);
    await setStatus(other.id, "RELEASED");
    const [a, b] = [await business.order(), await business.order()];
    const none = await business.as("employee")(bulkAssign, { driver_id, order_ids: taken_ids });
    assert.partialDeepStrictEqual(none, { result: false, route_id: null, failed: 1 });
    assert.equal((await business.as("employee")(listRoutes, { driver_id })).total, 0);
    const first = await business.as("employee")(bulkAssign, { driver_id, order_ids: [a.id, ...taken_ids] });
    assert.deepEqual(
      first.orders.map(({ result, status, error_code }) => [result, status, error_code]),
      [
        [true, "ROUTED", undefined],
        [false, "ROUTED", "ON_RELEASED_ROUTE"],
      ],
    );
    const second = await business.as("employee")(bulkAssign, { driver_id, order_ids: [b.id] });
    assert.equal(second.route_id, first.route_id);
    assert.deepEqual(
      (await ordersOn(business, first.route_id ?? 0)).sort((x, y) => x - y),
      [a.id, b.id],
    );
  });
});

describe("changes of routes by other families", () => {
  test("removed orders leave no gap, and the counts and the plan version are updated", async () => {
    const business = await service.business();
    const { route, order_ids } = await createPlannedRoute(business, 4);
    const [, second, third] = order_ids;
    const removed = await inTransaction(business, async (context) => {
      const orders = await lockOrders(context.db, business.id, [second ?? 0, third ?? 0]);
      const removals = await removeOrdersFromRoutes(context, [...orders.keys()], "held");
      await changeOrders(
        context,
        [...orders.values()].map((order) => ({
          order,
          set: { route_id: null, status: "HOLD" as OrderStatus },
          kind: "order.held",
        })),
      );
      return removals;
    });
    assert.deepEqual(removed, [{ route_id: route.id, order_ids: [second, third] }]);
    assert.deepEqual(await ordersOn(business, route.id), [order_ids[0], order_ids[3]]);
    const { route: after } = await business.as("employee")(getRoute, { route_id: route.id });
    assert.partialDeepStrictEqual(after, { plan_version: 2, stops_total: 2, load: { units: 5 } });
    assert.ok(after.planned_distance_m !== route.planned_distance_m);
    assert.deepEqual(
      (await business.readEvents("route", route.id)).map((event) => event.kind),
      ["route.created", "route.orders_removed"],
    );
    assert.deepEqual(
      await inTransaction(business, (context) => removeOrdersFromRoutes(context, [second ?? 0], "held")),
      [],
    );
  });

  test("concurrent holds and edits of the same route end without a deadlock and keep it consistent", async () => {
    const business = await service.business();
    const { route, order_ids } = await createPlannedRoute(business, 8);
    const hold = (id: number) =>
      inTransaction(business, async (context) => {
        const orders = await lockOrders(context.db, business.id, [id]);
        await removeOrdersFromRoutes(context, [id], "held");
        await changeOrders(
          context,
          [...orders.values()].map((order) => ({
            order,
            set: { route_id: null, status: "HOLD" as OrderStatus },
            kind: "order.held",
          })),
        );
      });
    const added = await business.order();
    const results = await Promise.allSettled([
      ...order_ids.slice(0, 4).map(hold),
      business.as("employee")(changeRouteOrders, { route_id: route.id, add: [added.id] }),
      business.as("employee")(changeRouteOrders, { route_id: route.id, remove: [order_ids[6] ?? 0] }),
    ]);
    assert.deepEqual(
      results.map((result) => result.status),
      results.map(() => "fulfilled"),
    );
    assert.deepEqual(
      (await ordersOn(business, route.id)).sort((a, b) => a - b),
      [order_ids[4], order_ids[5], order_ids[7], added.id],
    );
  });
});
