/** A plan as it is stored with its run and returned: routes, what was left out and why, totals. Pure. */
import { hash } from "node:crypto";
import type { OrderRow } from "#domain/orders/orders/public.ts";
import {
  findStartWarehouseId,
  type OrderVisit,
  type RouteFigures,
  type WorkingTime,
} from "#domain/planning/routes/public.ts";
import type { ObjectiveTerms, RouteProgress, RouteSolution } from "#solvers/route/problem.ts";
import { type Point, straightLineKm } from "#vocabulary/geo.ts";
import { type BalanceComparison, compareBalance } from "./compare-balance.ts";
import { CAPACITIES } from "./options.ts";
import type { DriverLeftOut, LoadedDay, OrderCounts } from "./pool.ts";
import type { BuiltProblem, PlanDriver } from "./problem.ts";
import { findRequirementsReason, listRequiredSkills } from "./requirements.ts";

interface PlanStop extends OrderVisit {
  order_id: number;
  planned_arrival_at: string;
  planned_departure_at: string;
  /** Waiting at the address before its window opens. Absent in plans from before waits were recorded. */
  planned_wait_s?: number;
  leg_distance_m: number;
  /** Not rounded. */
  leg_duration_s: number;
}

export interface PlanRoute {
  driver_id: number;
  driver_name: string;
  vehicle_id: number | null;
  /** Where it begins and ends; absent in plans from before routes started at several warehouses. */
  start?: Point & { warehouse_id: number };
  /** Absent in plans from before routes stored the kind of their distances. */
  distances?: RouteFigures["distances"];
  distance_m: number;
  duration_s: number;
  planned_wait_s?: number;
  start_at: string;
  end_at: string;
  home_leg_distance_m: number;
  home_leg_duration_s: number;
  load: { units: number; weight_g: number; volume_cm3: number; pallets: number };
  stops: PlanStop[];
}

/** The earliest departure, and why it is that one. */
interface PlanStart {
  at: string;
  reason: WorkingTime["reason"];
}

interface PlanTotals {
  distance_m: number;
  duration_s: number;
  planned_wait_s: number;
  vehicles: number;
  stops: number;
  unassigned: number;
  compared_to_unbalanced?: BalanceComparison;
}

export interface Plan {
  date: string;
  /** Absent in plans made before orders were counted by date. */
  orders?: OrderCounts;
  /** Where the routes begin and end that name no start. */
  depot?: Point | null;
  /** Absent in plans from before their start was recorded. */
  start?: PlanStart;
  routes: PlanRoute[];
  unassigned: { order_id: number; reason: string }[];
  /** Absent in plans from before they were recorded. */
  drivers_left_out?: DriverLeftOut[];
  totals: PlanTotals;
  /** Hash of the fields of each order that the plan depends on: when one changes, the plan is outdated. */
  fingerprints: Record<string, string>;
  /** Open routes the drivers had when it was planned; any other open route makes the plan outdated. */
  known_route_ids: number[];
}

