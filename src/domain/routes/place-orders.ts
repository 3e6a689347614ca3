/** Putting orders onto a locked route, and moving them from another one that is not released yet. */

import { type OrderRow, parcelsOf } from "#domain/orders/public.ts";
import type { Context } from "#operation/context.ts";
import { putOrdersOn } from "./create.ts";
import { stopsWithout } from "./remove.ts";
import type { WholeRoute } from "./rows.ts";
import { type Holders, insertVisits, type PlanRefusal, refusalToCarry, visitsOf } from "./rules.ts";
import { saveStops } from "./save.ts";
import { isUnreleased } from "./status.ts";
import type { PlacedStop } from "./stops.ts";
import { pointOf } from "./timing.ts";

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

/**
 * Put found plannable orders onto a locked route and take those in `leave` off it. Stops of former routes go
 * with their orders. Emits `route.orders_changed` for each route touched.
 */
export async function placeOrders(
  context: Context<never>,
  target: WholeRoute,
  routes: ReadonlyMap<number, WholeRoute>,
  change: { add: readonly OrderRow[]; leave?: ReadonlySet<number>; position?: number | undefined },
): Promise<void> {
  const { db, business_id, emit } = context;
  const { add, leave = new Set<number>(), position } = change;
  const collected = await collectedOf(context, add);
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
    return whole === undefined
      ? []
      : [{ route: whole.route, stops: stopsWithout(whole.stops, ids), removed: [...ids] }];
  });
  const status = target.route.status === "DRAFT" && stops.length > 0 ? { status: "PLANNED" as const } : {};
  const changes = [
    { route: target.route, stops, set: status, added: add.map((order) => order.id), removed: [...leave] },
    ...former.map((one) => ({ ...one, set: {}, added: [] as number[] })),
  ];
  const saved = await saveStops({ db, business_id }, changes);
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
