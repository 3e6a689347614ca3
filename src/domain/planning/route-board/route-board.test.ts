import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeFleetDrivers } from "#domain/fleet/fleets/operations/change-fleet-drivers.ts";
import { createFleet } from "#domain/fleet/fleets/operations/create-fleet.ts";
import { createShift } from "#domain/fleet/fleets/operations/create-shift.ts";
import { publishShift } from "#domain/fleet/fleets/operations/publish-shift.ts";
import { cancelRoute } from "#domain/planning/routes/operations/cancel-route.ts";
import { changeRouteOrders } from "#domain/planning/routes/operations/change-route-orders.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { reassignRoute } from "#domain/planning/routes/operations/reassign-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { buildConsumerContext } from "#operation/run/consumers.ts";
import { readPage, START_CURSOR } from "#platform/db/event-log.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { followRoutes } from "./consumers/follow-routes.ts";
import { claimOffer } from "./operations/claim-offer.ts";
import { closeBoard } from "./operations/close-board.ts";
import { confirmClaim } from "./operations/confirm-claim.ts";
import { getDispatchBoard } from "./operations/get-dispatch-board.ts";
import { getRouteBoard } from "./operations/get-route-board.ts";
import { joinStandby } from "./operations/join-standby.ts";
import { leaveStandby } from "./operations/leave-standby.ts";
import { listBoards } from "./operations/list-boards.ts";
import { listOwnClaims } from "./operations/list-own-claims.ts";
import { overrideOffer } from "./operations/override-offer.ts";
import { publishBoard } from "./operations/publish-board.ts";
import { withdrawClaim } from "./operations/withdraw-claim.ts";

const service = await testService();
service.freezeClock();
const NOW = "2026-11-30T12:00:00Z";
const DATE = "2026-12-02";

type Driver = Awaited<ReturnType<TestBusiness["driver"]>>;

/** A fleet of drivers, and routes of one day on its board. The days of these routes are the same, so they overlap. */
async function setUp(names: string[], orders: object[][] = [[{}, {}]]) {
  service.setNow(NOW);
  const business = await service.business();
  const admin = business.as("client_admin");
  const drivers: Driver[] = [];
  for (const name of names) drivers.push(await business.driver({ name }));
  const { fleet_id } = await admin(createFleet, { name: "Fleet" });
  await admin(changeFleetDrivers, { fleet_id, add: drivers.map(({ id }) => id) });
  const route_ids: number[] = [];
  for (const drafts of orders) {
    const order_ids: number[] = [];
    for (const draft of drafts) order_ids.push((await business.order(draft as Record<string, unknown>)).id);
    route_ids.push((await admin(createRoute, { order_ids, date: DATE })).route.id);
  }
  const published = await admin(publishBoard, { fleet_id, date: DATE, route_ids, pay_minor: 12_000 });
  assert.equal(published.done, route_ids.length);
  return { business, admin, drivers, fleet_id, route_ids, route_id: route_ids[0] ?? 0 };
}

const getCode = async (call: Promise<unknown>) => {
  const { status, error_code } = await catchRefusal(call);
  return [status, error_code];
};

/** What the consumer of the service does, for one business and from the beginning: events come at least once. */
async function follow(business: TestBusiness): Promise<void> {
  const { events } = await readPage(
    service.runtime.pools.system,
    START_CURSOR,
    1000,
    business.id,
    followRoutes.listKinds(service.runtime.registry),
  );
  await followRoutes.handle(buildConsumerContext(service.runtime, followRoutes.name), events);
}

const readClaims = (route_id: number) =>
  service.system.rows<{ driver_id: number; state: string }>(
    "select driver_id, state from route_claim where route_id = $1 order by id",
    [route_id],
  );
const readRoute = (route_id: number) =>
  service.system.row<{ status: string; driver_id: number | null }>(
    "select status, driver_id from route where id = $1",
    [route_id],
  );
const readShifts = (driver_id: number) =>
  service.system.rows<{ status: string; source: string; route_id: number | null }>(
    "select status, source, route_id from shift where driver_id = $1 order by id",
    [driver_id],
  );

