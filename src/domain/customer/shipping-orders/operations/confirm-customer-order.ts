/**
 * Confirm an order that its payment does not confirm: one that is paid before shipping, or whose price the customer does not
 * see. The price of the latter is charged to the settlement account.
 */
import Type from "typebox";
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

export const confirmCustomerOrder = defineOperation({
  name: "clientCustomerOrderConfirm",
  summary: "Confirm a shipping order",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/confirm" },
  input: Type.Object({ shipping_order_id: Ref("shipping_order") }),
  output: CustomerOrderAnswer,
  refusals: { ...moveRefusals, not_priced: "conflict" },

  async run(context, { shipping_order_id }) {
    const order = await getLockedOrder(context, shipping_order_id);
    const status = getAllowedNextStatus(context, order, "confirm");
    await ShippingBill.settleConfirmed(context, order);
    await changeOrder(context, order, { trigger: "confirm", status });
    return answerCustomerOrder(context, order.id);
  },
});
