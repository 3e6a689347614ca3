/** A plan as it is kept with its run and shown: routes, what was left out and why, totals. Pure. */
import { hash } from "node:crypto";
import type { OrderRow } from "#domain/orders/public.ts";
import type { Figures, OrderVisit } from "#domain/routes/public.ts";
import type { ObjectiveTerms, RouteProgress, RouteSolution } from "#solvers/route/problem.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import { CAPACITIES } from "./options.ts";
import type { BuiltProblem, PlanDriver } from "./problem.ts";

export interface PlanStop extends OrderVisit {
  order_id: number;
  planned_arrival_at: string;
  planned_departure_at: string;
  leg_distance_m: number;
  /** Not rounded. */
  leg_duration_s: number;
}

export interface PlanRoute {
  driver_id: number;
  driver_name: string;
  vehicle_id: number | null;
  /** Absent in plans made before routes kept what they were planned with. */
  distances?: Figures["distances"];
  distance_m: number;
  duration_s: number;
  start_at: string;
  end_at: string;
  home_leg_distance_m: number;
  home_leg_duration_s: number;
  load: { units: number; weight_g: number; volume_cm3: number; pallets: number };
  stops: PlanStop[];
}

export interface PlanTotals {
  distance_m: number;
  duration_s: number;
  vehicles: number;
  stops: number;
  unassigned: number;
  /** What balance costs: this plan less the one without. */
  compared_to_unbalanced?: { distance_m: number; duration_s: number; vehicles: number };
}

export interface Plan {
  date: string;
  /** Where every route begins and ends. */
  depot?: Point | null;
  routes: PlanRoute[];
  unassigned: { order_id: number; reason: string }[];
  totals: PlanTotals;
  /** What decided about each planned order, hashed: a plan whose orders have changed since is outdated. */
  fingerprints: Record<string, string>;
  /** Open routes the drivers had when it was planned; any other since makes it outdated. */
  known_route_ids: number[];
}

export interface Explanation {
  engine: string;
  objective: ObjectiveTerms;
  /** Of the plan without balance, where balance was asked for. */
  unbalanced: ObjectiveTerms | null;
  iterations: number;
  elapsed_ms: number;
  orders_considered: number;
  drivers_considered: number;
  /** How many orders were left out for each reason. */
  reasons: Record<string, number>;
}

export interface Progress {
  elapsed_ms: number;
  iteration: number;
  best_cost: number;
  vehicles: number;
  unassigned: number;
  routes: { driver_id: number; order_ids: number[]; path: [lat: number, lng: number][] }[];
}

/** What of an order a plan rests on. */
export function fingerprintOf(order: OrderRow): string {
  const {
    type,
    lat,
    lng,
    pickup,
    window_start,
    window_end,
    service_time_s,
    units,
    weight_g,
    volume_cm3,
    pallets,
  } = order;
  const facts = [
    type,
    lat,
    lng,
    pickup?.lat,
    pickup?.lng,
    window_start,
    window_end,
    service_time_s,
    units,
    weight_g,
    volume_cm3,
    pallets,
  ];
  return hash("sha256", JSON.stringify([facts, order.requirements.skills ?? []])).slice(0, 16);
}

