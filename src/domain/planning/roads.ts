/** Distances by road in place of straight lines, where the installation has a road matrix. */
import { hash } from "node:crypto";
import type { MatrixRequest, RoadMatrix } from "#providers/matrices/port.ts";
import type { Job, RouteProblem, TravelMatrix } from "#solvers/route/problem.ts";
import type { BuiltProblem } from "./problem.ts";

/** The solver wants numbers: longer than any shift, so that nobody drives where no road leads. */
const UNREACHABLE_S = 30 * 86_400;
const UNREACHABLE_M = 1e9;

/**
 * The problem with travel from the matrix, asked for the depot and every address once. Orders that no road leads
 * to or from are named in `no_road`; the solver leaves them out. Throws `RoadMatrixUnavailable`.
 */
export async function onRoads(
  built: BuiltProblem,
  roads: RoadMatrix,
  request: MatrixRequest,
): Promise<BuiltProblem> {
  const { problem, points } = built;
  const { distance_m, duration_s } = await roads.matrix(points, request);
  const size = points.length;
  const depot = problem.vehicles[0]?.start_location ?? null;
  const is_cut = (from: number | null, to: number | null) =>
    from !== null && to !== null && !Number.isFinite(duration_s[from * size + to]);
  const no_road = new Set(
    problem.jobs
      .filter((job) => {
        const calls = [depot, ...locationsOf(job), depot];
        return calls.some((to, at) => at > 0 && is_cut(calls[at - 1] ?? null, to));
      })
      .map((job) => Number(job.id)),
  );
  const travel: TravelMatrix = {
    size,
    distance_m: distance_m.map((metres) => Math.min(metres, UNREACHABLE_M)),
    duration_s: duration_s.map((seconds) => Math.min(seconds, UNREACHABLE_S)),
  };
  return { ...built, problem: { ...problem, travel }, no_road };
}

function locationsOf(job: Job): number[] {
  return job.kind === "pair" ? [job.pickup.location, job.delivery.location] : [job.visit.location];
}

/** A problem as it is kept with its run: of a road matrix the points and a digest, as its values are millions. */
export type KeptProblem = Omit<RouteProblem, "travel"> & { travel: object };

export function keptProblem({ problem, points }: BuiltProblem, source: string): KeptProblem {
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
