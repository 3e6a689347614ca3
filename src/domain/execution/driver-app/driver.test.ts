import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { getOrderHistory } from "#domain/orders/orders/operations/get-order-history.ts";
import { updateDeliveryInstruction } from "#domain/orders/orders/operations/update-delivery-instruction.ts";
import { updateTimeWindows } from "#domain/orders/orders/operations/update-time-windows.ts";
import { getTracking } from "#domain/tracking/tracking/operations/get-tracking.ts";
import { createReleasedRoute, listAttention, uploadPhoto } from "#tests/support/driver-app.ts";
import { assertAllFoldsConsistent } from "#tests/support/orders.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { arriveAtStop } from "./operations/arrive-at-stop.ts";
import { checkLoad } from "./operations/check-load.ts";
import { completeRoute } from "./operations/complete-route.ts";
import { completeStop } from "./operations/complete-stop.ts";
import { failStop } from "./operations/fail-stop.ts";
import { getRoute } from "./operations/get-route.ts";
import { listEarnings } from "./operations/list-earnings.ts";
import { listMessages } from "./operations/list-messages.ts";
import { listRoutes } from "./operations/list-routes.ts";
import { pauseRoute } from "./operations/pause-route.ts";
import { resumeRoute } from "./operations/resume-route.ts";
import { scanParcel } from "./operations/scan-parcel.ts";
import { skipStop } from "./operations/skip-stop.ts";
import { startRoute } from "./operations/start-route.ts";

