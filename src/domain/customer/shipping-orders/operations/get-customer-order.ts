/** One shipping order of a customer, with what can be decided about it now. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const getCustomerOrder = defineOperation({
  name: "clientCustomerOrder",
  summary: "Get a shipping order of a customer",
  access: { scopes: ["customer_shipping:read"] },
  rest: { method: "GET", path: "/api/v1/client/customer-orders/{shipping_order_id}" },
  input: Type.Object({ shipping_order_id: Ref("shipping_order") }),
  output: CustomerOrderAnswer,

  run: (context, { shipping_order_id }) => answerCustomerOrder(context, shipping_order_id),
});
