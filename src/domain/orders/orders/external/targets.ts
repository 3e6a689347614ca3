/** Where the events of an order's or a parcel's identifier belong. Pure. */
import type { Target } from "#domain/tracking/tracking/public.ts";

export interface LocatedRow {
  /** The identifier as it was asked for. */
  asked: string;
  order_id: number;
  tracking_number: string;
}

export interface LocatedParcelRow extends LocatedRow {
  parcel_id: number | null;
  parcel_number: string | null;
  /** Parcels of the order. */
  parcels: number;
}

/** A parcel under its own number is one of several; the first parcel bears the order's number. */
export function buildTarget(row: LocatedRow | LocatedParcelRow): Target {
  const { order_id, tracking_number } = row;
  const { parcel_id, parcel_number, parcels } =
    "parcels" in row ? row : { parcel_id: null, parcel_number: null, parcels: 1 };
  const one_of_several = parcels > 1 && parcel_id !== null && parcel_number !== null;
  const is_part = one_of_several && parcel_number !== tracking_number;
  return {
    number: is_part ? parcel_number : tracking_number,
    subject: { type: "order", id: order_id },
    parcel_id: is_part ? parcel_id : null,
    parcel_with_order_number: one_of_several && !is_part ? { parcel_id, parcels } : null,
  };
}