describe("claiming", () => {
  test("a hundred drivers claim at once: one has the route, each other is told the place on standby", async () => {
    const { drivers, route_id, business } = await setUp(
      Array.from({ length: 25 }, (_, index) => `D${index}`),
    );
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        (drivers[index % 25] as Driver).person.call(claimOffer, { route_id }),
      ),
    );
    const claims = await readClaims(route_id);
    assert.equal(claims.length, 1);
    const winner = drivers.findIndex(({ id }) => id === claims[0]?.driver_id);
    assert.deepEqual(await readRoute(route_id), { status: "ASSIGNED", driver_id: claims[0]?.driver_id });
    results.forEach((result, index) => {
      if (index % 25 === winner) {
        assert.equal(result.status, "fulfilled");
        return;
      }
      assert(result.status === "rejected");
      const { status, error_code, extra } = result.reason;
      assert.deepEqual([status, error_code, extra.standby_position], [409, "ALREADY_CLAIMED", 1]);
      assert.match(result.reason.message, /number 1 on standby/);
    });
    const kinds = (await business.readEvents("route_offer", route_id)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["route_offer.opened", "route.claimed"]);
    assert.deepEqual(await readShifts(claims[0]?.driver_id ?? 0), [
      { status: "CLAIMED", source: "claim", route_id },
    ]);
  });

  test("addresses are hidden until the route is claimed; refusals are in the driver's language, with their reason", async () => {
    const { drivers, fleet_id, route_ids, business, admin } = await setUp(
      ["Ada", "Ben"],
      [[{}], [{ units: 500 }], [{ requirements: { skills: ["ADR"] } }]],
    );
    const [ada, ben] = drivers as [Driver, Driver];
    const [first = 0, heavy = 0, skilled = 0] = route_ids;
    const board = await ada.person.call(getRouteBoard, { fleet_id });
    assert.deepEqual(
      board.offers.map(({ ineligible_reason }) => ineligible_reason).toSorted(),
      [null, "missing_skill", "over_capacity"].toSorted(),
    );
    const { stop_list, area, stops, pay_minor, can_claim } =
      board.offers.find((one) => one.route_id === first) ?? {};
    assert.deepEqual([stop_list, area, stops, pay_minor, can_claim], [null, "Brasília", 1, 12_000, true]);
    assert.doesNotMatch(JSON.stringify(board), /Quadra|Clara/);
    const german = await catchRefusal(ada.person.call(claimOffer, { route_id: skilled }, { language: "de" }));
    assert.deepEqual(
      [german.status, german.error_code, german.extra?.["reason"]],
      [403, "NOT_ELIGIBLE", "missing_skill"],
    );
    assert.match(german.message, /^Sie können diese Tour nicht bekommen: .*ADR/);
    assert.deepEqual(await getCode(ada.person.call(claimOffer, { route_id: heavy })), [403, "NOT_ELIGIBLE"]);
    const { offer } = await ada.person.call(claimOffer, { route_id: first });
    assert.match(offer.stop_list?.[0]?.line1 ?? "", /^Quadra/);
    assert.doesNotMatch(JSON.stringify(await ben.person.call(getRouteBoard, { fleet_id })), /Quadra/);
    // A driver of no fleet, and of another one, sees no board.
    const stranger = await business.driver({ name: "Eve" });
    assert.equal((await catchRefusal(stranger.person.call(getRouteBoard, { fleet_id }))).status, 404);
    assert.deepEqual(await getCode(stranger.person.call(claimOffer, { route_id: heavy })), [
      404,
      "NOT_FOUND",
    ]);
    assert.deepEqual((await stranger.person.call(listBoards, {})).boards, []);
    assert.deepEqual(
      (await ada.person.call(listBoards, {})).boards.map((one) => [one.date, one.offers, one.open_offers]),
      [[DATE, 3, 2]],
    );
    // With `eligible`, a driver sees what the driver may have, or has.
    const { route } = await admin(createRoute, { order_ids: [(await business.order()).id], date: DATE });
    await admin(publishBoard, { fleet_id, date: DATE, route_ids: [route.id], visibility: "eligible" });
    assert.deepEqual(
      (await ada.person.call(getRouteBoard, { fleet_id, date: DATE })).offers
        .map((one) => one.route_id)
        .toSorted(),
      [first, route.id].toSorted(),
    );
  });

  test("another route or shift at the time refuses; a shift that covers the route is used", async () => {
    const { drivers, fleet_id, route_ids, admin } = await setUp(["Ada", "Ben"], [[{}], [{}]]);
    const [ada, ben] = drivers as [Driver, Driver];
    const [first = 0, second = 0] = route_ids;
    const shift = async (driver_id: number, from: string, to: string) => {
      const input = { fleet_id, driver_id, starts_at: `${DATE}T${from}Z`, ends_at: `${DATE}T${to}Z` };
      const { shift_id } = await admin(createShift, input);
      await admin(publishShift, { shift_id });
    };
    // Routes of this day begin at 08:00 in São Paulo, 11:00 UTC.
    await shift(ada.id, "10:00:00", "20:00:00");
    await shift(ben.id, "10:00:00", "11:05:00");
    await ada.person.call(claimOffer, { route_id: first });
    assert.deepEqual(
      (await readShifts(ada.id)).map(({ source }) => source),
      ["manual"],
      "no shift beside the one that covers it",
    );
    const overlapping = await catchRefusal(ada.person.call(claimOffer, { route_id: second }));
    assert.deepEqual([overlapping.status, overlapping.error_code], [409, "OVERLAPPING"]);
    assert.match(overlapping.message, /R1/);
    assert.deepEqual(await getCode(ben.person.call(claimOffer, { route_id: second })), [
      409,
      "SHIFT_OVERLAP",
    ]);
    assert.deepEqual(await readRoute(second), { status: "POSTED", driver_id: null });
    // Two routes at once by one driver: one of them.
    const { drivers: others, route_ids: both } = await setUp(["Cem"], [[{}], [{}], [{}]]);
    const results = await Promise.allSettled(
      both.map((route_id) => (others[0] as Driver).person.call(claimOffer, { route_id })),
    );
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected", "rejected"]);
  });

  test("before it opens, after it closes and off the board nothing is claimed", async () => {
    const { drivers, fleet_id, route_id, admin, business } = await setUp(["Ada"]);
    const [ada] = drivers as [Driver];
    const claim = () => ada.person.call(claimOffer, { route_id });
    const { route } = await admin(createRoute, { order_ids: [(await business.order()).id], date: DATE });
    const later = { opens_at: "2026-12-01T08:00:00Z", closes_at: "2026-12-01T10:00:00Z" };
    await admin(publishBoard, { fleet_id, date: DATE, route_ids: [route.id], ...later });
    assert.deepEqual(await getCode(claim()), [409, "BOARD_CLOSED"]);
    assert.deepEqual((await ada.person.call(getRouteBoard, { fleet_id })).offers, []);
    service.setNow("2026-12-01T10:00:00Z");
    assert.deepEqual(await getCode(claim()), [409, "BOARD_CLOSED"]);
    service.setNow("2026-12-01T09:59:59Z");
    await admin(closeBoard, { fleet_id, date: DATE, route_ids: [route_id], reason: "weather" });
    assert.deepEqual(await getCode(claim()), [409, "BOARD_CLOSED"]);
    assert.deepEqual(await readRoute(route_id), { status: "PLANNED", driver_id: null });
    const again = await admin(publishBoard, {
      fleet_id,
      date: DATE,
      route_ids: [route_id, route.id, 999_999_999],
    });
    assert.deepEqual(
      [again.done, again.errors.map(({ error_code }) => error_code)],
      [1, ["NOT_OFFERABLE", "NOT_FOUND"]],
    );
    await claim();
  });
});

