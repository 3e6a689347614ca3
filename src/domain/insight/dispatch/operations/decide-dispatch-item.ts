/**
 * Record what was decided about an item: one of its suggested operations, or that there is nothing to do. It runs nothing:
 * the caller runs the operation, before or after, and its events on the records of the item are its results.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { lockItem } from "../records/attention-item.ts";
import { buildItemAnswer, Decision, ItemAnswer } from "../shapes.ts";
import { changeStates, refusalToChange, STATE_MESSAGES, type StateChange } from "../states.ts";

export const decideDispatchItem = defineOperation({
  name: "dispatchItemDecide",
  summary: "Decide about an item of the dispatch board",
  access: { scopes: ["dispatch:write"] },
  rest: { method: "POST", path: "/api/v1/dispatch/items/{item_id}/decide" },
  localised: true,
  input: Type.Object({
    item_id: Ref("attention_item"),
    action: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "One of `suggested_actions`; nothing is to be done when absent.",
      }),
    ),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" }),
  }),
  output: Type.Object({ ...ItemAnswer.properties, decision: Decision }),
  refusals: { item_decided: "conflict", item_cleared: "conflict", unknown_action: "invalid" },

  async run(context, { item_id, action, reason }) {
    const { attention, refuse } = context;
    const item = await lockItem(context, item_id);
    const change: StateChange = { trigger: "decide", reason, ...(action === undefined ? {} : { action }) };
    const actions = (attention.get(item.kind)?.actions ?? []).map(({ operation }) => operation);
    const refusal = refusalToChange(item, change, actions);
    if (refusal === "unknown_action") {
      throw refuse("unknown_action", {
        message: messages.unknown_action,
        errors: [{ field: "action", message: messages.unknown_action }],
      });
    }
    if (refusal === "item_cleared" || refusal === "item_decided")
      throw refuse(refusal, { message: STATE_MESSAGES[refusal] });
    const { rows, decisions } = await changeStates(context, [item], change);
    const [decision] = decisions;
    if (decision === undefined) throw new Error("A decision that was inserted has no row.");
    return { ...buildItemAnswer(context, rows[0]), decision };
  },
});
