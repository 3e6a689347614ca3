import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listOutbox } from "#domain/communication/messaging/operations/list-outbox.ts";
import { uploadFile } from "#domain/insight/files/operations/upload-file.ts";
import { createEntry } from "#domain/locations/addressbook/operations/create-entry.ts";
import { checkFoldOfBusiness } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { resetOrderPinTries } from "#domain/orders/orders/operations/reset-pin-tries.ts";
import { updateDeliveryInstruction } from "#domain/orders/orders/operations/update-delivery-instruction.ts";
import { updateTimeWindows } from "#domain/orders/orders/operations/update-time-windows.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { getTracking } from "#domain/tracking/tracking/operations/get-tracking.ts";
import { runJob } from "#operation/run/workers.ts";
import { listItems } from "#tests/support/attention.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { refusalOf, TEST_PASSWORD, type TestBusiness, testService } from "#tests/support/service.ts";
import { arriveAtStop } from "./operations/arrive-at-stop.ts";
import { checkLoad } from "./operations/check-load.ts";
import { completeRoute } from "./operations/complete-route.ts";
import { completeStop } from "./operations/complete-stop.ts";
import { failStop } from "./operations/fail-stop.ts";
import { getRoute } from "./operations/get-route.ts";
import { listEarnings } from "./operations/list-earnings.ts";
import { listMessages } from "./operations/list-messages.ts";
import { listRoutes } from "./operations/list-routes.ts";
import { loginDriver } from "./operations/login-driver.ts";
import { pauseRoute } from "./operations/pause-route.ts";
import { registerDriver } from "./operations/register-driver.ts";
import { resumeRoute } from "./operations/resume-route.ts";
import { scanParcel } from "./operations/scan-parcel.ts";
import { sendPositions } from "./operations/send-positions.ts";
import { sendProofs } from "./operations/send-proofs.ts";
import { setDuty } from "./operations/set-duty.ts";
import { skipStop } from "./operations/skip-stop.ts";
import { startRoute } from "./operations/start-route.ts";
import { sync } from "./operations/sync.ts";

const service = await testService();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A time some milliseconds from the service's now, in the phone's format. */
const at = (offset_ms: number) => new Date(service.now().getTime() + offset_ms).toISOString();

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]).toString("base64");

type DriverAccount = Awaited<ReturnType<TestBusiness["driver"]>>["person"];

/** A released route with one stop for each order. */
async function createReleasedRoute(t: TestBusiness, drafts: Record<string, unknown>[] = [{}]) {
  const driver = await t.driver();
  const orders = [];
  for (const draft of drafts) orders.push(await t.order(draft));
  const admin = t.as("client_admin");
  const made = await admin(createRoute, { driver_id: driver.id, order_ids: orders.map((order) => order.id) });
  const route_id = made.route.id;
  await admin(releaseRoute, { route_id });
  const seen = await driver.person.call(getRoute, { route_id });
  return { driver, person: driver.person, orders, route_id, stops: seen.stops };
}

async function photo(person: DriverAccount): Promise<number> {
  return (
    await person.call(uploadFile, { content_base64: JPEG, content_type: "image/jpeg", name: "door.jpg" })
  ).file_id;
}

/** The GraphQL type name of a batch item. */
async function getItemType(person: DriverAccount): Promise<string> {
  const query = `{ __type(name: "Mutation") { fields { name args { name type { ofType { ofType { ofType { name } } } } } } } }`;
  const { body } = await person.http("POST", "/api/graphql", { query });
  const fields = body.data.__type.fields as {
    name: string;
    args: { name: string; type: { ofType: { ofType: { ofType: { name: string } } } } }[];
  }[];
  const found = fields.find((field) => field.name === "driverSync")?.args.find((arg) => arg.name === "items");
  return found?.type.ofType.ofType.ofType.name ?? "";
}

/** Without those that only say what time it is. */
const attention = async (t: TestBusiness) =>
  (await listItems(t)).filter(({ kind }) => kind !== "route_not_started");

