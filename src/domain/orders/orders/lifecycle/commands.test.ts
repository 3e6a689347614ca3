import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { getOtepTracking } from "#domain/integration/otep/operations/get-otep-tracking.ts";
import { getTracking } from "#domain/tracking/tracking/operations/get-tracking.ts";
import {
  applyFact,
  assertFoldConsistent,
  createOrderUnderWay,
  inTransaction,
} from "#tests/support/orders.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
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
import { voidOrderEvent } from "../operations/void-order-event.ts";
import { changeOrders, lockOrder } from "../public.ts";

const service = await testService();

/** Create a route in a status with the order on it. */
async function onRoute(business: TestBusiness, order_id: number, status: string): Promise<number> {
  const route = await service.system.row<{ id: number }>(
    `with r as (insert into route (business_id, number, date, status, start_place, created_at, stops_total)
       values ($1, 'R-' || $2::bigint, current_date, $3, '{"line1":"Hub","lat":-15.6,"lng":-47.8}', now(), 1) returning id),
     s as (insert into stop (business_id, route_id, seq, lat, lng) select $1, r.id, 1, -15.7, -47.8 from r returning id)
     insert into stop_task (business_id, stop_id, order_id, action) select $1, s.id, $2::bigint, 'dropoff' from s
     returning (select id from r) as id`,
    [business.id, order_id, status],
  );
  const route_id = route?.id ?? 0;
  await inTransaction(business, async (context) => {
    const order = await lockOrder(context.db, business.id, order_id);
    assert(order !== undefined);
    await changeOrders(context, [
      { order, set: { status: "ROUTED", route_id }, kind: "order.planned", trigger: "plan" },
    ]);
  });
  return route_id;
}

const readState = async (business: TestBusiness, order_id: number) =>
  (await business.as("employee")(getOrder, { order_id })).order;

describe("hold and release", () => {
  test("an order on hold shows it in every response and becomes NEW_ORDER when released; tracking follows", async () => {
    const business = await service.business();
    const order = await business.order();
    const held = await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
    assert.partialDeepStrictEqual(held, {
      status: "HOLD",
      order: { hold: { reason: "unpaid" }, can_release: true, can_hold: false },
    });
    assert.equal(
      (await service.anonymous(getTracking, { number: order.tracking_number })).status_code,
      "otep:core:held",
    );
    service.advance(1000);
    const released = await business.as("employee")(releaseOrder, { order_id: order.id, reason: "paid" });
    assert.partialDeepStrictEqual(released, { status: "NEW_ORDER", order: { hold: null } });
    assert.equal(
      (await service.anonymous(getTracking, { number: order.tracking_number })).status_code,
      "otep:core:created",
    );
    assert.deepEqual(
      (await business.readEvents("order", order.id)).map((event) => event.kind),
      ["order.created", "order.held", "order.released"],
    );
    await assertFoldConsistent(business);
  });

  test("tracking of a received order shows received again after a hold is released", async () => {
    const business = await service.business();
    const order = await business.order();
    await applyFact(business, order.id, { trigger: "receive", custody: { to: "warehouse" } });
    service.advance(1000);
    await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "damaged box" });
    service.advance(1000);
    await business.as("client_admin")(releaseOrder, { order_id: order.id });
    assert.equal(
      (await service.anonymous(getTracking, { number: order.tracking_number })).status_code,
      "otep:core:received",
    );
    assert.equal((await readState(business, order.id)).parcels[0]?.custody, "warehouse");
    await assertFoldConsistent(business);
  });

  test("a hold removes a planned order from an unreleased route and is refused on a released one", async () => {
    const business = await service.business();
    const [planned, released] = [await business.order(), await business.order()];
    const route_id = await onRoute(business, planned.id, "PLANNED");
    await onRoute(business, released.id, "RELEASED");
    await business.as("client_admin")(holdOrder, { order_id: planned.id, reason: "unpaid" });
    assert.partialDeepStrictEqual(await readState(business, planned.id), { status: "HOLD", route_id: null });
    assert.equal(await service.system.row("select 1 from stop where route_id = $1", [route_id]), undefined);
    const refusal = await catchRefusal(
      business.as("client_admin")(holdOrder, { order_id: released.id, reason: "unpaid" }),
    );
    assert.deepEqual([refusal.status, refusal.error_code], [409, "ON_ROUTE"]);
    assert.equal(await business.readStatus(released.id), "ROUTED");
  });

  test("a command without a transition or with a stale version is refused; an order of another business does not exist", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const order = await business.order();
    const released = await catchRefusal(business.as("client_admin")(releaseOrder, { order_id: order.id }));
    assert.deepEqual([released.status, released.error_code], [409, "INVALID_TRANSITION"]);
    const stale = await catchRefusal(
      business.as("client_admin")(holdOrder, { order_id: order.id, reason: "x" }, { if_match: 7 }),
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
      assert.equal((await catchRefusal(attempt())).status, 404);
    }
    assert.equal((await readState(business, order.id)).version, 1);
    const driver = await business.driver();
    assert.equal(
      (await catchRefusal(driver.person.call(holdOrder, { order_id: order.id, reason: "x" }))).status,
      403,
    );
  });
});

