/** Plans of a day whose orders leave from several warehouses. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateDriver } from "#domain/fleet/drivers/operations/update-driver.ts";
import { bulkAssign } from "#domain/planning/routes/operations/bulk-assign.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { listWarehouses } from "#domain/warehouse/warehouses/operations/list-warehouses.ts";
import { startAtSix } from "#tests/support/plans.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { allocateDrivers } from "./allocate-drivers.ts";
import { buildRoute } from "./operations/build-route.ts";
import { commitPlanRun } from "./operations/commit-plan-run.ts";
import { getBuildRouteOptions } from "./operations/get-build-route-options.ts";
import type { PlanDriver } from "./problem.ts";

const service = await testService();
startAtSix(service);
const NORTH = { line1: "Rua Norte 1", city: "Brasília", country: "BR", lat: -15.5, lng: -47.9 };

async function twoWarehouses() {
  const business = await service.business();
  const admin = business.as("client_admin");
  const [depot] = (await admin(listWarehouses, {})).warehouses;
  const { warehouse_id: north } = await admin(createWarehouse, { code: "N", name: "North", place: NORTH });
  return { business, admin, depot: depot?.id ?? 0, north };
}

async function ordersFrom(
  business: TestBusiness,
  origin_warehouse_id: number,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await business.order({ origin_warehouse_id })).id);
  return ids.sort((one, other) => one - other);
}

const sorted = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);

describe("a plan of several warehouses", () => {
  for (const engine of ["savings", "sisr"] as const)
    test(`has routes from each, with the orders that leave there (${engine})`, async () => {
      const { business, admin, depot, north } = await twoWarehouses();
      const from = new Map([
        [depot, await ordersFrom(business, depot, 3)],
        [north, await ordersFrom(business, north, 3)],
      ]);
      for (let index = 0; index < 3; index += 1) await business.driver();
      const { day } = await admin(getBuildRouteOptions, {});
      assert.deepEqual(
        sorted(day.warehouses.map(({ warehouse_id }) => warehouse_id ?? 0)),
        sorted([depot, north]),
      );
      const plan = await admin(buildRoute, { engine, time_limit_s: 1 });
      assert.deepEqual(plan.unassigned, []);
      for (const [warehouse_id, order_ids] of from) {
        const routes = plan.routes.filter(({ start_warehouse_id }) => start_warehouse_id === warehouse_id);
        assert.deepEqual(sorted(routes.flatMap((route) => route.order_ids)), order_ids);
        for (const { route_id, distance_m } of routes) {
          const { route } = await admin(getRoute, { route_id: route_id ?? 0 });
          assert.partialDeepStrictEqual(route, {
            start_warehouse_id: warehouse_id,
            end_warehouse_id: warehouse_id,
            planned_distance_m: distance_m,
          });
          assert.equal(route.start_place.lat, warehouse_id === north ? NORTH.lat : -15.657);
          assert.deepEqual(route.end_place, route.start_place);
        }
      }
    });

  test("sends drivers where they work, and says who is left out and what nobody drives", async () => {
    const { business, admin, depot, north } = await twoWarehouses();
    const [at_depot, at_north] = [await ordersFrom(business, depot, 2), await ordersFrom(business, north, 2)];
    const [one, other] = [await business.driver({ name: "One" }), await business.driver({ name: "Other" })];
    const works = (driver_id: number, warehouse_ids: number[]) =>
      admin(updateDriver, { driver_id, warehouse_ids });
    assert.deepEqual((await works(one.id, [north])).driver.warehouse_ids, [north]);
    await works(other.id, [north]);
    const plan = async (input: object = {}) =>
      admin(buildRoute, { engine: "savings", preview: true, ...input });
    const without = await plan();
    assert.deepEqual(
      without.unassigned.map(({ order_id, reason }) => [order_id, reason]).sort(),
      at_depot.map((id) => [id, "no_driver_at_warehouse"]),
    );
    assert.deepEqual(sorted(without.routes.flatMap(({ order_ids }) => order_ids)), at_north);
    const only = await plan({ warehouse_ids: [depot] });
    assert.deepEqual(
      only.drivers_left_out.map(({ reason }) => reason),
      ["other_warehouse", "other_warehouse"],
    );
    assert.equal(only.orders?.of_date, 2);
    await works(other.id, [depot]);
    const both = await plan();
    assert.deepEqual(
      both.routes.map(({ driver_id, start_warehouse_id }) => [driver_id, start_warehouse_id]).sort(),
      [
        [one.id, north],
        [other.id, depot],
      ],
    );
    const lock = { order_id: at_depot[0] ?? 0, driver_id: one.id };
    const refusal = await catchRefusal(plan({ locks: [lock] }));
    assert.deepEqual([refusal.code, refusal.errors?.[0]?.["field"]], ["bad_lock", "locks/0/driver_id"]);
    assert.equal((await catchRefusal(works(one.id, [depot + 1_000_000]))).code, "unknown_warehouse");
  });

  test("is outdated when its orders have moved to another warehouse, or one was closed", async () => {
    const { business, admin, north } = await twoWarehouses();
    const [id = 0] = await ordersFrom(business, north, 1);
    await business.driver();
    const preview = async () =>
      (await admin(buildRoute, { engine: "savings", preview: true })).plan_run_id ?? 0;
    const commit = async (plan_run_id: number) =>
      (await catchRefusal(admin(commitPlanRun, { plan_run_id }))).code;
    const first = await preview();
    await service.system.execute(
      "update delivery_order set current_warehouse_id = origin_warehouse_id + 1 where id = $1",
      [id],
    );
    assert.equal(await commit(first), "plan_outdated");
    await service.system.execute("update delivery_order set current_warehouse_id = null where id = $1", [id]);
    await service.system.execute("update warehouse set status = 'closed', closed_at = now() where id = $1", [
      north,
    ]);
    assert.equal(await commit(first), "plan_outdated");
    await service.system.execute("update warehouse set status = 'open', closed_at = null where id = $1", [
      north,
    ]);
    await admin(commitPlanRun, { plan_run_id: first });
  });
});

describe("a route made by hand", () => {
  test("starts at the warehouse of its orders, at the named one, or at the depot", async () => {
    const { business, admin, depot, north } = await twoWarehouses();
    const [[first = 0, second = 0], [third = 0]] = [
      await ordersFrom(business, north, 2),
      await ordersFrom(business, depot, 1),
    ];
    const start = async (input: object) => (await admin(createRoute, input)).route.start_warehouse_id;
    assert.equal(await start({ order_ids: [first] }), north);
    assert.equal(await start({}), depot);
    assert.equal(await start({ start_warehouse_id: north }), north);
    const unknown = await catchRefusal(admin(createRoute, { start_warehouse_id: north + 1_000_000 }));
    assert.deepEqual([unknown.status, unknown.code], [422, "unknown_warehouse"]);
    const driver = await business.driver();
    const assigned = await admin(bulkAssign, { order_ids: [second], driver_id: driver.id });
    const { route } = await admin(getRoute, { route_id: assigned.route_id ?? 0 });
    assert.equal(route.start_warehouse_id, north);
    const mixed = await admin(createRoute, { order_ids: [third] });
    assert.equal(mixed.route.start_warehouse_id, depot);
  });
});

describe("where drivers start", () => {
  const driver = (id: number, more: Partial<PlanDriver> = {}): PlanDriver => ({
    id,
    name: `D${id}`,
    vehicle_id: id,
    capacity_units: 10,
    capacity_weight_g: null,
    capacity_volume_cm3: null,
    capacity_pallets: null,
    skills: [],
    vehicle_skills: [],
    vehicle_type: null,
    warehouse_ids: [],
    ...more,
  });
  const order = (id: number, units: number, skills: string[] = []) => ({
    id,
    units,
    weight_g: 0,
    volume_cm3: 0,
    pallets: 0,
    service_time_s: 0,
    requirements: { skills },
  });
  const allocate = (
    orders: [start: number, units: number, skills?: string[]][],
    drivers: PlanDriver[],
    locks: { order_id: number; driver_id: number }[] = [],
  ) =>
    Object.fromEntries(
      allocateDrivers({
        orders: orders.map(([, units, skills], index) => order(index + 1, units, skills)),
        drivers,
        warehouse_ids: [...new Set(orders.map(([start]) => start))],
        warehouse_of_order: new Map(orders.map(([start], index) => [index + 1, start])),
        locks,
        expired_skills: new Set(),
      }),
    );

  const cases: [name: string, actual: Record<number, number>, expected: Record<number, number>][] = [
    ["one warehouse has all", allocate([[7, 1]], [driver(1), driver(2)]), { 1: 7, 2: 7 }],
    [
      "who works elsewhere is absent",
      allocate([[7, 1]], [driver(1, { warehouse_ids: [8] }), driver(2, { warehouse_ids: [8, 7] })]),
      { 2: 7 },
    ],
    [
      "in proportion to the work",
      allocate(
        [
          [7, 30],
          [8, 10],
        ],
        [driver(1), driver(2), driver(3), driver(4)],
      ),
      { 1: 7, 2: 8, 3: 7, 4: 7 },
    ],
    [
      "each warehouse has one before one has two",
      allocate(
        [
          [7, 100],
          [8, 1],
        ],
        [driver(1), driver(2)],
      ),
      { 1: 7, 2: 8 },
    ],
    [
      "who has the skill goes where it is required",
      allocate(
        [
          [7, 100],
          [8, 1, ["adr"]],
        ],
        [driver(1, { skills: ["adr"] }), driver(2)],
      ),
      { 1: 8, 2: 7 },
    ],
    [
      "a lock decides",
      allocate(
        [
          [7, 100],
          [8, 1],
        ],
        [driver(1), driver(2)],
        [{ order_id: 2, driver_id: 1 }],
      ),
      { 1: 8, 2: 7 },
    ],
    [
      "those who can start at one place only are counted first",
      allocate(
        [
          [7, 20],
          [8, 20],
        ],
        [driver(1), driver(2, { warehouse_ids: [7] })],
      ),
      { 1: 8, 2: 7 },
    ],
  ];
  for (const [name, actual, expected] of cases) test(name, () => assert.deepEqual(actual, expected));
});
