/** Runs a VROOM binary on an instance, in its own JSON; its order of stops is measured with the distances of the problem. */
import { spawnSync } from "node:child_process";
import type { Job, RouteProblem, TravelMatrix, Visit } from "#solvers/route/problem.ts";

/** Parts of a metre or second: VROOM counts in whole numbers. */
const PRECISION = 1000;

interface Answer {
  code: number;
  error?: string;
  summary: { unassigned: number };
  routes: { steps: { type: string; location_index: number }[] }[];
}

function toInput({ vehicles, jobs }: RouteProblem, travel: TravelMatrix): string {
  const size = travel.size;
  const rows = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (__, j) => Math.round(travel.distance_m[i * size + j]! * PRECISION)),
  );
  const place = ({ location, service_s = 0, windows }: Visit, id: number) => ({
    id,
    location_index: location,
    service: service_s * PRECISION,
    ...(windows !== undefined && {
      time_windows: windows.map(({ start_s, end_s }) => [start_s * PRECISION, end_s * PRECISION]),
    }),
  });
  const single = jobs.flatMap((job: Job, id) =>
    job.kind === "pair"
      ? []
      : [{ ...place(job.visit, id), [job.kind === "pickup" ? "pickup" : "delivery"]: job.amount }],
  );
  const shipments = jobs.flatMap((job: Job, id) =>
    job.kind === "pair"
      ? [{ amount: job.amount, pickup: place(job.pickup, id), delivery: place(job.delivery, id) }]
      : [],
  );
  return JSON.stringify({
    jobs: single,
    shipments,
    vehicles: vehicles.map(({ start_location, end_location, capacity, shift }, id) => ({
      id,
      start_index: start_location,
      end_index: end_location,
      capacity,
      ...(shift !== undefined && { time_window: [shift.start_s * PRECISION, shift.end_s * PRECISION] }),
    })),
    matrices: { car: { durations: rows, costs: rows } },
  });
}

/** Null when the binary fails or leaves jobs out. */
export function runVroom(
  binary: string,
  problem: RouteProblem,
  limit_s: number,
): { distance: number; vehicles: number } | null {
  const { travel } = problem;
  if (!("size" in travel)) return null;
  const { stdout, error } = spawnSync(binary, ["-t", "1", "-l", `${limit_s}`, "-x", "5"], {
    input: toInput(problem, travel),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw new Error(`${binary} could not be run`, { cause: error });
  const answer = JSON.parse(stdout) as Answer;
  if (answer.code !== 0) throw new Error(`${binary}: ${answer.error ?? answer.code}`);
  if (answer.summary.unassigned > 0) return null;
  let distance = 0;
  for (const { steps } of answer.routes) {
    for (const [at, { location_index }] of steps.entries()) {
      if (at > 0)
        distance += travel.distance_m[steps[at - 1]!.location_index * travel.size + location_index]!;
    }
  }
  return { distance, vehicles: answer.routes.length };
}
