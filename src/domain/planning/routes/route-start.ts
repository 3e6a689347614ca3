/** Where a route starts and ends: the warehouse where its goods are. */
import { findDepotWarehouse, type OrderRow } from "#domain/orders/orders/public.ts";
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Db } from "#platform/db/db.ts";
import type { Place } from "#vocabulary/place.ts";
import { toPoint } from "./legs.ts";

type DepotSettings = Parameters<typeof findDepotWarehouse>[0];

export interface RouteStart {
  warehouse_id: number;
  place: Place;
}

/** The warehouse from which goods leave: where they are, else where they started; null for the depot. */
export function findStartWarehouseId(
  order: Pick<OrderRow, "current_warehouse_id" | "origin_warehouse_id">,
): number | null {
  return order.current_warehouse_id ?? order.origin_warehouse_id;
}

/** The depot of a business as the start of routes; null without one that has coordinates. */
export function findDepotStart(settings: DepotSettings): RouteStart | null {
  const depot = findDepotWarehouse(settings);
  return depot === null || toPoint(depot.place) === null
    ? null
    : { warehouse_id: depot.id, place: depot.place };
}

/**
 * Where a new route of these orders starts: at the named warehouse, else at the one from which all of them leave, else
 * at the depot. Undefined when the named warehouse is not open; null without a depot.
 */
export async function findRouteStart(
  { db, business_id }: { db: Db; business_id: number },
  settings: DepotSettings,
  orders: readonly Pick<OrderRow, "current_warehouse_id" | "origin_warehouse_id">[],
  warehouse_id?: number,
): Promise<RouteStart | null | undefined> {
  const depot = findDepotStart(settings);
  const leaving = new Set(orders.map((order) => findStartWarehouseId(order) ?? depot?.warehouse_id));
  const [common] = leaving.size === 1 ? leaving : [];
  const start_warehouse_id = warehouse_id ?? common ?? depot?.warehouse_id;
  if (start_warehouse_id === undefined || start_warehouse_id === depot?.warehouse_id) return depot;
  const warehouse = (await loadWarehouses({ db, business_id }, [start_warehouse_id])).get(start_warehouse_id);
  if (warehouse?.status === "open" && toPoint(warehouse.place) !== null)
    return { warehouse_id: start_warehouse_id, place: warehouse.place };
  return warehouse_id === undefined ? depot : undefined;
}

/** The members of a new route that starts here and comes back. */
export function buildRoundTrip({ warehouse_id, place }: RouteStart) {
  return {
    start_warehouse_id: warehouse_id,
    end_warehouse_id: warehouse_id,
    start_place: place,
    end_place: place,
  };
}
