/** Distances by road in place of straight lines, where the installation has a road matrix. */
import { hash } from "node:crypto";
import type { Message } from "#operation/response/messages.ts";
import {
  type MatrixRequest,
  type RoadMatrix,
  RoadMatrixUnavailable,
  type RoadTable,
} from "#providers/matrices/port.ts";
import type { GeoPoint, Job, RouteProblem, Travel, TravelMatrix } from "#solvers/route/problem.ts";
import { messages } from "./messages.ts";
import { LIMITS } from "./options.ts";
import { PlanInputError } from "./pool.ts";
import type { BuiltProblem } from "./problem.ts";

/** The solver needs finite numbers: these are longer than any shift, so that unreachable places are never planned. */
const UNREACHABLE_S = 30 * 86_400;
const UNREACHABLE_M = 1e9;

/** Throws `PlanInputError` when the road matrix of these points would need too much memory. */
export function checkRoadAddresses({ points }: Pick<BuiltProblem, "points">): void {
  if (points.length <= LIMITS.road_addresses) return;
  throw new PlanInputError(
    "too_many_road_addresses",
    messages.road_addresses.with({ most: LIMITS.road_addresses, addresses: points.length }),
    [{ field: "order_ids", message: messages.too_many_addresses.with({ addresses: LIMITS.road_addresses }) }],
  );
}

/**
 * The problem with travel from the road matrix, requested once for the warehouses and every address. Orders that no road leads
 * to or from are listed in `no_road`; the solver leaves them out. Throws `RoadMatrixUnavailable`.
 */
export async function withRoadMatrix(
  built: BuiltProblem,
  roads: RoadMatrix,
  request: MatrixRequest,
): Promise<BuiltProblem> {
  const { problem, points } = built;
  const { distance_m, duration_s } = await roads.matrix(points, request);
  const size = points.length;
  const isUnreachable = (from: number | null, to: number | null) =>
    from !== null && to !== null && !Number.isFinite(duration_s[from * size + to]);
  const no_road = new Set(
    problem.jobs
      .filter((job) => {
        const start = built.start_location_of_order.get(Number(job.id)) ?? null;
        const path = [start, ...jobLocations(job), start];
        return path.some((to, at) => at > 0 && isUnreachable(path[at - 1] ?? null, to));
      })
      .map((job) => Number(job.id)),
  );
  const travel = toTravelMatrix({ distance_m, duration_s }, size);
  return { ...built, problem: { ...problem, travel }, no_road };
}

/** Changes the table in place: a copy would be 200 MB at 5,000 addresses. */
function toTravelMatrix({ distance_m, duration_s }: RoadTable, size: number): TravelMatrix {
  for (let at = 0; at < size * size; at++) {
    distance_m[at] = Math.min(distance_m[at] as number, UNREACHABLE_M);
    duration_s[at] = Math.min(duration_s[at] as number, UNREACHABLE_S);
  }
  return { size, distance_m, duration_s };
}

function jobLocations(job: Job): number[] {
  return job.kind === "pair" ? [job.pickup.location, job.delivery.location] : [job.visit.location];
}

/** A problem as it is stored with its run: of a road matrix only the points and a digest, because it has millions of values. */
export type StoredProblem = Omit<RouteProblem, "travel"> & { travel: object };

export function buildStoredProblem({ problem, points }: BuiltProblem, source: string): StoredProblem {
  const { travel } = problem;
  if ("points" in travel) return problem;
  const digest = (values: TravelMatrix["distance_m"]) =>
    hash("sha256", values instanceof Float32Array ? values : Float32Array.from(values));
  return {
    ...problem,
    travel: {
      source,
      points,
      distance_sha256: digest(travel.distance_m),
      duration_sha256: digest(travel.duration_s),
    },
  };
}

/** The travel of a stored problem; of one by road the matrix is requested again. Throws `RoadMatrixUnavailable`. */
export async function readTravel(
  { travel }: StoredProblem,
  roads: RoadMatrix | null,
  time_limit_ms: number,
): Promise<Travel> {
  if (!("source" in travel)) return travel as Travel;
  if (roads === null) throw new RoadMatrixUnavailable({ code: "removed" });
  const { points } = travel as unknown as { points: GeoPoint[] };
  return toTravelMatrix(await roads.matrix(points, { time_limit_ms }), points.length);
}

export function describeRoadFault({ fault }: RoadMatrixUnavailable): Message {
  switch (fault.code) {
    case "no_json":
      return messages.roads.no_json.with(fault);
    case "refused":
      return fault.detail === ""
        ? messages.roads.refused.with(fault)
        : messages.roads.refused_because.with(fault);
    case "no_table":
      return messages.roads.no_table.with(fault);
    default:
      return messages.roads[fault.code];
  }
}
