/** Plans in the background: queues, progress, cancellation, lost connections. */
import assert from "node:assert/strict";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { before, describe, test } from "node:test";
import { listRoutes } from "#domain/planning/routes/operations/list-routes.ts";
import {
  changeOrder,
  createDrivers,
  createOrders,
  finishedRun,
  planInProgress,
  startAtSix,
  whilePlanning,
} from "#tests/support/plans.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { buildRoute } from "./operations/build-route.ts";
import { cancelPlanRun } from "./operations/cancel-plan-run.ts";
import { commitPlanRun } from "./operations/commit-plan-run.ts";
import { getPlanRun } from "./operations/get-plan-run.ts";
import { listPlanRuns } from "./operations/list-plan-runs.ts";
import { solverQueue } from "./solver.ts";

const service = await testService({ work: true });
startAtSix(service);

describe("several businesses that plan at once", () => {
  test("one that has requested many plans does not make another wait for all of them", async () => {
    const [many, one] = [await service.business(), await service.business()];
    for (const business of [many, one]) {
      await createOrders(business, 1);
      await createDrivers(business, 1);
    }
    const finished_plans: string[] = [];
    const plan = async (business: TestBusiness, name: string) => {
      await business.as("client_admin")(buildRoute, { preview: true, time_limit_s: 1 });
      finished_plans.push(name);
    };
    const plans = [1, 2, 3, 4].map(() => plan(many, "many"));
    await Promise.race(plans);
    await Promise.all([plan(one, "one"), ...plans]);
    assert.ok(finished_plans.indexOf("one") <= 2, finished_plans.join(" "));
  });

  test("background plans are served in turn; each shows its position, and waiting plans of a business are limited", async () => {
    const [many, one] = [await service.business(), await service.business()];
    for (const business of [many, one]) {
      await createOrders(business, 1);
      await createDrivers(business, 1);
    }
    const admin = many.as("client_admin");
    const long = { async: true, preview: true, time_limit_s: 120 };
    const ids: number[] = [];
    const first = await admin(buildRoute, long);
    assert.equal(first.queue?.position, 1);
    await planInProgress(many, first.plan_run_id ?? 0);
    for (let index = 1; index < 9; index += 1) {
      const { plan_run_id, queue } = await admin(buildRoute, long);
      assert.equal(queue?.position, index);
      ids.push(plan_run_id ?? 0);
    }
    const refused = await many.http("client_admin", "POST", "/api/v3/client/build-route", long);
    assert.deepEqual([refused.status, refused.body.error_code], [429, "TOO_MANY_PLANS"]);
    assert.match(String(refused.headers["retry-after"]), /^\d+$/);

    const other = await one.as("client_admin")(buildRoute, { async: true, engine: "savings" });
    assert.equal(other.queue?.position, 1);
    const place = async (business: TestBusiness, plan_run_id: number | null) =>
      (await business.as("client_admin")(getPlanRun, { plan_run_id: plan_run_id ?? 0 })).plan_run.queue;
    assert.equal((await place(one, other.plan_run_id))?.position, 1);
    const waiting = await place(many, ids[0] ?? 0);
    assert.equal(waiting?.position, 2);
    assert.ok(
      (waiting?.expected_start_at ?? "") > ((await place(one, other.plan_run_id))?.expected_start_at ?? "Z"),
    );

    for (const plan_run_id of ids.slice(1)) await admin(cancelPlanRun, { plan_run_id });
    assert.equal((await admin(buildRoute, long)).queue?.position, 3, "cancelled ones have left the line");
    await admin(cancelPlanRun, { plan_run_id: first.plan_run_id ?? 0 });
    assert.equal((await finishedRun(one, other.plan_run_id ?? 0)).state, "COMPLETED");
    const { plan_runs } = await admin(listPlanRuns, { state: "QUEUED" });
    assert.ok(plan_runs.length >= 1, "the other business was before them");
    for (const state of ["QUEUED", "RUNNING"] as const)
      for (const { id } of (await admin(listPlanRuns, { state })).plan_runs)
        await admin(cancelPlanRun, { plan_run_id: id });
  });
});

