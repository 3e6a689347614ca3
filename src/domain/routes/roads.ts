/** Asking the road matrix for legs, before the transaction. */
import type { Context } from "#operation/context.ts";
import { type RoadMatrix, RoadMatrixUnavailable } from "#providers/matrices/port.ts";
import type { Point } from "#vocabulary/geo.ts";
import { knownLegs, type Leg, legKey, NO_LEGS, type RoadLegs, unknownLegs } from "./legs.ts";

/** Our choice: somebody who moves a stop waits this long for roads, and then gets straight lines. */
const PATIENCE_MS = 3000;
/** Places in one table. Only neighbours are of use, so that a long way is many small tables and not one huge one. */
const PLACES_MAX = 50;

/** Ways that a command is about to make, foretold from what is not locked yet, and the routes they come from. */
export interface Foretold {
  routes: Parameters<typeof knownLegs>[0];
  ways: readonly (readonly Point[])[];
}

/**
 * For `prepare`: the legs by road that the foretold ways need and their routes do not know. None where there is no
 * matrix; where it does not answer in time, or no road leads, legs are missing. Nothing is read before it is needed.
 */
export async function askRoads(
  { providers }: Pick<Context<never>, "providers">,
  foretell: () => Promise<Foretold | null>,
): Promise<RoadLegs> {
  if (providers.matrix === null) return NO_LEGS;
  const foretold = await foretell();
  if (foretold === null) return NO_LEGS;
  const wanted = unknownLegs(foretold.ways, knownLegs(foretold.routes));
  return inTime(askLegs(providers.matrix, wanted, PATIENCE_MS));
}

/** For `run`: what was asked, and what the locked routes know. */
export function roadsOf(routes: Parameters<typeof knownLegs>[0], asked: RoadLegs): RoadLegs {
  return new Map([...knownLegs(routes), ...asked]);
}

async function inTime(asking: Promise<RoadLegs>): Promise<RoadLegs> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<RoadLegs>((resolve) => {
    timer = setTimeout(() => resolve(NO_LEGS), PATIENCE_MS);
  });
  try {
    return await Promise.race([
      asking.catch((error) => {
        if (error instanceof RoadMatrixUnavailable) return NO_LEGS;
        throw error;
      }),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** The legs by road; one that no road leads along is left out. Throws `RoadMatrixUnavailable`. */
export async function askLegs(
  matrix: RoadMatrix,
  legs: readonly { from: Point; to: Point }[],
  time_limit_ms: number,
): Promise<Map<string, Leg>> {
  const found = new Map<string, Leg>();
  const until = performance.now() + time_limit_ms;
  for (const group of grouped(legs)) {
    const places = [
      ...new Map(group.flatMap(({ from, to }) => [from, to]).map((at) => [keyOf(at), at])).values(),
    ];
    const at = new Map(places.map((place, index) => [keyOf(place), index]));
    const { distance_m, duration_s } = await matrix.matrix(places, {
      time_limit_ms: Math.max(0, until - performance.now()),
    });
    for (const { from, to } of group) {
      const cell = (at.get(keyOf(from)) ?? 0) * places.length + (at.get(keyOf(to)) ?? 0);
      const leg = { distance_m: distance_m[cell] ?? Infinity, duration_s: duration_s[cell] ?? Infinity };
      if (Number.isFinite(leg.duration_s)) found.set(legKey(from, to), leg);
    }
  }
  return found;
}

const keyOf = ({ lat, lng }: Point) => `${lat},${lng}`;

/** In turn, so that neighbours share their places; no group has more places than one table takes. */
function grouped(legs: readonly { from: Point; to: Point }[]): { from: Point; to: Point }[][] {
  const groups: { from: Point; to: Point }[][] = [];
  let places = new Set<string>();
  for (const leg of legs) {
    const more = new Set([...places, keyOf(leg.from), keyOf(leg.to)]);
    const last = groups.at(-1);
    if (last === undefined || more.size > PLACES_MAX) {
      groups.push([leg]);
      places = new Set([keyOf(leg.from), keyOf(leg.to)]);
    } else {
      last.push(leg);
      places = more;
    }
  }
  return groups;
}
