/** Distances and times of routes by road, through the operations, against a server with the API of OSRM. */
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { updateTimeWindows } from "#domain/orders/orders/operations/update-time-windows.ts";
import { buildRoute } from "#domain/planning/planning/operations/build-route.ts";
import { commitPlanRun } from "#domain/planning/planning/operations/commit-plan-run.ts";
import type { Job } from "#operation/define/job.ts";
import { runJob } from "#operation/run/workers.ts";
import { oneWayRoads, startOsrmStandIn } from "#tests/support/osrm.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { type Point, ROAD_FACTOR, straightLineKm } from "#vocabulary/geo.ts";
import { bulkAssign } from "./operations/bulk-assign.ts";
import { changeRouteOrders } from "./operations/change-route-orders.ts";
import { createRoute } from "./operations/create-route.ts";
import { getRoute } from "./operations/get-route.ts";
import { mergeRoutes } from "./operations/merge-routes.ts";
import { resequenceRoute } from "./operations/resequence-route.ts";
import { splitRoute } from "./operations/split-route.ts";

const service = await testService();
/** No road leads to or from places this far south. */
const roads = await startOsrmStandIn((from, to) =>
  Math.min(from.lat, to.lat) < -20 ? null : oneWayRoads(from, to),
);

// Tests of this file run one after another.
beforeEach(() => {
  service.runtime.providers.matrix = roads.matrix;
  roads.state = "up";
  roads.meanwhile = async () => {};
  roads.requests.length = 0;
});

const DAY = "2026-12-01";
const HUB = { lat: -15.657, lng: -47.8027 };

const at = (lat: number, lng = -47.85) => ({
  scheduled_date: DAY,
  dropoff: { line1: "Quadra 1", city: "Brasília", country: "BR", lat, lng },
});

async function orders(business: TestBusiness, ...lats: number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const lat of lats) ids.push((await business.order(at(lat))).id);
  return ids;
}

async function createRoadRoute(business: TestBusiness, order_ids: number[]) {
  return (await business.as("client_admin")(createRoute, { date: DAY, order_ids })).route;
}

type RoadRouteAnswer = Awaited<ReturnType<typeof createRoadRoute>>;

const showRoute = async (business: TestBusiness, route_id: number): Promise<RoadRouteAnswer> =>
  (await business.as("client_admin")(getRoute, { route_id })).route;

/** The figures of a route match its path, with the given rule for legs. */
function assertFigures(
  route: RoadRouteAnswer,
  distances: "road" | "straight_line",
  leg: (from: Point, to: Point) => { distance_m: number; duration_s: number },
): void {
  assert.equal(route.distances, distances);
  let from: Point = HUB;
  let departure_ms = Date.parse(route.planned_start_at ?? "");
  let metres = 0;
  for (const stop of route.stops) {
    const { distance_m, duration_s } = leg(from, stop);
    assert.equal(stop.leg_distance_m, Math.round(distance_m));
    assert.equal(stop.leg_duration_s, Math.round(duration_s));
    const arrival = Date.parse(stop.planned_arrival_at ?? "");
    assert.ok(Math.abs(arrival - departure_ms - duration_s * 1000) <= 1000, "driven from the stop before");
    departure_ms = Date.parse(stop.planned_departure_at ?? "");
    metres += distance_m;
    from = stop;
  }
  const home = leg(from, HUB);
  assert.ok(Math.abs(route.planned_distance_m - metres - home.distance_m) <= 1 + route.stops.length / 2);
  assert.ok(Math.abs(Date.parse(route.planned_end_at ?? "") - departure_ms - home.duration_s * 1000) <= 1000);
}

const assertRoad = (route: RoadRouteAnswer) =>
  assertFigures(route, "road", (from, to) => oneWayRoads(from, to) ?? assert.fail());
