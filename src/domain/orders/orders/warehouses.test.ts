/** The warehouses of orders: where goods start, and where they are now. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { closeWarehouse } from "#domain/warehouse/warehouses/operations/close-warehouse.ts";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { listWarehouses } from "#domain/warehouse/warehouses/operations/list-warehouses.ts";
import { applyFact } from "#tests/support/orders.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { checkFoldOfBusiness } from "./lifecycle/check-fold.ts";
import { commandOrdersBulk } from "./operations/command-orders-bulk.ts";
import { createOrder } from "./operations/create-order.ts";
import { createOrderBatch } from "./operations/create-order-batch.ts";
import { getOrder } from "./operations/get-order.ts";
import { listOrders } from "./operations/list-orders.ts";
import { rerouteOrder } from "./operations/reroute-order.ts";
import { voidOrderEvent } from "./operations/void-order-event.ts";

const service = await testService();
const HOME = { name: "Clara", line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 };
const NORTH = { line1: "Rua Norte 1", city: "Brasília", country: "BR", lat: -15.6, lng: -47.9 };

async function twoWarehouses() {
  const business = await service.business();
  const admin = business.as("client_admin");
  const [depot] = (await admin(listWarehouses, {})).warehouses;
  const { warehouse_id: north } = await admin(createWarehouse, { code: "N", name: "North", place: NORTH });
  assert.ok(depot);
  return { business, admin, depot, north };
}

async function whereIs(business: TestBusiness, order_id: number) {
  const { order } = await business.as("client_admin")(getOrder, { order_id });
  return [order.origin_warehouse_id, order.current_warehouse_id];
}

describe("the warehouse where an order starts", () => {
  test("is the depot, or the named one, whose address is the pickup of a delivery and the drop-off of a pickup", async () => {
    const { business, admin, depot, north } = await twoWarehouses();
    const default_order = await admin(createOrder, { dropoff: HOME });
    assert.deepEqual(await whereIs(business, default_order.order_id), [depot.id, null]);
    const named_order = await admin(createOrder, { dropoff: HOME, origin_warehouse_id: north });
    assert.partialDeepStrictEqual(named_order.order, { origin_warehouse_id: north, pickup: NORTH });
    const collected = await admin(createOrder, { type: "P", pickup: HOME, origin_warehouse_id: north });
    assert.partialDeepStrictEqual(collected.order, { dropoff: NORTH, lat: HOME.lat });
    const elsewhere = { ...HOME, line1: "Quadra 2" };
    const given_order = await admin(createOrder, {
      dropoff: HOME,
      pickup: elsewhere,
      origin_warehouse_id: north,
    });
    assert.partialDeepStrictEqual(given_order.order, { origin_warehouse_id: north, pickup: elsewhere });
    const moved = await admin(rerouteOrder, { order_id: named_order.order_id, address: elsewhere });
    assert.equal(moved.order.origin_warehouse_id, north, "its successor starts there too");
  });

  test("is an open one of the business: each other one is refused, alone and in a batch", async () => {
    const { business, admin, north } = await twoWarehouses();
    const other = await twoWarehouses();
    await admin(closeWarehouse, { warehouse_id: north });
    for (const origin_warehouse_id of [north, other.north, other.depot.id]) {
      const refusal = await catchRefusal(admin(createOrder, { dropoff: HOME, origin_warehouse_id }));
      assert.deepEqual([refusal.status, refusal.errors?.[0]?.["field"]], [422, "origin_warehouse_id"]);
    }
    const { person: customer } = await business.customer();
    const { warehouse_id: open } = await admin(createWarehouse, { code: "E", name: "East", place: NORTH });
    const refused_choice = await catchRefusal(
      customer.call(createOrder, { dropoff: HOME, origin_warehouse_id: open }),
    );
    assert.equal(refused_choice.errors?.[0]?.["field"], "origin_warehouse_id", "customers name none");
    const orders = [{ dropoff: HOME }, { dropoff: HOME, origin_warehouse_id: other.north }];
    const batch = await admin(createOrderBatch, { orders });
    assert.deepEqual(
      batch.orders.map(({ result, errors }) => [result, errors[0]?.field]),
      [
        [true, undefined],
        [false, "origin_warehouse_id"],
      ],
    );
  });

  test("of a batch may differ from order to order; a business without a depot names one", async () => {
    const { business, admin, depot, north } = await twoWarehouses();
    await service.system.execute("update warehouse set is_depot = false where business_id = $1", [
      business.id,
    ]);
    service.runtime.authentication.clearCache();
    const orders = [north, depot.id].map((origin_warehouse_id) => ({ dropoff: HOME, origin_warehouse_id }));
    const batch = await admin(createOrderBatch, { orders: [...orders, { dropoff: HOME }] });
    assert.deepEqual(
      batch.orders.map(({ errors }) => errors[0]?.field),
      [undefined, undefined, "pickup"],
    );
    const { order } = await admin(getOrder, { order_id: batch.orders[0]?.order_id ?? 0 });
    assert.deepEqual([order.origin_warehouse_id, order.pickup], [north, NORTH]);
  });
});

describe("the warehouse where goods are", () => {
  const receive = (business: TestBusiness, order_id: number, warehouse_id?: number) =>
    business.as("client_admin")(commandOrdersBulk, {
      order_ids: [order_id],
      activity: "receive",
      ...(warehouse_id === undefined ? {} : { warehouse_id }),
    });

  test("is that of the last scan, until they leave; a hold moves nothing", async () => {
    const { business, admin, depot, north } = await twoWarehouses();
    const { id } = await business.order();
    await receive(business, id);
    assert.deepEqual(await whereIs(business, id), [depot.id, depot.id]);
    await receive(business, id, north);
    assert.deepEqual(await whereIs(business, id), [depot.id, north]);
    for (const [activity, reason] of [["hold", "no address"], ["release"]] as const)
      await admin(commandOrdersBulk, {
        order_ids: [id],
        activity,
        ...(reason === undefined ? {} : { reason }),
      });
    assert.deepEqual(await whereIs(business, id), [depot.id, north]);
    await receive(business, id, depot.id);
    await applyFact(business, id, { trigger: "load", custody: { to: "vehicle", ref: null } });
    assert.deepEqual(await whereIs(business, id), [depot.id, null]);
    const events = await business.readEvents("order", id);
    assert.partialDeepStrictEqual(events.at(-1)?.payload, { state: { current_warehouse_id: null } });
    assert.deepEqual((await checkFoldOfBusiness(service.system, business.id)).differences, []);
  });

  test("does not depend on the order in which scans arrive, and follows when one is voided", async () => {
    const { business, admin, depot, north } = await twoWarehouses();
    const minutes_ago = (minutes: number) =>
      new Date(service.now().getTime() - minutes * 60_000).toISOString();
    const { id } = await business.order();
    service.advance(30 * 60_000);
    await applyFact(business, id, { trigger: "receive", warehouse_id: north, occurred_at: minutes_ago(10) });
    await applyFact(business, id, {
      trigger: "receive",
      warehouse_id: depot.id,
      occurred_at: minutes_ago(20),
    });
    assert.deepEqual(await whereIs(business, id), [depot.id, north], "the later scan counts");
    const events = await business.readEvents("order", id);
    const last = events.find(({ payload }) => (payload as { trigger?: string }).trigger === "receive") as
      | { seq?: number }
      | undefined;
    await admin(voidOrderEvent, { order_id: id, seq: last?.seq ?? 0, reason: "wrong gate" });
    assert.deepEqual(await whereIs(business, id), [depot.id, depot.id]);
    assert.deepEqual((await checkFoldOfBusiness(service.system, business.id)).differences, []);
  });

  test("is named by each parcel, whichever worker received it, and again when a later scan is voided", async () => {
    const { business, admin, depot, north } = await twoWarehouses();
    const { id } = await business.order();
    const custody = async () =>
      service.system.row("select custody, custody_ref from parcel where order_id = $1", [id]);
    const at = (warehouse_id: number) => ({ custody: "warehouse", custody_ref: String(warehouse_id) });
    await receive(business, id);
    assert.deepEqual(await custody(), at(depot.id));
    const scan = { activity: "receive", warehouse_id: north, location: "gate 3" } as const;
    await admin(commandOrdersBulk, { order_ids: [id], ...scan });
    assert.deepEqual(await custody(), at(north));
    const [received] = (await business.readEvents("order", id)).slice(-1);
    assert.partialDeepStrictEqual(received?.payload, { location: "gate 3", warehouse_id: north });
    service.advance(1000);
    await applyFact(business, id, { trigger: "load", custody: { to: "vehicle", ref: "7" } });
    assert.deepEqual(await custody(), { custody: "vehicle", custody_ref: "7" });
    const last = (await business.readEvents("order", id)).at(-1) as { seq?: number } | undefined;
    await admin(voidOrderEvent, { order_id: id, seq: last?.seq ?? 0, reason: "wrong van" });
    assert.deepEqual(await custody(), at(north));
  });

  test("and the one where they start filter the list", async () => {
    const { business, admin, depot, north } = await twoWarehouses();
    const [first, second] = [await business.order(), await business.order({ origin_warehouse_id: north })];
    await receive(business, first.id, north);
    const list = async (input: Record<string, unknown>) =>
      (await admin(listOrders, input as never)).orders.map(({ id }) => id);
    assert.deepEqual(await list({ origin_warehouse_id: north }), [second.id]);
    assert.deepEqual(await list({ origin_warehouse_id: depot.id, on_route: false, type: "D" }), [first.id]);
    assert.deepEqual(await list({ current_warehouse_id: north }), [first.id]);
    assert.deepEqual(await list({ current_warehouse_id: depot.id }), []);
  });

  test("is one where the receiving person works", async () => {
    const { business, depot, north } = await twoWarehouses();
    const { id } = await business.order();
    const person = await business.person("employee");
    const works = (warehouse_ids: number[]) =>
      business.as("client_admin")(updateEmployee, { employee_id: person.account_id, warehouse_ids });
    const scan = (warehouse_id?: number) =>
      person.call(commandOrdersBulk, {
        order_ids: [id],
        activity: "receive",
        ...(warehouse_id === undefined ? {} : { warehouse_id }),
      });
    await works([north]);
    assert.deepEqual((await catchRefusal(scan(depot.id))).errors?.[0]?.["field"], "warehouse_id");
    await scan();
    assert.deepEqual(await whereIs(business, id), [depot.id, north], "the only one of the person");
    await works([north, depot.id]);
    assert.deepEqual((await catchRefusal(scan())).errors?.[0]?.["field"], "warehouse_id");
    await scan(depot.id);
    assert.deepEqual(await whereIs(business, id), [depot.id, depot.id]);
  });
});

describe("closing a warehouse", () => {
  test("is refused while orders start there or their goods are there, with how many", async () => {
    const { business, admin, depot, north } = await twoWarehouses();
    const started = await business.order({ origin_warehouse_id: north });
    const { id } = await business.order();
    await admin(commandOrdersBulk, { order_ids: [id], activity: "receive", warehouse_id: north });
    const refusal = await business.http("client_admin", "POST", `/api/v1/wms/warehouses/${north}/close`, {});
    assert.partialDeepStrictEqual(refusal, {
      status: 409,
      body: { error_code: "WAREHOUSE_IN_USE", uses: { open_orders: 1, goods: 1, open_routes: 0, stock: 0 } },
    });
    await admin(commandOrdersBulk, { order_ids: [started.id], activity: "cancel" });
    await admin(commandOrdersBulk, { order_ids: [id], activity: "receive", warehouse_id: depot.id });
    await admin(closeWarehouse, { warehouse_id: north });
  });
});
