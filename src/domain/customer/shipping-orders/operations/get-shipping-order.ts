/**
 * One shipping order of the caller.
 *
 * Source: docs/contract/mcp.md, `get_shipping_order`; the response is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnOrder } from "../answer.ts";
import { ShippingOrder } from "../shapes.ts";

export const getShippingOrder = defineOperation({
  name: "customerShippingOrder",
  summary: "Get own shipping order",
  description:
    "Status, packages as declared and measured, price with each step that led to it, and what is left to pay.",
  access: { roles: ["customer"], scopes: ["customer_shipping:read"] },
  provides: ["shipping.track"],
  rest: { method: "GET", path: "/api/v1/customer/shipping-orders/{shipping_order_id}" },
  mcp: { user: "get_shipping_order" },
  input: Type.Object({ shipping_order_id: Ref("shipping_order") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), order: ShippingOrder }),

  async run(context, { shipping_order_id }) {
    const order = await answerOwnOrder(context, shipping_order_id);
    return { result: true, version: order.version, order };
  },
});
