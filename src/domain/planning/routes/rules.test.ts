import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { getPlanningSettings } from "#domain/identity/settings/public.ts";
import {
  buildStopsOfOrder,
  buildVisits,
  insertStops,
  refusalToPlan,
  refusalToRelease,
  resequenceStops,
  splitStops,
} from "./rules.ts";
import {
  getNextRouteStatus,
  isOpenRoute,
  ROUTE_STATUSES,
  ROUTE_TRANSITIONS,
  type RouteStatus,
} from "./status.ts";
import { buildNewStop, type PlacedStop } from "./stops.ts";
import { computeDepartureTime, computePeakLoad, computeTiming, getShift, type TimedStop } from "./timing.ts";

const plain = {
  status: "NEW_ORDER" as const,
  type: "D" as const,
  route_id: null,
  tender_state: null,
  third_party_carrier_id: null,
  delivery_kind: "self" as const,
  contractor_account_id: null,
  cancel_requested: false,
  lat: -15.7,
  lng: -47.9,
  pickup: null,
};

describe("which orders may be planned", () => {
  const cases: [
    string,
    Parameters<typeof refusalToPlan>[0],
    Parameters<typeof refusalToPlan>[1],
    ReturnType<typeof refusalToPlan>,
  ][] = [
    ["a new order", plain, null, null],
    ["one in the warehouse", { ...plain, status: "AT_WAREHOUSE" }, null, null],
    ["one that failed", { ...plain, status: "FAILED_ATTEMPT" }, null, null],
    ["none at all", undefined, null, "unknown_order"],
    ["one on a route", { ...plain, status: "ROUTED", route_id: 3 }, null, "on_route"],
    ["one on hold", { ...plain, status: "HOLD" }, null, "not_plannable"],
    ["one delivered", { ...plain, status: "DELIVERED" }, null, "not_plannable"],
    ["one to be cancelled", { ...plain, cancel_requested: true }, null, "not_plannable"],
    ["one held by a carrier", { ...plain, tender_state: "held" }, null, "held_by_carrier"],
    ["one only offered to a carrier", { ...plain, tender_state: "offered" }, null, null],
    ["a label order", { ...plain, delivery_kind: "label" }, null, "not_self_delivery"],
    [
      "a contractor's, by the business",
      { ...plain, contractor_account_id: 5 },
      null,
      "assigned_to_contractor",
    ],
    ["a contractor's, by the contractor", { ...plain, contractor_account_id: 5 }, new Set([5]), null],
    [
      "another contractor's",
      { ...plain, contractor_account_id: 6 },
      new Set([5]),
      "not_assigned_to_contractor",
    ],
    ["the business's, by a contractor", plain, new Set([5]), "not_assigned_to_contractor"],
    ["one without coordinates", { ...plain, lat: null }, null, "no_location"],
    ["a peer-to-peer order without a place of pickup", { ...plain, type: "P2P" }, null, "no_location"],
    ["a pickup that has come in", { ...plain, type: "P", status: "AT_WAREHOUSE" }, null, "not_plannable"],
  ];
  for (const [name, order, planned_accounts, expected] of cases) {
    test(`${name}: ${expected ?? "yes"}`, () =>
      assert.equal(refusalToPlan(order, planned_accounts), expected));
  }

  test("a peer-to-peer order whose goods have left the sender needs no pickup", () => {
    const order = {
      ...plain,
      type: "P2P" as const,
      pickup: { line1: "A", lat: -15.6, lng: -47.8 },
      window_start: null,
      window_end: null,
      service_time_s: 60,
    };
    assert.deepEqual(
      buildVisits(order, false).map((visit) => visit.action),
      ["pickup", "dropoff"],
    );
    assert.deepEqual(
      buildVisits(order, true).map((visit) => visit.action),
      ["dropoff"],
    );
    assert.deepEqual(
      buildVisits({ ...order, status: "AT_WAREHOUSE" }, false).map((visit) => visit.action),
      ["dropoff"],
    );
  });
});

const place = (lng: number) => ({ lat: 0, lng, window_start: null, window_end: null, service_time_s: 60 });
const stop = (id: number, lng: number, more: Partial<PlacedStop> = {}): PlacedStop => ({
  ...buildNewStop(place(lng), [{ order_id: id, action: "dropoff" }]),
  id,
  ...more,
});

