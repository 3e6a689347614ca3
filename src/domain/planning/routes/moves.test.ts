/** Moving orders between routes, and undoing it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { bulkAssign } from "./operations/bulk-assign.ts";
import { changeRouteOrders } from "./operations/change-route-orders.ts";
import { createRoute } from "./operations/create-route.ts";
import { getRoute } from "./operations/get-route.ts";
import { getRouteSchedule } from "./operations/get-route-schedule.ts";
import { listPlacements } from "./operations/list-placements.ts";
import { listRouteChanges } from "./operations/list-route-changes.ts";
import { mergeRoutes } from "./operations/merge-routes.ts";
import { moveOrders } from "./operations/move-orders.ts";
import { reassignRoute } from "./operations/reassign-route.ts";
import { releaseRoute } from "./operations/release-route.ts";
import { releaseRoutes } from "./operations/release-routes.ts";
import { resequenceRoute } from "./operations/resequence-route.ts";
import { undoRouteChange } from "./operations/undo-route-change.ts";

const service = await testService();
const DATE = "2026-12-01";

/** A route of a new driver with orders of one unit each. */
async function createPlannedRoute(business: TestBusiness, count: number, capacity_units = 180) {
  const { id: driver_id } = await business.driver({ capacity_units });
  const order_ids: number[] = [];
  for (let index = 0; index < count; index += 1) order_ids.push((await business.order({ units: 1 })).id);
  const { route } = await business.as("client_admin")(createRoute, { date: DATE, driver_id, order_ids });
  return { id: route.id, order_ids, driver_id, stop_ids: route.stops.map(({ id }) => id) };
}

/** Members that count changes or say when they were: everything else of a route must be restored. */
const COUNTED = new Set(["version", "plan_version", "status_since"]);

/** The response for a route as text, without the counted members. */
async function readBytes(business: TestBusiness, route_id: number): Promise<string> {
  const { route } = await business.as("client_admin")(getRoute, { route_id });
  return JSON.stringify(route, (key, value) => (COUNTED.has(key) ? undefined : value));
}

async function readSequence(business: TestBusiness, route_id: number): Promise<number[]> {
  const { route } = await business.as("client_admin")(getRoute, { route_id });
  return route.stops.flatMap(({ tasks }) => tasks.map(({ order_id }) => order_id));
}

