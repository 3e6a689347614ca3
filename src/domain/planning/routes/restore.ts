/** Makes routes again what they were before a change. */
import type { OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { attachOrdersToRoutes, detachOrdersFromRoutes, listOrderIds } from "./orders-on-routes.ts";
import { emitStopChanges } from "./place-orders.ts";
import type { RouteRow } from "./records/route.ts";
import type { RouteImage } from "./records/route-change.ts";
import { mergeRoadLegs } from "./roads.ts";
import type { RouteWithStops } from "./route-with-stops.ts";
import { saveStops } from "./save-stops.ts";
import type { RouteFigures } from "./timing.ts";

/**
 * The planned times and distances of an image; undefined when the route has started since, so that they have to be
 * computed again. Pure.
 */
function getFigures(image: RouteImage, route: Pick<RouteRow, "actual_start_at">): RouteFigures | undefined {
  const { planned_start_at, planned_end_at } = image;
  if (planned_start_at === null || planned_end_at === null) return undefined;
  if (image.actual_start_at !== route.actual_start_at) return undefined;
  return { ...image, planned_start_at, planned_end_at };
}

/** Which orders each route loses and gets back. Pure. */
function compareOrders(image: RouteImage, route_with_stops: RouteWithStops) {
  const [before, now] = [new Set(listOrderIds(image.stops)), new Set(listOrderIds(route_with_stops.stops))];
  return { added: [...before.difference(now)], removed: [...now.difference(before)] };
}

/** Restore locked routes from their images; the caller has checked that they may change and their orders be planned. */
export async function restoreRoutes(
  context: Context<never>,
  images: readonly RouteImage[],
  routes: ReadonlyMap<number, RouteWithStops>,
  orders: ReadonlyMap<number, OrderRow>,
): Promise<void> {
  const stops = [...routes.values()].flatMap((route_with_stops) => route_with_stops.stops);
  const stop_ids = new Set(stops.map(({ id }) => id));
  const task_ids = new Set(stops.flatMap(({ tasks }) => tasks.map(({ id }) => id)));
  const changes = images.flatMap((image) => {
    const route_with_stops = routes.get(image.id);
    if (route_with_stops === undefined) return [];
    const restored = {
      stops: new Set(image.stops.map(({ id }) => id)).difference(stop_ids),
      tasks: new Set(image.stops.flatMap(({ tasks }) => tasks.map(({ id }) => id))).difference(task_ids),
    };
    const was_draft = image.status === "DRAFT" && route_with_stops.route.status === "PLANNED";
    return [
      {
        image,
        whole: route_with_stops,
        restored,
        set: was_draft ? { status: "DRAFT" as const } : {},
        ...compareOrders(image, route_with_stops),
      },
    ];
  });
  const saved = await saveStops(
    context,
    changes.map(({ image, whole: { route }, restored, set }) => ({
      route,
      stops: image.stops,
      set,
      figures: getFigures(image, route),
      restored,
    })),
    mergeRoadLegs([...routes.values()], new Map()),
  );
  const back = new Set(changes.flatMap(({ added }) => added));
  const removed_ids = changes.flatMap(({ removed }) => removed.filter((id) => !back.has(id)));
  await attachOrdersToRoutes(
    context,
    changes.map(({ added, whole: route_with_stops }, index) => ({
      route: saved[index] ?? route_with_stops.route,
      order_ids: added,
    })),
    orders,
  );
  await detachOrdersFromRoutes(
    context,
    removed_ids.flatMap((id) => orders.get(id) ?? []),
    "removed",
  );
  emitStopChanges(
    context,
    changes.map(({ image, whole: route_with_stops, added, removed }) => ({
      route_with_stops,
      stops: image.stops,
      added,
      removed,
    })),
    saved,
  );
}
