/** Concurrent commands on real connections: one of them gets a declared refusal, and the resulting state is consistent. Source: docs/contract/rest.md, "Contractor order assignment". */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { updateContractor } from "#domain/fleet/contractors/operations/update-contractor.ts";
import { checkFoldOfBusiness } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { buildRoute } from "#domain/planning/planning/operations/build-route.ts";
import { commitPlanRun } from "#domain/planning/planning/operations/commit-plan-run.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { startAtSix } from "#tests/support/plans.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { assignOrders } from "./operations/assign-orders.ts";
import { releaseAssignment } from "./operations/release-assignment.ts";
import { revokeAssignments } from "./operations/revoke-assignments.ts";

const service = await testService();
startAtSix(service);
const ROUNDS = 12;

interface Fixture {
  business: TestBusiness;
  admin: ReturnType<TestBusiness["as"]>;
  ana: Awaited<ReturnType<TestBusiness["contractor"]>>;
  bruno: Awaited<ReturnType<TestBusiness["contractor"]>>;
  ids: number[];
}

async function fixture(count: number): Promise<Fixture> {
  const business = await service.business();
  const ids: number[] = [];
  for (let created_count = 0; created_count < count; created_count += 1)
    ids.push((await business.order()).id);
  return {
    business,
    admin: business.as("client_admin"),
    ana: await business.contractor(),
    bruno: await business.contractor(),
    ids,
  };
}

/** Responses, or codes of refusals, in the sequence of the calls; in each round another call gets a small head start. */
async function race(round: number, ...calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
  return Promise.all(
    calls.map(async (call, index) => {
      const wait = (round + index * 3) % 7;
      for (let turns = 0; turns < wait * 5; turns += 1) await turn();
      try {
        return await call();
      } catch (error) {
        if (error instanceof Refusal && error.code !== "busy") return error.code;
        throw error;
      }
    }),
  );
}

interface Row {
  order_id: number;
  broker_id: number;
  status: string;
  end_reason: string | null;
}

/** Asserts that rows, events and orders agree; returns the active rows by order. */
async function check({ business }: Fixture): Promise<Map<number, Row>> {
  const { system } = service;
  const active = await system.rows<Row & { id: number }>(
    "select id, order_id, broker_id, status, end_reason from assignment where business_id = $1 and status = 'active'",
    [business.id],
  );
  const held = await system.rows<{ order_id: number; id: number; broker_id: number }>(
    "select id as order_id, assignment_id as id, contractor_account_id as broker_id from delivery_order where business_id = $1 and assignment_id is not null",
    [business.id],
  );
  const plain = (rows: readonly { order_id: number; id: number; broker_id: number }[]) =>
    rows.map(({ id, order_id, broker_id }) => `${order_id} ${id} ${broker_id}`).sort();
  assert.deepEqual(plain(held), plain(active), "orders name their active rows, and rows their orders");
  const stray = await system.rows(
    `select o.id from delivery_order o join route r on r.id = o.route_id where o.business_id = $1
        and o.assignment_id is not null and r.contractor_id is null`,
    [business.id],
  );
  assert.deepEqual(stray, [], "no order is both assigned and on a route of the business");
  const unsaid = await system.rows(
    `select a.id from assignment a where a.business_id = $1 and (select count(*) from event e where e.business_id = $1
        and e.subject_type = 'assignment' and e.subject_id = a.id::text) <> case when a.status = 'active' then 1 else 2 end`,
    [business.id],
  );
  assert.deepEqual(unsaid, [], "each row has an event for its beginning and one for its end");
  assert.deepEqual((await checkFoldOfBusiness(system, business.id)).differences, []);
  return new Map(active.map((row) => [row.order_id, row]));
}

test("concurrent assign and plan: each order is assigned to the contractor or on a route, never both", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const s = await fixture(4);
    await s.business.driver();
    const { plan_run_id } = await s.admin(buildRoute, { preview: true, engine: "savings" });
    const [planned, assigned] = (await race(
      round,
      () => s.admin(commitPlanRun, { plan_run_id: plan_run_id ?? 0 }),
      () => s.admin(assignOrders, { order_ids: s.ids.slice(0, 2), broker_id: s.ana.person.account_id }),
    )) as [unknown, { assigned: number }];
    const active = await check(s);
    if (planned === "plan_outdated") assert.equal(assigned.assigned, 2);
    else assert.equal(assigned.assigned, 0);
    assert.equal(active.size, assigned.assigned);
  }
});

test("two concurrent routes and two assignments of one order: one of the four wins", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const s = await fixture(1);
    const order_ids = s.ids;
    const outcomes = (await race(
      round,
      () => s.admin(createRoute, { order_ids }),
      () => s.admin(assignOrders, { order_ids, broker_id: s.ana.person.account_id }),
      () => s.admin(createRoute, { order_ids }),
      () => s.admin(assignOrders, { order_ids, broker_id: s.bruno.person.account_id }),
    )) as (string | { assigned?: number; route?: unknown })[];
    const active = await check(s);
    const routed = outcomes.filter((one) => typeof one === "object" && one.route !== undefined).length;
    assert.equal(routed + active.size, 1);
  }
});