describe("a caller whose connection is lost", () => {
  // Longer than the test waits for the solver to end.
  const options = { time_limit_s: 120 };
  const posts: Record<string, [path: string, body: object]> = {
    REST: ["/api/v3/client/build-route", options],
    GraphQL: [
      "/api/graphql",
      { query: `mutation { clientBuildRoute(time_limit_s: ${options.time_limit_s}) { plan_run_id } }` },
    ],
    MCP: [
      "/mcp",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "build_route", arguments: { ...options, confirm: true } },
      },
    ],
  };
  before(() => service.app.listen({ port: 0, host: "127.0.0.1" }));

  /** What ends the call, beside the connection. */
  const cancelled: Record<string, object> = {
    "MCP with a cancel notification": {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "The person changed their mind." },
    },
  };
  const ways = [
    ...Object.entries(posts),
    ...Object.keys(cancelled).map((way) => [way, posts["MCP"] as [string, object]] as const),
  ] as const;

  for (const [surface, [path, body]] of ways) {
    test(`over ${surface} ends its solver, and nothing is created from its plan`, async () => {
      const business = await service.business();
      const [order_id] = await createOrders(business, 1);
      await createDrivers(business, 1);
      const { token } = await business.person("client_admin");
      const { port } = service.app.server.address() as AddressInfo;
      const client_request = request({ port, path, method: "POST" });
      client_request.on("error", () => {});
      client_request.setHeader("authorization", `Bearer ${token}`);
      client_request.setHeader("content-type", "application/json");
      client_request.end(JSON.stringify(body));
      // The next plan in the queue sees that it is running, and gets its turn when it has ended.
      const looks = async () => {
        const behind = solverQueue.admit(-1, 1, true);
        const over = new AbortController();
        const turn = behind.turn(1, over.signal, async () => {}).catch(() => {});
        const wait_s = behind.place()?.wait_s ?? 0;
        over.abort();
        await turn;
        return wait_s;
      };
      await until("the solver at work", looks, (wait_s) => wait_s > 0);
      const notification = cancelled[surface];
      if (notification === undefined) client_request.destroy();
      else {
        const stranger = await business.person("employee");
        const cancel = async (bearer: string) => {
          const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
          return new Promise<number | undefined>((resolve, reject) => {
            const notification_request = request({ port, path, method: "POST", headers }, (answer) => {
              answer.resume();
              resolve(answer.statusCode);
            });
            notification_request.on("error", reject);
            notification_request.end(JSON.stringify(notification));
          });
        };
        assert.equal(await cancel(stranger.token), 202);
        assert.ok((await looks()) > 0, "another token cancels nothing");
        assert.equal(await cancel(token), 202);
      }
      await until("the end of the solver", looks, (wait_s) => wait_s === 0);
      client_request.destroy();
      assert.equal((await business.as("client_admin")(listRoutes, {})).total, 0);
      assert.equal((await business.as("client_admin")(listPlanRuns, {})).total, 0);
      assert.equal(await business.readStatus(order_id ?? 0), "NEW_ORDER");
    });
  }
});

test("an agent that asks for progress gets it while its plan is computed, and while its orders are created", async () => {
  const business = await service.business();
  await createDrivers(business, 2);
  const { token } = await business.person("client_admin");
  const call = async (name: string, args: object) => {
    const params = { name, arguments: { ...args, confirm: true }, _meta: { progressToken: name } };
    const { raw } = await service.http(
      "POST",
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" },
    );
    const messages = [...raw.toString().matchAll(/^data: (.*)$/gm)].map(([, text]) => JSON.parse(text ?? ""));
    const progress_messages = messages.flatMap(({ method, params }) =>
      method === "notifications/progress" && params.progressToken === name ? [params] : [],
    );
    return { told: progress_messages, answer: messages.at(-1).result.structuredContent };
  };
  const dropoff = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };
  const creation = await call("bulk_create_orders", {
    orders: Array.from({ length: 12 }, () => ({ dropoff })),
  });
  assert.deepEqual(
    [creation.answer.done, creation.told.at(-1).progress, creation.told.at(-1).total],
    [12, 2, 2],
  );
  const planned = await call("build_route", { time_limit_s: 1 });
  assert.equal(planned.answer.unassigned.length, 0);
  const steps = planned.told.map(({ progress }) => progress);
  assert.ok(steps.length > 0);
  assert.deepEqual(
    steps,
    [...new Set(steps)].sort((one, other) => one - other),
  );
  assert.match(planned.told.at(-1).message, /^\d+ routes, 0 unassigned$/);
});

