/** Previews, and plans whose orders or drivers change before they are committed. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { approveProposal } from "#domain/identity/approvals/operations/approve-proposal.ts";
import { proposeWrite } from "#domain/identity/approvals/operations/propose-write.ts";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { listRoutes } from "#domain/planning/routes/operations/list-routes.ts";
import { changeOrder, createDrivers, createOrders, startAtSix, whilePlanning } from "#tests/support/plans.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { buildRoute } from "./operations/build-route.ts";
import { commitPlanRun } from "./operations/commit-plan-run.ts";
import { listPlanRuns } from "./operations/list-plan-runs.ts";

const service = await testService({ work: true });
startAtSix(service);

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

describe("a plan and its changes meanwhile", () => {
  test("a preview creates no routes; it can be committed once, unless its orders have changed", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 6);
    await createDrivers(business, 2);
    const admin = business.as("client_admin");
    const preview_answer = await admin(buildRoute, { preview: true, engine: "savings" });
    const other = await admin(buildRoute, { preview: true, engine: "savings" });
    assert.equal(preview_answer.routes[0]?.route_id, null);
    assert.equal(await business.readStatus(order_ids[0] ?? 0), "NEW_ORDER");
    assert.equal((await admin(listRoutes, {})).total, 0);

    await changeOrder(service, order_ids[2] ?? 0, "hold");
    const held = await catchRefusal(admin(commitPlanRun, { plan_run_id: preview_answer.plan_run_id ?? 0 }));
    assert.equal(held.error_code, "PLAN_OUTDATED");
    assert.deepEqual(
      held.errors?.map(({ order_id, code }) => [order_id, code]),
      [[order_ids[2], "not_plannable"]],
    );
    assert.equal((await admin(listRoutes, {})).total, 0);

    await service.system.execute("update delivery_order set status = 'NEW_ORDER' where id = $1", [
      order_ids[2],
    ]);
    const { plan_run } = await admin(commitPlanRun, { plan_run_id: preview_answer.plan_run_id ?? 0 });
    assert.ok(plan_run.routes.every((route) => route.route_id !== null));
    assert.equal(
      (await catchRefusal(admin(commitPlanRun, { plan_run_id: preview_answer.plan_run_id ?? 0 }))).error_code,
      "ALREADY_COMMITTED",
    );
    assert.equal(
      (await catchRefusal(admin(commitPlanRun, { plan_run_id: other.plan_run_id ?? 0 }))).error_code,
      "PLAN_OUTDATED",
    );
    assert.deepEqual(await twiceRouted(business.id), []);
  });

  test("an order whose address changed after the preview makes it outdated", async () => {
    const business = await service.business();
    const [id] = await createOrders(business, 1);
    await createDrivers(business, 1);
    const { plan_run_id } = await business.as("client_admin")(buildRoute, {
      preview: true,
      engine: "savings",
    });
    await changeOrder(service, id ?? 0, "move");
    const refusal = await catchRefusal(
      business.as("client_admin")(commitPlanRun, { plan_run_id: plan_run_id ?? 0 }),
    );
    assert.equal(refusal.errors?.[0]?.code, "order_changed");
  });

  test("a dry run returns the plan and stores nothing", async () => {
    const business = await service.business();
    await createOrders(business, 3);
    await createDrivers(business, 1);
    const { status, body } = await business.http(
      "client_admin",
      "POST",
      "/api/v3/client/build-route",
      { engine: "savings" },
      { "x-dry-run": "1" },
    );
    assert.equal(status, 200);
    assert.partialDeepStrictEqual(body, { dry_run: true, plan_run_id: null, preview: false });
    assert.equal(body.routes[0].order_ids.length, 3);
    assert.equal((await business.as("client_admin")(listPlanRuns, {})).total, 0);
    assert.equal((await business.as("client_admin")(listRoutes, {})).total, 0);
  });

  test("with view summary, routes are returned without their stops", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 3);
    await createDrivers(business, 1);
    const { routes, totals } = await business.as("client_admin")(buildRoute, {
      engine: "savings",
      view: "summary",
    });
    assert.partialDeepStrictEqual(totals, { stops: 3, vehicles: 1 });
    assert.deepEqual([...(routes[0]?.order_ids ?? [])].sort(), order_ids);
    assert.deepEqual([routes[0]?.stops, routes[0]?.start], [[], null]);
    const created_route = await business.as("client_admin")(getRoute, { route_id: routes[0]?.route_id ?? 0 });
    assert.equal(created_route.route.stops.length, 3);
  });

  test("of two concurrent plans of the same orders, one creates the routes and the other is outdated", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 8);
    await createDrivers(business, 4);
    const plans = await Promise.allSettled(
      [1, 2, 3].map((seed) => business.as("client_admin")(buildRoute, { engine: "savings", seed })),
    );
    const fulfilled_plans = plans.filter((plan) => plan.status === "fulfilled").map((plan) => plan.value);
    const planned = fulfilled_plans.flatMap((plan) => plan.routes.flatMap((route) => route.order_ids));
    assert.deepEqual(
      planned.sort((a, b) => a - b),
      order_ids,
      "each order was planned by one of them",
    );
    for (const plan of plans)
      if (plan.status === "rejected") assert.equal(plan.reason.error_code, "PLAN_OUTDATED");
    assert.deepEqual(await twiceRouted(business.id), []);
  });

  test("two previews with other orders but one driver cannot both be committed", async () => {
    const business = await service.business();
    const [a, b] = await createOrders(business, 2);
    await createDrivers(business, 1);
    const admin = business.as("client_admin");
    const first = await admin(buildRoute, { preview: true, engine: "savings", order_ids: [a ?? 0] });
    const second = await admin(buildRoute, { preview: true, engine: "savings", order_ids: [b ?? 0] });
    const commits = await Promise.allSettled(
      [first, second].map(({ plan_run_id }) => admin(commitPlanRun, { plan_run_id: plan_run_id ?? 0 })),
    );
    assert.deepEqual(commits.map((one) => one.status).sort(), ["fulfilled", "rejected"]);
    const refused = commits.find((one) => one.status === "rejected");
    assert.equal(refused?.reason.errors[0].code, "driver_busy");
  });

  test("an order held or assigned to a contractor during planning refuses the plan and leaves no route", async () => {
    for (const what of ["hold", "assign"] as const) {
      const business = await service.business();
      const order_ids = await createOrders(business, 10);
      await createDrivers(business, 2);
      const refusal = await whilePlanning(
        service,
        () => catchRefusal(business.as("client_admin")(buildRoute, { time_limit_s: 1 })),
        () => changeOrder(service, order_ids[4] ?? 0, what),
      );
      assert.equal(refusal.status, 409);
      assert.deepEqual(
        refusal.errors?.map((error) => error.order_id),
        [order_ids[4]],
      );
      assert.equal((await business.as("client_admin")(listRoutes, {})).total, 0);
      assert.equal(await business.readStatus(order_ids[0] ?? 0), "NEW_ORDER");
    }
  });

  test("with a concurrent plan and assignment, the order is on a route or assigned to others, never both", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 6);
    await createDrivers(business, 2);
    const { plan_run_id } = await business.as("client_admin")(buildRoute, {
      preview: true,
      engine: "savings",
    });
    await Promise.allSettled([
      business.as("client_admin")(commitPlanRun, { plan_run_id: plan_run_id ?? 0 }),
      ...order_ids.map((id) =>
        service.system.execute(
          "update delivery_order set contractor_account_id = 1 where id = $1 and route_id is null",
          [id],
        ),
      ),
    ]);
    const both = await service.system.rows(
      "select id from delivery_order where business_id = $1 and route_id is not null and contractor_account_id is not null",
      [business.id],
    );
    assert.deepEqual(both, []);
    const none = await service.system.rows(
      "select id from delivery_order where business_id = $1 and route_id is null and contractor_account_id is null",
      [business.id],
    );
    assert.deepEqual(none, [], "and one of the two has happened to each");
  });
});

describe("a plan that waits for approval", () => {
  const propose = (business: TestBusiness, more: object = {}) =>
    business.as("employee")(proposeWrite, { tool: "build_route", arguments: { time_limit_s: 1, ...more } });
  const ordersIn = (routes: { order_ids: number[] }[]) => routes.map(({ order_ids }) => order_ids);
  const routedIn = async (business: TestBusiness) => {
    const { routes } = await business.as("employee")(listRoutes, {});
    const stops = await Promise.all(
      routes.map(async ({ id }) => (await business.as("employee")(getRoute, { route_id: id })).route.stops),
    );
    return stops.map((of) => of.flatMap(({ tasks }) => tasks.map(({ order_id }) => order_id)));
  };

  test("creates the routes of its preview, although new orders have arrived since", async () => {
    const business = await service.business();
    await createOrders(business, 20, { units: 15 });
    await createDrivers(business, 2);
    const { approval_id, preview } = await propose(business);
    const preview_routes = (preview as { answer: { routes: { order_ids: number[] }[] } }).answer.routes;
    const kinds = (preview as { would_emit: { kind: string }[] }).would_emit.map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === "route.created").length, 2);
    const { id: late } = await business.order({ units: 1 });
    const { result, approval } = await business.as("client_admin")(approveProposal, { approval_id });
    assert.equal(result, true, JSON.stringify(approval.refusal));
    assert.deepEqual((await routedIn(business)).sort(), ordersIn(preview_routes).sort());
    assert.equal(await business.readStatus(late), "NEW_ORDER");
  });

  test("is refused with 409 and the changed orders, and stays pending", async () => {
    const business = await service.business();
    const [first = 0] = await createOrders(business, 3);
    await createDrivers(business, 1);
    const { approval_id } = await propose(business);
    await business.as("client_admin")(holdOrder, { order_id: first, reason: "unpaid" });
    const refusal = await catchRefusal(business.as("client_admin")(approveProposal, { approval_id }));
    assert.deepEqual([refusal.status, refusal.code], [409, "target_changed"]);
    assert.deepEqual(
      refusal.errors?.map(({ field }) => field),
      [`order/${first}`],
    );
    assert.deepEqual(await routedIn(business), []);
  });

  test("fails permanently when a driver got another route meanwhile", async () => {
    const business = await service.business();
    await createOrders(business, 3);
    await createDrivers(business, 1);
    const { approval_id } = await propose(business);
    await service.system.execute("update driver set vehicle_id = null where business_id = $1", [business.id]);
    const { approval } = await business.as("client_admin")(approveProposal, { approval_id });
    assert.partialDeepStrictEqual(approval, {
      state: "execution_failed",
      refusal: { error_code: "PLAN_OUTDATED" },
    });
  });
});
