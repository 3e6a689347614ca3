/** Price an order of a service that staff price; again until something is paid. */
import Type from "typebox";
import { lockBill, priceByStaff, StaffLines, setPrice } from "#domain/customer/bills/public.ts";
import { loadServiceVersion } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerOrder } from "../answer.ts";
import { messages } from "../messages.ts";
import { changeOrder, decide, getLockedOrder, moveRefusals } from "../records/shipping-order.ts";
import { CustomerOrderAnswer } from "../shapes.ts";

export const quoteCustomerOrder = defineOperation({
  name: "clientCustomerOrderQuote",
  summary: "Quote a shipping order",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["customer_shipping:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-orders/{shipping_order_id}/quote" },
  input: Type.Object({
    shipping_order_id: Ref("shipping_order"),
    lines: StaffLines,
    note: Type.Optional(Type.String({ maxLength: 500, description: "For the customer." })),
  }),
  output: CustomerOrderAnswer,
  refusals: { ...moveRefusals, priced_at_once: "conflict", paid_already: "conflict" },

  async run(context, { shipping_order_id, lines, note = "" }) {
    const { refuse } = context;
    const order = await getLockedOrder(context, shipping_order_id);
    decide(context, order, "quote");
    const { definition } = await loadServiceVersion(context, order.service_id, order.service_version);
    if (definition.pricing_method === 1) throw refuse("priced_at_once", { message: messages.priced_at_once });
    const bill = await lockBill(context, { type: "shipping_order", id: order.id });
    if (bill.paid_minor > 0) throw refuse("paid_already", { message: messages.paid_already });
    await setPrice(context, bill, { kind: "quoted", ...priceByStaff(context, lines), note });
    await changeOrder(context, order, { trigger: "quote" });
    return answerCustomerOrder(context, order.id);
  },
});
