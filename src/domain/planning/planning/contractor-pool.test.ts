/**
 * What contractors plan: their assignments and what their rules accept, and nothing that is assigned to others.
 * Source: docs/contract/rest.md, "Contractors".
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { completeStop } from "#domain/execution/driver-app/operations/complete-stop.ts";
import { startRoute } from "#domain/execution/driver-app/operations/start-route.ts";
import { assignOrders } from "#domain/fleet/assignments/operations/assign-orders.ts";
import { releaseAssignment } from "#domain/fleet/assignments/operations/release-assignment.ts";
import { updateContractor } from "#domain/fleet/contractors/operations/update-contractor.ts";
import { approveProposal } from "#domain/identity/approvals/operations/approve-proposal.ts";
import { proposeWrite } from "#domain/identity/approvals/operations/propose-write.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { listOrders } from "#domain/orders/orders/operations/list-orders.ts";
import { changeRouteOrders } from "#domain/planning/routes/operations/change-route-orders.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getDriverRoutes } from "#domain/planning/routes/operations/get-driver-routes.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { releaseRoutes } from "#domain/planning/routes/operations/release-routes.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { buildRoute } from "./operations/build-route.ts";
import { commitPlanRun } from "./operations/commit-plan-run.ts";
import { getBuildRouteOptions } from "./operations/get-build-route-options.ts";
import { getContractorPool } from "./operations/get-contractor-pool.ts";
import { getPlanRun } from "./operations/get-plan-run.ts";

const service = await testService();
/** A Monday. */
const DATE = "2026-11-23";
service.setNow(`${DATE}T12:00:00Z`);

const at = (postal_code: string, lat: number, lng: number) => ({
  scheduled_date: DATE,
  dropoff: { line1: "Quadra 1", city: "Brasília", country: "BR", postal_code, lat, lng },
});

/** A contractor with a driver of its own and rules. */
async function createContractor(business: TestBusiness, rules: object[]) {
  const contractor = await business.contractor();
  const driver = await business.driver({ contractor_id: contractor.id });
  await business.as("client_admin")(updateContractor, {
    contractor_id: contractor.id,
    rules: rules as never,
  });
  return { ...contractor, driver, call: contractor.person.call };
}

async function createOrders(business: TestBusiness, drafts: object[]): Promise<number[]> {
  const ids: number[] = [];
  for (const draft of drafts) ids.push((await business.order(draft as never)).id);
  return ids;
}

const plannedBy = async (
  call: TestBusiness["as"] extends (role: never) => infer C ? C : never,
  more: object = {},
) =>
  (await call(buildRoute, { engine: "savings", preview: true, date: DATE, ...more })).routes
    .flatMap(({ order_ids }) => order_ids)
    .sort((a, b) => a - b);

const north = [at("70.100-000", -15.7, -47.9), at("70.200-000", -15.71, -47.91)];
const south = [at("71.100-000", -15.95, -47.9)];

