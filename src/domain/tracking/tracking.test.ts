import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cancelOrder } from "#domain/orders/operations/cancel-order.ts";
import { commandOrdersBulk } from "#domain/orders/operations/command-orders-bulk.ts";
import { holdOrder } from "#domain/orders/operations/hold-order.ts";
import { refusalOf, testService } from "#tests/support/service.ts";
import { isPlausibleNumber, newTrackingNumber } from "./numbers.ts";
import { getTracking } from "./operations/get-tracking.ts";
import { getTrackingBatch } from "./operations/get-tracking-batch.ts";
import { listOperationEvents } from "./operations/list-operation-events.ts";
import { listTrackingProblems } from "./operations/list-tracking-problems.ts";

const service = await testService();
const HOUR = 3_600_000;

describe("numbers", () => {
  test("a slip of the pen is no number of ours", () => {
    for (let turn = 0; turn < 200; turn += 1) {
      const number = newTrackingNumber();
      assert.ok(isPlausibleNumber(number));
      const at = 2 + (turn % 14);
      const slip = `${number.slice(0, at)}${(Number(number[at]) + 1 + (turn % 9)) % 10}${number.slice(at + 1)}`;
      assert.equal(isPlausibleNumber(slip), slip === number, slip);
    }
  });
});

describe("public tracking", () => {
  test("unknown numbers, numbers with a slip and retired ones give one and the same answer", async () => {
    const t = await service.business();
    const order = await t.order();
    await service.system.execute("update tracking_number set status = 'retired' where number = $1", [
      order.tracking_number,
    ]);
    const answers = await Promise.all(
      ["PH00000000000000", newTrackingNumber(), order.tracking_number].map(async (number) => {
        const { status, body } = await service.http("GET", `/api/v1/tracking/${number}`);
        return [status, body.error_code, body.message];
      }),
    );
    const unknown = [404, "NOT_FOUND", "There is no such tracking number."];
    assert.deepEqual(answers, [unknown, unknown, unknown]);
  });

  test("an alias that points to a cancelled order tells the cancellation", async () => {
    const t = await service.business();
    const order = await t.order();
    await service.system.execute(
      "insert into tracking_number (number, business_id, order_id, kind, created_at) values ($1, $2, $3, 'alias', now())",
      [`ALIAS-${order.id}`, t.id, order.id],
    );
    await t.as("client_admin")(cancelOrder, { order_id: order.id });
    const answer = await service.anonymous(getTracking, { number: `ALIAS-${order.id}` });
    assert.partialDeepStrictEqual(answer, {
      tracking_number: order.tracking_number,
      redirected_from: null,
      status: "CANCELLED",
      terminal: true,
    });
  });

  test("a ring of redirects ends as an unknown number", async () => {
    const t = await service.business();
    const [one, two] = [await t.order(), await t.order()];
    await service.system.execute(
      "update tracking_number set redirects_to = case number when $1 then $2 else $1 end where number in ($1, $2)",
      [one.tracking_number, two.tracking_number],
    );
    const refusal = await refusalOf(service.anonymous(getTracking, { number: one.tracking_number }));
    assert.deepEqual([refusal.status, refusal.message], [404, "There is no such tracking number."]);
  });

  test("many numbers of several businesses at once, each with its own answer", async () => {
    const [t, other] = [await service.business(), await service.business()];
    const [mine, theirs] = [await t.order(), await other.order()];
    const numbers = [mine.tracking_number, theirs.tracking_number, "PH00000000000000", mine.tracking_number];
    const { status, body } = await service.http("POST", "/api/v1/tracking/batch", { numbers });
    assert.equal(status, 200);
    assert.deepEqual(
      body.items.map((item: { result: boolean }) => item.result),
      [true, true, false, true],
    );
    assert.deepEqual(
      [body.items[0].tracking.carrier, body.items[1].tracking.carrier],
      [`Business ${t.code}`, `Business ${other.code}`],
    );
    assert.equal(body.items[2].error_code, "NOT_FOUND");
    assert.ok(!JSON.stringify(body).includes("Clara") && !JSON.stringify(body).includes("Quadra"));
    const none = await service.anonymous(getTrackingBatch, { numbers: ["nobody-has-it"] });
    assert.partialDeepStrictEqual(none, { result: false, found: 0 });
    const many = await refusalOf(
      service.anonymous(getTrackingBatch, {
        numbers: Array.from({ length: 41 }, () => mine.tracking_number),
      }),
    );
    assert.equal(many.status, 422);
  });
});

