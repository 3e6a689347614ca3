/** Packages that are stored for a storage order. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { PackageStatus } from "../rules.ts";

/** Measures are in millimetres and grams: as the customer declared them, and as staff measured them, null until then. */
export interface StoredPackageRow extends Row<"stored_package"> {
  status: PackageStatus;
  /** In stock, once it was received. */
  stock_package_id: number | null;
  /** The first day of storage; a local date of the business. */
  stored_from: string | null;
  /** The day on which it left. */
  stored_until: string | null;
  /** The ship-out that it is held by or left with. */
  shipout_id: number | null;
}

export const StoredPackage = defineRecord<"stored_package", StoredPackageRow>("stored_package");

export function listPackages(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  storage_order_id: number,
): Promise<StoredPackageRow[]> {
  return db.rows<StoredPackageRow>(
    "select * from stored_package where business_id = $1 and storage_order_id = $2 order by seq",
    [business_id, storage_order_id],
  );
}