describe("the pool of a contractor", () => {
  test("is its own active assignments and the unassigned orders that its rules accept", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await business.driver();
    const [first, second, third] = (await createOrders(business, [...north, ...south])) as [
      number,
      number,
      number,
    ];
    const ana = await createContractor(business, [{ postcode_prefixes: ["70"] }]);
    const bruno = await createContractor(business, [{ types: ["D"] }]);
    assert.deepEqual(await plannedBy(admin), [first, second, third]);
    assert.deepEqual(await plannedBy(ana.call), [first, second]);
    assert.deepEqual(await plannedBy(bruno.call), [first, second, third]);

    await admin(assignOrders, { order_ids: [first], broker_id: bruno.person.account_id });
    await admin(assignOrders, { order_ids: [third], broker_id: ana.person.account_id });
    assert.deepEqual(await plannedBy(admin), [second]);
    assert.deepEqual(await plannedBy(ana.call), [second, third]);
    assert.deepEqual(await plannedBy(bruno.call), [first, second]);

    // Once released, it is in every pool whose rules accept it: Bruno's too.
    await bruno.call(releaseAssignment, { order_id: first });
    assert.deepEqual(await plannedBy(admin), [first, second]);
    assert.deepEqual(await plannedBy(ana.call), [first, second, third]);
    assert.deepEqual(await plannedBy(bruno.call), [first, second]);
  });

  test("counts only the planned date: leftover orders do not use up the capacities of another date", async () => {
    const business = await service.business();
    const next = { scheduled_date: "2026-11-24" };
    const [early, late] = (await createOrders(business, [north[0] ?? {}, { ...north[1], ...next }])) as [
      number,
      number,
    ];
    const ana = await createContractor(business, [{ postcode_prefixes: ["70"], capacity_per_day: 1 }]);
    assert.deepEqual(await plannedBy(ana.call, { date: next.scheduled_date }), [late]);
    assert.deepEqual(await plannedBy(ana.call, { date: next.scheduled_date, include_earlier: true }), [
      early,
    ]);
    const pool = (more: object) =>
      ana.call(getContractorPool, { contractor_id: ana.id, date: next.scheduled_date, ...more });
    assert.partialDeepStrictEqual(await pool({}), { by_rules: 1, orders: { of_date: 1, earlier: 0 } });
    assert.partialDeepStrictEqual(await pool({ include_earlier: true }), {
      by_rules: 1,
      orders: { of_date: 0, earlier: 1 },
    });
    const { day } = await ana.call(getBuildRouteOptions, { date: next.scheduled_date });
    assert.partialDeepStrictEqual(day, { orders_of_date: 1, orders_earlier: 0 });
  });

  test("does not expose the business's data: no routes of others, and no vehicle costs", async () => {
    const business = await service.business({
      settings: { cost_per_km_minor: 777, cost_per_hour_minor: 8888 },
    });
    const admin = business.as("client_admin");
    const driver = await business.driver();
    const [first, second, third] = (await createOrders(business, [...north, ...south])) as [
      number,
      number,
      number,
    ];
    const ana = await createContractor(business, [{ postcode_prefixes: ["70"] }]);
    const build = { engine: "savings", date: DATE, objective: "cost" } as const;
    await admin(buildRoute, { ...build, order_ids: [third] });
    const { routes, plan_run_id } = await ana.call(buildRoute, build);
    assert.deepEqual(routes[0]?.order_ids.toSorted(), [first, second]);

    const { travel } = await ana.call(getBuildRouteOptions, { date: DATE });
    assert.partialDeepStrictEqual(travel, { cost_per_km_minor: null, cost_per_hour_minor: null });
    const { plan_run } = await ana.call(getPlanRun, { plan_run_id: plan_run_id ?? 0 });
    const { objective } = plan_run.explanation as { objective: { base: number } };
    const { distance_m = 0, duration_s = 0 } = plan_run.totals ?? {};
    assert.ok(Math.abs(objective.base - (distance_m / 10 + (duration_s / 3600) * 2000)) < 1);
    assert.partialDeepStrictEqual((await admin(getBuildRouteOptions, { date: DATE })).travel, {
      cost_per_km_minor: 777,
      cost_per_hour_minor: 8888,
    });

    const released = await ana.call(releaseRoutes, { date: DATE });
    assert.deepEqual(
      released.routes.map(({ route_id, result }) => [route_id, result]),
      [[routes[0]?.route_id, true]],
    );
    assert.equal((await admin(releaseRoutes, { date: DATE })).done, 1);
    // The business's driver moves to the contractor; the routes driven before do not.
    await service.system.execute("update driver set contractor_id = $2 where id = $1", [driver.id, ana.id]);
    const driven = { driver_id: driver.id, date: DATE };
    assert.deepEqual((await ana.call(getDriverRoutes, driven)).routes, []);
    assert.equal((await admin(getDriverRoutes, driven)).routes.length, 1);
  });

  test("stays that of the proposer of a plan, when somebody of the business approves it", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await business.driver();
    const [first, second, third] = (await createOrders(business, [...north, ...south])) as [
      number,
      number,
      number,
    ];
    const ana = await createContractor(business, [{ postcode_prefixes: ["70"] }]);
    await admin(assignOrders, { order_ids: [first], broker_id: ana.person.account_id });
    const { approval_id } = await ana.call(proposeWrite, {
      tool: "build_route",
      arguments: { engine: "savings", date: DATE },
    });
    const { result, approval } = await admin(approveProposal, { approval_id });
    assert.equal(result, true, JSON.stringify(approval.refusal));
    const routes = await service.system.rows<{ driver_id: number; contractor_id: number }>(
      "select driver_id, contractor_id from route where business_id = $1",
      [business.id],
    );
    assert.deepEqual(routes, [{ driver_id: ana.driver.id, contractor_id: ana.id }]);
    assert.deepEqual(await Promise.all([first, second, third].map((id) => business.readStatus(id))), [
      "ROUTED",
      "ROUTED",
      "NEW_ORDER",
    ]);
  });

  test("areas, types and weekdays of rules apply; orders requested by id outside the pool are unknown", async () => {
    const business = await service.business();
    const [first, second, third] = (await createOrders(business, [...north, ...south])) as [
      number,
      number,
      number,
    ];
    const polygon = [
      { lat: -15.9, lng: -48 },
      { lat: -15.9, lng: -47.85 },
      { lat: -16, lng: -47.85 },
      { lat: -16, lng: -48 },
    ];
    const ana = await createContractor(business, [
      { polygon, weekdays: [1] },
      { postcode_prefixes: ["702"], weekdays: [2] },
    ]);
    assert.deepEqual(await plannedBy(ana.call), [third]);
    assert.deepEqual(await plannedBy(ana.call, { date: "2026-11-24", include_earlier: true }), [second]);
    assert.deepEqual(await plannedBy(ana.call, { date: "2026-11-25", include_earlier: true }), []);
    const named_plan = await ana.call(buildRoute, {
      engine: "savings",
      preview: true,
      date: DATE,
      order_ids: [first, second, third],
    });
    assert.deepEqual(
      named_plan.routes.flatMap(({ order_ids }) => order_ids),
      [third],
    );
    assert.deepEqual(
      named_plan.unassigned,
      [first, second].map((order_id) => ({ order_id, reason: "unknown_order" })),
    );
    const bruno = await createContractor(business, [{ types: ["P"] }]);
    assert.deepEqual(await plannedBy(bruno.call), []);
    assert.deepEqual(await plannedBy((await createContractor(business, [])).call), []);
  });

  test("a rule accepts no more than its capacity on a day, regardless of assignments", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const ids = await createOrders(business, [...north, ...north, ...north]);
    const ana = await createContractor(business, [{ postcode_prefixes: ["70"], capacity_per_day: 3 }]);
    await admin(assignOrders, { order_ids: ids.slice(5), broker_id: ana.person.account_id });
    const pool = { contractor_id: ana.id, date: DATE };
    assert.partialDeepStrictEqual(await admin(getContractorPool, pool), {
      assigned: 1,
      by_rules: 3,
      rules: [{ planned: 0, open: 3 }],
    });
    await ana.call(buildRoute, { engine: "savings", date: DATE, order_ids: [ids[0], ids[5]] as number[] });
    assert.partialDeepStrictEqual(await ana.call(getContractorPool, pool), {
      assigned: 0,
      by_rules: 2,
      rules: [{ planned: 1, open: 2 }],
    });
    await business.driver({ contractor_id: ana.id });
    const named_plan = await ana.call(buildRoute, {
      engine: "savings",
      date: DATE,
      preview: true,
      order_ids: ids.slice(1, 5),
    });
    assert.deepEqual(
      named_plan.unassigned,
      ids.slice(3, 5).map((order_id) => ({ order_id, reason: "rule_capacity_reached" })),
    );
    assert.deepEqual(
      await plannedBy(ana.call, { date: "2026-11-24", include_earlier: true }),
      ids.slice(1, 4),
    );
    assert.equal(
      (await catchRefusal((await business.contractor()).person.call(getContractorPool, pool))).status,
      404,
    );
  });

  test("two concurrent plans by the same rule do not exceed its capacity", async () => {
    for (let round = 0; round < 6; round += 1) {
      const business = await service.business();
      const ids = await createOrders(business, [...north, ...north]);
      const ana = await createContractor(business, [{ postcode_prefixes: ["70"], capacity_per_day: 2 }]);
      const other = await business.driver({ contractor_id: ana.id });
      const runs = [
        await ana.call(buildRoute, {
          engine: "savings",
          date: DATE,
          preview: true,
          order_ids: ids.slice(0, 2),
          driver_ids: [ana.driver.id],
        }),
        await ana.call(buildRoute, {
          engine: "savings",
          date: DATE,
          preview: true,
          order_ids: ids.slice(2),
          driver_ids: [other.id],
        }),
      ];
      const outcomes = await Promise.allSettled(
        runs.map(({ plan_run_id }) => ana.call(commitPlanRun, { plan_run_id: plan_run_id ?? 0 })),
      );
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
      const lost = outcomes.find((one) => one.status === "rejected");
      assert.equal(lost?.reason.errors[0].code, "rule_capacity_reached");
    }
  });

  test("a plan is outdated when an order was assigned to somebody, or the rules changed, meanwhile", async () => {
    for (const change of ["assign", "rules"] as const) {
      const business = await service.business();
      const admin = business.as("client_admin");
      const [first] = (await createOrders(business, north)) as [number];
      const ana = await createContractor(business, [{ postcode_prefixes: ["70"] }]);
      const bruno = await business.contractor();
      const { plan_run_id } = await ana.call(buildRoute, { engine: "savings", preview: true, date: DATE });
      if (change === "assign")
        await admin(assignOrders, { order_ids: [first], broker_id: bruno.person.account_id });
      else await admin(updateContractor, { contractor_id: ana.id, rules: [{ postcode_prefixes: ["702"] }] });
      const refusal = await catchRefusal(ana.call(commitPlanRun, { plan_run_id: plan_run_id ?? 0 }));
      assert.equal(refusal.error_code, "PLAN_OUTDATED");
      assert.deepEqual(
        refusal.errors?.map(({ order_id }) => order_id),
        [first],
      );
    }
  });

  test("orders accepted by rules belong to the planner only while on its route; delivered ones stay visible", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const [first, second] = (await createOrders(business, north)) as [number, number];
    const ana = await createContractor(business, [{ postcode_prefixes: ["70"] }]);
    assert.equal((await ana.call(listOrders, {})).total, 0);
    const { routes } = await ana.call(buildRoute, { engine: "savings", date: DATE });
    const route_id = routes[0]?.route_id ?? 0;
    assert.equal((await ana.call(listOrders, {})).total, 2);
    assert.equal((await ana.call(getOrder, { order_id: first })).assignment, null);
    const refused = await admin(assignOrders, { order_ids: [first], broker_id: ana.person.account_id });
    assert.equal(refused.errors[0]?.message, "The order is on a route; take it off first.");

    await admin(changeRouteOrders, { route_id, remove: [second] });
    assert.deepEqual(
      (await ana.call(listOrders, {})).orders.map(({ id }) => id),
      [first],
    );
    const by_hand = await catchRefusal(ana.call(createRoute, { order_ids: [second] }));
    assert.equal(by_hand.errors?.[0]?.code, "unknown_order");
    await admin(createRoute, { order_ids: [second] });

    await ana.call(releaseRoute, { route_id });
    await ana.driver.person.call(startRoute, { route_id });
    const { route } = await ana.call(getRoute, { route_id });
    await ana.driver.person.call(completeStop, { stop_id: route.stops[0]?.id ?? 0, handed_to: "recipient" });
    assert.deepEqual(
      (await ana.call(listOrders, {})).orders.map(({ id, status }) => [id, status]),
      [[first, "DELIVERED"]],
    );
  });

  test("a delivered assignment stays active and cannot be revoked", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const [first] = (await createOrders(business, south)) as [number];
    const ana = await createContractor(business, []);
    await admin(assignOrders, { order_ids: [first], broker_id: ana.person.account_id });
    const { routes } = await ana.call(buildRoute, { engine: "savings", date: DATE });
    const route_id = routes[0]?.route_id ?? 0;
    await ana.call(releaseRoute, { route_id });
    await ana.driver.person.call(startRoute, { route_id });
    const { route } = await ana.call(getRoute, { route_id });
    await ana.driver.person.call(completeStop, { stop_id: route.stops[0]?.id ?? 0, handed_to: "recipient" });
    const { order, assignment } = await ana.call(getOrder, { order_id: first });
    assert.deepEqual([order.status, assignment?.status], ["DELIVERED", "active"]);
    const { taken_back, left_on_routes } = await admin(updateContractor, {
      contractor_id: ana.id,
      status: "disabled",
    });
    assert.deepEqual([taken_back, left_on_routes], [0, 0]);
  });
});
