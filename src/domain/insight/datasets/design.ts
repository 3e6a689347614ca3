/** What a dataset may be designed like: names, columns, the datasets that they refer to. */
import type { Context } from "#operation/define/context.ts";
import { type ChangedDesign, DesignFault } from "./column-changes.ts";
import type { Column } from "./columns.ts";
import { messages } from "./messages.ts";
import { loadViews } from "./records/dataset.ts";

export const DESIGN_REFUSALS = {
  name_taken: "conflict",
  invalid_columns: "invalid",
  unknown_target: "invalid",
} as const;

export function readDesign(context: Context<"invalid_columns">, change: () => ChangedDesign): ChangedDesign {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof DesignFault)) throw error;
    throw context.refuse("invalid_columns", {
      message: messages.invalid_columns,
      errors: [{ field: error.field, message: error.text }],
    });
  }
}

export async function requireFreeName(
  { db, business_id, refuse }: Context<"name_taken">,
  name: string,
  own_id: number | null,
): Promise<void> {
  const other = await db.row(
    "select id from dataset where business_id = $1 and lower(name) = lower($2) and id is distinct from $3::bigint",
    [business_id, name.trim(), own_id],
  );
  if (other !== undefined)
    throw refuse("name_taken", {
      message: messages.name_taken,
      errors: [{ field: "name", message: messages.other_dataset_name }],
    });
}

/** The datasets that ref columns refer to are visible to the designer. */
export async function requireTargets(
  context: Context<"unknown_target">,
  columns: readonly Column[],
): Promise<void> {
  const ids = [...new Set(columns.flatMap(({ ref_dataset_id }) => ref_dataset_id ?? []))];
  if (ids.length === 0) return;
  // Neither is deleted while a column begins to refer to it.
  await context.db.rows(
    "select id from dataset where business_id = $1 and id = any($2::bigint[]) for key share",
    [context.business_id, ids],
  );
  const visible_ids = new Set((await loadViews(context, ids)).map(({ id }) => id));
  const missing = ids.find((id) => !visible_ids.has(id));
  if (missing !== undefined)
    throw context.refuse("unknown_target", {
      message: messages.unknown_target,
      errors: [{ field: "ref_dataset_id", message: messages.no_dataset.with({ ids: missing }) }],
    });
}
