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

/** Items by id, locked in the sequence of their ids so that two bulk calls cannot deadlock. Unknown ids are absent. */
export async function lockItems(
  { db, business_id }: Context<never>,
  ids: readonly number[],
): Promise<Map<number, ShownRow>> {
  const rows = await db.rows<ShownRow>(
    `select ${ITEM_COLUMNS} from attention_item where business_id = $1 and id = any($2::bigint[]) order by id for update`,
    [business_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The rows after the change. */
export async function saveStates(
  { db, business_id }: Context<never>,
  ids: readonly number[],
  state: "open" | "snoozed" | "decided",
  snoozed_until: Date | null,
): Promise<ShownRow[]> {
  return db.rows<ShownRow>(
    `update attention_item set state = $3, snoozed_until = $4, version = version + 1
      where business_id = $1 and id = any($2::bigint[]) returning ${ITEM_COLUMNS}`,
    [business_id, ids, state, snoozed_until],
  );
}

export function buildItemAnswer(
  context: Pick<Context, "attention" | "say">,
  row: ShownRow | undefined,
): Static<typeof ItemAnswer> {
  if (row === undefined) throw new Error("A locked item was gone.");
  return { result: true, version: row.version, item: buildItem(context, row) };
}
