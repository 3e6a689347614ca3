import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { getOtepTracking } from "#domain/integration/otep/operations/get-otep-tracking.ts";
import { getTracking } from "#domain/tracking/tracking/operations/get-tracking.ts";
import { listItems } from "#tests/support/attention.ts";
import { applyCommand, applyFact, assertFoldConsistent, inTransaction } from "#tests/support/orders.ts";
import { refusalOf, type TestBusiness, testService } from "#tests/support/service.ts";
import { cancelOrder } from "../operations/cancel-order.ts";
import { commandOrdersBulk } from "../operations/command-orders-bulk.ts";
import { createOrder } from "../operations/create-order.ts";
import { findOrders } from "../operations/find-orders.ts";
import { getOrder } from "../operations/get-order.ts";
import { getOrderHistory } from "../operations/get-order-history.ts";
import { holdOrder } from "../operations/hold-order.ts";
import { releaseOrder } from "../operations/release-order.ts";
import { rerouteOrder } from "../operations/reroute-order.ts";
import { updateDeliveryInstruction } from "../operations/update-delivery-instruction.ts";
import { updateOrderNote } from "../operations/update-order-note.ts";
import { updateTimeWindows } from "../operations/update-time-windows.ts";
import { voidOrderEvent } from "../operations/void-event.ts";
import { changeOrders, lockOrders, moveCustody, type OrderCommand, recordFact } from "../public.ts";
import { checkFoldOfBusiness } from "./check-fold.ts";

const service = await testService();
const HOUR = 3_600_000;

/** An order out for delivery, its goods aboard. */
async function underWay(t: TestBusiness) {
  const order = await t.order();
  service.advance(60_000);
  await applyCommand(t, order.id, "dispatch");
  await applyFact(t, order.id, { on: "load", custody: { to: "vehicle", ref: "van" } });
  service.advance(60_000);
  await applyFact(t, order.id, { on: "depart" });
  service.advance(60_000);
  return order;
}

const minutesAgo = (minutes: number) => new Date(service.now().getTime() - minutes * 60_000).toISOString();

/** Create a route in a status with the order on it. */
async function onRoute(t: TestBusiness, order_id: number, status: string): Promise<number> {
  const route = await service.system.row<{ id: number }>(
    `with r as (insert into route (business_id, number, date, status, start_place, created_at, stops_total)
       values ($1, 'R-' || $2::bigint, current_date, $3, '{"line1":"Hub","lat":-15.6,"lng":-47.8}', now(), 1) returning id),
     s as (insert into stop (business_id, route_id, seq, lat, lng) select $1, r.id, 1, -15.7, -47.8 from r returning id)
     insert into stop_task (business_id, stop_id, order_id, action) select $1, s.id, $2::bigint, 'dropoff' from s
     returning (select id from r) as id`,
    [t.id, order_id, status],
  );
  const route_id = route?.id ?? 0;
  await inTransaction(t, async (context) => {
    const order = (await lockOrders(context.db, t.id, [order_id])).get(order_id);
    assert(order !== undefined);
    await changeOrders(context, [
      { order, set: { status: "ROUTED", route_id }, kind: "order.planned", on: "plan" },
    ]);
  });
  return route_id;
}

const stateOf = async (t: TestBusiness, order_id: number) =>
  (await t.as("employee")(getOrder, { order_id })).order;
const attentionOf = async (t: TestBusiness, order_id: number) =>
  (await listItems(t)).filter((item) => item.order_id === order_id);

