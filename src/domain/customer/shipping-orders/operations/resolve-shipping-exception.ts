/** End the exception of an order: it goes on with the status that was interrupted. */
import Type from "typebox";
import { showStatus } from "#domain/customer/service-orders/public.ts";
import { findLastStatusBefore } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { messages } from "../messages.ts";
import { changeOrder, getLockedOrder, moveRefusals } from "../records/shipping-order.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const resolveShippingException = defineOperation({
  name: "clientCustomerOrderResolve",
  summary: "Resolve an exception of a shipping order",
  access: { scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/resolve" },
  input: Type.Object({ shipping_order_id: Ref("shipping_order") }),
  output: CustomerOrderAnswer,
  refusals: moveRefusals,

  async run(context, { shipping_order_id }) {
    const order = await getLockedOrder(context, shipping_order_id);
    const status = order.status_before_exception;
    if (status === null)
      throw context.refuse("not_possible", { message: messages.not_possible, ...showStatus(order) });
    const last = await findLastStatusBefore(context, [order.tracking_number], "exception");
    await changeOrder(context, order, {
      trigger: "resolve",
      status,
      code: last.get(order.tracking_number) ?? null,
      columns: { exception: null, status_before_exception: null },
    });
    return answerCustomerOrder(context, order.id);
  },
});
