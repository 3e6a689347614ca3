/** Begin to process a received order: consolidate, label, prepare it for its carrier. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerOrder } from "../answer.ts";
import { changeOrder, decide, getLockedOrder, moveRefusals } from "../change.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const processCustomerOrder = defineOperation({
  name: "clientCustomerOrderProcess",
  summary: "Process a shipping order",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/process" },
  input: Type.Object({ shipping_order_id: Id }),
  output: CustomerOrderAnswer,
  refusals: moveRefusals,

  async run(context, { shipping_order_id }) {
    const order = await getLockedOrder(context, shipping_order_id);
    await changeOrder(context, order, { trigger: "process", status: decide(context, order, "process") });
    return answerCustomerOrder(context, order.id);
  },
});
