/** Packages of a label. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { PackageState } from "#providers/carriers/port.ts";

export interface LabelPackageRow extends Row<"label_package"> {
  state: PackageState;
}

export const LabelPackageRecord = defineRecord<"label_package", LabelPackageRow>("label_package");

export function loadPackages(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  label_order_id: number,
): Promise<LabelPackageRow[]> {
  return db.rows<LabelPackageRow>(
    "select * from label_package where business_id = $1 and label_order_id = $2 order by seq",
    [business_id, label_order_id],
  );
}
