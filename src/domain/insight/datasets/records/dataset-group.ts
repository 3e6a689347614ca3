/** Groups of a dataset: what one is, and how it is found and locked with its dataset. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import { type DatasetView, lockView, requireComplete } from "./dataset.ts";

type GroupRow = Row<"dataset_group">;

export const GroupRecord = defineRecord("dataset_group");

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
      errors: [{ field: "name", message: messages.other_group_name }],
    });
}

export async function getGroup(
  context: Context<never>,
  dataset_id: number,
  group_id: number,
): Promise<GroupRow> {
  const group = await GroupRecord.find(context, group_id);
  if (group?.dataset_id !== dataset_id)
    throw context.refuse("not_found", { message: messages.unknown_group });
  return group;
}