/** The defaults of a new business: the default road factor and 30 km/h. */
const assertStraight = (route: RoadRouteAnswer) =>
  assertFigures(route, "straight_line", (from, to) => {
    const distance_m = straightLineKm(from, to) * 1000 * ROAD_FACTOR;
    return { distance_m, duration_s: (distance_m / 30_000) * 3600 };
  });

/** Route ids of the enqueued measurement jobs of a business. */
async function readJobs(business: TestBusiness): Promise<number[]> {
  const rows = await service.system.rows<{ data: { route_id: number } }>(
    "select data from pgboss.job where name = 'measure-route' and (data->>'business_id')::int = $1 order by created_on",
    [business.id],
  );
  return rows.map((row) => row.data.route_id);
}

async function measure(business: TestBusiness, route_id: number): Promise<void> {
  const job = service.runtime.registry.jobs.get("measure-route") as Job;
  await runJob(service.runtime, job, { business_id: business.id, route_id }, () => false);
}

describe("a plan by road", () => {
  for (const name of ["shown first and committed then", "committed at once"] as const) {
    test(`${name}: the routes have the figures of the plan`, async () => {
      const business = await service.business();
      await orders(business, -15.6, -15.72, -15.75, -15.78, -15.81);
      await business.driver();
      const admin = business.as("client_admin");
      const preview = name === "shown first and committed then";
      const answer = await admin(buildRoute, { time_limit_s: 1, preview, date: DAY });
      const routes = preview
        ? (await admin(commitPlanRun, { plan_run_id: answer.plan_run_id ?? 0 })).plan_run.routes
        : answer.routes;
      assert.equal(routes.length, 1);
      assert.deepEqual({ ...routes[0], route_id: 0 }, { ...answer.routes[0], route_id: 0 });
      const planned = answer.routes[0] ?? assert.fail();
      const route = await showRoute(business, routes[0]?.route_id ?? 0);
      assert.equal(planned.distances, "road");
      assert.equal(route.planned_distance_m, planned.distance_m);
      assert.equal(route.planned_duration_s, planned.duration_s);
      assert.deepEqual(
        route.stops.map((stop) => [stop.tasks[0]?.order_id, stop.planned_arrival_at]),
        planned.stops.map((stop) => [stop.order_id, stop.planned_arrival_at]),
      );
      assertRoad(route);
      assert.equal(roads.requests.length, 1, "the plan's own table, and nothing more to commit it");
      assert.deepEqual(await readJobs(business), []);
    });
  }
  test("without a matrix the plan and its routes have the same figures too", async () => {
    service.runtime.providers.matrix = null;
    const business = await service.business();
    await orders(business, -15.6, -15.72, -15.75);
    await business.driver();
    const answer = await business.as("client_admin")(buildRoute, { time_limit_s: 1, date: DAY });
    const planned = answer.routes[0] ?? assert.fail();
    const route = await showRoute(business, planned.route_id ?? 0);
    assert.equal(planned.distances, "straight_line");
    assert.equal(route.planned_distance_m, planned.distance_m);
    assert.deepEqual(
      route.stops.map((stop) => stop.planned_arrival_at),
      planned.stops.map((stop) => stop.planned_arrival_at),
    );
    assertStraight(route);
    assert.deepEqual(await readJobs(business), []);
  });
  test("a plan whose depot has moved since is recalculated, and measured later", async () => {
    const business = await service.business();
    await orders(business, -15.7, -15.72);
    await business.driver();
    const admin = business.as("client_admin");
    const { plan_run_id } = await admin(buildRoute, { time_limit_s: 1, preview: true, date: DAY });
    await service.system.execute(
      "update warehouse set place = jsonb_set(place, '{lat}', '-15.5') where business_id = $1 and is_depot",
      [business.id],
    );
    const { plan_run } = await admin(commitPlanRun, { plan_run_id: plan_run_id ?? 0 });
    const route_id = plan_run.routes[0]?.route_id ?? 0;
    assert.equal((await showRoute(business, route_id)).distances, "straight_line");
    assert.deepEqual(await readJobs(business), [route_id]);
  });
});