describe("the driver's own routes", () => {
  test("are listed with stops, addresses and required proofs, without those of other drivers", async () => {
    const t = await service.business();
    const { person, route_id, orders } = await createReleasedRoute(t, [
      { requirements: { pod: ["photo"], pin: "4711" }, delivery_instruction: "Ring twice." },
    ]);
    assert.equal((await person.call(listRoutes, {})).total, 1);
    const seen = await person.call(getRoute, { route_id });
    const task = seen.stops[0]?.tasks[0];
    assert.partialDeepStrictEqual(task, {
      order_id: orders[0]?.id,
      action: "dropoff",
      delivery_instruction: "Ring twice.",
      order_status: "DISPATCHED",
    });
    assert.deepEqual([...(task?.required_proofs ?? [])].sort(), ["photo", "pin"]);
    assert.match(task?.pin_hash ?? "", /^[\w-]+:[0-9a-f]{64}$/);

    const other = await t.driver();
    assert.equal((await other.person.call(listRoutes, {})).total, 0);
    assert.equal((await refusalOf(other.person.call(getRoute, { route_id }))).code, "not_your_route");
    assert.equal((await refusalOf(other.person.call(startRoute, { route_id }))).status, 409);
    const stranger = await (await service.business()).driver();
    assert.equal((await refusalOf(stranger.person.call(getRoute, { route_id }))).status, 404);
    assert.equal((await refusalOf(stranger.person.call(startRoute, { route_id }))).status, 404);
    assert.equal(
      (await refusalOf(stranger.person.call(completeStop, { stop_id: seen.stops[0]?.id ?? 0 }))).status,
      404,
    );
  });

  test("a route completes with its last stop, and the timeline shows each step", async () => {
    const t = await service.business();
    const { person, driver, route_id, orders, stops } = await createReleasedRoute(t, [{}, {}]);
    const [first, second] = stops;
    assert.equal((await person.call(startRoute, { route_id })).status, "IN_PROGRESS");
    assert.deepEqual(await Promise.all(orders.map((order) => t.statusOf(order.id))), [
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
    const open = await refusalOf(person.call(completeRoute, { route_id }));
    assert.equal(open.code, "stops_open");
    const done = await person.call(completeStop, { stop_id: first?.id ?? 0, handed_to: "neighbour" });
    assert.partialDeepStrictEqual(done, {
      stop_status: "DONE",
      route_status: "IN_PROGRESS",
      orders: [{ status: "DELIVERED" }],
    });
    const last = await person.call(completeStop, { stop_id: second?.id ?? 0, handed_to: "safe_place" });
    assert.equal(last.route_status, "COMPLETED");
    service.advance(20 * MINUTE);
    assert.equal((await person.call(completeRoute, { route_id })).status, "COMPLETED");

    const told = await service.anonymous(getTracking, { number: orders[0]?.tracking_number ?? "" });
    assert.equal(told.status, "DELIVERED");
    assert.equal(told.events.at(-1)?.status_code, "otep:lastmile:delivered_to_neighbour");
    const parcels = await service.system.rows<{ custody: string }>(
      "select custody from parcel where order_id = any($1::bigint[])",
      [orders.map((order) => order.id)],
    );
    assert.deepEqual(
      parcels.map((parcel) => parcel.custody),
      ["recipient", "recipient"],
    );
    assert.deepEqual(await attention(t), []);
    assert.deepEqual(
      (await t.eventsOf("stop", first?.id ?? 0)).map((event) => event.kind),
      ["stop.arrived", "stop.completed"],
    );
    assert.equal((await person.call(getRoute, { route_id })).route.stops_resolved, 2);
    assert.ok(driver.id > 0);
  });

  test("a pickup is picked up, a peer-to-peer order at one stop and delivered at another", async () => {
    const t = await service.business();
    const place = (name: string, lat: number) => ({
      name,
      line1: `${name} 1`,
      city: "Brasília",
      country: "BR",
      lat,
      lng: -47.85,
    });
    const { person, stops, orders } = await createReleasedRoute(t, [
      { type: "P", pickup: place("Shop", -15.7), dropoff: null },
      { type: "P2P", pickup: place("Sender", -15.72), dropoff: place("Friend", -15.74) },
    ]);
    const tasks = stops.flatMap((stop) =>
      stop.tasks.map((task) => ({ stop_id: stop.id, order_id: task.order_id, action: task.action })),
    );
    const stopOf = (order_id: number | undefined, action: string) =>
      tasks.find((task) => task.order_id === order_id && task.action === action)?.stop_id ?? 0;
    await person.call(completeStop, { stop_id: stopOf(orders[0]?.id, "pickup") });
    assert.equal(await t.statusOf(orders[0]?.id ?? 0), "PICKED_UP");
    await person.call(completeStop, { stop_id: stopOf(orders[1]?.id, "pickup") });
    assert.equal(await t.statusOf(orders[1]?.id ?? 0), "PICKED_UP");
    const done = await person.call(completeStop, { stop_id: stopOf(orders[1]?.id, "dropoff") });
    assert.equal(done.orders[0]?.status, "DELIVERED");
    assert.deepEqual(await attention(t), []);
  });

  test("where a load check is required, parcels that were not scanned do not depart", async () => {
    const t = await service.business({ settings: { require_load_check: true } });
    const { person, route_id, orders } = await createReleasedRoute(t, [{}, {}]);
    const checked = await person.call(checkLoad, { route_id, codes: [orders[0]?.tracking_number ?? ""] });
    assert.partialDeepStrictEqual(checked, {
      complete: false,
      status: "RELEASED",
      missing: [{ order_id: orders[1]?.id }],
    });
    await person.call(startRoute, { route_id });
    assert.deepEqual(await Promise.all(orders.map((order) => t.statusOf(order.id))), [
      "OUT_FOR_DELIVERY",
      "DISPATCHED",
    ]);
  });
});

describe("the load scan", () => {
  test("reports loaded, missing and unknown parcels and the right route of a wrong one; a complete load marks the route loaded", async () => {
    const t = await service.business();
    const mine = await createReleasedRoute(t, [{ parcels: [{}, {}] }]);
    const theirs = await createReleasedRoute(t, [{}]);
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
    assert.equal(await t.statusOf(mine.orders[0]?.id ?? 0), "DISPATCHED");
    const whole = await mine.person.call(checkLoad, { route_id: mine.route_id, codes: [two ?? ""] });
    assert.partialDeepStrictEqual(whole, { complete: true, status: "LOADED", missing: [] });
    assert.equal(await t.statusOf(mine.orders[0]?.id ?? 0), "LOADED");
    assert.equal(await t.statusOf(theirs.orders[0]?.id ?? 0), "DISPATCHED");
  });

  test("a single scan does the same, and returns goods", async () => {
    const t = await service.business();
    const mine = await createReleasedRoute(t, [{}]);
    const theirs = await createReleasedRoute(t, [{}]);
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
    assert.deepEqual(await attention(t), []);
  });
});

describe("proofs", () => {
  test("that come in a later batch than their completion are waited for: the item is sent again and counts then", async () => {
    const t = await service.business();
    const { person, stops, orders, route_id } = await createReleasedRoute(t, [
      { requirements: { pod: ["photo"] } },
    ]);
    const [stop_id, order_id] = [stops[0]?.id ?? 0, orders[0]?.id ?? 0];
    const file_id = await photo(person);
    service.advance(HOUR);
    const minutesAgo = (minutes: number) =>
      new Date(service.now().getTime() - minutes * 60_000).toISOString();
    const [start, proofs, complete] = [
      { seq: 1, type: "route_start" as const, occurred_at: minutesAgo(30), body: { route_id } },
      {
        seq: 2,
        type: "stop_proofs" as const,
        occurred_at: minutesAgo(11),
        body: { stop_id, proofs: [{ kind: "photo", file_id }] },
      },
      { seq: 3, type: "stop_complete" as const, occurred_at: minutesAgo(10), body: { stop_id } },
    ];
    const send = async (...items: object[]) =>
      (await person.call(sync, { device_id: "phone", items: items as never })).items;
    const [early] = await send(complete);
    assert.partialDeepStrictEqual(early, { result: false, retry: true, error_code: "PROOF_MISSING" });
    assert.notEqual(await t.statusOf(order_id), "DELIVERED");
    await send(proofs, start);
    const [again] = await send(complete);
    assert.partialDeepStrictEqual(again, { result: true, replayed: false });
    const row = await service.system.row("select status, delivered_at from delivery_order where id = $1", [
      order_id,
    ]);
    assert.deepEqual(row, { status: "DELIVERED", delivered_at: complete.occurred_at });
    assert.partialDeepStrictEqual((await send(complete))[0], { result: true, replayed: true });
  });

  test("a stop without its required proofs is refused with each missing kind, and stays unchanged", async () => {
    const t = await service.business();
    const recipient = await t.customer();
    const { person, stops, orders, route_id } = await createReleasedRoute(t, [
      { requirements: { pod: ["photo", "signature"], pin: "4711" }, customer_id: recipient.id },
    ]);
    const stop_id = stops[0]?.id ?? 0;
    await person.call(startRoute, { route_id });
    const file_id = await photo(person);
    const missing = await refusalOf(
      person.call(completeStop, { stop_id, proofs: [{ kind: "photo", file_id }] }),
    );
    assert.equal(missing.code, "proof_missing");
    assert.deepEqual(missing.errors?.map((error) => error.code).sort(), ["pin", "signature"]);
    const wrong = await refusalOf(
      person.call(completeStop, {
        stop_id,
        proofs: [
          { kind: "photo", file_id },
          { kind: "signature", file_id },
          { kind: "pin", value: "0000" },
        ],
      }),
    );
    assert.equal(wrong.code, "wrong_pin");
    assert.equal(await t.statusOf(orders[0]?.id ?? 0), "OUT_FOR_DELIVERY");
    assert.equal(await service.system.row("select 1 from proof where business_id = $1", [t.id]), undefined);
    const done = await person.call(completeStop, {
      stop_id,
      proofs: [
        { kind: "photo", file_id },
        { kind: "signature", file_id, signed_by: "Clara Dias", relation: "self" },
        { kind: "pin", value: "4711" },
      ],
    });
    assert.partialDeepStrictEqual(done, { stop_status: "DONE", proofs: 3 });
    // The picture belongs to the order now, and is read by whoever reads the order.
    assert.equal((await recipient.person.http("GET", `/api/v1/files/${file_id}`)).status, 200);
    const stranger = await t.customer();
    assert.equal((await stranger.person.http("GET", `/api/v1/files/${file_id}`)).status, 404);
    const kept = await service.system.rows<{ kind: string; value: string | null }>(
      "select kind, value from proof where subject_type = 'order' and subject_id = $1 order by id",
      [orders[0]?.id],
    );
    assert.deepEqual(kept, [
      { kind: "photo", value: null },
      { kind: "signature", value: null },
      { kind: "pin", value: null },
    ]);
    const tracked = await service.system.rows<{
      document: { proof?: { type: string; signed_by?: string }[] };
    }>("select document from tracking_event where tracking_number = $1 order by id desc limit 1", [
      orders[0]?.tracking_number,
    ]);
    assert.deepEqual(
      tracked[0]?.document.proof?.map((proof) => proof.type),
      ["photo", "signature", "pin"],
    );
    assert.doesNotMatch(JSON.stringify(tracked), /Clara/);
    assert.doesNotMatch(JSON.stringify(await t.eventsOf("order", orders[0]?.id ?? 0)), /Clara/);
  });

  describe("a PIN", () => {
    const locked = async () => {
      const t = await service.business();
      const tour = await createReleasedRoute(t, [{ requirements: { pin: "4711" } }, {}]);
      const stop = tour.stops.find((one) => one.tasks[0]?.order_id === tour.orders[0]?.id);
      const stop_id = stop?.id ?? 0;
      const order_id = tour.orders[0]?.id ?? 0;
      const guess = (value: string, more: Record<string, unknown> = {}) =>
        refusalOf(
          tour.person.call(completeStop, { stop_id, proofs: [{ kind: "pin" as const, value }], ...more }),
        );
      const left = async () => (await t.as("client_admin")(getOrder, { order_id })).pin?.tries_left;
      return { t, ...tour, stop_id, order_id, guess, left };
    };

    test("is refused after five wrong tries, sent alone or in batches, until a dispatcher resets the tries", async () => {
      const { t, person, stop_id, order_id, route_id, guess, left } = await locked();
      const first = await guess("0000");
      assert.equal(first.code, "wrong_pin");
      assert.match(first.message, /Tries left: 4\./);
      assert.equal(first.extra?.["tries_left"], 4);
      await refusalOf(person.call(sendProofs, { stop_id, proofs: [{ kind: "pin", value: "0001" }] }));
      await refusalOf(
        person.call(failStop, {
          stop_id,
          return_reason: "weather",
          proofs: [{ kind: "pin", value: "0002" }],
        }),
      );
      const body = (value: string) => ({ stop_id, proofs: [{ kind: "pin", value }] });
      const items = ["0003", "0004", "4711"].map((value, seq) => ({
        seq,
        type: "stop_complete" as const,
        occurred_at: at(0),
        body: body(value),
      }));
      const batch = await person.call(sync, { device_id: "a", items });
      assert.deepEqual(
        batch.items.map(({ error_code, status }) => [error_code, status]),
        [
          ["WRONG_PIN", 422],
          ["WRONG_PIN", 422],
          ["PIN_LOCKED", 423],
        ],
      );
      assert.match(batch.items[1]?.message ?? "", /Tries left: 0\./);
      const over = await guess("4711");
      assert.deepEqual([over.code, over.status], ["pin_locked", 423]);
      assert.equal(await t.statusOf(order_id), "DISPATCHED");
      assert.equal((await person.call(getRoute, { route_id })).stops[0]?.tasks[0]?.pin_hash, null);
      assert.equal(await left(), 0);
      assert.deepEqual(
        (await attention(t)).map(({ kind, order_id: of }) => [kind, of]),
        [["pin_locked", order_id]],
      );

      const other = (await service.business()).as("client_admin");
      assert.equal((await refusalOf(other(resetOrderPinTries, { order_id }))).status, 404);
      const admin = t.as("client_admin");
      assert.equal((await admin(resetOrderPinTries, { order_id })).tries_reset, 5);
      assert.deepEqual(
        (await attention(t)).map((item) => item.state),
        ["cleared"],
      );
      const done = await person.call(completeStop, { stop_id, proofs: [{ kind: "pin", value: "4711" }] });
      assert.equal(done.stop_status, "DONE");
    });

    test("sent again counts once, alone or in a batch", async () => {
      const { person, stop_id, guess, left } = await locked();
      const place = { device_id: "a", seq: 1, occurred_at: at(-MINUTE) };
      for (let turn = 0; turn < 3; turn += 1) assert.match((await guess("0000", place)).message, /left: 4\./);
      const item = {
        seq: 1,
        type: "stop_complete" as const,
        occurred_at: place.occurred_at,
        body: { stop_id, proofs: [{ kind: "pin", value: "0000" }] },
      };
      for (let turn = 0; turn < 2; turn += 1) await person.call(sync, { device_id: "a", items: [item] });
      assert.equal(await left(), 4);
      await person.call(sync, { device_id: "b", items: [item] });
      assert.equal(await left(), 3);
      // The number of a refused request may be sent again, with another PIN.
      const { device_id } = place;
      assert.match((await guess("0001", { ...place, seq: 2 })).message, /left: 2\./);
      const right = { stop_id, proofs: [{ kind: "pin" as const, value: "4711" }], device_id, seq: 2 };
      assert.equal((await person.call(completeStop, right)).stop_status, "DONE");
    });

    test("cannot be guessed by concurrent requests, from several phones or with dry runs", async () => {
      const { t, person, stop_id, orders, guess } = await locked();
      const trial = await person.call(
        completeStop,
        { stop_id, proofs: [{ kind: "pin", value: "0000" }] },
        { dry_run: true },
      );
      assert.equal(trial.stop_status, "DONE");
      const singles = Array.from({ length: 8 }, (_, index) => guess(`000${index}`));
      const batches = Array.from({ length: 4 }, (_, index) =>
        person.call(sync, {
          device_id: `phone-${index}`,
          items: [1, 2, 3].map((seq) => ({
            seq,
            type: "stop_complete" as const,
            occurred_at: at(0),
            body: { stop_id, proofs: [{ kind: "pin", value: `1${index}0${seq}` }] },
          })),
        }),
      );
      const codes = [
        ...(await Promise.all(singles)).map((refusal) => refusal.error_code),
        ...(await Promise.all(batches)).flatMap((answer) => answer.items.map((item) => item.error_code)),
      ];
      assert.equal(codes.filter((code) => code === "WRONG_PIN").length, 5);
      assert.equal(codes.filter((code) => code === "PIN_LOCKED").length, codes.length - 5);
      assert.equal(await t.statusOf(orders[0]?.id ?? 0), "DISPATCHED");
      assert.equal((await attention(t)).length, 1);
    });
  });

  test("may arrive before their stop; the requirements of the customer and of the business both apply", async () => {
    const t = await service.business({ settings: { required_proofs: ["photo"] } });
    const customer = await t.customer();
    await service.system.execute("update customer set required_proofs = '{scan}' where id = $1", [
      customer.id,
    ]);
    const { person, stops, orders } = await createReleasedRoute(t, [{ customer_id: customer.id }]);
    const stop_id = stops[0]?.id ?? 0;
    assert.deepEqual([...(stops[0]?.tasks[0]?.required_proofs ?? [])].sort(), ["photo", "scan"]);
    await person.call(sendProofs, { stop_id, proofs: [{ kind: "photo", file_id: await photo(person) }] });
    await person.call(scanParcel, { code: orders[0]?.tracking_number ?? "", action: "deliver" });
    assert.equal((await person.call(completeStop, { stop_id })).stop_status, "DONE");
  });

  test("a photo taken at the door updates the position in the address book; one taken far away does not", async () => {
    const t = await service.business();
    const place = { line1: "Quadra 12, Casa 3", city: "Brasília", country: "BR", lat: -15.75, lng: -47.85 };
    const { entry_id } = await t.as("client_admin")(createEntry, { place });
    const { person, stops } = await createReleasedRoute(t, [{ dropoff: place }, { dropoff: place }]);
    const stopOf = (index: number) =>
      stops.flatMap((stop) => stop.tasks.map((task) => ({ stop, task })))[index];
    const where = async () =>
      service.system.row<{ lat: number; visits: number }>(
        "select lat, visits from address_entry where id = $1",
        [entry_id],
      );
    const deliver = async (index: number, lat: number) => {
      const at_stop = stopOf(index);
      const file_id = await photo(person);
      await person.call(completeStop, {
        stop_id: at_stop?.stop.id ?? 0,
        order_ids: [at_stop?.task.order_id ?? 0],
        proofs: [{ kind: "photo", file_id, lat, lng: -47.85 }],
      });
    };
    await deliver(0, -15.85);
    assert.deepEqual(await where(), { lat: -15.75, visits: 0 });
    await deliver(1, -15.7503);
    assert.deepEqual(await where(), { lat: -15.7503, visits: 1 });
  });

  test("a file uploaded by another user is refused as proof", async () => {
    const t = await service.business();
    const { person, stops } = await createReleasedRoute(t);
    const admin = await t.person("client_admin");
    const { file_id } = await admin.call(uploadFile, {
      content_base64: JPEG,
      content_type: "image/jpeg",
      name: "x.jpg",
    });
    const refusal = await refusalOf(
      person.call(completeStop, { stop_id: stops[0]?.id ?? 0, proofs: [{ kind: "photo", file_id }] }),
    );
    assert.equal(refusal.code, "proof_invalid");
    assert.equal(refusal.errors?.[0]?.field, "proofs/0/file_id");
  });

  test("cash on delivery must be reported; a different amount is accepted and opens an attention item", async () => {
    const t = await service.business();
    const { person, stops, orders } = await createReleasedRoute(t, [{ cod_minor: 5000 }]);
    const stop_id = stops[0]?.id ?? 0;
    assert.equal((await refusalOf(person.call(completeStop, { stop_id }))).code, "cod_missing");
    await person.call(completeStop, { stop_id, cod_collected: 4000 });
    assert.equal(await t.statusOf(orders[0]?.id ?? 0), "DELIVERED");
    assert.partialDeepStrictEqual(await attention(t), [
      { kind: "cod_mismatch", facts: { expected_minor: 5000, collected_minor: 4000 } },
    ]);
  });
});

describe("a failed attempt", () => {
  test("needs an applicable reason and the proofs that the reason requires", async () => {
    const t = await service.business();
    const { person, stops, orders } = await createReleasedRoute(t);
    const stop_id = stops[0]?.id ?? 0;
    assert.equal(
      (await refusalOf(person.call(failStop, { stop_id, return_reason: "dragons" }))).code,
      "unknown_reason",
    );
    assert.equal(
      (await refusalOf(person.call(failStop, { stop_id, return_reason: "not_ready", note: "x" }))).code,
      "reason_not_applicable",
    );
    assert.deepEqual(
      (await refusalOf(person.call(failStop, { stop_id, return_reason: "recipient_absent" }))).errors?.[0]
        ?.code,
      "photo",
    );
    assert.deepEqual(
      (await refusalOf(person.call(failStop, { stop_id, return_reason: "recipient_unreachable" })))
        .errors?.[0]?.code,
      "call_attempt",
    );
    const failed = await person.call(failStop, {
      stop_id,
      return_reason: "recipient_absent",
      proofs: [{ kind: "photo", file_id: await photo(person) }],
    });
    assert.partialDeepStrictEqual(failed, {
      stop_status: "FAILED",
      route_status: "COMPLETED",
      next_action: "reattempt",
      orders: [{ status: "FAILED_ATTEMPT" }],
    });
    const told = await service.anonymous(getTracking, { number: orders[0]?.tracking_number ?? "" });
    assert.partialDeepStrictEqual(told.events.at(-1), {
      status_code: "otep:core:delivery_attempted",
      incident_reason: "recipient_absent",
    });
    assert.equal(told.attempts, 1);
  });

  test("can be followed by a delivery on the same route", async () => {
    const t = await service.business();
    const { person, stops, orders } = await createReleasedRoute(t, [{}, {}]);
    const stop_id = stops[0]?.id ?? 0;
    await person.call(failStop, { stop_id, return_reason: "weather" });
    service.advance(HOUR);
    const done = await person.call(completeStop, { stop_id });
    assert.partialDeepStrictEqual(done, { stop_status: "DONE", orders: [{ status: "DELIVERED" }] });
    assert.equal(await t.statusOf(orders[0]?.id ?? 0), "DELIVERED");
    assert.deepEqual(await attention(t), []);
  });

  test("a skipped stop is open again after undo, and a resolved one cannot be skipped", async () => {
    const t = await service.business();
    const { person, stops } = await createReleasedRoute(t, [{}, {}]);
    const stop_id = stops[0]?.id ?? 0;
    assert.equal((await person.call(skipStop, { stop_id })).stop_status, "SKIPPED");
    assert.equal((await person.call(skipStop, { stop_id, undo: true })).stop_status, "PENDING");
    await person.call(completeStop, { stop_id });
    assert.equal((await refusalOf(person.call(skipStop, { stop_id }))).code, "stop_resolved");
  });
});

describe("two phones, no network, wrong clocks", () => {
  test("a batch queued offline runs in order, a refused item writes nothing, and a replay returns the same answer", async () => {
    const t = await service.business();
    const { person, stops, orders, route_id } = await createReleasedRoute(t, [
      {},
      { requirements: { pod: ["photo"] } },
      {},
    ]);
    service.advance(6 * HOUR);
    const [one, two, three] = stops.map((stop) => stop.id);
    const batch = {
      device_id: "phone-a",
      items: [
        { seq: 1, type: "route_start" as const, occurred_at: at(-5 * HOUR), body: { route_id } },
        { seq: 2, type: "stop_arrive" as const, occurred_at: at(-4 * HOUR), body: { stop_id: one } },
        {
          seq: 3,
          type: "stop_complete" as const,
          occurred_at: at(-4 * HOUR + MINUTE),
          body: { stop_id: one, handed_to: "recipient" },
        },
        { seq: 4, type: "stop_complete" as const, occurred_at: at(-3 * HOUR), body: { stop_id: two } },
        {
          seq: 5,
          type: "stop_complete" as const,
          occurred_at: at(-2 * HOUR),
          body: { stop_id: three, colour: "red" },
        },
        {
          seq: 6,
          type: "stop_fail" as const,
          occurred_at: at(-2 * HOUR),
          body: { stop_id: three, return_reason: "weather" },
        },
      ],
    };
    const answer = await person.call(sync, batch);
    assert.partialDeepStrictEqual(answer, { result: false, done: 4, failed: 2 });
    assert.partialDeepStrictEqual(answer.items[3], {
      seq: 4,
      result: false,
      error_code: "PROOF_MISSING",
      status: 422,
    });
    assert.deepEqual(answer.items[4]?.errors, [
      { field: "colour", message: "is not a member of this request" },
    ]);
    assert.deepEqual(await Promise.all(orders.map((order) => t.statusOf(order.id))), [
      "DELIVERED",
      "OUT_FOR_DELIVERY",
      "FAILED_ATTEMPT",
    ]);
    const delivered = await service.system.row<{ delivered_at: string }>(
      "select delivered_at from delivery_order where id = $1",
      [orders[0]?.id],
    );
    assert.equal(new Date(delivered?.delivered_at ?? 0).toISOString(), batch.items[2]?.occurred_at);
    assert.deepEqual(await t.eventsOf("stop", two ?? 0), []);

    const events = await service.system.row<{ n: number }>(
      "select count(*) as n from event where business_id = $1",
      [t.id],
    );
    const replay = await person.call(sync, batch);
    assert.deepEqual(
      replay.items.map(({ replayed, ...item }) => item),
      answer.items.map(({ replayed, ...item }) => item),
    );
    // What waits for its proofs is tried again; everything else has its outcome.
    assert.deepEqual(
      replay.items.map(({ replayed }) => replayed),
      [true, true, true, false, true, true],
    );
    assert.deepEqual(
      await service.system.row("select count(*) as n from event where business_id = $1", [t.id]),
      events,
    );
    const reused = await person.call(sync, {
      device_id: "phone-a",
      items: [{ ...batch.items[0]!, body: { route_id: 999_999 } }],
    });
    assert.equal(reused.items[0]?.error_code, "SEQUENCE_REUSED");
  });

  test("one command sent eight times at once runs once", async () => {
    const t = await service.business();
    const { person, stops, orders } = await createReleasedRoute(t, [{}]);
    const command = { stop_id: stops[0]?.id ?? 0, device_id: "phone-a", seq: 7, occurred_at: at(-MINUTE) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.call(completeStop, command)));
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    const delivered = (await t.eventsOf("order", orders[0]?.id ?? 0)).filter(
      (event) => event.kind === "order.delivered",
    );
    assert.equal(delivered.length, 1);
    assert.equal((await t.eventsOf("stop", command.stop_id)).length, 1);
    const through_batch = await person.call(sync, {
      device_id: "phone-a",
      items: [
        {
          seq: 7,
          type: "stop_complete",
          occurred_at: command.occurred_at,
          body: { stop_id: command.stop_id },
        },
      ],
    });
    assert.partialDeepStrictEqual(through_batch.items[0], { replayed: true, result: true });
  });

  test("two phones of one driver report the same stop: the second adds only its proofs", async () => {
    const t = await service.business();
    const { person, stops, orders } = await createReleasedRoute(t, [{}]);
    service.advance(HOUR);
    const stop_id = stops[0]?.id ?? 0;
    await person.call(completeStop, { stop_id, device_id: "phone-a", seq: 1, occurred_at: at(-10 * MINUTE) });
    const again = await person.call(completeStop, {
      stop_id,
      device_id: "phone-b",
      seq: 1,
      occurred_at: at(-9 * MINUTE),
      proofs: [{ kind: "photo", file_id: await photo(person) }],
    });
    assert.partialDeepStrictEqual(again, {
      stop_status: "DONE",
      proofs: 1,
      orders: [{ status: "DELIVERED" }],
    });
    assert.equal(
      (await t.eventsOf("order", orders[0]?.id ?? 0)).filter((event) => event.kind === "order.delivered")
        .length,
      1,
    );
    assert.deepEqual(await attention(t), []);
    // One phone reports a delivery, the other later a failure: a dispatcher must look.
    const contradiction = await person.call(failStop, {
      stop_id,
      device_id: "phone-b",
      seq: 2,
      return_reason: "weather",
    });
    assert.partialDeepStrictEqual(contradiction, {
      stop_status: "DONE",
      orders: [{ status: "DELIVERED", attention: "unlisted_fact" }],
    });
  });

  test("two phones at the same instant deliver once", async () => {
    const t = await service.business();
    const { person, stops, orders, route_id } = await createReleasedRoute(t, [{}, {}]);
    const told = stops.flatMap((stop) =>
      ["phone-a", "phone-b"].map((device_id) => ({ stop_id: stop.id, device_id, seq: stop.id })),
    );
    const answers = await Promise.all(told.map((command) => person.call(completeStop, command)));
    assert.ok(answers.every((answer) => answer.stop_status === "DONE"));
    for (const order of orders) {
      const delivered = (await t.eventsOf("order", order.id)).filter(
        (event) => event.kind === "order.delivered",
      );
      assert.equal(delivered.length, 1);
    }
    const completed = (await t.eventsOf("route", route_id)).filter(
      (event) => event.kind === "route.completed",
    );
    assert.equal(completed.length, 1);
    assert.deepEqual(await attention(t), []);
  });

  test("the same facts give the same result in any order of arrival", async () => {
    const t = await service.business();
    const tell = async (person: DriverAccount, stop_id: number, route_id: number, order: string) => {
      for (const step of order) {
        if (step === "s") await person.call(startRoute, { route_id, occurred_at: at(-5 * HOUR) });
        if (step === "a") await person.call(arriveAtStop, { stop_id, occurred_at: at(-4 * HOUR) });
        if (step === "f")
          await person.call(failStop, { stop_id, return_reason: "weather", occurred_at: at(-3 * HOUR) });
        if (step === "c") await person.call(completeStop, { stop_id, occurred_at: at(-2 * HOUR) });
      }
    };
    for (const order of ["safc", "cfas", "fsca", "acsf", "scfa", "fcas"]) {
      const { person, stops, orders, route_id } = await createReleasedRoute(t, [{}]);
      service.advance(6 * HOUR);
      await tell(person, stops[0]?.id ?? 0, route_id, order);
      assert.equal(await t.statusOf(orders[0]?.id ?? 0), "DELIVERED", order);
      const seen = (await person.call(getRoute, { route_id })).stops[0];
      assert.equal(seen?.status, "DONE", order);
    }
  });

  test("delivered offline, cancelled meanwhile: the delivery counts, and an attention item opens", async () => {
    const t = await service.business();
    const { person, stops, orders, route_id } = await createReleasedRoute(t, [{}, {}]);
    const [order, other] = orders;
    service.advance(3 * HOUR);
    await t.as("client_admin")(cancelOrder, { order_id: order?.id ?? 0 });
    assert.equal(await t.statusOf(order?.id ?? 0), "CANCELLED");
    service.advance(20 * MINUTE);
    const stop_id = stops[0]?.id ?? 0;
    const late = { seq: 1, type: "stop_complete" as const, occurred_at: at(-HOUR) };
    const lost = await person.call(sync, { device_id: "a", items: [{ ...late, body: { stop_id } }] });
    assert.equal(lost.items[0]?.status, 404);
    const answer = await person.call(sync, {
      device_id: "a",
      items: [
        { seq: 2, type: "route_start", occurred_at: at(-2 * HOUR), body: { route_id } },
        { ...late, seq: 3, body: { stop_id, route_id, order_ids: [order?.id] } },
      ],
    });
    assert.equal(answer.failed, 0, JSON.stringify(answer.items));
    assert.equal(await t.statusOf(order?.id ?? 0), "DELIVERED");
    assert.equal(await t.statusOf(other?.id ?? 0), "OUT_FOR_DELIVERY");
    assert.ok(
      (await attention(t)).some((item) => item.kind === "late_fact_conflict" && item.order_id === order?.id),
    );
    const foreign = await t.order();
    const refused = await refusalOf(
      person.call(completeStop, { stop_id: 1_000_000, route_id, order_ids: [foreign.id] }),
    );
    assert.equal(refused.code, "unknown_task");
  });

  test("a phone clock that is days ahead is clamped and flagged; with `sent_at` it is corrected", async () => {
    const t = await service.business();
    const { person, stops, orders } = await createReleasedRoute(t, [{}, {}]);
    service.advance(5 * HOUR);
    const [one, two] = stops.map((stop) => stop.id);
    const ahead = await person.call(completeStop, { stop_id: one ?? 0, occurred_at: at(72 * HOUR) });
    assert.equal(ahead.clock_skewed, true);
    assert.ok(Date.parse(ahead.occurred_at) <= service.now().getTime());
    assert.ok(Date.parse(ahead.device_at ?? "") > service.now().getTime() + 24 * HOUR);
    const behind = await person.call(sync, {
      device_id: "b",
      sent_at: at(-96 * HOUR),
      items: [{ seq: 1, type: "stop_complete", occurred_at: at(-97 * HOUR), body: { stop_id: two } }],
    });
    assert.equal(behind.failed, 0);
    const row = await service.system.row<{ delivered_at: string }>(
      "select delivered_at from delivery_order where id = $1",
      [orders[1]?.id],
    );
    assert.ok(Math.abs(Date.parse(row?.delivered_at ?? "") - (service.now().getTime() - HOUR)) < MINUTE);
    const kept = await service.system.row<{ occurred_at: string; clock_skewed: boolean }>(
      "select occurred_at, clock_skewed from device_command where business_id = $1",
      [t.id],
    );
    assert.equal(kept?.clock_skewed, true);
    assert.ok(Date.parse(kept?.occurred_at ?? "") < service.now().getTime() - 90 * HOUR);
    assert.deepEqual(
      (await attention(t)).map((item) => item.kind),
      ["clock_skewed"],
    );
  });

  test("a moment before the creation of the route is flagged as a wrong clock", async () => {
    const t = await service.business();
    const { person, stops } = await createReleasedRoute(t, [{}]);
    const answer = await person.call(completeStop, {
      stop_id: stops[0]?.id ?? 0,
      occurred_at: "2020-01-01T00:00:00Z",
    });
    assert.partialDeepStrictEqual(answer, { clock_skewed: true, orders: [{ status: "DELIVERED" }] });
  });
});

describe("positions and duty", () => {
  test("each position counts once, and only a newer one changes the driver's position", async () => {
    const t = await service.business();
    const { id, person } = await t.driver();
    const point = (seq: number, ago: number, lat: number) => ({
      seq,
      at: at(-ago),
      lat,
      lng: -47.9,
      battery_percent: 50,
    });
    const first = await person.call(sendPositions, {
      device_id: "a",
      positions: [point(1, 2 * MINUTE, -15.1), point(2, MINUTE, -15.2)],
    });
    assert.partialDeepStrictEqual(first, { accepted: 2, duplicates: 0 });
    const late = await person.call(sendPositions, {
      device_id: "a",
      positions: [point(2, MINUTE, -15.2), point(3, HOUR, -15.9)],
    });
    assert.partialDeepStrictEqual(late, { accepted: 1, duplicates: 1 });
    const driver = await service.system.row<{ lat: number; battery_percent: number }>(
      "select lat, battery_percent from driver where id = $1",
      [id],
    );
    assert.deepEqual(driver, { lat: -15.2, battery_percent: 50 });
  });

  test("duty follows the latest change, and a suspended driver cannot start a route", async () => {
    const t = await service.business();
    const { person, driver, route_id } = await createReleasedRoute(t, [{}]);
    await person.call(setDuty, { state: "break" });
    assert.equal((await person.call(setDuty, { state: "off", occurred_at: at(-HOUR) })).duty, "break");
    await service.system.execute("update driver set status = 'suspended' where id = $1", [driver.id]);
    assert.equal((await refusalOf(person.call(setDuty, { state: "on" }))).code, "driver_suspended");
    assert.equal((await refusalOf(person.call(startRoute, { route_id }))).code, "driver_suspended");
    assert.equal((await refusalOf(person.call(listRoutes, {}))).status, 403);
  });
});

describe("earnings and messages", () => {
  test("pay is listed for each completed stop; without rates nothing is listed", async () => {
    const unset = await service.business();
    const { person } = await unset.driver();
    const period = { from: "2000-01-01", to: "2100-01-01" };
    assert.partialDeepStrictEqual(await person.call(listEarnings, period), { configured: false, lines: [] });
    const t = await service.business({ settings: { driver_pay: { per_stop_minor: 300, per_km_minor: 50 } } });
    const route = await createReleasedRoute(t, [{}, {}]);
    await route.person.call(completeStop, { stop_id: route.stops[0]?.id ?? 0 });
    const paid = await route.person.call(listEarnings, period);
    assert.partialDeepStrictEqual(paid, { configured: true, total: 1, currency: "BRL" });
    const [line] = paid.lines;
    assert.equal(line?.amount_minor, Math.round(300 + (50 * (line?.distance_m ?? 0)) / 1000));
    assert.equal(paid.total_minor, line?.amount_minor);
  });

  test("changes made by others are listed in the driver's language", async () => {
    const t = await service.business();
    const { person, orders } = await createReleasedRoute(t, [{ ref: "W-1" }]);
    await t.as("client_admin")(updateDeliveryInstruction, {
      order_id: orders[0]?.id ?? 0,
      delivery_instruction: "Gate 4",
    });
    await t.as("client_admin")(updateTimeWindows, {
      items: [{ ref: "W-1", window_start: "2030-01-01T14:00:00Z", window_end: "2030-01-01T15:00:00Z" }],
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

describe("registering and signing in", () => {
  test("a registration waits for approval, creates one driver for an address, and does not reveal existing accounts", async () => {
    const t = await service.business();
    const wanted = {
      business: t.code,
      name: "Ana Souza",
      email: `ana-${t.code}@test.example`,
      password: "correct horse battery",
      phone: "",
    };
    const answers = await Promise.all([
      service.anonymous(registerDriver, wanted),
      service.anonymous(registerDriver, { ...wanted, email: wanted.email.toUpperCase() }),
    ]);
    assert.deepEqual(answers[0], answers[1]);
    await runQueued(service, "register-driver");
    const waiting = await refusalOf(
      service.anonymous(loginDriver, { email: wanted.email, password: wanted.password }, { language: "es" }),
    );
    // The same as for an address whose account has another password, so that this does not reveal the account either.
    assert.equal(waiting.code, "bad_credentials");
    assert.equal(waiting.message, "El correo o la contraseña son incorrectos.");
    assert.equal(
      (await refusalOf(service.anonymous(registerDriver, { ...wanted, business: "nobody-here" }))).status,
      404,
    );
    const rows = await service.system.rows("select status from driver where business_id = $1", [t.id]);
    assert.deepEqual(rows, [{ status: "pending" }]);
  });

  test("the owner of an existing account is notified once of a registration, and the account stays unchanged", async () => {
    const t = await service.business();
    const { email, account_id } = await t.person("employee");
    const stored = () =>
      service.system.row("select name, role, status, password_hash, version from account where id = $1", [
        account_id,
      ]);
    const before = await stored();
    const wanted = { business: t.code, name: "Ana Souza", email, password: "another password" };
    for (let times = 0; times < 2; times += 1) await service.anonymous(registerDriver, wanted);
    await runQueued(service, "register-driver");
    assert.deepEqual(await stored(), before);
    const { messages: sent } = await t.as("client_admin")(listOutbox, { recipient: email });
    assert.deepEqual(
      sent.map(({ purpose, subject }) => [purpose, subject]),
      [["notice", "You have an account already"]],
    );
    assert.deepEqual(await service.system.rows("select id from driver where business_id = $1", [t.id]), []);
  });

  test("a registration whose job runs twice creates one driver and sends no mail", async () => {
    const t = await service.business();
    const email = `rui-${t.code}@test.example`;
    await service.anonymous(registerDriver, {
      business: t.code,
      name: "Rui",
      email,
      password: TEST_PASSWORD,
    });
    const [queued] = await service.system.rows<{ data: Record<string, unknown> }>(
      "select data from pgboss.job where name = 'register-driver' and (data ->> 'business_id')::int = $1",
      [t.id],
    );
    assert.doesNotMatch(JSON.stringify(queued), /Rui|rui-|argon/);
    const job = service.runtime.registry.jobs.get("register-driver");
    assert(job !== undefined && queued !== undefined);
    for (let times = 0; times < 2; times += 1) await runJob(service.runtime, job, queued.data, () => false);
    const rows = await service.system.rows("select name from driver where business_id = $1", [t.id]);
    assert.deepEqual(rows, [{ name: "Rui" }]);
    assert.equal((await t.as("client_admin")(listOutbox, {})).total, 0);
  });

  test("drivers can sign in, other users cannot, and an old app is refused", async () => {
    const t = await service.business({ settings: { min_driver_app_version: "2.10.0" } });
    const { person, id } = await t.driver();
    const credentials = { email: person.email, password: TEST_PASSWORD };
    const signed = await service.anonymous(loginDriver, { ...credentials, app_version: "2.10" });
    assert.partialDeepStrictEqual(signed, { driver_id: id, token_type: "Bearer" });
    const old = await refusalOf(service.anonymous(loginDriver, { ...credentials, app_version: "2.9.4" }));
    assert.equal(old.status, 426);
    const batch = {
      device_id: "a",
      app_version: "1.0",
      items: [{ seq: 1, type: "duty" as const, occurred_at: at(0), body: { state: "on" } }],
    };
    assert.equal((await refusalOf(person.call(sync, batch))).status, 426);
    const admin = await t.person("client_admin");
    assert.equal(
      (await refusalOf(service.anonymous(loginDriver, { email: admin.email, password: TEST_PASSWORD })))
        .status,
      401,
    );
  });

  test("the same batch works over GraphQL", async () => {
    const t = await service.business();
    const { person } = await t.driver();
    const query = `mutation($items: [DriverSyncItemsInput!]!) { driverSync(device_id: "g", items: $items) { done items { result answer } } }`;
    const answer = await person.http("POST", "/api/graphql", {
      query: query.replace("DriverSyncItemsInput", await getItemType(person)),
      variables: { items: [{ seq: 1, type: "duty", occurred_at: at(0), body: { state: "break" } }] },
    });
    assert.partialDeepStrictEqual(answer.body, {
      data: { driverSync: { done: 1, items: [{ result: true, answer: { duty: "break" } }] } },
    });
  });

  test("REST responses use the requested language", async () => {
    const t = await service.business();
    const { person } = await t.driver();
    const answer = await person.http(
      "POST",
      "/api/v1/driver/routes/999999/start",
      {},
      { "accept-language": "ja,en;q=0.5" },
    );
    assert.equal(answer.status, 404);
    assert.equal(answer.body.message, "そのルートはありません。");
    const nobody = await t.http("driver", "GET", "/api/v1/driver/routes");
    assert.equal(nobody.status, 403);
  });
});

test("at the end, every order's status is the fold of its events and agrees with its timeline", async () => {
  for (const { id } of await service.system.rows<{ id: number }>("select id from business order by id")) {
    const { differences } = await checkFoldOfBusiness(service.system, id);
    assert.deepEqual(differences, []);
  }
});
