/** Commands queued on phones: no network, two phones, wrong clocks. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { commandOrdersBulk } from "#domain/orders/orders/operations/command-orders-bulk.ts";
import { changeRouteOrders } from "#domain/planning/routes/operations/change-route-orders.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { moveOrders } from "#domain/planning/routes/operations/move-orders.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import {
  createReleasedRoute,
  type DriverAccount,
  listAttention,
  uploadPhoto,
} from "#tests/support/driver-app.ts";
import { assertAllFoldsConsistent } from "#tests/support/orders.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { arriveAtStop } from "./operations/arrive-at-stop.ts";
import { completeStop } from "./operations/complete-stop.ts";
import { failStop } from "./operations/fail-stop.ts";
import { getRoute } from "./operations/get-route.ts";
import { listRoutes } from "./operations/list-routes.ts";
import { sendPositions } from "./operations/send-positions.ts";
import { setDuty } from "./operations/set-duty.ts";
import { startRoute } from "./operations/start-route.ts";
import { sync } from "./operations/sync.ts";

const service = await testService();
type Admin = ReturnType<TestBusiness["as"]>;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A time some milliseconds from the service's now, in the phone's format. */
const at = (offset_ms: number) => new Date(service.now().getTime() + offset_ms).toISOString();

describe("two phones, no network, wrong clocks", () => {
  test("a batch queued offline runs in order, a refused item writes nothing, and a replay returns the same answer", async () => {
    const business = await service.business();
    const { person, stops, orders, route_id } = await createReleasedRoute(business, [
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
    assert.deepEqual(await Promise.all(orders.map((order) => business.readStatus(order.id))), [
      "DELIVERED",
      "OUT_FOR_DELIVERY",
      "FAILED_ATTEMPT",
    ]);
    const delivered = await service.system.row<{ delivered_at: string }>(
      "select delivered_at from delivery_order where id = $1",
      [orders[0]?.id],
    );
    assert.equal(new Date(delivered?.delivered_at ?? 0).toISOString(), batch.items[2]?.occurred_at);
    assert.deepEqual(await business.readEvents("stop", two ?? 0), []);

    const events = await service.system.row<{ n: number }>(
      "select count(*) as n from event where business_id = $1",
      [business.id],
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
      await service.system.row("select count(*) as n from event where business_id = $1", [business.id]),
      events,
    );
    const reused = await person.call(sync, {
      device_id: "phone-a",
      items: [{ ...batch.items[0]!, body: { route_id: 999_999 } }],
    });
    assert.equal(reused.items[0]?.error_code, "SEQUENCE_REUSED");
  });

  test("one command sent eight times at once runs once", async () => {
    const business = await service.business();
    const { person, stops, orders } = await createReleasedRoute(business, [{}]);
    const command = { stop_id: stops[0]?.id ?? 0, device_id: "phone-a", seq: 7, occurred_at: at(-MINUTE) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.call(completeStop, command)));
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    const delivered = (await business.readEvents("order", orders[0]?.id ?? 0)).filter(
      (event) => event.kind === "order.delivered",
    );
    assert.equal(delivered.length, 1);
    assert.equal((await business.readEvents("stop", command.stop_id)).length, 1);
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
    const business = await service.business();
    const { person, stops, orders } = await createReleasedRoute(business, [{}]);
    service.advance(HOUR);
    const stop_id = stops[0]?.id ?? 0;
    await person.call(completeStop, { stop_id, device_id: "phone-a", seq: 1, occurred_at: at(-10 * MINUTE) });
    const again = await person.call(completeStop, {
      stop_id,
      device_id: "phone-b",
      seq: 1,
      occurred_at: at(-9 * MINUTE),
      proofs: [{ kind: "photo", file_id: await uploadPhoto(person) }],
    });
    assert.partialDeepStrictEqual(again, {
      stop_status: "DONE",
      proofs: 1,
      orders: [{ status: "DELIVERED" }],
    });
    assert.equal(
      (await business.readEvents("order", orders[0]?.id ?? 0)).filter(
        (event) => event.kind === "order.delivered",
      ).length,
      1,
    );
    assert.deepEqual(await listAttention(business), []);
    // One phone reports a delivery, the other later a failure: a dispatcher must look.
    const contradiction = await person.call(failStop, {
      stop_id,
      device_id: "phone-b",
      seq: 2,
      return_reason: "weather",
    });
    assert.partialDeepStrictEqual(contradiction, {
      stop_status: "DONE",
      orders: [{ status: "DELIVERED", attention: "unexpected_fact" }],
    });
  });

  test("two phones at the same instant deliver once", async () => {
    const business = await service.business();
    const { person, stops, orders, route_id } = await createReleasedRoute(business, [{}, {}]);
    const commands = stops.flatMap((stop) =>
      ["phone-a", "phone-b"].map((device_id) => ({ stop_id: stop.id, device_id, seq: stop.id })),
    );
    const answers = await Promise.all(commands.map((command) => person.call(completeStop, command)));
    assert.ok(answers.every((answer) => answer.stop_status === "DONE"));
    for (const order of orders) {
      const delivered = (await business.readEvents("order", order.id)).filter(
        (event) => event.kind === "order.delivered",
      );
      assert.equal(delivered.length, 1);
    }
    const completed = (await business.readEvents("route", route_id)).filter(
      (event) => event.kind === "route.completed",
    );
    assert.equal(completed.length, 1);
    assert.deepEqual(await listAttention(business), []);
  });

  describe("two reports of one delivery", () => {
    interface Report {
      minutes: number;
      handed_to?: "recipient" | "neighbour" | "safe_place";
      cod_collected?: number;
    }
    /** The reports in their order of arrival; whether they contradict one another. */
    const CASES: [string, { cod?: number; reports: Report[] }, boolean][] = [
      ["equal, later", { reports: [{ minutes: -10 }, { minutes: -9 }] }, false],
      ["equal, earlier", { reports: [{ minutes: -9 }, { minutes: -10 }] }, false],
      ["equal, at the same moment", { reports: [{ minutes: -9 }, { minutes: -9 }] }, false],
      [
        "who received it is said in one and left out in the other",
        { reports: [{ minutes: -9, handed_to: "recipient" }, { minutes: -8 }] },
        false,
      ],
      [
        "other receiver, later",
        { reports: [{ minutes: -10 }, { minutes: -9, handed_to: "neighbour" }] },
        true,
      ],
      [
        "other receiver, earlier",
        { reports: [{ minutes: -9, handed_to: "neighbour" }, { minutes: -10 }] },
        true,
      ],
      [
        "equal cash",
        {
          cod: 4500,
          reports: [
            { minutes: -9, cod_collected: 4500 },
            { minutes: -8, cod_collected: 4500 },
          ],
        },
        false,
      ],
      [
        "other cash",
        {
          cod: 4500,
          reports: [
            { minutes: -9, cod_collected: 4500 },
            { minutes: -8, cod_collected: 4000 },
          ],
        },
        true,
      ],
      [
        "other cash, earlier",
        {
          cod: 4500,
          reports: [
            { minutes: -8, cod_collected: 4500 },
            { minutes: -9, cod_collected: 4000 },
          ],
        },
        true,
      ],
      [
        "the second one differs, the third is equal to the first",
        { reports: [{ minutes: -9 }, { minutes: -8, handed_to: "safe_place" }, { minutes: -7 }] },
        true,
      ],
    ];
    for (const [name, { cod = 0, reports }, differs] of CASES)
      test(name, async () => {
        const business = await service.business();
        const { person, stops, orders } = await createReleasedRoute(business, [
          cod === 0 ? {} : { cod_minor: cod },
        ]);
        service.advance(HOUR);
        const answers: (string | null)[] = [];
        for (const [index, { minutes, ...report }] of reports.entries()) {
          const answer = await person.call(completeStop, {
            stop_id: stops[0]?.id ?? 0,
            ...report,
            device_id: `phone-${index}`,
            seq: 1,
            occurred_at: at(minutes * MINUTE),
          });
          assert.equal(answer.orders[0]?.status, "DELIVERED");
          answers.push(answer.orders[0]?.attention ?? null);
        }
        const events = await business.readEvents("order", orders[0]?.id ?? 0);
        assert.equal(events.filter(({ kind }) => kind === "order.delivered").length, 1);
        assert.equal(answers[1], differs ? "unexpected_fact" : null);
        const opened = (await listAttention(business)).filter((item) => item.kind === "unexpected_fact");
        assert.equal(opened.length, differs ? 1 : 0);
      });

    test("two phones that differ race: one event, and a dispatcher is told", async () => {
      const business = await service.business();
      const { person, stops, orders } = await createReleasedRoute(business, [{}]);
      const answers = await Promise.all(
        (["recipient", "neighbour"] as const).map((handed_to) =>
          person.call(completeStop, { stop_id: stops[0]?.id ?? 0, handed_to, device_id: handed_to, seq: 1 }),
        ),
      );
      assert.deepEqual(
        answers.map(({ orders: [order] }) => order?.attention).sort(),
        [null, "unexpected_fact"].sort(),
      );
      const events = await business.readEvents("order", orders[0]?.id ?? 0);
      assert.equal(events.filter(({ kind }) => kind === "order.delivered").length, 1);
    });
  });

  test("the same facts give the same result in any order of arrival", async () => {
    const business = await service.business();
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
      const { person, stops, orders, route_id } = await createReleasedRoute(business, [{}]);
      service.advance(6 * HOUR);
      await tell(person, stops[0]?.id ?? 0, route_id, order);
      assert.equal(await business.readStatus(orders[0]?.id ?? 0), "DELIVERED", order);
      const first_stop = (await person.call(getRoute, { route_id })).stops[0];
      assert.equal(first_stop?.status, "DONE", order);
    }
  });

  test("delivered offline, cancelled meanwhile: the delivery counts, and an attention item opens", async () => {
    const business = await service.business();
    const { person, stops, orders, route_id } = await createReleasedRoute(business, [{}, {}]);
    const [order, other] = orders;
    service.advance(3 * HOUR);
    await business.as("client_admin")(cancelOrder, { order_id: order?.id ?? 0 });
    assert.equal(await business.readStatus(order?.id ?? 0), "CANCELLED");
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
    assert.equal(await business.readStatus(order?.id ?? 0), "DELIVERED");
    assert.equal(await business.readStatus(other?.id ?? 0), "OUT_FOR_DELIVERY");
    assert.ok(
      (await listAttention(business)).some(
        (item) => item.kind === "late_fact_conflict" && item.order_id === order?.id,
      ),
    );
    const foreign = await business.order();
    const refused = await catchRefusal(
      person.call(completeStop, { stop_id: 1_000_000, route_id, order_ids: [foreign.id] }),
    );
    assert.equal(refused.code, "unknown_task");
  });

  for (const [how, takeOff] of [
    [
      "from its route",
      (admin: Admin, order_ids: number[], route_id: number) =>
        admin(changeRouteOrders, { route_id, remove: order_ids, goods_stay_aboard: true }),
    ],
    [
      "to be planned again",
      (admin: Admin, order_ids: number[]) =>
        admin(moveOrders, { order_ids, route_id: null, goods_stay_aboard: true }),
    ],
  ] as const)
    for (const reported of ["before", "after"] as const)
      test(`taken off ${how} with its goods aboard: a delivery ${reported} that counts`, async () => {
        const business = await service.business();
        const { person, stops, orders, route_id } = await createReleasedRoute(business, [{}, {}]);
        const order_id = orders[0]?.id ?? 0;
        await person.call(startRoute, { route_id });
        service.advance(HOUR);
        await takeOff(business.as("client_admin"), [order_id], route_id);
        const listOffRoute = async () =>
          (await person.call(getRoute, { route_id })).off_route.map((one) => [
            one.order_id,
            one.place?.name,
            one.parcels.length,
          ]);
        const { place } = stops[0]?.tasks[0] ?? {};
        assert.deepEqual(await listOffRoute(), [[order_id, place?.name, 1]], "the driver still has them");
        service.advance(20 * MINUTE);
        const facts = { stop_id: stops[0]?.id ?? 0, route_id, order_ids: [order_id] };
        const answer = await person.call(sync, {
          device_id: "a",
          items: [
            {
              seq: 1,
              type: "stop_complete",
              occurred_at: at(reported === "before" ? -HOUR : -MINUTE),
              body: facts,
            },
          ],
        });
        assert.equal(answer.failed, 0, JSON.stringify(answer.items));
        assert.equal(await business.readStatus(order_id), "DELIVERED");
        assert.ok(!(await listAttention(business)).some(({ kind }) => kind === "goods_off_route"));
        assert.deepEqual(await listOffRoute(), []);
        await assertAllFoldsConsistent(service);
      });

  test("goods of an order that left the route are shown to who has them, until they are received", async () => {
    const business = await service.business();
    const { person, orders, route_id } = await createReleasedRoute(business, [{}, {}, {}]);
    const [aboard = 0, never_aboard = 0] = orders.map(({ id }) => id);
    const admin = business.as("client_admin");
    const listOffRoute = async () =>
      (await person.call(getRoute, { route_id })).off_route.map((one) => one.order_id);
    await admin(moveOrders, { order_ids: [never_aboard], route_id: null });
    await person.call(startRoute, { route_id });
    assert.deepEqual(await listOffRoute(), []);
    await admin(moveOrders, { order_ids: [aboard], route_id: null, goods_stay_aboard: true });
    assert.deepEqual(await listOffRoute(), [aboard]);
    await admin(commandOrdersBulk, { order_ids: [aboard], activity: "receive" });
    assert.deepEqual(await listOffRoute(), []);
  });

  test("goods that left a route are shown to nobody else: no other driver, route or business", async () => {
    const business = await service.business();
    const mine = await createReleasedRoute(business, [{}, {}]);
    const theirs = await createReleasedRoute(business, [{}, {}]);
    const foreign = await createReleasedRoute(await service.business(), [{}, {}]);
    const admin = business.as("client_admin");
    const order_ids = [(await business.order()).id];
    const { route } = await admin(createRoute, { driver_id: mine.driver.id, order_ids });
    await admin(releaseRoute, { route_id: route.id });
    const second = { ...mine, route_id: route.id };
    // It left the route of the other driver before its goods were loaded.
    const aboard = theirs.orders[0]?.id ?? 0;
    await admin(moveOrders, { order_ids: [aboard], route_id: mine.route_id });
    for (const { person, route_id } of [mine, theirs, foreign]) await person.call(startRoute, { route_id });
    await admin(moveOrders, { order_ids: [aboard], route_id: null, goods_stay_aboard: true });
    const list = async ({ person, route_id }: { person: DriverAccount; route_id: number }) =>
      (await person.call(getRoute, { route_id })).off_route.map((one) => one.order_id);
    assert.deepEqual(await list(mine), [aboard]);
    for (const other of [theirs, foreign, second]) assert.deepEqual(await list(other), []);
    for (const { person } of [theirs, foreign]) {
      const refusal = await catchRefusal(person.call(getRoute, { route_id: mine.route_id }));
      assert.ok(["not_your_route", "not_found"].includes(refusal.code), refusal.code);
    }
    // Nor does an order go to another driver while this one has its goods.
    const moving = admin(moveOrders, { order_ids: [aboard], route_id: theirs.route_id });
    assert.equal((await catchRefusal(moving)).code, "orders_refused");
    assert.deepEqual([await list(mine), await list(theirs)], [[aboard], []]);
    await assertAllFoldsConsistent(service);
  });

  test("a phone clock that is days ahead is clamped and flagged; with `sent_at` it is corrected", async () => {
    const business = await service.business();
    const { person, stops, orders } = await createReleasedRoute(business, [{}, {}]);
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
    const stored_event = await service.system.row<{ occurred_at: string; clock_skewed: boolean }>(
      "select occurred_at, clock_skewed from device_command where business_id = $1",
      [business.id],
    );
    assert.equal(stored_event?.clock_skewed, true);
    assert.ok(Date.parse(stored_event?.occurred_at ?? "") < service.now().getTime() - 90 * HOUR);
    assert.deepEqual(
      (await listAttention(business)).map((item) => item.kind),
      ["clock_skewed"],
    );
  });

  test("a moment before the creation of the route is flagged as a wrong clock", async () => {
    const business = await service.business();
    const { person, stops } = await createReleasedRoute(business, [{}]);
    const answer = await person.call(completeStop, {
      stop_id: stops[0]?.id ?? 0,
      occurred_at: "2020-01-01T00:00:00Z",
    });
    assert.partialDeepStrictEqual(answer, { clock_skewed: true, orders: [{ status: "DELIVERED" }] });
  });
});

describe("positions and duty", () => {
  test("each position counts once, and only a newer one changes the driver's position", async () => {
    const business = await service.business();
    const { id, person } = await business.driver();
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
    const business = await service.business();
    const { person, driver, route_id } = await createReleasedRoute(business, [{}]);
    await person.call(setDuty, { state: "break" });
    assert.equal((await person.call(setDuty, { state: "off", occurred_at: at(-HOUR) })).duty, "break");
    await service.system.execute("update driver set status = 'suspended' where id = $1", [driver.id]);
    assert.equal((await catchRefusal(person.call(setDuty, { state: "on" }))).code, "driver_suspended");
    assert.equal((await catchRefusal(person.call(startRoute, { route_id }))).code, "driver_suspended");
    assert.equal((await catchRefusal(person.call(listRoutes, {}))).status, 403);
  });
});

test("at the end, every order's status is the fold of its events and agrees with its timeline", () =>
  assertAllFoldsConsistent(service));
