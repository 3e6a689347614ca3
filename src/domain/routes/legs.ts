/** Legs by road, as far as they are known: from the matrix, or from a route that was reckoned with it. Pure. */
import type { Point } from "#vocabulary/geo.ts";
import type { RouteRow, StopRow } from "./tables.ts";

/** Metres and seconds from one place straight on to the next. */
export interface Leg {
  distance_m: number;
  duration_s: number;
}

/** By `legKey`; one-way, because there and back differ. */
export type RoadLegs = ReadonlyMap<string, Leg>;

export const NO_LEGS: RoadLegs = new Map();

const NOWHERE: Leg = { distance_m: 0, duration_s: 0 };

export function legKey(from: Point, to: Point): string {
  return `${from.lat},${from.lng}>${to.lat},${to.lng}`;
}

/** Undefined where it is not known. From a place to itself it is nothing. */
export function roadLeg(legs: RoadLegs, from: Point, to: Point): Leg | undefined {
  return from.lat === to.lat && from.lng === to.lng ? NOWHERE : legs.get(legKey(from, to));
}

/** Coordinates of a place, or null where it has none: then a leg from or to it counts nothing. */
export function pointOf(place: { lat?: number | null; lng?: number | null } | null): Point | null {
  return typeof place?.lat === "number" && typeof place.lng === "number"
    ? { lat: place.lat, lng: place.lng }
    : null;
}

/** Every place of a route in the sequence it is driven, ends included; none where there are no stops. */
export function wayOf(
  { start_place, end_place }: Pick<RouteRow, "start_place" | "end_place">,
  stops: readonly Point[],
): Point[] {
  if (stops.length === 0) return [];
  return [pointOf(start_place), ...stops, pointOf(end_place)].flatMap((point) => point ?? []);
}

/** Its legs, each from a place to the next. */
export function legsOf(way: readonly Point[]): { from: Point; to: Point }[] {
  return way.slice(1).map((to, index) => ({ from: way[index] as Point, to }));
}

/** Legs of ways that are not known by road; each once. */
export function unknownLegs(
  ways: readonly (readonly Point[])[],
  legs: RoadLegs,
): { from: Point; to: Point }[] {
  const missing = ways.flatMap(legsOf).filter(({ from, to }) => roadLeg(legs, from, to) === undefined);
  return [...new Map(missing.map((leg) => [legKey(leg.from, leg.to), leg])).values()];
}

type Driven = Pick<StopRow, "lat" | "lng" | "leg_distance_m" | "leg_duration_s">;
type Reckoned = Pick<
  RouteRow,
  "start_place" | "end_place" | "distances" | "home_leg_distance_m" | "home_leg_duration_s"
>;

/** What routes as they stand tell of roads; nothing where they were reckoned in straight lines. */
export function knownLegs(
  routes: readonly { route: Reckoned; stops: readonly Driven[] }[],
): Map<string, Leg> {
  const known = new Map<string, Leg>();
  for (const { route, stops } of routes) {
    if (route.distances !== "road") continue;
    const home = { leg_distance_m: route.home_leg_distance_m, leg_duration_s: route.home_leg_duration_s };
    let from = pointOf(route.start_place);
    for (const to of [...stops, { ...home, ...pointOf(route.end_place) }]) {
      const at = pointOf(to);
      if (from !== null && at !== null)
        known.set(legKey(from, at), { distance_m: to.leg_distance_m, duration_s: to.leg_duration_s });
      from = at ?? from;
    }
  }
  return known;
}