describe("operation events", () => {
  test("say who did what, through what, where and with which picture", async () => {
    const [t, other] = [await service.business(), await service.business()];
    const order = await t.order();
    await other.order();
    const { actor } = await t.person("employee", "Davi");
    await t.as("employee", "Davi")(commandOrdersBulk, { order_ids: [order.id], activity: "receive" });
    await service.system.execute(
      `insert into proof (business_id, order_id, kind, lat, lng, captured_at, created_at, signed_by)
       select $1, $2, 'photo', -15.7, -47.8, e.recorded_at, e.recorded_at, 'Clara' from event e
        where e.business_id = $1 and e.subject_type = 'order' and e.subject_id = $3 and e.kind = 'order.received'`,
      [t.id, order.id, String(order.id)],
    );
    const answer = await t.as("employee")(listOperationEvents, { tracking_numbers: [order.tracking_number] });
    assert.deepEqual(answer.events.map((event) => event.kind).sort(), [
      "order.created",
      "order.received",
      "parcel.custody_changed",
    ]);
    const received = answer.events.find((event) => event.kind === "order.received");
    assert.partialDeepStrictEqual(received, {
      actor: { id: actor.account_id, name: "Davi", role: "employee" },
      surface: "rest",
      operation: "clientOrdersBulkActivity",
      status_before: "NEW_ORDER",
      status_after: "AT_WAREHOUSE",
      position: { lat: -15.7, lng: -47.8 },
      proofs: [{ kind: "photo", signed_by: "Clara", url: null }],
    });
    const custody = answer.events.find((event) => event.kind === "parcel.custody_changed");
    assert.partialDeepStrictEqual(custody, {
      order_id: order.id,
      tracking_number: order.tracking_number,
      giver: "sender",
      taker: "warehouse",
      proofs: [],
    });
    const all = await t.as("employee")(listOperationEvents, {});
    assert.equal(all.total, 3);
  });

  test("pages, times and orders narrow them; others' orders have none", async () => {
    const [t, other] = [await service.business(), await service.business()];
    const order = await t.order();
    service.advance(HOUR);
    const between = service.now().toISOString();
    service.advance(HOUR);
    await t.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
    const after = await t.as("employee")(listOperationEvents, { order_ids: [order.id], from: between });
    assert.deepEqual(
      after.events.map(({ kind, reason }) => [kind, reason]),
      [["order.held", "unpaid"]],
    );
    const before = await t.as("employee")(listOperationEvents, { order_ids: [order.id], to: between });
    assert.deepEqual(
      before.events.map((event) => event.kind),
      ["order.created"],
    );
    const second = await t.as("employee")(listOperationEvents, {
      order_ids: [order.id],
      page: 2,
      per_page: 1,
    });
    assert.deepEqual([second.total, second.events.map((event) => event.kind)], [2, ["order.held"]]);
    for (const filter of [{ order_ids: [order.id] }, { tracking_numbers: [order.tracking_number] }]) {
      assert.equal((await other.as("client_admin")(listOperationEvents, filter)).total, 0);
    }
    const { status } = await t.http("client_admin", "POST", "/api/v1/tracking/operationevents", {
      order_ids: [order.id],
    });
    assert.equal(status, 200);
    const customer = await t.customer();
    assert.equal((await refusalOf(customer.person.call(listOperationEvents, {}))).status, 403);
  });
});

test("problems are exceptions at once, and standstill after its hours, for orders whose day has come", async () => {
  const [t, other] = [await service.business(), await service.business()];
  const today = await t.order();
  await t.order({ scheduled_date: "2027-06-01" });
  const broken = await t.order();
  await t.as("client_admin")(commandOrdersBulk, {
    order_ids: [broken.id],
    activity: "raise_exception",
    reason: "wet",
  });
  const now = await t.as("employee")(listTrackingProblems, {});
  assert.deepEqual(
    now.problems.map(({ order_id, problem }) => [order_id, problem]),
    [[broken.id, "exception"]],
  );
  service.advance(25 * HOUR);
  const tomorrow = await t.as("employee")(listTrackingProblems, {});
  assert.deepEqual(
    new Set(tomorrow.problems.map(({ order_id, problem }) => `${order_id} ${problem}`)),
    new Set([`${broken.id} exception`, `${today.id} stalled`]),
  );
  assert.ok((tomorrow.problems.find(({ order_id }) => order_id === today.id)?.hours_still ?? 0) >= 25);
  const patient = await t.as("employee")(listTrackingProblems, { stale_hours: 48 });
  assert.equal(patient.total, 1);
  assert.equal((await other.as("client_admin")(listTrackingProblems, {})).total, 0);
  const { status } = await t.http("employee", "GET", "/api/v1/tracking/problems?stale_hours=0");
  assert.equal(status, 422);
});