describe("standby and withdrawal", () => {
  test("one second before the cut-off it is given back, and at the cut-off not; the next who may have it is promoted", async () => {
    const { drivers, route_id, business, fleet_id, admin } = await setUp(["Ada", "Ben", "Cem", "Dua"]);
    const [ada, ben, cem, dua] = drivers as [Driver, Driver, Driver, Driver];
    assert.deepEqual(await getCode(ben.person.call(joinStandby, { route_id })), [409, "NOT_CLAIMED"]);
    await ada.person.call(claimOffer, { route_id });
    for (const [index, driver] of [ben, cem, dua].entries())
      assert.equal((await driver.person.call(joinStandby, { route_id })).position, index + 1);
    assert.equal((await ben.person.call(joinStandby, { route_id })).position, 1, "asked twice");
    assert.deepEqual(await getCode(ben.person.call(withdrawClaim, { route_id })), [409, "NOT_HOLDER"]);
    // Ben is no longer eligible: his documents expire. He is skipped, and keeps his place.
    await service.system.execute(
      "insert into driver_document (business_id, driver_id, kind, number, expires_date, status, created_at) values ($1, $2, 'licence', 'L', '2026-12-01', 'accepted', now())",
      [business.id, ben.id],
    );
    service.setNow("2026-12-02T09:00:00Z");
    const late = await catchRefusal(ada.person.call(withdrawClaim, { route_id }));
    assert.deepEqual([late.status, late.error_code], [409, "PAST_CUT_OFF"]);
    assert.match(late.message, /until 2026-12-02 06:00/);
    service.setNow("2026-12-02T08:59:59Z");
    const { position } = await ada.person.call(withdrawClaim, { route_id });
    assert.equal(position, null);
    assert.deepEqual(await readClaims(route_id), [
      { driver_id: ada.id, state: "withdrawn" },
      { driver_id: ben.id, state: "standby" },
      { driver_id: cem.id, state: "promoted" },
      { driver_id: dua.id, state: "standby" },
    ]);
    assert.deepEqual(await readRoute(route_id), { status: "ASSIGNED", driver_id: cem.id });
    assert.deepEqual(
      (await readShifts(ada.id)).map(({ status }) => status),
      ["CANCELLED"],
    );
    assert.deepEqual(
      (await readShifts(cem.id)).map(({ status, route_id: of }) => [status, of]),
      [["CLAIMED", route_id]],
    );
    assert.partialDeepStrictEqual(
      (await business.readEvents("route_offer", route_id))
        .slice(-3)
        .map(({ kind, payload }) => [kind, payload["driver_id"], payload["reason"]]),
      [
        ["route.withdrawn", ada.id, undefined],
        ["standby.skipped", ben.id, "not_eligible"],
        ["standby.promoted", cem.id, undefined],
      ],
    );
    assert.deepEqual(
      (await cem.person.call(listOwnClaims, {})).held.map((one) => one.route_id),
      [route_id],
    );
    assert.deepEqual(
      (await dua.person.call(listOwnClaims, {})).standby.map((one) => [one.route_id, one.position]),
      [[route_id, 2]],
    );
    // Nobody is left: the route is offered again.
    await dua.person.call(leaveStandby, { route_id });
    await cem.person.call(withdrawClaim, { route_id });
    assert.deepEqual(await readRoute(route_id), { status: "POSTED", driver_id: null });
    const { offers } = await admin(getDispatchBoard, { fleet_id, date: DATE });
    assert.deepEqual(
      offers.map(({ state, claims }) => [state, claims.map(({ driver_name }) => driver_name)]),
      [["open", ["Ben"]]],
    );
  });

  test("a withdrawal and claims at the same moment leave one holder", async () => {
    const { drivers, route_id } = await setUp(["Ada", "Ben", "Cem", "Dua"]);
    const [ada, ben, ...others] = drivers as [Driver, Driver, ...Driver[]];
    await ada.person.call(claimOffer, { route_id });
    await ben.person.call(joinStandby, { route_id });
    await Promise.allSettled([
      ...others.map(({ person }) => person.call(claimOffer, { route_id })),
      ada.person.call(withdrawClaim, { route_id }),
      ben.person.call(leaveStandby, { route_id }),
      ...others.map(({ person }) => person.call(joinStandby, { route_id })),
    ]);
    const holders = (await readClaims(route_id)).filter(
      ({ state }) => state === "held" || state === "promoted",
    );
    const route = await readRoute(route_id);
    assert.ok(holders.length <= 1);
    assert.equal(route?.driver_id, holders[0]?.driver_id ?? null);
  });

  test("a released route is given back by a dispatcher only: override, with a reason", async () => {
    const { drivers, route_id, admin, fleet_id, business } = await setUp(["Ada", "Ben", "Cem"]);
    const [ada, ben, cem] = drivers as [Driver, Driver, Driver];
    await ada.person.call(claimOffer, { route_id });
    await ben.person.call(joinStandby, { route_id });
    const board = await admin(overrideOffer, {
      fleet_id,
      route_id,
      driver_id: cem.id,
      reason: "knows the area",
    });
    assert.partialDeepStrictEqual(board.offers[0], {
      state: "standby_only",
      driver_id: cem.id,
      reason: "knows the area",
    });
    assert.deepEqual(await readClaims(route_id), [
      { driver_id: ada.id, state: "lost" },
      { driver_id: ben.id, state: "standby" },
      { driver_id: cem.id, state: "held" },
    ]);
    const next = await admin(overrideOffer, { fleet_id, route_id, driver_id: null, reason: "ill" });
    assert.partialDeepStrictEqual(next.offers[0], { state: "claimed", driver_id: ben.id });
    await admin(releaseRoute, { route_id });
    assert.deepEqual(await getCode(ben.person.call(withdrawClaim, { route_id })), [409, "ROUTE_RELEASED"]);
    assert.equal(
      (
        await business.http("employee", "POST", `/api/v1/client/route-board/${fleet_id}/override`, {
          route_id,
          driver_id: null,
        })
      ).status,
      422,
    );
  });
});

