/** What belongs to the calling driver: profile, routes, stops. */

import { type DriverRow, findDriver, lockDriver } from "#domain/fleet/drivers/public.ts";
import type { OrderRow } from "#domain/orders/orders/public.ts";
import {
  isUnreleased,
  lockRoutes,
  type RouteRow,
  type RouteWithStops,
  type StopWithTasks,
  type TaskRow,
} from "#domain/planning/routes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import type { DriverContext } from "./refusals.ts";
import type { TaskAction } from "./rules.ts";

/** Id of the caller's driver profile; refuses an account without one. */
export function requireDriverId(context: Context<never>): number {
  const { driver_id } = context.actor;
  if (driver_id === null) throw context.refuse("forbidden", { message: messages.not_driver });
  return driver_id;
}

/** The caller's profile. Writes lock it, so that the events of a driver are ordered. */
export async function getOwnDriver(context: Context<never>, options: { lock: boolean }): Promise<DriverRow> {
  const { db, business_id } = context;
  const id = requireDriverId(context);
  const driver = await (options.lock ? lockDriver(db, business_id, id) : findDriver(db, business_id, id));
  if (driver === undefined) throw context.refuse("forbidden", { message: messages.not_driver });
  return driver;
}

/** A suspended driver may send what was recorded, but cannot start a route and sees none. */
export function refuseSuspended(context: DriverContext, driver: Pick<DriverRow, "status">): void {
  if (driver.status !== "active")
    throw context.refuse("driver_suspended", { message: messages.driver_suspended });
}

export interface OwnRoute extends RouteWithStops {
  /** Every locked order, including those of removed tasks. */
  locked: Map<number, OrderRow>;
}

/** Store the current row of the order, for the commands that follow in this transaction. */
export function cacheOrder(own_route: OwnRoute, order: OrderRow): void {
  own_route.locked.set(order.id, order);
  if (own_route.orders.has(order.id)) own_route.orders.set(order.id, order);
}

/** Who has custody of goods aboard a route: its vehicle, or the driver if there is none. */
export function getCustodyAboard(route: Pick<RouteRow, "vehicle_id" | "driver_id">): {
  to: "vehicle" | "driver";
  ref: string;
} {
  return route.vehicle_id === null
    ? { to: "driver", ref: String(route.driver_id) }
    : { to: "vehicle", ref: String(route.vehicle_id) };
}

/** A released route of the caller, locked with its orders. */
export async function lockOwnRoute(
  context: DriverContext,
  route_id: number,
  more_order_ids: readonly number[] = [],
): Promise<OwnRoute> {
  const { db, business_id, refuse } = context;
  const driver_id = requireDriverId(context);
  const { routes, orders } = await lockRoutes(db, business_id, [route_id], more_order_ids);
  const lockedRoute = routes.get(route_id);
  if (lockedRoute === undefined) throw refuse("not_found", { message: messages.unknown_route });
  if (lockedRoute.route.driver_id !== driver_id)
    throw refuse("not_your_route", { message: messages.not_your_route });
  if (isUnreleased(lockedRoute.route.status))
    throw refuse("route_not_released", { message: messages.route_not_released });
  return { ...lockedRoute, locked: orders };
}

/** One order to be served at a stop. */
export interface StopOrder {
  order: OrderRow;
  action: TaskAction;
  /** Null if the task was removed from the route while the phone was offline. */
  task: TaskRow | null;
}

export interface OwnStop {
  own_route: OwnRoute;
  stop: StopWithTasks | null;
  jobs: StopOrder[];
}

export interface StopReference {
  stop_id: number;
  route_id?: number | undefined;
  order_ids?: readonly number[] | undefined;
}

/**
 * Lock a stop of the caller with the orders named. For a stop that was removed from the route meanwhile (because its
 * order was cancelled, say), facts can still be reported by route and orders, because they happened.
 */
export async function lockOwnStop(context: DriverContext, stop_reference: StopReference): Promise<OwnStop> {
  const { db, business_id, refuse } = context;
  const tasks = await db.rows<{ route_id: number; order_id: number | null }>(
    `select s.route_id, t.order_id from stop s left join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
      where s.business_id = $1 and s.id = $2`,
    [business_id, stop_reference.stop_id],
  );
  const route_id = tasks[0]?.route_id ?? stop_reference.route_id;
  const ids = [...tasks.flatMap((row) => row.order_id ?? []), ...(stop_reference.order_ids ?? [])];
  if (route_id === undefined) throw refuse("not_found", { message: messages.unknown_stop });
  const own_route = await lockOwnRoute(context, route_id, ids);
  const stop = own_route.stops.find((one) => one.id === stop_reference.stop_id) ?? null;
  const present = (stop?.tasks ?? []).flatMap((task): StopOrder[] => {
    const order = own_route.locked.get(task.order_id);
    return order === undefined ? [] : [{ order, action: task.action, task }];
  });
  const { order_ids } = stop_reference;
  if (order_ids === undefined) {
    if (stop === null) throw refuse("not_found", { message: messages.unknown_stop });
    return { own_route, stop, jobs: present.filter((job) => job.task?.status !== "REMOVED") };
  }
  const jobs = present.filter((job) => order_ids.includes(job.order.id));
  const absent = order_ids.filter((id) => !jobs.some((job) => job.order.id === id));
  const removed = absent.length === 0 ? new Set<number>() : await findRemovedOrders(context, route_id);
  for (const id of absent) {
    const order = own_route.locked.get(id);
    if (order === undefined || !removed.has(id)) {
      throw refuse("unknown_task", {
        message: messages.unknown_task,
        errors: [{ field: "order_ids", order_id: id, message: messages.not_of_this_stop }],
      });
    }
    jobs.push({ order, action: order.type === "P" ? "pickup" : "dropoff", task: null });
  }
  return { own_route, stop, jobs };
}

/** Orders that were on a route and left it, according to its events: for what was decided about them, or by a planner. */
export async function findRemovedOrders(
  { db, business_id }: Context<never>,
  route_id: number,
): Promise<Set<number>> {
  const rows = await db.rows<{ order_ids: number[] | null }>(
    `select payload -> case kind when 'route.orders_changed' then 'removed' else 'order_ids' end as order_ids from event
      where business_id = $1 and subject_type = 'route' and subject_id = $2
        and kind in ('route.orders_removed', 'route.orders_changed')`,
    [business_id, String(route_id)],
  );
  return new Set(rows.flatMap((row) => row.order_ids ?? []));
}
