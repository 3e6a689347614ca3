import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createEmployee } from "#domain/identity/accounts/operations/create-employee.ts";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { getSettings } from "#domain/identity/settings/operations/get-settings.ts";
import { updateSettings } from "#domain/identity/settings/operations/update-settings.ts";
import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { closeBin } from "./operations/close-bin.ts";
import { closeWarehouse } from "./operations/close-warehouse.ts";
import { closeZone } from "./operations/close-zone.ts";
import { createBin } from "./operations/create-bin.ts";
import { createWarehouse } from "./operations/create-warehouse.ts";
import { createZone } from "./operations/create-zone.ts";
import { getBin } from "./operations/get-bin.ts";
import { getWarehouse } from "./operations/get-warehouse.ts";
import { getZone } from "./operations/get-zone.ts";
import { listBins } from "./operations/list-bins.ts";
import { listWarehouses } from "./operations/list-warehouses.ts";
import { updateBin } from "./operations/update-bin.ts";
import { updateWarehouse } from "./operations/update-warehouse.ts";
import { updateZone } from "./operations/update-zone.ts";

const service = await testService();
const NORTH = { line1: "Rua Norte 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };
const SOUTH = { line1: "Rua Sul 2", city: "Brasília", country: "BR", lat: -15.9, lng: -47.9 };

async function build(business: TestBusiness, code = "NORTH") {
  const admin = business.as("client_admin");
  const { warehouse } = await admin(createWarehouse, { code, name: "North", place: NORTH });
  const { zone } = await admin(createZone, {
    warehouse_id: warehouse.id,
    code: "A",
    name: "Shelves",
    kind: "storage",
  });
  const { bin } = await admin(createBin, { zone_id: zone.id, code: "A-01", kind: "shelf", units_max: 20 });
  return { admin, warehouse, zone, bin };
}

describe("the depot", () => {
  test("of the settings is the first warehouse: each shows what the other wrote", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const [depot] = (await admin(listWarehouses, {})).warehouses;
    assert.ok(depot?.is_depot);
    assert.deepEqual(depot.place, (await admin(getSettings, {})).settings.depot);
    await admin(updateSettings, { settings: { depot: SOUTH, speed_kmh: 40 } });
    assert.deepEqual((await admin(getWarehouse, { warehouse_id: depot.id })).warehouse.place, SOUTH);
    await admin(updateWarehouse, { warehouse_id: depot.id, place: NORTH });
    const { settings } = await admin(getSettings, {});
    assert.partialDeepStrictEqual(settings, { depot: NORTH, speed_kmh: 40 });
    const business_row = await service.system.row("select settings from business where id = $1", [
      business.id,
    ]);
    assert.deepEqual(business_row, { settings: { speed_kmh: 40 } });
  });

  test("can be another warehouse; then new orders start there, and the former one may close", async () => {
    const business = await service.business();
    const { admin, warehouse } = await build(business);
    const [former] = (await admin(listWarehouses, {})).warehouses.filter(({ is_depot }) => is_depot);
    assert.ok(former);
    assert.equal((await catchRefusal(admin(closeWarehouse, { warehouse_id: former.id }))).code, "is_depot");
    await admin(updateWarehouse, { warehouse_id: warehouse.id, is_depot: true });
    assert.deepEqual((await admin(getSettings, {})).settings.depot, NORTH);
    const created = await admin(createOrder, { dropoff: SOUTH });
    const order = await service.system.row<{ pickup: unknown }>(
      "select pickup from delivery_order where id = $1",
      [created.order_id],
    );
    assert.deepEqual(order?.pickup, NORTH);
    const closed = await admin(closeWarehouse, { warehouse_id: former.id });
    assert.partialDeepStrictEqual(closed.warehouse, { status: "closed", is_depot: false });
  });

  test("may be removed in the settings, and its warehouse stays open; a new depot is a new warehouse", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await admin(updateSettings, { settings: { depot: null } });
    assert.equal((await admin(getSettings, {})).settings.depot, null);
    assert.partialDeepStrictEqual(await admin(listWarehouses, {}), {
      total: 1,
      warehouses: [{ is_depot: false, status: "open" }],
    });
    const refused = await business.http("client_admin", "POST", "/api/v1/client/orderCreate", {
      dropoff: SOUTH,
    });
    assert.equal(refused.status, 422);
    await admin(updateSettings, { settings: { depot: SOUTH } });
    const { warehouses } = await admin(listWarehouses, {});
    assert.deepEqual(warehouses.map(({ is_depot }) => is_depot).sort(), [false, true]);
  });

  test("of a business without one is the first warehouse that is created", async () => {
    const business = await service.business({ settings: { depot: null } });
    const { warehouse } = await build(business);
    assert.equal(warehouse.is_depot, true);
    assert.deepEqual((await business.as("client_admin")(getSettings, {})).settings.depot, NORTH);
  });
});

