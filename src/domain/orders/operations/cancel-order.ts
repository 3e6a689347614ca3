/**
 * Cancel an order that is not delivered yet; one that is RETURNING for it has `cancel_requested`.
 *
 * Source: docs/contract/mcp.md, "cancel_order".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerOf, CommandAnswer } from "../answer.ts";
import { COMMAND_REFUSALS, commandOne } from "../commands.ts";

export const cancelOrder = defineOperation({
  name: "clientOrderCancel",
  summary: "Cancel an order",
  description:
    "Only an order that is not delivered yet. Before pickup it ends as CANCELLED; once the goods are with the " +
    "business they must come back, and the order is RETURNING. A planned or released route loses its stop.",
  effect: "write",
  risk: "high",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/{order_id}/cancel" },
  mcp: { user: "cancel_order" },
  input: Type.Object({
    order_id: OrderId,
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
  output: CommandAnswer,
  refusals: COMMAND_REFUSALS,

  async run(context, { order_id, reason }) {
    const order = await commandOne(context, order_id, {
      on: "cancel",
      ...(reason === undefined ? {} : { reason }),
    });
    return answerOf(context, order);
  },
});
