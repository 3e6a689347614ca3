/**
 * Change the instruction that the driver sees at the stop.
 *
 * Source: docs/contract/mcp.md, "update_delivery_instruction".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildCommandAnswer, CommandAnswer } from "../answer.ts";
import { changeOrders } from "../lifecycle/change.ts";
import { isTerminal } from "../lifecycle/status.ts";
import { messages } from "../messages.ts";
import { getLockedOrder } from "../records/order.ts";

export const updateDeliveryInstruction = defineOperation({
  name: "clientOrderDeliveryInstruction",
  summary: "Update the delivery instruction of an order",
  description:
    "Changes the instruction that the driver sees at the stop, and nothing else. Refused when the order is in a final status.",
  access: { scopes: ["orders:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/orders/{order_id}/delivery-instruction" },
  mcp: { user: "update_delivery_instruction" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    delivery_instruction: Type.String({ maxLength: 500 }),
  }),
  output: CommandAnswer,
  refusals: { invalid_transition: "conflict" },

  async run(context, { order_id, delivery_instruction }) {
    const { db, business_id, refuse, expectVersion } = context;
    const order = await getLockedOrder(db, business_id, order_id);
    expectVersion(order.version);
    if (isTerminal(order.status)) {
      throw refuse("invalid_transition", {
        message: messages.invalid_transition,
        values: { status: order.status },
      });
    }
    const [after] = await changeOrders(context, [
      { order, set: { delivery_instruction }, kind: "order.delivery_instruction_changed", tracking: null },
    ]);
    return buildCommandAnswer(context, after ?? order);
  },
});
