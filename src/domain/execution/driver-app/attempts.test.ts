/**
 * What figures say of orders that were attempted more than once: journeys by figures. Orders count on the day they are scheduled for, attempts
 * on the day they were made and for the driver who made them.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { getPerformance } from "#domain/fleet/drivers/operations/get-performance.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { commandOrdersBulk } from "#domain/orders/orders/operations/command-orders-bulk.ts";
import { getDailyDigest } from "#domain/orders/orders/operations/get-daily-digest.ts";
import { getOrderHistory } from "#domain/orders/orders/operations/get-order-history.ts";
import { getOrdersSummary } from "#domain/orders/orders/operations/get-orders-summary.ts";
import { voidOrderEvent } from "#domain/orders/orders/operations/void-order-event.ts";
import { closeRoute } from "#domain/planning/routes/operations/close-route.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getRoute as getPlannedRoute } from "#domain/planning/routes/operations/get-route.ts";
import { listRoutes } from "#domain/planning/routes/operations/list-routes.ts";
import { moveOrders } from "#domain/planning/routes/operations/move-orders.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { createProvider } from "#tests/support/provider.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { completeStop } from "./operations/complete-stop.ts";
import { failStop } from "./operations/fail-stop.ts";
import { getRoute } from "./operations/get-route.ts";
import { scanParcel } from "./operations/scan-parcel.ts";

const service = await testService();
const [DAY, NEXT] = ["2027-03-10", "2027-03-11"];
const MINUTE = 60_000;
type Driver = Awaited<ReturnType<TestBusiness["driver"]>>;

/** One order of a business with two drivers, at ten in the morning of DAY. */
async function createJourney(business: TestBusiness) {
  const [a, b] = [await business.driver({ name: "A" }), await business.driver({ name: "B" })];
  const order = await business.order({ scheduled_date: DAY });
  const admin = business.as("client_admin");
  const order_id = order.id;
  const plan = async (driver: Driver, date = DAY) => {
    const { route } = await admin(createRoute, { driver_id: driver.id, date, order_ids: [order_id] });
    return route.id;
  };
  const release = (route_id: number) => admin(releaseRoute, { route_id });
  /** Before any attempt, from its route to a new one of the same day. */
  const handOver = async (driver: Driver) => {
    const { route } = await admin(createRoute, { driver_id: driver.id, date: DAY, order_ids: [] });
    await admin(moveOrders, { order_ids: [order_id], route_id: route.id });
    await release(route.id);
    return route.id;
  };
  const go = async (driver: Driver, date = DAY) => {
    const route_id = await plan(driver, date);
    await release(route_id);
    return route_id;
  };
  /** The stop of the order on a route, as the phone of its driver sees it. */
  const readStopId = async (driver: Driver, route_id: number) =>
    (await driver.person.call(getRoute, { route_id })).stops[0]?.id ?? 0;
  const report = async (driver: Driver, route_id: number, what: "fail" | "deliver", occurred_at?: string) => {
    if (occurred_at === undefined) service.advance(10 * MINUTE);
    const input = {
      stop_id: await readStopId(driver, route_id),
      ...(occurred_at === undefined ? {} : { occurred_at }),
    };
    await (what === "fail"
      ? driver.person.call(failStop, { ...input, return_reason: "weather" })
      : driver.person.call(completeStop, input));
  };
  const command = (
    activity: "reattempt" | "start_return" | "receive",
    more: { scheduled_date?: string } = {},
  ) => {
    service.advance(MINUTE);
    return admin(commandOrdersBulk, { order_ids: [order_id], activity, ...more });
  };
  /** Back at the warehouse, for another attempt on a day. */
  const bringBack = async (driver: Driver, scheduled_date = DAY) => {
    service.advance(MINUTE);
    await driver.person.call(scanParcel, { code: order.tracking_number, action: "return" });
    if (scheduled_date !== DAY) await command("receive", { scheduled_date });
    // A closed route lets go of what came back.
    const routes = (await admin(listRoutes, { status: ["COMPLETED"] })).routes;
    for (const { id } of routes) await admin(closeRoute, { route_id: id });
  };
  return { a, b, admin, order, order_id, plan, handOver, release, go, report, command, bringBack };
}
type Journey = Awaited<ReturnType<typeof createJourney>>;

