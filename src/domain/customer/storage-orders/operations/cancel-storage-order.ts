/**
 * Cancel a storage order of which nothing was received. What was paid is returned.
 *
 * Source: docs/contract/mcp.md, `cancel_storage_order`.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnOrder } from "../answer.ts";
import { cancelLockedOrder, cancelRefusals } from "../cancel.ts";
import { getLockedOrder } from "../records/storage-order.ts";
import { StorageOrderAnswer } from "../shapes.ts";

export const cancelStorageOrder = defineOperation({
  name: "customerStorageOrderCancel",
  summary: "Cancel a storage order",
  description:
    "While nothing was received and no collection is under way; 409 after. What was paid is returned to where it came from.",
  risk: "high",
  access: { roles: ["customer"], scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/customer/storage-orders/{storage_order_id}/cancel" },
  mcp: { user: "cancel_storage_order" },
  input: Type.Object({ storage_order_id: Ref("storage_order") }),
  output: StorageOrderAnswer,
  refusals: cancelRefusals,

  async run(context, { storage_order_id }) {
    const order = await getLockedOrder(context, storage_order_id);
    await cancelLockedOrder(context, order);
    return answerOwnOrder(context, order.id);
  },
});
