/** What each endpoint accepts and refuses, at the limit and one beyond. Source: docs/contract/rest.md, "Contractor order assignment", "Limits". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAssignmentFixture, listAssignments, ASSIGNMENTS as PATH } from "#tests/support/assignments.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
/** One character of Unicode, two of JavaScript's. */
const VAN = "🚚";

/** Order ids that every endpoint refuses. */
const ORDER_IDS: [unknown, string][] = [
  [undefined, "order_ids"],
  [null, "order_ids"],
  [[], "order_ids"],
  [7, "order_ids"],
  ["7", "order_ids"],
  [["7"], "order_ids/0"],
  [[1.5], "order_ids/0"],
  [[0], "order_ids/0"],
  [[1, null], "order_ids/1"],
  [Array.from({ length: 1001 }, (_, at) => at + 1), "order_ids"],
];
const REASONS: [unknown, string][] = [
  ["x".repeat(256), "reason"],
  [7, "reason"],
  [null, "reason"],
];

type Send = (body: unknown) => Promise<{ status: number; body: Record<string, unknown> }>;

/** Each change of a valid body is 422 with an error for its member. */
async function refuses(send: Send, valid: object, cases: [object, string][]): Promise<void> {
  for (const [change, field] of cases) {
    const { status, body } = await send({ ...valid, ...change });
    const what = JSON.stringify(change).slice(0, 80);
    assert.deepEqual([status, body["result"], body["error_code"]], [422, false, "INVALID_REQUEST"], what);
    const fields = (body["errors"] as { field: string }[]).map((error) => error.field);
    assert.ok(fields.includes(field), `${what}: ${fields.join(", ")}`);
  }
  assert.equal((await send(undefined)).status, 422, "no body");
}

describe("Contractor order assignment: the list", () => {
  test("has 50 rows per page from page 1 by default, at most 200, and integer counts", async () => {
    const { business } = await createAssignmentFixture(service, 0);
    const get = (query: string) => business.http("employee", "GET", `${PATH}${query}`);
    assert.deepEqual((await get("")).body, {
      result: true,
      total: 0,
      page: 1,
      per_page: 50,
      next_cursor: null,
      assignments: [],
    });
    const good: [string, number, number][] = [
      ["?page=1&per_page=1", 1, 1],
      ["?page=100000&per_page=200", 100_000, 200],
      ["?status=active&broker_id=7&order_id=7", 1, 50],
      ["?status=revoked", 1, 50],
      ["?status=released&unknown=1", 1, 50],
    ];
    for (const [query, page, per_page] of good) {
      const { status, body } = await get(query);
      assert.deepEqual([status, body.page, body.per_page], [200, page, per_page], query);
    }
    const bad: [string, string][] = [
      ["page=0", "page"],
      ["page=-1", "page"],
      ["page=1.5", "page"],
      ["page=x", "page"],
      ["page=", "page"],
      ["page=100001", "page"],
      ["per_page=0", "per_page"],
      ["per_page=201", "per_page"],
      ["per_page=all", "per_page"],
      ["status=ended", "status"],
      ["status=ACTIVE", "status"],
      ["broker_id=x", "broker_id"],
      ["broker_id=0", "broker_id"],
      ["order_id=1.5", "order_id"],
      ["order_id=99999999999999999", "order_id"],
    ];
    for (const [query, field] of bad) {
      const { status, body } = await get(`?${query}`);
      assert.deepEqual([status, body.errors?.[0]?.field], [422, field], query);
    }
  });

  test("has each member in the published type", async () => {
    const { business, ana, first } = await createAssignmentFixture(service, 1);
    await business.http("client_admin", "POST", PATH, { order_ids: [first], broker_id: ana.account_id });
    const [row] = (await business.http("employee", "GET", PATH)).body.assignments;
    const types = Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value === null ? "null" : typeof value]),
    );
    assert.deepEqual(types, {
      id: "number",
      order_id: "number",
      order_ref: "string",
      order_status_id: "number",
      scheduled_date: "string",
      route_id: "null",
      broker_id: "number",
      broker_name: "string",
      status: "string",
      note: "null",
      assigned_by: "number",
      assigned_at: "string",
      ended_by: "null",
      ended_at: "null",
      end_reason: "null",
    });
    assert.match(row.assigned_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    for (const name of ["id", "order_id", "order_status_id", "broker_id", "assigned_by"])
      assert.ok(Number.isInteger(row[name]), name);
  });
});

