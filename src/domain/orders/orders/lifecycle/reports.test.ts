import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listOperationEvents } from "#domain/tracking/tracking/operations/list-operation-events.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { cancelOrder } from "../operations/cancel-order.ts";
import { commandOrdersBulk } from "../operations/command-orders-bulk.ts";
import { getDailyDigest } from "../operations/get-daily-digest.ts";
import { getOrderSnapshot } from "../operations/get-order-snapshot.ts";
import { computePeriod, getOrdersSummary } from "../operations/get-orders-summary.ts";
import { holdOrder } from "../operations/hold-order.ts";
import { listExceptions } from "../operations/list-exceptions.ts";

const service = await testService();

describe("statistics", () => {
  test("a day ends at midnight in the time zone of the business, not in UTC", async () => {
    const business = await service.business({ time_zone: "America/Sao_Paulo" });
    service.setNow("2026-11-21T01:30:00Z");
    const order = await business.order();
    await business.order({ scheduled_date: "2026-11-21" });
    const today = await business.as("client_admin")(getOrdersSummary, {});
    assert.partialDeepStrictEqual(today, {
      from: "2026-11-20",
      to: "2026-11-20",
      period: "today",
      totals: { orders: 1, unplanned: 1, on_time_percent: null },
    });
    const week = await business.as("client_admin")(getOrdersSummary, { period: "week" });
    assert.partialDeepStrictEqual(week, {
      from: "2026-11-16",
      to: "2026-11-22",
      totals: { orders: 2 },
      by_status: { NEW_ORDER: 2, DELIVERED: 0 },
    });
    assert.equal(week.days.length, 7);
    // Delivered at 22:30 local time of its day, which is the next day in UTC.
    await service.system.execute(
      "update delivery_order set status = 'DELIVERED', delivered_at = '2026-11-21T01:30:00Z' where id = $1",
      [order.id],
    );
    const after = await business.as("client_admin")(getOrdersSummary, {
      from: "2026-11-20",
      to: "2026-11-20",
    });
    assert.partialDeepStrictEqual(after, {
      period: null,
      totals: { delivered: 1, on_time: 1, on_time_percent: 100, open: 0 },
    });
    const digest = await business.as("client_admin")(getDailyDigest, {});
    assert.partialDeepStrictEqual(digest, {
      date: "2026-11-20",
      created: 2,
      orders: { delivered: 1 },
      routes: { total: 0, stops: 0 },
    });
    assert.match(digest.headline, /^1 of 1 orders delivered/);
    assert.equal(
      (await (await service.business()).as("client_admin")(getOrdersSummary, { period: "month" })).totals
        .orders,
      0,
    );
  });

  test("periods are whole weeks and months, and invalid spans are refused", async () => {
    assert.deepEqual(computePeriod("week", "2026-11-22"), { from: "2026-11-16", to: "2026-11-22" });
    assert.deepEqual(computePeriod("week", "2026-11-23"), { from: "2026-11-23", to: "2026-11-29" });
    assert.deepEqual(computePeriod("month", "2028-02-10"), { from: "2028-02-01", to: "2028-02-29" });
    assert.deepEqual(computePeriod("month", "2026-12-31"), { from: "2026-12-01", to: "2026-12-31" });
    const business = await service.business();
    for (const [input, field] of [
      [{ from: "2026-11-20" }, "to"],
      [{ to: "2026-11-20" }, "from"],
      [{ from: "2026-11-21", to: "2026-11-20" }, "to"],
      [{ from: "2025-01-01", to: "2026-11-20" }, "to"],
      [{ from: "2026-02-30", to: "2026-11-20" }, "from"],
      [{ period: "week", from: "2026-11-01", to: "2026-11-20" }, "period"],
    ] as const) {
      const refusal = await catchRefusal(business.as("client_admin")(getOrdersSummary, input as never));
      assert.deepEqual([refusal.status, refusal.errors?.[0]?.field], [422, field]);
    }
    const { status } = await business.http(
      "client_admin",
      "GET",
      "/api/v1/client/orders/summary?period=month",
    );
    assert.equal(status, 200);
  });

  test("exceptions of a day list the reason of each order", async () => {
    const business = await service.business();
    const date = "2026-12-01";
    const make = () => business.order({ scheduled_date: date });
    const [fine, held, failed, broken, late, watched] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    await business.as("client_admin")(holdOrder, { order_id: held.id, reason: "x" });
    await business.as("client_admin")(commandOrdersBulk, {
      order_ids: [broken.id],
      activity: "raise_exception",
      reason: "wet",
    });
    await service.system.execute("update delivery_order set status = 'FAILED_ATTEMPT' where id = $1", [
      failed.id,
    ]);
    await service.system.execute("update delivery_order set window_end = '2026-01-01' where id = $1", [
      late.id,
    ]);
    await service.system.execute(
      `insert into attention_item (business_id, kind, severity, subject_type, subject_id, cause_key, order_id, date, since, opened_at)
       values ($1, 'unexpected_fact', 'warning', 'order', $2, 'event 2', $2, current_date, now(), now()),
         ($1, 'order_unplanned', 'warning', 'order', $3, '2026-11-22', $3, current_date, now(), now())`,
      [business.id, watched.id, fine.id],
    );
    const answer = await business.as("employee")(listExceptions, { date });
    assert.deepEqual(
      new Map(answer.exceptions.map(({ why, order }) => [order.id, why])),
      new Map([
        [held.id, "held"],
        [failed.id, "failed"],
        [broken.id, "exception"],
        [late.id, "late"],
        [watched.id, "attention"],
      ]),
    );
    assert.partialDeepStrictEqual(answer, {
      total: 5,
      by_reason: { held: 1, failed: 1, exception: 1, late: 1, attention: 1, returned: 0 },
    });
    assert.equal(
      answer.exceptions.some(({ order }) => order.id === fine.id),
      false,
    );
    assert.equal((await (await service.business()).as("client_admin")(listExceptions, { date })).total, 0);
    assert.equal((await business.as("employee")(listExceptions, {})).total, 0);
    const driver = await business.driver();
    assert.equal((await catchRefusal(driver.person.call(listExceptions, { date }))).status, 403);
    assert.equal((await catchRefusal(driver.person.call(getDailyDigest, {}))).status, 403);
  });
});

test("the snapshot is the detail, the events and the public tracking of one order", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const order = await business.order({ note: "internal" });
  await business.as("client_admin")(cancelOrder, { order_id: order.id, reason: "twice" });
  const answer = await business.as("employee")(getOrderSnapshot, { order_id: order.id });
  assert.partialDeepStrictEqual(answer, {
    order: { id: order.id, status: "CANCELLED", note: "internal" },
    tracking: { status: "CANCELLED", terminal: true },
  });
  assert.deepEqual(
    answer.events.map(({ kind, status_before, status_after, reason }) => [
      kind,
      status_before,
      status_after,
      reason,
    ]),
    [
      ["order.created", null, "NEW_ORDER", null],
      ["order.cancelled", "NEW_ORDER", "CANCELLED", "twice"],
    ],
  );
  const trail = await business.as("employee")(listOperationEvents, { order_ids: [order.id] });
  assert.deepEqual(trail.events, answer.events);
  assert.equal(
    (await catchRefusal(other.as("client_admin")(getOrderSnapshot, { order_id: order.id }))).status,
    404,
  );
});
