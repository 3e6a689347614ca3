/**
 * Confirm an order that its payment does not confirm: one that is paid later, or whose price the customer does not see. The
 * price of the latter is charged to the settlement account.
 */
import Type from "typebox";
import { lockBill, settleHidden } from "#domain/customer/bills/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerOrder } from "../answer.ts";
import { confirmLockedOrder } from "../confirm.ts";
import { messages } from "../messages.ts";
import { expectPossible, getLockedOrder, moveRefusals } from "../records/storage-order.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

export const confirmStorageOrder = defineOperation({
  name: "clientStorageOrderConfirm",
  summary: "Confirm a storage order",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/confirm" },
  input: Type.Object({ storage_order_id: Ref("storage_order") }),
  output: CustomerStorageOrderAnswer,
  refusals: { ...moveRefusals, not_priced: "conflict" },

  async run(context, { storage_order_id }) {
    const order = await getLockedOrder(context, storage_order_id);
    expectPossible(context, order, "confirm");
    const bill = await lockBill(context, { type: "storage_order", id: order.id });
    if (bill.total_minor === null) throw context.refuse("not_priced", { message: messages.not_priced });
    await settleHidden(context, bill);
    await confirmLockedOrder(context, order);
    return answerCustomerOrder(context, order.id);
  },
});
