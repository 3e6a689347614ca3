/** Record that a shipped order was delivered, where no carrier reports it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import {
  changeOrder,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
} from "../records/shipping-order.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const completeCustomerOrder = defineOperation({
  name: "clientCustomerOrderComplete",
  summary: "Complete a shipping order",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/complete" },
  input: Type.Object({ shipping_order_id: Ref("shipping_order") }),
  output: CustomerOrderAnswer,
  refusals: moveRefusals,

  async run(context, { shipping_order_id }) {
    const order = await getLockedOrder(context, shipping_order_id);
    await changeOrder(context, order, {
      trigger: "complete",
      status: getAllowedNextStatus(context, order, "complete"),
      columns: { delivered_at: context.now.toISOString() },
    });
    return answerCustomerOrder(context, order.id);
  },
});