describe("hold and release", () => {
  test("an order on hold shows it in every response and becomes NEW_ORDER when released; tracking follows", async () => {
    const t = await service.business();
    const order = await t.order();
    const held = await t.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
    assert.partialDeepStrictEqual(held, {
      status: "HOLD",
      order: { hold: { reason: "unpaid" }, can_release: true, can_hold: false },
    });
    assert.equal(
      (await service.anonymous(getTracking, { number: order.tracking_number })).status_code,
      "otep:core:held",
    );
    service.advance(1000);
    const released = await t.as("employee")(releaseOrder, { order_id: order.id, reason: "paid" });
    assert.partialDeepStrictEqual(released, { status: "NEW_ORDER", order: { hold: null } });
    assert.equal(
      (await service.anonymous(getTracking, { number: order.tracking_number })).status_code,
      "otep:core:created",
    );
    assert.deepEqual(
      (await t.eventsOf("order", order.id)).map((event) => event.kind),
      ["order.created", "order.held", "order.released"],
    );
    await assertFoldConsistent(t);
  });

  test("tracking of a received order shows received again after a hold is released", async () => {
    const t = await service.business();
    const order = await t.order();
    await applyFact(t, order.id, { on: "receive", custody: { to: "warehouse", ref: "hub" } });
    service.advance(1000);
    await t.as("client_admin")(holdOrder, { order_id: order.id, reason: "damaged box" });
    service.advance(1000);
    await t.as("client_admin")(releaseOrder, { order_id: order.id });
    assert.equal(
      (await service.anonymous(getTracking, { number: order.tracking_number })).status_code,
      "otep:core:received",
    );
    assert.equal((await stateOf(t, order.id)).parcels[0]?.custody, "warehouse");
    await assertFoldConsistent(t);
  });

  test("a hold removes a planned order from an unreleased route and is refused on a released one", async () => {
    const t = await service.business();
    const [planned, released] = [await t.order(), await t.order()];
    const route_id = await onRoute(t, planned.id, "PLANNED");
    await onRoute(t, released.id, "RELEASED");
    await t.as("client_admin")(holdOrder, { order_id: planned.id, reason: "unpaid" });
    assert.partialDeepStrictEqual(await stateOf(t, planned.id), { status: "HOLD", route_id: null });
    assert.equal(await service.system.row("select 1 from stop where route_id = $1", [route_id]), undefined);
    const refusal = await refusalOf(
      t.as("client_admin")(holdOrder, { order_id: released.id, reason: "unpaid" }),
    );
    assert.deepEqual([refusal.status, refusal.error_code], [409, "ON_ROUTE"]);
    assert.equal(await t.statusOf(released.id), "ROUTED");
  });

  test("a command without a transition or with a stale version is refused; an order of another business does not exist", async () => {
    const [t, other] = [await service.business(), await service.business()];
    const order = await t.order();
    const released = await refusalOf(t.as("client_admin")(releaseOrder, { order_id: order.id }));
    assert.deepEqual([released.status, released.error_code], [409, "INVALID_TRANSITION"]);
    const stale = await refusalOf(
      t.as("client_admin")(holdOrder, { order_id: order.id, reason: "x" }, { if_match: 7 }),
    );
    assert.deepEqual([stale.status, stale.error_code], [409, "VERSION_CONFLICT"]);
    for (const attempt of [
      () => other.as("client_admin")(holdOrder, { order_id: order.id, reason: "x" }),
      () => other.as("client_admin")(releaseOrder, { order_id: order.id }),
      () => other.as("client_admin")(cancelOrder, { order_id: order.id }),
      () => other.as("client_admin")(updateOrderNote, { order_id: order.id, note: "x" }),
      () =>
        other.as("client_admin")(updateDeliveryInstruction, {
          order_id: order.id,
          delivery_instruction: "x",
        }),
      () => other.as("client_admin")(rerouteOrder, { order_id: order.id, address: { line1: "Elsewhere 1" } }),
      () => other.as("client_admin")(getOrderHistory, { order_id: order.id }),
      () => other.as("client_admin")(voidOrderEvent, { order_id: order.id, seq: 1, reason: "x" }),
    ]) {
      assert.equal((await refusalOf(attempt())).status, 404);
    }
    assert.equal((await stateOf(t, order.id)).version, 1);
    const driver = await t.driver();
    assert.equal(
      (await refusalOf(driver.person.call(holdOrder, { order_id: order.id, reason: "x" }))).status,
      403,
    );
  });
});

