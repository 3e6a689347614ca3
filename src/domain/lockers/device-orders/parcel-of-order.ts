/** The order whose parcel a device order handles: who may say so, and that each parcel is in one locker at a time. */

import type { Measures } from "#domain/lockers/lockers/public.ts";
import {
  getVisibility,
  isTerminal,
  isVisible,
  loadParcels,
  lockOrders,
  type OrderRow,
  ordersOfDriverRequested,
  type ParcelRow,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";

export const PARCEL_REFUSALS = {
  unknown_parcel: "invalid",
  order_ended: "conflict",
  parcel_in_locker: "conflict",
} as const;

export interface OrderedParcels {
  order: OrderRow;
  /** Those that are put in together: one, or all of the order. */
  parcels: ParcelRow[];
}

type Refuser = Context<keyof typeof PARCEL_REFUSALS>;

/** Locks the order; its locker is locked before. */
export async function lockParcels(
  context: Refuser,
  { order_id, parcel_id }: { order_id: number; parcel_id?: number | undefined },
): Promise<OrderedParcels> {
  const { db, business_id, refuse } = context;
  const order = (await lockOrders(db, business_id, [order_id])).get(order_id);
  if (order === undefined || !(await mayCarry(context, order)))
    throw refuse("not_found", { message: messages.no_order });
  if (isTerminal(order.status))
    throw refuse("order_ended", { message: messages.order_ended, values: { status: order.status } });
  const all = await loadParcels(db, business_id, [order_id]);
  const parcels = parcel_id === undefined ? all : all.filter(({ id }) => id === parcel_id);
  if (parcel_id !== undefined && parcels.length === 0)
    throw refuse("unknown_parcel", { message: messages.unknown_parcel });
  const device_order = await db.row(
    `select id from device_order where business_id = $1 and order_id = $2 and step in ('expected', 'deposited', 'expired')
       and ($3::bigint is null or parcel_id is null or parcel_id = $3) limit 1`,
    [business_id, order_id, parcel_id ?? null],
  );
  if (device_order !== undefined) throw refuse("parcel_in_locker", { message: messages.parcel_in_locker });
  return { order, parcels };
}

async function mayCarry({ actor, publish }: Refuser, order: OrderRow): Promise<boolean> {
  if (!isVisible(getVisibility(actor), order)) return false;
  if (actor.role !== "driver") return true;
  const order_ids = await publish(ordersOfDriverRequested, {
    driver_id: actor.driver_id ?? -1,
    order_ids: [order.id],
  });
  return order_ids.flat().includes(order.id);
}

/** What has to fit in: the one parcel; undefined where its size is not known, and where there are several. */
export function measureParcels(parcels: readonly ParcelRow[]): Measures | undefined {
  const [first, ...others] = parcels;
  if (first === undefined || others.length > 0) return undefined;
  const { length_mm, width_mm, height_mm } = first;
  return length_mm && width_mm && height_mm ? { width_mm, height_mm, depth_mm: length_mm } : undefined;
}