describe("manual changes", () => {
  test("a manual route, a new sequence and its dry run are by road; only new legs are requested", async () => {
    const business = await service.business();
    const ids = await orders(business, -15.7, -15.72, -15.74, -15.76);
    const route = await createRoadRoute(business, ids);
    assertRoad(route);
    assert.equal(roads.requests.length, 1);
    const [a = 0, b = 0, c = 0, d = 0] = route.stops.map((stop) => stop.id);
    const admin = business.as("client_admin");
    const turned = { route_id: route.id, stop_ids: [a, b, d, c] };
    const dry = await admin(resequenceRoute, turned, { dry_run: true });
    assertRoad(dry.route);
    const { route: after } = await admin(resequenceRoute, turned);
    assert.deepEqual(after.stops, dry.route.stops);
    assertRoad(after);
    assert.deepEqual(
      roads.requests.slice(1).map((points) => points.length),
      [4, 4],
      "b to d, d to c and c home",
    );
    const { route: back } = await admin(resequenceRoute, { route_id: route.id, stop_ids: [a, b, c, d] });
    assert.equal(back.planned_distance_m, route.planned_distance_m);
  });
  test("orders that are added, moved from another route and removed", async () => {
    const business = await service.business();
    const [first = 0, second = 0, third = 0, other = 0, more = 0, free = 0] = await orders(
      business,
      -15.7,
      -15.72,
      -15.74,
      -15.71,
      -15.77,
      -15.73,
    );
    const into = await createRoadRoute(business, [first, second, third]);
    const from = await createRoadRoute(business, [other, more]);
    const admin = business.as("client_admin");
    const add = { route_id: into.id, add: [free, other], remove: [second] };
    assertRoad((await admin(changeRouteOrders, add)).route);
    assertRoad(await showRoute(business, from.id));
    assertRoad((await admin(changeRouteOrders, { route_id: into.id, add: [second], position: 1 })).route);
    assert.deepEqual(await readJobs(business), []);
  });
  test("merging and splitting", async () => {
    const business = await service.business();
    const into = await createRoadRoute(business, await orders(business, -15.7, -15.72));
    const from = await createRoadRoute(business, await orders(business, -15.75, -15.77));
    const admin = business.as("client_admin");
    const { route } = await admin(mergeRoutes, { route_id: into.id, from_route_id: from.id });
    assert.equal(route.stops.length, 4);
    assertRoad(route);
    const stop_ids = [route.stops[0]?.id ?? 0, route.stops[2]?.id ?? 0];
    const parts = await admin(splitRoute, { route_id: into.id, stop_ids });
    assertRoad(parts.route);
    assertRoad(parts.new_route);
    assert.deepEqual(await readJobs(business), []);
  });
  test("orders assigned to a driver's day, with a route and without", async () => {
    const business = await service.business();
    const { id: driver_id } = await business.driver();
    const admin = business.as("client_admin");
    for (const lats of [
      [-15.7, -15.72],
      [-15.74, -15.69],
    ]) {
      const order_ids = await orders(business, ...lats);
      const { route_id } = await admin(bulkAssign, { order_ids, driver_id, date: DAY });
      assertRoad(await showRoute(business, route_id ?? 0));
    }
    assert.deepEqual(await readJobs(business), []);
  });
  test("a route with more places than one matrix request allows", async () => {
    const business = await service.business();
    const ids = await orders(business, ...Array.from({ length: 70 }, (_, index) => -15.7 - index / 1000));
    assertRoad(await createRoadRoute(business, ids));
    assert.deepEqual(
      roads.requests.map((points) => points.length),
      [50, 23],
    );
  });
});

