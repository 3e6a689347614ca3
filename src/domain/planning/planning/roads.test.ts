import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { listRoutes } from "#domain/planning/routes/operations/list-routes.ts";
import { getText } from "#platform/external/get-text.ts";
import { createOsrm } from "#providers/matrices/osrm.ts";
import type { RoadMatrix } from "#providers/matrices/port.ts";
import { finishedRun, planInProgress, startAtSix } from "#tests/support/plans.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import type { Point } from "#vocabulary/geo.ts";
import { buildRoute } from "./operations/build-route.ts";
import { cancelPlanRun } from "./operations/cancel-plan-run.ts";
import { getBuildRouteOptions } from "./operations/get-build-route-options.ts";
import { listPlanRuns } from "./operations/list-plan-runs.ts";

const service = await testService({ work: true });
startAtSix(service);

/** On a line going north from the depot: by straight lines the order of driving is A, B, C or C, B, A. */
const PLACES: Record<string, Point> = {
  A: { lat: -15.7, lng: -47.88 },
  B: { lat: -15.69, lng: -47.88 },
  C: { lat: -15.68, lng: -47.88 },
  island: { lat: -15.67, lng: -47.88 },
};

/** One-way: depot, B, A, C and back are a kilometre and two minutes each; all else is a long way round. */
const RING = ["depot", "B", "A", "C", "depot"];

function findPlaceName({ lat, lng }: Point): string {
  return Object.entries(PLACES).find(([, place]) => place.lat === lat && place.lng === lng)?.[0] ?? "depot";
}

function oneWay(): RoadMatrix & { requested_counts: number[] } {
  const requested_counts: number[] = [];
  return {
    name: "osrm",
    requested_counts,
    async matrix(points) {
      requested_counts.push(points.length);
      const names = points.map(findPlaceName);
      const kilometres = names.flatMap((from) =>
        names.map((to) => {
          if (from === to) return 0;
          if (from === "island" || to === "island") return Number.POSITIVE_INFINITY;
          return RING.some((name, at) => name === from && RING[at + 1] === to) ? 1 : 20;
        }),
      );
      return {
        distance_m: Float32Array.from(kilometres, (km) => km * 1000),
        duration_s: Float32Array.from(kilometres, (km) => km * 120),
      };
    },
  };
}

/** Tests of this file run one after another. */
async function withRoads<T>(roads: RoadMatrix, work: () => Promise<T>): Promise<T> {
  service.runtime.providers.matrix = roads;
  try {
    return await work();
  } finally {
    service.runtime.providers.matrix = null;
  }
}

async function orderAt(business: TestBusiness, name: string): Promise<number> {
  const place = PLACES[name];
  return (await business.order({ dropoff: { line1: "Quadra 1", city: "Brasília", country: "BR", ...place } }))
    .id;
}

/** An OSRM server that has stopped: its port is free again. */
async function stoppedServer(): Promise<RoadMatrix> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return createOsrm({
    url: `http://127.0.0.1:${port}`,
    get: (url) => getText(url, { headers: {}, private_addresses: true }),
  });
}

