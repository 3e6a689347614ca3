/** What people said of each value that was read: how good the reading is. */
import type { Context } from "#operation/define/context.ts";
import type { FieldReview } from "../rules.ts";

/** A later review of the same label replaces the earlier one. */
export async function storeReviews(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  scan: { id: number; carrier: string | null },
  reviews: readonly FieldReview[],
): Promise<void> {
  await db.execute("delete from label_field_review where business_id = $1 and scan_id = $2", [
    business_id,
    scan.id,
  ]);
  await db.execute(
    `insert into label_field_review (business_id, scan_id, carrier, field, source, confidence, is_right, created_at)
     select $1, $2, $3, r.field, r.source, r.confidence, r.is_right, $4
       from json_to_recordset($5::json) as r(field text, source text, confidence real, is_right boolean)`,
    [business_id, scan.id, scan.carrier, now, JSON.stringify(reviews)],
  );
}
