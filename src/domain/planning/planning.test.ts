import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { approveProposal } from "#domain/approvals/operations/approve-proposal.ts";
import { proposeWrite } from "#domain/approvals/operations/propose-write.ts";
import { holdOrder } from "#domain/orders/operations/hold-order.ts";
import { getRoute } from "#domain/routes/operations/get-route.ts";
import { listRoutes } from "#domain/routes/operations/list-routes.ts";
import { finishedRun, planInProgress } from "#tests/support/plans.ts";
import { refusalOf, type TestBusiness, testService } from "#tests/support/service.ts";
import { buildRoute } from "./operations/build-route.ts";
import { cancelPlanRun } from "./operations/cancel-plan-run.ts";
import { commitPlanRun } from "./operations/commit-plan-run.ts";
import { getBuildRouteOptions } from "./operations/get-build-route-options.ts";
import { getPlanRun } from "./operations/get-plan-run.ts";
import { listPlanRuns } from "./operations/list-plan-runs.ts";

const service = await testService({ work: true });

const at = (lat: number, lng: number, more: Record<string, unknown> = {}) => ({
  dropoff: { line1: "Quadra 1", city: "Brasília", country: "BR", lat, lng, ...more },
});

async function ordersOf(
  t: TestBusiness,
  count: number,
  draft: Record<string, unknown> = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await t.order(draft)).id);
  return ids;
}

async function driversOf(
  t: TestBusiness,
  count: number,
  facts: Parameters<TestBusiness["driver"]>[0] = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await t.driver(facts)).id);
  return ids;
}

/** Somebody else changes an order, as the families that own those commands do: status, facet, version. */
async function change(order_id: number, set: "hold" | "assign" | "move"): Promise<void> {
  const sets = {
    hold: "status = 'HOLD', status_before_hold = 'NEW_ORDER'",
    assign: "contractor_account_id = 1",
    move: "lat = lat + 0.05",
  };
  await service.system.execute(
    `update delivery_order set ${sets[set]}, version = version + 1 where id = $1`,
    [order_id],
  );
}

/** Orders that are on more than one open route, by their tasks. */
async function twiceRouted(business_id: number): Promise<number[]> {
  const rows = await service.system.rows<{ order_id: number }>(
    `select t.order_id from stop_task t join stop s on s.id = t.stop_id join route r on r.id = s.route_id
      where t.business_id = $1 and t.status = 'PENDING' and t.action = 'dropoff' and r.status not in ('COMPLETED', 'CLOSED', 'CANCELLED')
      group by t.order_id having count(*) > 1`,
    [business_id],
  );
  return rows.map((row) => row.order_id);
}

/**
 * Roads that a planner asks for after it has read its orders: what is done in `meanwhile` comes between. Tests of
 * this file run in turn.
 */
