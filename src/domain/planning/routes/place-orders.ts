/** Adds orders to a locked route, and moves them from another unreleased one. */

import Type from "typebox";
import { loadParcels, ORDER_COLUMNS, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { canSeeRoute } from "./command.ts";
import { listWaypoints, type RoadLegs, toPoint } from "./legs.ts";
import { attachOrdersToRoutes } from "./orders-on-routes.ts";
import type { RouteRow } from "./records/route.ts";
import { removeOrdersFromStops } from "./remove.ts";
import { mergeRoadLegs, type PlacementPreview } from "./roads.ts";
import { type RouteWithStops, readRoute } from "./route-with-stops.ts";
import {
  buildStopsOfOrder,
  buildVisits,
  canEditStops,
  insertStops,
  type PlannedAccounts,
  type PlanRefusal,
  refusalToCarry,
} from "./rules.ts";
import { saveStops } from "./save-stops.ts";
import { isUnreleased } from "./status.ts";
import { isUnvisited, type PlacedStop } from "./stops.ts";

export type PlaceRefusal = PlanRefusal | "on_released_route";

/** Why this order cannot be added to the route; null when it can. Its current route, if any, is locked. */
export function refusalToPlace(
  order: OrderRow | undefined,
  planned_accounts: PlannedAccounts,
  routes: ReadonlyMap<number, RouteWithStops>,
  target_id: number,
): PlaceRefusal | null {
  if (order === undefined) return "unknown_order";
  if (order.route_id === target_id) return "on_route";
  const refusal = refusalToCarry(order, planned_accounts);
  if (refusal !== null || order.route_id === null) return refusal;
  const former = routes.get(order.route_id);
  if (former === undefined) return "on_route";
  return isUnreleased(former.route.status) ? null : "on_released_route";
}

export type MoveRefusal = PlanRefusal | "visited" | "not_on_any_route" | "goods_aboard";

/**
 * Why this order cannot be moved to a route of these planned_accounts, or off its route; null when it can. Its current route, if
 * any, is locked: a released one too, unless the stop was visited. Goods in a vehicle do not leave it with their stop:
 * `aboard` has the orders whose goods a driver has, and of which nobody said that they stay there.
 */
export function refusalToMove(
  order: OrderRow | undefined,
  to: { planned_accounts: PlannedAccounts } | "off",
  routes: ReadonlyMap<number, RouteWithStops>,
  aboard: ReadonlySet<number> = new Set(),
): MoveRefusal | null {
  if (order === undefined) return "unknown_order";
  const from = routes.get(order.route_id ?? 0);
  if (order.route_id === null)
    return to === "off" ? "not_on_any_route" : refusalToCarry(order, to.planned_accounts);
  const stops = from?.stops.filter(({ tasks }) =>
    tasks.some(({ order_id, status }) => order_id === order.id && status === "PENDING"),
  );
  if (from === undefined || stops === undefined || stops.length === 0 || !canEditStops(from.route))
    return "visited";
  if (!stops.every(isUnvisited)) return "visited";
  if (to !== "off") return refusalToCarry(order, to.planned_accounts);
  return aboard.has(order.id) ? "goods_aboard" : null;
}

/** Member of requests that take orders off a route. */
export const goodsStayAboard = Type.Optional(
  Type.Boolean({
    description:
      "Takes orders off whose goods are with the driver, who keeps them: each becomes an exception until somebody receives them or " +
      "puts them on a route. Without it such orders are refused.",
  }),
);

/** Orders whose goods are with a driver or in a vehicle. */
export async function findAboard(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  order_ids: readonly number[],
): Promise<Set<number>> {
  const parcels = order_ids.length === 0 ? [] : await loadParcels(db, business_id, order_ids);
  return new Set(
    parcels
      .filter(({ custody }) => custody === "driver" || custody === "vehicle")
      .map(({ order_id }) => order_id),
  );
}

/** Ids of the current routes of orders, read without locks: they are locked together with the target. */
export async function findRouteIdsOfOrders(
  { db, business_id }: Context<never>,
  order_ids: readonly number[],
): Promise<number[]> {
  const rows = await db.rows<{ route_id: number }>(
    "select distinct route_id from delivery_order where business_id = $1 and id = any($2::bigint[]) and route_id is not null",
    [business_id, [...order_ids]],
  );
  return rows.map((row) => row.route_id);
}

export interface Placement {
  add: readonly OrderRow[];
  leave?: ReadonlySet<number>;
  position?: number | undefined;
}

/** What becomes of one route. */
interface RouteStops {
  route_with_stops: RouteWithStops;
  stops: PlacedStop[];
  added: number[];
  removed: number[];
}

/** The stops of an order on its route, if they are its alone and not visited: they can move as they are. */
function findMovableStops(
  routes: ReadonlyMap<number, RouteWithStops>,
  order: OrderRow,
  visits: number,
): PlacedStop[] | undefined {
  const stops = routes
    .get(order.route_id ?? 0)
    ?.stops.filter(({ tasks }) =>
      tasks.some(({ order_id, status }) => order_id === order.id && status === "PENDING"),
    );
  const movable = stops?.every((stop) => isUnvisited(stop) && stop.tasks.length === 1);
  return movable && stops?.length === visits ? stops : undefined;
}

/**
 * The new stops of every affected route, the target first. Orders that are on a route already keep their stops, ids
 * included: on the target they only change their place. Pure.
 */
export function computeStopChanges(
  target: RouteWithStops,
  routes: ReadonlyMap<number, RouteWithStops>,
  { add, leave = new Set<number>(), position }: Placement,
  collected: ReadonlySet<number>,
): RouteStops[] {
  const ends = { start: toPoint(target.route.start_place), end: toPoint(target.route.end_place) };
  const own_ids = new Set(add.filter(({ route_id }) => route_id === target.route.id).map(({ id }) => id));
  const to_remove = leave.union(own_ids);
  let stops: PlacedStop[] =
    to_remove.size === 0 ? [...target.stops] : removeOrdersFromStops(target.stops, to_remove);
  let place = position;
  for (const order of add) {
    const visits = buildVisits(order, collected.has(order.id));
    const added = findMovableStops(routes, order, visits.length) ?? buildStopsOfOrder(order.id, visits);
    stops = insertStops(ends, stops, added, place);
    if (place !== undefined) place += added.length;
  }
  const others = add.filter(({ route_id }) => route_id !== null && route_id !== target.route.id);
  return [
    {
      route_with_stops: target,
      stops,
      added: add.filter(({ id }) => !own_ids.has(id)).map(({ id }) => id),
      removed: [...leave],
    },
    ...computeRemovals(routes, others),
  ];
}

/** The stops that remain on the routes of these orders. Pure. */
export function computeRemovals(
  routes: ReadonlyMap<number, RouteWithStops>,
  orders: readonly OrderRow[],
): RouteStops[] {
  const leavers = Map.groupBy(orders, ({ route_id }) => route_id ?? 0);
  return [...leavers].flatMap(([route_id, list]) => {
    const route_with_stops = routes.get(route_id);
    const ids = new Set(list.map(({ id }) => id));
    return route_with_stops === undefined
      ? []
      : [
          {
            route_with_stops,
            stops: removeOrdersFromStops(route_with_stops.stops, ids),
            added: [],
            removed: [...ids],
          },
        ];
  });
}

/** Current rows of orders, without locks. */
export async function readOrders(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  ids: readonly number[],
): Promise<OrderRow[]> {
  return db.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = any($2::bigint[])`,
    [business_id, [...ids]],
  );
}

/**
 * The expected result of `placeOrders`, from the current orders and routes, without locks. `onto` is the id of a route,
 * or an unsaved route.
 */
export async function previewPlacement(
  context: Pick<Context<never>, "db" | "business_id" | "actor">,
  onto: number | RouteWithStops,
  { add, ...change }: Omit<Placement, "add"> & { add: readonly number[] },
): Promise<PlacementPreview | null> {
  const { db, business_id, actor } = context;
  const orders = await readOrders(context, add);
  const rows = new Map(orders.map((order) => [order.id, order]));
  const ids = new Set(orders.flatMap((order) => order.route_id ?? []));
  if (typeof onto === "number") ids.add(onto);
  const routes_with_stops = await Promise.all([...ids].map((id) => readRoute(db, business_id, id)));
  const routes = new Map(
    routes_with_stops.flatMap((route_with_stops) =>
      route_with_stops === undefined ? [] : [[route_with_stops.route.id, route_with_stops]],
    ),
  );
  const target = typeof onto === "number" ? routes.get(onto) : onto;
  if (target === undefined || (target !== onto && !canSeeRoute(actor, target.route))) return null;
  const chosen_orders = add.flatMap((id) => rows.get(id) ?? []);
  const stop_changes = computeStopChanges(
    target,
    routes,
    { ...change, add: chosen_orders },
    await findCollected(context, chosen_orders),
  );
  return {
    routes: stop_changes.map(({ route_with_stops }) => route_with_stops),
    ways: stop_changes.map(({ route_with_stops, stops }) => listWaypoints(route_with_stops.route, stops)),
  };
}

/**
 * Add orders, already checked to be plannable, to a locked route and remove those in `leave`. Their stops on former routes
 * are removed. `fetched_legs` are the requested legs by road. Emits an event for each affected route. Returns the routes as
 * saved, the target first.
 */
export async function placeOrders(
  context: Context<never>,
  target: RouteWithStops,
  routes: ReadonlyMap<number, RouteWithStops>,
  change: Placement,
  fetched_legs: RoadLegs,
): Promise<RouteRow[]> {
  const { add } = change;
  const changes = computeStopChanges(target, routes, change, await findCollected(context, add));
  const saved = await saveRouteStops(
    context,
    changes,
    mergeRoadLegs([target, ...routes.values()], fetched_legs),
    target,
  );
  const added = add.filter(({ route_id }) => route_id !== target.route.id);
  if (added.length > 0)
    await attachOrdersToRoutes(
      context,
      [{ route: saved[0] ?? target.route, order_ids: added.map((order) => order.id) }],
      new Map(added.map((order) => [order.id, order])),
    );
  return saved;
}

/** Save the stops of locked routes and emit what became of each. */
export async function saveRouteStops(
  context: Context<never>,
  changes: readonly RouteStops[],
  roads: RoadLegs,
  target?: RouteWithStops,
): Promise<RouteRow[]> {
  const saved = await saveStops(
    context,
    changes.map(({ route_with_stops, stops }) => ({
      route: route_with_stops.route,
      stops,
      set:
        route_with_stops === target && route_with_stops.route.status === "DRAFT" && stops.length > 0
          ? { status: "PLANNED" as const }
          : {},
    })),
    roads,
  );
  emitStopChanges(context, changes, saved);
  return saved;
}

/** Emits what became of each route: other orders, or another sequence. */
export function emitStopChanges(
  context: Context<never>,
  changes: readonly RouteStops[],
  saved: readonly RouteRow[],
): void {
  changes.forEach(({ route_with_stops: { route }, stops, added, removed }, index) => {
    const subject = { type: "route", id: route.id };
    const row = saved[index] ?? route;
    if (added.length + removed.length === 0)
      context.emit({
        subject,
        kind: "route.resequenced",
        payload: {
          stop_ids: stops.filter(isUnvisited).map(({ id }) => id),
          plan_version: row.plan_version,
        },
        before: { planned_distance_m: route.planned_distance_m },
        after: { planned_distance_m: row.planned_distance_m },
      });
    else
      context.emit({
        subject,
        kind: "route.orders_changed",
        payload: { added, removed, status: row.status, plan_version: row.plan_version },
        before: { stops_total: route.stops_total, status: route.status },
        after: { stops_total: row.stops_total, status: row.status },
      });
  });
}

/** Peer-to-peer orders whose goods have left the sender: a second attempt needs no pickup. */
export async function findCollected(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  orders: readonly OrderRow[],
): Promise<Set<number>> {
  const pairs = orders
    .filter((order) => order.type === "P2P" && order.status !== "NEW_ORDER")
    .map((order) => order.id);
  if (pairs.length === 0) return new Set();
  const parcels = await loadParcels(db, business_id, pairs);
  return new Set(parcels.filter((parcel) => parcel.custody !== "sender").map((parcel) => parcel.order_id));
}
