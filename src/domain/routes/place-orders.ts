/** Putting orders onto a locked route, and moving them from another one that is not released yet. */

import { ORDER_COLUMNS, type OrderRow, parcelsOf } from "#domain/orders/public.ts";
import type { Context } from "#operation/context.ts";
import { isOwnRoute } from "./command.ts";
import { putOrdersOn } from "./create.ts";
import { pointOf, type RoadLegs, wayOf } from "./legs.ts";
import { stopsWithout } from "./remove.ts";
import { type Foretold, roadsOf } from "./roads.ts";
import { readRoute, type WholeRoute } from "./rows.ts";
import { type Holders, insertVisits, type PlanRefusal, refusalToCarry, visitsOf } from "./rules.ts";
import { saveStops } from "./save.ts";
import { isUnreleased } from "./status.ts";
import type { PlacedStop } from "./stops.ts";

export type PlaceRefusal = PlanRefusal | "on_released_route";

/** Why this order cannot come onto the route; null when it can. Its present route, when it has one, is locked. */
export function refusalToPlace(
  order: OrderRow | undefined,
  holders: Holders,
  routes: ReadonlyMap<number, WholeRoute>,
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

/** Routes that orders are on now, without locks: they are locked together with the target. */
export async function routesOfOrders(
  { db, business_id }: Context<never>,
  order_ids: readonly number[],
): Promise<number[]> {
  const rows = await db.rows<{ route_id: number }>(
    "select distinct route_id from delivery_order where business_id = $1 and id = any($2::int[]) and route_id is not null",
    [business_id, [...order_ids]],
  );
  return rows.map((row) => row.route_id);
}

export interface Placement {
  add: readonly OrderRow[];
  leave?: ReadonlySet<number>;
  position?: number | undefined;
}

/** The stops of every route touched, the target first. Pure. */
function placed(
  target: WholeRoute,
  routes: ReadonlyMap<number, WholeRoute>,
  { add, leave = new Set<number>(), position }: Placement,
  collected: ReadonlySet<number>,
) {
  const ends = { start: pointOf(target.route.start_place), end: pointOf(target.route.end_place) };
  let stops: PlacedStop[] = leave.size === 0 ? [...target.stops] : stopsWithout(target.stops, leave);
  let place = position;
  for (const order of add) {
    const visits = visitsOf(order, collected.has(order.id));
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
    return whole === undefined ? [] : [{ whole, stops: stopsWithout(whole.stops, ids), removed: [...ids] }];
  });
  return [
    { whole: target, stops, added: add.map((order) => order.id), removed: [...leave] },
    ...former.map((one) => ({ ...one, added: [] as number[] })),
  ];
}

/** Orders as they are now, without locks. */
export async function readOrders(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  ids: readonly number[],
): Promise<OrderRow[]> {
  return db.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = any($2::int[])`,
    [business_id, [...ids]],
  );
}

/**
 * What `placeOrders` is about to make, from orders and routes as they are now, without locks. `onto` is a route,
 * or one that is not made yet.
 */
export async function foretellPlacement(
  context: Pick<Context<never>, "db" | "business_id" | "actor">,
  onto: number | WholeRoute,
  { add, ...change }: Omit<Placement, "add"> & { add: readonly number[] },
): Promise<Foretold | null> {
  const { db, business_id, actor } = context;
  const orders = await readOrders(context, add);
  const rows = new Map(orders.map((order) => [order.id, order]));
  const ids = new Set(orders.flatMap((order) => order.route_id ?? []));
  if (typeof onto === "number") ids.add(onto);
  const wholes = await Promise.all([...ids].map((id) => readRoute(db, business_id, id)));
  const routes = new Map(wholes.flatMap((whole) => (whole === undefined ? [] : [[whole.route.id, whole]])));
  const target = typeof onto === "number" ? routes.get(onto) : onto;
  if (target === undefined || (target !== onto && !isOwnRoute(actor, target.route))) return null;
  const chosen = add
    .flatMap((id) => rows.get(id) ?? [])
    .filter((order) => order.route_id !== target.route.id);
  const made = placed(target, routes, { ...change, add: chosen }, await collectedOf(context, chosen));
  return {
    routes: made.map(({ whole }) => whole),
    ways: made.map(({ whole, stops }) => wayOf(whole.route, stops)),
  };
}

/**
 * Put found plannable orders onto a locked route and take those in `leave` off it. Stops of former routes go
 * with their orders. `asked` are legs by road. Emits `route.orders_changed` for each route touched.
 */
export async function placeOrders(
  context: Context<never>,
  target: WholeRoute,
  routes: ReadonlyMap<number, WholeRoute>,
  change: Placement,
  asked: RoadLegs,
): Promise<void> {
  const { emit } = context;
  const { add } = change;
  const changes = placed(target, routes, change, await collectedOf(context, add)).map(
    ({ whole, ...rest }) => ({
      ...rest,
      route: whole.route,
      set:
        whole === target && whole.route.status === "DRAFT" && rest.stops.length > 0
          ? { status: "PLANNED" as const }
          : {},
    }),
  );
  const saved = await saveStops(context, changes, roadsOf([target, ...routes.values()], asked));
  await putOrdersOn(
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
export async function collectedOf(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  orders: readonly OrderRow[],
): Promise<Set<number>> {
  const pairs = orders
    .filter((order) => order.type === "P2P" && order.status !== "NEW_ORDER")
    .map((order) => order.id);
  if (pairs.length === 0) return new Set();
  const parcels = await parcelsOf(db, business_id, pairs);
  return new Set(parcels.filter((parcel) => parcel.custody !== "sender").map((parcel) => parcel.order_id));
}