describe("Contractor order assignment: writes", () => {
  test("assign accepts a note of 500 characters, and refuses everything that does not match the published schema", async () => {
    const { business, ana, bruno, first } = await createAssignmentFixture(service, 1);
    const send: Send = (body) => business.http("client_admin", "POST", PATH, body);
    const valid = { order_ids: [first], broker_id: ana.account_id };
    await refuses(send, valid, [
      ...ORDER_IDS.map(([order_ids, field]): [object, string] => [{ order_ids }, field]),
      ...[undefined, null, String(ana.account_id), 1.5, 0, [ana.account_id]].map(
        (broker_id): [object, string] => [{ broker_id }, "broker_id"],
      ),
      ...["x".repeat(501), VAN.repeat(501), 7, null].map((note): [object, string] => [{ note }, "note"]),
      [{ unknown: 1 }, "unknown"],
    ]);
    assert.deepEqual(await listAssignments(service, business, first), []);
    const most = [...Array.from({ length: 999 }, (_, at) => 2_000_000_000 + at), first];
    const at_limit = await send({ ...valid, order_ids: most, note: "x".repeat(500) });
    assert.deepEqual([at_limit.status, at_limit.body["assigned"], at_limit.body["skipped"]], [200, 1, 999]);
    assert.equal(
      (await send({ ...valid, broker_id: bruno.account_id, note: VAN.repeat(500) })).status,
      200,
      "characters are counted, not bytes",
    );
  });

  test("revoke accepts a reason of 255 characters, and refuses everything that does not match the published schema", async () => {
    const { business, ana, first } = await createAssignmentFixture(service, 1);
    await business.http("client_admin", "POST", PATH, { order_ids: [first], broker_id: ana.account_id });
    const send: Send = (body) => business.http("client_admin", "POST", `${PATH}/revoke`, body);
    await refuses(send, { order_ids: [first] }, [
      ...ORDER_IDS.map(([order_ids, field]): [object, string] => [{ order_ids }, field]),
      ...REASONS.map(([reason, field]): [object, string] => [{ reason }, field]),
      [{ order_id: first }, "order_id"],
    ]);
    assert.partialDeepStrictEqual(await listAssignments(service, business, first), [{ status: "active" }]);
    const reason = "x".repeat(255);
    assert.deepEqual((await send({ order_ids: [first], reason })).body, {
      result: true,
      revoked: 1,
      skipped: 0,
      errors: [],
    });
    assert.partialDeepStrictEqual(await listAssignments(service, business, first), [{ end_reason: reason }]);
  });

  test("release accepts a reason of 255 characters; invalid input is 422, an order not assigned to the caller 400", async () => {
    const { business, ana, first } = await createAssignmentFixture(service, 1);
    await business.http("client_admin", "POST", PATH, { order_ids: [first], broker_id: ana.account_id });
    const send: Send = (body) => ana.http("POST", `${PATH}/release`, body);
    await refuses(send, { order_id: first }, [
      ...[undefined, null, String(first), 0, 1.5, [first]].map((order_id): [object, string] => [
        { order_id },
        "order_id",
      ]),
      ...REASONS.map(([reason, field]): [object, string] => [{ reason }, field]),
      [{ order_ids: [first] }, "order_ids"],
    ]);
    assert.partialDeepStrictEqual(await listAssignments(service, business, first), [{ status: "active" }]);
    const reason = VAN.repeat(255);
    assert.deepEqual((await send({ order_id: first, reason })).body, {
      result: true,
      message: "The assignment was released.",
    });
    assert.partialDeepStrictEqual(await listAssignments(service, business, first), [
      { status: "released", end_reason: reason },
    ]);
    assert.equal((await send({ order_id: first })).status, 400);
  });
});
