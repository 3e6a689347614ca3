/** Open an item again that was decided or snoozed, while its cause lasts. Its decision is withdrawn and stays on record. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockItem } from "../records/attention-item.ts";
import { buildItemAnswer, ItemAnswer } from "../shapes.ts";
import { changeStates, refusalToChange, STATE_MESSAGES } from "../states.ts";

export const reopenDispatchItem = defineOperation({
  name: "dispatchItemReopen",
  summary: "Reopen an item of the dispatch board",
  access: { scopes: ["dispatch:write"] },
  rest: { method: "POST", path: "/api/v1/dispatch/items/{item_id}/reopen" },
  localised: true,
  input: Type.Object({ item_id: Ref("attention_item") }),
  output: ItemAnswer,
  refusals: { item_cleared: "conflict", item_open: "conflict" },

  async run(context, { item_id }) {
    const { refuse } = context;
    const item = await lockItem(context, item_id);
    const refusal = refusalToChange(item, { trigger: "reopen" }, []);
    if (refusal === "item_cleared" || refusal === "item_open")
      throw refuse(refusal, { message: STATE_MESSAGES[refusal] });
    const { rows } = await changeStates(context, [item], { trigger: "reopen" });
    return buildItemAnswer(context, rows[0]);
  },
});
