/**
 * Cancel an order that is not delivered yet. After pickup the order becomes RETURNING with `cancel_requested`.
 *
 * Source: docs/contract/mcp.md, "cancel_order".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildCommandAnswer, CommandAnswer } from "../answer.ts";
import { COMMAND_REFUSALS, commandOne } from "../lifecycle/commands.ts";

export const cancelOrder = defineOperation({
  name: "clientOrderCancel",
  summary: "Cancel an order",
  description:
    "Only an order that is not delivered yet. Before pickup it becomes CANCELLED; once the business has the goods " +
    "they must be returned, and the order becomes RETURNING. Its stop is removed from a planned or released route.",
  risk: "high",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/{order_id}/cancel" },
  mcp: { user: "cancel_order" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
  output: CommandAnswer,
  refusals: COMMAND_REFUSALS,

  async run(context, { order_id, reason }) {
    const order = await commandOne(context, order_id, {
      trigger: "cancel",
      ...(reason === undefined ? {} : { reason }),
    });
    return buildCommandAnswer(context, order);
  },
});
