/** What drivers and others report about an order, and corrections of it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { getTracking } from "#domain/tracking/tracking/operations/get-tracking.ts";
import { listItems } from "#tests/support/attention.ts";
import {
  applyCommand,
  applyFact,
  assertFoldConsistent,
  createOrderUnderWay,
  inTransaction,
} from "#tests/support/orders.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { cancelOrder } from "../operations/cancel-order.ts";
import { createOrder } from "../operations/create-order.ts";
import { getOrder } from "../operations/get-order.ts";
import { getOrderHistory } from "../operations/get-order-history.ts";
import { holdOrder } from "../operations/hold-order.ts";
import { voidOrderEvent } from "../operations/void-order-event.ts";
import { lockOrder, moveCustody, type OrderCommand, recordFact } from "../public.ts";
import { checkFoldOfBusiness } from "./check-fold.ts";

const service = await testService();
const HOUR = 3_600_000;

const minutesAgo = (minutes: number) => new Date(service.now().getTime() - minutes * 60_000).toISOString();

const readState = async (business: TestBusiness, order_id: number) =>
  (await business.as("employee")(getOrder, { order_id })).order;
const readAttention = async (business: TestBusiness, order_id: number) =>
  (await listItems(business)).filter((item) => item.order_id === order_id);

describe("facts", () => {
  test("a fact without a transition is recorded, leaves status and tracking unchanged and opens an attention item", async () => {
    const business = await service.business();
    const order = await business.order();
    service.advance(1000);
    const outcome = await applyFact(business, order.id, { trigger: "complete" });
    assert.partialDeepStrictEqual(outcome, { moved: false, attention: "unexpected_fact" });
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
    assert.deepEqual(
      (await readAttention(business, order.id)).map((item) => item.kind),
      ["unexpected_fact"],
    );
    assert.equal((await business.readEvents("order", order.id)).at(-1)?.kind, "order.fact_recorded");
    const tracked = await service.anonymous(getTracking, { number: order.tracking_number });
    assert.deepEqual(
      [tracked.status_code, tracked.events.at(-1)?.status_code],
      ["otep:core:created", "otep:core:note"],
    );
    await assertFoldConsistent(business);
  });

  test("on HOLD a scan changes custody only", async () => {
    const business = await service.business();
    const order = await business.order();
    await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
    service.advance(1000);
    const outcome = await applyFact(business, order.id, { trigger: "receive", custody: { to: "warehouse" } });
    assert.partialDeepStrictEqual(outcome, { moved: false, attention: null, order: { status: "HOLD" } });
    assert.equal((await readState(business, order.id)).parcels[0]?.custody, "warehouse");
    assert.equal(
      (await service.anonymous(getTracking, { number: order.tracking_number })).status_code,
      "otep:core:held",
    );
    const cancelled = await business.as("client_admin")(cancelOrder, { order_id: order.id });
    assert.equal(cancelled.status, "RETURNING");
    await assertFoldConsistent(business);
  });

  test("delivered offline, cancelled meanwhile, uploaded late: DELIVERED, the side effects of the cancellation remain, an item opens", async () => {
    const business = await service.business();
    const order = await createOrderUnderWay(business);
    service.advance(30 * 60_000);
    const cancelled = await business.as("client_admin")(cancelOrder, { order_id: order.id });
    assert.equal(cancelled.status, "RETURNING");
    service.advance(20 * 60_000);
    const outcome = await applyFact(business, order.id, {
      trigger: "complete",
      occurred_at: minutesAgo(30),
      custody: { to: "recipient", ref: null },
    });
    assert.partialDeepStrictEqual(outcome, {
      moved: true,
      attention: "late_fact_conflict",
      order: { status: "DELIVERED", cancel_requested: true },
    });
    const now = await readState(business, order.id);
    assert.equal(now.delivered_at, now.status_since);
    assert.equal(now.parcels[0]?.custody, "recipient");
    const [item] = await readAttention(business, order.id);
    assert.partialDeepStrictEqual(item, {
      kind: "late_fact_conflict",
      facts: { status_before: "RETURNING", status: "DELIVERED", undone: [{ trigger: "cancel_in_custody" }] },
    });
    const tracked = await service.anonymous(getTracking, { number: order.tracking_number });
    assert.partialDeepStrictEqual(tracked, {
      status: "DELIVERED",
      status_code: "otep:core:delivered",
      terminal: true,
    });
    await assertFoldConsistent(business);
  });

  test("the same facts in any order of arrival give the same status and the same timeline", async () => {
    const business = await service.business();
    const day: { trigger: OrderCommand; minutes: number }[] = [
      { trigger: "load", minutes: 50 },
      { trigger: "depart", minutes: 40 },
      { trigger: "arrive", minutes: 20 },
      { trigger: "complete", minutes: 10 },
    ];
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
      [1, 3, 0, 2],
      [3, 0, 1, 2],
    ];
    const created_orders: { id: number; tracking_number: string }[] = [];
    for (const _sequence of orders) {
      const order = await business.order();
      await applyCommand(business, order.id, "dispatch");
      created_orders.push(order);
    }
    service.advance(60 * 60_000);
    const at = day.map(({ minutes }) => minutesAgo(minutes));
    for (const [index, sequence] of orders.entries()) {
      const order = created_orders[index];
      assert(order !== undefined);
      for (const step of sequence) {
        service.advance(1000);
        const one = day[step];
        assert(one !== undefined);
        await applyFact(business, order.id, { trigger: one.trigger, occurred_at: at[step] as string });
      }
      assert.equal(await business.readStatus(order.id), "DELIVERED", sequence.join());
      const tracked = await service.anonymous(getTracking, { number: order.tracking_number });
      assert.deepEqual(
        [tracked.status_code, tracked.delivered_at],
        ["otep:core:delivered", at[3]],
        sequence.join(),
      );
      assert.deepEqual(
        tracked.events.map((event) => event.status_code).filter((code) => code !== "otep:core:note"),
        ["created", "pickup_scheduled", "loaded", "out_for_delivery", "arrived_at_stop", "delivered"].map(
          (code) => `otep:${code === "loaded" || code === "arrived_at_stop" ? "lastmile" : "core"}:${code}`,
        ),
        sequence.join(),
      );
      // After voiding the delivery the status is the fold of the other events.
      const { events } = await business.as("client_admin")(getOrderHistory, { order_id: order.id });
      const wrong = events.find((event) => event.payload["trigger" as never] === "complete");
      service.advance(1000);
      const back = await business.as("client_admin")(voidOrderEvent, {
        order_id: order.id,
        seq: wrong?.seq ?? 0,
        reason: "wrong door",
      });
      assert.equal(back.status, "ARRIVED", sequence.join());
    }
    await assertFoldConsistent(business);
  });

  test("several facts of one order in one transaction give the same fold as separate transactions", async () => {
    const business = await service.business();
    const order = await createOrderUnderWay(business);
    service.advance(HOUR);
    await inTransaction(business, async (context) => {
      for (const [trigger, minutes] of [
        ["complete", 10],
        ["arrive", 20],
        ["fail", 5],
      ] as const) {
        const row = await lockOrder(context.db, business.id, order.id);
        assert(row !== undefined);
        await recordFact(context, row, { trigger, occurred_at: minutesAgo(minutes) });
      }
    });
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    assert.deepEqual(
      (await readAttention(business, order.id)).map((item) => item.facts["trigger"]),
      ["fail"],
    );
    await assertFoldConsistent(business);
  });

  test("of concurrent decisions of two people each is applied or refused with the current status", async () => {
    const business = await service.business();
    const order = await business.order();
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_none, n) =>
        n % 2 === 0
          ? business.as("client_admin")(holdOrder, { order_id: order.id, reason: "x" })
          : business.as("client_admin")(cancelOrder, { order_id: order.id }),
      ),
    );
    const successes = answers
      .filter((answer) => answer.status === "fulfilled")
      .map((answer) => answer.value.status);
    assert.ok(successes.length <= 2 && successes.at(0) !== undefined);
    assert.equal(await business.readStatus(order.id), "CANCELLED");
    assert.equal((await business.readEvents("order", order.id)).length, 1 + successes.length);
    await assertFoldConsistent(business);
  });

  test("a fact from a phone with a wrong clock changes the order, and its reported time is stored", async () => {
    const business = await service.business();
    const [slow, fast] = [await business.order(), await business.order()];
    for (const [order, reported] of [
      [slow, minutesAgo(5000)],
      [fast, minutesAgo(-5000)],
    ] as const) {
      assert.equal(
        (await applyFact(business, order.id, { trigger: "receive", occurred_at: reported })).order.status,
        "AT_WAREHOUSE",
      );
      assert.equal((await business.readEvents("order", order.id)).at(-1)?.payload["reported_at"], reported);
    }
    await assertFoldConsistent(business);
  });

  test("a fact after a final status is recorded and changes nothing", async () => {
    const business = await service.business();
    const order = await createOrderUnderWay(business);
    await applyFact(business, order.id, { trigger: "complete", custody: { to: "recipient", ref: null } });
    service.advance(1000);
    const outcome = await applyFact(business, order.id, { trigger: "fail" });
    assert.partialDeepStrictEqual(outcome, { moved: false, attention: "unexpected_fact" });
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    const twin = await applyFact(business, order.id, { trigger: "complete" });
    assert.equal(twin.attention, null);
    await assertFoldConsistent(business);
  });

  test("the status changes only with the last parcel", async () => {
    const business = await service.business();
    const created_order = await business.as("client_admin")(createOrder, {
      dropoff: { line1: "Quadra 7", lat: -15.7, lng: -47.8 },
      parcels: [{}, {}, {}],
    });
    const [first, second, third] = created_order.order.parcels.map((parcel) => parcel.id);
    await applyCommand(business, created_order.order_id, "dispatch");
    await applyFact(business, created_order.order_id, {
      trigger: "load",
      custody: { to: "vehicle", ref: "van" },
    });
    service.advance(1000);
    await applyFact(business, created_order.order_id, { trigger: "depart" });
    service.advance(1000);
    const part = await applyFact(business, created_order.order_id, {
      trigger: "complete",
      parcel_ids: [first as number],
      custody: { to: "recipient", ref: null },
    });
    assert.partialDeepStrictEqual(part, {
      moved: false,
      attention: null,
      order: { status: "OUT_FOR_DELIVERY", partial: true },
    });
    assert.deepEqual(
      (await readState(business, created_order.order_id)).parcels.map((parcel) => parcel.custody),
      ["recipient", "vehicle", "vehicle"],
    );
    await service.system.execute("update parcel set custody = 'missing' where id = $1", [third]);
    service.advance(1000);
    const rest = await applyFact(business, created_order.order_id, {
      trigger: "complete",
      parcel_ids: [second as number],
      custody: { to: "recipient", ref: null },
    });
    assert.partialDeepStrictEqual(rest, { moved: true, order: { status: "DELIVERED", partial: false } });
    await assertFoldConsistent(business);
  });

  test("custody changes name giver and taker, and an older scan does not undo a newer one", async () => {
    const business = await service.business();
    const order = await business.order();
    service.advance(600_000);
    await inTransaction(business, (context) => moveCustody(context, [order.id], "driver", "7"));
    await inTransaction(business, (context) =>
      moveCustody(context, [order.id], "warehouse", "1", minutesAgo(5)),
    );
    const parcel = (await readState(business, order.id)).parcels[0];
    assert.equal(parcel?.custody, "driver");
    const [moved] = await business.readEvents("parcel", parcel?.id ?? 0);
    assert.partialDeepStrictEqual(moved, {
      kind: "parcel.custody_changed",
      payload: { giver: "sender", taker: "driver" },
    });
  });
});

describe("corrections", () => {
  test("a delivery recorded by mistake is voided: status, custody, tracking; the audit trail shows both events", async () => {
    const business = await service.business();
    const order = await createOrderUnderWay(business);
    await applyFact(business, order.id, { trigger: "complete", custody: { to: "recipient", ref: null } });
    service.advance(60_000);
    const history = await business.as("employee")(getOrderHistory, { order_id: order.id });
    const wrong = history.events.find((event) => event.payload["trigger" as never] === "complete");
    const denied = await catchRefusal(
      business.as("employee")(voidOrderEvent, {
        order_id: order.id,
        seq: wrong?.seq ?? 0,
        reason: "wrong parcel",
      }),
    );
    assert.equal(denied.status, 403);
    const answer = await business.as("client_admin")(voidOrderEvent, {
      order_id: order.id,
      seq: wrong?.seq ?? 0,
      reason: "wrong parcel",
    });
    assert.partialDeepStrictEqual(answer, { status: "OUT_FOR_DELIVERY", order: { delivered_at: null } });
    assert.equal(answer.order.parcels[0]?.custody, "vehicle");
    const tracked = await service.anonymous(getTracking, { number: order.tracking_number });
    assert.partialDeepStrictEqual(tracked, {
      status: "OUT_FOR_DELIVERY",
      status_code: "otep:core:out_for_delivery",
      terminal: false,
    });
    const after = await business.as("employee")(getOrderHistory, { order_id: order.id });
    assert.deepEqual(
      [after.chain.verified, after.events.find((event) => event.seq === wrong?.seq)?.voided],
      [true, true],
    );
    for (const [seq, code] of [
      [wrong?.seq ?? 0, "ALREADY_VOIDED"],
      [1, "NOT_VOIDABLE"],
      [99, "UNKNOWN_EVENT"],
    ] as const) {
      assert.equal(
        (
          await catchRefusal(
            business.as("client_admin")(voidOrderEvent, { order_id: order.id, seq, reason: "x" }),
          )
        ).error_code,
        code,
      );
    }
    service.advance(60_000);
    assert.equal((await applyFact(business, order.id, { trigger: "complete" })).order.status, "DELIVERED");
    await assertFoldConsistent(business);
  });

  test("the history detects a changed row of the event log", async () => {
    const business = await service.business();
    const order = await business.order();
    await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "x" });
    const full_history = await business.as("client_admin")(getOrderHistory, { order_id: order.id });
    assert.partialDeepStrictEqual(full_history.chain, { verified: true, broken_at_seq: null, events: 2 });
    await service.runtime.pools.owner.query(
      'update event set payload = payload || \'{"status_before": "ROUTED"}\' where business_id = $1 and subject_id = $2 and seq = 2',
      [business.id, String(order.id)],
    );
    const forged = await business.as("client_admin")(getOrderHistory, { order_id: order.id });
    assert.partialDeepStrictEqual(forged.chain, { verified: false, broken_at_seq: 2 });
  });

  test("the fold check finds a status that was changed directly in the database", async () => {
    const business = await service.business();
    const order = await business.order();
    await service.system.execute("update delivery_order set status = 'DELIVERED' where id = $1", [order.id]);
    const { differences } = await checkFoldOfBusiness(service.system, business.id);
    assert.deepEqual(
      differences.map(({ what, stored, rebuilt }) => [what, stored, rebuilt]),
      [
        ["status", "DELIVERED", "NEW_ORDER"],
        ["timeline", "DELIVERED", "otep:core:created"],
      ],
    );
  });
});
