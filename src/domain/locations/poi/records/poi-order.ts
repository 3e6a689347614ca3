/** Orders that go to a point of interest, or come from one. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";

interface PoiOrderRow extends Row<"poi_order"> {
  side: "pickup" | "dropoff";
}

export const PoiOrderRecord = defineRecord<"poi_order", PoiOrderRow>("poi_order");

export async function moveOrders(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  from_ids: readonly number[],
  to_id: number,
): Promise<void> {
  await db.execute("update poi_order set poi_id = $3 where business_id = $1 and poi_id = any($2::bigint[])", [
    business_id,
    from_ids,
    to_id,
  ]);
}
