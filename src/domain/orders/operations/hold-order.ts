/**
 * Put an order on HOLD. Who holds the goods does not change.
 *
 * Source: docs/contract/mcp.md, "hold_order".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerOf, CommandAnswer } from "../answer.ts";
import { COMMAND_REFUSALS, commandOne } from "../commands.ts";

export const holdOrder = defineOperation({
  name: "clientOrderHold",
  summary: "Put an order on hold",
  description:
    "It is on HOLD, and not dispatched until it is released. A planned order is first taken off its route while " +
    "that is not released to the driver; on a released route it is refused.",
  effect: "write",
  risk: "high",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/{order_id}/hold" },
  mcp: { user: "hold_order" },
  input: Type.Object({
    order_id: OrderId,
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Why, such as unpaid or address to be verified.",
    }),
  }),
  output: CommandAnswer,
  refusals: COMMAND_REFUSALS,

  async run(context, { order_id, reason }) {
    return answerOf(context, await commandOne(context, order_id, { on: "hold", reason }));
  },
});