test("concurrent assignments to two contractors: both succeed, one is active, the other ended as reassigned", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const s = await fixture(2);
    const outcomes = (await race(
      round,
      () => s.admin(assignOrders, { order_ids: s.ids, broker_id: s.ana.person.account_id }),
      () => s.admin(assignOrders, { order_ids: s.ids, broker_id: s.bruno.person.account_id }),
    )) as { assigned: number }[];
    assert.deepEqual(
      outcomes.map(({ assigned }) => assigned),
      [2, 2],
    );
    assert.equal((await check(s)).size, 2);
    const ended = await service.system.rows<Row>(
      "select end_reason from assignment where business_id = $1 and status = 'revoked'",
      [s.business.id],
    );
    assert.deepEqual(
      ended.map(({ end_reason }) => end_reason),
      ["reassigned", "reassigned"],
    );
  }
});

test("moving an order while its contractor releases it: it ends up with the new contractor", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const s = await fixture(1);
    const order_id = s.ids[0] ?? 0;
    await s.admin(assignOrders, { order_ids: [order_id], broker_id: s.ana.person.account_id });
    const [moved, released] = (await race(
      round,
      () => s.admin(assignOrders, { order_ids: [order_id], broker_id: s.bruno.person.account_id }),
      () => s.ana.person.call(releaseAssignment, { order_id }),
    )) as [{ assigned: number }, "not_own" | { result: boolean }];
    assert.equal(moved.assigned, 1);
    assert.equal((await check(s)).get(order_id)?.broker_id, s.bruno.person.account_id);
    const first = await service.system.row<Row>(
      "select status, end_reason from assignment where business_id = $1 order by id limit 1",
      [s.business.id],
    );
    assert.deepEqual(
      first,
      released === "not_own"
        ? { status: "revoked", end_reason: "reassigned" }
        : { status: "released", end_reason: null },
    );
  }
});

test("concurrent revoking, releasing, cancelling and disabling end a row once", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const s = await fixture(2);
    const [order_id, other] = s.ids as [number, number];
    await s.admin(assignOrders, { order_ids: s.ids, broker_id: s.ana.person.account_id });
    const [revoked, released, cancelled, disabled] = (await race(
      round,
      () => s.admin(revokeAssignments, { order_ids: [order_id, other], reason: "back" }),
      () => s.ana.person.call(releaseAssignment, { order_id }),
      () => s.admin(cancelOrder, { order_id }),
      () => s.admin(updateContractor, { contractor_id: s.ana.id, status: "disabled" }),
    )) as [{ revoked: number }, unknown, { status: string }, { taken_back: number }];
    assert.equal(cancelled.status, "CANCELLED");
    assert.equal((await check(s)).size, 0);
    const rows = await service.system.rows<Row>(
      "select order_id, status, end_reason from assignment where business_id = $1 order by id",
      [s.business.id],
    );
    assert.equal(rows.length, 2);
    const counted = Map.groupBy(rows, (row) => row.end_reason ?? row.status);
    assert.equal(counted.get("back")?.length ?? 0, revoked.revoked);
    assert.equal(counted.get("released")?.length ?? 0, typeof released === "object" ? 1 : 0);
    assert.equal(counted.get("contractor_disabled")?.length ?? 0, disabled.taken_back);
  }
});

test("a contractor that is disabled while orders are assigned to it ends up with none", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const s = await fixture(3);
    await race(
      round,
      () => s.admin(assignOrders, { order_ids: s.ids, broker_id: s.ana.person.account_id }),
      () => s.admin(updateContractor, { contractor_id: s.ana.id, status: "disabled" }),
    );
    assert.equal((await check(s)).size, 0);
  }
});

test("overlapping assignments of many orders in opposite sequence never deadlock", async () => {
  const s = await fixture(40);
  const [ana, bruno] = [s.ana.person.account_id, s.bruno.person.account_id];
  for (let round = 0; round < ROUNDS; round += 1) {
    const forth = s.ids.slice(0, 30);
    const back = s.ids.slice(10).reverse();
    const outcomes = (await race(
      round,
      () => s.admin(assignOrders, { order_ids: [...forth, ...forth], broker_id: ana }),
      () => s.admin(assignOrders, { order_ids: back, broker_id: bruno }),
      () => s.admin(revokeAssignments, { order_ids: [...s.ids].reverse() }),
    )) as { result?: boolean }[];
    for (const outcome of outcomes) assert.equal(typeof outcome, "object", String(outcome));
    await check(s);
  }
});