async function whilePlanning<T>(plan: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T> {
  service.mechanism.providers.matrix = {
    name: "osrm",
    async matrix(points) {
      await meanwhile();
      // Every place a kilometre and a minute from every other.
      const far = (value: number) =>
        Float32Array.from({ length: points.length ** 2 }, (_, at) =>
          at % (points.length + 1) === 0 ? 0 : value,
        );
      return { distance_m: far(1000), duration_s: far(60) };
    },
  };
  try {
    return await plan();
  } finally {
    service.mechanism.providers.matrix = null;
  }
}

describe("building routes", () => {
  test("every open order comes onto one route, in few vehicles, and the plan is kept with its reasons", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 40, { units: 9 });
    await driversOf(t, 4);
    const answer = await t.as("client_admin")(buildRoute, { time_limit_s: 1 });
    assert.equal(answer.routes.length, 2, "40 orders of 9 units fill two vans of 180");
    assert.deepEqual(
      answer.routes.flatMap((route) => route.order_ids).sort((a, b) => a - b),
      order_ids,
    );
    assert.deepEqual(answer.unassigned, []);
    assert.partialDeepStrictEqual(answer.totals, { vehicles: 2, stops: 40, unassigned: 0 });
    for (const id of order_ids) assert.equal(await t.statusOf(id), "ROUTED");
    assert.deepEqual(await twiceRouted(t.id), []);

    const first = answer.routes[0];
    const { route } = await t.as("employee")(getRoute, { route_id: first?.route_id ?? 0 });
    assert.equal(route.status, "ASSIGNED");
    assert.deepEqual(
      route.stops.map((stop) => stop.tasks[0]?.order_id),
      first?.order_ids,
    );
    assert.ok(
      Math.abs(route.planned_distance_m - (first?.distance_m ?? 0)) <= 2,
      "the route is as long as its plan",
    );
    const apart = route.stops.map(
      (stop, index) =>
        Date.parse(stop.planned_arrival_at ?? "") - Date.parse(first?.stops[index]?.planned_arrival_at ?? ""),
    );
    assert.ok(
      apart.every((ms) => Math.abs(ms) <= 2000),
      "and its times are those of the plan",
    );
    assert.deepEqual(
      (await t.eventsOf("order", order_ids[0] ?? 0)).map((event) => event.kind),
      ["order.created", "order.planned"],
    );
    assert.deepEqual(
      (await t.eventsOf("route", first?.route_id ?? 0)).map((event) => event.kind),
      ["route.created"],
    );

    const run = await t.as("client_admin")(getPlanRun, { plan_run_id: answer.plan_run_id ?? 0 });
    assert.partialDeepStrictEqual(run.plan_run, {
      state: "COMPLETED",
      engine: "sisr",
      seed: 1,
      can_commit: false,
    });
    assert.match(run.plan_run.inputs_hash ?? "", /^[0-9a-f]{64}$/);
    assert.deepEqual(run.plan_run.routes, answer.routes);
    assert.equal((run.plan_run.explanation as { orders_considered: number }).orders_considered, 40);
    assert.equal((await t.as("client_admin")(listPlanRuns, {})).plan_runs[0]?.totals?.vehicles, 2);
  });

  test("a second run plans only what is left, and only onto drivers without a route", async () => {
    const t = await service.business();
    await ordersOf(t, 5);
    const [first] = await driversOf(t, 2);
    await t.as("client_admin")(buildRoute, { engine: "savings", driver_ids: [first ?? 0] });
    const [late] = await ordersOf(t, 1);
    const again = await t.as("client_admin")(buildRoute, { engine: "savings" });
    assert.deepEqual(
      again.routes.map((route) => route.order_ids),
      [[late]],
    );
    assert.notEqual(again.routes[0]?.driver_id, first);
    const [last] = await ordersOf(t, 1);
    const none = await t.as("client_admin")(buildRoute, { engine: "savings" });
    assert.deepEqual(none.unassigned, [{ order_id: last, reason: "no_drivers" }]);
    const named = await t.as("client_admin")(buildRoute, { engine: "savings", driver_ids: [first ?? 0] });
    assert.deepEqual(
      named.routes.map((route) => route.driver_id),
      [first],
      "a driver who is named may get a second route",
    );
  });

  test("orders that nobody can serve are left out, each with its own reason", async () => {
    const t = await service.business();
    await driversOf(t, 1, { capacity_units: 20, skills: ["cold"] });
    const frozen = await t.order({ requirements: { skills: ["cold"] } });
    const heavy = await t.order({ requirements: { skills: ["crane"] } });
    const big = await t.order({ units: 21 });
    const nowhere = await t.order({
      dropoff: { line1: "Unknown road 5", city: "Nowhere", country: "BR", lat: null, lng: null },
    });
    await service.system.execute("update delivery_order set lat = null, lng = null where id = $1", [
      nowhere.id,
    ]);
    const answer = await t.as("client_admin")(buildRoute, { engine: "savings" });
    assert.deepEqual(
      answer.routes.map((route) => route.order_ids),
      [[frozen.id]],
    );
    assert.deepEqual(
      new Map(answer.unassigned.map(({ order_id, reason }) => [order_id, reason])),
      new Map([
        [nowhere.id, "no_location"],
        [heavy.id, "no_vehicle_has_skills"],
        [big.id, "exceeds_every_capacity"],
      ]),
    );
    assert.equal(await t.statusOf(heavy.id), "NEW_ORDER");
  });

  test("a window after midnight is kept on a night that is an hour shorter", async () => {
    // In Berlin clocks go from 02:00 to 03:00 on 28 March 2027: the shift from 22:00 to 06:00 lasts seven hours.
    const t = await service.business({
      time_zone: "Europe/Berlin",
      settings: { shift_start: "22:00", shift_end: "06:00" },
    });
    const before = await t.order({
      scheduled_date: "2027-03-27",
      ...at(-15.66, -47.81, {
        window: { start: "2027-03-27T23:30:00+01:00", end: "2027-03-28T00:30:00+01:00" },
      }),
    });
    const after = await t.order({
      scheduled_date: "2027-03-27",
      ...at(-15.67, -47.82, {
        window: { start: "2027-03-28T03:10:00+02:00", end: "2027-03-28T03:20:00+02:00" },
      }),
    });
    const late = await t.order({
      scheduled_date: "2027-03-27",
      ...at(-15.68, -47.82, {
        window: { start: "2027-03-28T06:30:00+02:00", end: "2027-03-28T07:00:00+02:00" },
      }),
    });
    await driversOf(t, 1);
    const { routes, unassigned } = await t.as("client_admin")(buildRoute, {
      date: "2027-03-27",
      engine: "savings",
    });
    assert.deepEqual(
      routes.map((route) => route.order_ids),
      [[before.id, after.id]],
    );
    assert.deepEqual(unassigned, [{ order_id: late.id, reason: "window_unreachable" }]);
    const { route } = await t.as("client_admin")(getRoute, { route_id: routes[0]?.route_id ?? 0 });
    const [, second] = route.stops;
    assert.ok((second?.planned_arrival_at ?? "") <= "2027-03-28T01:20:00.000Z");
    assert.equal(
      second?.planned_departure_at,
      "2027-03-28T01:13:00.000Z",
      "03:10 in summer time and three minutes at the door",
    );
  });

  test("a preview makes nothing; it can be committed once, unless its orders have moved on", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 6);
    await driversOf(t, 2);
    const admin = t.as("client_admin");
    const shown = await admin(buildRoute, { preview: true, engine: "savings" });
    const other = await admin(buildRoute, { preview: true, engine: "savings" });
    assert.equal(shown.routes[0]?.route_id, null);
    assert.equal(await t.statusOf(order_ids[0] ?? 0), "NEW_ORDER");
    assert.equal((await admin(listRoutes, {})).total, 0);

    await change(order_ids[2] ?? 0, "hold");
    const held = await refusalOf(admin(commitPlanRun, { plan_run_id: shown.plan_run_id ?? 0 }));
    assert.equal(held.error_code, "PLAN_OUTDATED");
    assert.deepEqual(
      held.errors?.map(({ order_id, code }) => [order_id, code]),
      [[order_ids[2], "not_plannable"]],
    );
    assert.equal((await admin(listRoutes, {})).total, 0);

    await service.system.execute("update delivery_order set status = 'NEW_ORDER' where id = $1", [
      order_ids[2],
    ]);
    const { plan_run } = await admin(commitPlanRun, { plan_run_id: shown.plan_run_id ?? 0 });
    assert.ok(plan_run.routes.every((route) => route.route_id !== null));
    assert.equal(
      (await refusalOf(admin(commitPlanRun, { plan_run_id: shown.plan_run_id ?? 0 }))).error_code,
      "ALREADY_COMMITTED",
    );
    assert.equal(
      (await refusalOf(admin(commitPlanRun, { plan_run_id: other.plan_run_id ?? 0 }))).error_code,
      "PLAN_OUTDATED",
    );
    assert.deepEqual(await twiceRouted(t.id), []);
  });

  test("an order whose address changed after the preview makes it outdated", async () => {
    const t = await service.business();
    const [id] = await ordersOf(t, 1);
    await driversOf(t, 1);
    const { plan_run_id } = await t.as("client_admin")(buildRoute, { preview: true, engine: "savings" });
    await change(id ?? 0, "move");
    const refusal = await refusalOf(t.as("client_admin")(commitPlanRun, { plan_run_id: plan_run_id ?? 0 }));
    assert.equal(refusal.errors?.[0]?.code, "order_changed");
  });

  test("a dry run shows the plan and keeps nothing", async () => {
    const t = await service.business();
    await ordersOf(t, 3);
    await driversOf(t, 1);
    const { status, body } = await t.http(
      "client_admin",
      "POST",
      "/api/v3/client/build-route",
      { engine: "savings" },
      { "x-dry-run": "1" },
    );
    assert.equal(status, 200);
    assert.partialDeepStrictEqual(body, { dry_run: true, plan_run_id: null, preview: true });
    assert.equal(body.routes[0].order_ids.length, 3);
    assert.equal((await t.as("client_admin")(listPlanRuns, {})).total, 0);
    assert.equal((await t.as("client_admin")(listRoutes, {})).total, 0);
  });

  test("in the view summary routes are told without their stops", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 3);
    await driversOf(t, 1);
    const { routes, totals } = await t.as("client_admin")(buildRoute, { engine: "savings", view: "summary" });
    assert.partialDeepStrictEqual(totals, { stops: 3, vehicles: 1 });
    assert.deepEqual([...(routes[0]?.order_ids ?? [])].sort(), order_ids);
    assert.deepEqual(routes[0]?.stops, []);
    const made = await t.as("client_admin")(getRoute, { route_id: routes[0]?.route_id ?? 0 });
    assert.equal(made.route.stops.length, 3);
  });

  test("two plans of the same orders at once: one makes the routes, the other is outdated", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 8);
    await driversOf(t, 4);
    const plans = await Promise.allSettled(
      [1, 2, 3].map((seed) => t.as("client_admin")(buildRoute, { engine: "savings", seed })),
    );
    const made = plans.filter((plan) => plan.status === "fulfilled").map((plan) => plan.value);
    const planned = made.flatMap((plan) => plan.routes.flatMap((route) => route.order_ids));
    assert.deepEqual(
      planned.sort((a, b) => a - b),
      order_ids,
      "each order was planned by one of them",
    );
    for (const plan of plans)
      if (plan.status === "rejected") assert.equal(plan.reason.error_code, "PLAN_OUTDATED");
    assert.deepEqual(await twiceRouted(t.id), []);
  });

  test("two previews with other orders but one driver cannot both be committed", async () => {
    const t = await service.business();
    const [a, b] = await ordersOf(t, 2);
    await driversOf(t, 1);
    const admin = t.as("client_admin");
    const first = await admin(buildRoute, { preview: true, engine: "savings", order_ids: [a ?? 0] });
    const second = await admin(buildRoute, { preview: true, engine: "savings", order_ids: [b ?? 0] });
    const done = await Promise.allSettled(
      [first, second].map(({ plan_run_id }) => admin(commitPlanRun, { plan_run_id: plan_run_id ?? 0 })),
    );
    assert.deepEqual(done.map((one) => one.status).sort(), ["fulfilled", "rejected"]);
    const refused = done.find((one) => one.status === "rejected");
    assert.equal(refused?.reason.errors[0].code, "driver_busy");
  });

  test("an order held or handed to a contractor while the plan is made refuses it and leaves no route", async () => {
    for (const what of ["hold", "assign"] as const) {
      const t = await service.business();
      const order_ids = await ordersOf(t, 10);
      await driversOf(t, 2);
      const refusal = await whilePlanning(
        () => refusalOf(t.as("client_admin")(buildRoute, { time_limit_s: 1 })),
        () => change(order_ids[4] ?? 0, what),
      );
      assert.equal(refusal.status, 409);
      assert.deepEqual(
        refusal.errors?.map((error) => error.order_id),
        [order_ids[4]],
      );
      assert.equal((await t.as("client_admin")(listRoutes, {})).total, 0);
      assert.equal(await t.statusOf(order_ids[0] ?? 0), "NEW_ORDER");
    }
  });

  test("a plan and a hand-over at one instant: the order is on a route or in other hands, never both", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 6);
    await driversOf(t, 2);
    const { plan_run_id } = await t.as("client_admin")(buildRoute, { preview: true, engine: "savings" });
    await Promise.allSettled([
      t.as("client_admin")(commitPlanRun, { plan_run_id: plan_run_id ?? 0 }),
      ...order_ids.map((id) =>
        service.system.execute(
          "update delivery_order set contractor_account_id = 1 where id = $1 and route_id is null",
          [id],
        ),
      ),
    ]);
    const both = await service.system.rows(
      "select id from delivery_order where business_id = $1 and route_id is not null and contractor_account_id is not null",
      [t.id],
    );
    assert.deepEqual(both, []);
    const none = await service.system.rows(
      "select id from delivery_order where business_id = $1 and route_id is null and contractor_account_id is null",
      [t.id],
    );
    assert.deepEqual(none, [], "and one of the two has happened to each");
  });

  test("a contractor plans what is in its hands, with its own drivers, and nothing else", async () => {
    const t = await service.business();
    const contractor = await t.contractor();
    const [mine, theirs] = await ordersOf(t, 2);
    await service.system.execute("update delivery_order set contractor_account_id = $2 where id = $1", [
      mine,
      contractor.person.account_id,
    ]);
    const { id: own_driver } = await t.driver({ contractor_id: contractor.id });
    const [foreign] = await driversOf(t, 1);
    const answer = await contractor.person.call(buildRoute, { engine: "savings" });
    assert.deepEqual(
      answer.routes.map(({ driver_id, order_ids }) => [driver_id, order_ids]),
      [[own_driver, [mine]]],
    );
    const refusal = await refusalOf(
      contractor.person.call(buildRoute, { engine: "savings", driver_ids: [foreign ?? 0] }),
    );
    assert.equal(refusal.status, 422);
    const business = await t.as("client_admin")(buildRoute, { engine: "savings" });
    assert.deepEqual(
      business.routes.map((route) => route.order_ids),
      [[theirs]],
    );
    assert.equal((await contractor.person.call(listPlanRuns, {})).total, 1);
    assert.equal(
      (await refusalOf(contractor.person.call(getPlanRun, { plan_run_id: business.plan_run_id ?? 0 })))
        .status,
      404,
    );
  });

  test("locks bind an order to a driver and to the head of the tour; bad ones are told by field", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 12);
    const [, second] = await driversOf(t, 2);
    const lock = { order_id: order_ids[7] ?? 0, driver_id: second ?? 0, position: "first" as const };
    const answer = await t.as("client_admin")(buildRoute, { preview: true, time_limit_s: 1, locks: [lock] });
    const route = answer.routes.find((one) => one.driver_id === second);
    assert.equal(route?.order_ids[0], order_ids[7]);
    const refusal = await refusalOf(
      t.as("client_admin")(buildRoute, { locks: [{ order_id: 1, driver_id: second ?? 0 }] }),
    );
    assert.deepEqual(refusal.errors, [
      { field: "locks/0/order_id", message: "is not an order of this plan" },
    ]);
  });

  test("balance by stops evens the tours and tells what it costs", async () => {
    const t = await service.business();
    for (let index = 0; index < 30; index += 1) {
      await t.order({
        units: 1,
        ...at(-15.66 - (index < 24 ? 0 : 0.3) - index / 2000, -47.8 - index / 3000),
      });
    }
    await driversOf(t, 2, { capacity_units: 27 });
    const even = await t.as("client_admin")(buildRoute, {
      preview: true,
      objective: "distance",
      balance: "by_stops",
      time_limit_s: 2,
    });
    const [a = 0, b = 0] = even.routes.map((route) => route.stops.length);
    assert.ok(Math.abs(a - b) <= 4, `${a} and ${b} stops`);
    assert.ok((even.totals?.compared_to_unbalanced?.distance_m ?? -1) >= 0);
  });

  test("peer-to-peer orders are picked up before they are dropped, pickups come back to the depot", async () => {
    const t = await service.business();
    const p2p = await t.order({
      type: "P2P",
      pickup: { line1: "A", city: "Brasília", country: "BR", lat: -15.7, lng: -47.85 },
      ...at(-15.66, -47.81),
    });
    const pickup = await t.order({
      type: "P",
      pickup: { line1: "B", city: "Brasília", country: "BR", lat: -15.68, lng: -47.82 },
    });
    await driversOf(t, 1);
    const answer = await t.as("client_admin")(buildRoute, { engine: "savings" });
    const stops = answer.routes[0]?.stops ?? [];
    assert.deepEqual(
      stops.filter((stop) => stop.order_id === p2p.id).map((stop) => stop.action),
      ["pickup", "dropoff"],
    );
    assert.deepEqual(
      stops.filter((stop) => stop.order_id === pickup.id).map((stop) => stop.action),
      ["pickup"],
    );
  });

  test("without a depot nothing can be planned, and the refusal says so", async () => {
    const t = await service.business({ settings: { depot: null } });
    const refusal = await refusalOf(t.as("client_admin")(buildRoute, {}));
    assert.deepEqual([refusal.status, refusal.error_code], [409, "NO_DEPOT"]);
  });

  test("the options tell engines, balance modes, capacities, defaults and the business's own pace", async () => {
    const t = await service.business({ settings: { speed_kmh: 22, shift_end: "16:30" } });
    const answer = await t.as("employee")(getBuildRouteOptions, {});
    assert.deepEqual(
      answer.engines.map((engine) => engine.name),
      ["sisr", "savings"],
    );
    assert.deepEqual(
      answer.balances.map((mode) => mode.name),
      ["none", "by_stops", "by_time", "by_pay"],
    );
    assert.partialDeepStrictEqual(answer, {
      capacities: ["units", "weight_g", "volume_cm3", "pallets"],
      travel: { speed_kmh: 22, shift_end: "16:30", road_factor: 1 },
    });
  });
});