describe("cancelling", () => {
  test("before pickup the order is CANCELLED and leaves its route, even a released one", async () => {
    const t = await service.business();
    const order = await t.order();
    const route_id = await onRoute(t, order.id, "RELEASED");
    const answer = await t.as("client_admin")(cancelOrder, { order_id: order.id, reason: "wrong item" });
    assert.partialDeepStrictEqual(answer, {
      status: "CANCELLED",
      order: { route_id: null, cancel_requested: false, can_cancel: false },
    });
    assert.equal(
      await service.system.row(
        "select 1 from stop_task t join stop s on s.id = t.stop_id where s.route_id = $1 and t.status = 'PENDING'",
        [route_id],
      ),
      undefined,
    );
    const again = await refusalOf(t.as("client_admin")(cancelOrder, { order_id: order.id }));
    assert.equal(again.error_code, "INVALID_TRANSITION");
    await assertFoldConsistent(t);
  });

  test("once the goods are aboard they must be returned first", async () => {
    const t = await service.business();
    const order = await underWay(t);
    const answer = await t.as("client_admin")(cancelOrder, { order_id: order.id });
    assert.partialDeepStrictEqual(answer, { status: "RETURNING", order: { cancel_requested: true } });
    service.advance(1000);
    const home = await applyFact(t, order.id, {
      on: "return_delivered",
      custody: { to: "sender", ref: null },
    });
    assert.equal(home.order.status, "RETURNED");
    await assertFoldConsistent(t);
  });

  test("an order held by a carrier cannot be cancelled", async () => {
    const t = await service.business();
    const order = await t.order();
    await service.system.execute("update delivery_order set tender_state = 'held' where id = $1", [order.id]);
    assert.equal(
      (await refusalOf(t.as("client_admin")(cancelOrder, { order_id: order.id }))).error_code,
      "HELD_BY_CARRIER",
    );
  });
});

describe("changing one field", () => {
  test("the instruction and the note change alone; an order in a final status keeps its instruction", async () => {
    const t = await service.business();
    const order = await t.order({ note: "old" });
    const { body } = await t.http(
      "client_admin",
      "PATCH",
      `/api/v1/client/orders/${order.id}/delivery-instruction`,
      { delivery_instruction: "Ring twice" },
      { "if-match": '"1"' },
    );
    assert.partialDeepStrictEqual(body, {
      version: 2,
      order: { delivery_instruction: "Ring twice", note: "old" },
    });
    const noted = await t.as("employee")(updateOrderNote, { order_id: order.id, note: "VIP" });
    assert.partialDeepStrictEqual(noted.order, {
      delivery_instruction: "Ring twice",
      note: "VIP",
      status: "NEW_ORDER",
    });
    const events = await t.eventsOf("order", order.id);
    assert.ok(!JSON.stringify(events).includes("Ring twice") && !JSON.stringify(events).includes("VIP"));
    await t.as("client_admin")(cancelOrder, { order_id: order.id });
    const refusal = await refusalOf(
      t.as("client_admin")(updateDeliveryInstruction, { order_id: order.id, delivery_instruction: "x" }),
    );
    assert.equal(refusal.error_code, "INVALID_TRANSITION");
  });

  test("windows change by reference, each item on its own, also across midnight", async () => {
    const t = await service.business();
    const [a, b] = [await t.order({ ref: "A" }), await t.order({ external_tracking: "EXT-B" })];
    await t.order({ ref: "twin" });
    await t.order({ ref: "twin" });
    const theirs = await (await service.business()).order({ ref: "theirs" });
    const window = { window_start: "2026-11-21T23:00:00-03:00", window_end: "2026-11-22T02:00:00-03:00" };
    const answer = await t.as("client_admin")(updateTimeWindows, {
      items: [
        { ref: "A", ...window },
        { ref: "EXT-B", ...window },
        { ref: "A", ...window },
        { ref: "twin", ...window },
        { ref: "none", ...window },
        { ref: "theirs", ...window },
        { ref: "EXT-B", window_start: window.window_end, window_end: window.window_start },
      ],
      schedule_date: "2026-11-22",
    });
    assert.deepEqual(
      answer.items.map((item) => item.error_code),
      [null, null, "REPEATED_REF", "AMBIGUOUS_REF", "NOT_FOUND", "NOT_FOUND", "REPEATED_REF"],
    );
    assert.partialDeepStrictEqual(answer, { done: 2, failed: 5, result: true });
    for (const { id } of [a, b]) {
      assert.partialDeepStrictEqual(await stateOf(t, id), {
        scheduled_date: "2026-11-22",
        window_start: "2026-11-22T02:00:00.000Z",
        window_end: "2026-11-22T05:00:00.000Z",
        dropoff: { window: { start: "2026-11-22T02:00:00.000Z" } },
      });
    }
    assert.equal(
      (
        await service.system.row<{ window_start: null }>(
          "select window_start from delivery_order where id = $1",
          [theirs.id],
        )
      )?.window_start,
      null,
    );
    const bad = await t.as("client_admin")(updateTimeWindows, {
      items: [{ ref: "A", window_start: window.window_end, window_end: window.window_start }],
    });
    assert.equal(bad.items[0]?.error_code, "INVALID_WINDOW");
    assert.equal(
      (
        await refusalOf(
          t.as("client_admin")(updateTimeWindows, {
            items: [{ ref: "A", ...window }],
            schedule_date: "2026-02-30",
          }),
        )
      ).status,
      422,
    );
  });
});

