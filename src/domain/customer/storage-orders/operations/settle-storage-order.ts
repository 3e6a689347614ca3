/** Charge what is left to pay to the settlement account of a customer that does not see the prices. */
import Type from "typebox";
import { settleBill, settleRefusals } from "#domain/customer/bills/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { chargeDays } from "../charges.ts";
import { updateOverdue } from "../confirm.ts";
import { changeOrder, getAllowedNextStatus, getLockedOrder, moveRefusals } from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const settleStorageOrder = defineOperation({
  name: "clientStorageOrderSettle",
  summary: "Settle a storage order outside",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["storage:write", "wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/settle" },
  input: Type.Object({ storage_order_id: Ref("storage_order") }),
  output: CustomerStorageOrderAnswer,
  refusals: { ...moveRefusals, ...settleRefusals },

  async run(context, { storage_order_id }) {
    const order = await getLockedOrder(context, storage_order_id);
    getAllowedNextStatus(context, order, "settle");
    const { bill } = await chargeDays(context, order);
    await settleBill(context, bill);
    await updateOverdue(context, await changeOrder(context, order, { trigger: "settle" }));
    return answerCustomerOrder(context, order.id);
  },
});
