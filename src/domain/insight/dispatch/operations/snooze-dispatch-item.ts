/** Put an item off until a time, at which it opens again unless its cause is gone. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { lockItem } from "../records/attention-item.ts";
import { buildItemAnswer, ItemAnswer } from "../shapes.ts";
import { changeStates, readSnoozeEnd, refusalToChange, STATE_MESSAGES, type StateChange } from "../states.ts";

export const snoozeDispatchItem = defineOperation({
  name: "dispatchItemSnooze",
  summary: "Snooze an item of the dispatch board",
  access: { scopes: ["dispatch:write"] },
  rest: { method: "POST", path: "/api/v1/dispatch/items/{item_id}/snooze" },
  localised: true,
  input: Type.Object({ item_id: Ref("attention_item"), until: Timestamp }),
  output: ItemAnswer,
  refusals: { item_decided: "conflict", item_cleared: "conflict", too_late: "invalid" },

  async run(context, { item_id, until }) {
    const { now, refuse } = context;
    const item = await lockItem(context, item_id);
    const end = readSnoozeEnd(until, now);
    const change: StateChange = { trigger: "snooze", until: end ?? now };
    const refusal = refusalToChange(item, change, []);
    if (refusal === "item_cleared" || refusal === "item_decided")
      throw refuse(refusal, { message: STATE_MESSAGES[refusal] });
    if (end === undefined) {
      throw refuse("too_late", {
        message: messages.too_late,
        errors: [{ field: "until", message: messages.too_late }],
      });
    }
    const { rows } = await changeStates(context, [item], change);
    return buildItemAnswer(context, rows[0]);
  },
});