describe("rerouting", () => {
  test("a successor is created at the new address, and the old number redirects to it", async () => {
    const t = await service.business();
    const made = await t.as("client_admin")(createOrder, {
      dropoff: {
        name: "Clara Dias",
        phone: "+55 61 9",
        line1: "Old 1",
        city: "Brasília",
        lat: -15.7,
        lng: -47.8,
      },
      ref: "R-1",
      parcels: [{ weight_g: 500 }, { weight_g: 700 }],
      requirements: { pod: ["pin"], pin: "4711" },
      cod_minor: 900,
    });
    const answer = await t.as("client_admin")(rerouteOrder, {
      order_id: made.order_id,
      address: { line1: "New 2", city: "Brasília", lat: -15.8, lng: -47.9 },
    });
    assert.partialDeepStrictEqual(answer.order, {
      status: "NEW_ORDER",
      ref: "R-1",
      weight_g: 1200,
      cod_minor: 900,
      replaces_order_id: made.order_id,
      dropoff: { name: "Clara Dias", line1: "New 2", lat: -15.8 },
    });
    assert.equal(answer.tracking_numbers.length, 2);
    assert.partialDeepStrictEqual(await stateOf(t, made.order_id), {
      status: "CANCELLED",
      replaced_by_order_id: answer.order_id,
    });
    const pins = await service.system.rows<{ pin: string }>(
      "select requirements->>'pin_hash' as pin from delivery_order where business_id = $1 order by id",
      [t.id],
    );
    assert.equal(pins[0]?.pin, pins[1]?.pin);
    for (const number of made.tracking_numbers) {
      const tracked = await service.anonymous(getTracking, { number });
      assert.partialDeepStrictEqual(tracked, {
        tracking_number: answer.tracking_number,
        redirected_from: number,
        status: "NEW_ORDER",
      });
    }
    const again = await t.as("client_admin")(rerouteOrder, {
      order_id: answer.order_id,
      address: { line1: "Third 3", lat: -15.9, lng: -47.9 },
    });
    const far = await service.anonymous(getTracking, { number: made.tracking_number });
    assert.equal(far.tracking_number, again.tracking_number);
    await assertFoldConsistent(t);
  });

  test("a planned order leaves its route; an order on hold stays on hold", async () => {
    const t = await service.business();
    const [planned, held] = [await t.order(), await t.order()];
    const route_id = await onRoute(t, planned.id, "RELEASED");
    const moved = await t.as("client_admin")(rerouteOrder, {
      order_id: planned.id,
      address: { line1: "New 2", lat: -15.8, lng: -47.9 },
    });
    assert.partialDeepStrictEqual(moved.order, { status: "NEW_ORDER", route_id: null });
    assert.equal(
      await service.system.row(
        "select 1 from stop_task t join stop s on s.id = t.stop_id where s.route_id = $1 and t.status = 'PENDING'",
        [route_id],
      ),
      undefined,
    );
    await t.as("client_admin")(holdOrder, { order_id: held.id, reason: "unpaid" });
    const still = await t.as("client_admin")(rerouteOrder, {
      order_id: held.id,
      address: { line1: "New 3", lat: -15.8, lng: -47.9 },
    });
    assert.partialDeepStrictEqual(still.order, { status: "HOLD", hold: { reason: "unpaid" } });
    await assertFoldConsistent(t);
  });

  test("goods that were picked up are not rerouted, and an invalid address changes nothing", async () => {
    const t = await service.business();
    const out = await underWay(t);
    const refusal = await refusalOf(
      t.as("client_admin")(rerouteOrder, { order_id: out.id, address: { line1: "New 2" } }),
    );
    assert.deepEqual([refusal.status, refusal.error_code], [409, "INVALID_TRANSITION"]);
    const order = await t.order();
    const bad = await refusalOf(
      t.as("client_admin")(rerouteOrder, { order_id: order.id, address: { line1: "New 2", lat: 1 } }),
    );
    assert.deepEqual([bad.status, bad.errors?.[0]?.field], [422, "address/lng"]);
    assert.equal(await t.statusOf(order.id), "NEW_ORDER");
  });
});