describe("sequences of stops", () => {
  test("a visit is inserted where the distance grows least, after visited stops, and a drop-off after its pickup", () => {
    const ends = { start: { lat: 0, lng: 0 }, end: { lat: 0, lng: 0 } };
    const stops = [stop(1, 1), stop(2, 2), stop(3, 3)];
    const put = (visits: number[], of = stops, position?: number) =>
      insertStops(
        ends,
        of,
        buildStopsOfOrder(
          9,
          visits.map((lng, nth) => ({
            action: visits.length > 1 && nth === 0 ? "pickup" : "dropoff",
            ...place(lng),
          })),
        ),
        position,
      ).map((one) => one.lng);
    assert.deepEqual(put([2.4]), [1, 2, 2.4, 3]);
    assert.deepEqual(put([0.5], [stop(1, 1, { status: "DONE" }), stop(2, 2)]), [1, 2, 0.5]);
    assert.deepEqual(put([5], stops, 1), [5, 1, 2, 3]);
    assert.deepEqual(put([5], stops, 99), [1, 2, 3, 5]);
    const pair = put([2.6, 1.4]);
    assert.ok(pair.indexOf(2.6) < pair.indexOf(1.4));
  });

  test("a new sequence must contain every unvisited stop once and keep pickups before drop-offs", () => {
    const stops = [stop(1, 1, { status: "DONE" }), stop(2, 2), stop(3, 3)];
    assert.deepEqual(
      (resequenceStops(stops, [3, 2]) as PlacedStop[]).map((one) => one.id),
      [1, 3, 2],
    );
    for (const wrong of [[2], [2, 2], [2, 3, 4], [1, 2, 3], [2, 3, 3]])
      assert.equal(resequenceStops(stops, wrong), "not_its_stops");
    const pickup = stop(4, 1, { tasks: [{ id: 1, order_id: 7, action: "pickup", status: "PENDING" }] });
    const dropoff = stop(5, 2, { tasks: [{ id: 2, order_id: 7, action: "dropoff", status: "PENDING" }] });
    assert.equal(resequenceStops([pickup, dropoff], [5, 4]), "pickup_after_dropoff");
    assert.equal(splitStops([pickup, dropoff, stop(6, 3)], [4]), "pair_torn");
    assert.equal(splitStops([pickup, dropoff], [4, 5]), "nothing_left");
    assert.equal(splitStops([pickup, dropoff], [77]), "not_its_stops");
  });
});

describe("times and loads", () => {
  const pace = { road_factor: 1, speed_kmh: 60 };
  /** One kilometre of the equator, in degrees. */
  const km = 1 / 111.19508;
  const timed = (kilometre: number, more: Partial<TimedStop> = {}): TimedStop => ({
    ...stop(1, kilometre * km),
    service_time_s: 120,
    ...more,
  });

  test("a kilometre takes a minute at 60 km/h, plus service and waiting", () => {
    const start = { lat: 0, lng: 0 };
    const stops = [timed(10), timed(20, { window_start: "2026-11-20T09:00:00.000Z" })];
    const timing = computeTiming({ start, end: start, start_at: "2026-11-20T08:00:00Z" }, stops, pace);
    assert.deepEqual(
      timing.stops.map((one) => [one.planned_arrival_at, one.planned_departure_at, one.leg_distance_m]),
      [
        ["2026-11-20T08:10:00.000Z", "2026-11-20T08:12:00.000Z", 10_000],
        ["2026-11-20T08:22:00.000Z", "2026-11-20T09:02:00.000Z", 10_000],
      ],
    );
    assert.deepEqual(
      [timing.planned_distance_m, timing.planned_end_at],
      [40_000, "2026-11-20T09:22:00.000Z"],
    );
    const leave = (all: TimedStop[]) =>
      computeDepartureTime({ start, end: start, earliest: "2026-11-20T08:00:00Z" }, all, pace);
    assert.equal(leave(stops), "2026-11-20T08:38:00.000Z", "38 minutes at home instead of at the door");
    const [first, second] = stops as [TimedStop, TimedStop];
    assert.equal(
      leave([{ ...first, window_end: "2026-11-20T08:15:00Z" }, second]),
      "2026-11-20T08:05:00.000Z",
    );
    assert.equal(
      leave([{ ...first, window_end: "2026-11-20T08:05:00Z" }, second]),
      "2026-11-20T08:00:00.000Z",
    );
  });

  test("visited stops keep their planned times, the rest follows from the departure from the last one", () => {
    const done_stop = timed(10, {
      status: "DONE",
      done_at: "2026-11-20T10:00:00Z",
      planned_arrival_at: "2026-11-20T08:10:00.000Z",
    });
    const { stops } = computeTiming(
      { start: { lat: 0, lng: 0 }, end: null, start_at: "2026-11-20T08:00:00Z" },
      [done_stop, timed(15)],
      pace,
    );
    assert.equal(stops[0]?.planned_arrival_at, "2026-11-20T08:10:00.000Z");
    assert.equal(stops[1]?.planned_arrival_at, "2026-11-20T10:05:00.000Z");
  });

  test("a shift that ends before it starts ends the next day, and an hour of it may not exist", () => {
    const installation = { road_factor: 1.3 };
    const night = getPlanningSettings(
      { shift_start: "22:00", shift_end: "06:00", speed_kmh: 30, road_factor: null },
      installation,
    );
    const hours = (date: string) => {
      const { start, end } = getShift(date, night, "Europe/Berlin");
      return (end.getTime() - start.getTime()) / 3_600_000;
    };
    assert.deepEqual([hours("2027-03-26"), hours("2027-03-27"), hours("2027-10-30")], [8, 7, 9]);
  });

  test("goods to deliver are on board from the start, picked-up goods until the end", () => {
    const amounts = new Map(
      [1, 2, 3].map((id) => [id, { units: id * 10, weight_g: 0, volume_cm3: 0, pallets: 0 }]),
    );
    const peak = (...tasks: [number, "pickup" | "dropoff"][]) =>
      computePeakLoad(
        tasks.map(([order_id, action]) => ({ order_id, action })),
        amounts,
      ).units;
    assert.equal(peak([1, "dropoff"], [2, "dropoff"]), 30);
    assert.equal(peak([1, "dropoff"], [3, "pickup"]), 30);
    assert.equal(peak([3, "pickup"], [1, "dropoff"]), 40);
    assert.equal(peak([1, "pickup"], [1, "dropoff"], [2, "pickup"], [2, "dropoff"]), 20);
  });
});

