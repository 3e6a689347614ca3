/** Report that something is wrong with an order: damaged, lost, refused at the border. */
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

export const reportShippingException = defineOperation({
  name: "clientCustomerOrderException",
  summary: "Report an exception of a shipping order",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/exception" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", description: "For the customer." }),
  }),
  output: CustomerOrderAnswer,
  refusals: moveRefusals,

  async run(context, { shipping_order_id, reason }) {
    const order = await getLockedOrder(context, shipping_order_id);
    await changeOrder(context, order, {
      trigger: "report_exception",
      status: getAllowedNextStatus(context, order, "report_exception"),
      columns: { exception: reason, status_before_exception: order.status },
    });
    return answerCustomerOrder(context, order.id);
  },
});
