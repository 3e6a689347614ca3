/**
 * Change the internal note of an order.
 *
 * Source: docs/contract/mcp.md, "update_order_note".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildCommandAnswer, CommandAnswer } from "../answer.ts";
import { COMMAND_REFUSALS, commandOne } from "../lifecycle/commands.ts";

export const updateOrderNote = defineOperation({
  name: "clientOrderNote",
  summary: "Update the internal note of an order",
  description: "Changes the note and nothing else. Customers never see it.",
  access: { scopes: ["orders:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/orders/{order_id}/note" },
  mcp: { user: "update_order_note" },
  input: Type.Object({ order_id: Ref("order", OrderId), note: Type.String({ maxLength: 1000 }) }),
  output: CommandAnswer,
  refusals: COMMAND_REFUSALS,

  async run(context, { order_id, note }) {
    return buildCommandAnswer(context, await commandOne(context, order_id, { trigger: "note", note }));
  },
});