describe("plans in the background", () => {
  test("the run is answered with 202 and makes the routes at the end", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 30);
    await driversOf(t, 3);
    const { status, body } = await t.http("client_admin", "POST", "/api/v3/client/build-route", {
      async: true,
      time_limit_s: 1,
    });
    assert.equal(status, 202);
    assert.partialDeepStrictEqual(body, { pending: true, routes: [] });
    const run = await finishedRun(t, body.plan_run_id);
    assert.equal(run.state, "COMPLETED");
    assert.ok(run.routes.every((route) => route.route_id !== null));
    for (const id of order_ids) assert.equal(await t.statusOf(id), "ROUTED");
    assert.deepEqual(
      (await t.eventsOf("plan_run", body.plan_run_id)).map((event) => event.kind),
      ["plan.run_requested", "plan.run_started", "plan.run_finished"],
    );
  });

  test("the best plan is shown on the way; a cancelled run ends long before its limit and leaves no route", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 20);
    await driversOf(t, 2);
    const admin = t.as("client_admin");
    const { plan_run_id } = await admin(buildRoute, { async: true, time_limit_s: 120 });
    const id = plan_run_id ?? 0;
    const { routes } = await planInProgress(t, id);
    assert.deepEqual(
      routes.flatMap((route) => route.order_ids).sort((a, b) => a - b),
      order_ids,
    );
    assert.deepEqual(routes[0]?.path[0], [-15.657, -47.8027], "a tour begins at the depot");
    const { plan_run } = await admin(cancelPlanRun, { plan_run_id: id });
    assert.equal(plan_run.state, "CANCELLED");
    assert.equal(
      (await refusalOf(admin(cancelPlanRun, { plan_run_id: id }))).error_code,
      "INVALID_TRANSITION",
    );
    assert.equal(
      (await refusalOf(admin(commitPlanRun, { plan_run_id: id }))).error_code,
      "INVALID_TRANSITION",
    );
    // The solver is free again: another plan does not have to wait for the 120 seconds.
    const next = await admin(buildRoute, { engine: "savings" });
    assert.deepEqual(
      next.routes.flatMap((route) => route.order_ids).sort((a, b) => a - b),
      order_ids,
    );
    assert.equal((await admin(getPlanRun, { plan_run_id: id })).plan_run.state, "CANCELLED");
    assert.equal((await admin(listRoutes, { plan_run_id: id })).total, 0);
  });

  /** A background run that has its first plan. */
  async function atWork(t: TestBusiness, options: Record<string, unknown>): Promise<number> {
    const admin = t.as("client_admin");
    const { plan_run_id } = await admin(buildRoute, { async: true, time_limit_s: 120, ...options });
    await planInProgress(t, plan_run_id ?? 0);
    return plan_run_id ?? 0;
  }

  test("a run that is cut short keeps the best plan so far, and its routes", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 20);
    await driversOf(t, 2);
    const admin = t.as("client_admin");
    const id = await atWork(t, {});
    const { plan_run } = await admin(cancelPlanRun, { plan_run_id: id, keep_best: true });
    assert.equal(plan_run.state, "RUNNING");
    const run = await finishedRun(t, id);
    assert.equal(run.state, "COMPLETED");
    assert.equal(run.options.time_limit_s, plan_run.options.time_limit_s);
    assert((run.options.time_limit_s ?? 120) < 60);
    assert.deepEqual(
      run.routes.flatMap((route) => route.order_ids).sort((a, b) => a - b),
      order_ids,
    );
    for (const order_id of order_ids) assert.equal(await t.statusOf(order_id), "ROUTED");
    assert.deepEqual(
      (await t.eventsOf("plan_run", id)).map((event) => event.kind),
      ["plan.run_requested", "plan.run_started", "plan.run_shortened", "plan.run_finished"],
    );
    assert.equal(
      (await refusalOf(admin(cancelPlanRun, { plan_run_id: id, keep_best: true }))).error_code,
      "INVALID_TRANSITION",
    );
  });

  test("one with a balance that is cut short in its first half keeps the plan without it", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 20);
    await driversOf(t, 2);
    const id = await atWork(t, { balance: "by_stops", preview: true });
    await t.as("client_admin")(cancelPlanRun, { plan_run_id: id, keep_best: true });
    const run = await finishedRun(t, id);
    assert.equal(run.state, "COMPLETED");
    assert.equal(run.can_commit, true);
    assert.equal(run.totals?.stops, order_ids.length);
    assert.equal(run.totals?.compared_to_unbalanced, undefined);
    assert.partialDeepStrictEqual(run.explanation, { unbalanced: null });
  });

  test("before there is a plan none can be kept, and the run goes on", async () => {
    const t = await service.business();
    await ordersOf(t, 3);
    await driversOf(t, 1);
    const admin = t.as("client_admin");
    const run = await whilePlanning(
      async () => {
        const { plan_run_id } = await admin(buildRoute, { async: true, time_limit_s: 1 });
        return finishedRun(t, plan_run_id ?? 0);
      },
      async () => {
        const { plan_runs } = await admin(listPlanRuns, {});
        const early = admin(cancelPlanRun, { plan_run_id: plan_runs[0]?.id ?? 0, keep_best: true });
        assert.equal((await refusalOf(early)).error_code, "NO_PLAN_YET");
      },
    );
    assert.equal(run.state, "COMPLETED");
  });

  test("a run whose orders moved on fails with the reason and keeps its plan to look at", async () => {
    const t = await service.business();
    const order_ids = await ordersOf(t, 6);
    await driversOf(t, 1);
    const run = await whilePlanning(
      async () => {
        const { plan_run_id } = await t.as("client_admin")(buildRoute, { async: true, time_limit_s: 1 });
        return finishedRun(t, plan_run_id ?? 0);
      },
      () => change(order_ids[0] ?? 0, "hold"),
    );
    assert.equal(run.state, "FAILED");
    assert.match(run.failure ?? "", new RegExp(`plan_outdated: .*${order_ids[0]} not_plannable`));
    assert.equal(run.routes.length, 1);
    assert.equal((await t.as("client_admin")(listRoutes, {})).total, 0);
  });
});

