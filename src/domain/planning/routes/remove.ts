/** Removes orders from routes when they are held, cancelled or rerouted. */
import type { Context } from "#operation/define/context.ts";
import { collectKnownLegs } from "./legs.ts";
import { lockRouteRows } from "./records/route.ts";
import { loadStops, type StopWithTasks } from "./records/stop.ts";
import { saveStops } from "./save-stops.ts";
import { OPEN_ROUTE_STATUSES } from "./status.ts";
import { isUnvisited, type PlacedStop } from "./stops.ts";

export interface Removal {
  route_id: number;
  order_ids: number[];
}

/** The stops without the pending tasks of these orders. Visited stops stay, with these tasks marked REMOVED. Pure. */
export function removeOrdersFromStops(
  stops: readonly StopWithTasks[],
  order_ids: ReadonlySet<number>,
): PlacedStop[] {
  return stops.flatMap((stop): PlacedStop[] => {
    const isRemoved = (task: StopWithTasks["tasks"][number]) =>
      task.status === "PENDING" && order_ids.has(task.order_id);
    if (!stop.tasks.some(isRemoved)) return [stop];
    if (!isUnvisited(stop)) {
      return [
        {
          ...stop,
          tasks: stop.tasks.map((task) => (isRemoved(task) ? { ...task, status: "REMOVED" as const } : task)),
        },
      ];
    }
    const tasks = stop.tasks.filter((task) => !isRemoved(task));
    return tasks.length === 0 ? [] : [{ ...stop, tasks }];
  });
}

/**
 * Remove orders from their open routes: tasks and empty stops are deleted, the rest is renumbered and rescheduled,
 * and the plan version increases. Visited stops stay. The road matrix is not called within the caller's transaction: a
 * closed gap is a straight line until the job has measured it.
 *
 * The caller locks the rows of the orders and also changes them (`route_id: null` and the resulting status).
 * `reason` is for the event: `held`, `cancelled`, `rerouted`. Returns the removed orders by route.
 */
export async function removeOrdersFromRoutes(
  context: Context<never>,
  order_ids: readonly number[],
  reason: string,
): Promise<Removal[]> {
  const { db, business_id, emit } = context;
  if (order_ids.length === 0) return [];
  const affected_routes = await db.rows<{ route_id: number }>(
    `select distinct r.id as route_id from stop_task t
       join stop s on s.business_id = t.business_id and s.id = t.stop_id
       join route r on r.business_id = s.business_id and r.id = s.route_id
      where t.business_id = $1 and t.order_id = any($2::bigint[]) and t.status = 'PENDING' and r.status = any($3::text[])`,
    [business_id, [...order_ids], OPEN_ROUTE_STATUSES],
  );
  if (affected_routes.length === 0) return [];
  const routes = await lockRouteRows(
    db,
    business_id,
    affected_routes.map((row) => row.route_id),
  );
  const stops = Map.groupBy(await loadStops(db, business_id, [...routes.keys()]), (stop) => stop.route_id);
  const leaving = new Set(order_ids);
  const changes = [...routes.values()].flatMap((route) => {
    const own_stops = stops.get(route.id) ?? [];
    const tasks = own_stops.flatMap((stop) => stop.tasks);
    const removed_ids = tasks
      .filter((task) => task.status === "PENDING" && leaving.has(task.order_id))
      .map((task) => task.order_id);
    return removed_ids.length === 0
      ? []
      : [{ route, stops: removeOrdersFromStops(own_stops, leaving), order_ids: [...new Set(removed_ids)] }];
  });
  const known_legs = collectKnownLegs(
    [...routes.values()].map((route) => ({ route, stops: stops.get(route.id) ?? [] })),
  );
  const saved = await saveStops(context, changes, known_legs);
  return changes.map(({ route, order_ids: removed_ids }, index) => {
    emit({
      subject: { type: "route", id: route.id },
      kind: "route.orders_removed",
      payload: {
        order_ids: removed_ids,
        reason,
        plan_version: saved[index]?.plan_version,
        status: route.status,
      },
      before: { stops_total: route.stops_total },
      after: { stops_total: saved[index]?.stops_total },
    });
    return { route_id: route.id, order_ids: removed_ids };
  });
}
