/** Permissions of a dataset, one of a role: what one is, how all are replaced, and how they are shown. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Access, RoleName } from "../rules.ts";
import { type Filter, findRuleFault, formatWhere } from "../where.ts";
import type { DatasetView, Reader } from "./dataset.ts";

export interface PermissionRow extends Row<"dataset_permission"> {
  role: RoleName;
  access: Access;
  /** Numbers of columns. */
  hidden: number[];
  read_only: number[];
  row_rule: Filter | null;
}

const PermissionRecord = defineRecord<"dataset_permission", PermissionRow>("dataset_permission");

export async function replacePermissions(
  context: Reader & Pick<Context, "now">,
  dataset_id: number,
  permissions: readonly Omit<PermissionRow, "business_id" | "dataset_id">[],
): Promise<void> {
  await context.db.execute("delete from dataset_permission where business_id = $1 and dataset_id = $2", [
    context.business_id,
    dataset_id,
  ]);
  await PermissionRecord.insertMany(
    context,
    permissions.map((permission) => ({ dataset_id, ...permission })),
  );
}

/** With the keys that columns have now. */
export async function answerPermissions(
  { db, business_id, say }: Reader & Pick<Context, "say">,
  view: DatasetView,
) {
  const rows = await db.rows<PermissionRow>(
    "select * from dataset_permission where business_id = $1 and dataset_id = $2 order by role",
    [business_id, view.id],
  );
  const toKeys = (numbers: readonly number[]) =>
    view.all_columns.filter(({ n }) => numbers.includes(n)).map(({ key }) => key);
  return {
    result: true,
    dataset_id: view.id,
    version: view.version,
    visibility: view.visibility,
    permissions: rows.map(({ role, access, hidden, read_only, row_rule }) => {
      const row_rule_fault = findRuleFault(row_rule);
      return {
        role,
        access,
        hidden_columns: toKeys(hidden),
        read_only_columns: toKeys(read_only),
        row_rule: row_rule === null ? null : formatWhere(row_rule, view.all_columns),
        ...(row_rule_fault === null ? {} : { row_rule_fault: say(row_rule_fault) }),
      };
    }),
  };
}
