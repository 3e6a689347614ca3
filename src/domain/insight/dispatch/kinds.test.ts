/** Each kind of attention item: when it opens and when it ends. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { arriveAtStop } from "#domain/execution/driver-app/operations/arrive-at-stop.ts";
import { completeStop } from "#domain/execution/driver-app/operations/complete-stop.ts";
import { failStop } from "#domain/execution/driver-app/operations/fail-stop.ts";
import { pauseRoute } from "#domain/execution/driver-app/operations/pause-route.ts";
import { sendPositions } from "#domain/execution/driver-app/operations/send-positions.ts";
import { startRoute } from "#domain/execution/driver-app/operations/start-route.ts";
import { addDocument } from "#domain/fleet/drivers/operations/add-document.ts";
import { addInspection } from "#domain/fleet/drivers/operations/add-inspection.ts";
import { reviewDocument } from "#domain/fleet/drivers/operations/review-document.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { commandOrdersBulk } from "#domain/orders/orders/operations/command-orders-bulk.ts";
import { voidOrderEvent } from "#domain/orders/orders/operations/void-order-event.ts";
import { changeRouteOrders } from "#domain/planning/routes/operations/change-route-orders.ts";
import { closeRoute } from "#domain/planning/routes/operations/close-route.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { moveOrders } from "#domain/planning/routes/operations/move-orders.ts";
import { reassignRoute } from "#domain/planning/routes/operations/reassign-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { passTime, readAttention, readItem, readStates } from "#tests/support/attention.ts";
import { runSchedule } from "#tests/support/jobs.ts";
import { applyCommand, applyFact } from "#tests/support/orders.ts";
import { createProvider } from "#tests/support/provider.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";

const service = await testService();
service.freezeClock();
const ZONE = "America/Sao_Paulo";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const pass = (milliseconds: number) => passTime(service, milliseconds);

/** A released route that starts an hour from now. */
async function releasedRoute(business: TestBusiness, draft: Record<string, unknown> = {}, orders = 1) {
  const driver = await business.driver();
  const ids: number[] = [];
  for (let n = 0; n < orders; n += 1) ids.push((await business.order(draft)).id);
  const admin = business.as("client_admin");
  const { route } = await admin(createRoute, { driver_id: driver.id, order_ids: ids });
  await setStart(route.id, HOUR);
  await admin(releaseRoute, { route_id: route.id });
  return {
    driver,
    route_id: route.id,
    order_ids: ids,
    stops: (await admin(getRoute, { route_id: route.id })).route.stops,
  };
}

const setStart = (route_id: number, in_ms: number) =>
  service.system.execute("update route set planned_start_at = $2 where id = $1", [
    route_id,
    new Date(service.now().getTime() + in_ms),
  ]);

