/** The warehouse app for other families: parcels that are taken back were not sorted. */
import type { Context } from "#operation/define/context.ts";

/** Takes parcels out of the lanes into which they were sorted. */
export async function unsortParcels(
  { db, business_id }: Context<never>,
  parcel_ids: readonly number[],
): Promise<void> {
  await db.execute("delete from parcel_sorting where business_id = $1 and parcel_id = any($2::bigint[])", [
    business_id,
    [...parcel_ids],
  ]);
}
