/** The permissions of a dataset, with the keys that columns have now. */
import type { PermissionRow } from "./tables.ts";
import type { DatasetView, Reader } from "./views.ts";
import { findRuleFault, formatWhere } from "./where.ts";

export async function answerPermissions({ db, business_id }: Reader, view: DatasetView) {
  const rows = await db.rows<PermissionRow>(
    `select role, access, hidden, read_only, row_rule from dataset_permission
      where business_id = $1 and dataset_id = $2 order by role`,
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
        ...(row_rule_fault === null ? {} : { row_rule_fault }),
      };
    }),
  };
}
