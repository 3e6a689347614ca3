/** Items that an operation changes. */

import type { Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { buildItem, ITEM_COLUMNS, type ItemAnswer, type ShownRow } from "./shapes.ts";

/** The item, locked; refuses one that is not there and one that has another version than the caller saw. */
export async function lockItem(context: Context<never>, item_id: number): Promise<ShownRow> {
  const { db, business_id, refuse, expectVersion } = context;
  const item = await db.row<ShownRow>(
    `select ${ITEM_COLUMNS} from attention_item where business_id = $1 and id = $2 for update`,
    [business_id, item_id],
  );
  if (item === undefined) throw refuse("not_found", { message: messages.unknown_item });
  expectVersion(item.version);
  return item;
}

export async function saveState(
  context: Context<never>,
  item: ShownRow,
  state: "open" | "snoozed" | "decided",
  snoozed_until: Date | null = null,
): Promise<Static<typeof ItemAnswer>> {
  const { db, business_id } = context;
  const row = await db.row<ShownRow>(
    `update attention_item set state = $3, snoozed_until = $4, version = version + 1
      where business_id = $1 and id = $2 returning ${ITEM_COLUMNS}`,
    [business_id, item.id, state, snoozed_until],
  );
  if (row === undefined) throw new Error("A locked item was gone.");
  return { result: true, version: row.version, item: buildItem(context, row) };
}
