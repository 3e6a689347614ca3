/** What belongs to the driver who calls: the profile, the routes, the stops. */

import type { OrderRow } from "#domain/orders/public.ts";
import {
  isUnreleased,
  lockRoutes,
  type StopWithTasks,
  type TaskRow,
  type WholeRoute,
} from "#domain/routes/public.ts";
import type { Context } from "#operation/context.ts";
import { messages } from "./messages.ts";
import type { DriverContext } from "./refusals.ts";
import { findDriver, lockDriver } from "./rows.ts";
import type { TaskAction } from "./rules.ts";
import type { DriverRow } from "./tables.ts";

/** The id of the caller's driver profile; refuses an account that has none. */
export function driverIdOf(context: Context<never>): number {
  const { driver_id } = context.actor;
  if (driver_id === null) throw context.refuse("forbidden", { message: messages.not_driver });
  return driver_id;
}

/** The caller's profile. Locked in writes, whose events on the driver then follow one another. */
export async function ownDriver(context: Context<never>, options: { lock: boolean }): Promise<DriverRow> {
  const { db, business_id } = context;
  const id = driverIdOf(context);
  const driver = await (options.lock ? lockDriver(db, business_id, id) : findDriver(db, business_id, id));
  if (driver === undefined) throw context.refuse("forbidden", { message: messages.not_driver });
  return driver;
}

/** A suspended driver may hand in what was recorded, but starts nothing and sees no routes. */
export function refuseSuspended(context: DriverContext, driver: Pick<DriverRow, "status">): void {
  if (driver.status !== "active")
    throw context.refuse("driver_suspended", { message: messages.driver_suspended });
}

export interface OwnRoute extends WholeRoute {
  /** Every locked order, those of removed tasks too. */
  locked: Map<number, OrderRow>;
}

/** A route of the caller, released and locked with its orders. */
export async function lockOwnRoute(
  context: DriverContext,
  route_id: number,
  more_order_ids: readonly number[] = [],
): Promise<OwnRoute> {
  const { db, business_id, refuse } = context;
  const driver_id = driverIdOf(context);
  const { routes, orders } = await lockRoutes(db, business_id, [route_id], more_order_ids);
  const whole = routes.get(route_id);
  if (whole === undefined) throw refuse("not_found", { message: messages.unknown_route });
  if (whole.route.driver_id !== driver_id)
    throw refuse("not_your_route", { message: messages.not_your_route });
  if (isUnreleased(whole.route.status))
    throw refuse("route_not_released", { message: messages.route_not_released });
  return { ...whole, locked: orders };
}

/** One order to be served at a stop. */
export interface Job {
  order: OrderRow;
  action: TaskAction;
  /** Null where the task was taken off the route while the phone was offline. */
  task: TaskRow | null;
}

export interface OwnStop {
  own: OwnRoute;
  stop: StopWithTasks | null;
  jobs: Job[];
}

export interface StopNamed {
  stop_id: number;
  route_id?: number | undefined;
  order_ids?: readonly number[] | undefined;
}

/**
 * A stop of the caller with the orders meant. A stop that was taken off the route meanwhile (its order was
 * cancelled, say) can still be told about by route and orders, because what happened at the door happened.
 */
export async function lockOwnStop(context: DriverContext, named: StopNamed): Promise<OwnStop> {
  const { db, business_id, refuse } = context;
  const tasks = await db.rows<{ route_id: number; order_id: number | null }>(
    `select s.route_id, t.order_id from stop s left join stop_task t on t.business_id = s.business_id and t.stop_id = s.id
      where s.business_id = $1 and s.id = $2`,
    [business_id, named.stop_id],
  );
  const route_id = tasks[0]?.route_id ?? named.route_id;
  const ids = [...tasks.flatMap((row) => row.order_id ?? []), ...(named.order_ids ?? [])];
  if (route_id === undefined) throw refuse("not_found", { message: messages.unknown_stop });
  const own = await lockOwnRoute(context, route_id, ids);
  const stop = own.stops.find((one) => one.id === named.stop_id) ?? null;
  const present = (stop?.tasks ?? []).flatMap((task): Job[] => {
    const order = own.locked.get(task.order_id);
    return order === undefined ? [] : [{ order, action: task.action, task }];
  });
  const { order_ids } = named;
  if (order_ids === undefined) {
    if (stop === null) throw refuse("not_found", { message: messages.unknown_stop });
    return { own, stop, jobs: present.filter((job) => job.task?.status !== "REMOVED") };
  }
  const jobs = present.filter((job) => order_ids.includes(job.order.id));
  const absent = order_ids.filter((id) => !jobs.some((job) => job.order.id === id));
  const removed = absent.length === 0 ? new Set<number>() : await removedFrom(context, route_id);
  for (const id of absent) {
    const order = own.locked.get(id);
    if (order === undefined || !removed.has(id)) {
      throw refuse("unknown_task", {
        message: messages.unknown_task,
        errors: [{ field: "order_ids", order_id: id, message: context.say(messages.not_of_this_stop) }],
      });
    }
    jobs.push({ order, action: order.type === "P" ? "pickup" : "dropoff", task: null });
  }
  return { own, stop, jobs };
}

/** Orders that were taken off a route, as its events tell. */
async function removedFrom({ db, business_id }: Context<never>, route_id: number): Promise<Set<number>> {
  const rows = await db.rows<{ order_ids: number[] | null }>(
    `select payload -> 'order_ids' as order_ids from event
      where business_id = $1 and subject_type = 'route' and subject_id = $2 and kind = 'route.orders_removed'`,
    [business_id, String(route_id)],
  );
  return new Set(rows.flatMap((row) => row.order_ids ?? []));
}
