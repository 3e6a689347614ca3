/** What a scanned parcel must not be sent on for, and which of several orders a scan means. Pure. */
import type { OrderStatus } from "../lifecycle/status.ts";

export const STOP_REASONS = [
  "cancelled",
  "cancel_requested",
  "on_hold",
  "delivered",
  "returned",
  "disposed",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

export interface StopFacts {
  order_status: OrderStatus;
  cancel_requested: boolean;
  custody: string;
}

/**
 * Why a parcel is set aside instead of going on: its order was cancelled, waits for somebody, or has ended. Null when
 * nothing stops it. One that is brought back to its sender goes on, to the sender.
 */
export function findStopReason({ order_status, cancel_requested, custody }: StopFacts): StopReason | null {
  if (custody === "disposed") return "disposed";
  if (order_status === "CANCELLED") return "cancelled";
  if (order_status === "DELIVERED") return "delivered";
  if (order_status === "RETURNED" || order_status === "REJECTED") return "returned";
  if (cancel_requested) return "cancel_requested";
  return order_status === "HOLD" ? "on_hold" : null;
}

interface ChoiceFacts {
  id: number;
  order_id: number;
  custody: string;
}

/**
 * Those of the parcels of a code that a scan can mean: those of the chosen order or the chosen parcel; else those that were
 * not handed over for good, if others were.
 */
export function narrowScan<P extends ChoiceFacts>(
  parcels: readonly P[],
  { order_id, parcel_id }: { order_id?: number | undefined; parcel_id?: number | undefined },
): P[] {
  if (parcel_id !== undefined) return parcels.filter(({ id }) => id === parcel_id);
  if (order_id !== undefined) return parcels.filter((parcel) => parcel.order_id === order_id);
  const present = parcels.filter(({ custody }) => custody !== "recipient" && custody !== "disposed");
  return present.length > 0 ? present : [...parcels];
}

export const isAmbiguous = (parcels: readonly Pick<ChoiceFacts, "order_id">[]): boolean =>
  new Set(parcels.map(({ order_id }) => order_id)).size > 1;
