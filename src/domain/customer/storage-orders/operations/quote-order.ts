/** Price an order of a service that staff price; again until something is paid. */
import Type from "typebox";
import { lockBill, priceByStaff, StaffLines, setPrice } from "#domain/customer/bills/public.ts";
import { loadServiceVersion } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerOrder } from "../answer.ts";
import { messages } from "../messages.ts";
import { changeOrder, expectPossible, getLockedOrder, moveRefusals } from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const quoteStorageOrder = defineOperation({
  name: "clientStorageOrderQuote",
  summary: "Quote a storage order",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/quote" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    lines: StaffLines,
    day_price_minor: Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      description: "What a package costs each day after its free days, minor units, tax included.",
    }),
    note: Type.Optional(Type.String({ maxLength: 500, description: "For the customer." })),
  }),
  output: CustomerStorageOrderAnswer,
  refusals: { ...moveRefusals, priced_at_once: "conflict", paid_already: "conflict" },

  async run(context, { storage_order_id, lines, day_price_minor, note = "" }) {
    const { refuse } = context;
    const order = await getLockedOrder(context, storage_order_id);
    expectPossible(context, order, "quote");
    const { definition } = await loadServiceVersion(context, order.service_id, order.service_version);
    if (definition.pricing_method === 1) throw refuse("priced_at_once", { message: messages.priced_at_once });
    const bill = await lockBill(context, { type: "storage_order", id: order.id });
    if (bill.paid_minor > 0) throw refuse("paid_already", { message: messages.paid_already });
    await setPrice(context, bill, { kind: "quoted", ...priceByStaff(context, lines), note });
    await changeOrder(context, order, { trigger: "quote", columns: { day_price_minor } });
    return answerCustomerOrder(context, order.id);
  },
});
