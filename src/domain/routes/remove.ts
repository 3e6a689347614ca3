/** Taking orders off routes on behalf of whoever holds, cancels or reroutes them. */
import type { Context } from "#operation/context.ts";
import { knownLegs } from "./legs.ts";
import { lockRouteRows, type StopWithTasks, stopsOf } from "./rows.ts";
import { saveStops } from "./save.ts";
import { OPEN_ROUTE_STATUSES } from "./status.ts";
import { isUnvisited, type PlacedStop } from "./stops.ts";

export interface Removal {
  route_id: number;
  order_ids: number[];
}

/** The stops without what is still to be done for these orders. Visited stops stay, their open tasks marked. Pure. */
export function stopsWithout(stops: readonly StopWithTasks[], order_ids: ReadonlySet<number>): PlacedStop[] {
  return stops.flatMap((stop): PlacedStop[] => {
    const leaves = (task: StopWithTasks["tasks"][number]) =>
      task.status === "PENDING" && order_ids.has(task.order_id);
    if (!stop.tasks.some(leaves)) return [stop];
    if (!isUnvisited(stop)) {
      return [
        {
          ...stop,
          tasks: stop.tasks.map((task) => (leaves(task) ? { ...task, status: "REMOVED" as const } : task)),
        },
      ];
    }
    const tasks = stop.tasks.filter((task) => !leaves(task));
    return tasks.length === 0 ? [] : [{ ...stop, tasks }];
  });
}

/**
 * Take orders off the open routes that they are on: tasks and empty stops go, the rest is renumbered and timed
 * anew, and the plan version rises. Visited stops stay. Nobody is asked for roads within the caller's transaction: a
 * gap that is closed is a straight line until the job has measured it.
 *
 * The orders' rows are locked by the caller, who also changes them (`route_id: null` and what status follows).
 * `reason` is a word for the event: `held`, `cancelled`, `rerouted`. Answers what was taken from where.
 */
export async function removeOrdersFromRoutes(
  context: Context<never>,
  order_ids: readonly number[],
  reason: string,
): Promise<Removal[]> {
  const { db, business_id, emit } = context;
  if (order_ids.length === 0) return [];
  const found = await db.rows<{ route_id: number }>(
    `select distinct r.id as route_id from stop_task t
       join stop s on s.business_id = t.business_id and s.id = t.stop_id
       join route r on r.business_id = s.business_id and r.id = s.route_id
      where t.business_id = $1 and t.order_id = any($2::int[]) and t.status = 'PENDING' and r.status = any($3::text[])`,
    [business_id, [...order_ids], OPEN_ROUTE_STATUSES],
  );
  if (found.length === 0) return [];
  const routes = await lockRouteRows(
    db,
    business_id,
    found.map((row) => row.route_id),
  );
  const stops = Map.groupBy(await stopsOf(db, business_id, [...routes.keys()]), (stop) => stop.route_id);
  const leaving = new Set(order_ids);
  const changes = [...routes.values()].flatMap((route) => {
    const own = stops.get(route.id) ?? [];
    const tasks = own.flatMap((stop) => stop.tasks);
    const gone = tasks
      .filter((task) => task.status === "PENDING" && leaving.has(task.order_id))
      .map((task) => task.order_id);
    return gone.length === 0
      ? []
      : [{ route, stops: stopsWithout(own, leaving), order_ids: [...new Set(gone)] }];
  });
  const known = knownLegs([...routes.values()].map((route) => ({ route, stops: stops.get(route.id) ?? [] })));
  const saved = await saveStops(context, changes, known);
  return changes.map(({ route, order_ids: gone }, index) => {
    emit({
      subject: { type: "route", id: route.id },
      kind: "route.orders_removed",
      payload: { order_ids: gone, reason, plan_version: saved[index]?.plan_version, status: route.status },
      before: { stops_total: route.stops_total },
      after: { stops_total: saved[index]?.stops_total },
    });
    return { route_id: route.id, order_ids: gone };
  });
}
