/**
 * Pay a storage order from the own wallet: all that is left, or a part. Days that have ended are charged first.
 *
 * Source: docs/contract/mcp.md, `pay_storage_order`, and docs/contract/rest.md, "Cross-cutting rules" (price hiding).
 */
import Type from "typebox";
import { computeRemaining, payFromWallet, payRefusals } from "#domain/customer/bills/public.ts";
import { paymentMembers } from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnOrder } from "../answer.ts";
import { chargeDays } from "../charges.ts";
import { confirmIfPaid, updateOverdue } from "../confirm.ts";
import { messages } from "../messages.ts";
import { changeOrder, getLockedOrder } from "../records/storage-order.ts";
import { StorageOrderAnswer } from "../shapes.ts";

export const payStorageOrder = defineOperation({
  name: "customerStorageOrderPay",
  summary: "Pay a storage order",
  description:
    "Takes what is left to pay from the wallet, or amount_minor of it. Too little in the wallet is 402; hidden prices are settled with the business: 403.",
  risk: "high",
  access: { roles: ["customer"], scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/customer/storage-orders/{storage_order_id}/pay" },
  mcp: { user: "pay_storage_order" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    ...paymentMembers,
  }),
  output: StorageOrderAnswer,
  refusals: { ...payRefusals, order_cancelled: "conflict" },

  async run(context, { storage_order_id, amount_minor }) {
    // The order's lock comes first: of two payments at once the second finds what the first left.
    const order = await getLockedOrder(context, storage_order_id);
    if (order.status === "CANCELLED")
      throw context.refuse("order_cancelled", { message: messages.cancelled });
    const { bill } = await chargeDays(context, order);
    const remaining = computeRemaining(await payFromWallet(context, bill, amount_minor));
    const paid = await changeOrder(context, order, { trigger: "pay" });
    await updateOverdue(context, await confirmIfPaid(context, paid, remaining));
    return answerOwnOrder(context, order.id);
  },
});