export interface Explanation {
  engine: string;
  objective: ObjectiveTerms;
  /** Of the plan without balance, where balance was asked for. */
  unbalanced: ObjectiveTerms | null;
  iterations: number;
  /** Of the plan without balance: the same number, unless its time ran out first. */
  unbalanced_iterations: number | null;
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

/** Hash of the fields of an order that a plan depends on. */
export function fingerprintOrder(order: OrderRow): string {
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
    findStartWarehouseId(order),
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
  return hash("sha256", JSON.stringify([facts, listRequiredSkills(order.requirements)])).slice(0, 16);
}

export function buildPlan(
  day: Pick<
    LoadedDay,
    | "date"
    | "orders"
    | "drivers"
    | "options"
    | "expired_skills"
    | "drivers_left_out"
    | "warehouse_of_order"
    | "warehouse_of_driver"
    | "working_time"
  >,
  { problem, origin, points, visits, no_location, no_road }: BuiltProblem,
  solution: RouteSolution,
  more: {
    unplannable: readonly { order_id: number; reason: string }[];
    known_route_ids: number[];
    order_counts: OrderCounts;
    unbalanced: RouteSolution | null;
  },
): Plan {
  const drivers = new Map(day.drivers.map((driver) => [String(driver.id), driver]));
  const orders = new Map(day.orders.map((order) => [order.id, order]));
  const { travel } = problem;
  const starts = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle.start_location ?? null]));
  const depot = problem.vehicles[0]?.start_location ?? null;
  const distanceBetween_m = (from: number | null, to: number | null) => {
    if (from === null || to === null) return 0;
    if ("points" in travel)
      return straightLineKm(points[from] as Point, points[to] as Point) * 1000 * (travel.road_factor ?? 1);
    return travel.distance_m[from * travel.size + to] ?? 0;
  };
  const toTimestamp = (second: number) => new Date(origin + Math.round(second) * 1000).toISOString();
  const routes = solution.routes.map((route): PlanRoute => {
    const waits = route.stops.map((stop) => Math.round(stop.start_s - stop.arrival_s));
    const driver = drivers.get(route.vehicle_id) as PlanDriver;
    const home = starts.get(route.vehicle_id) ?? null;
    const warehouse_id = day.warehouse_of_driver.get(driver.id);
    const point = home === null ? undefined : points[home];
    const ids = new Set(route.stops.map((stop) => Number(stop.job_id)));
    const last = route.stops.at(-1);
    return {
      driver_id: driver.id,
      driver_name: driver.name,
      vehicle_id: driver.vehicle_id,
      ...(point === undefined || warehouse_id === undefined ? {} : { start: { warehouse_id, ...point } }),
      distances: "points" in travel ? "straight_line" : "road",
      distance_m: Math.round(route.distance_m),
      duration_s: Math.round(route.duration_s),
      planned_wait_s: sum(waits),
      start_at: toTimestamp(route.start_s),
      end_at: toTimestamp(route.end_s),
      home_leg_distance_m: Math.round(distanceBetween_m(last?.location ?? home, home)),
      home_leg_duration_s: route.end_s - (last?.departure_s ?? route.end_s),
      load: sumLoads([...ids].flatMap((id) => orders.get(id) ?? [])),
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
          planned_arrival_at: toTimestamp(stop.arrival_s),
          planned_departure_at: toTimestamp(stop.departure_s),
          planned_wait_s: waits[index] ?? 0,
          leg_distance_m: Math.round(distanceBetween_m(before?.location ?? home, stop.location)),
          leg_duration_s: stop.arrival_s - (before?.departure_s ?? route.start_s),
        };
      }),
    };
  });
  const planned = new Set(routes.flatMap((route) => route.stops.map((stop) => stop.order_id)));
  const locked = new Map((day.options.locks ?? []).map((lock) => [lock.order_id, lock.driver_id]));
  const { start } = day.working_time;
  /** Whether a window of the day was over before anybody could leave. */
  const hasPassed = (order_id: number) =>
    (visits.get(order_id) ?? []).some(
      ({ window_end }) => window_end !== null && Date.parse(window_end) <= start.getTime(),
    );
  const findReason = (order_id: number, reason: string): string => {
    if (problem.vehicles.length === 0) return "no_drivers";
    if (no_road.has(order_id)) return "no_road";
    if (hasPassed(order_id)) return "window_passed";
    const order = orders.get(order_id);
    if (reason !== "no_vehicle_has_skills" || order === undefined) return reason;
    const warehouse_id = day.warehouse_of_order.get(order_id);
    const present = day.drivers.filter(({ id }) => day.warehouse_of_driver.get(id) === warehouse_id);
    if (present.length === 0) return "no_driver_at_warehouse";
    const bound_to = locked.get(order_id);
    const among = present.filter((driver) => bound_to === undefined || driver.id === bound_to);
    return findRequirementsReason(order.requirements, among, day.expired_skills);
  };
  const unassigned = [
    ...more.unplannable,
    ...no_location.map((order_id) => ({ order_id, reason: "no_location" })),
    ...solution.unassigned.map(({ job_id, reason }) => ({
      order_id: Number(job_id),
      reason: findReason(Number(job_id), reason),
    })),
  ];
  // Sums of the rounded values of the routes, so that they add up.
  const totals = {
    distance_m: sum(routes.map((route) => route.distance_m)),
    duration_s: sum(routes.map((route) => route.duration_s)),
    planned_wait_s: sum(routes.map((route) => route.planned_wait_s ?? 0)),
    vehicles: routes.length,
    stops: sum(routes.map((route) => route.stops.length)),
    unassigned: unassigned.length,
  };
  return {
    date: day.date,
    orders: more.order_counts,
    depot: depot === null ? null : (points[depot] ?? null),
    start: { at: start.toISOString(), reason: day.working_time.reason },
    routes,
    unassigned,
    drivers_left_out: day.drivers_left_out,
    totals: {
      ...totals,
      ...(more.unbalanced === null
        ? {}
        : {
            compared_to_unbalanced: compareBalance(day.options.balance ?? "none", solution, more.unbalanced),
          }),
    },
    fingerprints: Object.fromEntries(
      [...planned].map((id) => [id, fingerprintOrder(orders.get(id) as OrderRow)]),
    ),
    known_route_ids: more.known_route_ids,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Everything the route carries during the day. */
function sumLoads(orders: readonly OrderRow[]): PlanRoute["load"] {
  const load = { units: 0, weight_g: 0, volume_cm3: 0, pallets: 0 };
  for (const order of orders) for (const kind of CAPACITIES) load[kind] += order[kind];
  return load;
}

/** The best plan so far, so that it can be drawn while the solver continues. */
export function describeProgress(
  progress: RouteProgress,
  { problem, points, visits }: Pick<BuiltProblem, "problem" | "points" | "visits">,
): Progress {
  const starts = new Map(problem.vehicles.map(({ id, start_location: at = null }) => [id, at]));
  const listEnds = (vehicle_id: string): [number, number][] => {
    const home = points[starts.get(vehicle_id) ?? -1];
    return home === undefined ? [] : [[home.lat, home.lng]];
  };
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
      const ends = listEnds(vehicle_id);
      return { driver_id: Number(vehicle_id), order_ids, path: [...ends, ...path, ...ends] };
    }),
  };
}
