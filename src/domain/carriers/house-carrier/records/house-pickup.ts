/** Pickups of the house. */
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { HousePickup } from "#providers/carriers/house/store.ts";
import type { Place } from "#vocabulary/place.ts";

interface HousePickupRow extends Row<"house_pickup"> {
  place: Place;
}

export const HousePickupRecord = defineRecord<"house_pickup", HousePickupRow>("house_pickup");

export async function findPickup(
  db: Db,
  business_id: number,
  reference: string,
): Promise<HousePickup | null> {
  const row = await db.row<HousePickupRow>(
    "select * from house_pickup where business_id = $1 and reference = $2",
    [business_id, reference],
  );
  return row === undefined ? null : toPickup(row);
}

/** A pickup that was cancelled before keeps its time. */
export async function cancelPickup(
  db: Db,
  business_id: number,
  reference: string,
  now: Date,
): Promise<HousePickup | null> {
  const row = await db.row<HousePickupRow>(
    `update house_pickup set cancelled_at = coalesce(cancelled_at, $3)
      where business_id = $1 and reference = $2 returning *`,
    [business_id, reference, now],
  );
  return row === undefined ? null : toPickup(row);
}

const toPickup = ({
  id,
  reference,
  packages,
  place,
  window_start,
  window_end,
  cancelled_at,
}: HousePickupRow): HousePickup => ({
  id,
  reference,
  packages,
  place,
  window_start: new Date(window_start),
  window_end: new Date(window_end),
  cancelled_at: cancelled_at === null ? null : new Date(cancelled_at),
});
