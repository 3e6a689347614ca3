/** Return a part of what was paid for an order to the account that paid. The price falls by it. */
import Type from "typebox";
import { lockBill, refundBill, refundRefusals } from "#domain/customer/bills/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerOrder } from "../answer.ts";
import { changeOrder, getLockedOrder } from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const refundStorageOrder = defineOperation({
  name: "clientStorageOrderRefund",
  summary: "Refund a storage order",
  effect: "write",
  risk: "high",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:write", "wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/refund" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    amount_minor: Type.Integer({ minimum: 1, maximum: 1e12, description: "Of what was paid, minor units." }),
    reason: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "For the customer." }),
  }),
  output: CustomerStorageOrderAnswer,
  refusals: refundRefusals,

  async run(context, { storage_order_id, amount_minor, reason }) {
    const order = await getLockedOrder(context, storage_order_id);
    const bill = await lockBill(context, { type: "storage_order", id: order.id });
    await refundBill(context, bill, { amount_minor, reason });
    await changeOrder(context, order, { trigger: "refund" });
    return answerCustomerOrder(context, order.id);
  },
});
