/** Cancel a storage order of a customer, of which nothing was received. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { cancelLockedOrder, cancelRefusals } from "../cancel.ts";
import { getLockedOrder } from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const cancelCustomerStorageOrder = defineOperation({
  name: "clientStorageOrderCancel",
  summary: "Cancel a storage order of a customer",
  risk: "high",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/cancel" },
  input: Type.Object({ storage_order_id: Ref("storage_order") }),
  output: CustomerStorageOrderAnswer,
  refusals: cancelRefusals,

  async run(context, { storage_order_id }) {
    const order = await getLockedOrder(context, storage_order_id);
    await cancelLockedOrder(context, order);
    return answerCustomerOrder(context, order.id);
  },
});
