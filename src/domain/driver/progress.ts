/** How a route goes on: started, its stops resolved, over. Rows and events together; callers hold the locks. */
import { type OrderRow, openAttention, recordFacts } from "#domain/orders/public.ts";
import { nextRoute, type RouteRow, type StopRow, saveRoutes, type TaskRow } from "#domain/routes/public.ts";
import { toldOf } from "./command.ts";
import type { OwnRoute, OwnStop } from "./own.ts";
import type { DriverContext } from "./refusals.ts";
import { departure, isResolved, type Moment, resolution } from "./rules.ts";
import type { RouteAnswer } from "./shapes.ts";

/** Who holds goods aboard a route: its vehicle, or the driver who has none. */
export function aboard(route: Pick<RouteRow, "vehicle_id" | "driver_id">): {
  to: "vehicle" | "driver";
  ref: string;
} {
  return route.vehicle_id === null
    ? { to: "driver", ref: String(route.driver_id) }
    : { to: "vehicle", ref: String(route.vehicle_id) };
}

/**
 * Start a route: what is aboard is out for delivery. `at` may be earlier than a start that was told before; the
 * earliest stands. Does nothing to a route that is over.
 *
 * A command at a stop of a route that nobody started implies the start (`implied`), so that it does not matter
 * which of a phone's messages comes first.
 */
export async function startRoute(
  context: DriverContext,
  own: OwnRoute,
  { at }: Moment,
  options: { implied: boolean },
): Promise<void> {
  const { emit } = context;
  const { route } = own;
  const status = nextRoute(route.status, "start");
  const started = route.actual_start_at;
  if (status === null) {
    // Under way or over already: an earlier moment is when it really started.
    if (started === null || Date.parse(started) <= Date.parse(at)) return;
    await saveRoute(context, own, { actual_start_at: at });
    emit({
      subject: { type: "route", id: route.id },
      kind: "route.start_told",
      payload: { started_at: at, before: started, implied: options.implied },
      occurred_at: at,
    });
    return;
  }
  await departAll(context, own, at);
  await saveRoute(context, own, { status, actual_start_at: at, paused_at: null });
  emit({
    subject: { type: "route", id: route.id },
    kind: "route.started",
    payload: {
      number: route.number,
      driver_id: route.driver_id,
      vehicle_id: route.vehicle_id,
      implied: options.implied,
    },
    occurred_at: at,
    before: { status: route.status },
    after: { status },
  });
}

async function departAll(context: DriverContext, own: OwnRoute, at: string): Promise<void> {
  const needs_load_check = context.actor.business?.settings["require_load_check"] === true;
  const dropped = new Set(
    own.stops.flatMap((stop) =>
      stop.tasks
        .filter((task) => task.action !== "pickup" && task.status === "PENDING")
        .map((task) => task.order_id),
    ),
  );
  const leaving = [...own.locked.values()].flatMap((order) => {
    const steps = dropped.has(order.id) ? departure(order, needs_load_check) : [];
    return steps.length === 0 ? [] : [{ id: order.id, steps }];
  });
  for (let round = 0; leaving.some(({ steps }) => round < steps.length); round += 1) {
    const facts = leaving.flatMap(({ id, steps }) => {
      const on = steps[round];
      const order = own.locked.get(id);
      if (on === undefined || order === undefined) return [];
      return [
        {
          order,
          fact: { on, occurred_at: at, payload: { route_id: own.route.id }, custody: aboard(own.route) },
        },
      ];
    });
    const outcomes = await recordFacts(context, facts);
    for (const { order } of outcomes) remember(own, order);
  }
}

/** The order as it is now, for the commands that follow in this transaction. */
export function remember(own: OwnRoute, order: OrderRow): void {
  own.locked.set(order.id, order);
  if (own.orders.has(order.id)) own.orders.set(order.id, order);
}

