/** Reading and locking routes with their stops, tasks and orders. */

import {
  countFailedAttempts,
  lockOrders,
  ORDER_COLUMNS,
  type OrderRow,
} from "#domain/orders/orders/public.ts";
import type { Db } from "#platform/db/db.ts";
import type { RouteRow, StopRow, TaskRow } from "./tables.ts";

export const ROUTE_COLUMNS = `id, business_id, number, date, status, driver_id, contractor_id, vehicle_id, plan_run_id,
  start_warehouse_id, end_warehouse_id, start_place, end_place, distances, home_leg_distance_m, home_leg_duration_s, planned_distance_m, planned_duration_s, earliest_start_at, planned_start_at, planned_end_at, actual_start_at,
  actual_end_at, paused_at, pause_reported_at, resume_reported_at, returned_at, load, stops_total, stops_resolved, plan_version, closing, version, created_by, created_at`;

const STOP_COLUMNS = `id, business_id, route_id, seq, lat, lng, status, window_start, window_end, service_time_s,
  planned_arrival_at, planned_departure_at, leg_distance_m, leg_duration_s, arrived_at, done_at, status_at, note, noted_at, version`;

/** Our choice: a day has at most this many routes in one response. */
const ROUTES_OF_DATE_MAX = 1000;

export interface StopWithTasks extends StopRow {
  tasks: TaskRow[];
}

/** A route with its stops, in sequence, and their orders. */
export interface RouteWithStops {
  route: RouteRow;
  stops: StopWithTasks[];
  /** Orders that a task of the route names, removed tasks excepted. */
  orders: Map<number, OrderRow>;
  /** Attempts at its stops that did not deliver; only where it was read to be shown. */
  failed_attempts?: number;
}

/** The rows of routes, without stops, locked in id order. Unknown ids are absent. */
export async function lockRouteRows(
  db: Db,
  business_id: number,
  ids: readonly number[],
): Promise<Map<number, RouteRow>> {
  const rows = await db.rows<RouteRow>(
    `select ${ROUTE_COLUMNS} from route where business_id = $1 and id = any($2::bigint[]) order by id for update`,
    [business_id, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stops of routes in sequence, each with its tasks. */
export async function loadStops(
  db: Db,
  business_id: number,
  route_ids: readonly number[],
): Promise<StopWithTasks[]> {
  const [stops, tasks] = await Promise.all([
    db.rows<StopRow>(
      `select ${STOP_COLUMNS} from stop where business_id = $1 and route_id = any($2::bigint[]) order by route_id, seq`,
      [business_id, [...route_ids]],
    ),
    db.rows<TaskRow>(
      `select t.id, t.business_id, t.stop_id, t.order_id, t.action, t.status, t.done_at
         from stop s join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
        where s.business_id = $1 and s.route_id = any($2::bigint[]) order by t.id`,
      [business_id, [...route_ids]],
    ),
  ]);
  const byStop = Map.groupBy(tasks, (task) => task.stop_id);
  return stops.map((stop) => ({ ...stop, tasks: byStop.get(stop.id) ?? [] }));
}

/** Ids of orders on routes, with any task status but REMOVED. */
async function findOrderIdsOn(db: Db, business_id: number, route_ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ order_id: number }>(
    `select distinct t.order_id from stop s join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
      where s.business_id = $1 and s.route_id = any($2::bigint[]) and t.status <> 'REMOVED'`,
    [business_id, [...route_ids]],
  );
  return rows.map((row) => row.order_id);
}

/**
 * Routes with their stops and orders, locked: first the orders by id, then the routes by id. Every writer uses this
 * order to avoid deadlocks. Unknown ids are absent.
 *
 * `more_order_ids` are locked too (orders about to be put onto a route). An order that was put onto a route
 * while its lock was awaited is locked afterwards; if that deadlocks, the transaction is retried.
 */
export async function lockRoutes(
  db: Db,
  business_id: number,
  route_ids: readonly number[],
  more_order_ids: readonly number[] = [],
): Promise<{ routes: Map<number, RouteWithStops>; orders: Map<number, OrderRow> }> {
  const expected = await findOrderIdsOn(db, business_id, route_ids);
  const orders = await lockOrders(db, business_id, [...expected, ...more_order_ids]);
  const rows = await lockRouteRows(db, business_id, route_ids);
  const stops = await loadStops(db, business_id, [...rows.keys()]);
  const present = new Set(
    stops.flatMap((stop) =>
      stop.tasks.filter((task) => task.status !== "REMOVED").map((task) => task.order_id),
    ),
  );
  const late = [...present].filter((id) => !orders.has(id));
  if (late.length > 0)
    for (const [id, order] of await lockOrders(db, business_id, late)) orders.set(id, order);
  return { routes: buildWholeRoutes(rows.values(), stops, orders), orders };
}

/** One route, locked with its orders; undefined when there is none. */
export async function lockRoute(
  db: Db,
  business_id: number,
  route_id: number,
): Promise<RouteWithStops | undefined> {
  return (await lockRoutes(db, business_id, [route_id])).routes.get(route_id);
}

/** The current state of one route, without locks; undefined when there is none. */
export async function readRoute(
  db: Db,
  business_id: number,
  route_id: number,
): Promise<RouteWithStops | undefined> {
  return (await readRoutes(db, business_id, [route_id]))[0];
}

/** Ids of the routes of a date in the sequence of their numbers, cancelled ones excepted. */
export async function findRouteIdsOfDate(
  db: Db,
  business_id: number,
  date: string,
  contractor_id: number | null,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select id from route where business_id = $1 and date = $2::date and status <> 'CANCELLED'
       and ($3::bigint is null or contractor_id = $3) order by id limit ${ROUTES_OF_DATE_MAX}`,
    [business_id, date, contractor_id],
  );
  return rows.map(({ id }) => id);
}

/** The current state of several routes, without locks, in the order of their ids. */
export async function readRoutes(
  db: Db,
  business_id: number,
  ids: readonly number[],
): Promise<RouteWithStops[]> {
  if (ids.length === 0) return [];
  const [rows, stops, orders, failed] = await Promise.all([
    db.rows<RouteRow>(
      `select ${ROUTE_COLUMNS} from route where business_id = $1 and id = any($2::bigint[]) order by id`,
      [business_id, [...ids]],
    ),
    loadStops(db, business_id, ids),
    db.rows<OrderRow>(
      `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id in (
         select t.order_id from stop s join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
          where s.business_id = $1 and s.route_id = any($2::bigint[]))`,
      [business_id, [...ids]],
    ),
    countFailedAttempts(db, business_id, ids),
  ]);
  const whole = buildWholeRoutes(rows, stops, new Map(orders.map((order) => [order.id, order])));
  return [...whole.values()].map((one) => ({ ...one, failed_attempts: failed.get(one.route.id) ?? 0 }));
}

function buildWholeRoutes(
  rows: Iterable<RouteRow>,
  stops: readonly StopWithTasks[],
  orders: ReadonlyMap<number, OrderRow>,
): Map<number, RouteWithStops> {
  const byRoute = Map.groupBy(stops, (stop) => stop.route_id);
  const routes = new Map<number, RouteWithStops>();
  for (const route of rows) {
    const own = byRoute.get(route.id) ?? [];
    const ids = new Set(own.flatMap((stop) => stop.tasks.map((task) => task.order_id)));
    const named = [...ids].flatMap((id) => orders.get(id) ?? []);
    routes.set(route.id, { route, stops: own, orders: new Map(named.map((order) => [order.id, order])) });
  }
  return routes;
}
