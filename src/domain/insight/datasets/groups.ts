/** Groups of a dataset that are changed. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { type DatasetView, lockView, requireComplete } from "./views.ts";

export const GROUPS_MAX = 200;

export async function lockForGroups(
  context: Context<"not_permitted">,
  dataset_id: number,
): Promise<DatasetView> {
  const view = await lockView(context, dataset_id, "columns");
  requireComplete(context, view);
  return view;
}

export async function requireFreeGroupName(
  { db, business_id, refuse }: Context<"name_taken">,
  dataset_id: number,
  name: string,
  own_id: number | null,
): Promise<void> {
  const other = await db.row(
    `select id from dataset_group
      where business_id = $1 and dataset_id = $2 and lower(name) = lower($3) and id is distinct from $4::bigint`,
    [business_id, dataset_id, name.trim(), own_id],
  );
  if (other !== undefined)
    throw refuse("name_taken", {
      message: messages.name_taken,
      errors: [{ field: "name", message: "is the name of another group" }],
    });
}

export async function getGroup(
  { db, business_id, refuse }: Context<never>,
  dataset_id: number,
  group_id: number,
) {
  const group = await db.row<{ id: number; name: string; version: number }>(
    "select id, name, version from dataset_group where business_id = $1 and dataset_id = $2 and id = $3",
    [business_id, dataset_id, group_id],
  );
  if (group === undefined) throw refuse("not_found", { message: messages.unknown_group });
  return group;
}
