/** Where records of a call go, and by what they are found. */
import type { Context } from "#operation/define/context.ts";
import type { Message } from "#operation/response/messages.ts";
import type { Column } from "./columns.ts";
import { messages } from "./messages.ts";
import type { DatasetView } from "./records/dataset.ts";

export async function chooseGroup(
  { db, business_id, refuse }: Context<"unknown_group">,
  view: DatasetView,
  group_id: number | undefined,
): Promise<number> {
  const row = await db.row<{ id: number }>(
    `select id from dataset_group where business_id = $1 and dataset_id = $2 and ($3::bigint is null or id = $3)
      order by id limit 1 for key share`,
    [business_id, view.id, group_id ?? null],
  );
  if (row === undefined)
    throw refuse("unknown_group", {
      message: messages.unknown_group,
      errors: [{ field: "group_id", message: messages.no_group }],
    });
  return row.id;
}

export function getKeyColumn(
  { refuse }: Context<"no_key" | "column_hidden">,
  view: DatasetView,
  key: string,
  message: Message,
): Column {
  if (view.hidden_keys.has(key))
    throw refuse("column_hidden", {
      message: messages.column_hidden,
      errors: [{ field: "key", message: messages.hidden_from_you }],
    });
  const column = view.columns.find((one) => one.key === key && one.unique);
  if (column === undefined)
    throw refuse("no_key", { message, errors: [{ field: "key", message: messages.no_unique_column }] });
  return column;
}