describe("the states of a route", () => {
  test("a cancelled or closed route never changes status, and no route in progress is cancelled", () => {
    for (const { trigger } of ROUTE_TRANSITIONS)
      for (const end of ["CANCELLED", "CLOSED"] as const)
        assert.equal(getNextRouteStatus(end, trigger), null);
    const cancellable = ROUTE_STATUSES.filter((status) => getNextRouteStatus(status, "cancel") !== null);
    assert.deepEqual(cancellable, ["DRAFT", "PLANNED", "POSTED", "ASSIGNED", "RELEASED", "LOADED"]);
    assert.deepEqual(
      ROUTE_STATUSES.filter((status) => !isOpenRoute(status)),
      ["COMPLETED", "CLOSED", "CANCELLED"],
    );
  });

  const driver = {
    id: 1,
    name: "D",
    status: "active" as const,
    contractor_id: null,
    vehicle_id: 1,
    expired_date: null,
  };
  const route = {
    status: "ASSIGNED" as RouteStatus,
    driver_id: 1,
    stops_total: 3,
    load: {} as { units?: number; weight_g?: number },
  };
  const CAPACITY = { units: 10, weight_g: null, volume_cm3: null, pallets: null };
  const cases: [
    string,
    Parameters<typeof refusalToRelease>[0],
    Parameters<typeof refusalToRelease>[1],
    ReturnType<typeof refusalToRelease>,
  ][] = [
    ["an assigned route", route, driver, null],
    [
      "a planned one without a driver",
      { ...route, status: "PLANNED", driver_id: null },
      undefined,
      "no_driver",
    ],
    ["a released one", { ...route, status: "RELEASED" }, driver, "invalid_transition"],
    ["a suspended driver's", route, { ...driver, status: "suspended" }, "driver_not_active"],
    [
      "a driver's whose licence has expired",
      route,
      { ...driver, expired_date: "2026-11-01" },
      "documents_expired",
    ],
    ["an empty one", { ...route, stops_total: 0 }, driver, "empty_route"],
    ["one with too much on board", { ...route, load: { units: 11 } }, driver, "over_capacity"],
    ["a full one", { ...route, load: { units: 10, weight_g: 5000 } }, driver, null],
  ];
  for (const [name, of, by, expected] of cases)
    test(`releasing ${name}: ${expected ?? "yes"}`, () =>
      assert.equal(refusalToRelease(of, by, CAPACITY), expected));
});
