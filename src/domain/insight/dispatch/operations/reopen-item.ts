/** Open an item again that was decided or snoozed, while its cause lasts. Its decision is withdrawn and stays on record. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { SNOOZE_END } from "../look.ts";
import { messages } from "../messages.ts";
import { lockItem, saveState } from "../rows.ts";
import { ItemAnswer } from "../shapes.ts";

export const reopenDispatchItem = defineOperation({
  name: "dispatchItemReopen",
  summary: "Reopen an item of the dispatch board",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["dispatch:write"] },
  rest: { method: "POST", path: "/api/v1/dispatch/items/{item_id}/reopen" },
  localised: true,
  input: Type.Object({ item_id: Id }),
  output: ItemAnswer,
  refusals: { item_cleared: "conflict", item_open: "conflict" },

  async run(context, { item_id }) {
    const { db, business_id, actor, now, refuse, emit, due } = context;
    const item = await lockItem(context, item_id);
    if (item.cleared_at !== null) throw refuse("item_cleared", { message: messages.item_cleared });
    if (item.state === "open") throw refuse("item_open", { message: messages.item_open });
    await db.execute(
      `update attention_decision set withdrawn_by = $3, withdrawn_at = $4
        where business_id = $1 and item_id = $2 and withdrawn_at is null`,
      [business_id, item_id, actor.account_id, now],
    );
    if (item.state === "snoozed") due.clear(SNOOZE_END, item_id);
    emit({
      subject: { type: "attention_item", id: item_id },
      kind: "attention.reopened",
      payload: { reason: "by_person" },
      before: { state: item.state },
      after: { state: "open" },
    });
    return saveState(context, item, "open");
  },
});