const service = await testService();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("the driver's own routes", () => {
  test("are listed with stops, addresses and required proofs, without those of other drivers", async () => {
    const business = await service.business();
    const { person, route_id, orders } = await createReleasedRoute(business, [
      { requirements: { pod: ["photo"], pin: "4711" }, delivery_instruction: "Ring twice." },
    ]);
    assert.equal((await person.call(listRoutes, {})).total, 1);
    const driver_route = await person.call(getRoute, { route_id });
    const task = driver_route.stops[0]?.tasks[0];
    assert.partialDeepStrictEqual(task, {
      order_id: orders[0]?.id,
      action: "dropoff",
      delivery_instruction: "Ring twice.",
      order_status: "DISPATCHED",
    });
    assert.deepEqual([...(task?.required_proofs ?? [])].sort(), ["photo", "pin"]);
    assert.match(task?.pin_hash ?? "", /^[\w-]+:[0-9a-f]{64}$/);

    const other = await business.driver();
    assert.equal((await other.person.call(listRoutes, {})).total, 0);
    assert.equal((await catchRefusal(other.person.call(getRoute, { route_id }))).code, "not_your_route");
    assert.equal((await catchRefusal(other.person.call(startRoute, { route_id }))).status, 409);
    const other_driver = await (await service.business()).driver();
    assert.equal((await catchRefusal(other_driver.person.call(getRoute, { route_id }))).status, 404);
    assert.equal((await catchRefusal(other_driver.person.call(startRoute, { route_id }))).status, 404);
    assert.equal(
      (
        await catchRefusal(
          other_driver.person.call(completeStop, { stop_id: driver_route.stops[0]?.id ?? 0 }),
        )
      ).status,
      404,
    );
  });

  test("a route completes with its last stop, and the timeline shows each step", async () => {
    const business = await service.business();
    const { person, driver, route_id, orders, stops } = await createReleasedRoute(business, [{}, {}]);
    const [first, second] = stops;
    assert.equal((await person.call(startRoute, { route_id })).status, "IN_PROGRESS");
    assert.deepEqual(await Promise.all(orders.map((order) => business.readStatus(order.id))), [
      "OUT_FOR_DELIVERY",
      "OUT_FOR_DELIVERY",
    ]);
    assert.equal((await person.call(pauseRoute, { route_id })).paused, true);
    assert.equal((await person.call(resumeRoute, { route_id })).paused, false);

    const arrived = await person.call(arriveAtStop, { stop_id: first?.id ?? 0, lat: -15.71, lng: -47.88 });
    assert.partialDeepStrictEqual(arrived, {
      stop_status: "ARRIVED",
      orders: [{ order_id: orders[0]?.id, status: "ARRIVED", attention: null }],
    });
    const open = await catchRefusal(person.call(completeRoute, { route_id }));
    assert.equal(open.code, "stops_open");
    const completion = await person.call(completeStop, { stop_id: first?.id ?? 0, handed_to: "neighbour" });
    assert.partialDeepStrictEqual(completion, {
      stop_status: "DONE",
      route_status: "IN_PROGRESS",
      orders: [{ status: "DELIVERED" }],
    });
    const last = await person.call(completeStop, { stop_id: second?.id ?? 0, handed_to: "safe_place" });
    assert.equal(last.route_status, "COMPLETED");
    service.advance(20 * MINUTE);
    assert.equal((await person.call(completeRoute, { route_id })).status, "COMPLETED");

    const tracking = await service.anonymous(getTracking, { number: orders[0]?.tracking_number ?? "" });
    assert.equal(tracking.status, "DELIVERED");
    assert.equal(tracking.events.at(-1)?.status_code, "otep:lastmile:delivered_to_neighbour");
    const parcels = await service.system.rows<{ custody: string }>(
      "select custody from parcel where order_id = any($1::bigint[])",
      [orders.map((order) => order.id)],
    );
    assert.deepEqual(
      parcels.map((parcel) => parcel.custody),
      ["recipient", "recipient"],
    );
    assert.deepEqual(await listAttention(business), []);
    assert.deepEqual(
      (await business.readEvents("stop", first?.id ?? 0)).map((event) => event.kind),
      ["stop.arrived", "stop.completed"],
    );
    assert.equal((await person.call(getRoute, { route_id })).route.stops_resolved, 2);
    assert.ok(driver.id > 0);
  });

  test("a pickup is picked up, a peer-to-peer order at one stop and delivered at another", async () => {
    const business = await service.business();
    const place = (name: string, lat: number) => ({
      name,
      line1: `${name} 1`,
      city: "Brasília",
      country: "BR",
      lat,
      lng: -47.85,
    });
    const { person, stops, orders } = await createReleasedRoute(business, [
      { type: "P", pickup: place("Shop", -15.7), dropoff: null },
      { type: "P2P", pickup: place("Sender", -15.72), dropoff: place("Friend", -15.74) },
    ]);
    const tasks = stops.flatMap((stop) =>
      stop.tasks.map((task) => ({ stop_id: stop.id, order_id: task.order_id, action: task.action })),
    );
    const getStop = (order_id: number | undefined, action: string) =>
      tasks.find((task) => task.order_id === order_id && task.action === action)?.stop_id ?? 0;
    await person.call(completeStop, { stop_id: getStop(orders[0]?.id, "pickup") });
    assert.equal(await business.readStatus(orders[0]?.id ?? 0), "PICKED_UP");
    await person.call(completeStop, { stop_id: getStop(orders[1]?.id, "pickup") });
    assert.equal(await business.readStatus(orders[1]?.id ?? 0), "PICKED_UP");
    const completion = await person.call(completeStop, { stop_id: getStop(orders[1]?.id, "dropoff") });
    assert.equal(completion.orders[0]?.status, "DELIVERED");
    assert.deepEqual(await listAttention(business), []);
  });

  test("where a load check is required, parcels that were not scanned do not depart", async () => {
    const business = await service.business({ settings: { require_load_check: true } });
    const { person, route_id, orders } = await createReleasedRoute(business, [{}, {}]);
    const checked = await person.call(checkLoad, { route_id, codes: [orders[0]?.tracking_number ?? ""] });
    assert.partialDeepStrictEqual(checked, {
      complete: false,
      status: "RELEASED",
      missing: [{ order_id: orders[1]?.id }],
    });
    await person.call(startRoute, { route_id });
    assert.deepEqual(await Promise.all(orders.map((order) => business.readStatus(order.id))), [
      "OUT_FOR_DELIVERY",
      "DISPATCHED",
    ]);
  });
});