describe("when the matrix does not respond", () => {
  for (const state of ["down", "silent"] as const) {
    test(`${state}: the change uses straight lines, is marked so, and is measured once the matrix responds`, async () => {
      const business = await service.business();
      const route = await createRoadRoute(business, await orders(business, -15.7, -15.72, -15.74));
      assertRoad(route);
      roads.state = state;
      const stop_ids = route.stops.map((stop) => stop.id).toReversed();
      const { route: turned } = await business.as("client_admin")(resequenceRoute, {
        route_id: route.id,
        stop_ids,
      });
      assertStraight(turned);
      assert.deepEqual(await readJobs(business), [route.id]);

      if (state === "down") {
        await assert.rejects(measure(business, route.id), { name: "RoadMatrixUnavailable" });
        assertStraight(await showRoute(business, route.id));
      }
      roads.state = "up";
      await measure(business, route.id);
      const measured = await showRoute(business, route.id);
      assertRoad(measured);
      assert.deepEqual(
        measured.stops.map((stop) => stop.id),
        stop_ids,
      );
      assert.ok(
        measured.plan_version > turned.plan_version,
        "the driver's phone sees that times have changed",
      );
      assert.equal((await business.readEvents("route", route.id)).at(-1)?.kind, "route.measured");
      await measure(business, route.id);
      assert.equal((await showRoute(business, route.id)).version, measured.version, "twice is once");
    });
  }
  test("known legs need no matrix response", async () => {
    const business = await service.business();
    const route = await createRoadRoute(business, await orders(business, -15.7, -15.72, -15.74));
    roads.state = "down";
    const stop_ids = route.stops.map((stop) => stop.id);
    assertRoad((await business.as("client_admin")(resequenceRoute, { route_id: route.id, stop_ids })).route);
    assert.deepEqual(await readJobs(business), []);
  });
  test("a place that no road leads to: straight lines, and no further requests", async () => {
    const business = await service.business();
    const route = await createRoadRoute(business, await orders(business, -15.7, -21));
    assertStraight(route);
    await measure(business, route.id);
    assert.deepEqual(await showRoute(business, route.id), route);
    assert.deepEqual(await readJobs(business), [route.id], "the job that was left leaves no other");
  });
  test("an internal error in the request does not fall back to straight lines", async () => {
    const business = await service.business();
    const ids = await orders(business, -15.7);
    service.runtime.providers.matrix = {
      name: "osrm",
      matrix: () => Promise.reject(new TypeError("a bug")),
    };
    await assert.rejects(createRoadRoute(business, ids), { message: "a bug" });
    assert.equal(await business.readStatus(ids[0] ?? 0), "NEW_ORDER");
  });
});

describe("concurrent changes", () => {
  test("an order put on hold closes a gap in a straight line; the job measures it", async () => {
    const business = await service.business();
    const [, middle = 0] = await orders(business, -15.7, -15.72, -15.74);
    const route = await createRoadRoute(business, [middle - 1, middle, middle + 1]);
    roads.requests.length = 0;
    await business.as("client_admin")(holdOrder, { order_id: middle, reason: "unpaid" });
    assert.deepEqual(roads.requests, [], "not within a transaction");
    const remaining_route = await showRoute(business, route.id);
    assert.equal(remaining_route.stops.length, 2);
    assertStraight(remaining_route);
    assert.deepEqual(await readJobs(business), [route.id]);
    await measure(business, route.id);
    assertRoad(await showRoute(business, route.id));
  });
  test("a route that changes during the matrix request keeps that change, and no leg is wrong", async () => {
    const business = await service.business();
    const ids = await orders(business, -15.7, -15.72, -15.74, -15.76);
    const route = await createRoadRoute(business, ids);
    const [a = 0, b = 0, c = 0, d = 0] = route.stops.map((stop) => stop.id);
    const admin = business.as("client_admin");
    roads.meanwhile = async () => {
      roads.meanwhile = async () => {};
      await admin(holdOrder, { order_id: ids[1] ?? 0, reason: "unpaid" });
    };
    const refused = await business.http(
      "client_admin",
      "POST",
      `/api/v1/client/routes/${route.id}/resequence`,
      {
        stop_ids: [d, c, b, a],
      },
    );
    assert.equal(refused.status, 422, "the stop is gone");
    roads.meanwhile = async () => {
      roads.meanwhile = async () => {};
      await admin(changeRouteOrders, { route_id: route.id, remove: [ids[3] ?? 0] });
    };
    await measure(business, route.id);
    const after = await showRoute(business, route.id);
    assert.equal(after.stops.length, 2);
    if (after.distances === "road") assertRoad(after);
    else assertStraight(after);
    await measure(business, route.id);
    assertRoad(await showRoute(business, route.id));
  });
});