describe("moving orders", () => {
  test("keeps the ids of stops and tasks, between routes and within one", async () => {
    const business = await service.business();
    const [a, b] = [await createPlannedRoute(business, 3), await createPlannedRoute(business, 2)];
    const move = business.as("client_admin");
    const [a1 = 0, a2 = 0, a3 = 0] = a.order_ids;
    const [b1 = 0, b2 = 0] = b.order_ids;
    const { routes } = await move(moveOrders, { order_ids: [a3, a1], route_id: b.id, position: 2 });
    assert.deepEqual(await readSequence(business, b.id), [b1, a3, a1, b2]);
    assert.deepEqual(await readSequence(business, a.id), [a2]);
    const into = routes.find(({ id }) => id === b.id);
    assert.deepEqual(
      into?.stops.map(({ id }) => id),
      [b.stop_ids[0], a.stop_ids[2], a.stop_ids[0], b.stop_ids[1]],
    );
    assert.deepEqual([into?.load.units, into?.capacity?.units], [4, 180]);
    await move(moveOrders, { order_ids: [b2], route_id: b.id, position: 1 });
    assert.deepEqual(await readSequence(business, b.id), [b2, b1, a3, a1]);
    await move(moveOrders, { order_ids: [a3, a2], route_id: null });
    assert.deepEqual(await readSequence(business, b.id), [b2, b1, a1]);
    assert.deepEqual(
      [await business.readStatus(a3), await business.readStatus(a2)],
      ["NEW_ORDER", "NEW_ORDER"],
    );
    const { changes } = await move(listRouteChanges, { date: DATE });
    assert.deepEqual(
      changes.map(({ kind, route, added, removed, actor }) => [kind, route.id, added, removed, actor.kind]),
      [
        ["route.orders_changed", a.id, [], [a2], "user"],
        ["route.orders_changed", b.id, [], [a3], "user"],
        ["route.resequenced", b.id, [], [], "user"],
        ["route.orders_changed", a.id, [], [a3, a1], "user"],
        ["route.orders_changed", b.id, [a3, a1], [], "user"],
      ],
    );
  });

  test("takes orders off a released route until their stop is visited", async () => {
    const business = await service.business();
    const [a, b] = [await createPlannedRoute(business, 2), await createPlannedRoute(business, 1)];
    const admin = business.as("client_admin");
    const [a1 = 0, a2 = 0] = a.order_ids;
    await admin(releaseRoute, { route_id: a.id });
    await admin(moveOrders, { order_ids: [a1], route_id: b.id });
    assert.equal(
      await business.readStatus(a1),
      "ROUTED",
      "the driver of the other route does not see it yet",
    );
    await service.system.execute("update stop set status = 'DONE', done_at = now() where id = $1", [
      a.stop_ids[1],
    ]);
    const refusal = await catchRefusal(admin(moveOrders, { order_ids: [a2], route_id: b.id }));
    assert.deepEqual([refusal.code, refusal.errors?.[0]?.code], ["orders_refused", "visited"]);
    const off = await catchRefusal(
      admin(moveOrders, { order_ids: [(await business.order()).id], route_id: null }),
    );
    assert.equal(off.errors?.[0]?.code, "not_on_any_route");
  });

  test("is refused when somebody changed a route or moved the order since, and says who moved what", async () => {
    const business = await service.business();
    const [a, b, c] = [
      await createPlannedRoute(business, 4),
      await createPlannedRoute(business, 1),
      await createPlannedRoute(business, 1),
    ];
    const [admin, eva] = [business.as("client_admin"), business.as("employee", "Eva")];
    const see = async () => {
      const { routes } = await admin(getRouteSchedule, { date: DATE });
      return (...ids: number[]) =>
        routes.flatMap(({ id, version }) => (ids.includes(id) ? [{ route_id: id, version }] : []));
    };
    const names = new Map(
      (await admin(getRouteSchedule, { date: DATE })).routes.map(({ id, number, driver_name }) => [
        id,
        `${number} (${driver_name})`,
      ]),
    );
    const [a1 = 0, a2 = 0, a3 = 0, a4 = 0] = a.order_ids;
    const waiting = await business.order({ units: 1 });
    const numbers = new Map<number, string>([[waiting.id, waiting.tracking_number]]);
    for (const id of a.order_ids)
      numbers.set(id, (await business.as("client_admin")(getOrder, { order_id: id })).order.tracking_number);
    const conflict = async (
      order_ids: number[],
      to: number | null,
      versions: { route_id: number; version: number }[],
    ) => {
      const before = [
        await readSequence(business, a.id),
        await readSequence(business, b.id),
        await readSequence(business, c.id),
      ];
      const refusal = await catchRefusal(admin(moveOrders, { order_ids, route_id: to, versions }));
      assert.equal(refusal.code, "version_conflict");
      assert.deepEqual(
        [
          await readSequence(business, a.id),
          await readSequence(business, b.id),
          await readSequence(business, c.id),
        ],
        before,
      );
      return refusal;
    };

    let pickVersions = await see();
    await eva(moveOrders, { order_ids: [a1], route_id: b.id, versions: pickVersions(a.id, b.id) });
    const other = await conflict([a2], b.id, pickVersions(a.id, b.id, c.id));
    assert.equal(
      other.message,
      `Eva moved ${numbers.get(a1)} from route ${names.get(a.id)} to route ${names.get(b.id)}.`,
    );
    assert.deepEqual(
      other.errors?.map(({ message }) => message),
      ["Route R1 is at version 2, not 1.", "Route R2 is at version 2, not 1."],
    );
    // The same order, from where it was to somewhere else: the route that it left would not change.
    assert.equal(
      (await conflict([a1], c.id, pickVersions(a.id, c.id))).message.split(" from ")[0],
      `Eva moved ${numbers.get(a1)}`,
    );

    pickVersions = await see();
    await eva(moveOrders, { order_ids: [a2], route_id: null });
    assert.equal(
      (await conflict([a2], c.id, pickVersions(a.id, c.id))).message,
      `Eva took ${numbers.get(a2)} off route ${names.get(a.id)}.`,
    );
    await admin(moveOrders, { order_ids: [a1], route_id: c.id, versions: pickVersions(a.id, b.id, c.id) });

    pickVersions = await see();
    await eva(moveOrders, { order_ids: [waiting.id], route_id: b.id });
    assert.equal(
      (await conflict([waiting.id], c.id, pickVersions(c.id))).message,
      `Eva moved ${waiting.tracking_number} to route ${names.get(b.id)}.`,
    );
    await eva(resequenceRoute, { route_id: a.id, stop_ids: [a.stop_ids[3] ?? 0, a.stop_ids[2] ?? 0] });
    assert.equal(
      (await conflict([a3, a4], null, pickVersions(a.id))).message,
      `Eva changed the sequence of route ${names.get(a.id)}.`,
    );
    await admin(moveOrders, { order_ids: [a3, a4], route_id: null });
  });

  test("of the same order to two places at once: one is done, the other told", async () => {
    const business = await service.business();
    const [a, b, c] = [
      await createPlannedRoute(business, 1),
      await createPlannedRoute(business, 1),
      await createPlannedRoute(business, 1),
    ];
    const versions = [a, b, c].map(({ id }) => ({ route_id: id, version: 1 }));
    const answers = await Promise.allSettled(
      [b, c].map(({ id }, index) =>
        business.as(index === 0 ? "client_admin" : "employee")(moveOrders, {
          order_ids: a.order_ids,
          route_id: id,
          versions,
        }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const [loser] = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    assert.equal(loser.code, "version_conflict");
    assert.match(loser.message, / moved \S+ from route R1 /);
  });
});

describe("the capacity of a vehicle", () => {
  const THE_VEHICLE = "The vehicle of route R2 does not carry that much: 4 of 3 units.";

  test("refuses what puts too much on it, unless the request allows it", async () => {
    const business = await service.business();
    const [a, b] = [await createPlannedRoute(business, 3), await createPlannedRoute(business, 2, 3)];
    const admin = business.as("client_admin");
    const two = a.order_ids.slice(0, 2);
    const refusal = await catchRefusal(admin(moveOrders, { order_ids: two, route_id: b.id }));
    assert.deepEqual([refusal.code, refusal.message], ["over_capacity", THE_VEHICLE]);
    assert.deepEqual(await readSequence(business, b.id), b.order_ids, "nothing moved");
    assert.equal(
      (await catchRefusal(admin(changeRouteOrders, { route_id: b.id, add: two }))).message,
      THE_VEHICLE,
    );
    assert.equal(
      (await catchRefusal(admin(mergeRoutes, { route_id: b.id, from_route_id: a.id }))).code,
      "over_capacity",
    );
    assert.equal(
      (
        await catchRefusal(
          admin(reassignRoute, {
            route_id: a.id,
            driver_id: (await business.driver({ capacity_units: 2 })).id,
          }),
        )
      ).code,
      "over_capacity",
    );
    const created = admin(createRoute, {
      date: DATE,
      driver_id: (await business.driver({ capacity_units: 1 })).id,
      order_ids: [(await business.order({ units: 2 })).id],
    });
    assert.equal((await catchRefusal(created)).code, "over_capacity");

    await admin(moveOrders, { order_ids: two, route_id: b.id, allow_over_capacity: true });
    assert.equal((await catchRefusal(admin(releaseRoute, { route_id: b.id }))).message, THE_VEHICLE);
    const { routes } = await admin(releaseRoutes, { date: DATE });
    assert.deepEqual(
      routes.map(({ route_id, error_code }) => [route_id, error_code]),
      [
        [a.id, undefined],
        [b.id, "OVER_CAPACITY"],
      ],
    );
    await admin(releaseRoute, { route_id: b.id, allow_over_capacity: true });
  });

  test("lets an overloaded route be emptied and put in another order, and assigns in bulk what fits", async () => {
    const business = await service.business();
    const b = await createPlannedRoute(business, 4, 2).catch(() => undefined);
    assert.equal(b, undefined, "a route is not created overloaded");
    const a = await createPlannedRoute(business, 2, 2);
    const admin = business.as("client_admin");
    const more = [(await business.order({ units: 1 })).id, (await business.order({ units: 1 })).id];
    await admin(moveOrders, { order_ids: more, route_id: a.id, allow_over_capacity: true });
    await admin(moveOrders, { order_ids: more.slice(1), route_id: a.id, position: 1 });
    await admin(moveOrders, { order_ids: more.slice(1), route_id: null });
    await admin(moveOrders, { order_ids: [...more.slice(0, 1), ...a.order_ids.slice(1)], route_id: null });
    const { orders } = await admin(bulkAssign, { route_id: a.id, order_ids: [...more, a.order_ids[1] ?? 0] });
    assert.deepEqual(
      orders.map(({ error_code }) => error_code),
      [undefined, "OVER_CAPACITY", "OVER_CAPACITY"],
    );
  });
});

describe("the best routes for orders", () => {
  test("are those that can take them, by added costs; what a move does is what was shown", async () => {
    const business = await service.business();
    const [a, b, full] = [
      await createPlannedRoute(business, 2),
      await createPlannedRoute(business, 3),
      await createPlannedRoute(business, 1, 1),
    ];
    const admin = business.as("client_admin");
    const order_ids = a.order_ids.slice(0, 1);
    const { placements } = await admin(listPlacements, { order_ids, date: DATE });
    assert.deepEqual(
      placements.map(({ route, refusal }) => [route.id, refusal]),
      [
        [b.id, null],
        [full.id, "over_capacity"],
      ],
    );
    const [placement] = placements;
    assert(placement !== undefined);
    assert.deepEqual([placement.load.units, placement.capacity?.units], [4, 180]);
    const distance = async (route_id: number) =>
      (await admin(getRoute, { route_id })).route.planned_distance_m;
    const before = [await distance(b.id), await distance(a.id)];
    const { routes } = await admin(moveOrders, { order_ids, route_id: b.id });
    assert.equal(await distance(b.id), (before[0] ?? 0) + placement.added_distance_m);
    assert.equal(await distance(a.id), (before[1] ?? 0) - placement.saved_distance_m);
    const stops = routes.find(({ id }) => id === b.id)?.stops ?? [];
    assert.equal(stops.findIndex(({ id }) => id === a.stop_ids[0]) + 1, placement.position);
    const there = await admin(listPlacements, { order_ids, route_ids: [b.id], position: 1 });
    assert.deepEqual(
      there.placements.map(({ position, load }) => [position, load.units]),
      [[1, 4]],
    );
    const held = (await business.order()).id;
    await service.system.execute("update delivery_order set status = 'HOLD' where id = $1", [held]);
    const { placements: none } = await admin(listPlacements, { order_ids: [held], route_ids: [b.id] });
    assert.deepEqual(
      none.map(({ refusal, message }) => [refusal, message]),
      [["orders_refused", "An order in this status cannot be planned."]],
    );
    const other_admin = (await service.business()).as("client_admin");
    assert.deepEqual((await other_admin(listPlacements, { order_ids, route_ids: [b.id] })).placements, []);
  });
});

describe("undoing", () => {
  test("restores every route byte for byte after ten moves, and does them again", async () => {
    const business = await service.business();
    const routes = [
      await createPlannedRoute(business, 6),
      await createPlannedRoute(business, 5),
      await createPlannedRoute(business, 4),
    ];
    const free = (await business.order()).id;
    const [a, b, c] = routes as [(typeof routes)[0], (typeof routes)[0], (typeof routes)[0]];
    const admin = business.as("client_admin");
    const states = () => Promise.all(routes.map(({ id }) => readBytes(business, id)));
    const order = (of: typeof a, index: number) => of.order_ids[index] ?? 0;
    const moves = [
      { order_ids: [order(a, 0)], route_id: b.id },
      { order_ids: [order(a, 1), order(b, 1)], route_id: c.id, position: 1 },
      { order_ids: [order(c, 0)], route_id: c.id, position: 5 },
      { order_ids: [order(a, 2)], route_id: null },
      { order_ids: [free], route_id: a.id, position: 1 },
      { order_ids: [order(a, 2)], route_id: b.id },
      { order_ids: [order(b, 0), order(b, 2)], route_id: null },
      { order_ids: [order(a, 0), order(a, 3)], route_id: a.id },
      { order_ids: [order(c, 3)], route_id: a.id, position: 2 },
    ];
    const before = [await states()];
    const undo: number[] = [];
    for (const move of moves) {
      undo.push((await admin(moveOrders, move)).change_id);
      before.push(await states());
    }
    const { route } = await admin(getRoute, { route_id: c.id });
    const reversed = route.stops.map(({ id }) => id).reverse();
    undo.push((await admin(resequenceRoute, { route_id: c.id, stop_ids: reversed })).change_id);
    const last = await states();
    assert.equal(new Set([...before, last].map(String)).size, 11, "each move changed something");

    const redo: number[] = [];
    for (const change_id of undo.reverse()) {
      redo.push((await admin(undoRouteChange, { change_id })).change_id);
      assert.deepEqual(await states(), before.pop());
    }
    assert.equal(await business.readStatus(free), "NEW_ORDER");
    for (const change_id of redo.reverse()) await admin(undoRouteChange, { change_id });
    assert.deepEqual(await states(), last);
  });

  test("is refused when somebody changed one of the routes since, and possible when that was undone", async () => {
    const business = await service.business();
    const [a, b] = [await createPlannedRoute(business, 3), await createPlannedRoute(business, 2)];
    const admin = business.as("client_admin");
    const [a1 = 0, a2 = 0] = a.order_ids;
    const mine = await admin(moveOrders, { order_ids: [a1], route_id: b.id });
    const theirs = await business.as("employee")(moveOrders, { order_ids: [a2], route_id: b.id });
    const refusal = await catchRefusal(admin(undoRouteChange, { change_id: mine.change_id }));
    assert.equal(refusal.code, "changed_since");
    assert.deepEqual(refusal.errors?.length, 2);
    assert.match(refusal.message, /^employee moved \S+ from route R1 .* to route R2 \(.*\)\.$/);
    await business.as("employee")(undoRouteChange, { change_id: theirs.change_id });
    await admin(undoRouteChange, { change_id: mine.change_id });
    assert.deepEqual(await readSequence(business, a.id), a.order_ids);
  });

  test("says what each person did: who took an order off is not who put it on another route", async () => {
    const business = await service.business();
    const [a, b, c] = [
      await createPlannedRoute(business, 4),
      await createPlannedRoute(business, 1),
      await createPlannedRoute(business, 1),
    ];
    const [admin, employee] = [business.as("client_admin"), business.as("employee")];
    const [a1 = 0, a2 = 0, a3 = 0] = a.order_ids;
    const whyNot = async (change_id: number) =>
      (await catchRefusal(admin(undoRouteChange, { change_id }))).message.replaceAll(
        /PH\w+|\s\([^)]*\)/g,
        "#",
      );
    const mine = await admin(moveOrders, { order_ids: [a1], route_id: null });
    await employee(moveOrders, { order_ids: [a2], route_id: null });
    await admin(moveOrders, { order_ids: [a2], route_id: c.id });
    assert.equal(await whyNot(mine.change_id), "employee took # off route R1#.");
    await employee(moveOrders, { order_ids: [a3], route_id: b.id });
    await admin(moveOrders, { order_ids: [a3], route_id: c.id });
    assert.equal(await whyNot(mine.change_id), "employee moved # from route R1# to route R2#.");
  });

  test("is refused when an order that goes back is on hold by now, and to those who may not see the routes", async () => {
    const business = await service.business();
    const a = await createPlannedRoute(business, 2);
    const admin = business.as("client_admin");
    const { change_id } = await admin(moveOrders, { order_ids: a.order_ids.slice(1), route_id: null });
    await service.system.execute("update delivery_order set status = 'HOLD' where id = $1", [a.order_ids[1]]);
    assert.equal((await catchRefusal(admin(undoRouteChange, { change_id }))).code, "orders_refused");
    const other_admin = (await service.business()).as("client_admin");
    assert.equal((await catchRefusal(other_admin(undoRouteChange, { change_id }))).code, "not_found");
    assert.equal(
      (await catchRefusal(business.as("broker_employee")(undoRouteChange, { change_id }))).code,
      "not_found",
    );
  });
});
