/** Reading and locking routes with their stops, tasks and orders. */

import { lockOrders, ORDER_COLUMNS, type OrderRow } from "#domain/orders/public.ts";
import type { Db } from "#platform/db/db.ts";
import type { RouteRow, StopRow, TaskRow } from "./tables.ts";

export const ROUTE_COLUMNS = `id, business_id, number, date, status, driver_id, contractor_id, vehicle_id, plan_run_id,
  start_place, end_place, distances, home_leg_distance_m, home_leg_duration_s, planned_distance_m, planned_duration_s, planned_start_at, planned_end_at, actual_start_at,
  actual_end_at, paused_at, load, stops_total, stops_resolved, plan_version, closing, version, created_by, created_at`;

export const STOP_COLUMNS = `id, business_id, route_id, seq, lat, lng, status, window_start, window_end, service_time_s,
  planned_arrival_at, planned_departure_at, leg_distance_m, leg_duration_s, arrived_at, done_at, note, version`;

export interface StopWithTasks extends StopRow {
  tasks: TaskRow[];
}

/** A route as it was locked or read, in one piece. Stops in sequence. */
export interface WholeRoute {
  route: RouteRow;
  stops: StopWithTasks[];
  /** Orders that a task of the route names, removed tasks excepted. */
  orders: Map<number, OrderRow>;
}

/** The routes without stops, locked in id order. Unknown ids are simply absent. */
export async function lockRouteRows(
  db: Db,
  business_id: number,
  ids: readonly number[],
): Promise<Map<number, RouteRow>> {
  const rows = await db.rows<RouteRow>(
    `select ${ROUTE_COLUMNS} from route where business_id = $1 and id = any($2::int[]) order by id for update`,
    [business_id, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findRoute(db: Db, business_id: number, id: number): Promise<RouteRow | undefined> {
  return db.row<RouteRow>(`select ${ROUTE_COLUMNS} from route where business_id = $1 and id = $2`, [
    business_id,
    id,
  ]);
}

/** Stops of routes in sequence, each with its tasks. */
export async function stopsOf(
  db: Db,
  business_id: number,
  route_ids: readonly number[],
): Promise<StopWithTasks[]> {
  const [stops, tasks] = await Promise.all([
    db.rows<StopRow>(
      `select ${STOP_COLUMNS} from stop where business_id = $1 and route_id = any($2::int[]) order by route_id, seq`,
      [business_id, [...route_ids]],
    ),
    db.rows<TaskRow>(
      `select t.id, t.business_id, t.stop_id, t.order_id, t.action, t.status, t.done_at
         from stop s join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
        where s.business_id = $1 and s.route_id = any($2::int[]) order by t.id`,
      [business_id, [...route_ids]],
    ),
  ]);
  const byStop = Map.groupBy(tasks, (task) => task.stop_id);
  return stops.map((stop) => ({ ...stop, tasks: byStop.get(stop.id) ?? [] }));
}

/** Ids of orders on routes, whatever came of them there. */
async function orderIdsOn(db: Db, business_id: number, route_ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ order_id: number }>(
    `select distinct t.order_id from stop s join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
      where s.business_id = $1 and s.route_id = any($2::int[]) and t.status <> 'REMOVED'`,
    [business_id, [...route_ids]],
  );
  return rows.map((row) => row.order_id);
}

/**
 * Routes with everything on them, locked: first the orders in id order, then the routes in id order, which is
 * the sequence every writer keeps so that no two wait for each other. Unknown ids are simply absent.
 *
 * `more_order_ids` are locked with them (orders about to be put onto a route). An order that came onto a route
 * while its lock was awaited is locked late; should that ever deadlock, the transaction is tried again.
 */
export async function lockRoutes(
  db: Db,
  business_id: number,
  route_ids: readonly number[],
  more_order_ids: readonly number[] = [],
): Promise<{ routes: Map<number, WholeRoute>; orders: Map<number, OrderRow> }> {
  const expected = await orderIdsOn(db, business_id, route_ids);
  const orders = await lockOrders(db, business_id, [...expected, ...more_order_ids]);
  const rows = await lockRouteRows(db, business_id, route_ids);
  const stops = await stopsOf(db, business_id, [...rows.keys()]);
  const present = new Set(
    stops.flatMap((stop) =>
      stop.tasks.filter((task) => task.status !== "REMOVED").map((task) => task.order_id),
    ),
  );
  const late = [...present].filter((id) => !orders.has(id));
  if (late.length > 0)
    for (const [id, order] of await lockOrders(db, business_id, late)) orders.set(id, order);
  return { routes: wholeRoutes(rows.values(), stops, orders), orders };
}

/** One route, locked with its orders; undefined when there is none. */
export async function lockRoute(
  db: Db,
  business_id: number,
  route_id: number,
): Promise<WholeRoute | undefined> {
  return (await lockRoutes(db, business_id, [route_id])).routes.get(route_id);
}

/** One route as it is, without locks; undefined when there is none. */
export async function readRoute(
  db: Db,
  business_id: number,
  route_id: number,
): Promise<WholeRoute | undefined> {
  const [route, stops, orders] = await Promise.all([
    findRoute(db, business_id, route_id),
    stopsOf(db, business_id, [route_id]),
    db.rows<OrderRow>(
      `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id in (
         select t.order_id from stop s join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
          where s.business_id = $1 and s.route_id = $2)`,
      [business_id, route_id],
    ),
  ]);
  if (route === undefined) return undefined;
  return wholeRoutes([route], stops, new Map(orders.map((order) => [order.id, order]))).get(route_id);
}

function wholeRoutes(
  rows: Iterable<RouteRow>,
  stops: readonly StopWithTasks[],
  orders: ReadonlyMap<number, OrderRow>,
): Map<number, WholeRoute> {
  const byRoute = Map.groupBy(stops, (stop) => stop.route_id);
  const routes = new Map<number, WholeRoute>();
  for (const route of rows) {
    const own = byRoute.get(route.id) ?? [];
    const ids = new Set(own.flatMap((stop) => stop.tasks.map((task) => task.order_id)));
    const named = [...ids].flatMap((id) => orders.get(id) ?? []);
    routes.set(route.id, { route, stops: own, orders: new Map(named.map((order) => [order.id, order])) });
  }
  return routes;
}

export interface PlanningBusiness {
  time_zone: string;
  settings: Record<string, unknown>;
}

/** Time zone and settings of the business, as they are now. */
export async function planningBusiness(db: Db, business_id: number): Promise<PlanningBusiness> {
  const row = await db.row<PlanningBusiness>("select time_zone, settings from business where id = $1", [
    business_id,
  ]);
  if (row === undefined) throw new Error(`There is no business ${business_id}.`);
  return row;
}