describe("cancelling", () => {
  test("before pickup the order is CANCELLED and leaves its route, even a released one", async () => {
    const business = await service.business();
    const order = await business.order();
    const route_id = await onRoute(business, order.id, "RELEASED");
    const answer = await business.as("client_admin")(cancelOrder, {
      order_id: order.id,
      reason: "wrong item",
    });
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
    const again = await catchRefusal(business.as("client_admin")(cancelOrder, { order_id: order.id }));
    assert.equal(again.error_code, "INVALID_TRANSITION");
    await assertFoldConsistent(business);
  });

  test("once the goods are aboard they must be returned first", async () => {
    const business = await service.business();
    const order = await createOrderUnderWay(business);
    const answer = await business.as("client_admin")(cancelOrder, { order_id: order.id });
    assert.partialDeepStrictEqual(answer, { status: "RETURNING", order: { cancel_requested: true } });
    service.advance(1000);
    const home = await applyFact(business, order.id, {
      trigger: "return_delivered",
      custody: { to: "sender", ref: null },
    });
    assert.equal(home.order.status, "RETURNED");
    await assertFoldConsistent(business);
  });

  test("an order held by a carrier cannot be cancelled", async () => {
    const business = await service.business();
    const order = await business.order();
    await service.system.execute("update delivery_order set tender_state = 'held' where id = $1", [order.id]);
    assert.equal(
      (await catchRefusal(business.as("client_admin")(cancelOrder, { order_id: order.id }))).error_code,
      "HELD_BY_CARRIER",
    );
  });
});

