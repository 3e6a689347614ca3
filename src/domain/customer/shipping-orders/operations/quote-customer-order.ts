/** Price an order of a service that staff price; again until something is paid. */
import Type from "typebox";
import { quoteMembers, quoteRefusals } from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import {
  changeOrder,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
  ShippingBill,
} from "../records/shipping-order.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const quoteCustomerOrder = defineOperation({
  name: "clientCustomerOrderQuote",
  summary: "Quote a shipping order",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/quote" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    ...quoteMembers,
  }),
  output: CustomerOrderAnswer,
  refusals: { ...moveRefusals, ...quoteRefusals },

  async run(context, { shipping_order_id, ...quote }) {
    const order = await getLockedOrder(context, shipping_order_id);
    getAllowedNextStatus(context, order, "quote");
    await ShippingBill.quote(context, order, quote);
    await changeOrder(context, order, { trigger: "quote" });
    return answerCustomerOrder(context, order.id);
  },
});
