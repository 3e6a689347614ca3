/** Begin with a confirmed order: its packaging is on the way, or its goods are being collected. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { changeOrder, getAllowedNextStatus, getLockedOrder, moveRefusals } from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const processStorageOrder = defineOperation({
  name: "clientStorageOrderProcess",
  summary: "Process a storage order",
  description: "It awaits its goods then. Where these are collected, it cannot be cancelled any more.",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/process" },
  input: Type.Object({ storage_order_id: Ref("storage_order") }),
  output: CustomerStorageOrderAnswer,
  refusals: moveRefusals,

  async run(context, { storage_order_id }) {
    const order = await getLockedOrder(context, storage_order_id);
    const status = getAllowedNextStatus(context, order, "process");
    await changeOrder(context, order, { trigger: "process", status });
    return answerCustomerOrder(context, order.id);
  },
});
