import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createSkill } from "#domain/fleet/skills/operations/create-skill.ts";
import { updateSettings } from "#domain/identity/settings/operations/update-settings.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { createDrivers, createOrders, finishedRun, startAtSix } from "#tests/support/plans.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { buildRoute } from "./operations/build-route.ts";
import { getBuildRouteOptions } from "./operations/get-build-route-options.ts";
import { getPlanRun } from "./operations/get-plan-run.ts";
import { getPlanRunOrder } from "./operations/get-plan-run-order.ts";
import { listPlanRuns } from "./operations/list-plan-runs.ts";
import { getDefaultTimeLimit } from "./options.ts";

const service = await testService({ work: true });
startAtSix(service);

const at = (lat: number, lng: number, more: Record<string, unknown> = {}) => ({
  dropoff: { line1: "Quadra 1", city: "Brasília", country: "BR", lat, lng, ...more },
});

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

describe("building routes", () => {
  test("every open order is put onto one route, with few vehicles, and the plan is stored with its reasons", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 40, { units: 9 });
    await createDrivers(business, 4);
    const answer = await business.as("client_admin")(buildRoute, { time_limit_s: 1 });
    assert.equal(answer.routes.length, 2, "40 orders of 9 units fill two vans of 180");
    assert.deepEqual(
      answer.routes.flatMap((route) => route.order_ids).sort((a, b) => a - b),
      order_ids,
    );
    assert.deepEqual(answer.unassigned, []);
    assert.partialDeepStrictEqual(answer.totals, { vehicles: 2, stops: 40, unassigned: 0 });
    for (const id of order_ids) assert.equal(await business.readStatus(id), "ROUTED");
    assert.deepEqual(await twiceRouted(business.id), []);

    const first = answer.routes[0];
    const { route } = await business.as("employee")(getRoute, { route_id: first?.route_id ?? 0 });
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
      (await business.readEvents("order", order_ids[0] ?? 0)).map((event) => event.kind),
      ["order.created", "order.planned"],
    );
    assert.deepEqual(
      (await business.readEvents("route", first?.route_id ?? 0)).map((event) => event.kind),
      ["route.created"],
    );

    const run = await business.as("client_admin")(getPlanRun, { plan_run_id: answer.plan_run_id ?? 0 });
    assert.partialDeepStrictEqual(run.plan_run, {
      state: "COMPLETED",
      engine: "sisr",
      seed: 1,
      can_commit: false,
    });
    assert.match(run.plan_run.inputs_hash ?? "", /^[0-9a-f]{64}$/);
    assert.deepEqual(run.plan_run.routes, answer.routes);
    assert.equal((run.plan_run.explanation as { orders_considered: number }).orders_considered, 40);
    assert.equal((await business.as("client_admin")(listPlanRuns, {})).plan_runs[0]?.totals?.vehicles, 2);
  });

  test("a second run plans only what is left, and only onto drivers without a route", async () => {
    const business = await service.business();
    await createOrders(business, 5);
    const [first] = await createDrivers(business, 2);
    await business.as("client_admin")(buildRoute, { engine: "savings", driver_ids: [first ?? 0] });
    const [late] = await createOrders(business, 1);
    const again = await business.as("client_admin")(buildRoute, { engine: "savings" });
    assert.deepEqual(
      again.routes.map((route) => route.order_ids),
      [[late]],
    );
    assert.notEqual(again.routes[0]?.driver_id, first);
    const [last] = await createOrders(business, 1);
    const none = await business.as("client_admin")(buildRoute, { engine: "savings" });
    assert.deepEqual(none.unassigned, [{ order_id: last, reason: "no_drivers" }]);
    const named_plan = await business.as("client_admin")(buildRoute, {
      engine: "savings",
      driver_ids: [first ?? 0],
    });
    assert.deepEqual(
      named_plan.routes.map((route) => route.driver_id),
      [first],
      "a driver who is named may get a second route",
    );
  });

  test("orders that no driver can serve are left out, each with its own reason", async () => {
    const business = await service.business();
    await createDrivers(business, 1, { capacity_units: 20, skills: ["cold"] });
    const frozen = await business.order({ requirements: { skills: ["cold"] } });
    const heavy = await business.order({ requirements: { skills: ["crane"] } });
    const big = await business.order({ units: 21 });
    const nowhere = await business.order({
      dropoff: { line1: "Unknown road 5", city: "Nowhere", country: "BR", lat: null, lng: null },
    });
    await service.system.execute("update delivery_order set lat = null, lng = null where id = $1", [
      nowhere.id,
    ]);
    const answer = await business.as("client_admin")(buildRoute, { engine: "savings" });
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
    assert.equal(await business.readStatus(heavy.id), "NEW_ORDER");
  });

  test("an order of a plan has its driver explained: what the others would cost, or what refuses it", async () => {
    const business = await service.business();
    const [mine] = await createDrivers(business, 1, { capacity_units: 20, skills: ["cold"] });
    const [small] = await createDrivers(business, 1, { capacity_units: 5, skills: ["cold"] });
    const [warm] = await createDrivers(business, 1, { capacity_units: 20 });
    const order = await business.order({
      units: 10,
      requirements: { skills: ["cold"] },
      ...at(-15.7, -47.9),
    });
    const crane = await business.order({ requirements: { skills: ["crane"] } });
    const plan = { engine: "savings", preview: true } as const;
    const admin = business.as("client_admin");
    const { plan_run_id, routes } = await admin(buildRoute, { ...plan, order_ids: [order.id, crane.id] });
    assert.deepEqual(
      routes.map(({ driver_id }) => driver_id),
      [mine],
    );
    const explain = (order_id: number, run = plan_run_id ?? 0) =>
      business.as("employee")(getPlanRunOrder, { plan_run_id: run, order_id });
    const explanation = await explain(order.id);
    assert.partialDeepStrictEqual(explanation, { driver_id: mine, reason: null });
    assert.deepEqual(
      new Map(explanation.choices.map(({ driver_id, refused_by }) => [driver_id, refused_by])),
      new Map([
        [small, "capacity"],
        [warm, "skills"],
      ]),
    );
    assert.deepEqual(explanation.choices.find(({ driver_id }) => driver_id === warm)?.missing_skills, [
      "cold",
    ]);
    const crane_explanation = await explain(crane.id);
    assert.partialDeepStrictEqual(crane_explanation, { driver_id: null, reason: "no_vehicle_has_skills" });
    assert.deepEqual(
      new Set(crane_explanation.choices.map(({ refused_by }) => refused_by)),
      new Set(["skills"]),
    );

    const [other] = await createDrivers(business, 1, { capacity_units: 20, skills: ["cold"] });
    const again = await admin(buildRoute, { ...plan, order_ids: [order.id] });
    const { choices } = await explain(order.id, again.plan_run_id ?? 0);
    assert.partialDeepStrictEqual(choices[0], {
      driver_id: other,
      is_new_vehicle: true,
      refused_by: null,
      extra_distance_m: 0,
      extra_cost_minor: 0,
    });
    const stranger = await business.order();
    assert.equal((await catchRefusal(explain(stranger.id))).status, 404);
  });

  test("a required vehicle type is respected, and an expired skill does not count", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await admin(createSkill, { code: "adr", name: "ADR", kind: "driver", expires_date: "2026-06-30" });
    const [van, truck] = await createDrivers(business, 2, { skills: ["adr"] });
    await service.system.execute(
      "update vehicle v set type = 'Truck' from driver d where d.vehicle_id = v.id and d.id = $1",
      [truck],
    );
    const wanting = async (requirements: object) => (await business.order({ requirements })).id;
    const by_van = await wanting({ vehicle_type: "van" });
    const by_truck = await wanting({ vehicle_type: " TRUCK " });
    const by_bike = await wanting({ vehicle_type: "bicycle" });
    const dangerous = await wanting({ skills: ["adr"] });
    const both = await wanting({ vehicle_type: "truck", skills: ["crane"] });
    const plan = async (date: string) => {
      const order_ids = [by_van, by_truck, by_bike, dangerous, both];
      const { routes, unassigned } = await admin(buildRoute, {
        date,
        order_ids,
        engine: "savings",
        objective: "distance",
        preview: true,
      });
      return {
        driver: new Map(routes.flatMap((route) => route.order_ids.map((id) => [id, route.driver_id]))),
        reason: new Map(unassigned.map(({ order_id, reason }) => [order_id, reason])),
      };
    };
    const after = await plan("2026-12-01");
    assert.deepEqual([after.driver.get(by_van), after.driver.get(by_truck)], [van, truck]);
    assert.deepEqual(
      after.reason,
      new Map([
        [by_bike, "no_vehicle_of_type"],
        [dangerous, "skill_expired"],
        [both, "no_vehicle_has_skills"],
      ]),
    );
    assert.equal((await plan("2026-06-30")).reason.has(dangerous), false, "on its last day it counts");
    assert.partialDeepStrictEqual((await admin(getBuildRouteOptions, { date: "2026-12-01" })).day, {
      drivers: 2,
      vehicle_types: ["Truck", "van"],
      expired_skills: ["adr"],
    });
  });

  test("a driver without a vehicle is planned only if the setting allows it, and those left out are listed", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const [walking = 0, waiting = 0, driving = 0] = await createDrivers(business, 3, { capacity_units: 10 });
    await service.system.execute("update driver set vehicle_id = null where id = $1", [walking]);
    await service.system.execute(
      "update vehicle v set status = 'maintenance' from driver d where d.vehicle_id = v.id and d.id = $1",
      [waiting],
    );
    const [small, big] = [
      (await business.order({ units: 10 })).id,
      (await business.order({ units: 1200 })).id,
    ];
    const options = { engine: "savings", preview: true } as const;
    const left_out = [
      { driver_id: walking, driver_name: "Driver", reason: "no_vehicle" },
      { driver_id: waiting, driver_name: "Driver", reason: "vehicle_not_active" },
    ];
    const plan = await admin(buildRoute, options);
    assert.deepEqual(
      plan.routes.map(({ driver_id, order_ids }) => [driver_id, order_ids]),
      [[driving, [small]]],
    );
    assert.deepEqual(plan.unassigned, [{ order_id: big, reason: "exceeds_every_capacity" }]);
    assert.deepEqual(plan.drivers_left_out, left_out);
    const { plan_run } = await admin(getPlanRun, { plan_run_id: plan.plan_run_id ?? 0 });
    assert.deepEqual(plan_run.drivers_left_out, left_out);
    assert.partialDeepStrictEqual((await admin(getBuildRouteOptions, {})).day, {
      drivers: 1,
      drivers_left_out: left_out,
    });
    const refusal = await catchRefusal(
      admin(buildRoute, { ...options, driver_ids: [driving, walking, waiting] }),
    );
    assert.deepEqual(
      refusal.errors?.map(({ field, code }) => [field, code]),
      [
        ["driver_ids/1", "no_vehicle"],
        ["driver_ids/2", "vehicle_not_active"],
      ],
    );

    await admin(updateSettings, { settings: { plan_without_vehicle: true } });
    const open = await admin(buildRoute, options);
    assert.deepEqual(open.unassigned, []);
    assert.equal(open.routes.find(({ driver_id }) => driver_id === walking)?.order_ids.includes(big), true);
    assert.deepEqual(open.drivers_left_out, left_out.slice(1));
  });

  test("a window after midnight is respected on a night that is an hour shorter", async () => {
    // In Berlin clocks go from 02:00 to 03:00 on 28 March 2027: the shift from 22:00 to 06:00 lasts seven hours.
    const business = await service.business({
      time_zone: "Europe/Berlin",
      settings: { shift_start: "22:00", shift_end: "06:00" },
    });
    const before = await business.order({
      scheduled_date: "2027-03-27",
      ...at(-15.66, -47.81, {
        window: { start: "2027-03-27T23:30:00+01:00", end: "2027-03-28T00:30:00+01:00" },
      }),
    });
    const after = await business.order({
      scheduled_date: "2027-03-27",
      ...at(-15.67, -47.82, {
        window: { start: "2027-03-28T03:10:00+02:00", end: "2027-03-28T03:20:00+02:00" },
      }),
    });
    const late = await business.order({
      scheduled_date: "2027-03-27",
      ...at(-15.68, -47.82, {
        window: { start: "2027-03-28T06:30:00+02:00", end: "2027-03-28T07:00:00+02:00" },
      }),
    });
    await createDrivers(business, 1);
    const { routes, unassigned } = await business.as("client_admin")(buildRoute, {
      date: "2027-03-27",
      engine: "savings",
    });
    assert.deepEqual(
      routes.map((route) => route.order_ids),
      [[before.id, after.id]],
    );
    assert.deepEqual(unassigned, [{ order_id: late.id, reason: "window_unreachable" }]);
    const { route } = await business.as("client_admin")(getRoute, { route_id: routes[0]?.route_id ?? 0 });
    const [, second] = route.stops;
    assert.ok((second?.planned_arrival_at ?? "") <= "2027-03-28T01:20:00.000Z");
    assert.equal(
      second?.planned_departure_at,
      "2027-03-28T01:13:00.000Z",
      "03:10 in summer time and three minutes at the door",
    );
  });

  test("a contractor plans the orders assigned to it, with its own drivers, and nothing else", async () => {
    const business = await service.business();
    const contractor = await business.contractor();
    const [mine, theirs] = await createOrders(business, 2);
    await service.system.execute("update delivery_order set contractor_account_id = $2 where id = $1", [
      mine,
      contractor.person.account_id,
    ]);
    const { id: own_driver } = await business.driver({ contractor_id: contractor.id });
    const [foreign] = await createDrivers(business, 1);
    const answer = await contractor.person.call(buildRoute, { engine: "savings" });
    assert.deepEqual(
      answer.routes.map(({ driver_id, order_ids }) => [driver_id, order_ids]),
      [[own_driver, [mine]]],
    );
    const refusal = await catchRefusal(
      contractor.person.call(buildRoute, { engine: "savings", driver_ids: [foreign ?? 0] }),
    );
    assert.equal(refusal.status, 422);
    const built = await business.as("client_admin")(buildRoute, { engine: "savings" });
    assert.deepEqual(
      built.routes.map((route) => route.order_ids),
      [[theirs]],
    );
    assert.equal((await contractor.person.call(listPlanRuns, {})).total, 1);
    assert.equal(
      (await catchRefusal(contractor.person.call(getPlanRun, { plan_run_id: built.plan_run_id ?? 0 })))
        .status,
      404,
    );
  });

  test("locks bind an order to a driver and to the start of the tour; invalid ones are reported by field", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 12);
    const [, second] = await createDrivers(business, 2);
    const lock = { order_id: order_ids[7] ?? 0, driver_id: second ?? 0, position: "first" as const };
    const answer = await business.as("client_admin")(buildRoute, {
      preview: true,
      time_limit_s: 1,
      locks: [lock],
    });
    const route = answer.routes.find((one) => one.driver_id === second);
    assert.equal(route?.order_ids[0], order_ids[7]);
    const refusal = await catchRefusal(
      business.as("client_admin")(buildRoute, { locks: [{ order_id: 1, driver_id: second ?? 0 }] }),
    );
    assert.deepEqual(refusal.errors, [
      { field: "locks/0/order_id", message: "is not an order of this plan" },
    ]);
  });

  test("balance by stops evens out the tours and reports its cost", async () => {
    const business = await service.business();
    for (let index = 0; index < 30; index += 1) {
      await business.order({
        units: 1,
        ...at(-15.66 - (index < 24 ? 0 : 0.3) - index / 2000, -47.8 - index / 3000),
      });
    }
    await createDrivers(business, 2, { capacity_units: 27 });
    const even = await business.as("client_admin")(buildRoute, {
      preview: true,
      objective: "distance",
      balance: "by_stops",
      time_limit_s: 2,
    });
    const [a = 0, b = 0] = even.routes.map((route) => route.stops.length);
    assert.ok(Math.max(a, b) <= 16, `${a} and ${b} stops`);
    const compared = even.totals?.compared_to_unbalanced;
    assert.ok((compared?.distance_m ?? -1) >= 0);
    const { balanced, unbalanced } = compared ?? {};
    assert.ok((balanced?.spread ?? 9) <= 1.1 && (unbalanced?.spread ?? 0) > 1.5, "the spread of both");
    assert.equal(balanced?.distance_m, even.totals?.distance_m);
    assert.equal(compared?.cost_minor, (balanced?.cost_minor ?? 0) - (unbalanced?.cost_minor ?? 0));
    const { plan_run } = await business.as("client_admin")(getPlanRun, {
      plan_run_id: even.plan_run_id ?? 0,
    });
    const { iterations, unbalanced_iterations } = plan_run.explanation as Record<string, number>;
    assert.ok((unbalanced_iterations ?? Number.NaN) <= (iterations ?? 0), "the plan it is compared with");
  });

  test("totals are the sums of the routes, and waiting before windows open is reported", async () => {
    const business = await service.business();
    const on = toLocalDate(service.now(), "America/Sao_Paulo");
    const opens = { start: `${on}T11:00:00-03:00`, end: `${on}T12:00:00-03:00` };
    const closes = { start: `${on}T08:00:00-03:00`, end: `${on}T08:20:00-03:00` };
    await business.order(at(-15.66, -47.81, { window: closes }));
    await business.order(at(-15.66, -47.82, { window: opens }));
    for (let index = 0; index < 9; index += 1) await business.order({ units: 60 });
    await createDrivers(business, 4);
    const { routes, totals, unassigned } = await business.as("client_admin")(buildRoute, {
      engine: "savings",
    });
    const sum = (of: (route: (typeof routes)[number]) => number) =>
      routes.reduce((all, one) => all + of(one), 0);
    assert.deepEqual(totals, {
      distance_m: sum((route) => route.distance_m),
      duration_s: sum((route) => route.duration_s),
      planned_wait_s: sum((route) => route.planned_wait_s),
      vehicles: routes.length,
      stops: sum((route) => route.stops.length),
      unassigned: unassigned.length,
    });
    const waiting = routes.filter((route) => route.planned_wait_s > 0);
    assert.ok(waiting.length > 0, "somebody is early at the late window");
    for (const route of routes) {
      assert.equal(
        route.planned_wait_s,
        route.stops.reduce((all, stop) => all + stop.planned_wait_s, 0),
      );
      const created_route = await business.as("employee")(getRoute, { route_id: route.route_id ?? 0 });
      for (const [index, stop] of created_route.route.stops.entries())
        assert.ok(Math.abs(stop.planned_wait_s - (route.stops[index]?.planned_wait_s ?? 0)) <= 1);
    }
  });

  test("peer-to-peer orders are picked up before they are dropped off; pickups are brought to the depot", async () => {
    const business = await service.business();
    const p2p = await business.order({
      type: "P2P",
      pickup: { line1: "A", city: "Brasília", country: "BR", lat: -15.7, lng: -47.85 },
      ...at(-15.66, -47.81),
    });
    const pickup = await business.order({
      type: "P",
      pickup: { line1: "B", city: "Brasília", country: "BR", lat: -15.68, lng: -47.82 },
    });
    await createDrivers(business, 1);
    const answer = await business.as("client_admin")(buildRoute, { engine: "savings" });
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

  test("without a depot planning is refused with a message that names the depot", async () => {
    const business = await service.business({ settings: { depot: null } });
    const refusal = await catchRefusal(business.as("client_admin")(buildRoute, {}));
    assert.deepEqual([refusal.status, refusal.error_code], [409, "NO_DEPOT"]);
  });

  test("the options list engines, balance modes, capacities, defaults and the business's travel settings", async () => {
    const business = await service.business({ settings: { speed_kmh: 22, shift_end: "16:30" } });
    const answer = await business.as("employee")(getBuildRouteOptions, {});
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
      travel: { speed_kmh: 22, shift_end: "16:30", road_factor: 1.3 },
    });
  });

  test("without a time limit, a plan of few orders takes a second and one of many up to ten; the run stores which", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const readDefault = async () => (await admin(getBuildRouteOptions, {})).defaults.time_limit_s;
    assert.equal(await readDefault(), 1);
    await createOrders(business, 16, { units: 1 });
    await createDrivers(business, 1);
    assert.equal(await readDefault(), 2, "a second for each 15 orders begun");
    const storedFor = async (options: { engine?: "savings"; time_limit_s?: number }) => {
      const { plan_run_id } = await admin(buildRoute, { preview: true, engine: "savings", ...options });
      return (await admin(getPlanRun, { plan_run_id: plan_run_id ?? 0 })).plan_run.options.time_limit_s;
    };
    assert.equal(await storedFor({}), 2);
    assert.equal(await storedFor({ time_limit_s: 7 }), 7, "a limit of the caller stands");
    assert.equal(getDefaultTimeLimit(0), 1);
    assert.equal(getDefaultTimeLimit(5000), 10);
    assert.equal(getDefaultTimeLimit(20_000), 40);
  });

  test("plans 5,001 orders in parts, and refuses to balance them or to measure so many roads before they are queued", async () => {
    const business = await service.business();
    const { id } = await business.order({ units: 1 });
    await createDrivers(business, 1);
    const columns = (
      await service.system.rows<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = 'delivery_order'
          and is_generated = 'NEVER'
          and column_name not in ('id', 'ref', 'tracking_number', 'lat', 'lng')`,
      )
    ).map(({ name }) => `"${name}"`);
    await service.system.execute(
      `insert into delivery_order (ref, tracking_number, lat, lng, ${columns})
       select 'many-' || n, 'MANY' || $1::bigint || '-' || n, -15.8 + n % 71 / 700.0, -47.9 + n / 71 / 700.0, ${columns}
         from delivery_order, generate_series(1, 5000) n where id = $1`,
      [id],
    );
    const admin = business.as("client_admin");
    const { limits, day } = await admin(getBuildRouteOptions, {});
    assert.equal(day.orders_of_date, 5001);
    assert.partialDeepStrictEqual(limits, { orders: 20_000, balanced_orders: 5000, road_addresses: 5000 });
    for (const async of [true, false]) {
      const balanced = await catchRefusal(admin(buildRoute, { preview: true, async, balance: "by_stops" }));
      assert.equal(balanced.code, "too_many_to_balance");
    }
    service.runtime.providers.matrix = {
      name: "osrm",
      matrix: () => Promise.reject(new Error("must not be asked")),
    };
    try {
      for (const async of [true, false]) {
        const far = await catchRefusal(admin(buildRoute, { preview: true, async }));
        assert.equal(far.code, "too_many_road_addresses");
      }
    } finally {
      service.runtime.providers.matrix = null;
    }
    assert.equal((await admin(listPlanRuns, {})).plan_runs.length, 0);
    const plan = await admin(buildRoute, { preview: true, engine: "savings", view: "summary" });
    assert.equal((plan.totals?.stops ?? 0) + plan.unassigned.length, 5001);
    assert.ok((plan.totals?.stops ?? 0) > 0);
  });

  test("planning and quotes use the same road factor: the business's, else the installation's", async () => {
    const { settings } = service.runtime;
    const default_factor = settings.road_factor;
    try {
      settings.road_factor = 1.5;
      const metres = async (own_settings: Record<string, unknown>) => {
        const business = await service.business({ settings: own_settings });
        await business.order(at(-15.7, -47.9));
        await createDrivers(business, 1);
        const planned = await business.as("client_admin")(buildRoute, { engine: "savings" });
        const { route } = await business.as("employee")(getRoute, {
          route_id: planned.routes[0]?.route_id ?? 0,
        });
        assert.equal(route.planned_distance_m, planned.totals?.distance_m);
        assert.equal(
          (await business.as("employee")(getBuildRouteOptions, {})).travel.road_factor,
          own_settings["road_factor"] ?? 1.5,
        );
        return route.planned_distance_m;
      };
      const straight = await metres({ road_factor: 1 });
      assert.ok(Math.abs((await metres({})) - 1.5 * straight) <= 1);
    } finally {
      settings.road_factor = default_factor;
    }
  });
});

describe("which orders a plan of a date takes", () => {
  const today = toLocalDate(service.now(), "America/Sao_Paulo");
  const ordersIn = (routes: { order_ids: number[] }[]) =>
    routes.flatMap(({ order_ids }) => order_ids).sort((a, b) => a - b);

  test("those of the date; earlier ones for today or on request; both are counted separately", async () => {
    const business = await service.business();
    await createDrivers(business, 2);
    const admin = business.as("client_admin");
    const on = async (days: number) => (await business.order({ scheduled_date: addDays(today, days) })).id;
    const [before, now, next, later] = [await on(-1), await on(0), await on(1), await on(2)];
    const plan = async (days: number, more: object = {}) => {
      const date = addDays(today, days);
      const answer = await admin(buildRoute, { date, preview: true, engine: "savings", ...more });
      const { plan_run } = await admin(getPlanRun, { plan_run_id: answer.plan_run_id ?? 0 });
      assert.deepEqual(plan_run.orders, answer.orders);
      return { ids: ordersIn(answer.routes), orders: answer.orders, options: plan_run.options };
    };
    const tomorrow = await plan(1);
    assert.deepEqual(tomorrow.ids, [next]);
    assert.deepEqual(tomorrow.orders, { of_date: 1, earlier: 0, later: 0 });
    assert.equal(tomorrow.options.include_earlier, false);
    const all = await plan(1, { include_earlier: true });
    assert.deepEqual(all.ids, [before, now, next]);
    assert.deepEqual(all.orders, { of_date: 1, earlier: 2, later: 0 });
    const present = await plan(0);
    assert.deepEqual(present.ids, [before, now]);
    assert.deepEqual(present.orders, { of_date: 1, earlier: 1, later: 0 });
    assert.equal(present.options.include_earlier, true);
    assert.deepEqual((await plan(0, { include_earlier: false })).ids, [now]);
    const named_plan = await plan(1, { order_ids: [before, next, later] });
    assert.deepEqual(named_plan.ids, [before, next, later]);
    assert.deepEqual(named_plan.orders, { of_date: 1, earlier: 1, later: 1 });

    const { day } = await admin(getBuildRouteOptions, { date: addDays(today, 2) });
    assert.partialDeepStrictEqual(day, { orders_of_date: 1, orders_earlier: 3, include_earlier: false });
    assert.partialDeepStrictEqual((await admin(getBuildRouteOptions, {})).day, {
      date: today,
      orders_of_date: 1,
      orders_earlier: 1,
      include_earlier: true,
    });
  });

  test("a background run uses the default that applied when it was requested", async () => {
    const business = await service.business();
    await createDrivers(business, 1);
    await business.order({ scheduled_date: today });
    const { id: next } = await business.order({ scheduled_date: addDays(today, 1) });
    const { plan_run_id, orders } = await business.as("client_admin")(buildRoute, {
      date: addDays(today, 1),
      async: true,
      engine: "savings",
    });
    assert.deepEqual(orders, { of_date: 1, earlier: 0, later: 0 });
    const run = await finishedRun(business, plan_run_id ?? 0);
    assert.deepEqual(ordersIn(run.routes), [next]);
    assert.equal(run.options.include_earlier, false);
  });
});