describe("the load scan", () => {
  test("reports loaded, missing and unknown parcels and the right route of a wrong one; a complete load marks the route loaded", async () => {
    const business = await service.business();
    const mine = await createReleasedRoute(business, [{ parcels: [{}, {}] }]);
    const theirs = await createReleasedRoute(business, [{}]);
    const codes = await service.system.rows<{ label_code: string }>(
      "select label_code from parcel where order_id = $1 order by seq",
      [mine.orders[0]?.id],
    );
    const [one, two] = codes.map((row) => row.label_code);
    const half = await mine.person.call(checkLoad, {
      route_id: mine.route_id,
      codes: [one ?? "", "NOBODY", theirs.orders[0]?.tracking_number ?? ""],
    });
    assert.partialDeepStrictEqual(half, {
      complete: false,
      unknown: ["NOBODY"],
      loaded: [{}],
      missing: [{}],
    });
    assert.partialDeepStrictEqual(half.wrong_route[0], {
      order_id: theirs.orders[0]?.id,
      route_id: theirs.route_id,
      driver_name: "Driver",
    });
    assert.equal(await business.readStatus(mine.orders[0]?.id ?? 0), "DISPATCHED");
    const full_load = await mine.person.call(checkLoad, { route_id: mine.route_id, codes: [two ?? ""] });
    assert.partialDeepStrictEqual(full_load, { complete: true, status: "LOADED", missing: [] });
    assert.equal(await business.readStatus(mine.orders[0]?.id ?? 0), "LOADED");
    assert.equal(await business.readStatus(theirs.orders[0]?.id ?? 0), "DISPATCHED");
  });

  test("a single scan does the same, and returns goods", async () => {
    const business = await service.business();
    const mine = await createReleasedRoute(business, [{}]);
    const theirs = await createReleasedRoute(business, [{}]);
    const code = mine.orders[0]?.tracking_number ?? "";
    const wrong = await mine.person.call(scanParcel, {
      code: theirs.orders[0]?.tracking_number ?? "",
      action: "load",
    });
    assert.partialDeepStrictEqual(wrong, {
      result: false,
      outcome: "wrong_route",
      belongs: { route_id: theirs.route_id },
    });
    assert.partialDeepStrictEqual(await mine.person.call(scanParcel, { code: "NOBODY", action: "load" }), {
      result: false,
      outcome: "unknown",
      belongs: null,
    });
    assert.partialDeepStrictEqual(await mine.person.call(scanParcel, { code, action: "load" }), {
      result: true,
      order_status: "LOADED",
    });
    await mine.person.call(startRoute, { route_id: mine.route_id });
    await mine.person.call(failStop, { stop_id: mine.stops[0]?.id ?? 0, return_reason: "weather" });
    const back = await mine.person.call(scanParcel, { code, action: "return" });
    assert.equal(back.order_status, "AT_WAREHOUSE");
    const parcel = await service.system.row<{ custody: string }>(
      "select custody from parcel where order_id = $1",
      [mine.orders[0]?.id],
    );
    assert.equal(parcel?.custody, "warehouse");
    assert.deepEqual(await listAttention(business), []);

    const history = await business.as("employee")(getOrderHistory, { order_id: mine.orders[0]?.id ?? 0 });
    assert.deepEqual(
      history.parcel_events.map(({ kind, actor }) => [kind, actor.kind]),
      ["parcel.custody_changed", "parcel.scanned", "parcel.custody_changed", "parcel.scanned"].map((kind) => [
        kind,
        "user",
      ]),
    );
    assert.ok(history.chain.verified);
    const kinds = history.timeline.map(({ kind }) => kind);
    assert.equal(kinds.length, history.events.length + history.parcel_events.length);
    assert.deepEqual([kinds[0], kinds.includes("parcel.scanned")], ["order.created", true]);
    const times = history.timeline.map(({ occurred_at }) => occurred_at);
    assert.deepEqual(times, times.toSorted());
  });
});

