/** Parcels that were sorted into the lane of a route: one lane of each, the last one. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";

export async function saveSorting(
  { db, business_id, actor, now }: Context<never>,
  parcel_ids: readonly number[],
  { route_id, warehouse_id, lane }: Pick<Row<"parcel_sorting">, "route_id" | "warehouse_id" | "lane">,
): Promise<void> {
  await db.execute(
    `insert into parcel_sorting (business_id, parcel_id, route_id, warehouse_id, lane, sorted_at, sorted_by)
     select $1, id, $3, $4, $5, $6, $7 from unnest($2::bigint[]) as id
     on conflict (business_id, parcel_id) do update set route_id = $3, warehouse_id = $4, lane = $5, sorted_at = $6,
       sorted_by = $7`,
    [business_id, parcel_ids, route_id, warehouse_id, lane, now, actor.account_id],
  );
}

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
