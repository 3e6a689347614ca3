import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { checkStockOfBusiness } from "#domain/warehouse/inventory/check-stock.ts";
import { createReceipt } from "#domain/warehouse/receiving/operations/create-receipt.ts";
import { assertAllFoldsConsistent } from "#tests/support/orders.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";
import { changeLane } from "./operations/change-lane.ts";
import { getOutbound } from "./operations/get-outbound.ts";
import { identifyScannedCode } from "./operations/identify-scanned-code.ts";
import { listLanes } from "./operations/list-lanes.ts";
import { receiveParcel } from "./operations/receive-parcel.ts";
import { scanOutbound } from "./operations/scan-outbound.ts";
import { sealOutbound } from "./operations/seal-outbound.ts";
import { sortParcel } from "./operations/sort-parcel.ts";
import { syncCommands } from "./operations/sync-commands.ts";

const service = await testService();

type Business = Awaited<ReturnType<typeof service.business>>;

/** Two routes that start at a warehouse, of orders with these numbers of parcels. */
async function planRoutes(business: Business, parcels: number[][] = [[1, 2], [1]]) {
  const house = await openWarehouse(business);
  const { admin, warehouse_id } = house;
  const routes = [];
  for (const counts of parcels) {
    const driver = await business.driver();
    const orders = [];
    for (const count of counts) {
      const { id } = await business.order({
        parcels: Array.from({ length: count }, () => ({ weight_g: 1000 })),
      });
      const { order } = await admin(getOrder, { order_id: id });
      orders.push({ id, codes: order.parcels.map(({ label_code }) => label_code) });
    }
    const { route } = await admin(createRoute, {
      driver_id: driver.id,
      order_ids: orders.map(({ id }) => id),
      start_warehouse_id: warehouse_id,
    });
    await admin(releaseRoute, { route_id: route.id });
    routes.push({ route_id: route.id, number: route.number, date: route.date, orders, driver });
  }
  const [first, second] = routes;
  assert(first !== undefined && second !== undefined);
  const getCode = (route: typeof first, order: number, parcel = 0) =>
    route.orders[order]?.codes[parcel] ?? "";
  const receive = (code: string) => admin(receiveParcel, { code, warehouse_id });
  return { ...house, first, second, getCode, receive };
}

describe("one scan", () => {
  test("says what a code is and what can be done with it now", async () => {
    const business = await service.business();
    const { admin, warehouse_id, article, find, a1, first, getCode, receive } = await planRoutes(business);
    const south = await openWarehouse(business, "SOUTH");
    const tea = await article({ barcodes: ["4006381333931"] });
    await find(a1, tea, 5);
    const { receipt } = await admin(createReceipt, {
      warehouse_id,
      lines: [{ article_id: tea, qty: 2 }, { package_code: "PK-1" }],
    });
    const scan = async (code: string, at = warehouse_id) =>
      (await admin(identifyScannedCode, { code, warehouse_id: at })).matches.map(({ type, actions }) => [
        type,
        ...actions,
      ]);
    const code = getCode(first, 0);
    assert.deepEqual(await scan(code), [["parcel", "receive"]]);
    await receive(code);
    assert.deepEqual(await scan(code), [["parcel", "sort", "load"]]);
    assert.deepEqual(await scan(code, south.warehouse_id), [["parcel", "receive"]]);
    assert.deepEqual(await scan("4006 3813 33931"), [["article", "receive", "move", "count"]]);
    assert.deepEqual(await scan("a-1"), [["bin", "put_away", "move", "count"]]);
    assert.deepEqual(await scan("pk-1"), [["receipt", "receive"]]);
    assert.deepEqual(await scan(receipt.code.toLowerCase()), [["receipt", "receive"]]);
    assert.deepEqual(await scan(first.number), [["route", "check_load", "sort"]]);
    const unknown = await catchRefusal(scan("NOTHING"));
    assert.deepEqual([unknown.code, unknown.status], ["unknown_code", 422]);
    const other = await service.business();
    const foreign = await openWarehouse(other);
    const strange = foreign.admin(identifyScannedCode, { code, warehouse_id: foreign.warehouse_id });
    assert.equal((await catchRefusal(strange)).code, "unknown_code");
    assert.equal((await catchRefusal(scan(code, foreign.warehouse_id))).code, "unknown_warehouse");
  });
});