describe("what others change", () => {
  test("a route that was changed asks its holder again, once; the holder agrees, or gives it back after the cut-off", async () => {
    const { drivers, route_id, admin, business } = await setUp(["Ada", "Ben"]);
    const [ada, ben] = drivers as [Driver, Driver];
    await ada.person.call(claimOffer, { route_id });
    await follow(business);
    const countOffers = async () =>
      (await business.readEvents("route_offer", route_id)).filter(
        ({ kind }) => kind === "route_offer.changed",
      ).length;
    assert.equal(await countOffers(), 0, "the claim itself is no change");
    const more = await business.order();
    await admin(changeRouteOrders, { route_id, add: [more.id] });
    await follow(business);
    await follow(business);
    assert.equal(await countOffers(), 1);
    const [held] = (await ada.person.call(listOwnClaims, {})).held;
    assert.deepEqual([held?.needs_confirmation, held?.stops], [true, 3]);
    const { offer } = await ada.person.call(confirmClaim, { route_id });
    assert.equal(offer.needs_confirmation, false);
    assert.deepEqual(
      (await readShifts(ada.id)).map(({ status }) => status),
      ["CANCELLED", "CLAIMED"],
      "of the new times",
    );
    await ben.person.call(joinStandby, { route_id });
    service.setNow("2026-12-02T10:30:00Z");
    assert.deepEqual(await getCode(ada.person.call(withdrawClaim, { route_id })), [409, "PAST_CUT_OFF"]);
    await admin(changeRouteOrders, { route_id, remove: [more.id] });
    await ada.person.call(withdrawClaim, { route_id });
    assert.equal((await readRoute(route_id))?.driver_id, ben.id);
  });

  test("a dispatcher who assigns or cancels the route ends claims; the truth is the route at any time", async () => {
    const { drivers, route_ids, admin, business, fleet_id } = await setUp(
      ["Ada", "Ben", "Cem"],
      [[{}], [{}]],
    );
    const [ada, ben, cem] = drivers as [Driver, Driver, Driver];
    const [first = 0, second = 0] = route_ids;
    await ada.person.call(claimOffer, { route_id: first });
    await ben.person.call(joinStandby, { route_id: first });
    await admin(reassignRoute, { route_id: first, driver_id: cem.id });
    // Before the consumer has seen it.
    assert.deepEqual(await getCode(ada.person.call(withdrawClaim, { route_id: first })), [409, "NOT_HOLDER"]);
    assert.doesNotMatch(JSON.stringify(await ada.person.call(getRouteBoard, { fleet_id })), /Quadra/);
    await follow(business);
    await follow(business);
    assert.deepEqual(
      (await readClaims(first)).map(({ state }) => state),
      ["lost", "standby"],
    );
    assert.deepEqual(
      (await readShifts(ada.id)).map(({ status }) => status),
      ["CANCELLED"],
    );
    await admin(cancelRoute, { route_id: first });
    await ada.person.call(claimOffer, { route_id: second });
    await admin(cancelRoute, { route_id: second });
    await follow(business);
    const { offers } = await admin(getDispatchBoard, { fleet_id, date: DATE });
    assert.deepEqual(
      offers.map(({ state }) => state),
      ["closed", "closed"],
    );
    assert.deepEqual(
      (await readClaims(first)).map(({ state }) => state),
      ["lost", "lost"],
    );
    assert.deepEqual(
      (await readShifts(ada.id)).map(({ status }) => status),
      ["CANCELLED", "CANCELLED"],
    );
  });
});
