/** Return a part of what was paid for an order to the account that paid. The price falls by it. */
import Type from "typebox";
import { refundRefusals } from "#domain/customer/bills/public.ts";
import { refundMembers } from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { getLockedOrder, StorageBill } from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const refundStorageOrder = defineOperation({
  name: "clientStorageOrderRefund",
  summary: "Refund a storage order",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["storage:write", "wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/refund" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    ...refundMembers,
  }),
  output: CustomerStorageOrderAnswer,
  refusals: refundRefusals,

  async run(context, { storage_order_id, ...refund }) {
    const order = await getLockedOrder(context, storage_order_id);
    await StorageBill.refund(context, order, refund);
    return answerCustomerOrder(context, order.id);
  },
});
