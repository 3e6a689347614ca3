/**
 * Say who handles an item, hand it over to somebody else, or take it from everybody. The state stays as it is: an item that
 * was reopened, or whose snooze ended, is still the same person's.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { listAssignees } from "../assignees.ts";
import { messages } from "../messages.ts";
import { assignItems, lockItem } from "../records/attention-item.ts";
import { buildItem, ItemAnswer } from "../shapes.ts";

export const assignDispatchItem = defineOperation({
  name: "dispatchItemAssign",
  summary: "Assign an item of the dispatch board",
  access: { scopes: ["dispatch:write"] },
  rest: { method: "POST", path: "/api/v1/dispatch/items/{item_id}/assign" },
  localised: true,
  input: Type.Object({
    item_id: Ref("attention_item"),
    employee_id: Nullable(
      Ref("employee", {
        ...Id,
        description: "An active employee who may see the board, or an administrator; null: nobody.",
      }),
    ),
  }),
  output: ItemAnswer,
  refusals: { item_decided: "conflict", item_cleared: "conflict", unknown_assignee: "invalid" },

  async run(context, { item_id, employee_id }) {
    const { refuse } = context;
    const item = await lockItem(context, item_id);
    if (item.cleared_at !== null) throw refuse("item_cleared", { message: messages.item_cleared });
    if (item.state === "decided") throw refuse("item_decided", { message: messages.item_decided });
    if (employee_id !== null && (await listAssignees(context, [employee_id])).length === 0) {
      throw refuse("unknown_assignee", {
        message: messages.unknown_assignee,
        errors: [{ field: "employee_id", message: messages.unknown_assignee }],
      });
    }
    const [row = item] = await assignItems(context, [item], employee_id);
    return { result: true, version: row.version, item: buildItem(context, row) };
  },
});