interface Figures {
  /** Of each day: delivered, failed at the end, failed attempts, delivered at the first attempt of all first attempts. */
  day: string;
  next?: string;
  /** Of each driver: delivered, failed attempts, first attempts delivered of all first attempts. */
  a: string;
  b?: string;
  /** Failed attempts of all routes. */
  routes?: number;
}

const NOTHING = "0, 0, 0, 0/0";

const JOURNEYS: Record<string, { run: (j: Journey, business: TestBusiness) => Promise<void> } & Figures> = {
  "delivered at once": {
    run: async ({ a, go, report }) => report(a, await go(a), "deliver"),
    day: "1, 0, 0, 1/1",
    a: "1, 0, 1/1",
  },
  "failed, and not decided": {
    run: async ({ a, go, report }) => report(a, await go(a), "fail"),
    day: "0, 1, 1, 0/1",
    a: "0, 1, 0/1",
    routes: 1,
  },
  "two attempts on one route": {
    run: async ({ a, go, report }) => {
      const route_id = await go(a);
      await report(a, route_id, "fail");
      await report(a, route_id, "deliver");
    },
    day: "1, 0, 1, 0/1",
    a: "1, 1, 0/1",
    routes: 1,
  },
  "failed, then delivered the same day after it was decided": {
    run: async ({ a, go, report, command }) => {
      const route_id = await go(a);
      await report(a, route_id, "fail");
      await command("reattempt");
      await report(a, route_id, "deliver");
    },
    day: "1, 0, 1, 0/1",
    a: "1, 1, 0/1",
    routes: 1,
  },
  "failed, then delivered the next day": {
    run: async ({ a, go, report, bringBack }) => {
      await report(a, await go(a), "fail");
      await bringBack(a, NEXT);
      service.setNow(`${NEXT}T13:00:00Z`);
      await report(a, await go(a, NEXT), "deliver");
    },
    day: "0, 0, 1, 0/1",
    next: "1, 0, 0, 0/0",
    a: "1, 1, 0/1",
    routes: 1,
  },
  "failed, then delivered by another driver": {
    run: async ({ a, b, go, report, bringBack }) => {
      await report(a, await go(a), "fail");
      await bringBack(a);
      await report(b, await go(b), "deliver");
    },
    day: "1, 0, 1, 0/1",
    a: "0, 1, 0/1",
    b: "1, 0, 0/0",
    routes: 1,
  },
  "two failures, then delivered": {
    run: async ({ a, b, go, report, bringBack }) => {
      await report(a, await go(a), "fail");
      await bringBack(a);
      await report(b, await go(b), "fail");
      await bringBack(b);
      await report(a, await go(a), "deliver");
    },
    day: "1, 0, 2, 0/1",
    a: "1, 1, 0/1",
    b: "0, 1, 0/0",
    routes: 2,
  },
  "failed, and on the way back to the sender": {
    run: async ({ a, go, report, command }) => {
      await report(a, await go(a), "fail");
      await command("start_return");
    },
    day: "0, 1, 1, 0/1",
    a: "0, 1, 0/1",
    routes: 1,
  },
  "cancelled after a failure": {
    run: async ({ a, admin, order_id, go, report }) => {
      await report(a, await go(a), "fail");
      service.advance(MINUTE);
      await admin(cancelOrder, { order_id, reason: "changed mind" });
    },
    day: "0, 1, 1, 0/1",
    a: "0, 1, 0/1",
    routes: 1,
  },
  "cancelled before any attempt": {
    run: async ({ admin, order_id }) => {
      await admin(cancelOrder, { order_id, reason: "changed mind" });
    },
    day: NOTHING,
    a: "0, 0, 0/0",
  },
  "failed and delivered by a partner": {
    run: async ({ order }, business) => {
      const partner = await createProvider(business);
      for (const status_code of [
        "otep:core:out_for_delivery",
        "otep:core:delivery_attempted",
        "otep:core:delivered",
      ]) {
        service.advance(10 * MINUTE);
        const ingest_answer = await partner.ingest({
          subject: order.tracking_number,
          occurred_at: service.now().toISOString(),
          status_code,
        });
        assert.equal(ingest_answer.status, 200, JSON.stringify(ingest_answer.body));
      }
    },
    day: "1, 0, 1, 0/1",
    a: "0, 0, 0/0",
  },
  "a failure that was reported by mistake and voided, then delivered": {
    run: async ({ a, admin, order_id, go, report }) => {
      const route_id = await go(a);
      await report(a, route_id, "fail");
      const { events } = await admin(getOrderHistory, { order_id });
      const seq = events.find(({ kind }) => kind === "order.attempt_failed")?.seq ?? 0;
      service.advance(MINUTE);
      await admin(voidOrderEvent, { order_id, seq, reason: "wrong parcel" });
      await report(a, route_id, "deliver");
    },
    day: "1, 0, 0, 1/1",
    a: "1, 0, 1/1",
  },
  "a delivery that was voided, and a failure instead": {
    run: async ({ a, admin, order_id, go, report }) => {
      const route_id = await go(a);
      await report(a, route_id, "deliver");
      const { events } = await admin(getOrderHistory, { order_id });
      const seq = events.find(({ kind }) => kind === "order.delivered")?.seq ?? 0;
      service.advance(MINUTE);
      await admin(voidOrderEvent, { order_id, seq, reason: "wrong parcel" });
      await report(a, route_id, "fail");
    },
    day: "0, 1, 1, 0/1",
    a: "0, 1, 0/1",
    routes: 1,
  },
  "moved to the route of another driver before any attempt": {
    run: async ({ a, b, plan, handOver, report }) => {
      await plan(a);
      await report(b, await handOver(b), "deliver");
    },
    day: "1, 0, 0, 1/1",
    a: "0, 0, 0/0",
    b: "1, 0, 1/1",
  },
};

