import assert from "node:assert/strict";
import { defineInvariants, defineRaces, ROUNDS } from "#tests/support/races.ts";

export const races = defineRaces({
  "an order is cancelled and delivered: the events of both the driver and the office are recorded": async ({
    business,
    admin,
    race,
    onRoad,
  }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, order_ids, stops } = await onRoad(2);
      const outcome = await race(
        round,
        () => admin("clientOrderCancel", { order_id: order_ids[0] }),
        () => phone("driverStopComplete", { stop_id: stops[0].id, handed_to: "recipient" }),
      );
      assert.ok(outcome.includes("done"), outcome.join());
      const status = await business.readStatus(order_ids[0] as number);
      assert.ok(["DELIVERED", "RETURNING", "CANCELLED"].includes(status), status);
    }
  },

  "a route is reassigned and started: it has one driver, and only that driver can complete it": async ({
    business,
    admin,
    employee,
    race,
    released,
    call,
  }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, route_id } = await released(1);
      const other = await business.driver();
      const theirs = call(other.person.call);
      await race(
        round,
        () => admin("clientRouteReassign", { route_id, driver_id: other.id }),
        () => phone("driverRouteStart", { route_id }),
        () => theirs("driverRouteStart", { route_id }),
        () => employee("clientRouteUnrelease", { route_id }),
      );
    }
  },

  "two phones of one driver complete one stop: it is delivered once": async ({ business, race, onRoad }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, order_ids, stops } = await onRoad(2);
      const outcome = await race(
        round,
        () =>
          phone("driverStopComplete", {
            stop_id: stops[0].id,
            handed_to: "recipient",
            device_id: "one",
            seq: round + 1,
          }),
        () =>
          phone("driverStopComplete", {
            stop_id: stops[0].id,
            handed_to: "recipient",
            device_id: "two",
            seq: round + 1,
          }),
        () =>
          phone("driverStopComplete", {
            stop_id: stops[0].id,
            handed_to: "recipient",
            device_id: "one",
            seq: round + 1,
          }),
      );
      assert.ok(outcome.includes("done"));
      const delivered = (await business.readEvents("order", order_ids[0] as number)).filter(
        ({ kind }) => kind === "order.delivered",
      );
      assert.equal(delivered.length, 1);
    }
  },

  "a stop is completed and failed while its route is completed": async ({ race, onRoad }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, stops, route_id } = await onRoad(1);
      const outcome = await race(
        round,
        () => phone("driverStopComplete", { stop_id: stops[0].id, handed_to: "recipient" }),
        () => phone("driverStopFail", { stop_id: stops[0].id, return_reason: "recipient_absent" }),
        () => phone("driverRouteComplete", { route_id }),
      );
      assert.ok(outcome.slice(0, 2).filter((word) => word === "done").length >= 1, outcome.join());
    }
  },

  "a route is released twice: once": async ({ business, admin, employee, race, orders }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const driver = await business.driver();
      const order_ids = await orders(2);
      const { route } = await admin("clientRouteCreate", { driver_id: driver.id, order_ids });
      const outcome = await race(
        round,
        () => admin("clientRouteRelease", { route_id: route.id }),
        () => employee("clientRouteRelease", { route_id: route.id }),
        () => admin("clientOrderCancel", { order_id: order_ids[1] }),
      );
      assert.ok(outcome.slice(0, 2).filter((word) => word === "done").length <= 1, outcome.join());
      const releases = (await business.readEvents("route", route.id)).filter(
        ({ kind }) => kind === "route.released",
      );
      assert.ok(releases.length <= 1);
    }
  },

  "routes are merged both ways while one is resequenced and split": async ({
    admin,
    employee,
    race,
    orders,
  }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = (await admin("clientRouteCreate", { order_ids: await orders(3) })).route;
      const second = (await admin("clientRouteCreate", { order_ids: await orders(2) })).route;
      const backwards = first.stops.map((stop: { id: number }) => stop.id).reverse();
      await race(
        round,
        () => admin("clientRouteMerge", { route_id: first.id, from_route_id: second.id }),
        () => employee("clientRouteMerge", { route_id: second.id, from_route_id: first.id }),
        () => admin("clientRouteResequence", { route_id: first.id, stop_ids: backwards }),
        () => employee("clientRouteSplit", { route_id: first.id, stop_ids: backwards.slice(0, 1) }),
      );
    }
  },

  "the same orders are added to two routes, and put on hold": async ({ admin, employee, race, orders }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, second] = [
        (await admin("clientRouteCreate", {})).route,
        (await admin("clientRouteCreate", {})).route,
      ];
      const order_ids = await orders(4);
      await race(
        round,
        () => admin("clientOrdersBulkAssign", { route_id: first.id, order_ids }),
        () =>
          employee("clientOrdersBulkAssign", { route_id: second.id, order_ids: [...order_ids].reverse() }),
        () =>
          admin("clientOrdersBulkActivity", {
            order_ids: order_ids.slice(1, 3),
            activity: "hold",
            reason: "unpaid",
          }),
        () => employee("clientRouteCancel", { route_id: first.id }),
      );
    }
  },
});

const OPEN = "r.status not in ('COMPLETED', 'CLOSED', 'CANCELLED')";

export const invariants = defineInvariants({
  "an order is on one open route at most": (system, { id }) =>
    system.rows(
      `select t.order_id, t.action from stop_task t join stop s on s.id = t.stop_id join route r on r.id = s.route_id
        where t.business_id = $1 and t.status = 'PENDING' and ${OPEN}
        group by t.order_id, t.action having count(*) > 1`,
      [id],
    ),

  "an order that names a route is on it": (system, { id }) =>
    system.rows(
      `select o.id, o.status, o.route_id from delivery_order o where o.business_id = $1 and o.route_id is not null and not exists (
         select 1 from stop_task t join stop s on s.id = t.stop_id where t.order_id = o.id and s.route_id = o.route_id and t.status <> 'REMOVED')`,
      [id],
    ),

  "an order that a route still has to serve names that route": (system, { id }) =>
    system.rows(
      `select t.id, t.order_id, s.route_id, o.route_id as says, o.status from stop_task t join stop s on s.id = t.stop_id join route r on r.id = s.route_id
         join delivery_order o on o.id = t.order_id
        where t.business_id = $1 and t.status = 'PENDING' and ${OPEN} and o.route_id is distinct from s.route_id`,
      [id],
    ),

  "stops are numbered from one without gaps": (system, { id }) =>
    system.rows(
      `select r.id, r.stops_total, count(s.id) as stops, max(s.seq) as last from route r left join stop s on s.route_id = r.id
        where r.business_id = $1 group by r.business_id, r.id having r.stops_total <> count(s.id) or coalesce(max(s.seq), 0) <> count(s.id)`,
      [id],
    ),
});
