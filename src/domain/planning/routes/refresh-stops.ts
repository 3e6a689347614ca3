/** Updates routes when their orders change: windows, positions, amounts. */
import type { OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { collectKnownLegs, toPoint } from "./legs.ts";
import { lockRouteRows, type RouteLoad } from "./records/route.ts";
import { loadStops } from "./records/stop.ts";
import { loadAmounts, saveStops } from "./save-stops.ts";
import { isOpenRoute } from "./status.ts";
import { isUnvisited, type PlacedStop } from "./stops.ts";
import { computePeakLoad } from "./timing.ts";

type Visited = Pick<OrderRow, "type" | "pickup" | "lat" | "lng" | "window_start" | "window_end">;

/** Where and when an order is visited for this task, as the order has it now. */
function findVisit(order: Visited, action: "pickup" | "dropoff" | "exchange") {
  const { lat, lng, window_start, window_end } = order;
  // A peer-to-peer order has a place and a window for the sender, too.
  if ((action === "pickup") === (order.type === "P"))
    return { point: toPoint({ lat, lng }), window_start, window_end };
  const { pickup } = order;
  return action === "pickup"
    ? {
        point: toPoint(pickup),
        window_start: pickup?.window?.start ?? null,
        window_end: pickup?.window?.end ?? null,
      }
    : null;
}

/** The stops with the windows and positions of their orders. Visited stops keep theirs. Pure. */
function followOrders<S extends PlacedStop>(
  stops: readonly S[],
  orders: ReadonlyMap<number, Visited>,
): { stops: S[]; order_ids: number[] } {
  const order_ids: number[] = [];
  const changed = stops.map((stop) => {
    if (!isUnvisited(stop)) return stop;
    for (const { order_id, action, status } of stop.tasks) {
      const order = orders.get(order_id);
      const visit = order === undefined || status !== "PENDING" ? null : findVisit(order, action);
      if (visit === null) continue;
      const { window_start, window_end, point } = visit;
      const next = { ...stop, ...point, window_start, window_end };
      const is_same = (["lat", "lng", "window_start", "window_end"] as const).every(
        (member) => next[member] === stop[member],
      );
      if (is_same) continue;
      order_ids.push(order_id);
      return next;
    }
    return stop;
  });
  return { stops: changed, order_ids };
}

/**
 * Let the stops of open routes follow these orders, which the caller has locked, changed and written: the routes are
 * rescheduled in their sequence, and each plan version increases. A route whose load alone changes is rescheduled too.
 */
export async function refreshStops(
  context: Context<never>,
  changed: readonly OrderRow[],
  kind: "route.windows_changed" | "route.stops_corrected",
): Promise<void> {
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
  const amounts =
    kind === "route.windows_changed"
      ? null
      : await loadAmounts(
          db,
          business_id,
          [...stops.values()].flat().flatMap(({ tasks }) => tasks.map(({ order_id }) => order_id)),
        );
  const changes = routes.flatMap((route) => {
    const route_with_stops = { route, stops: stops.get(route.id) ?? [] };
    const refreshed = followOrders(route_with_stops.stops, orders);
    const tasks = route_with_stops.stops.flatMap((stop) =>
      stop.tasks.filter(({ status }) => status !== "REMOVED"),
    );
    const is_load_new = amounts !== null && !isSameLoad(route.load, computePeakLoad(tasks, amounts));
    if (refreshed.order_ids.length === 0 && !is_load_new) return [];
    const on_route = tasks.map(({ order_id }) => order_id).filter((id) => orders.has(id));
    return [
      {
        whole: route_with_stops,
        route,
        stops: refreshed.stops,
        order_ids: [...new Set(is_load_new ? on_route : refreshed.order_ids)],
      },
    ];
  });
  const saved = await saveStops(
    context,
    changes,
    collectKnownLegs(changes.map(({ whole: route_with_stops }) => route_with_stops)),
  );
  changes.forEach(({ route, order_ids }, index) => {
    emit({
      subject: { type: "route", id: route.id },
      kind,
      payload: { order_ids, plan_version: saved[index]?.plan_version },
      before: { planned_start_at: route.planned_start_at, planned_end_at: route.planned_end_at },
      after: {
        planned_start_at: saved[index]?.planned_start_at,
        planned_end_at: saved[index]?.planned_end_at,
      },
    });
  });
}

const isSameLoad = (one: Partial<RouteLoad>, other: RouteLoad) =>
  (Object.keys(other) as (keyof RouteLoad)[]).every((member) => (one[member] ?? 0) === other[member]);
