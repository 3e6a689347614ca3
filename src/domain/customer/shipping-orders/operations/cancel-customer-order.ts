/** Cancel a customer's order that is pending or confirmed. What was paid is returned. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerOrder } from "../answer.ts";
import { cancelLockedOrder, cancelRefusals } from "../cancel.ts";
import { getLockedOrder } from "../change.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const cancelCustomerOrder = defineOperation({
  name: "clientCustomerOrderCancel",
  summary: "Cancel a shipping order of a customer",
  effect: "write",
  risk: "high",
  access: { roles: BUSINESS_ROLES, scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/cancel" },
  input: Type.Object({ shipping_order_id: Id }),
  output: CustomerOrderAnswer,
  refusals: cancelRefusals,

  async run(context, { shipping_order_id }) {
    const order = await getLockedOrder(context, shipping_order_id);
    await cancelLockedOrder(context, order);
    return answerCustomerOrder(context, order.id);
  },
});
