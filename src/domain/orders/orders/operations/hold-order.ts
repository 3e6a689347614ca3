/**
 * Put an order on HOLD. Custody of the goods does not change.
 *
 * Source: docs/contract/mcp.md, "hold_order".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildCommandAnswer, CommandAnswer } from "../answer.ts";
import { COMMAND_REFUSALS, commandOne } from "../lifecycle/commands.ts";

export const holdOrder = defineOperation({
  name: "clientOrderHold",
  summary: "Hold an order",
  description:
    "The order is not dispatched until it is released from the hold. A planned order is first removed from its route; " +
    "refused when that route has been released to the driver.",
  risk: "high",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/{order_id}/hold" },
  mcp: { user: "hold_order" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Why, such as unpaid or address to be verified.",
    }),
  }),
  output: CommandAnswer,
  refusals: COMMAND_REFUSALS,

  async run(context, { order_id, reason }) {
    return buildCommandAnswer(context, await commandOne(context, order_id, { trigger: "hold", reason }));
  },
});
