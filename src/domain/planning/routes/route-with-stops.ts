/** Routes with their stops, tasks and orders: how they are read, locked and shown. */
import {
  countFailedAttempts,
  lockOrders,
  ORDER_COLUMNS,
  type OrderRow,
  toOrderSummary,
} from "#domain/orders/orders/public.ts";
import { defineGet } from "#operation/define/get.ts";
import type { Db } from "#platform/db/db.ts";
import { messages } from "./messages.ts";
import { lockRouteRows, type RouteRow, toRouteSummary } from "./records/route.ts";
import { loadStops, type StopRow, type StopWithTasks } from "./records/stop.ts";
import { hasVisited } from "./rules.ts";
import { isUnreleased } from "./status.ts";
import { isUnvisited } from "./stops.ts";

/** A route with its stops, in sequence, and their orders. */
export interface RouteWithStops {
  route: RouteRow;
  stops: StopWithTasks[];
  /** Orders that a task of the route names, removed tasks excepted. */
  orders: Map<number, OrderRow>;
  /** Attempts at its stops that did not deliver; only where it was read to be shown. */
  failed_attempts?: number;
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

/** A route, locked by who holds the lock of this order of it already; undefined when there is none. */
export async function lockRouteForOrder(
  db: Db,
  business_id: number,
  route_id: number,
  order: OrderRow,
): Promise<RouteWithStops | undefined> {
  const rows = await lockRouteRows(db, business_id, [route_id]);
  const stops = await loadStops(db, business_id, [...rows.keys()]);
  return buildWholeRoutes(rows.values(), stops, new Map([[order.id, order]])).get(route_id);
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

export const getRouteWithStops = defineGet(readRoute, messages.unknown_route);

/** The current state of several routes, without locks, in the order of their ids. */
export async function readRoutes(
  db: Db,
  business_id: number,
  ids: readonly number[],
): Promise<RouteWithStops[]> {
  if (ids.length === 0) return [];
  const [rows, stops, orders, failed] = await Promise.all([
    db.rows<RouteRow>("select * from route where business_id = $1 and id = any($2::bigint[]) order by id", [
      business_id,
      [...ids],
    ]),
    loadStops(db, business_id, ids),
    db.rows<OrderRow>(
      `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id in (
         select t.order_id from stop s join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
          where s.business_id = $1 and s.route_id = any($2::bigint[]))`,
      [business_id, [...ids]],
    ),
    countFailedAttempts(db, business_id, ids),
  ]);
  const routes_by_id = buildWholeRoutes(rows, stops, new Map(orders.map((order) => [order.id, order])));
  return [...routes_by_id.values()].map((one) => ({
    ...one,
    failed_attempts: failed.get(one.route.id) ?? 0,
  }));
}

function buildWholeRoutes(
  rows: Iterable<RouteRow>,
  stops: readonly StopWithTasks[],
  orders: ReadonlyMap<number, OrderRow>,
): Map<number, RouteWithStops> {
  const byRoute = Map.groupBy(stops, (stop) => stop.route_id);
  const routes = new Map<number, RouteWithStops>();
  for (const route of rows) {
    const own_stops = byRoute.get(route.id) ?? [];
    const ids = new Set(own_stops.flatMap((stop) => stop.tasks.map((task) => task.order_id)));
    const named_orders = [...ids].flatMap((id) => orders.get(id) ?? []);
    routes.set(route.id, {
      route,
      stops: own_stops,
      orders: new Map(named_orders.map((order) => [order.id, order])),
    });
  }
  return routes;
}

function computePlannedWait_s(
  stop: Pick<StopRow, "planned_arrival_at" | "planned_departure_at" | "service_time_s">,
) {
  const { planned_arrival_at, planned_departure_at, service_time_s } = stop;
  if (planned_arrival_at === null || planned_departure_at === null) return 0;
  const stay_s = (Date.parse(planned_departure_at) - Date.parse(planned_arrival_at)) / 1000;
  return Math.max(0, Math.round(stay_s - service_time_s));
}

/** The response form of a route: the same for the dispatcher, the console and the driver's phone. */
export function buildRouteView(
  { route, stops, orders, failed_attempts = 0 }: RouteWithStops,
  driver_name: string | null,
) {
  const present = new Set(
    stops.flatMap((stop) =>
      stop.tasks.filter((task) => task.status !== "REMOVED").map((task) => task.order_id),
    ),
  );
  const at = (place: { lat?: number | null; lng?: number | null } | null) =>
    typeof place?.lat === "number" && typeof place.lng === "number"
      ? [{ lat: place.lat, lng: place.lng }]
      : [];
  return {
    ...toRouteSummary(route, driver_name, { orders: present.size, failed_attempts }),
    can_split: isUnreleased(route.status) && stops.length > 1 && !hasVisited(stops),
    start_place: route.start_place,
    end_place: route.end_place,
    closing: route.closing,
    stops: stops.map((stop) => ({
      ...stop,
      planned_wait_s: computePlannedWait_s(stop),
      leg_duration_s: Math.round(stop.leg_duration_s),
      late:
        isUnvisited(stop) &&
        stop.window_end !== null &&
        stop.planned_arrival_at !== null &&
        stop.planned_arrival_at > stop.window_end,
      tasks: stop.tasks.map((task) => {
        const order = orders.get(task.order_id);
        return { ...task, order: order === undefined ? null : toOrderSummary(order) };
      }),
    })),
    path: [...at(route.start_place), ...stops.map(({ lat, lng }) => ({ lat, lng })), ...at(route.end_place)],
  };
}
