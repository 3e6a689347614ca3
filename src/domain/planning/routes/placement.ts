/** What a route would become with orders put onto it: distance, time, load and costs, before and after. Pure. */
import type { PlanningSettings, VehicleCosts } from "#domain/identity/settings/public.ts";
import type { OrderRow } from "#domain/orders/orders/public.ts";
import { collectKnownLegs, findUnknownLegs, listWaypoints, NO_LEGS } from "./legs.ts";
import { type Capacity, findOverloads, type Overload } from "./overload.ts";
import { computeStopChanges } from "./place-orders.ts";
import { recalculateSchedule } from "./recalculate-schedule.ts";
import type { RouteLoad } from "./records/route.ts";
import type { RouteWithStops } from "./route-with-stops.ts";
import { isUnvisited, type PlacedStop } from "./stops.ts";
import type { RouteFigures } from "./timing.ts";

export interface PlacementBy {
  settings: PlanningSettings;
  time_zone: string;
  now: Date;
  costs: VehicleCosts;
  amounts: ReadonlyMap<number, RouteLoad>;
}

export interface PlacementEffect {
  /** Of the target. */
  added_distance_m: number;
  added_duration_s: number;
  /** Less on the routes that the orders leave. */
  saved_distance_m: number;
  saved_duration_s: number;
  /** Of everything together, minor units. */
  added_cost_minor: number;
  distances: "road" | "straight_line";
  load: Partial<RouteLoad>;
  overloads: Overload[];
  /** Stops of the target planned after their window. */
  late_before: number;
  late: number;
  planned_end_at: string;
  /** Place of the first moved order among the unvisited stops, from 1. */
  position: number;
}

type Figures = RouteFigures & { load: Partial<RouteLoad> };

/** The effect of putting orders onto a route; by road only when every leg before and after is known by road. */
export function computePlacement(
  target: RouteWithStops,
  routes: ReadonlyMap<number, RouteWithStops>,
  add: readonly OrderRow[],
  position: number | undefined,
  collected: ReadonlySet<number>,
  capacity: Capacity | null,
  by: PlacementBy,
): PlacementEffect {
  const changes = computeStopChanges(target, routes, { add, position }, collected);
  const ways = changes.flatMap(({ route_with_stops, stops }) => [
    listWaypoints(route_with_stops.route, route_with_stops.stops),
    listWaypoints(route_with_stops.route, stops),
  ]);
  const known_legs = collectKnownLegs(changes.map(({ route_with_stops }) => route_with_stops));
  const roads = known_legs.size > 0 && findUnknownLegs(ways, known_legs).length === 0 ? known_legs : NO_LEGS;
  const computeFigures = (route_with_stops: RouteWithStops, stops: readonly PlacedStop[]): Figures => {
    const { set, stops: timed } = recalculateSchedule(route_with_stops.route, stops, by.amounts, {
      ...by,
      roads,
    });
    return { ...set, stops: timed };
  };
  const effects = changes.map(({ route_with_stops, stops }) => ({
    stops,
    before: computeFigures(route_with_stops, route_with_stops.stops),
    after: computeFigures(route_with_stops, stops),
    costs_before: computeCost(
      computeFigures(route_with_stops, route_with_stops.stops),
      route_with_stops.stops.length,
      by.costs,
    ),
  }));
  const [own_effect, ...former] = effects;
  if (own_effect === undefined) throw new Error("The target has no figures.");
  const moved = new Set(add.map(({ id }) => id));
  const first = own_effect.stops
    .filter(isUnvisited)
    .findIndex(({ tasks }) => tasks.some(({ order_id }) => moved.has(order_id)));
  const sum = (of: (one: (typeof effects)[number]) => number, list = former) =>
    list.reduce((total, one) => total + of(one), 0);
  return {
    added_distance_m: own_effect.after.planned_distance_m - own_effect.before.planned_distance_m,
    added_duration_s: own_effect.after.planned_duration_s - own_effect.before.planned_duration_s,
    saved_distance_m: sum(({ before, after }) => before.planned_distance_m - after.planned_distance_m),
    saved_duration_s: sum(({ before, after }) => before.planned_duration_s - after.planned_duration_s),
    added_cost_minor: Math.round(
      sum(
        ({ after, stops, costs_before }) => computeCost(after, stops.length, by.costs) - costs_before,
        effects,
      ),
    ),
    distances: roads === NO_LEGS ? "straight_line" : "road",
    load: own_effect.after.load,
    overloads: findOverloads(own_effect.after.load, capacity, target.route.load),
    late_before: countLate(target.stops, own_effect.before),
    late: countLate(own_effect.stops, own_effect.after),
    planned_end_at: own_effect.after.planned_end_at,
    position: first + 1,
  };
}

/** A route without stops costs nothing: its vehicle stays. */
function computeCost(figures: Figures, stops: number, costs: VehicleCosts): number {
  if (stops === 0) return 0;
  return (
    costs.fixed +
    (figures.planned_distance_m / 1000) * costs.per_km +
    (figures.planned_duration_s / 3600) * costs.per_hour
  );
}

function countLate(stops: readonly PlacedStop[], { stops: timed }: Figures): number {
  return stops.filter((stop, index) => {
    const arrival = timed[index]?.planned_arrival_at ?? null;
    return isUnvisited(stop) && stop.window_end !== null && arrival !== null && arrival > stop.window_end;
  }).length;
}