export async function saveRoute(
  context: DriverContext,
  own: OwnRoute,
  set: Parameters<typeof saveRoutes>[1][number]["set"],
): Promise<void> {
  const [saved] = await saveRoutes(context, [{ route: own.route, set }]);
  if (saved !== undefined) own.route = saved;
}

export type StopChange = Partial<Pick<StopRow, "status" | "arrived_at" | "done_at" | "note">>;

export async function saveStop(
  { db, business_id }: DriverContext,
  { stop }: OwnStop,
  set: StopChange,
): Promise<void> {
  if (stop === null) return;
  Object.assign(stop, set);
  await db.execute(
    `update stop set status = $3, arrived_at = $4, done_at = $5, note = $6, version = version + 1
      where business_id = $1 and id = $2`,
    [business_id, stop.id, stop.status, stop.arrived_at, stop.done_at, stop.note],
  );
}

export async function saveTasks(
  { db, business_id }: DriverContext,
  { stop }: OwnStop,
  ids: readonly number[],
  status: "DONE" | "FAILED",
  at: string,
): Promise<void> {
  if (stop === null || ids.length === 0) return;
  stop.tasks = stop.tasks.map(
    (task): TaskRow => (ids.includes(task.id) ? { ...task, status, done_at: at } : task),
  );
  await db.execute(
    "update stop_task set status = $3, done_at = $4 where business_id = $1 and id = any($2::int[])",
    [business_id, [...ids], status, at],
  );
}

/** The stop follows its tasks, the route its stops: with the last one resolved the route is completed. */
export async function settleStop(
  context: DriverContext,
  at_stop: OwnStop,
  at: string,
  note: string | undefined,
): Promise<void> {
  const { own, stop } = at_stop;
  if (stop === null) return;
  const resolved = resolution(stop.tasks);
  await saveStop(context, at_stop, {
    status: resolved ?? (stop.status === "PENDING" || stop.status === "SKIPPED" ? "ARRIVED" : stop.status),
    arrived_at: stop.arrived_at ?? at,
    done_at: resolved === null ? null : at,
    ...(note === undefined ? {} : { note }),
  });
  const stops_resolved = own.stops.filter((one) => isResolved(one.status)).length;
  const whole = stops_resolved === own.stops.length;
  await saveRoute(context, own, { stops_resolved });
  if (whole) await completeRoute(context, own, at);
}

/** Over, as of a moment; a route that is over already, or was never started, stays as it is. */
export async function completeRoute(context: DriverContext, own: OwnRoute, at: string): Promise<void> {
  const { route } = own;
  const status = nextRoute(route.status, "complete");
  if (status === null) return;
  const last = own.stops
    .map((stop) => stop.done_at ?? at)
    .reduce((one, other) => (Date.parse(other) > Date.parse(one) ? other : one), at);
  await saveRoute(context, own, { status, actual_end_at: last, paused_at: null });
  context.emit({
    subject: { type: "route", id: route.id },
    kind: "route.completed",
    payload: { number: route.number, driver_id: route.driver_id, stops_total: route.stops_total },
    occurred_at: last,
    before: { status: route.status },
    after: { status },
  });
}

/** A wrong clock is for a person to look at, once a command. */
export async function flagClock(
  context: DriverContext,
  moment: Moment,
  where: { route_id: number; stop_id?: number },
): Promise<void> {
  if (!moment.skewed) return;
  await openAttention(context, [
    {
      kind: "clock_skewed",
      route_id: where.route_id,
      detail: {
        driver_id: context.actor.driver_id,
        stop_id: where.stop_id ?? null,
        device_at: moment.device_at,
        taken_as: moment.at,
      },
    },
  ]);
}

export function routeAnswer({ route }: OwnRoute, moment: Moment): RouteAnswer {
  return {
    result: true,
    route_id: route.id,
    status: route.status,
    paused: route.paused_at !== null,
    stops_total: route.stops_total,
    stops_resolved: route.stops_resolved,
    ...toldOf(moment),
  };
}
