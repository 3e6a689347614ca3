/** What should be aboard a route that starts at a warehouse, and what is. */
import { loadParcels, type ParcelRow } from "#domain/orders/orders/public.ts";
import { lockRoutes, type RouteRow, type RouteWithStops, readRoute } from "#domain/planning/routes/public.ts";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { messages } from "./messages.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** Routes that start where the caller does not work are unknown to it. */
function isReached(context: Reader, { start_warehouse_id }: RouteRow): boolean {
  const reach = listReach(context);
  return reach === null || (start_warehouse_id !== null && reach.includes(start_warehouse_id));
}

async function findOutboundRoute(context: Reader, route_id: number): Promise<RouteWithStops | undefined> {
  const outbound_route = await readRoute(context.db, context.business_id, route_id);
  return outbound_route !== undefined && isReached(context, outbound_route.route)
    ? outbound_route
    : undefined;
}

export const getOutboundRoute = defineGet(findOutboundRoute, messages.unknown_route);

/** Its orders are locked before it, as every writer does. */
async function lockOutboundRoute(context: Context<never>, route_id: number) {
  const { routes, orders } = await lockRoutes(context.db, context.business_id, [route_id]);
  const outbound_route = routes.get(route_id);
  return outbound_route !== undefined && isReached(context, outbound_route.route)
    ? { ...outbound_route, locked: orders }
    : undefined;
}

export const getLockedOutboundRoute = defineGet(lockOutboundRoute, messages.unknown_route);

/** Who has custody of goods aboard: the vehicle, or the driver if there is none. */
export function getCustodyAboard({ vehicle_id, driver_id }: Pick<RouteRow, "vehicle_id" | "driver_id">) {
  return vehicle_id === null
    ? ({ to: "driver", ref: String(driver_id) } as const)
    : ({ to: "vehicle", ref: String(vehicle_id) } as const);
}

export interface Manifest {
  loaded: ParcelRow[];
  missing: ParcelRow[];
}

/** Parcels that are dropped off and not picked up on the way. What is lost or disposed of is not waited for. */
export async function loadManifest(context: Reader, { route, stops }: RouteWithStops): Promise<Manifest> {
  const tasks = stops.flatMap((stop) => stop.tasks.filter(({ status }) => status !== "REMOVED"));
  const picked = new Set(tasks.filter(({ action }) => action === "pickup").map(({ order_id }) => order_id));
  const order_ids = tasks
    .filter(({ action, order_id }) => action !== "pickup" && !picked.has(order_id))
    .map(({ order_id }) => order_id);
  const parcels = await loadParcels(context.db, context.business_id, [...new Set(order_ids)]);
  const aboard = getCustodyAboard(route);
  const isAboard = ({ custody, custody_ref }: ParcelRow) =>
    custody === aboard.to && custody_ref === aboard.ref;
  const isGone = ({ custody }: ParcelRow) => ["missing", "disposed", "recipient"].includes(custody);
  return {
    loaded: parcels.filter(isAboard),
    missing: parcels.filter((parcel) => !isAboard(parcel) && !isGone(parcel)),
  };
}
