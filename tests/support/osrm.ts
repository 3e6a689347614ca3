/**
 * A stand-in for an OSRM server: answers its table service in the documented form, from a distance function.
 *
 * Source: as in src/providers/matrices/osrm.ts.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { getText } from "#platform/external/get-text.ts";
import { createOsrm } from "#providers/matrices/osrm.ts";
import type { RoadMatrix } from "#providers/matrices/port.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";

export interface Road {
  distance_m: number;
  duration_s: number;
}

/**
 * Simulates one-way streets: northbound distances are 1.5 times as long, southbound ones twice. Null where
 * there is no road.
 */
export type Roads = (from: Point, to: Point) => Road | null;

export const oneWayRoads: Roads = (from, to) => {
  const metres = straightLineKm(from, to) * 1000 * (to.lat >= from.lat ? 1.5 : 2);
  const rounded = Math.round(metres * 10) / 10;
  return { distance_m: rounded, duration_s: Math.round(rounded * 0.83) / 10 };
};

export interface OsrmStandIn {
  matrix: RoadMatrix;
  /** Coordinates of each request. */
  requests: Point[][];
  /** `down` breaks connections, `silent` never answers. */
  state: "up" | "down" | "silent";
  /** Called before each response, to change something in the meantime. */
  meanwhile: () => Promise<void>;
}

export async function startOsrmStandIn(roads: Roads = oneWayRoads): Promise<OsrmStandIn> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://osrm");
    const points = (pathname.split("/").at(-1) ?? "").split(";").map((pair) => {
      const [lng = 0, lat = 0] = pair.split(",").map(Number);
      return { lat, lng };
    });
    stand_in.requests.push(points);
    if (stand_in.state === "silent") return;
    if (stand_in.state === "down") return void response.destroy();
    await stand_in.meanwhile();
    const every = [...points.keys()].join(";");
    const selectPoints = (name: string) =>
      (searchParams.get(name) ?? every).split(";").map((index) => points[Number(index)] as Point);
    const table = (pick: (road: Road) => number) =>
      selectPoints("sources").map((from) =>
        selectPoints("destinations").map((to) => {
          const road = roads(from, to);
          return road === null ? null : pick(road);
        }),
      );
    response.writeHead(200, { "content-type": "application/json" }).end(
      JSON.stringify({
        code: "Ok",
        durations: table((road) => road.duration_s),
        distances: table((road) => road.distance_m),
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const stand_in: OsrmStandIn = {
    matrix: createOsrm({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      get: (url) => getText(url, { headers: {}, private_addresses: true, timeout_ms: 60_000 }),
    }),
    requests: [],
    state: "up",
    meanwhile: async () => {},
  };
  return stand_in;
}