describe("planning by road", () => {
  test("the plan follows the road matrix, and an order that no road leads to is left out", async () => {
    const business = await service.business();
    const [a, b, again, c] = [
      await orderAt(business, "A"),
      await orderAt(business, "B"),
      await orderAt(business, "B"),
      await orderAt(business, "C"),
    ];
    const island = await orderAt(business, "island");
    await business.driver();
    const admin = business.as("client_admin");
    const straight = await admin(buildRoute, { engine: "savings", preview: true });
    assert.deepEqual(straight.unassigned, []);

    const roads = oneWay();
    await withRoads(roads, async () => {
      assert.equal((await admin(getBuildRouteOptions, {})).travel.distances, "osrm");
      const { routes, unassigned, plan_run_id } = await admin(buildRoute, { time_limit_s: 1 });
      const [first, second, ...rest] = routes[0]?.order_ids ?? [];
      assert.deepEqual(
        [first, second].toSorted(),
        [b, again].toSorted(),
        "both orders of one address, in turn",
      );
      assert.deepEqual(rest, [a, c]);
      assert.equal(routes[0]?.distance_m, 4000);
      assert.deepEqual(unassigned, [{ order_id: island, reason: "no_road" }]);
      assert.deepEqual(roads.requested_counts, [5], "the depot and four addresses, once");
      const arrivals = (routes[0]?.stops ?? []).map((stop) => Date.parse(stop.planned_arrival_at) / 1000);
      const service_s = (arrivals[1] ?? 0) - (arrivals[0] ?? 0);
      assert.equal((arrivals[2] ?? 0) - (arrivals[1] ?? 0), service_s + 120);

      const stored_run = await service.system.row<{ travel: { source: string; points: Point[] } }>(
        "select problem->'travel' as travel from plan_run where id = $1",
        [plan_run_id],
      );
      assert.equal(stored_run?.travel.source, "osrm");
      assert.equal(stored_run?.travel.points.length, 5);
    });
    assert.equal((await admin(getBuildRouteOptions, {})).travel.distances, "straight_line");
  });

  test("a background plan uses roads too, and its progress path starts at the depot", async () => {
    const business = await service.business();
    for (const name of ["A", "B", "C"]) await orderAt(business, name);
    await business.driver();
    await withRoads(oneWay(), async () => {
      const admin = business.as("client_admin");
      const watched = (await admin(buildRoute, { async: true, time_limit_s: 120 })).plan_run_id ?? 0;
      const path = (await planInProgress(business, watched)).routes[0]?.path ?? [];
      assert.equal(path.length, 5, "depot, three stops, depot");
      assert.deepEqual(path[0], path[4]);
      await admin(cancelPlanRun, { plan_run_id: watched });
      const { plan_run_id } = await admin(buildRoute, { async: true, time_limit_s: 1 });
      const run = await finishedRun(business, plan_run_id ?? 0);
      assert.equal(run.state, "COMPLETED");
      assert.equal(run.totals?.distance_m, 4000);
    });
  });

  test("a route created while the server is down is measured by a worker once it is back", async () => {
    const business = await service.business();
    const order_ids = [
      await orderAt(business, "B"),
      await orderAt(business, "A"),
      await orderAt(business, "C"),
    ];
    const admin = business.as("client_admin");
    const { route } = await withRoads(await stoppedServer(), () => admin(createRoute, { order_ids }));
    assert.equal(route.distances, "straight_line");
    await withRoads(oneWay(), async () => {
      const measured = await until(
        "somebody who measures the route",
        () => admin(getRoute, { route_id: route.id }),
        ({ route: now }) => now.distances === "road",
      );
      assert.equal(measured.route.planned_distance_m, 4000);
    });
  });

  test("while the server is down, plans are refused, synchronous and background, and nothing changes", async () => {
    const business = await service.business();
    const order = await orderAt(business, "A");
    await business.driver();
    await withRoads(await stoppedServer(), async () => {
      const { status, body } = await business.http("client_admin", "POST", "/api/v3/client/build-route", {
        engine: "savings",
      });
      assert.equal(status, 503);
      assert.partialDeepStrictEqual(body, {
        error_code: "ROAD_MATRIX_UNAVAILABLE",
        message: "The road matrix server cannot be reached or is too slow.",
      });
      assert.deepEqual((await business.as("client_admin")(listPlanRuns, {})).plan_runs, []);

      const { plan_run_id } = await business.as("client_admin")(buildRoute, { async: true, time_limit_s: 1 });
      const run = await finishedRun(business, plan_run_id ?? 0);
      assert.equal(run.state, "FAILED");
      assert.equal(run.failure, "The road matrix server cannot be reached or is too slow.");
    });
    assert.equal(await business.readStatus(order), "NEW_ORDER");
    assert.equal((await business.as("client_admin")(listRoutes, {})).total, 0);
  });
});
