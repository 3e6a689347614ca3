/**
 * Confirm an order that its payment does not confirm: one that is paid later, or whose price the customer does not see. The
 * price of the latter is charged to the settlement account.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { confirmLockedOrder } from "../confirm.ts";
import { getAllowedNextStatus, getLockedOrder, moveRefusals, StorageBill } from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const confirmStorageOrder = defineOperation({
  name: "clientStorageOrderConfirm",
  summary: "Confirm a storage order",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/confirm" },
  input: Type.Object({ storage_order_id: Ref("storage_order") }),
  output: CustomerStorageOrderAnswer,
  refusals: { ...moveRefusals, not_priced: "conflict" },

  async run(context, { storage_order_id }) {
    const order = await getLockedOrder(context, storage_order_id);
    getAllowedNextStatus(context, order, "confirm");
    await StorageBill.settleConfirmed(context, order);
    await confirmLockedOrder(context, order);
    return answerCustomerOrder(context, order.id);
  },
});
