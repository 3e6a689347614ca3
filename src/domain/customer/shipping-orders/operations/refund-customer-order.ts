/** Return a part of what was paid for an order to the account that paid. The price falls by it. */
import Type from "typebox";
import { refundRefusals } from "#domain/customer/bills/public.ts";
import { refundMembers } from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { getLockedOrder, ShippingBill } from "../records/shipping-order.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const refundCustomerOrder = defineOperation({
  name: "clientCustomerOrderRefund",
  summary: "Refund a shipping order",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["customer_shipping:write", "wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/refund" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    ...refundMembers,
  }),
  output: CustomerOrderAnswer,
  refusals: refundRefusals,

  async run(context, { shipping_order_id, ...refund }) {
    const order = await getLockedOrder(context, shipping_order_id);
    await ShippingBill.refund(context, order, refund);
    return answerCustomerOrder(context, order.id);
  },
});
