/** When routes of a day start: on the day itself no earlier than now, as chosen, or from their release; and what their windows are then. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { getWorkingTime } from "#domain/planning/routes/public.ts";
import { listItems, passTime } from "#tests/support/attention.ts";
import { createDrivers } from "#tests/support/plans.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { buildRoute } from "./operations/build-route.ts";
import { getBuildRouteOptions } from "./operations/get-build-route-options.ts";

const service = await testService();
const MINUTE = 60_000;
const DAY = "2027-03-10";
const SAO_PAULO = "America/Sao_Paulo";
const pace = { road_factor: 1.3, speed_kmh: 40 };
const day_shift = { ...pace, shift_start: "08:00", shift_end: "18:00" };
const night_shift = { ...pace, shift_start: "22:00", shift_end: "06:00" };

test("routes start at the later of their shift and now, in the time zone of the business", () => {
  for (const [name, shift, zone, now, start_at, start, end, reason] of [
    [
      "before the shift",
      day_shift,
      SAO_PAULO,
      "2027-03-10T09:00:00Z",
      undefined,
      "11:00",
      "21:00",
      "shift_start",
    ],
    ["another day", day_shift, SAO_PAULO, "2027-03-09T18:45:00Z", undefined, "11:00", "21:00", "shift_start"],
    ["a past day", day_shift, SAO_PAULO, "2027-03-12T18:45:00Z", undefined, "11:00", "21:00", "shift_start"],
    ["at 15:45", day_shift, SAO_PAULO, "2027-03-10T18:45:00Z", undefined, "18:45", "21:00", "now"],
    [
      "at 15:41 and a second",
      day_shift,
      SAO_PAULO,
      "2027-03-10T18:41:01Z",
      undefined,
      "18:45",
      "21:00",
      "now",
    ],
    [
      "in another zone, where it is the same day",
      day_shift,
      "Asia/Tokyo",
      "2027-03-10T01:00:00Z",
      undefined,
      "01:00",
      "09:00",
      "now",
    ],
    [
      "in UTC it is the next day already",
      day_shift,
      SAO_PAULO,
      "2027-03-11T01:00:00Z",
      undefined,
      "2027-03-11T01:00",
      "2027-03-11T11:00",
      "shift_ended",
    ],
    [
      "after the shift",
      day_shift,
      SAO_PAULO,
      "2027-03-10T21:00:00Z",
      undefined,
      "21:00",
      "2027-03-11T07:00",
      "shift_ended",
    ],
    [
      "in a night shift, after midnight",
      night_shift,
      SAO_PAULO,
      "2027-03-11T05:00:00Z",
      undefined,
      "2027-03-11T05:00",
      "2027-03-11T09:00",
      "now",
    ],
    [
      "an evening wave",
      day_shift,
      SAO_PAULO,
      "2027-03-10T12:00:00Z",
      "2027-03-10T20:00:00Z",
      "20:00",
      "21:00",
      "chosen",
    ],
    [
      "a wave after the shift",
      day_shift,
      SAO_PAULO,
      "2027-03-10T12:00:00Z",
      "2027-03-10T22:00:00Z",
      "22:00",
      "2027-03-11T08:00",
      "chosen",
    ],
  ] as const) {
    const working_time = getWorkingTime(DAY, shift, zone, { now: new Date(now), start_at });
    const full = (at: string) => new Date(at.includes("T") ? `${at}:00Z` : `${DAY}T${at}:00Z`).toISOString();
    assert.deepEqual(
      [working_time.start.toISOString(), working_time.end.toISOString(), working_time.reason],
      [full(start), full(end), reason],
      name,
    );
  }
});

async function createDay(now: string, windows: [string, string][] = []) {
  service.setNow(`${DAY}T06:00:00Z`);
  const business = await service.business({ time_zone: SAO_PAULO });
  await createDrivers(business, 1);
  const place = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.78, lng: -47.9 };
  const ids: number[] = [];
  for (const [from, to] of windows) {
    const window = { start: `${DAY}T${from}:00Z`, end: `${DAY}T${to}:00Z` };
    ids.push((await business.order({ scheduled_date: DAY, dropoff: { ...place, window } })).id);
  }
  if (windows.length === 0) ids.push((await business.order({ scheduled_date: DAY, dropoff: place })).id);
  service.setNow(`${DAY}T${now}:00Z`);
  return { business, admin: business.as("client_admin"), ids };
}

describe("a plan of today", () => {
  test("starts now, says so, and says which windows have passed", async () => {
    const { business, admin, ids } = await createDay("18:41", [
      ["12:00", "14:00"],
      ["19:00", "20:00"],
    ]);
    const { day } = await admin(getBuildRouteOptions, {});
    assert.deepEqual(day.start, { at: `${DAY}T18:45:00.000Z`, reason: "now" });
    const answer = await admin(buildRoute, { engine: "savings" });
    assert.deepEqual(answer.start, day.start);
    assert.deepEqual(answer.unassigned, [{ order_id: ids[0], reason: "window_passed" }]);
    assert.deepEqual(answer.routes[0]?.order_ids, [ids[1]]);
    assert.ok((answer.routes[0]?.start_at ?? "") >= `${DAY}T18:45:00.000Z`);
    const { status, body } = await business.http("client_admin", "GET", "/api/v3/client/build-route/options");
    assert.deepEqual([status, body.day.start.reason], [200, "now"]);
  });

  test("starts when it was asked to, and a later change of the route keeps that", async () => {
    const { business, admin } = await createDay("12:00");
    const start_at = `${DAY}T18:00:00Z`;
    const { status, body } = await business.http("client_admin", "POST", "/api/v3/client/build-route", {
      engine: "savings",
      start_at,
      preview: true,
    });
    assert.deepEqual(
      [status, body.start.reason, body.routes[0].start_at],
      [200, "chosen", `${DAY}T18:00:00.000Z`],
    );
    const answer = await admin(buildRoute, { engine: "savings", start_at });
    const route_row = await service.system.row<{ earliest_start_at: Date }>(
      "select earliest_start_at from route where id = $1",
      [answer.routes[0]?.route_id],
    );
    assert.equal(new Date(route_row?.earliest_start_at ?? 0).toISOString(), `${DAY}T18:00:00.000Z`);
  });

  test("starts neither in the past nor on another day", async () => {
    const { admin } = await createDay("18:45");
    for (const start_at of [`${DAY}T12:00:00Z`, "2027-03-09T20:00:00Z", "2027-03-20T20:00:00Z"]) {
      const refusal = await catchRefusal(admin(buildRoute, { engine: "savings", start_at }));
      assert.deepEqual(
        [refusal.status, refusal.code, refusal.errors?.[0]?.field],
        [422, "bad_start", "start_at"],
      );
    }
    assert.equal((await admin(buildRoute, { engine: "savings", preview: true })).routes.length, 1);
  });
});

test("a route that is released after its start leaves from now on, and is late only after that", async () => {
  const { business, admin } = await createDay("10:00");
  const { routes } = await admin(buildRoute, { engine: "savings" });
  const route_id = routes[0]?.route_id ?? 0;
  assert.equal(routes[0]?.start_at, `${DAY}T11:00:00.000Z`);
  service.setNow(`${DAY}T18:41:00Z`);
  const { route } = await admin(releaseRoute, { route_id });
  assert.equal(route.planned_start_at, `${DAY}T18:45:00.000Z`);
  assert.ok((route.stops[0]?.planned_arrival_at ?? "") > `${DAY}T18:45:00.000Z`);
  assert.ok((route.planned_end_at ?? "") > (route.stops[0]?.planned_arrival_at ?? ""));
  const opened = async () =>
    (await listItems(business)).filter(({ kind }) => kind === "route_not_started").length;
  assert.equal(await opened(), 0, "It is due in four minutes.");
  await passTime(service, 18 * MINUTE);
  assert.equal(await opened(), 0);
  await passTime(service, 2 * MINUTE);
  assert.equal(await opened(), 1);
});

test("a route that is released in time keeps its times", async () => {
  const { admin } = await createDay("10:00");
  const { routes } = await admin(buildRoute, { engine: "savings" });
  const { route } = await admin(releaseRoute, { route_id: routes[0]?.route_id ?? 0 });
  assert.equal(route.planned_start_at, `${DAY}T11:00:00.000Z`);
});