describe("kinds", () => {
  test("order_unplanned: from 09:00 of its day where the business is, until it is planned", async () => {
    const [here, there] = [await service.business(), await service.business({ time_zone: "Asia/Tokyo" })];
    const day = addDays(toLocalDate(service.now(), "Asia/Tokyo"), 2);
    for (const business of [here, there]) {
      await business.order({ scheduled_date: day });
      await business.order({ scheduled_date: addDays(day, 1) });
    }
    const readCauses = async (at: Date) => {
      service.setNow(at);
      await runSchedule(service, "dispatch.find-causes");
      return Promise.all([readStates(here, "order_unplanned"), readStates(there, "order_unplanned")]);
    };
    const nine = (zone: string, minus = 0) => new Date(toInstant(day, "09:00", zone).getTime() - minus);
    assert.deepEqual(await readCauses(nine("Asia/Tokyo", MINUTE)), [[], []]);
    assert.deepEqual(await readCauses(nine("Asia/Tokyo")), [[], ["open"]]);
    assert.deepEqual(await readCauses(nine(ZONE, MINUTE)), [[], ["open"]]);
    assert.deepEqual(await readCauses(nine(ZONE)), [["open"], ["open"]]);
    const item = await readItem(here, "order_unplanned");
    assert.equal(new Date(item.since).getTime(), nine(ZONE).getTime());
    await here.as("client_admin")(createRoute, { order_ids: [item.subject_id], date: day });
    assert.deepEqual(await readStates(here, "order_unplanned"), ["cleared"]);
  });

  test("attempt_undecided: 30 minutes after an attempt failed, until another one is decided", async () => {
    const business = await service.business();
    const order = await business.order();
    await applyCommand(business, order.id, "plan");
    await applyCommand(business, order.id, "dispatch");
    await applyFact(business, order.id, { trigger: "depart" });
    service.advance(MINUTE);
    await applyFact(business, order.id, { trigger: "fail", kind: "order.attempt_failed" });
    await readAttention(service, business.id);
    await pass(29 * MINUTE);
    assert.deepEqual(await readStates(business, "attempt_undecided"), []);
    await pass(MINUTE);
    assert.deepEqual(await readStates(business, "attempt_undecided"), ["open"]);
    await applyCommand(business, order.id, "start_return");
    assert.deepEqual(await readStates(business, "attempt_undecided"), ["cleared"]);
  });

  test("attempt_undecided: not while the next attempt is on a later day, and again on that day", async () => {
    const business = await service.business();
    const order = await business.order();
    await applyCommand(business, order.id, "dispatch");
    await applyFact(business, order.id, { trigger: "depart", custody: { to: "vehicle", ref: "van" } });
    service.advance(MINUTE);
    await applyFact(business, order.id, { trigger: "fail", kind: "order.attempt_failed" });
    await readAttention(service, business.id);
    await pass(30 * MINUTE);
    assert.deepEqual(await readStates(business, "attempt_undecided"), ["open"]);
    const scheduled_date = addDays(toLocalDate(service.now(), ZONE), 2);
    await business.as("client_admin")(commandOrdersBulk, {
      order_ids: [order.id],
      activity: "reattempt",
      scheduled_date,
    });
    assert.equal(await business.readStatus(order.id), "FAILED_ATTEMPT");
    assert.deepEqual(await readStates(business, "attempt_undecided"), ["cleared"]);
    const that_day = toInstant(scheduled_date, "00:00", ZONE).getTime();
    await pass(that_day + 29 * MINUTE - service.now().getTime());
    assert.deepEqual(await readStates(business, "attempt_undecided"), ["cleared"]);
    await pass(MINUTE);
    assert.deepEqual(await readStates(business, "attempt_undecided"), ["cleared", "open"]);
  });

  test("unexpected_fact: until the report is voided or the goods arrive", async () => {
    const business = await service.business();
    const [one, other] = [await business.order(), await business.order()];
    service.advance(1000);
    for (const order of [one, other]) await applyFact(business, order.id, { trigger: "arrive" });
    assert.deepEqual(await readStates(business, "unexpected_fact"), ["open", "open"]);
    const seq = (await readItem(business, "unexpected_fact")).facts["seq"] as number;
    const voided = await business
      .as("client_admin")(voidOrderEvent, { order_id: other.id, seq, reason: "wrong parcel" })
      .catch((error) => error);
    service.advance(1000);
    await applyCommand(business, one.id, "plan");
    await applyCommand(business, one.id, "dispatch");
    for (const trigger of ["depart", "complete"] as const) {
      service.advance(1000);
      await applyFact(business, one.id, { trigger });
    }
    const states = await readStates(business, "unexpected_fact");
    assert.equal(states[0], "cleared");
    assert.equal(states[1], voided instanceof Error ? "open" : "cleared");
  });

  test("late_fact_conflict: until the report that contradicts the decision is voided", async () => {
    const business = await service.business();
    const order = await business.order();
    const admin = business.as("client_admin");
    service.advance(MINUTE);
    await applyCommand(business, order.id, "plan");
    await applyCommand(business, order.id, "dispatch");
    await applyFact(business, order.id, { trigger: "depart" });
    service.advance(30 * MINUTE);
    await admin(cancelOrder, { order_id: order.id });
    service.advance(MINUTE);
    const occurred_at = new Date(service.now().getTime() - 10 * MINUTE).toISOString();
    await applyFact(business, order.id, { trigger: "complete", occurred_at });
    const item = await readItem(business, "late_fact_conflict");
    assert.partialDeepStrictEqual(item, {
      state: "open",
      severity: "critical",
      facts: { trigger: "complete", status: "DELIVERED" },
    });
    service.advance(MINUTE);
    const seq = item.facts["seq"] as number;
    await admin(voidOrderEvent, { order_id: order.id, seq, reason: "wrong parcel" });
    assert.deepEqual(await readStates(business, "late_fact_conflict"), ["cleared"]);
  });

  test("external_fact_conflict: until the order leaves the route that a carrier does not know", async () => {
    const business = await service.business();
    const order = await business.order();
    const admin = business.as("client_admin");
    const { route } = await admin(createRoute, { order_ids: [order.id, (await business.order()).id] });
    service.advance(MINUTE);
    const carrier = await createProvider(business);
    const occurred_at = service.now().toISOString();
    const report = { event_id: randomUUID(), subject: order.tracking_number, occurred_at };
    await carrier.ingest({ ...report, status_code: "otep:core:in_transit" });
    assert.partialDeepStrictEqual(await readItem(business, "external_fact_conflict"), {
      state: "open",
      route_id: route.id,
    });
    await admin(changeRouteOrders, { route_id: route.id, remove: [order.id] });
    assert.deepEqual(await readStates(business, "external_fact_conflict"), ["cleared"]);
  });

  test("goods_outstanding: until the goods are scanned at the warehouse", async () => {
    const business = await service.business();
    const { driver, route_id, order_ids, stops } = await releasedRoute(business);
    const [order_id = 0] = order_ids;
    service.advance(MINUTE);
    await driver.person.call(startRoute, { route_id });
    service.advance(MINUTE);
    await applyFact(business, order_id, {
      trigger: "load",
      custody: { to: "driver", ref: String(driver.id) },
    });
    service.advance(MINUTE);
    await driver.person.call(failStop, { stop_id: stops[0]?.id ?? 0, return_reason: "weather" });
    await business.as("client_admin")(closeRoute, {
      route_id,
      reconciliation: { accepted_order_ids: [order_id] },
    });
    assert.partialDeepStrictEqual(await readItem(business, "goods_outstanding"), {
      subject_id: order_id,
      route_id,
      state: "open",
    });
    service.advance(MINUTE);
    await applyFact(business, order_id, { trigger: "receive", custody: { to: "warehouse" } });
    assert.deepEqual(await readStates(business, "goods_outstanding"), ["cleared"]);
  });

  test("goods_off_route: a stop whose goods the driver has leaves its route only with a word about them", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const { driver, route_id, order_ids } = await releasedRoute(business, {}, 2);
    const [order_id = 0, other = 0] = order_ids;
    service.advance(MINUTE);
    await driver.person.call(startRoute, { route_id });
    for (const id of order_ids) {
      service.advance(MINUTE);
      await applyFact(business, id, { trigger: "load", custody: { to: "driver", ref: String(driver.id) } });
    }
    for (const call of [
      () => admin(moveOrders, { order_ids: [order_id], route_id: null }),
      () => admin(changeRouteOrders, { route_id, remove: [order_id] }),
    ]) {
      const refused = await catchRefusal(call());
      assert.deepEqual([refused.status, refused.errors?.[0]?.code], [409, "goods_aboard"]);
    }
    assert.deepEqual(await readStates(business, "goods_off_route"), []);
    await admin(moveOrders, { order_ids: [order_id], route_id: null, goods_stay_aboard: true });
    await admin(changeRouteOrders, { route_id, remove: [other], goods_stay_aboard: true });
    assert.deepEqual(await readStates(business, "goods_off_route"), ["open", "open"]);
    assert.deepEqual((await readItem(business, "goods_off_route")).facts, { driver_id: driver.id });
    service.advance(MINUTE);
    await admin(commandOrdersBulk, { order_ids, activity: "receive" });
    assert.deepEqual(await readStates(business, "goods_off_route"), ["cleared", "cleared"]);
  });

  test("route_unclaimed: two hours before the start of a route without a driver", async () => {
    const business = await service.business();
    const order = await business.order();
    const admin = business.as("client_admin");
    const { route } = await admin(createRoute, { order_ids: [order.id] });
    await setStart(route.id, 3 * HOUR);
    await readAttention(service, business.id);
    await pass(HOUR - MINUTE);
    assert.deepEqual(await readStates(business, "route_unclaimed"), []);
    await pass(MINUTE);
    assert.deepEqual(await readStates(business, "route_unclaimed"), ["open"]);
    await admin(reassignRoute, { route_id: route.id, driver_id: (await business.driver()).id });
    assert.deepEqual(await readStates(business, "route_unclaimed"), ["cleared"]);
  });

  test("route_not_started: 15 minutes after the planned start, until it leaves", async () => {
    const business = await service.business();
    const { driver, route_id } = await releasedRoute(business);
    await readAttention(service, business.id);
    await pass(HOUR + 14 * MINUTE);
    assert.deepEqual(await readStates(business, "route_not_started"), []);
    await pass(MINUTE);
    assert.deepEqual(await readStates(business, "route_not_started"), ["open"]);
    await driver.person.call(startRoute, { route_id });
    assert.deepEqual(await readStates(business, "route_not_started"), ["cleared"]);
  });

  test("route_stalled: 30 minutes without movement or report, until the phone moves, pauses or reports", async () => {
    const business = await service.business();
    const { driver, route_id } = await releasedRoute(business, {}, 2);
    await driver.person.call(startRoute, { route_id });
    let seq = 0;
    const move = (lat: number) =>
      driver.person.call(sendPositions, {
        device_id: "phone",
        sent_at: service.now().toISOString(),
        positions: [{ seq: ++seq, at: service.now().toISOString(), lat, lng: -47.8 }],
      });
    await move(-15.7);
    await pass(20 * MINUTE);
    await move(-15.8);
    await pass(20 * MINUTE);
    assert.deepEqual(await readStates(business, "route_stalled"), [], "it moved 20 minutes ago");
    await move(-15.8);
    await pass(20 * MINUTE);
    assert.deepEqual(await readStates(business, "route_stalled"), ["open"]);
    await move(-15.9);
    await pass(0);
    assert.deepEqual(await readStates(business, "route_stalled"), ["cleared"]);
    await pass(31 * MINUTE);
    assert.deepEqual(await readStates(business, "route_stalled"), ["cleared", "open"]);
    await driver.person.call(pauseRoute, { route_id });
    assert.deepEqual(await readStates(business, "route_stalled"), ["cleared", "cleared"]);
  });

  test("stop_late: after its window, until somebody arrives; the window of another day is another cause", async () => {
    const business = await service.business();
    const { driver, route_id, stops } = await releasedRoute(business);
    const stop_id = stops[0]?.id ?? 0;
    service.advance(MINUTE);
    await driver.person.call(startRoute, { route_id });
    const setEnd = (in_ms: number) =>
      service.system.execute("update stop set window_end = $2 where id = $1", [
        stop_id,
        new Date(service.now().getTime() + in_ms),
      ]);
    await setEnd(MINUTE);
    await pass(0);
    assert.deepEqual(await readStates(business, "stop_late"), []);
    await pass(MINUTE);
    assert.partialDeepStrictEqual(await readItem(business, "stop_late"), {
      subject_id: stop_id,
      route_id,
      state: "open",
    });
    await setEnd(HOUR);
    await pass(0);
    assert.deepEqual(await readStates(business, "stop_late"), ["cleared"]);
    await pass(HOUR);
    assert.deepEqual(await readStates(business, "stop_late"), ["cleared", "open"]);
    await driver.person.call(arriveAtStop, { stop_id });
    assert.deepEqual(await readStates(business, "stop_late"), ["cleared", "cleared"]);
  });

  test("cod_mismatch: until the route is closed with the cash that was due; cash_difference: until it is decided", async () => {
    const business = await service.business();
    for (const [counted, expected] of [
      [5000, ["cleared"]],
      [4000, ["cleared", "open"]],
    ] as const) {
      const { driver, route_id, stops } = await releasedRoute(business, { cod_minor: 5000 });
      service.advance(MINUTE);
      await driver.person.call(completeStop, { stop_id: stops[0]?.id ?? 0, cod_collected: 4000 });
      assert.equal((await readItem(business, "cod_mismatch")).state, "open");
      await business.as("client_admin")(closeRoute, {
        route_id,
        reconciliation: { cash_counted_minor: counted },
      });
      assert.deepEqual(await readStates(business, "cod_mismatch"), expected);
    }
    assert.partialDeepStrictEqual(await readItem(business, "cash_difference"), {
      state: "open",
      severity: "critical",
      facts: { cash_expected_minor: 5000, cash_counted_minor: 4000 },
    });
  });

  test("clock_skewed: once for a phone, until its positions have the right time", async () => {
    const business = await service.business();
    const { driver, route_id } = await releasedRoute(business);
    const ahead = new Date(service.now().getTime() + 3 * DAY).toISOString();
    await driver.person.call(startRoute, { route_id, occurred_at: ahead });
    await driver.person.call(pauseRoute, { route_id, occurred_at: ahead });
    assert.deepEqual(await readStates(business, "clock_skewed"), ["open"]);
    const at = service.now().toISOString();
    await driver.person.call(sendPositions, {
      device_id: "phone",
      sent_at: at,
      positions: [{ seq: 1, at, lat: -15.7, lng: -47.8 }],
    });
    assert.deepEqual(await readStates(business, "clock_skewed"), ["cleared"]);
    await driver.person.call(pauseRoute, { route_id, occurred_at: ahead });
    assert.deepEqual(await readStates(business, "clock_skewed"), ["cleared", "open"]);
  });

  test("vehicle_unsafe: until another inspection passes; without a vehicle it is an item of the driver", async () => {
    const business = await service.business();
    const [one, other] = [await business.driver(), await business.driver()];
    const unsafe = [{ part: "tyre", severity: "unsafe" as const }];
    const { inspection } = await one.person.call(addInspection, { driver_id: one.id, defects: unsafe });
    assert.partialDeepStrictEqual(await readItem(business, "vehicle_unsafe"), {
      subject_type: "vehicle",
      subject_id: inspection.vehicle_id,
      state: "open",
    });
    service.advance(MINUTE);
    await other.person.call(addInspection, { driver_id: other.id, vehicle_id: inspection.vehicle_id });
    assert.deepEqual(await readStates(business, "vehicle_unsafe"), ["cleared"]);
    await one.person.call(addInspection, { driver_id: one.id, vehicle_id: null, defects: unsafe });
    assert.partialDeepStrictEqual(await readItem(business, "unnamed_vehicle_unsafe"), {
      subject_id: one.id,
      state: "open",
    });
    service.advance(MINUTE);
    await one.person.call(addInspection, { driver_id: one.id, vehicle_id: null });
    assert.deepEqual(await readStates(business, "unnamed_vehicle_unsafe"), ["cleared"]);
  });

  test("document_expiring: 14 days before, in the time zone of the business, until a longer one is accepted", async () => {
    const business = await service.business();
    const { id: driver_id } = await business.driver();
    const admin = business.as("client_admin");
    const today = toLocalDate(service.now(), ZONE);
    const add = async (expires_date: string) => {
      const { document } = await admin(addDocument, { driver_id, kind: "licence", expires_date });
      await admin(reviewDocument, { driver_id, document_id: document.id, status: "accepted" });
      await readAttention(service, business.id);
    };
    await add(addDays(today, 20));
    assert.deepEqual(await readStates(business, "document_expiring"), []);
    await pass(toInstant(addDays(today, 6), "00:00", ZONE).getTime() - service.now().getTime() - MINUTE);
    assert.deepEqual(await readStates(business, "document_expiring"), []);
    await pass(MINUTE);
    assert.partialDeepStrictEqual(await readItem(business, "document_expiring"), {
      state: "open",
      facts: { document_kind: "licence", expires_date: addDays(today, 20) },
    });
    await add(addDays(today, 400));
    assert.deepEqual(await readStates(business, "document_expiring"), ["cleared"]);
  });

  test("suggest operations that there are, for subjects of their kind", () => {
    const { attention, operations } = service.runtime.registry;
    assert.ok(attention.size >= 18);
    for (const {
      kind,
      title,
      actions,
      threshold,
      searches_whole_business: lists,
      every_minute,
    } of attention.values()) {
      assert.deepEqual(title.languages, [...LANGUAGES], kind);
      for (const { operation, input } of actions) {
        const action_operation = operations.get(operation);
        assert.ok(action_operation !== undefined, `${kind} suggests ${operation}, which is no operation.`);
        const members = Object.keys((action_operation.input as { properties?: object }).properties ?? {});
        const input_members = Object.keys(
          input({ subject_id: 1, order_id: 1, route_id: 1, facts: { seq: 1 } }),
        );
        assert.deepEqual(
          input_members.filter((name) => !members.includes(name)),
          [],
          `${kind} ${operation}`,
        );
      }
      if (threshold !== undefined || every_minute === true) assert.equal(lists, true, `${kind} has to list.`);
    }
  });
});
