/** The versions of a record. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { findVisibleIds } from "./read.ts";
import type { DatasetView } from "./records/dataset.ts";

/** Locks a record that the caller sees, and compares its version with the one that the caller names. */
export async function lockVersion(
  context: Context<never>,
  view: DatasetView,
  record_id: number,
): Promise<void> {
  const { db, business_id, refuse, expectVersion } = context;
  const row = await db.row<{ row_version: number }>(
    "select row_version from dataset_record where business_id = $1 and dataset_id = $2 and id = $3 for update",
    [business_id, view.id, record_id],
  );
  const visible = row === undefined ? new Set() : await findVisibleIds(context, view, [record_id]);
  if (row === undefined || !visible.has(record_id))
    throw refuse("not_found", { message: messages.unknown_record });
  expectVersion(row.row_version);
}
