/**
 * Cancel a shipping order that is pending or confirmed. What was paid is returned.
 *
 * Source: docs/contract/mcp.md, `cancel_shipping_order`.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnOrder } from "../answer.ts";
import { cancelLockedOrder, cancelRefusals } from "../cancel.ts";
import { getLockedOrder } from "../records/shipping-order.ts";
import { ShippingOrder } from "../shapes.ts";

export const cancelShippingOrder = defineOperation({
  name: "customerShippingOrderCancel",
  summary: "Cancel a shipping order",
  description:
    "Only pending and confirmed orders: 409 for any other. What was paid is returned to where it came from.",
  risk: "high",
  access: { roles: ["customer"], scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/customer/shipping-orders/{shipping_order_id}/cancel" },
  mcp: { user: "cancel_shipping_order" },
  input: Type.Object({ shipping_order_id: Ref("shipping_order") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), order: ShippingOrder }),
  refusals: cancelRefusals,

  async run(context, { shipping_order_id }) {
    const order = await getLockedOrder(context, shipping_order_id);
    await cancelLockedOrder(context, order);
    const answer = await answerOwnOrder(context, order.id);
    return { result: true, version: answer.version, order: answer };
  },
});