describe("finding", () => {
  test("by part of a number, by reference, by name without accents and with a typing error, by phone digits", async () => {
    const t = await service.business();
    const order = await t.order({
      ref: "PO-7781",
      dropoff: {
        name: "João Gonçalves",
        phone: "+55 61 98888-1234",
        line1: "Quadra 7",
        city: "Brasília",
        lat: -15.7,
        lng: -47.8,
      },
    });
    await t.order();
    for (const q of [
      order.tracking_number,
      order.tracking_number.slice(4, 12),
      "po-7781",
      "joao goncalves",
      "Goncalvez",
      "988881234",
      "goncalves joao",
      ` ${order.tracking_number.toLowerCase()} `,
    ]) {
      const found = await t.as("employee")(findOrders, { q });
      assert.equal(found.orders[0]?.order.id, order.id, q);
    }
    assert.equal((await t.as("employee")(findOrders, { q: "%_" })).total, 0);
    assert.equal((await refusalOf(t.as("employee")(findOrders, { q: "   " }))).status, 422);
    assert.equal(
      (await (await service.business()).as("client_admin")(findOrders, { q: order.tracking_number })).total,
      0,
    );
    const customer = await t.customer();
    assert.equal((await customer.person.call(findOrders, { q: "po-7781" })).total, 0);
    const contractor = await t.contractor();
    assert.equal((await contractor.person.call(findOrders, { q: "po-7781" })).total, 0);
    const { status, body } = await t.http("employee", "GET", "/api/v1/client/orders/search?q=po-7781");
    assert.deepEqual([status, body.orders[0].order.ref], [200, "PO-7781"]);
  });
});

describe("bulk commands", () => {
  test("each order reports its actual status, and all changes have the same batch id", async () => {
    const [t, other] = [await service.business(), await service.business()];
    const [free, held, theirs] = [await t.order(), await t.order(), await other.order()];
    const out = await underWay(t);
    await t.as("client_admin")(holdOrder, { order_id: held.id, reason: "x" });
    const answer = await t.as("client_admin")(commandOrdersBulk, {
      order_ids: [free.id, held.id, theirs.id, out.id, free.id],
      activity: "hold",
      reason: "storm",
    });
    assert.deepEqual(
      answer.orders.map(({ order_id, status, error_code }) => [order_id, status, error_code]),
      [
        [free.id, "HOLD", null],
        [held.id, "HOLD", "INVALID_TRANSITION"],
        [theirs.id, null, "NOT_FOUND"],
        [out.id, "OUT_FOR_DELIVERY", "INVALID_TRANSITION"],
      ],
    );
    assert.partialDeepStrictEqual(answer, { done: 1, failed: 3, result: true });
    const events = await service.system.rows<{ batch_id: number }>(
      "select batch_id from event where business_id = $1 and subject_id = $2 and kind = 'order.held'",
      [t.id, String(free.id)],
    );
    assert.deepEqual(events, [{ batch_id: answer.batch_id }]);
    const released = await t.as("client_admin")(commandOrdersBulk, {
      order_ids: [free.id, held.id],
      activity: "release",
    });
    assert.equal(released.done, 2);
    assert.equal(
      (await refusalOf(t.as("client_admin")(commandOrdersBulk, { order_ids: [free.id], activity: "hold" })))
        .errors?.[0]?.field,
      "reason",
    );
    await assertFoldConsistent(t);
  });

  test("receive, exception, new attempt, return, note and cancel work like the single commands", async () => {
    const t = await service.business();
    const order = await t.order();
    const give = async (more: Record<string, unknown>) => {
      service.advance(1000);
      const answer = await t.as("employee")(commandOrdersBulk, { order_ids: [order.id], ...more } as never);
      return answer.orders[0]?.status;
    };
    assert.equal(await give({ activity: "note", note: "look" }), "NEW_ORDER");
    assert.equal(await give({ activity: "receive", location: "hub 1" }), "AT_WAREHOUSE");
    assert.equal((await stateOf(t, order.id)).parcels[0]?.custody, "warehouse");
    assert.equal(
      await give({ activity: "raise_exception", reason: "wet", incident_reason: "damaged" }),
      "EXCEPTION",
    );
    assert.equal(await give({ activity: "reattempt" }), "AT_WAREHOUSE");
    assert.equal(await give({ activity: "start_return" }), "RETURNING");
    // A scan is never refused; the order stays RETURNING.
    assert.equal(await give({ activity: "receive" }), "RETURNING");
    assert.equal(await give({ activity: "cancel" }), "RETURNING");
    await assertFoldConsistent(t);
  });
});