describe("a warehouse", () => {
  test("has zones and bins, which change and close with it", async () => {
    const business = await service.business();
    const { admin, warehouse, zone, bin } = await build(business);
    const staging = await admin(createZone, {
      warehouse_id: warehouse.id,
      code: "S",
      name: "Gate",
      kind: "staging",
    });
    const moved = await admin(updateBin, { bin_id: bin.id, zone_id: staging.zone_id, units_max: null });
    assert.partialDeepStrictEqual(moved, { version: 2, bin: { zone_id: staging.zone_id, units_max: null } });
    assert.partialDeepStrictEqual(await admin(updateZone, { zone_id: zone.id, name: "Racks" }), {
      zone: { name: "Racks", kind: "storage", version: 2 },
    });
    const { zones } = await admin(getWarehouse, { warehouse_id: warehouse.id });
    assert.deepEqual(
      zones.map(({ code }) => code),
      ["A", "S"],
    );
    const other = await admin(createBin, { zone_id: zone.id, code: "A-02", kind: "pallet" });
    await admin(closeBin, { bin_id: other.bin_id });
    await admin(closeZone, { zone_id: staging.zone_id });
    assert.equal((await admin(getBin, { bin_id: bin.id })).bin.status, "closed");
    await admin(closeWarehouse, { warehouse_id: warehouse.id });
    assert.equal((await admin(getZone, { zone_id: zone.id })).zone.status, "closed");
    const late: [() => Promise<unknown>, string][] = [
      [() => admin(closeWarehouse, { warehouse_id: warehouse.id }), "warehouse_closed"],
      [() => admin(updateWarehouse, { warehouse_id: warehouse.id, is_depot: true }), "warehouse_closed"],
      [
        () => admin(createZone, { warehouse_id: warehouse.id, code: "B", name: "B", kind: "returns" }),
        "warehouse_closed",
      ],
      [() => admin(updateZone, { zone_id: zone.id, name: "x" }), "zone_closed"],
      [() => admin(createBin, { zone_id: zone.id, code: "A-09", kind: "cage" }), "zone_closed"],
      [() => admin(updateBin, { bin_id: bin.id, kind: "cage" }), "bin_closed"],
      [() => admin(closeBin, { bin_id: bin.id }), "bin_closed"],
      [() => admin(closeZone, { zone_id: zone.id }), "zone_closed"],
    ];
    for (const [call, code] of late) assert.equal((await catchRefusal(call())).code, code);
    assert.deepEqual(
      (await business.readEvents("warehouse", warehouse.id)).map(({ kind }) =>
        kind.replace("warehouse.", ""),
      ),
      [
        "created",
        "zone_created",
        "bin_created",
        "zone_created",
        "bin_changed",
        "zone_changed",
        "bin_created",
        "bin_closed",
        "zone_closed",
        "closed",
      ],
    );
  });

  test("has unique codes, and needs coordinates", async () => {
    const business = await service.business();
    const { admin, warehouse, zone } = await build(business);
    const refused_calls: (() => Promise<unknown>)[] = [
      () => admin(createWarehouse, { code: "NORTH", name: "N", place: NORTH }),
      () => admin(createZone, { warehouse_id: warehouse.id, code: "A", name: "A", kind: "returns" }),
      () => admin(createBin, { zone_id: zone.id, code: "A-01", kind: "cage" }),
    ];
    for (const call of refused_calls) assert.equal((await catchRefusal(call())).code, "code_taken");
    const nowhere = { line1: "Nowhere 0", city: "Nowhere", country: "BR" };
    const refusal = await catchRefusal(admin(createWarehouse, { code: "W", name: "W", place: nowhere }));
    assert.deepEqual([refusal.code, refusal.status], ["no_position", 422]);
    const elsewhere = await build(business, "SOUTH");
    assert.equal(
      (await catchRefusal(admin(updateBin, { bin_id: elsewhere.bin.id, zone_id: zone.id }))).code,
      "unknown_zone",
    );
    for (const code of ["a", "", " A", "A B", "-A"]) {
      const body = { code, name: "W", place: NORTH };
      assert.equal(
        (await business.http("client_admin", "POST", "/api/v1/wms/warehouses", body)).status,
        422,
        code,
      );
    }
  });

  test("an old version is refused, and another business sees nothing of it", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { admin, warehouse, zone, bin } = await build(business);
    await admin(updateWarehouse, { warehouse_id: warehouse.id, name: "New" }, { if_match: 1 });
    const late = admin(updateWarehouse, { warehouse_id: warehouse.id, name: "Late" }, { if_match: 1 });
    assert.equal((await catchRefusal(late)).code, "version_conflict");
    const other_admin = other.as("client_admin");
    const unknown: (() => Promise<unknown>)[] = [
      () => other_admin(getWarehouse, { warehouse_id: warehouse.id }),
      () => other_admin(updateWarehouse, { warehouse_id: warehouse.id, name: "x" }),
      () => other_admin(getZone, { zone_id: zone.id }),
      () => other_admin(closeZone, { zone_id: zone.id }),
      () => other_admin(getBin, { bin_id: bin.id }),
      () => other_admin(listBins, { warehouse_id: warehouse.id }),
    ];
    for (const call of unknown) assert.equal((await catchRefusal(call())).status, 404);
  });
});

