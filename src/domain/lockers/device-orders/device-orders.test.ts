/**
 * Device orders over HTTP, with a locker that reports what happens at it: from the reservation to the collection, orders of
 * several parcels, what goes wrong at doors, networks and clocks, what is done about it, and who sees and pays what.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { completeStop } from "#domain/execution/driver-app/operations/complete-stop.ts";
import { getRoute } from "#domain/execution/driver-app/operations/get-route.ts";
import { startRoute } from "#domain/execution/driver-app/operations/start-route.ts";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { runDue } from "#operation/due/run-due.ts";
import { runConsumer } from "#tests/support/consumers.ts";
import { createReleasedRoute } from "#tests/support/driver-app.ts";
import { closed, opened, openTestLocker, type TestLocker } from "#tests/support/lockers.ts";
import { applyFact, assertFoldConsistent, createOrderUnderWay } from "#tests/support/orders.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const HOUR = 3_600_000;
const ROOT = "/api/v1/device-orders";

const OTHER_PLACE = { line1: "Quadra 9", city: "Brasília", country: "BR", lat: -15.84, lng: -47.92 };

const open = async (columns?: string[][]) => openTestLocker(await service.business(), columns);

interface Created {
  id: number;
  code: string | null;
}

async function create(locker: TestLocker, more: Record<string, unknown> = {}): Promise<Created> {
  const answer = await locker.admin("POST", ROOT, {
    locker_id: locker.id,
    purpose: "delivery",
    size: "S",
    recipient: { email: "ana@example.com" },
    ...more,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { id: answer.body.device_order_id, code: answer.body.deposit_code };
}

const read = async (locker: TestLocker, id: number) =>
  (await locker.admin("GET", `${ROOT}/${id}`)).body.device_order;
const listActions = async (locker: TestLocker, id: number): Promise<string[]> =>
  (await read(locker, id)).history.map(({ action }: { action: string }) => action);
const act = (locker: TestLocker, id: number, action: string, body: object = {}) =>
  locker.admin("POST", `${ROOT}/${id}/${action}`, body);
const putIn = (locker: TestLocker, door = "A01") =>
  locker.tell(opened(door, "deposit"), closed(door, "FULL"));
const takeOut = (locker: TestLocker, door = "A01") =>
  locker.tell(opened(door, "collect"), closed(door, "EMPTY"));

async function resolve(locker: TestLocker, id: number, kind: string, body: Record<string, unknown>) {
  const { exceptions } = await read(locker, id);
  const exception = exceptions.find(
    (one: { kind: string; is_open: boolean }) => one.kind === kind && one.is_open,
  );
  assert.ok(exception, `no open ${kind} in ${JSON.stringify(exceptions)}`);
  return act(locker, id, "resolve", { exception_id: exception.id, ...body });
}

async function readOutbox({ id }: TestBusiness): Promise<number> {
  const row = await service.system.row<{ count: number }>(
    "select count(*)::int as count from outbox_message where business_id = $1",
    [id],
  );
  return row?.count ?? 0;
}

const hasTaskFor =
  (order_id: number) =>
  ({ tasks }: { tasks: readonly { order_id: number }[] }) =>
    tasks.some((task) => task.order_id === order_id);

async function takeToExpiry(locker: TestLocker): Promise<void> {
  service.advance(73 * HOUR);
  // A locker that is not heard for minutes is offline, which opens no door.
  await locker.device.send("/heartbeat", { type: "heartbeat" });
  await runDue(service.runtime);
}

describe("a device order without an order", () => {
  test("is held, deposited and collected, with a code for each side and a timeline of its own", async () => {
    const locker = await open();
    const { id, code } = await create(locker);
    assert.match(code ?? "", /^\d{8}$/);
    assert.partialDeepStrictEqual(await read(locker, id), {
      state: "expected",
      compartment_code: "A01",
      compartment_size: "S",
      collect_until: null,
      can_cancel: true,
      can_return: false,
      can_reissue_code: "deposit",
    });
    const sent_before = await readOutbox(locker.business);
    await putIn(locker);
    assert.equal(await readOutbox(locker.business), sent_before + 1);
    const deposited = await read(locker, id);
    assert.partialDeepStrictEqual(deposited, {
      state: "deposited",
      can_cancel: false,
      can_reissue_code: "collect",
    });
    assert.equal(Date.parse(deposited.collect_until) - service.now().getTime(), 72 * HOUR);
    const [first, again] = [
      (await act(locker, id, "reissue-code")).body,
      (await act(locker, id, "reissue-code")).body,
    ];
    assert.partialDeepStrictEqual(first, { use: "collect", compartment_code: "A01", sent_by: ["email"] });
    assert.notEqual(first.code, again.code);
    assert.equal((await act(locker, id, "cancel")).body.error_code, "DEPOSITED_ALREADY");
    await takeOut(locker);
    const collected = await read(locker, id);
    assert.partialDeepStrictEqual(collected, { state: "collected", is_reserved: false, can_extend: false });
    assert.equal((await act(locker, id, "reissue-code")).body.error_code, "NO_CODE_NOW");
    assert.deepEqual(await listActions(locker, id), [
      "created",
      "deposited",
      "code_sent",
      "code_issued",
      "code_sent",
      "code_issued",
      "code_sent",
      "collected",
    ]);
    const tracked = await service.http("GET", `/api/v1/otep/trackings/${collected.order_number}`);
    assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
    assert.equal(tracked.body.status.code, "otep:locker:collected");
  });

  test("that nobody uses is cancelled with its hold, or by whoever does not need it", async () => {
    const locker = await open();
    const { id } = await create(locker, { hold_min: 30 });
    service.advance(HOUR);
    await runDue(service.runtime);
    assert.equal((await read(locker, id)).state, "cancelled");
    await locker.confirm();
    const { id: second } = await create(locker);
    assert.equal((await act(locker, second, "cancel")).body.device_order.state, "cancelled");
    assert.equal((await locker.compartment("A01")).status, "FREE");
    assert.equal((await act(locker, second, "cancel")).body.error_code, "DEPOSITED_ALREADY");
    assert.deepEqual(await listActions(locker, id), ["created", "hold_ended"]);
  });

  test("expires, is extended with another code, and is taken out by staff", async () => {
    const locker = await open();
    const { id } = await create(locker);
    await putIn(locker);
    const { code } = (await act(locker, id, "reissue-code")).body;
    await takeToExpiry(locker);
    assert.partialDeepStrictEqual(await read(locker, id), {
      state: "expired",
      can_return: true,
      can_extend: true,
    });
    const kiosk = (typed: string) =>
      locker.admin("POST", "/api/v1/lockers/collect", { locker_id: locker.id, code: typed });
    assert.equal((await kiosk(code)).body.error_code, "UNKNOWN_CODE");
    const until = new Date(service.now().getTime() + HOUR).toISOString();
    const extended = await act(locker, id, "extend", { until });
    assert.partialDeepStrictEqual(extended.body.device_order, { state: "deposited", collect_until: until });
    service.advance(2 * HOUR);
    await locker.device.send("/heartbeat", { type: "heartbeat" });
    await runDue(service.runtime);
    const returned = await act(locker, id, "return", { reason: "Nobody came." });
    assert.equal(returned.status, 202, JSON.stringify(returned.body));
    await locker.tell(
      { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
      closed("A01", "EMPTY"),
    );
    assert.equal((await read(locker, id)).state, "returned");
    assert.deepEqual((await listActions(locker, id)).slice(-3), ["expired", "door_opened", "returned"]);
  });
});

describe("an order", () => {
  test("of two parcels is ready when both are in, and delivered when the recipient has taken both", async () => {
    const locker = await open([["S", "S"]]);
    const { business } = locker;
    const order = await createOrderUnderWay(business, { parcels: [{}, {}] });
    const parcels = await service.system.rows<{ id: number }>(
      "select id from parcel where order_id = $1 order by seq",
      [order.id],
    );
    const [one, two] = parcels.map(({ id }) => id);
    const first = await create(locker, { order_id: order.id, parcel_id: one });
    const twice = await locker.admin("POST", ROOT, {
      locker_id: locker.id,
      purpose: "delivery",
      size: "S",
      order_id: order.id,
      parcel_id: one,
    });
    assert.equal(twice.body.error_code, "PARCEL_IN_LOCKER");
    const second = await create(locker, { order_id: order.id, parcel_id: two });
    await putIn(locker, "A01");
    assert.equal(await business.readStatus(order.id), "OUT_FOR_DELIVERY");
    service.advance(1000);
    await putIn(locker, "A02");
    assert.equal(await business.readStatus(order.id), "READY_FOR_PICKUP");
    service.advance(1000);
    await takeOut(locker, "A01");
    assert.equal(await business.readStatus(order.id), "READY_FOR_PICKUP");
    assert.deepEqual(
      [(await read(locker, first.id)).state, (await read(locker, second.id)).state],
      ["collected", "deposited"],
    );
    service.advance(1000);
    await takeOut(locker, "A02");
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    const { body } = await service.http("GET", `/api/v1/otep/trackings/${order.tracking_number}`);
    assert.equal(body.status.code, "otep:locker:collected");
    await assertFoldConsistent(business);
  });

  test("of which one parcel is not collected goes back, and cannot be extended then", async () => {
    const locker = await open([["S", "S"]]);
    const { business } = locker;
    const order = await createOrderUnderWay(business);
    const { id } = await create(locker, { order_id: order.id });
    await putIn(locker);
    assert.equal(await business.readStatus(order.id), "READY_FOR_PICKUP");
    await takeToExpiry(locker);
    assert.equal(await business.readStatus(order.id), "RETURNING");
    const until = new Date(service.now().getTime() + HOUR).toISOString();
    assert.equal((await act(locker, id, "extend", { until })).body.error_code, "ORDER_RETURNING");
    await act(locker, id, "return", { reason: "Goes back." });
    await locker.tell(
      { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
      closed("A01", "EMPTY"),
    );
    assert.equal((await read(locker, id)).state, "returned");
    await assertFoldConsistent(business);
  });

  test("that was collected before the end, and reported after it by a locker without a network, is delivered", async () => {
    const locker = await open();
    const { business } = locker;
    const order = await createOrderUnderWay(business);
    const { id } = await create(locker, { order_id: order.id });
    await putIn(locker);
    service.advance(HOUR);
    const collected_at = service.now().toISOString();
    service.advance(80 * HOUR);
    await runDue(service.runtime);
    assert.equal(await business.readStatus(order.id), "RETURNING");
    const at = { occurred_at: collected_at };
    await locker.tell({ ...opened("A01", "collect"), ...at }, { ...closed("A01", "EMPTY"), ...at });
    assert.partialDeepStrictEqual(await read(locker, id), { state: "collected", collected_at });
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    const actions = await listActions(locker, id);
    assert.ok(actions.indexOf("collected") < actions.indexOf("expired"), actions.join());
    await assertFoldConsistent(business);
  });
});

describe("what goes wrong", () => {
  test("power cut with open door: nobody says it is in; it is once the door is closed over it", async () => {
    const locker = await open();
    const { id } = await create(locker);
    await locker.tell(opened("A01", "deposit"));
    service.advance(HOUR / 10);
    await runDue(service.runtime);
    const cut = await read(locker, id);
    assert.deepEqual([cut.state, cut.step, cut.exceptions[0].kind], ["exception", "expected", "not_closed"]);
    await locker.tell(closed("A01", "FULL"));
    const after = await read(locker, id);
    assert.deepEqual([after.state, after.exceptions[0].resolution], ["deposited", "closed"]);
  });

  test("network cut after the open command: it is unclear until somebody looked, and never opened again", async () => {
    const locker = await open();
    const { id } = await create(locker);
    await putIn(locker);
    await takeToExpiry(locker);
    await act(locker, id, "return", { reason: "Goes back." });
    await locker.device.call("GET", "/api/v1/device-operations/commands");
    service.advance(HOUR / 10);
    await runDue(service.runtime);
    const unclear = await read(locker, id);
    assert.deepEqual([unclear.state, unclear.exceptions[0].kind], ["exception", "unclear"]);
    assert.deepEqual(unclear.exceptions[0].can_resolve, []);
    assert.equal((await act(locker, id, "return", { reason: "Again." })).body.error_code, "NOT_TO_RETURN");
    const { id: compartment_id } = await locker.compartment("A01");
    const checked = await locker.admin(
      "POST",
      `/api/v1/lockers/${locker.id}/compartments/${compartment_id}/check`,
      {
        contents: "FULL",
        note: "It is there.",
      },
    );
    assert.equal(checked.status, 200, JSON.stringify(checked.body));
    const after = await read(locker, id);
    assert.deepEqual([after.exceptions[0].resolution, after.open_exceptions], ["checked", 0]);
  });

  test("wrong parcel in the right door: it is put back, reported, and nothing is delivered", async () => {
    const locker = await open();
    const order = await createOrderUnderWay(locker.business);
    const { id } = await create(locker, { order_id: order.id });
    await putIn(locker);
    await locker.tell(opened("A01", "collect"), closed("A01", "FULL"));
    assert.deepEqual((await listActions(locker, id)).at(-1), "put_back");
    const reported = await act(locker, id, "exception", {
      kind: "wrong_parcel",
      note: "Another name is on it.",
    });
    assert.equal(reported.body.device_order.state, "exception");
    assert.equal(
      (await act(locker, id, "exception", { kind: "wrong_parcel" })).body.error_code,
      "EXCEPTION_OPEN",
    );
    assert.equal(await locker.business.readStatus(order.id), "READY_FOR_PICKUP");
    assert.equal((await locker.admin("GET", `${ROOT}?has_open_exception=true`)).body.device_orders[0].id, id);
    const withdrawn = await resolve(locker, id, "wrong_parcel", { resolution: "withdrawn" });
    assert.equal(withdrawn.status, 200, JSON.stringify(withdrawn.body));
    await locker.tell(
      { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
      closed("A01", "EMPTY"),
    );
    assert.equal((await read(locker, id)).state, "returned");
    assert.equal(await locker.business.readStatus(order.id), "RETURNING");
  });

  test("door forced: the parcel is gone, which is no collection; the claim needs a note and stops the order", async () => {
    const locker = await open();
    const order = await createOrderUnderWay(locker.business);
    const { id } = await create(locker, { order_id: order.id });
    await putIn(locker);
    await locker.tell({ action: "tampered", compartment: "A01", details: { what: "door" } });
    assert.deepEqual((await read(locker, id)).exceptions[0].kind, "forced");
    const early = await resolve(locker, id, "forced", { resolution: "claim", note: "Gone." });
    assert.equal(early.body.error_code, "RESOLUTION_NOT_POSSIBLE");
    const { id: compartment_id } = await locker.compartment("A01");
    await locker.admin("POST", `/api/v1/lockers/${locker.id}/compartments/${compartment_id}/check`, {
      contents: "EMPTY",
      note: "Nothing is in it.",
    });
    const empty = await read(locker, id);
    assert.deepEqual([empty.step, empty.is_reserved, empty.open_exceptions], ["deposited", false, 2]);
    assert.equal(
      (await resolve(locker, id, "forced", { resolution: "claim" })).body.error_code,
      "NOTE_NEEDED",
    );
    await resolve(locker, id, "forced", { resolution: "claim", note: "The door was broken open." });
    assert.equal((await read(locker, id)).step, "lost");
    assert.equal(await locker.business.readStatus(order.id), "EXCEPTION");
    assert.equal((await resolve(locker, id, "empty", { resolution: "checked" })).status, 200);
    assert.equal((await read(locker, id)).state, "lost");
  });

  test("a parcel that does not fit: another compartment is reserved first, and where there is none nothing changes", async () => {
    const locker = await open([["S", "M"]]);
    const { id } = await create(locker);
    await act(locker, id, "exception", { kind: "wrong_size" });
    const none = await resolve(locker, id, "wrong_size", { resolution: "moved", size: "XL" });
    assert.equal(none.body.error_code, "NO_FREE_COMPARTMENT");
    assert.equal((await locker.compartment("A01")).status, "RESERVED");
    const moved = await resolve(locker, id, "wrong_size", { resolution: "moved", size: "M" });
    assert.match(moved.body.deposit_code ?? "", /^\d{8}$/, JSON.stringify(moved.body));
    assert.partialDeepStrictEqual(moved.body.device_order, { state: "expected", compartment_code: "A02" });
    assert.equal((await locker.compartment("A01")).status, "FREE");
    await putIn(locker, "A02");
    assert.equal((await read(locker, id)).state, "deposited");
  });

  test("damage needs a photo to be claimed, none to be accepted", async () => {
    const locker = await open();
    const { id } = await create(locker);
    await putIn(locker);
    await act(locker, id, "exception", { kind: "damaged" });
    assert.equal(
      (await resolve(locker, id, "damaged", { resolution: "withdrawn" })).body.error_code,
      "PHOTO_NEEDED",
    );
    assert.equal((await resolve(locker, id, "damaged", { resolution: "accepted" })).status, 200);
    assert.equal((await read(locker, id)).state, "deposited");
  });

  test("the clock of the device is ahead: nothing happens in the future", async () => {
    const locker = await open();
    const { id } = await create(locker);
    const ahead = { occurred_at: new Date(service.now().getTime() + 5 * HOUR).toISOString() };
    await locker.tell({ ...opened("A01", "deposit"), ...ahead }, { ...closed("A01", "FULL"), ...ahead });
    const { deposited_at, history } = await read(locker, id);
    assert.equal(deposited_at, service.now().toISOString());
    for (const { occurred_at } of history) assert.ok(Date.parse(occurred_at) <= service.now().getTime());
  });
});

describe("who sees and pays what", () => {
  test("customers pay what their list says with the deposit, and see no price that is hidden from them", async () => {
    const locker = await open([["S", "S", "S"]]);
    const { business } = locker;
    await business.as("client_admin")(createPriceList, {
      name: "Lockers",
      family: "device_orders",
      rules: [{ name: "Any", base_minor: 700 }],
      is_default: true,
    });
    const [with_prices, without_prices] = [
      await business.customer(),
      await business.customer({ hidden_price_families: ["device_orders"] }),
    ];
    const ask = { locker_id: locker.id, purpose: "return", size: "S" };
    const poor = await with_prices.person.http("POST", ROOT, ask);
    assert.deepEqual([poor.status, poor.body.error_code], [402, "WALLET_TOO_LOW"]);
    await locker.admin("PATCH", `/api/v1/client/customers/${with_prices.id}`, { credit_limit_minor: 10_000 });
    const paid = await with_prices.person.http("POST", ROOT, ask);
    assert.equal(paid.body.device_order?.price_minor, 700, JSON.stringify(paid.body));
    const free = await without_prices.person.http("POST", ROOT, ask);
    assert.equal(free.status, 201, JSON.stringify(free.body));
    assert.deepEqual(
      [free.body.device_order.price_minor, free.body.device_order.price_hidden],
      [undefined, true],
    );
    assert.equal((await without_prices.person.http("GET", ROOT)).body.total, 1);
    assert.equal(
      (await without_prices.person.http("GET", `${ROOT}/${paid.body.device_order_id}`)).status,
      404,
    );
    const holds = async () =>
      (
        await service.system.rows<{ state: string }>(
          "select state from ledger_hold where business_id = $1 order by id",
          [business.id],
        )
      ).map(({ state }) => state);
    assert.deepEqual(await holds(), ["held", "held"]);
    await putIn(locker, paid.body.device_order.compartment_code);
    await without_prices.person.http("POST", `${ROOT}/${free.body.device_order_id}/cancel`);
    assert.deepEqual(await holds(), ["captured", "released"]);
  });

  test("drivers make them for orders that they carry, and for no others", async () => {
    const locker = await open();
    const order = await locker.business.order();
    const { person } = await locker.business.driver();
    const ask = { locker_id: locker.id, purpose: "delivery", size: "S" };
    assert.equal((await person.http("POST", ROOT, { ...ask, order_id: order.id })).status, 404);
    assert.equal((await person.http("POST", ROOT, ask)).status, 404);
    assert.equal((await person.http("GET", ROOT)).body.total, 0);
  });

  test("the driver of a route puts its orders in with a code of its own, and never learns the recipient's", async () => {
    const locker = await open();
    const route = await createReleasedRoute(locker.business);
    const ask = { locker_id: locker.id, purpose: "delivery", size: "S", order_id: route.orders[0]?.id };
    const created = await route.person.http("POST", ROOT, ask);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { device_order_id: id, deposit_code, device_order } = created.body;
    assert.equal(device_order.price_minor, undefined);
    const ask_code = () => route.person.http("POST", `${ROOT}/${id}/code`);
    assert.partialDeepStrictEqual((await ask_code()).body, { use: "deposit", code: deposit_code });
    await putIn(locker);
    assert.equal((await ask_code()).body.error_code, "CODE_OF_ANOTHER");
    assert.equal((await act(locker, id, "code")).body.use, "collect");
  });

  test("that is put in on a route under way has its stop done: completing it delivers nothing", async () => {
    const locker = await open();
    const { business } = locker;
    const route = await createReleasedRoute(business, [{}, { dropoff: OTHER_PLACE }]);
    const [order, other] = route.orders;
    assert.ok(order !== undefined && other !== undefined);
    await route.person.call(startRoute, { route_id: route.route_id });
    await create(locker, { order_id: order.id });
    service.advance(60_000);
    await putIn(locker);
    assert.equal(await business.readStatus(order.id), "READY_FOR_PICKUP");
    const after = await route.person.call(getRoute, { route_id: route.route_id });
    assert.partialDeepStrictEqual(after.route, { status: "IN_PROGRESS", stops_resolved: 1 });
    const stop = after.stops.find(hasTaskFor(order.id));
    assert.equal(stop?.status, "DONE");
    service.advance(60_000);
    await route.person.call(completeStop, { stop_id: stop.id });
    assert.equal(await business.readStatus(order.id), "READY_FOR_PICKUP");
    await takeOut(locker);
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    await assertFoldConsistent(business);
  });

  test("that is put in before its route starts leaves it, whatever the phone reports of its stop later", async () => {
    const locker = await open();
    const { business } = locker;
    const route = await createReleasedRoute(business, [{}, { dropoff: OTHER_PLACE }]);
    const [order] = route.orders;
    assert.ok(order !== undefined);
    const stop = route.stops.find(hasTaskFor(order.id));
    assert.ok(stop !== undefined);
    await create(locker, { order_id: order.id });
    await applyFact(business, order.id, { trigger: "receive" });
    service.advance(60_000);
    await putIn(locker);
    assert.equal(await business.readStatus(order.id), "READY_FOR_PICKUP");
    const after = await route.person.call(getRoute, { route_id: route.route_id });
    assert.equal(after.stops.length, 1);
    assert.equal(after.stops.find(hasTaskFor(order.id)), undefined);
    service.advance(60_000);
    await route.person.call(completeStop, {
      stop_id: stop.id,
      route_id: route.route_id,
      order_ids: [order.id],
    });
    assert.equal(await business.readStatus(order.id), "READY_FOR_PICKUP");
    await assertFoldConsistent(business);
  });
});

test("a failed attempt whose reason says locker reserves the nearest one with room", async () => {
  const locker = await open();
  const { business } = locker;
  const place = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7939, lng: -47.8838 };
  const order = await createOrderUnderWay(business, { dropoff: place });
  const far = await createOrderUnderWay(business, { dropoff: { ...place, lat: -15.9 } });
  for (const { id } of [order, far])
    await applyFact(business, id, {
      trigger: "fail",
      kind: "order.attempt_failed",
      payload: { next_action: "locker" },
    });
  await runConsumer(business, "device-orders.reserve-after-failure");
  const { device_orders } = (await locker.admin("GET", ROOT)).body;
  assert.deepEqual(
    device_orders.map(({ order_id, compartment_size }: { order_id: number; compartment_size: string }) => [
      order_id,
      compartment_size,
    ]),
    [[order.id, "M"]],
  );
  await putIn(locker, "A02");
  assert.equal(await business.readStatus(order.id), "READY_FOR_PICKUP");
  assert.equal(await business.readStatus(far.id), "FAILED_ATTEMPT");
  await assertFoldConsistent(business);
});