describe("facts", () => {
  test("a fact without a transition is recorded, leaves status and tracking unchanged and opens an attention item", async () => {
    const t = await service.business();
    const order = await t.order();
    service.advance(1000);
    const outcome = await applyFact(t, order.id, { on: "complete" });
    assert.partialDeepStrictEqual(outcome, { moved: false, attention: "unlisted_fact" });
    assert.equal(await t.statusOf(order.id), "NEW_ORDER");
    assert.deepEqual(
      (await attentionOf(t, order.id)).map((item) => item.kind),
      ["unlisted_fact"],
    );
    assert.equal((await t.eventsOf("order", order.id)).at(-1)?.kind, "order.fact_recorded");
    const tracked = await service.anonymous(getTracking, { number: order.tracking_number });
    assert.deepEqual(
      [tracked.status_code, tracked.events.at(-1)?.status_code],
      ["otep:core:created", "otep:core:note"],
    );
    await assertFoldConsistent(t);
  });

  test("on HOLD a scan changes custody only", async () => {
    const t = await service.business();
    const order = await t.order();
    await t.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
    service.advance(1000);
    const outcome = await applyFact(t, order.id, { on: "receive", custody: { to: "warehouse", ref: "hub" } });
    assert.partialDeepStrictEqual(outcome, { moved: false, attention: null, order: { status: "HOLD" } });
    assert.equal((await stateOf(t, order.id)).parcels[0]?.custody, "warehouse");
    assert.equal(
      (await service.anonymous(getTracking, { number: order.tracking_number })).status_code,
      "otep:core:held",
    );
    const cancelled = await t.as("client_admin")(cancelOrder, { order_id: order.id });
    assert.equal(cancelled.status, "RETURNING");
    await assertFoldConsistent(t);
  });

  test("delivered offline, cancelled meanwhile, uploaded late: DELIVERED, the side effects of the cancellation remain, an item opens", async () => {
    const t = await service.business();
    const order = await underWay(t);
    service.advance(30 * 60_000);
    const cancelled = await t.as("client_admin")(cancelOrder, { order_id: order.id });
    assert.equal(cancelled.status, "RETURNING");
    service.advance(20 * 60_000);
    const outcome = await applyFact(t, order.id, {
      on: "complete",
      occurred_at: minutesAgo(30),
      custody: { to: "recipient", ref: null },
    });
    assert.partialDeepStrictEqual(outcome, {
      moved: true,
      attention: "late_fact_conflict",
      order: { status: "DELIVERED", cancel_requested: true },
    });
    const now = await stateOf(t, order.id);
    assert.equal(now.delivered_at, now.status_since);
    assert.equal(now.parcels[0]?.custody, "recipient");
    const [item] = await attentionOf(t, order.id);
    assert.partialDeepStrictEqual(item, {
      kind: "late_fact_conflict",
      facts: { status_before: "RETURNING", status: "DELIVERED", undone: [{ on: "cancel_in_custody" }] },
    });
    const tracked = await service.anonymous(getTracking, { number: order.tracking_number });
    assert.partialDeepStrictEqual(tracked, {
      status: "DELIVERED",
      status_code: "otep:core:delivered",
      terminal: true,
    });
    await assertFoldConsistent(t);
  });

  test("the same facts in any order of arrival give the same status and the same timeline", async () => {
    const t = await service.business();
    const day: { on: OrderCommand; minutes: number }[] = [
      { on: "load", minutes: 50 },
      { on: "depart", minutes: 40 },
      { on: "arrive", minutes: 20 },
      { on: "complete", minutes: 10 },
    ];
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
      [1, 3, 0, 2],
      [3, 0, 1, 2],
    ];
    const made: { id: number; tracking_number: string }[] = [];
    for (const _sequence of orders) {
      const order = await t.order();
      await applyCommand(t, order.id, "dispatch");
      made.push(order);
    }
    service.advance(60 * 60_000);
    const at = day.map(({ minutes }) => minutesAgo(minutes));
    for (const [index, sequence] of orders.entries()) {
      const order = made[index];
      assert(order !== undefined);
      for (const step of sequence) {
        service.advance(1000);
        const one = day[step];
        assert(one !== undefined);
        await applyFact(t, order.id, { on: one.on, occurred_at: at[step] as string });
      }
      assert.equal(await t.statusOf(order.id), "DELIVERED", sequence.join());
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
      const { events } = await t.as("client_admin")(getOrderHistory, { order_id: order.id });
      const wrong = events.find((event) => event.payload["on" as never] === "complete");
      service.advance(1000);
      const back = await t.as("client_admin")(voidOrderEvent, {
        order_id: order.id,
        seq: wrong?.seq ?? 0,
        reason: "wrong door",
      });
      assert.equal(back.status, "ARRIVED", sequence.join());
    }
    await assertFoldConsistent(t);
  });

  test("several facts of one order in one transaction give the same fold as separate transactions", async () => {
    const t = await service.business();
    const order = await underWay(t);
    service.advance(HOUR);
    await inTransaction(t, async (context) => {
      for (const [on, minutes] of [
        ["complete", 10],
        ["arrive", 20],
        ["fail", 5],
      ] as const) {
        const row = (await lockOrders(context.db, t.id, [order.id])).get(order.id);
        assert(row !== undefined);
        await recordFact(context, row, { on, occurred_at: minutesAgo(minutes) });
      }
    });
    assert.equal(await t.statusOf(order.id), "DELIVERED");
    assert.deepEqual(
      (await attentionOf(t, order.id)).map((item) => item.facts["on"]),
      ["fail"],
    );
    await assertFoldConsistent(t);
  });

  test("of concurrent decisions of two people each is applied or refused with the current status", async () => {
    const t = await service.business();
    const order = await t.order();
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_none, n) =>
        n % 2 === 0
          ? t.as("client_admin")(holdOrder, { order_id: order.id, reason: "x" })
          : t.as("client_admin")(cancelOrder, { order_id: order.id }),
      ),
    );
    const done = answers
      .filter((answer) => answer.status === "fulfilled")
      .map((answer) => answer.value.status);
    assert.ok(done.length <= 2 && done.at(0) !== undefined);
    assert.equal(await t.statusOf(order.id), "CANCELLED");
    assert.equal((await t.eventsOf("order", order.id)).length, 1 + done.length);
    await assertFoldConsistent(t);
  });

  test("a fact from a phone with a wrong clock changes the order, and its reported time is stored", async () => {
    const t = await service.business();
    const [slow, fast] = [await t.order(), await t.order()];
    for (const [order, claimed] of [
      [slow, minutesAgo(5000)],
      [fast, minutesAgo(-5000)],
    ] as const) {
      assert.equal(
        (await applyFact(t, order.id, { on: "receive", occurred_at: claimed })).order.status,
        "AT_WAREHOUSE",
      );
      assert.equal((await t.eventsOf("order", order.id)).at(-1)?.payload["claimed_at"], claimed);
    }
    await assertFoldConsistent(t);
  });

  test("a fact after a final status is recorded and changes nothing", async () => {
    const t = await service.business();
    const order = await underWay(t);
    await applyFact(t, order.id, { on: "complete", custody: { to: "recipient", ref: null } });
    service.advance(1000);
    const outcome = await applyFact(t, order.id, { on: "fail" });
    assert.partialDeepStrictEqual(outcome, { moved: false, attention: "unlisted_fact" });
    assert.equal(await t.statusOf(order.id), "DELIVERED");
    const twin = await applyFact(t, order.id, { on: "complete" });
    assert.equal(twin.attention, null);
    await assertFoldConsistent(t);
  });

  test("the status changes only with the last parcel", async () => {
    const t = await service.business();
    const made = await t.as("client_admin")(createOrder, {
      dropoff: { line1: "Quadra 7", lat: -15.7, lng: -47.8 },
      parcels: [{}, {}, {}],
    });
    const [first, second, third] = made.order.parcels.map((parcel) => parcel.id);
    await applyCommand(t, made.order_id, "dispatch");
    await applyFact(t, made.order_id, { on: "load", custody: { to: "vehicle", ref: "van" } });
    service.advance(1000);
    await applyFact(t, made.order_id, { on: "depart" });
    service.advance(1000);
    const part = await applyFact(t, made.order_id, {
      on: "complete",
      parcel_ids: [first as number],
      custody: { to: "recipient", ref: null },
    });
    assert.partialDeepStrictEqual(part, {
      moved: false,
      attention: null,
      order: { status: "OUT_FOR_DELIVERY", partial: true },
    });
    assert.deepEqual(
      (await stateOf(t, made.order_id)).parcels.map((parcel) => parcel.custody),
      ["recipient", "vehicle", "vehicle"],
    );
    await service.system.execute("update parcel set custody = 'missing' where id = $1", [third]);
    service.advance(1000);
    const rest = await applyFact(t, made.order_id, {
      on: "complete",
      parcel_ids: [second as number],
      custody: { to: "recipient", ref: null },
    });
    assert.partialDeepStrictEqual(rest, { moved: true, order: { status: "DELIVERED", partial: false } });
    await assertFoldConsistent(t);
  });

  test("custody changes name giver and taker, and an older scan does not undo a newer one", async () => {
    const t = await service.business();
    const order = await t.order();
    service.advance(600_000);
    await inTransaction(t, (context) => moveCustody(context, [order.id], "driver", "7"));
    await inTransaction(t, (context) => moveCustody(context, [order.id], "warehouse", "hub", minutesAgo(5)));
    const parcel = (await stateOf(t, order.id)).parcels[0];
    assert.equal(parcel?.custody, "driver");
    const [moved] = await t.eventsOf("parcel", parcel?.id ?? 0);
    assert.partialDeepStrictEqual(moved, {
      kind: "parcel.custody_changed",
      payload: { giver: "sender", taker: "driver" },
    });
  });
});