for (const [name, { run, ...expected }] of Object.entries(JOURNEYS)) {
  test(name, async () => {
    service.setNow(`${DAY}T13:00:00Z`);
    const business = await service.business({ time_zone: "America/Sao_Paulo" });
    const journey = await createJourney(business);
    await run(journey, business);
    const { admin, a, b } = journey;
    const day = async (date: string) => {
      const { orders } = await admin(getDailyDigest, { date });
      const { delivered, failed, failed_attempts, first_attempts, first_attempts_delivered } = orders;
      const { totals } = await admin(getOrdersSummary, { from: date, to: date });
      assert.deepEqual(totals, orders, "The summary and the digest count alike.");
      return `${delivered}, ${failed}, ${failed_attempts}, ${first_attempts_delivered}/${first_attempts}`;
    };
    const driver = async ({ id: driver_id }: Driver) => {
      const facts = await admin(getPerformance, { driver_id, from: DAY, to: NEXT });
      const { deliveries, failed_attempts, first_attempts, first_attempt_deliveries } = facts;
      return `${deliveries}, ${failed_attempts}, ${first_attempt_deliveries}/${first_attempts}`;
    };
    const { routes } = await admin(listRoutes, {});
    for (const { id, failed_attempts } of routes)
      assert.equal((await admin(getPlannedRoute, { route_id: id })).route.failed_attempts, failed_attempts);
    const got: Required<Figures> = {
      day: await day(DAY),
      next: await day(NEXT),
      a: await driver(a),
      b: await driver(b),
      routes: routes.reduce((sum, { failed_attempts = 0 }) => sum + failed_attempts, 0),
    };
    assert.deepEqual(got, { next: NOTHING, b: "0, 0, 0/0", routes: 0, ...expected });
    const { days, totals } = await admin(getOrdersSummary, { from: DAY, to: NEXT });
    for (const member of ["failed_attempts", "first_attempts", "first_attempts_delivered", "failed"] as const)
      assert.equal(
        days.reduce((sum, one) => sum + one[member], 0),
        totals[member],
        member,
      );
  });
}

test("the sentence of the day names failures that were made good", async () => {
  service.setNow(`${DAY}T13:00:00Z`);
  const business = await service.business({ time_zone: "America/Sao_Paulo" });
  const { a, admin, go, report } = await createJourney(business);
  const route_id = await go(a);
  await report(a, route_id, "fail");
  await report(a, route_id, "deliver");
  const { headline } = await admin(getDailyDigest, { date: DAY });
  assert.equal(
    headline,
    "1 of 1 orders delivered, 0 open, 0 failed or with an exception, 0 late. 1 failed attempt, 0 % delivered at the first.",
  );
});