describe("warehouse_ids of an account", () => {
  test("limits which warehouses it sees and works at", async () => {
    const business = await service.business();
    const [north, south] = [await build(business), await build(business, "SOUTH")];
    const person = await business.person("employee");
    const set = (warehouse_ids: number[]) =>
      business.as("client_admin")(updateEmployee, {
        employee_id: person.account_id,
        permissions: ["wms:read", "wms:write"],
        warehouse_ids,
      });
    await set([]);
    assert.equal((await person.call(listWarehouses, {})).total, 3);
    await set([north.warehouse.id]);
    assert.deepEqual(
      (await person.call(listWarehouses, {})).warehouses.map(({ code }) => code),
      ["NORTH"],
    );
    await person.call(createBin, { zone_id: north.zone.id, code: "A-07", kind: "cage" });
    const { bins } = await person.call(listBins, { warehouse_id: north.warehouse.id });
    assert.deepEqual(
      bins.map(({ code }) => code),
      ["A-01", "A-07"],
    );
    const unknown: (() => Promise<unknown>)[] = [
      () => person.call(getWarehouse, { warehouse_id: south.warehouse.id }),
      () =>
        person.call(createZone, { warehouse_id: south.warehouse.id, code: "Z", name: "Z", kind: "returns" }),
      () => person.call(createBin, { zone_id: south.zone.id, code: "Z", kind: "cage" }),
      () => person.call(updateBin, { bin_id: south.bin.id, kind: "cage" }),
      () => person.call(listBins, { warehouse_id: south.warehouse.id }),
    ];
    for (const call of unknown) assert.equal((await catchRefusal(call())).status, 404);
  });

  test("names open warehouses of the business", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { warehouse } = await build(other);
    const body = { name: "Ana", email: "ana@warehouse.example", warehouse_ids: [warehouse.id] };
    const refusal = await catchRefusal(business.as("client_admin")(createEmployee, body));
    assert.deepEqual([refusal.code, refusal.errors?.[0]?.["field"]], ["unknown_warehouse", "warehouse_ids"]);
    const person = await business.person("employee");
    const change = { employee_id: person.account_id, warehouse_ids: [warehouse.id] };
    assert.equal(
      (await catchRefusal(business.as("client_admin")(updateEmployee, change))).code,
      "unknown_warehouse",
    );
  });
});
