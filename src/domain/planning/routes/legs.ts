/** Known legs by road: from the matrix, or from a route that was computed with it. Pure. */
import type { Point } from "#vocabulary/geo.ts";
import type { RouteRow } from "./records/route.ts";
import type { StopRow } from "./records/stop.ts";

/** Metres and seconds from one place directly to the next. */
export interface Leg {
  distance_m: number;
  duration_s: number;
}

/** By `legKey`; directed, because both directions differ. */
export type RoadLegs = ReadonlyMap<string, Leg>;

export const NO_LEGS: RoadLegs = new Map();

const ZERO_LEG: Leg = { distance_m: 0, duration_s: 0 };

export function buildLegKey(from: Point, to: Point): string {
  return `${from.lat},${from.lng}>${to.lat},${to.lng}`;
}

/** Undefined when it is not known. From a place to itself it is zero. */
export function findRoadLeg(legs: RoadLegs, from: Point, to: Point): Leg | undefined {
  return from.lat === to.lat && from.lng === to.lng ? ZERO_LEG : legs.get(buildLegKey(from, to));
}

/** Coordinates of a place, or null when it has none: then a leg from or to it counts as zero. */
export function toPoint(place: { lat?: number | null; lng?: number | null } | null): Point | null {
  return typeof place?.lat === "number" && typeof place.lng === "number"
    ? { lat: place.lat, lng: place.lng }
    : null;
}

/** The points of a route in driving sequence, including start and end; empty without stops. */
export function listWaypoints(
  { start_place, end_place }: Pick<RouteRow, "start_place" | "end_place">,
  stops: readonly Point[],
): Point[] {
  if (stops.length === 0) return [];
  return [toPoint(start_place), ...stops, toPoint(end_place)].flatMap((point) => point ?? []);
}

/** The legs of a path, each from one point to the next. */
function splitIntoLegs(way: readonly Point[]): { from: Point; to: Point }[] {
  return way.slice(1).map((to, index) => ({ from: way[index] as Point, to }));
}

/** Legs of these paths that are not known by road; each once. */
export function findUnknownLegs(
  ways: readonly (readonly Point[])[],
  legs: RoadLegs,
): { from: Point; to: Point }[] {
  const missing = ways
    .flatMap(splitIntoLegs)
    .filter(({ from, to }) => findRoadLeg(legs, from, to) === undefined);
  return [...new Map(missing.map((leg) => [buildLegKey(leg.from, leg.to), leg])).values()];
}

type MeasuredStop = Pick<StopRow, "lat" | "lng" | "leg_distance_m" | "leg_duration_s">;
type MeasuredRoute = Pick<
  RouteRow,
  "start_place" | "end_place" | "distances" | "home_leg_distance_m" | "home_leg_duration_s"
>;

/** Road legs from the current routes; none from routes that were computed in straight lines. */
export function collectKnownLegs(
  routes: readonly { route: MeasuredRoute; stops: readonly MeasuredStop[] }[],
): Map<string, Leg> {
  const legs = new Map<string, Leg>();
  for (const { route, stops } of routes) {
    if (route.distances !== "road") continue;
    const home = { leg_distance_m: route.home_leg_distance_m, leg_duration_s: route.home_leg_duration_s };
    let from = toPoint(route.start_place);
    for (const to of [...stops, { ...home, ...toPoint(route.end_place) }]) {
      const at = toPoint(to);
      if (from !== null && at !== null)
        legs.set(buildLegKey(from, at), { distance_m: to.leg_distance_m, duration_s: to.leg_duration_s });
      from = at ?? from;
    }
  }
  return legs;
}
