/** Adds orders to a locked route, and moves them from another unreleased one. */

import { loadParcels, ORDER_COLUMNS, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { canSeeRoute } from "./command.ts";
import { attachOrdersToRoutes } from "./create.ts";
import { listWaypoints, type RoadLegs, toPoint } from "./legs.ts";
import { removeOrdersFromStops } from "./remove.ts";
import { mergeRoadLegs, type PlacementPreview } from "./roads.ts";
import { type RouteWithStops, readRoute } from "./rows.ts";
import { buildVisits, type Holders, insertVisits, type PlanRefusal, refusalToCarry } from "./rules.ts";
import { saveStops } from "./save.ts";
import { isUnreleased } from "./status.ts";
import type { PlacedStop } from "./stops.ts";

export type PlaceRefusal = PlanRefusal | "on_released_route";

/** Why this order cannot be added to the route; null when it can. Its current route, if any, is locked. */
export function refusalToPlace(
  order: OrderRow | undefined,
  holders: Holders,
  routes: ReadonlyMap<number, RouteWithStops>,
  target_id: number,
): PlaceRefusal | null {
  if (order === undefined) return "unknown_order";
  if (order.route_id === target_id) return "on_route";
  const refusal = refusalToCarry(order, holders);
  if (refusal !== null || order.route_id === null) return refusal;
  const former = routes.get(order.route_id);
  if (former === undefined) return "on_route";
  return isUnreleased(former.route.status) ? null : "on_released_route";
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

/** The new stops of every affected route, the target first. Pure. */
function computeStopChanges(
  target: RouteWithStops,
  routes: ReadonlyMap<number, RouteWithStops>,
  { add, leave = new Set<number>(), position }: Placement,
  collected: ReadonlySet<number>,
) {
  const ends = { start: toPoint(target.route.start_place), end: toPoint(target.route.end_place) };
  let stops: PlacedStop[] = leave.size === 0 ? [...target.stops] : removeOrdersFromStops(target.stops, leave);
  let place = position;
  for (const order of add) {
    const visits = buildVisits(order, collected.has(order.id));
    stops = insertVisits(ends, stops, order.id, visits, place);
    if (place !== undefined) place += visits.length;
  }
  const leavers = Map.groupBy(
    add.filter((order) => order.route_id !== null),
    (order) => order.route_id as number,
  );
  const former = [...leavers].flatMap(([route_id, orders]) => {
    const whole = routes.get(route_id);
    const ids = new Set(orders.map((order) => order.id));
    return whole === undefined
      ? []
      : [{ whole, stops: removeOrdersFromStops(whole.stops, ids), removed: [...ids] }];
  });
  return [
    { whole: target, stops, added: add.map((order) => order.id), removed: [...leave] },
    ...former.map((one) => ({ ...one, added: [] as number[] })),
  ];
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
  const wholes = await Promise.all([...ids].map((id) => readRoute(db, business_id, id)));
  const routes = new Map(wholes.flatMap((whole) => (whole === undefined ? [] : [[whole.route.id, whole]])));
  const target = typeof onto === "number" ? routes.get(onto) : onto;
  if (target === undefined || (target !== onto && !canSeeRoute(actor, target.route))) return null;
  const chosen = add
    .flatMap((id) => rows.get(id) ?? [])
    .filter((order) => order.route_id !== target.route.id);
  const made = computeStopChanges(
    target,
    routes,
    { ...change, add: chosen },
    await findCollected(context, chosen),
  );
  return {
    routes: made.map(({ whole }) => whole),
    ways: made.map(({ whole, stops }) => listWaypoints(whole.route, stops)),
  };
}

/**
 * Add orders, already checked to be plannable, to a locked route and remove those in `leave`. Their stops on former routes
 * are removed. `asked` are the requested legs by road. Emits `route.orders_changed` for each affected route.
 */
export async function placeOrders(
  context: Context<never>,
  target: RouteWithStops,
  routes: ReadonlyMap<number, RouteWithStops>,
  change: Placement,
  asked: RoadLegs,
): Promise<void> {
  const { emit } = context;
  const { add } = change;
  const changes = computeStopChanges(target, routes, change, await findCollected(context, add)).map(
    ({ whole, ...rest }) => ({
      ...rest,
      route: whole.route,
      set:
        whole === target && whole.route.status === "DRAFT" && rest.stops.length > 0
          ? { status: "PLANNED" as const }
          : {},
    }),
  );
  const saved = await saveStops(context, changes, mergeRoadLegs([target, ...routes.values()], asked));
  await attachOrdersToRoutes(
    context,
    [{ route: saved[0] ?? target.route, order_ids: add.map((order) => order.id) }],
    new Map(add.map((order) => [order.id, order])),
  );
  changes.forEach(({ route, added, removed }, index) => {
    emit({
      subject: { type: "route", id: route.id },
      kind: "route.orders_changed",
      payload: { added, removed, status: saved[index]?.status, plan_version: saved[index]?.plan_version },
      before: { stops_total: route.stops_total, status: route.status },
      after: { stops_total: saved[index]?.stops_total, status: saved[index]?.status },
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
