import { randomUUID } from "node:crypto";
import { defineSamples, type Fixture, type RecordIds } from "#tests/support/samples.ts";
import { completeStop } from "./operations/complete-stop.ts";
import { getRoute } from "./operations/get-route.ts";
import { startRoute } from "./operations/start-route.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Every stop is done. */
    route_over: number;
    route_road: number;
    /** Released after the one on the road. */
    route_next: number;
    order_done: number;
    order_on_road: number;
    stop_road: number;
  }
}

async function loadRoute({ people }: Fixture, route_id: number) {
  return people.driver.call(getRoute, { route_id });
}

async function startAnother(fixture: Fixture): Promise<number> {
  const route_id = await fixture.another("route_released");
  await fixture.people.driver.call(startRoute, { route_id });
  return route_id;
}

const firstStop = async (fixture: Fixture, kind: "route_over" | "route_road") =>
  (await loadRoute(fixture, await fixture.id(kind))).stops[0];

const atStop = (i: RecordIds) => ({
  stop_id: i.stop_road,
  route_id: i.route_road,
  order_ids: [i.order_on_road],
});
const proven = (i: RecordIds) => ({
  ...atStop(i),
  proofs: [{ kind: "photo", file_id: i.file_of_driver, order_id: i.order_on_road }],
});

/** Only an order that was found by its code is chosen: others are never looked up. */
const UNSENT = { "unsent/route_id": "a phone's own word, which counts for the routes of its driver alone" };
const CHOSEN_ORDER = { order_id: "one of the orders that have the scanned code" };

export const samples = defineSamples({
  shared_texts: ["order_status", "pin_hash", "route_date", "route_status"],
  own_texts: [
    "attention",
    "driver_status",
    "next_action",
    "order_number",
    "order_type",
    "stop_status",
    "unknown",
  ],
  records: {
    async route_over(fixture) {
      const route_id = await startAnother(fixture);
      for (const { id: stop_id } of (await loadRoute(fixture, route_id)).stops)
        await fixture.people.driver.call(completeStop, { stop_id, handed_to: "recipient" });
      return route_id;
    },
    async route_road(fixture) {
      await fixture.id("route_over");
      return startAnother(fixture);
    },
    route_next: (fixture) => fixture.another("route_released"),
    order_done: async (fixture) => (await firstStop(fixture, "route_over"))?.tasks[0]?.order_id ?? 0,
    order_on_road: async (fixture) => (await firstStop(fixture, "route_road"))?.tasks[0]?.order_id ?? 0,
    stop_road: async (fixture) => (await firstStop(fixture, "route_road"))?.id ?? 0,
  },
  operations: {
    driverLogin: { changes_session: "starts" },
    driverLoadcheck: {
      member_kinds: { route_id: "route_released" },
      shared: "a parcel in a driver's hands says where it belongs",
    },
    driverMessages: {
      async grow(fixture) {
        await fixture.service.system.execute(
          `with r as (insert into route (business_id, number, date, status, driver_id, start_place, created_at)
             values ($1, $2, current_date, 'RELEASED', $3, '{}', now()) returning id)
           insert into event (business_id, subject_type, subject_id, seq, kind, occurred_at, recorded_at, actor_kind, surface,
             operation, correlation_id, payload, previous_hash, hash)
           select $1, 'route', r.id::text, 1, 'route.released', now(), now(), 'user', 'rest', 'test', 'test', '{}', '', '' from r`,
          [fixture.business.id, randomUUID(), await fixture.id("driver")],
        );
      },
    },
    driverPositions: {
      not_tried: UNSENT,
      inputs: [
        (i) => ({
          device_id: "phone",
          route_id: i.route_road,
          positions: [{ seq: 1, at: "2026-11-20T10:00:00Z", lat: -15.7, lng: -47.8 }],
        }),
      ],
      bulk_members: "a stream, of which nothing fails: accepted, duplicates",
    },
    driverRoute: { member_kinds: { route_id: "route_road" } },
    driverRouteComplete: { member_kinds: { route_id: "route_over" } },
    driverRoutePause: { member_kinds: { route_id: "route_road" } },
    driverRouteResume: { member_kinds: { route_id: "route_road" } },
    driverRouteStart: { member_kinds: { route_id: "route_next" } },
    driverScan: {
      not_tried: CHOSEN_ORDER,
      inputs: [() => ({ action: "load" })],
      shared: "a parcel in a driver's hands says where it belongs",
    },
    driverStopArrive: {
      member_kinds: { stop_id: "stop_road", route_id: "route_road", order_ids: "order_on_road" },
    },
    driverStopComplete: { inputs: [(i) => ({ ...proven(i), handed_to: "recipient" })] },
    driverStopFail: { inputs: [proven] },
    driverStopProofs: { inputs: [proven] },
    driverStopSkip: { inputs: [atStop] },
    driverSync: { not_tried: UNSENT },
  },
});