export function planOf(
  day: { date: string; orders: readonly OrderRow[]; drivers: readonly PlanDriver[] },
  { problem, origin, points, visits, no_location, no_road }: BuiltProblem,
  solution: RouteSolution,
  more: {
    unplannable: readonly { order_id: number; reason: string }[];
    known_route_ids: number[];
    unbalanced: RouteSolution | null;
  },
): Plan {
  const drivers = new Map(day.drivers.map((driver) => [String(driver.id), driver]));
  const orders = new Map(day.orders.map((order) => [order.id, order]));
  const { travel } = problem;
  const home = problem.vehicles[0]?.start_location ?? null;
  const metres = (from: number | null, to: number | null) => {
    if (from === null || to === null) return 0;
    if ("points" in travel)
      return straightLineKm(points[from] as Point, points[to] as Point) * 1000 * (travel.road_factor ?? 1);
    return travel.distance_m[from * travel.size + to] ?? 0;
  };
  const moment = (second: number) => new Date(origin + Math.round(second) * 1000).toISOString();
  const routes = solution.routes.map((route): PlanRoute => {
    const driver = drivers.get(route.vehicle_id) as PlanDriver;
    const ids = new Set(route.stops.map((stop) => Number(stop.job_id)));
    const last = route.stops.at(-1);
    return {
      driver_id: driver.id,
      driver_name: driver.name,
      vehicle_id: driver.vehicle_id,
      distances: "points" in travel ? "straight_line" : "road",
      distance_m: Math.round(route.distance_m),
      duration_s: Math.round(route.duration_s),
      start_at: moment(route.start_s),
      end_at: moment(route.end_s),
      home_leg_distance_m: Math.round(metres(last?.location ?? home, home)),
      home_leg_duration_s: route.end_s - (last?.departure_s ?? route.end_s),
      load: sumOf([...ids].flatMap((id) => orders.get(id) ?? [])),
      stops: route.stops.map((stop, index) => {
        const before = route.stops[index - 1];
        const order_id = Number(stop.job_id);
        const planned = visits.get(order_id) ?? [];
        const visit = planned.find(
          ({ action }) => action === (stop.action === "pickup" ? "pickup" : "dropoff"),
        ) as OrderVisit;
        return {
          ...visit,
          order_id,
          planned_arrival_at: moment(stop.arrival_s),
          planned_departure_at: moment(stop.departure_s),
          leg_distance_m: Math.round(metres(before?.location ?? home, stop.location)),
          leg_duration_s: stop.arrival_s - (before?.departure_s ?? route.start_s),
        };
      }),
    };
  });
  const planned = new Set(routes.flatMap((route) => route.stops.map((stop) => stop.order_id)));
  const unassigned = [
    ...more.unplannable,
    ...no_location.map((order_id) => ({ order_id, reason: "no_location" })),
    ...solution.unassigned.map(({ job_id, reason }) => ({
      order_id: Number(job_id),
      reason: problem.vehicles.length === 0 ? "no_drivers" : no_road.has(Number(job_id)) ? "no_road" : reason,
    })),
  ];
  const { totals } = solution;
  return {
    date: day.date,
    depot: home === null ? null : (points[home] ?? null),
    routes,
    unassigned,
    totals: {
      distance_m: Math.round(totals.distance_m),
      duration_s: Math.round(totals.duration_s),
      vehicles: totals.vehicles,
      stops: totals.stops,
      unassigned: unassigned.length,
      ...(more.unbalanced === null
        ? {}
        : {
            compared_to_unbalanced: {
              distance_m: Math.round(totals.distance_m - more.unbalanced.totals.distance_m),
              duration_s: Math.round(totals.duration_s - more.unbalanced.totals.duration_s),
              vehicles: totals.vehicles - more.unbalanced.totals.vehicles,
            },
          }),
    },
    fingerprints: Object.fromEntries(
      [...planned].map((id) => [id, fingerprintOf(orders.get(id) as OrderRow)]),
    ),
    known_route_ids: more.known_route_ids,
  };
}

/** Everything the route carries in the course of the day. */
function sumOf(orders: readonly OrderRow[]): PlanRoute["load"] {
  const load = { units: 0, weight_g: 0, volume_cm3: 0, pallets: 0 };
  for (const order of orders) for (const kind of CAPACITIES) load[kind] += order[kind];
  return load;
}

/** The best plan so far, so that it can be drawn while the solver goes on. */
export function progressOf(
  progress: RouteProgress,
  { problem, points, visits }: Pick<BuiltProblem, "problem" | "points" | "visits">,
): Progress {
  const depot = problem.vehicles[0]?.start_location ?? null;
  const home = depot === null ? undefined : points[depot];
  const ends: [number, number][] = home === undefined ? [] : [[home.lat, home.lng]];
  const { best_cost, vehicles, unassigned, elapsed_ms, iteration, routes = [] } = progress;
  return {
    best_cost: Math.round(best_cost),
    vehicles,
    unassigned,
    elapsed_ms: Math.round(elapsed_ms),
    iteration,
    routes: routes.map(({ vehicle_id, job_ids }) => {
      const order_ids = job_ids.map(Number);
      const path = order_ids.flatMap((id) =>
        (visits.get(id) ?? []).map(({ lat, lng }): [number, number] => [lat, lng]),
      );
      return { driver_id: Number(vehicle_id), order_ids, path: [...ends, ...path, ...ends] };
    }),
  };
}
