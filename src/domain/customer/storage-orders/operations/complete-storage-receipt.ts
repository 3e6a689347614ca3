/** End the receipt of an order of which not everything came: what has not come is missing, until it does. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import {
  followPackages,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
} from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const completeStorageReceipt = defineOperation({
  name: "clientStorageOrderComplete",
  summary: "Complete the receipt of a storage order",
  description: "Packages that have not come are MISSING; one that comes later can still be received.",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/complete" },
  input: Type.Object({ storage_order_id: Ref("storage_order") }),
  output: CustomerStorageOrderAnswer,
  refusals: moveRefusals,

  async run(context, { storage_order_id }) {
    const { db, business_id } = context;
    const order = await getLockedOrder(context, storage_order_id);
    getAllowedNextStatus(context, order, "complete");
    const missing = await db.rows<{ id: number }>(
      `update stored_package set status = 'MISSING'
        where business_id = $1 and storage_order_id = $2 and status = 'EXPECTED' returning id`,
      [business_id, order.id],
    );
    const stored_package_ids = missing.map(({ id }) => id);
    await followPackages(context, order, { trigger: "complete", facts: { stored_package_ids } });
    return answerCustomerOrder(context, order.id);
  },
});