describe("corrections", () => {
  test("a delivery recorded by mistake is voided: status, custody, tracking; the audit trail shows both events", async () => {
    const t = await service.business();
    const order = await underWay(t);
    await applyFact(t, order.id, { on: "complete", custody: { to: "recipient", ref: null } });
    service.advance(60_000);
    const history = await t.as("employee")(getOrderHistory, { order_id: order.id });
    const wrong = history.events.find((event) => event.payload["on" as never] === "complete");
    const denied = await refusalOf(
      t.as("employee")(voidOrderEvent, { order_id: order.id, seq: wrong?.seq ?? 0, reason: "wrong parcel" }),
    );
    assert.equal(denied.status, 403);
    const answer = await t.as("client_admin")(voidOrderEvent, {
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
    const after = await t.as("employee")(getOrderHistory, { order_id: order.id });
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
        (await refusalOf(t.as("client_admin")(voidOrderEvent, { order_id: order.id, seq, reason: "x" })))
          .error_code,
        code,
      );
    }
    service.advance(60_000);
    assert.equal((await applyFact(t, order.id, { on: "complete" })).order.status, "DELIVERED");
    await assertFoldConsistent(t);
  });

  test("the history detects a changed row of the event log", async () => {
    const t = await service.business();
    const order = await t.order();
    await t.as("client_admin")(holdOrder, { order_id: order.id, reason: "x" });
    const whole = await t.as("client_admin")(getOrderHistory, { order_id: order.id });
    assert.partialDeepStrictEqual(whole.chain, { verified: true, broken_at_seq: null, events: 2 });
    await service.runtime.pools.owner.query(
      'update event set payload = payload || \'{"status_before": "ROUTED"}\' where business_id = $1 and subject_id = $2 and seq = 2',
      [t.id, String(order.id)],
    );
    const forged = await t.as("client_admin")(getOrderHistory, { order_id: order.id });
    assert.partialDeepStrictEqual(forged.chain, { verified: false, broken_at_seq: 2 });
  });

  test("the fold check finds a status that was changed directly in the database", async () => {
    const t = await service.business();
    const order = await t.order();
    await service.system.execute("update delivery_order set status = 'DELIVERED' where id = $1", [order.id]);
    const { differences } = await checkFoldOfBusiness(service.system, t.id);
    assert.deepEqual(
      differences.map(({ what, stored, rebuilt }) => [what, stored, rebuilt]),
      [
        ["status", "DELIVERED", "NEW_ORDER"],
        ["timeline", "DELIVERED", "otep:core:created"],
      ],
    );
  });
});

test("the timeline is complete for the owner and redacted for the public", async () => {
  const t = await service.business();
  const order = await t.order();
  const full = await t.as("employee")(getOtepTracking, { tracking_number: order.tracking_number });
  assert.partialDeepStrictEqual(full, { type: "otep.timeline", status: { base: "created" } });
});
