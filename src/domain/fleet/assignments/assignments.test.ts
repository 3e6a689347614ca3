/** Assigning orders. Source: docs/contract/rest.md, "Contractor order assignment". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { createAssignmentFixture, listAssignments, ASSIGNMENTS as PATH } from "#tests/support/assignments.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { recordStatements } from "#tests/support/statements.ts";
import { assignOrders } from "./operations/assign-orders.ts";
import { revokeAssignments } from "./operations/revoke-assignments.ts";

const service = await testService();

const fixture = (count?: number) => createAssignmentFixture(service, count);
const readRows = (business: TestBusiness, order_id: number) => listAssignments(service, business, order_id);

describe("assigning", () => {
  test("assigns allowed orders, lists refused ones, and does not change the refused orders", async () => {
    const { business, ana, ids, admin } = await fixture(4);
    const [free, planned, cancelled, foreign] = ids as [number, number, number, number];
    await admin(createRoute, { order_ids: [planned] });
    await admin(cancelOrder, { order_id: cancelled });
    await service.system.execute("update delivery_order set tender_state = 'held' where id = $1", [foreign]);
    const order_ids = [free, planned, cancelled, foreign, 2_000_000_007, free];
    const { status, body } = await business.http("client_admin", "POST", PATH, {
      order_ids,
      broker_id: ana.account_id,
      note: "Mind the dog",
    });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      result: true,
      assigned: 1,
      skipped: 4,
      errors: [
        { order_id: planned, message: "The order is on a route; take it off first." },
        { order_id: cancelled, message: "An order in status CANCELLED cannot be assigned." },
        { order_id: foreign, message: "The order is held by a third-party carrier." },
        { order_id: 2_000_000_007, message: "There is no such order." },
      ],
    });
    const listed = await business.http("employee", "GET", PATH);
    assert.equal(listed.body.total, 1);
    const [row] = listed.body.assignments;
    assert.deepEqual(Object.keys(row).sort(), [
      "assigned_at",
      "assigned_by",
      "broker_id",
      "broker_name",
      "end_reason",
      "ended_at",
      "ended_by",
      "id",
      "note",
      "order_id",
      "order_ref",
      "order_status_id",
      "route_id",
      "scheduled_date",
      "status",
    ]);
    assert.partialDeepStrictEqual(row, {
      order_id: free,
      order_ref: "A-0",
      route_id: null,
      broker_id: ana.account_id,
      broker_name: "Contractor",
      status: "active",
      note: "Mind the dog",
      assigned_by: (await business.person("client_admin")).account_id,
      ended_by: null,
      ended_at: null,
      end_reason: null,
    });
    assert.match(row.scheduled_date, /^\d{4}-\d\d-\d\d$/);
    assert.equal(typeof row.order_status_id, "number");
    assert.deepEqual(await readRows(business, planned), []);
  });

  test("with nothing assigned result is false, and the current assignment stays", async () => {
    const { business, ana, first, admin } = await fixture(1);
    const all = { order_ids: [first], broker_id: ana.account_id };
    await admin(assignOrders, all);
    const before = await readRows(business, first);
    assert.deepEqual(await admin(assignOrders, { ...all, note: "again" }), {
      result: false,
      assigned: 0,
      skipped: 1,
      errors: [{ order_id: first, message: "The order is assigned to this contractor already." }],
    });
    assert.deepEqual(await readRows(business, first), before);
  });

  test("two hundred ids with duplicates need few statements and create one row per order", async () => {
    const { business, ana, bruno, ids, admin } = await fixture(20);
    const cost = async (order_ids: number[], to: typeof ana) => {
      let answer: unknown;
      const statements = await recordStatements(service, async () => {
        answer = await admin(assignOrders, { order_ids, broker_id: to.account_id });
      });
      return { answer, sent: statements.length };
    };
    const [one] = [await cost(ids.slice(0, 1), bruno), await cost(ids.slice(0, 1), ana)].slice(1);
    assert.ok((one?.sent ?? 0) > 2, "Nothing was recorded.");
    const order_ids = Array.from({ length: 200 }, (_, at) => ids[at % 20] as number);
    const all = [await cost(order_ids, bruno), await cost(order_ids, ana)];
    for (const { answer, sent: sent_count } of all) {
      assert.partialDeepStrictEqual(answer, { assigned: 20, skipped: 0, errors: [] });
      assert.ok(
        sent_count <= (one?.sent ?? 0) + 3,
        `${sent_count} statements for twenty orders, ${one?.sent} for one`,
      );
    }
    const rows = await service.system.rows(
      "select id from assignment where business_id = $1 and status = 'active'",
      [business.id],
    );
    assert.equal(rows.length, 20);
  });

  test("an assigned order moves to another contractor in one step, and the earlier row never changes again", async () => {
    const { business, ana, bruno, first, admin } = await fixture(1);
    await admin(assignOrders, { order_ids: [first], broker_id: ana.account_id });
    await admin(assignOrders, { order_ids: [first], broker_id: bruno.account_id });
    const [earlier, now] = await readRows(business, first);
    assert.partialDeepStrictEqual(earlier, {
      broker_id: ana.account_id,
      status: "revoked",
      end_reason: "reassigned",
    });
    assert.partialDeepStrictEqual(now, { broker_id: bruno.account_id, status: "active", ended_at: null });
    assert.equal(now?.assigned_at, earlier?.ended_at);
    // The clock of another process may lag: no row ends before it starts, none starts before the previous one ends.
    service.advance(-3_600_000);
    await admin(assignOrders, { order_ids: [first], broker_id: ana.account_id });
    service.advance(3_600_000);
    const [, second, third] = await readRows(business, first);
    assert.deepEqual([second?.ended_at, third?.assigned_at], [second?.assigned_at, second?.assigned_at]);
    await admin(assignOrders, { order_ids: [first], broker_id: bruno.account_id });
    const last = (await readRows(business, first)).at(-1);
    assert.deepEqual(
      (await business.readEvents("assignment", earlier?.id ?? 0)).map(({ kind }) => kind),
      ["assignment.activated", "assignment.revoked"],
    );
    const [moved] = await business.readEvents("assignment", last?.id ?? 0);
    assert.partialDeepStrictEqual(moved, {
      kind: "assignment.moved",
      payload: { former_broker_id: ana.account_id },
    });
    await assert.rejects(
      service.system.execute("update assignment set end_reason = 'other' where id = $1", [earlier?.id]),
      /has ended/,
    );
    await assert.rejects(
      service.system.execute("delete from assignment where id = $1", [last?.id]),
      /permission denied/,
    );
    await assert.rejects(
      service.system.execute(
        `insert into assignment (business_id, order_id, contractor_id, broker_id, handover, assigned_at)
         select business_id, order_id, contractor_id, broker_id, handover, assigned_at from assignment where id = $1`,
        [now?.id],
      ),
      /one_active_assignment_per_order/,
    );
  });

  test("missing or empty orders, a missing or wrong contractor and long texts are 422, and nothing changes", async () => {
    const { business, ana, first } = await fixture(1);
    const employee = await business.person("employee");
    const other = await service.business();
    const foreign = await other.contractor();
    const valid = { order_ids: [first], broker_id: ana.account_id };
    for (const body of [
      {},
      { broker_id: ana.account_id },
      { order_ids: [first] },
      { ...valid, order_ids: [] },
      { ...valid, order_ids: "1" },
      { ...valid, broker_id: employee.account_id },
      { ...valid, broker_id: foreign.person.account_id },
      { ...valid, broker_id: 2_000_000_007 },
      { ...valid, note: "x".repeat(501) },
      { ...valid, unknown: 1 },
    ]) {
      const { status, body: answer_body } = await business.http("client_admin", "POST", PATH, body);
      assert.deepEqual([status, answer_body.result], [422, false], JSON.stringify(body));
    }
    for (const body of [{}, { order_ids: [] }, { order_ids: [first], reason: "x".repeat(256) }])
      assert.equal((await business.http("client_admin", "POST", `${PATH}/revoke`, body)).status, 422);
    assert.deepEqual(await readRows(business, first), []);
    assert.equal(
      (await business.http("client_admin", "POST", PATH, { ...valid, note: "x".repeat(500) })).status,
      200,
    );
  });
});

test("both bulk writes have the members of the contract", () => {
  for (const [operation, list_member] of [
    [assignOrders, "assigned"],
    [revokeAssignments, "revoked"],
  ] as const) {
    const { properties } = operation.output as unknown as JsonSchema;
    assert.deepEqual(Object.keys(properties ?? {}), ["result", list_member, "skipped", "errors"]);
    assert.deepEqual(Object.keys(properties?.["errors"]?.items?.properties ?? {}), ["order_id", "message"]);
  }
});