describe("a plan that waits for approval", () => {
  const propose = (t: TestBusiness, more: object = {}) =>
    t.as("employee")(proposeWrite, { tool: "build_route", arguments: { time_limit_s: 1, ...more } });
  const ordersIn = (routes: { order_ids: number[] }[]) => routes.map(({ order_ids }) => order_ids);
  const routedIn = async (t: TestBusiness) => {
    const { routes } = await t.as("employee")(listRoutes, {});
    const stops = await Promise.all(
      routes.map(async ({ id }) => (await t.as("employee")(getRoute, { route_id: id })).route.stops),
    );
    return stops.map((of) => of.flatMap(({ tasks }) => tasks.map(({ order_id }) => order_id)));
  };

  test("becomes the routes that were looked at, not those of a day that went on", async () => {
    const t = await service.business();
    await ordersOf(t, 20, { units: 15 });
    await driversOf(t, 2);
    const { approval_id, preview } = await propose(t);
    const shown = (preview as { answer: { routes: { order_ids: number[] }[] } }).answer.routes;
    const kinds = (preview as { would_emit: { kind: string }[] }).would_emit.map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === "route.created").length, 2);
    const { id: late } = await t.order({ units: 1 });
    const { result, approval } = await t.as("client_admin")(approveProposal, { approval_id });
    assert.equal(result, true, JSON.stringify(approval.refusal));
    assert.deepEqual((await routedIn(t)).sort(), ordersIn(shown).sort());
    assert.equal(await t.statusOf(late), "NEW_ORDER");
  });

  test("is refused with 409 and the orders that moved on, and goes on waiting", async () => {
    const t = await service.business();
    const [first = 0] = await ordersOf(t, 3);
    await driversOf(t, 1);
    const { approval_id } = await propose(t);
    await t.as("client_admin")(holdOrder, { order_id: first, reason: "unpaid" });
    const refusal = await refusalOf(t.as("client_admin")(approveProposal, { approval_id }));
    assert.deepEqual([refusal.status, refusal.code], [409, "target_changed"]);
    assert.deepEqual(
      refusal.errors?.map(({ field }) => field),
      [`order/${first}`],
    );
    assert.deepEqual(await routedIn(t), []);
  });

  test("fails for good when a driver got another route meanwhile", async () => {
    const t = await service.business();
    await ordersOf(t, 3);
    await driversOf(t, 1);
    const { approval_id } = await propose(t);
    await service.system.execute("update driver set vehicle_id = null where business_id = $1", [t.id]);
    const { approval } = await t.as("client_admin")(approveProposal, { approval_id });
    assert.partialDeepStrictEqual(approval, {
      state: "execution_failed",
      refusal: { error_code: "PLAN_OUTDATED" },
    });
  });
});
