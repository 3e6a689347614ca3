/**
 * Cancel a customer's order until its goods are with the carrier. Of goods that have arrived staff say what becomes of them.
 *
 * Our choice: what was paid is returned, less what staff retain for what was done; no more than was paid.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Minor, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { callOffLockedOrder, callOffRefusals } from "../cancel.ts";
import { getLockedOrder } from "../records/shipping-order.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const cancelCustomerOrder = defineOperation({
  name: "clientCustomerOrderCancel",
  summary: "Cancel a shipping order of a customer",
  description:
    "Until it is shipped. Where packages have arrived, goods and reason are required. What was paid is returned to where it came from.",
  risk: "high",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/cancel" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    goods: Type.Optional(
      StringEnum(["handed_back", "disposed"], { description: "What becomes of packages that have arrived." }),
    ),
    reason: Type.Optional(Type.String({ maxLength: 200, description: "For the customer." })),
    retained_minor: Type.Optional({
      ...Minor,
      description: "Of what was paid, kept for what was done; minor units.",
    }),
  }),
  output: CustomerOrderAnswer,
  refusals: callOffRefusals,

  async run(context, { shipping_order_id, ...how }) {
    const order = await getLockedOrder(context, shipping_order_id);
    await callOffLockedOrder(context, order, how);
    return answerCustomerOrder(context, order.id);
  },
});
