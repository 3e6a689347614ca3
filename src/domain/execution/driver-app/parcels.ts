/** Scanned codes: the parcels they belong to, the routes of those parcels, and goods loaded. */
import {
  computeStatusBefore,
  loadHistories,
  lockOrders,
  moveCustody,
  type OrderRow,
  type OrderStatus,
  type ParcelRow,
  recordFacts,
  type StepEvent,
} from "#domain/orders/orders/public.ts";
import type { TaskRow } from "#domain/planning/routes/public.ts";
import { findNextLoads, reviseDepartures, withoutReplacedFacts } from "./departures.ts";
import { cacheOrder, getCustodyAboard, type OwnRoute } from "./own-routes.ts";
import type { DriverContext } from "./refusals.ts";
import { isBefore } from "./rules.ts";
import type { Belongs } from "./shapes.ts";

export type ScannedParcel = Pick<
  ParcelRow,
  "id" | "order_id" | "tracking_number" | "label_code" | "custody" | "custody_ref" | "custody_since"
>;

/** The route of each order and its driver. */
export async function loadParcelOwners(
  { db, business_id }: DriverContext,
  order_ids: readonly number[],
): Promise<Map<number, Belongs>> {
  if (order_ids.length === 0) return new Map();
  const rows = await db.rows<Belongs>(
    `select o.id as order_id, o.status as order_status, r.id as route_id, r.number as route_number, r.date as route_date,
       d.name as driver_name
     from delivery_order o left join route r on r.business_id = o.business_id and r.id = o.route_id
       left join driver d on d.business_id = r.business_id and d.id = r.driver_id
     where o.business_id = $1 and o.id = any($2::bigint[])`,
    [business_id, [...new Set(order_ids)]],
  );
  return new Map(rows.map((row) => [row.order_id, row]));
}

/** Orders whose goods are expected aboard at a moment: dropped off after it, and not picked up on the way. */
export function buildManifest(own_route: OwnRoute, at: string): OrderRow[] {
  const tasks = own_route.stops.flatMap((stop) => stop.tasks.filter((task) => task.status !== "REMOVED"));
  const picked = new Set(tasks.filter((task) => task.action === "pickup").map((task) => task.order_id));
  const isOpen = ({ status, done_at }: TaskRow) =>
    status === "PENDING" || (done_at !== null && isBefore(at, done_at));
  const ids = new Set(
    tasks
      .filter((task) => task.action !== "pickup" && isOpen(task) && !picked.has(task.order_id))
      .map((task) => task.order_id),
  );
  return [...ids].flatMap((id) => own_route.locked.get(id) ?? []);
}

export function isAboard(own_route: OwnRoute, parcel: Pick<ParcelRow, "custody" | "custody_ref">): boolean {
  const { to, ref } = getCustodyAboard(own_route.route);
  return parcel.custody === to && parcel.custody_ref === ref;
}

const ABOARD: readonly (OrderStatus | null)[] = ["LOADED", "OUT_FOR_DELIVERY", "ARRIVED", "PICKED_UP"];

/**
 * Load parcels onto a route. An order is loaded with the last of its parcels; on a route that is under way it is then
 * out for delivery. For an order that was already aboard only the custody changes.
 */
export async function recordLoadedParcels(
  context: DriverContext,
  own_route: OwnRoute,
  parcels: readonly ScannedParcel[],
  at: string,
): Promise<void> {
  const custody = getCustodyAboard(own_route.route);
  const loads = [...Map.groupBy(parcels, (parcel) => parcel.order_id)].flatMap(([order_id, orderParcels]) => {
    const order = own_route.locked.get(order_id);
    return order === undefined ? [] : [{ order, parcel_ids: orderParcels.map((box) => box.id) }];
  });
  const late = loads.filter(({ order }) => isBefore(at, order.status_since)).map(({ order }) => order.id);
  const histories = late.length === 0 ? new Map<number, StepEvent[]>() : await loadHistories(context, late);
  const read = loads.map((load) => ({
    ...load,
    ...interpretLoadScan(load.order, histories.get(load.order.id), own_route, at),
  }));
  const outcomes = await recordFacts(
    context,
    read
      .filter((load) => !load.was_aboard)
      .map(({ order, parcel_ids, replaces }) => ({
        order,
        fact: {
          trigger: "load" as const,
          occurred_at: at,
          payload: { route_id: own_route.route.id },
          custody,
          parcel_ids,
          ...(replaces.length === 0 ? {} : { replaces }),
        },
      })),
  );
  for (const { order } of outcomes) cacheOrder(own_route, order);
  for (const { order, parcel_ids } of read.filter((load) => load.was_aboard))
    await moveCustody(context, [order.id], custody.to, custody.ref, at, parcel_ids);
  if (own_route.route.actual_start_at === null) return;
  await reviseDepartures(
    context,
    own_route,
    outcomes.filter(({ order, moved }) => moved || late.includes(order.id)).map(({ order }) => order.id),
  );
}

/** Was an order aboard when it was scanned, and which later scans repeat this one? */
function interpretLoadScan(
  order: OrderRow,
  events: readonly StepEvent[] | undefined,
  own_route: OwnRoute,
  at: string,
): { was_aboard: boolean; replaces: number[] } {
  if (events === undefined) return { was_aboard: ABOARD.includes(order.status), replaces: [] };
  if (ABOARD.includes(computeStatusBefore(events, { trigger: "load", at }, new Set())))
    return { was_aboard: true, replaces: [] };
  return { was_aboard: false, replaces: findNextLoads(withoutReplacedFacts(events), own_route.route.id, at) };
}

export type ScanOutcome = "accepted" | "wrong_route" | "unknown" | "set_aside";

/**
 * Record a scan as an event of each parcel it matched. Their orders are locked, so that a parcel's events are ordered.
 */
export async function recordScan(
  context: DriverContext,
  parcels: readonly ScannedParcel[],
  scan: { action: string; outcome: ScanOutcome; route_id: number | null; at: string },
  locked: ReadonlyMap<number, OrderRow>,
): Promise<void> {
  const { db, business_id, actor, emit } = context;
  await lockOrders(
    db,
    business_id,
    parcels.map((parcel) => parcel.order_id).filter((id) => !locked.has(id)),
  );
  for (const { id, order_id } of parcels) {
    emit({
      subject: { type: "parcel", id },
      kind: "parcel.scanned",
      payload: {
        order_id,
        action: scan.action,
        outcome: scan.outcome,
        route_id: scan.route_id,
        driver_id: actor.driver_id,
      },
      occurred_at: scan.at,
    });
  }
}