describe("sorting", () => {
  test("gives lanes by departure, keeps them, and says where a parcel does not belong", async () => {
    const business = await service.business();
    const { admin, warehouse_id, first, second, getCode, receive } = await planRoutes(business);
    const south = await openWarehouse(business, "SOUTH");
    const sort = (code: string, more = {}) => admin(sortParcel, { code, warehouse_id, ...more });
    const code = getCode(first, 0);
    assert.equal((await catchRefusal(sort(code))).code, "not_here");
    await receive(code);
    const sorted = await sort(code);
    const lanes = async () =>
      (await admin(listLanes, { warehouse_id, date: first.date })).lanes.map((one) => [
        ...[one.route_id, one.lane, one.expected, one.here, one.sorted],
      ]);
    const before = await lanes();
    assert.deepEqual(
      before.find(([route_id]) => route_id === first.route_id),
      [first.route_id, sorted.lane, 3, 1, 1],
    );
    assert.deepEqual(
      before.map(([, lane]) => lane),
      [1, 2],
    );
    const other_lane = 3 - sorted.lane;
    const wrong = await catchRefusal(sort(code, { lane: other_lane }));
    assert.deepEqual([wrong.code, wrong.extra?.["lane"]], ["wrong_lane", sorted.lane]);
    assert.equal((await sort(code, { lane: sorted.lane })).lane, sorted.lane);
    await admin(changeLane, { route_id: first.route_id, lane: other_lane });
    assert.equal((await sort(code)).lane, other_lane);
    const after = await lanes();
    assert.deepEqual(after.find(([route_id]) => route_id === second.route_id)?.[1], sorted.lane);
    await admin(receiveParcel, { code, warehouse_id: south.warehouse_id });
    const away = await catchRefusal(admin(sortParcel, { code, warehouse_id: south.warehouse_id }));
    assert.deepEqual([away.code, away.extra?.["route_id"]], ["wrong_warehouse", first.route_id]);
    const { id } = await business.order();
    const { order } = await admin(getOrder, { order_id: id });
    assert.equal((await catchRefusal(sort(order.parcels[0]?.label_code ?? ""))).code, "no_route");
    const kinds = await service.system.rows<{ kind: string }>(
      "select kind from event where business_id = $1 and kind like 'wms.parcel_%' order by id",
      [business.id],
    );
    assert.deepEqual(
      kinds.map(({ kind }) => kind.replace("wms.parcel_", "")),
      ["misplaced", "sorted", "misplaced", "sorted", "sorted", "misplaced", "misplaced"],
    );
  });

  test("of the first parcels of a day, scanned at once, gives each route one lane", async () => {
    const business = await service.business();
    const { admin, warehouse_id, first, second, getCode, receive } = await planRoutes(business);
    const codes = [getCode(first, 0), getCode(first, 1), getCode(second, 0)];
    for (const code of codes) await receive(code);
    const sorted = await Promise.all(
      [...codes, ...codes].map((code) => admin(sortParcel, { code, warehouse_id })),
    );
    const lanes = new Map(sorted.map(({ route_id, lane }) => [`${route_id}/${lane}`, lane]));
    assert.deepEqual([...lanes.values()].sort(), [1, 2]);
  });
});