describe("plans in the background", () => {
  test("the request returns 202 and the run creates the routes at the end", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 30);
    await createDrivers(business, 3);
    const { status, body } = await business.http("client_admin", "POST", "/api/v3/client/build-route", {
      async: true,
      time_limit_s: 1,
    });
    assert.equal(status, 202);
    assert.partialDeepStrictEqual(body, { pending: true, routes: [] });
    const run = await finishedRun(business, body.plan_run_id);
    assert.equal(run.state, "COMPLETED");
    assert.ok(run.routes.every((route) => route.route_id !== null));
    for (const id of order_ids) assert.equal(await business.readStatus(id), "ROUTED");
    assert.deepEqual(
      (await business.readEvents("plan_run", body.plan_run_id)).map((event) => event.kind),
      ["plan.run_requested", "plan.run_started", "plan.run_finished"],
    );
  });

  test("progress shows the best plan so far; a cancelled run ends long before its limit and leaves no route", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 20);
    await createDrivers(business, 2);
    const admin = business.as("client_admin");
    const { plan_run_id } = await admin(buildRoute, { async: true, time_limit_s: 120 });
    const id = plan_run_id ?? 0;
    const { routes } = await planInProgress(business, id);
    assert.deepEqual(
      routes.flatMap((route) => route.order_ids).sort((a, b) => a - b),
      order_ids,
    );
    assert.deepEqual(routes[0]?.path[0], [-15.657, -47.8027], "a tour begins at the depot");
    const { plan_run } = await admin(cancelPlanRun, { plan_run_id: id });
    assert.equal(plan_run.state, "CANCELLED");
    assert.equal(
      (await catchRefusal(admin(cancelPlanRun, { plan_run_id: id }))).error_code,
      "INVALID_TRANSITION",
    );
    assert.equal(
      (await catchRefusal(admin(commitPlanRun, { plan_run_id: id }))).error_code,
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

  /** Starts a background run and waits for its first plan. */
  async function atWork(business: TestBusiness, options: Record<string, unknown>): Promise<number> {
    const admin = business.as("client_admin");
    const { plan_run_id } = await admin(buildRoute, { async: true, time_limit_s: 120, ...options });
    await planInProgress(business, plan_run_id ?? 0);
    return plan_run_id ?? 0;
  }

  test("a run that is ended early keeps the best plan so far, and its routes", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 20);
    await createDrivers(business, 2);
    const admin = business.as("client_admin");
    const id = await atWork(business, {});
    const { plan_run } = await admin(cancelPlanRun, { plan_run_id: id, keep_best: true });
    assert.equal(plan_run.state, "RUNNING");
    const run = await finishedRun(business, id);
    assert.equal(run.state, "COMPLETED");
    assert.equal(run.options.time_limit_s, plan_run.options.time_limit_s);
    assert((run.options.time_limit_s ?? 120) < 60);
    assert.deepEqual(
      run.routes.flatMap((route) => route.order_ids).sort((a, b) => a - b),
      order_ids,
    );
    for (const order_id of order_ids) assert.equal(await business.readStatus(order_id), "ROUTED");
    assert.deepEqual(
      (await business.readEvents("plan_run", id)).map((event) => event.kind),
      ["plan.run_requested", "plan.run_started", "plan.run_shortened", "plan.run_finished"],
    );
    assert.equal(
      (await catchRefusal(admin(cancelPlanRun, { plan_run_id: id, keep_best: true }))).error_code,
      "INVALID_TRANSITION",
    );
  });

  test("a balanced run that is ended early keeps the balanced plan so far, and reports no cost of balancing", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 20);
    await createDrivers(business, 2);
    const id = await atWork(business, { balance: "by_stops", preview: true });
    await business.as("client_admin")(cancelPlanRun, { plan_run_id: id, keep_best: true });
    const run = await finishedRun(business, id);
    assert.equal(run.state, "COMPLETED");
    assert.equal(run.can_commit, true);
    assert.equal(run.totals?.stops, order_ids.length);
    assert.equal(run.totals?.compared_to_unbalanced, undefined);
    assert.partialDeepStrictEqual(run.explanation, { unbalanced: null });
  });

  test("before there is a first plan, keep_best is refused and the run continues", async () => {
    const business = await service.business();
    await createOrders(business, 3);
    await createDrivers(business, 1);
    const admin = business.as("client_admin");
    const run = await whilePlanning(
      service,
      async () => {
        const { plan_run_id } = await admin(buildRoute, { async: true, time_limit_s: 1 });
        return finishedRun(business, plan_run_id ?? 0);
      },
      async () => {
        const { plan_runs } = await admin(listPlanRuns, {});
        const early = admin(cancelPlanRun, { plan_run_id: plan_runs[0]?.id ?? 0, keep_best: true });
        assert.equal((await catchRefusal(early)).error_code, "NO_PLAN_YET");
      },
    );
    assert.equal(run.state, "COMPLETED");
  });

  test("a run whose orders have changed fails with the reason and keeps its plan for inspection", async () => {
    const business = await service.business();
    const order_ids = await createOrders(business, 6);
    await createDrivers(business, 1);
    const run = await whilePlanning(
      service,
      async () => {
        const { plan_run_id } = await business.as("client_admin")(buildRoute, {
          async: true,
          time_limit_s: 1,
        });
        return finishedRun(business, plan_run_id ?? 0);
      },
      () => changeOrder(service, order_ids[0] ?? 0, "hold"),
    );
    assert.equal(run.state, "FAILED");
    assert.match(run.failure ?? "", new RegExp(`plan_outdated: .*${order_ids[0]} not_plannable`));
    assert.equal(run.routes.length, 1);
    assert.equal((await business.as("client_admin")(listRoutes, {})).total, 0);
  });
});