describe("windows that change", () => {
  const clock = (time: string) => new Date(`${DAY}T${time}:00-03:00`).toISOString();

  test("update the stop of a planned route: it waits or is late, by the same roads, and the plan version increases", async () => {
    const business = await service.business();
    const refs = ["A", "B", "C"].map((name) => `${business.code}-${name}`);
    const ids: number[] = [];
    for (const [index, ref] of refs.entries())
      ids.push((await business.order({ ...at(-15.7 - index / 50), ref })).id);
    const route = await createRoadRoute(business, ids);
    roads.requests.length = 0;
    const change = async (ref: string, window_start: string, window_end: string) => {
      const answer = await business.as("client_admin")(updateTimeWindows, {
        items: [{ ref, window_start: clock(window_start), window_end: clock(window_end) }],
      });
      assert.equal(answer.done, 1);
      return showRoute(business, route.id);
    };
    const waiting = await change(refs[2] ?? "", "14:00", "15:00");
    assert.partialDeepStrictEqual(waiting.stops[2], {
      window_start: clock("14:00"),
      window_end: clock("15:00"),
      late: false,
    });
    const opens = Date.parse(clock("14:00"));
    assert.ok(Date.parse(waiting.stops[2]?.planned_departure_at ?? "") > opens);
    assert.ok((waiting.planned_start_at ?? "") > (route.planned_start_at ?? ""), "waiting at home");
    assert.ok(waiting.plan_version > route.plan_version);
    assertRoad(waiting);

    const late = await change(refs[2] ?? "", "08:00", "08:05");
    assert.deepEqual(
      late.stops.map((stop) => stop.late),
      [false, false, true],
    );
    assertRoad(late);
    assert.deepEqual(roads.requests, [], "the way is the same");
    const [event] = (await business.readEvents("route", route.id)).slice(-1);
    assert.equal(event?.kind, "route.windows_changed");
    assert.deepEqual(event?.payload["order_ids"], [ids[2]]);

    // The same windows again change nothing.
    const same = await change(refs[2] ?? "", "08:00", "08:05");
    assert.equal(same.version, late.version);
    // A visited stop keeps the window that it had when it was visited.
    await service.system.execute("update stop set status = 'DONE' where id = $1", [route.stops[0]?.id]);
    assert.equal((await change(refs[0] ?? "", "16:00", "17:00")).stops[0]?.window_start, null);
  });
  test("of a peer-to-peer order: the recipient's window is not the sender's", async () => {
    const business = await service.business();
    const ref = `${business.code}-pair`;
    const pickup = { line1: "Quadra 2", city: "Brasília", country: "BR", lat: -15.7, lng: -47.85 };
    const { id } = await business.order({ ...at(-15.75), type: "P2P", pickup, ref });
    const route = await createRoadRoute(business, [id]);
    await business.as("client_admin")(updateTimeWindows, {
      items: [{ ref, window_start: clock("14:00"), window_end: clock("15:00") }],
    });
    const { stops } = await showRoute(business, route.id);
    assert.deepEqual(
      stops.map((stop) => [stop.tasks[0]?.action, stop.window_start]),
      [
        ["pickup", null],
        ["dropoff", clock("14:00")],
      ],
    );
  });
});
