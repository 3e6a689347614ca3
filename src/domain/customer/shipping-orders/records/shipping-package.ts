/** Packages of a shipping order. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";

/** Measures are in millimetres and grams: as the customer declared them, and as staff measured them, null until then. */
export type ShippingPackageRow = Row<"shipping_package">;

export const ShippingPackage = defineRecord("shipping_package");

export function listPackages(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  shipping_order_id: number,
): Promise<ShippingPackageRow[]> {
  return db.rows<ShippingPackageRow>(
    "select * from shipping_package where business_id = $1 and shipping_order_id = $2 order by seq",
    [business_id, shipping_order_id],
  );
}