describe("the load of a route", () => {
  test("is checked by scans: what is aboard, what is missing, what is of another route", async () => {
    const business = await service.business();
    const { admin, first, second, getCode, receive } = await planRoutes(business);
    const { route_id } = first;
    const scan = (code: string) => admin(scanOutbound, { route_id, code });
    for (const route of [first, second])
      for (const { codes } of route.orders) for (const code of codes) await receive(code);
    const wrong = await catchRefusal(scan(getCode(second, 0)));
    assert.deepEqual([wrong.code, wrong.extra?.["route_number"]], ["wrong_route", second.number]);
    assert.equal((await catchRefusal(scan("NOTHING"))).code, "unknown_code");
    const one = await scan(getCode(first, 0));
    assert.deepEqual([one.newly_loaded, one.loaded.length, one.missing.length], [1, 1, 2]);
    assert.equal((await scan(getCode(first, 0))).newly_loaded, 0);
    const both = await Promise.all([scan(getCode(first, 1, 0)), scan(getCode(first, 1, 0))]);
    assert.deepEqual(both.map(({ newly_loaded }) => newly_loaded).sort(), [0, 1]);
    const short = await catchRefusal(admin(sealOutbound, { route_id }));
    assert.deepEqual([short.code, (short.extra as { missing: unknown[] }).missing.length], ["missing", 1]);
    const sealed = await admin(sealOutbound, { route_id, accept_missing: true, seal: "S-1" });
    assert.deepEqual([sealed.status, sealed.seal, sealed.complete], ["RELEASED", "S-1", false]);
    await scan(getCode(first, 1, 1));
    const seal_answer = await admin(sealOutbound, { route_id, seal: "S-2" });
    assert.deepEqual([seal_answer.status, seal_answer.seal, seal_answer.missing], ["LOADED", "S-2", []]);
    assert.equal((await admin(getOutbound, { route_id })).complete, true);
    for (const { id } of first.orders)
      assert.equal((await admin(getOrder, { order_id: id })).order.status, "LOADED");
    await assertAllFoldsConsistent(service);
  });

  test("is seen where the route starts alone", async () => {
    const business = await service.business();
    const { admin, first } = await planRoutes(business);
    const south = await openWarehouse(business, "SOUTH");
    const person = await business.person("employee");
    await admin(updateEmployee, {
      employee_id: person.account_id,
      permissions: ["wms:read", "wms:write"],
      warehouse_ids: [south.warehouse_id],
    });
    const { route_id } = first;
    assert.equal((await catchRefusal(person.call(getOutbound, { route_id }))).status, 404);
    assert.equal((await catchRefusal(person.call(scanOutbound, { route_id, code: "X" }))).status, 404);
    assert.equal((await catchRefusal(person.call(changeLane, { route_id, lane: 1 }))).status, 404);
  });
});

describe("a device that was offline", () => {
  test("sends its commands in order, each runs once, and a refused one is listed and changes nothing", async () => {
    const business = await service.business();
    const { admin, warehouse_id, article, readContent, r1, a1 } = await planRoutes(business);
    const tea = await article();
    const { receipt_id } = await admin(createReceipt, { warehouse_id, lines: [{ article_id: tea, qty: 3 }] });
    const at = "2026-11-20T10:00:00Z";
    const receive = (seq: number, more: Record<string, unknown>) => ({
      seq,
      type: "receipt_receive" as const,
      occurred_at: at,
      body: { receipt_id, article_id: tea, ...more },
    });
    const items = [
      receive(1, { qty: 2 }),
      receive(2, { qty: 9 }),
      receive(3, { qty: 1 }),
      { seq: 4, type: "move" as const, occurred_at: at, body: { to_bin_id: a1, from_bin_id: r1 } },
      receive(5, { article_id: undefined, code: "NOTHING" }),
    ];
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin(syncCommands, { device_id: "gun-1", items })),
    );
    for (const answer of answers) {
      assert.deepEqual(
        answer.items.map(({ result, error_code }) => error_code ?? result),
        [true, "OVER_DELIVERY", true, true, "UNKNOWN_CODE"],
      );
      assert.deepEqual([answer.done, answer.failed], [3, 2]);
    }
    assert.equal(answers.flatMap(({ items: all }) => all).filter(({ replayed }) => !replayed).length, 5);
    assert.deepEqual([await readContent(r1), await readContent(a1)], [{}, { "SKU-NORTH-1": 3 }]);
    const reused = await admin(syncCommands, { device_id: "gun-1", items: [receive(1, { qty: 1 })] });
    assert.equal(reused.items[0]?.error_code, "SEQUENCE_REUSED");
    const scans = await service.system.rows<{ outcome: string }>(
      "select outcome from receipt_scan where business_id = $1 order by id",
      [business.id],
    );
    assert.deepEqual(
      scans.map(({ outcome }) => outcome),
      ["received", "received", "unknown_code"],
    );
    assert.deepEqual((await checkStockOfBusiness(service.system, business.id)).differences, []);
  });
});