describe("a failed attempt", () => {
  test("needs an applicable reason and the proofs that the reason requires", async () => {
    const business = await service.business();
    const { person, stops, orders } = await createReleasedRoute(business);
    const stop_id = stops[0]?.id ?? 0;
    assert.equal(
      (await catchRefusal(person.call(failStop, { stop_id, return_reason: "dragons" }))).code,
      "unknown_reason",
    );
    assert.equal(
      (await catchRefusal(person.call(failStop, { stop_id, return_reason: "not_ready", note: "x" }))).code,
      "reason_not_applicable",
    );
    assert.deepEqual(
      (await catchRefusal(person.call(failStop, { stop_id, return_reason: "recipient_absent" }))).errors?.[0]
        ?.code,
      "photo",
    );
    assert.deepEqual(
      (await catchRefusal(person.call(failStop, { stop_id, return_reason: "recipient_unreachable" })))
        .errors?.[0]?.code,
      "call_attempt",
    );
    const failed = await person.call(failStop, {
      stop_id,
      return_reason: "recipient_absent",
      proofs: [{ kind: "photo", file_id: await uploadPhoto(person) }],
    });
    assert.partialDeepStrictEqual(failed, {
      stop_status: "FAILED",
      route_status: "COMPLETED",
      next_action: "reattempt",
      orders: [{ status: "FAILED_ATTEMPT" }],
    });
    const tracking = await service.anonymous(getTracking, { number: orders[0]?.tracking_number ?? "" });
    assert.partialDeepStrictEqual(tracking.events.at(-1), {
      status_code: "otep:core:delivery_attempted",
      incident_reason: "recipient_absent",
    });
    assert.equal(tracking.attempts, 1);
  });

  test("can be followed by a delivery on the same route", async () => {
    const business = await service.business();
    const { person, stops, orders } = await createReleasedRoute(business, [{}, {}]);
    const stop_id = stops[0]?.id ?? 0;
    await person.call(failStop, { stop_id, return_reason: "weather" });
    service.advance(HOUR);
    const completion = await person.call(completeStop, { stop_id });
    assert.partialDeepStrictEqual(completion, { stop_status: "DONE", orders: [{ status: "DELIVERED" }] });
    assert.equal(await business.readStatus(orders[0]?.id ?? 0), "DELIVERED");
    assert.deepEqual(await listAttention(business), []);
  });

  test("a skipped stop is open again after undo, and a resolved one cannot be skipped", async () => {
    const business = await service.business();
    const { person, stops } = await createReleasedRoute(business, [{}, {}]);
    const stop_id = stops[0]?.id ?? 0;
    assert.equal((await person.call(skipStop, { stop_id })).stop_status, "SKIPPED");
    assert.equal((await person.call(skipStop, { stop_id, undo: true })).stop_status, "PENDING");
    await person.call(completeStop, { stop_id });
    assert.equal((await catchRefusal(person.call(skipStop, { stop_id }))).code, "stop_resolved");
  });
});

describe("earnings and messages", () => {
  test("pay is listed for each completed stop; without rates nothing is listed", async () => {
    const unset = await service.business();
    const { person } = await unset.driver();
    const period = { from: "2000-01-01", to: "2100-01-01" };
    assert.partialDeepStrictEqual(await person.call(listEarnings, period), { configured: false, lines: [] });
    const business = await service.business({
      settings: { driver_pay: { per_stop_minor: 300, per_km_minor: 50 } },
    });
    const route = await createReleasedRoute(business, [{}, {}]);
    await route.person.call(completeStop, { stop_id: route.stops[0]?.id ?? 0 });
    const paid = await route.person.call(listEarnings, period);
    assert.partialDeepStrictEqual(paid, { configured: true, total: 1, currency: "BRL" });
    const [line] = paid.lines;
    assert.equal(line?.amount_minor, Math.round(300 + (50 * (line?.distance_m ?? 0)) / 1000));
    assert.equal(paid.total_minor, line?.amount_minor);
  });

  test("changes made by others are listed in the driver's language", async () => {
    const business = await service.business();
    const { person, orders } = await createReleasedRoute(business, [{ ref: "W-1" }]);
    await business.as("client_admin")(updateDeliveryInstruction, {
      order_id: orders[0]?.id ?? 0,
      delivery_instruction: "Gate 4",
    });
    const day = toLocalDate(service.now(), "America/Sao_Paulo");
    await business.as("client_admin")(updateTimeWindows, {
      items: [{ ref: "W-1", window_start: `${day}T14:00:00Z`, window_end: `${day}T15:00:00Z` }],
    });
    const read = await person.call(listMessages, {}, { language: "de" });
    assert.equal(read.total, 3);
    assert.match(read.messages[2]?.text ?? "", /^Tour R\d+ ist für Sie freigegeben\.$/);
    assert.partialDeepStrictEqual(read.messages[0], {
      kind: "order.window_changed",
      order_id: orders[0]?.id,
    });
    assert.partialDeepStrictEqual(read.messages[1], {
      kind: "order.delivery_instruction_changed",
      order_id: orders[0]?.id,
    });
  });
});

test("at the end, every order's status is the fold of its events and agrees with its timeline", () =>
  assertAllFoldsConsistent(service));