describe("changing one field", () => {
  test("the instruction and the note change alone; an order in a final status keeps its instruction", async () => {
    const business = await service.business();
    const order = await business.order({ note: "old" });
    const { body } = await business.http(
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
    const noted = await business.as("employee")(updateOrderNote, { order_id: order.id, note: "VIP" });
    assert.partialDeepStrictEqual(noted.order, {
      delivery_instruction: "Ring twice",
      note: "VIP",
      status: "NEW_ORDER",
    });
    const events = await business.readEvents("order", order.id);
    assert.ok(!JSON.stringify(events).includes("Ring twice") && !JSON.stringify(events).includes("VIP"));
    await business.as("client_admin")(cancelOrder, { order_id: order.id });
    const refusal = await catchRefusal(
      business.as("client_admin")(updateDeliveryInstruction, {
        order_id: order.id,
        delivery_instruction: "x",
      }),
    );
    assert.equal(refusal.error_code, "INVALID_TRANSITION");
  });

  test("windows change by reference, each item on its own, also across midnight", async () => {
    const business = await service.business();
    const [a, b] = [await business.order({ ref: "A" }), await business.order({ external_tracking: "EXT-B" })];
    await business.order({ ref: "twin" });
    await business.order({ ref: "twin" });
    const theirs = await (await service.business()).order({ ref: "theirs" });
    const window = { window_start: "2026-11-21T23:00:00-03:00", window_end: "2026-11-22T02:00:00-03:00" };
    const answer = await business.as("client_admin")(updateTimeWindows, {
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
      assert.partialDeepStrictEqual(await readState(business, id), {
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
    const bad = await business.as("client_admin")(updateTimeWindows, {
      items: [{ ref: "A", window_start: window.window_end, window_end: window.window_start }],
    });
    assert.equal(bad.items[0]?.error_code, "INVALID_WINDOW");
    assert.equal(
      (
        await catchRefusal(
          business.as("client_admin")(updateTimeWindows, {
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
    const business = await service.business();
    const created_order = await business.as("client_admin")(createOrder, {
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
    const answer = await business.as("client_admin")(rerouteOrder, {
      order_id: created_order.order_id,
      address: { line1: "New 2", city: "Brasília", lat: -15.8, lng: -47.9 },
    });
    assert.partialDeepStrictEqual(answer.order, {
      status: "NEW_ORDER",
      ref: "R-1",
      weight_g: 1200,
      cod_minor: 900,
      replaces_order_id: created_order.order_id,
      dropoff: { name: "Clara Dias", line1: "New 2", lat: -15.8 },
    });
    assert.equal(answer.tracking_numbers.length, 2);
    assert.partialDeepStrictEqual(await readState(business, created_order.order_id), {
      status: "CANCELLED",
      replaced_by_order_id: answer.order_id,
    });
    const refused = await catchRefusal(
      business.as("client_admin")(rerouteOrder, {
        order_id: created_order.order_id,
        address: { line1: "New 3" },
      }),
    );
    assert.partialDeepStrictEqual(refused.extra, {
      status: "CANCELLED",
      allowed: [],
      replaced_by_order_id: answer.order_id,
    });
    const held = await catchRefusal(business.as("client_admin")(releaseOrder, { order_id: answer.order_id }));
    assert.deepEqual(held.extra, {
      order_id: answer.order_id,
      status: "NEW_ORDER",
      allowed: ["hold", "cancel", "raise_exception"],
    });
    const pins = await service.system.rows<{ pin: string }>(
      "select requirements->>'pin_hash' as pin from delivery_order where business_id = $1 order by id",
      [business.id],
    );
    assert.equal(pins[0]?.pin, pins[1]?.pin);
    for (const number of created_order.tracking_numbers) {
      const tracked = await service.anonymous(getTracking, { number });
      assert.partialDeepStrictEqual(tracked, {
        tracking_number: answer.tracking_number,
        redirected_from: number,
        status: "NEW_ORDER",
      });
    }
    const again = await business.as("client_admin")(rerouteOrder, {
      order_id: answer.order_id,
      address: { line1: "Third 3", lat: -15.9, lng: -47.9 },
    });
    const far = await service.anonymous(getTracking, { number: created_order.tracking_number });
    assert.equal(far.tracking_number, again.tracking_number);
    await assertFoldConsistent(business);
  });

  test("a planned order leaves its route; an order on hold stays on hold", async () => {
    const business = await service.business();
    const [planned, held] = [await business.order(), await business.order()];
    const route_id = await onRoute(business, planned.id, "RELEASED");
    const moved = await business.as("client_admin")(rerouteOrder, {
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
    await business.as("client_admin")(holdOrder, { order_id: held.id, reason: "unpaid" });
    const still = await business.as("client_admin")(rerouteOrder, {
      order_id: held.id,
      address: { line1: "New 3", lat: -15.8, lng: -47.9 },
    });
    assert.partialDeepStrictEqual(still.order, { status: "HOLD", hold: { reason: "unpaid" } });
    await assertFoldConsistent(business);
  });

  test("goods that were picked up are not rerouted, and an invalid address changes nothing", async () => {
    const business = await service.business();
    const out = await createOrderUnderWay(business);
    const refusal = await catchRefusal(
      business.as("client_admin")(rerouteOrder, { order_id: out.id, address: { line1: "New 2" } }),
    );
    assert.deepEqual([refusal.status, refusal.error_code], [409, "INVALID_TRANSITION"]);
    const order = await business.order();
    const bad = await catchRefusal(
      business.as("client_admin")(rerouteOrder, { order_id: order.id, address: { line1: "New 2", lat: 1 } }),
    );
    assert.deepEqual([bad.status, bad.errors?.[0]?.field], [422, "address/lng"]);
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
  });
});

describe("finding", () => {
  test("by part of a number, by reference, by name without accents and with a typing error, by phone digits", async () => {
    const business = await service.business();
    const order = await business.order({
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
    await business.order();
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
      const search_answer = await business.as("employee")(findOrders, { q });
      assert.equal(search_answer.orders[0]?.order.id, order.id, q);
    }
    assert.equal((await business.as("employee")(findOrders, { q: "%_" })).total, 0);
    assert.equal((await catchRefusal(business.as("employee")(findOrders, { q: "   " }))).status, 422);
    assert.equal(
      (await (await service.business()).as("client_admin")(findOrders, { q: order.tracking_number })).total,
      0,
    );
    const customer = await business.customer();
    assert.equal((await customer.person.call(findOrders, { q: "po-7781" })).total, 0);
    const contractor = await business.contractor();
    assert.equal((await contractor.person.call(findOrders, { q: "po-7781" })).total, 0);
    const { status, body } = await business.http("employee", "GET", "/api/v1/client/orders/search?q=po-7781");
    assert.deepEqual([status, body.orders[0].order.ref], [200, "PO-7781"]);
  });
});

describe("bulk commands", () => {
  test("each order reports its actual status, and all changes have the same batch id", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const [free, held, theirs] = [await business.order(), await business.order(), await other.order()];
    const out = await createOrderUnderWay(business);
    await business.as("client_admin")(holdOrder, { order_id: held.id, reason: "x" });
    const answer = await business.as("client_admin")(commandOrdersBulk, {
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
      [business.id, String(free.id)],
    );
    assert.deepEqual(events, [{ batch_id: answer.batch_id }]);
    const released = await business.as("client_admin")(commandOrdersBulk, {
      order_ids: [free.id, held.id],
      activity: "release",
    });
    assert.equal(released.done, 2);
    assert.equal(
      (
        await catchRefusal(
          business.as("client_admin")(commandOrdersBulk, { order_ids: [free.id], activity: "hold" }),
        )
      ).errors?.[0]?.field,
      "reason",
    );
    await assertFoldConsistent(business);
  });

  test("receive, exception, new attempt, return, note and cancel work like the single commands", async () => {
    const business = await service.business();
    const order = await business.order();
    const give = async (more: Record<string, unknown>) => {
      service.advance(1000);
      const answer = await business.as("employee")(commandOrdersBulk, {
        order_ids: [order.id],
        ...more,
      } as never);
      return answer.orders[0]?.status;
    };
    assert.equal(await give({ activity: "note", note: "look" }), "NEW_ORDER");
    assert.equal(await give({ activity: "receive", location: "hub 1" }), "AT_WAREHOUSE");
    assert.equal((await readState(business, order.id)).parcels[0]?.custody, "warehouse");
    assert.equal(
      await give({ activity: "raise_exception", reason: "wet", incident_reason: "damaged" }),
      "EXCEPTION",
    );
    assert.equal(await give({ activity: "reattempt" }), "AT_WAREHOUSE");
    assert.equal(await give({ activity: "start_return" }), "RETURNING");
    // A scan is never refused; the order stays RETURNING.
    assert.equal(await give({ activity: "receive" }), "RETURNING");
    assert.equal(await give({ activity: "cancel" }), "RETURNING");
    await assertFoldConsistent(business);
  });
});

describe("the next attempt", () => {
  const ZONE = "America/Sao_Paulo";
  const tomorrow = () => addDays(toLocalDate(service.now(), ZONE), 1);
  const failed = async (business: TestBusiness) => {
    const order = await createOrderUnderWay(business);
    service.advance(1000);
    await applyFact(business, order.id, { trigger: "fail", kind: "order.attempt_failed" });
    service.advance(1000);
    return order;
  };

  test("on a later day leaves goods that the driver has a failed attempt, and sets day and window", async () => {
    const business = await service.business();
    const orders = [await failed(business), await failed(business)];
    const scheduled_date = tomorrow();
    const window = { start: `${scheduled_date}T13:00:00Z`, end: `${scheduled_date}T15:00:00Z` };
    const answer = await business.as("employee")(commandOrdersBulk, {
      order_ids: orders.map(({ id }) => id),
      activity: "reattempt",
      scheduled_date,
      window,
    });
    assert.deepEqual(
      answer.orders.map(({ result, status }) => [result, status]),
      [
        [true, "FAILED_ATTEMPT"],
        [true, "FAILED_ATTEMPT"],
      ],
    );
    for (const { id } of orders) {
      assert.partialDeepStrictEqual(await readState(business, id), {
        scheduled_date,
        window_start: `${scheduled_date}T13:00:00.000Z`,
        dropoff: { window: { end: `${scheduled_date}T15:00:00.000Z` } },
      });
    }
    const today = await business.as("employee")(commandOrdersBulk, {
      order_ids: [orders[0]?.id ?? 0],
      activity: "reattempt",
      scheduled_date: toLocalDate(service.now(), ZONE),
      window: null,
    });
    assert.equal(today.orders[0]?.status, "OUT_FOR_DELIVERY");
    assert.partialDeepStrictEqual(await readState(business, orders[0]?.id ?? 0), { window_start: null });
    await assertFoldConsistent(business);
  });

  test("takes goods that are back at the warehouse off their route, so that they can be planned for the new day", async () => {
    const business = await service.business();
    const order = await failed(business);
    await service.system.execute(
      "update delivery_order set route_id = r.id from route r where delivery_order.id = $1 and r.business_id = $2",
      [order.id, business.id],
    );
    const scheduled_date = tomorrow();
    await business.as("employee")(commandOrdersBulk, {
      order_ids: [order.id],
      activity: "receive",
      scheduled_date,
    });
    assert.partialDeepStrictEqual(await readState(business, order.id), {
      status: "AT_WAREHOUSE",
      scheduled_date,
      route_id: null,
      can_plan: true,
    });
    assert.deepEqual((await business.readEvents("order", order.id)).map(({ kind }) => kind).slice(-2), [
      "order.received",
      "order.window_changed",
    ]);
    await assertFoldConsistent(business);
  });

  test("is another day for orders that wait: off a planned route, refused on a released one", async () => {
    const business = await service.business();
    const [free, planned, released, done_order] = [
      await business.order(),
      await business.order(),
      await business.order(),
      await business.order(),
    ];
    await onRoute(business, planned.id, "PLANNED");
    await onRoute(business, released.id, "RELEASED");
    await business.as("client_admin")(cancelOrder, { order_id: done_order.id });
    const scheduled_date = tomorrow();
    const answer = await business.as("employee")(commandOrdersBulk, {
      order_ids: [free.id, planned.id, released.id, done_order.id],
      activity: "reschedule",
      scheduled_date,
    });
    assert.deepEqual(
      answer.orders.map(({ status, error_code }) => error_code ?? status),
      ["NEW_ORDER", "NEW_ORDER", "ON_ROUTE", "INVALID_TRANSITION"],
    );
    assert.partialDeepStrictEqual(await readState(business, planned.id), { scheduled_date, route_id: null });
    await assertFoldConsistent(business);
  });

  test("is refused in the past, with a window of another day, and with other commands", async () => {
    const business = await service.business();
    const order = await failed(business);
    const scheduled_date = tomorrow();
    const later = addDays(scheduled_date, 1);
    const window = { start: `${later}T13:00:00Z`, end: `${later}T15:00:00Z` };
    const cases = [
      [{ activity: "reattempt", scheduled_date: addDays(scheduled_date, -2) }, "scheduled_date"],
      [{ activity: "reattempt", scheduled_date: "2026-02-30" }, "scheduled_date"],
      [{ activity: "receive", scheduled_date, window }, "window/start"],
      [{ activity: "receive", window: { start: window.end, end: window.start } }, "window/end"],
      [{ activity: "start_return", scheduled_date }, "scheduled_date"],
      [{ activity: "note", note: "x", window: null }, "window"],
      [{ activity: "reschedule" }, "scheduled_date"],
    ] as const;
    for (const [input, field] of cases) {
      const refusal = await catchRefusal(
        business.as("employee")(commandOrdersBulk, { order_ids: [order.id], ...input }),
      );
      assert.deepEqual([refusal.status, refusal.errors?.[0]?.field], [422, field], JSON.stringify(input));
    }
    assert.equal(await business.readStatus(order.id), "FAILED_ATTEMPT");
  });
});

test("the timeline is complete for the owner and redacted for the public", async () => {
  const business = await service.business();
  const order = await business.order();
  const full = await business.as("employee")(getOtepTracking, { tracking_number: order.tracking_number });
  assert.partialDeepStrictEqual(full, { type: "otep.timeline", status: { base: "created" } });
});
