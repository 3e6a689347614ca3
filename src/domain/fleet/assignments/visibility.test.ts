/** Who sees and may do what. Source: docs/contract/rest.md, "Contractor order assignment". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkFoldOfBusiness } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { findOrders } from "#domain/orders/orders/operations/find-orders.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { getOrderHistory } from "#domain/orders/orders/operations/get-order-history.ts";
import { getOrderSnapshot } from "#domain/orders/orders/operations/get-order-snapshot.ts";
import { listOrders } from "#domain/orders/orders/operations/list-orders.ts";
import { buildRoute } from "#domain/planning/planning/operations/build-route.ts";
import { createInstalledModules } from "#operation/define/modules.ts";
import { createAssignmentFixture, ASSIGNMENTS as PATH } from "#tests/support/assignments.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { assignOrders } from "./operations/assign-orders.ts";
import { getAssignmentHistory } from "./operations/get-assignment-history.ts";
import { listAssignments } from "./operations/list-assignments.ts";

const service = await testService();

const fixture = (count?: number) => createAssignmentFixture(service, count);

describe("who sees what", () => {
  test("a contractor sees its own rows and orders, whatever broker_id says, and never a price", async () => {
    const { business, ana, bruno, ids, admin } = await fixture(3);
    const [mine, theirs, nobodys] = ids as [number, number, number];
    await service.system.execute("update delivery_order set price_minor = 738519 where business_id = $1", [
      business.id,
    ]);
    await admin(assignOrders, { order_ids: [mine], broker_id: ana.account_id });
    await admin(assignOrders, { order_ids: [theirs], broker_id: bruno.account_id });
    const own_assignments = await ana.call(listAssignments, { broker_id: bruno.account_id });
    assert.deepEqual(
      [own_assignments.total, own_assignments.assignments.map(({ order_id }) => order_id)],
      [1, [mine]],
    );
    assert.equal((await ana.call(listAssignments, { order_id: theirs })).total, 0);
    assert.deepEqual(
      (await admin(listAssignments, {})).assignments.map(({ order_id }) => order_id),
      [theirs, mine],
    );
    assert.equal((await admin(listAssignments, { broker_id: ana.account_id, status: "active" })).total, 1);
    assert.equal((await admin(listAssignments, { status: "released" })).total, 0);
    assert.deepEqual(
      (await ana.call(listOrders, {})).orders.map(({ id }) => id),
      [mine],
    );
    assert.deepEqual(
      (await ana.call(findOrders, { q: "A-" })).orders.map(({ order }) => order.id),
      [mine],
    );
    for (const order_id of [theirs, nobodys])
      assert.equal((await catchRefusal(ana.call(getOrder, { order_id }))).status, 404);
    const order_answer = await ana.http("GET", `/api/v1/client/orders/${mine}`);
    assert.equal(order_answer.body.order.price_hidden, true);
    assert.equal(order_answer.body.assignment.broker_id, ana.account_id);
    for (const url of ["/api/v1/client/orders", `/api/v1/client/orders/${mine}`, PATH])
      assert.doesNotMatch(JSON.stringify((await ana.http("GET", url)).body), /738519/);
    assert.equal((await admin(getOrder, { order_id: mine })).order.shipping_price, 738_519);
  });

  test("a customer does not see to whom its order is assigned", async () => {
    const { business, ana, admin } = await fixture(1);
    const customer = await business.customer();
    const { id } = await business.order({ customer_id: customer.id });
    await admin(assignOrders, { order_ids: [id], broker_id: ana.account_id });
    const order_view = await customer.person.call(getOrder, { order_id: id });
    assert.partialDeepStrictEqual(order_view, {
      assignment: null,
      order: { assignment_id: null, contractor_account_id: null },
    });
    const { order } = await admin(getOrder, { order_id: id });
    assert.deepEqual([order.assignment_id === null, order.contractor_account_id], [false, ana.account_id]);
  });

  test("detail, snapshot and history show the current and earlier contractors", async () => {
    const { business, ana, bruno, first, admin } = await fixture(1);
    assert.equal((await admin(getOrder, { order_id: first })).assignment, null);
    await admin(assignOrders, { order_ids: [first], broker_id: ana.account_id });
    const then = service.now().toISOString();
    service.advance(60_000);
    await admin(assignOrders, { order_ids: [first], broker_id: bruno.account_id });
    assert.equal((await admin(getOrder, { order_id: first })).assignment?.broker_id, bruno.account_id);
    const past = (await admin(getOrder, { order_id: first, as_of: then })).assignment;
    assert.partialDeepStrictEqual(past, {
      broker_id: ana.account_id,
      status: "active",
      ended_at: null,
      end_reason: null,
    });
    const past_order = await bruno.call(getOrder, { order_id: first, as_of: then });
    assert.equal(past_order.assignment, null, "a contractor is not told who held it before");
    assert.deepEqual([past_order.order.assignment_id, past_order.order.contractor_account_id], [null, null]);
    const snapshot = await admin(getOrderSnapshot, { order_id: first });
    assert.equal(snapshot.assignment?.broker_id, bruno.account_id);
    assert.ok(JSON.stringify(snapshot.events).includes("order.assigned"));
    const { chain, events } = await admin(getOrderHistory, { order_id: first });
    assert.deepEqual(
      [chain.verified, events.map(({ kind }) => kind)],
      [true, ["order.created", "order.assigned", "order.assigned"]],
    );
    await service.system.execute("update delivery_order set price_minor = 999 where id = $1", [first]);
    const { assignments } = await business.as("employee")(getAssignmentHistory, {
      assignment_id: past?.id ?? 0,
    });
    assert.deepEqual(
      assignments.map(({ status, broker_id }) => [status, broker_id]),
      [
        ["active", bruno.account_id],
        ["revoked", ana.account_id],
      ],
    );
    assert.partialDeepStrictEqual(assignments[1], {
      plan_at_handover: {
        status: "NEW_ORDER",
        order_status_id: assignments[1]?.order_status_id,
        attempts: 0,
      },
      price_at_handover: { shipping_price: null, currency: "BRL", payment: "not_required" },
    });
    assert.deepEqual((await checkFoldOfBusiness(service.system, business.id)).differences, []);
  });

  test("roles: employees read, administrators assign and revoke, contractors release, other roles are refused", async () => {
    const { business, ana, first } = await fixture(1);
    const assign = { order_ids: [first], broker_id: ana.account_id };
    const customer = (await business.customer()).person;
    const driver = (await business.driver()).person;
    const calls: [string, string, object | undefined, string[]][] = [
      ["GET", PATH, undefined, ["client_admin", "employee", "broker"]],
      ["POST", PATH, assign, ["client_admin"]],
      ["GET", `${PATH}/2000000007/history`, undefined, ["client_admin", "employee"]],
      ["POST", `${PATH}/revoke`, { order_ids: [first] }, ["client_admin"]],
      ["POST", `${PATH}/release`, { order_id: first }, ["broker"]],
    ];
    const people = {
      client_admin: await business.person("client_admin"),
      employee: await business.person("employee"),
      broker: ana,
      customer,
      driver,
    };
    for (const [method, url, body, allowed] of calls) {
      assert.equal((await service.http(method, url, body)).status, 401);
      for (const [who, person] of Object.entries(people)) {
        const { status } = await person.http(method, url, body);
        assert.equal(status === 403, !allowed.includes(who), `${who} ${method} ${url}: ${status}`);
      }
    }
    for (const query of ["status=ended", "page=0", "per_page=201", "broker_id=x", "order_id=-1"])
      assert.equal((await business.http("employee", "GET", `${PATH}?${query}`)).status, 422, query);
  });
});

test("an assignment may be proposed, and is created when somebody approves it", async () => {
  const { business, ana, first, admin } = await fixture(1);
  const proposal = {
    operation: "assignOrdersToBroker",
    arguments: { order_ids: [first], broker_id: ana.account_id },
    reason: "near them",
  };
  const { status, body } = await business.http("client_admin", "POST", "/api/v1/approvals", proposal);
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal((await admin(listAssignments, {})).total, 0);
  const other = await business.person("client_admin", "second");
  const approved = await other.http("POST", `/api/v1/approvals/${body.approval_id}/approve`, {});
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal((await admin(listAssignments, { broker_id: ana.account_id })).total, 1);
});

describe("the module", () => {
  const CALLS: [string, string, string, object | undefined][] = [
    ["employee", "GET", PATH, undefined],
    ["client_admin", "POST", PATH, { order_ids: [1], broker_id: 1 }],
    ["client_admin", "POST", `${PATH}/revoke`, { order_ids: [1] }],
    ["broker_employee", "POST", `${PATH}/release`, { order_id: 1 }],
    ["employee", "GET", `${PATH}/1/history`, undefined],
  ];

  test("is 403 without its licence, on every endpoint and before roles and input are checked", async () => {
    const business = await service.business({ modules: {} });
    for (const [role, method, url, body] of CALLS)
      assert.partialDeepStrictEqual(await business.http(role as "employee", method, url, body), {
        status: 403,
        body: { error_code: "MODULE_OFF" },
      });
    assert.equal((await business.http("driver", "POST", PATH, {})).body.error_code, "MODULE_OFF");
  });

  test("is 503 while its tables are missing, orders keep working, and it recovers by itself", async () => {
    const business = await service.business();
    const off = await service.business({ modules: {} });
    const { owner } = service.runtime.pools;
    const { modules } = service.runtime;
    await owner.query("alter table assignment rename to assignment_of_later");
    service.runtime.modules = createInstalledModules(
      service.system,
      service.runtime.registry.features.module_tables,
    );
    try {
      for (const [role, method, url, body] of CALLS) {
        assert.partialDeepStrictEqual(await business.http(role as "employee", method, url, body), {
          status: 503,
          body: { result: false, error_code: "MODULE_UNAVAILABLE" },
        });
        assert.equal((await service.http(method, url, body)).status, 401);
        assert.equal((await off.http(role as "employee", method, url, body)).status, 403);
      }
      const { id } = await business.order();
      const { driver_id } = { driver_id: (await business.driver()).id };
      await business.as("client_admin")(buildRoute, { engine: "savings", driver_ids: [driver_id] });
      assert.equal(
        (
          await business.as("client_admin")(getOrder, {
            order_id: id,
            as_of: new Date(service.now().getTime() + 1000).toISOString(),
          })
        ).assignment,
        null,
      );
      await business.as("client_admin")(cancelOrder, { order_id: id });
    } finally {
      await owner.query("alter table assignment_of_later rename to assignment");
    }
    assert.equal((await business.http("employee", "GET", PATH)).status, 200);
    service.runtime.modules = modules;
  });
});
