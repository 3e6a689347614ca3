/** Charge what is left to pay to the settlement account of a customer that does not see the prices. */
import Type from "typebox";
import { settleBill, settleRefusals } from "#domain/customer/bills/public.ts";
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

export const settleCustomerOrder = defineOperation({
  name: "clientCustomerOrderSettle",
  summary: "Settle a shipping order outside",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["customer_shipping:write", "wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/settle" },
  input: Type.Object({ shipping_order_id: Ref("shipping_order") }),
  output: CustomerOrderAnswer,
  refusals: { ...moveRefusals, ...settleRefusals },

  async run(context, { shipping_order_id }) {
    const order = await getLockedOrder(context, shipping_order_id);
    getAllowedNextStatus(context, order, "settle");
    const bill = await ShippingBill.lockOrderBill(context, order);
    await settleBill(context, bill);
    await changeOrder(context, order, { trigger: "settle" });
    return answerCustomerOrder(context, order.id);
  },
});
