/** Updates routes when the time windows of their orders change. */
import type { OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { collectKnownLegs } from "./legs.ts";
import { loadStops, lockRouteRows } from "./rows.ts";
import { saveStops } from "./save.ts";
import { isOpenRoute } from "./status.ts";
import { isUnvisited, type PlacedStop } from "./stops.ts";

/** The stops with the current windows of their orders. Visited stops keep theirs. Pure. */
function applyOrderWindows<S extends PlacedStop>(
  stops: readonly S[],
  orders: ReadonlyMap<number, Pick<OrderRow, "type" | "window_start" | "window_end">>,
): { stops: S[]; order_ids: number[] } {
  const order_ids: number[] = [];
  const changed = stops.map((stop) => {
    if (!isUnvisited(stop)) return stop;
    for (const { order_id, action, status } of stop.tasks) {
      const order = orders.get(order_id);
      // The window of an order is that of its own visit; a peer-to-peer order has a separate window for the sender.
      if (order === undefined || status !== "PENDING" || (action === "pickup") !== (order.type === "P"))
        continue;
      const { window_start, window_end } = order;
      if (stop.window_start === window_start && stop.window_end === window_end) continue;
      order_ids.push(order_id);
      return { ...stop, window_start, window_end };
    }
    return stop;
  });
  return { stops: changed, order_ids };
}

/**
 * Set the windows of these orders, which the caller has locked and changed, on the stops of open routes: the routes
 * are rescheduled in their sequence, and each plan version increases.
 */
export async function refreshWindows(context: Context<never>, changed: readonly OrderRow[]): Promise<void> {
  const { db, business_id, emit } = context;
  const route_ids = changed.flatMap((order) => order.route_id ?? []);
  if (route_ids.length === 0) return;
  const routes = [...(await lockRouteRows(db, business_id, route_ids)).values()].filter((route) =>
    isOpenRoute(route.status),
  );
  const stops = Map.groupBy(
    await loadStops(
      db,
      business_id,
      routes.map((route) => route.id),
    ),
    (stop) => stop.route_id,
  );
  const orders = new Map(changed.map((order) => [order.id, order]));
  const changes = routes.flatMap((route) => {
    const whole = { route, stops: stops.get(route.id) ?? [] };
    const made = applyOrderWindows(whole.stops, orders);
    return made.order_ids.length === 0 ? [] : [{ whole, route, ...made }];
  });
  const saved = await saveStops(context, changes, collectKnownLegs(changes.map(({ whole }) => whole)));
  changes.forEach(({ route, order_ids }, index) => {
    emit({
      subject: { type: "route", id: route.id },
      kind: "route.windows_changed",
      payload: { order_ids, plan_version: saved[index]?.plan_version },
      before: { planned_start_at: route.planned_start_at, planned_end_at: route.planned_end_at },
      after: {
        planned_start_at: saved[index]?.planned_start_at,
        planned_end_at: saved[index]?.planned_end_at,
      },
    });
  });
}
