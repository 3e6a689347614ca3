/** Price an order of a service that staff price; again until something is paid. */
import Type from "typebox";
import { quoteMembers, quoteRefusals } from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import {
  changeOrder,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
  StorageBill,
} from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const quoteStorageOrder = defineOperation({
  name: "clientStorageOrderQuote",
  summary: "Quote a storage order",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/quote" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    lines: quoteMembers.lines,
    day_price_minor: Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      description: "What a package costs each day after its free days, minor units, tax included.",
    }),
    note: quoteMembers.note,
  }),
  output: CustomerStorageOrderAnswer,
  refusals: { ...moveRefusals, ...quoteRefusals },

  async run(context, { storage_order_id, day_price_minor, ...quote }) {
    const order = await getLockedOrder(context, storage_order_id);
    getAllowedNextStatus(context, order, "quote");
    await StorageBill.quote(context, order, quote);
    await changeOrder(context, order, { trigger: "quote", columns: { day_price_minor } });
    return answerCustomerOrder(context, order.id);
  },
});
