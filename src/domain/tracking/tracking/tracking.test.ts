import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateSettings } from "#domain/identity/settings/operations/update-settings.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { commandOrdersBulk } from "#domain/orders/orders/operations/command-orders-bulk.ts";
import { findOrders } from "#domain/orders/orders/operations/find-orders.ts";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { isPlausibleNumber, newTrackingNumber } from "./numbers.ts";
import { getTracking } from "./operations/get-tracking.ts";
import { getTrackingBatch } from "./operations/get-tracking-batch.ts";
import { listOperationEvents } from "./operations/list-operation-events.ts";
import { listTrackingProblems } from "./operations/list-tracking-problems.ts";

const service = await testService();
const HOUR = 3_600_000;

describe("numbers", () => {
  test("a number with a typing error is not valid", () => {
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
  test("unknown, mistyped and retired numbers give the same response", async () => {
    const business = await service.business();
    const order = await business.order();
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

  test("a number is found however people type it, by every operation", async () => {
    const business = await service.business();
    const { id, tracking_number: number } = await business.order();
    const typed = [
      number.toLowerCase(),
      `${number.slice(0, 2)} ${number.slice(2, 6)}-${number.slice(6)} `,
      number.replaceAll(/(.{4})/g, "$1\u2013"),
    ];
    for (const one of typed) {
      const { body } = await service.http("GET", `/api/v1/tracking/${encodeURIComponent(one)}`);
      assert.equal(body.tracking_number, number, one);
      const otep = await service.http("GET", `/api/v1/otep/trackings/${encodeURIComponent(one)}`);
      assert.deepEqual([otep.status, otep.body.subject?.id], [200, number], one);
      const list = await service.http("GET", `/api/v1/otep/trackings/${encodeURIComponent(one)}/events`);
      assert.equal(list.status, 200, one);
      const batch = await service.http("POST", "/api/v1/otep/trackings/batch", { tracking_numbers: [one] });
      assert.partialDeepStrictEqual(batch.body, {
        found: 1,
        results: [{ tracking_number: one, found: true }],
      });
      const many = await service.http("POST", "/api/v1/tracking/batch", { numbers: [one] });
      assert.partialDeepStrictEqual(many.body, { found: 1, items: [{ number: one, result: true }] });
      const events = await business.as("employee")(listOperationEvents, { tracking_numbers: [one] });
      assert.equal(events.events[0]?.order_id, id, one);
      const search_answer = await business.as("employee")(findOrders, { q: one });
      assert.equal(search_answer.orders[0]?.order.id, id, one);
    }
    const slip = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`.toLowerCase();
    assert.equal((await service.http("GET", `/api/v1/tracking/${slip}`)).status, 404);
  });

  test("an alias of a cancelled order shows the cancellation", async () => {
    const business = await service.business();
    const order = await business.order();
    await service.system.execute(
      `insert into tracking_alias (business_id, kind, number, key, subject_type, subject_id, created_at)
       values ($2, 'alias', $1, replace($1, '-', ''), 'order', $3, now())`,
      [`ALIAS-${order.id}`, business.id, order.id],
    );
    const hidden = await catchRefusal(service.anonymous(getTracking, { number: `ALIAS-${order.id}` }));
    assert.equal(hidden.status, 404);
    await business.as("client_admin")(updateSettings, { settings: { public_aliases: true } });
    await business.as("client_admin")(cancelOrder, { order_id: order.id });
    const answer = await service.anonymous(getTracking, { number: `ALIAS-${order.id}` });
    assert.partialDeepStrictEqual(answer, {
      tracking_number: order.tracking_number,
      redirected_from: null,
      status: "CANCELLED",
      terminal: true,
    });
  });

  test("a cycle of redirects is an unknown number", async () => {
    const business = await service.business();
    const [one, two] = [await business.order(), await business.order()];
    await service.system.execute(
      "update tracking_number set redirects_to = case number when $1 then $2 else $1 end where number in ($1, $2)",
      [one.tracking_number, two.tracking_number],
    );
    const refusal = await catchRefusal(service.anonymous(getTracking, { number: one.tracking_number }));
    assert.deepEqual([refusal.status, refusal.message], [404, "There is no such tracking number."]);
  });

  test("many numbers of several businesses in one request, each with its own entry", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const [mine, theirs] = [await business.order(), await other.order()];
    const numbers = [mine.tracking_number, theirs.tracking_number, "PH00000000000000", mine.tracking_number];
    const { status, body } = await service.http("POST", "/api/v1/tracking/batch", { numbers });
    assert.equal(status, 200);
    assert.deepEqual(
      body.items.map((item: { result: boolean }) => item.result),
      [true, true, false, true],
    );
    assert.deepEqual(
      [body.items[0].tracking.carrier, body.items[1].tracking.carrier],
      [`Business ${business.code}`, `Business ${other.code}`],
    );
    assert.equal(body.items[2].error_code, "NOT_FOUND");
    assert.ok(!JSON.stringify(body).includes("Clara") && !JSON.stringify(body).includes("Quadra"));
    const none = await service.anonymous(getTrackingBatch, { numbers: ["nobody-has-it"] });
    assert.partialDeepStrictEqual(none, { result: false, found: 0 });
    const many = await catchRefusal(
      service.anonymous(getTrackingBatch, {
        numbers: Array.from({ length: 41 }, () => mine.tracking_number),
      }),
    );
    assert.equal(many.status, 422);
  });
});

describe("operation events", () => {
  test("contain who did what, through which surface, where and with which picture", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const order = await business.order();
    await other.order();
    const { actor } = await business.person("employee", "Davi");
    await business.as("employee", "Davi")(commandOrdersBulk, { order_ids: [order.id], activity: "receive" });
    await service.system.execute(
      `insert into proof (business_id, subject_type, subject_id, kind, lat, lng, captured_at, created_at, signed_by)
       select $1, 'order', $2, 'photo', -15.7, -47.8, e.recorded_at, e.recorded_at, 'Clara' from event e
        where e.business_id = $1 and e.subject_type = 'order' and e.subject_id = $3 and e.kind = 'order.received'`,
      [business.id, order.id, String(order.id)],
    );
    const answer = await business.as("employee")(listOperationEvents, {
      tracking_numbers: [order.tracking_number],
    });
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
    const all = await business.as("employee")(listOperationEvents, {});
    assert.equal(all.total, 3);
  });

  test("can be filtered by page, time and order; orders of another business have none", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const order = await business.order();
    service.advance(HOUR);
    const between = service.now().toISOString();
    service.advance(HOUR);
    await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
    const after = await business.as("employee")(listOperationEvents, {
      order_ids: [order.id],
      from: between,
    });
    assert.deepEqual(
      after.events.map(({ kind, reason }) => [kind, reason]),
      [["order.held", "unpaid"]],
    );
    const before = await business.as("employee")(listOperationEvents, { order_ids: [order.id], to: between });
    assert.deepEqual(
      before.events.map((event) => event.kind),
      ["order.created"],
    );
    const second = await business.as("employee")(listOperationEvents, {
      order_ids: [order.id],
      page: 2,
      per_page: 1,
    });
    assert.deepEqual([second.total, second.events.map((event) => event.kind)], [2, ["order.held"]]);
    for (const filter of [{ order_ids: [order.id] }, { tracking_numbers: [order.tracking_number] }]) {
      assert.equal((await other.as("client_admin")(listOperationEvents, filter)).total, 0);
    }
    const { status } = await business.http("client_admin", "POST", "/api/v1/tracking/operationevents", {
      order_ids: [order.id],
    });
    assert.equal(status, 200);
    const customer = await business.customer();
    assert.equal((await catchRefusal(customer.person.call(listOperationEvents, {}))).status, 403);
  });
});

test("exceptions are problems at once, missing progress only after stale_hours, for orders whose date has come", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const today = await business.order();
  await business.order({ scheduled_date: "2027-06-01" });
  const broken = await business.order();
  await business.as("client_admin")(commandOrdersBulk, {
    order_ids: [broken.id],
    activity: "raise_exception",
    reason: "wet",
  });
  const now = await business.as("employee")(listTrackingProblems, {});
  assert.deepEqual(
    now.problems.map(({ order_id, problem }) => [order_id, problem]),
    [[broken.id, "exception"]],
  );
  service.advance(25 * HOUR);
  const tomorrow = await business.as("employee")(listTrackingProblems, {});
  assert.deepEqual(
    new Set(tomorrow.problems.map(({ order_id, problem }) => `${order_id} ${problem}`)),
    new Set([`${broken.id} exception`, `${today.id} stalled`]),
  );
  assert.ok((tomorrow.problems.find(({ order_id }) => order_id === today.id)?.hours_still ?? 0) >= 25);
  const patient = await business.as("employee")(listTrackingProblems, { stale_hours: 48 });
  assert.equal(patient.total, 1);
  assert.equal((await other.as("client_admin")(listTrackingProblems, {})).total, 0);
  const { status } = await business.http("employee", "GET", "/api/v1/tracking/problems?stale_hours=0");
  assert.equal(status, 422);
});
