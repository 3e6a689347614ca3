/**
 * Pay a shipping order from the own wallet: all that is left, or a part.
 *
 * Source: docs/contract/mcp.md, `pay_shipping_order`, and docs/contract/rest.md, "Cross-cutting rules" (price hiding).
 */
import Type from "typebox";
import { computeRemaining, payFromWallet, payRefusals } from "#domain/customer/bills/public.ts";
import { paymentMembers } from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnOrder } from "../answer.ts";
import { confirmIfPaid } from "../confirm.ts";
import { messages } from "../messages.ts";
import { changeOrder, getLockedOrder, ShippingBill } from "../records/shipping-order.ts";
import { ShippingOrder } from "../shapes.ts";

export const payShippingOrder = defineOperation({
  name: "customerShippingOrderPay",
  summary: "Pay a shipping order",
  description:
    "Takes what is left to pay from the wallet, or amount_minor of it. Too little in the wallet is 402; hidden prices are settled with the business: 403.",
  risk: "high",
  access: { roles: ["customer"], scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/customer/shipping-orders/{shipping_order_id}/pay" },
  mcp: { user: "pay_shipping_order" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    ...paymentMembers,
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), order: ShippingOrder }),
  refusals: { ...payRefusals, order_cancelled: "conflict" },

  async run(context, { shipping_order_id, amount_minor }) {
    // The order's lock comes first: of two payments at once the second finds what the first left.
    const order = await getLockedOrder(context, shipping_order_id);
    const bill = await ShippingBill.lockOrderBill(context, order);
    if (order.status === "CANCELLED")
      throw context.refuse("order_cancelled", { message: messages.cancelled });
    const remaining = computeRemaining(await payFromWallet(context, bill, amount_minor));
    const paid = await changeOrder(context, order, { trigger: "pay" });
    await confirmIfPaid(context, paid, remaining);
    const answer = await answerOwnOrder(context, order.id);
    return { result: true, version: answer.version, order: answer };
  },
});
