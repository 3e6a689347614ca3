/** Requests legs from the road matrix, before the transaction. */
import type { Context } from "#operation/define/context.ts";
import { type RoadMatrix, RoadMatrixUnavailable } from "#providers/matrices/port.ts";
import type { Point } from "#vocabulary/geo.ts";
import { buildLegKey, collectKnownLegs, findUnknownLegs, type Leg, NO_LEGS, type RoadLegs } from "./legs.ts";

/** Our choice: a command waits this long for the matrix, and then uses straight lines. */
const MATRIX_TIMEOUT_MS = 3000;
/** Places per matrix request. Only legs between neighbours are needed, so a long route uses many small requests. */
const PLACES_MAX = 50;

/** The expected paths of a command, computed from unlocked rows, and the current routes they are based on. */
export interface PlacementPreview {
  routes: Parameters<typeof collectKnownLegs>[0];
  ways: readonly (readonly Point[])[];
}

/**
 * For `prepare`: the legs by road that the expected paths need and that are not known from the current routes. Empty without
 * a matrix; legs are missing if it does not respond in time or there is no road. `previewPaths` runs only if there is a matrix.
 */
export async function fetchMissingLegs(
  { providers }: Pick<Context<never>, "providers">,
  previewPaths: () => Promise<PlacementPreview | null>,
): Promise<RoadLegs> {
  if (providers.matrix === null) return NO_LEGS;
  const preview = await previewPaths();
  if (preview === null) return NO_LEGS;
  const unknown_legs = findUnknownLegs(preview.ways, collectKnownLegs(preview.routes));
  return withTimeout(fetchLegs(providers.matrix, unknown_legs, MATRIX_TIMEOUT_MS));
}

/** For `run`: the requested legs, and those known from the locked routes. */
export function mergeRoadLegs(
  routes: Parameters<typeof collectKnownLegs>[0],
  fetched_legs: RoadLegs,
): RoadLegs {
  return new Map([...collectKnownLegs(routes), ...fetched_legs]);
}

async function withTimeout(request: Promise<RoadLegs>): Promise<RoadLegs> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<RoadLegs>((resolve) => {
    timer = setTimeout(() => resolve(NO_LEGS), MATRIX_TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      request.catch((error) => {
        if (error instanceof RoadMatrixUnavailable) return NO_LEGS;
        throw error;
      }),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** The legs by road; a leg without a road is left out. Throws `RoadMatrixUnavailable`. */
export async function fetchLegs(
  matrix: RoadMatrix,
  legs: readonly { from: Point; to: Point }[],
  time_limit_ms: number,
): Promise<Map<string, Leg>> {
  const fetched_legs = new Map<string, Leg>();
  const until = performance.now() + time_limit_ms;
  for (const group of groupLegs(legs)) {
    const places = [
      ...new Map(group.flatMap(({ from, to }) => [from, to]).map((at) => [pointKey(at), at])).values(),
    ];
    const at = new Map(places.map((place, index) => [pointKey(place), index]));
    const { distance_m, duration_s } = await matrix.matrix(places, {
      time_limit_ms: Math.max(0, until - performance.now()),
    });
    for (const { from, to } of group) {
      const cell = (at.get(pointKey(from)) ?? 0) * places.length + (at.get(pointKey(to)) ?? 0);
      const leg = { distance_m: distance_m[cell] ?? Infinity, duration_s: duration_s[cell] ?? Infinity };
      if (Number.isFinite(leg.duration_s)) fetched_legs.set(buildLegKey(from, to), leg);
    }
  }
  return fetched_legs;
}

const pointKey = ({ lat, lng }: Point) => `${lat},${lng}`;

/** Consecutive legs in groups, so that neighbours share their places; no group exceeds `PLACES_MAX` places. */
function groupLegs(legs: readonly { from: Point; to: Point }[]): { from: Point; to: Point }[][] {
  const groups: { from: Point; to: Point }[][] = [];
  let places = new Set<string>();
  for (const leg of legs) {
    const more = new Set([...places, pointKey(leg.from), pointKey(leg.to)]);
    const last = groups.at(-1);
    if (last === undefined || more.size > PLACES_MAX) {
      groups.push([leg]);
      places = new Set([pointKey(leg.from), pointKey(leg.to)]);
    } else {
      last.push(leg);
      places = more;
    }
  }
  return groups;
}
