/**
 * Price a received order again, by its measures or by what staff write. The bill records the change: a
 * higher price is left to pay, the difference to a lower one is returned to the account that paid. Charged days of storage
 * and refunds stay.
 */
import Type from "typebox";
import { REFUND_LINE } from "#domain/customer/bills/public.ts";
import { repricedMembers, repriceMembers, toMeasuredPiece } from "#domain/customer/service-orders/public.ts";
import { findWarehousePlace, priceRefusals } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { chargeDays, STORAGE_LINE } from "../charges.ts";
import { updateOverdue } from "../confirm.ts";
import { messages } from "../messages.ts";
import {
  changeOrder,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
  StorageBill,
} from "../records/storage-order.ts";
import { customerOrderAnswerMembers } from "../shapes.ts";

/** Lines that a new price of the order does not replace. */
const KEPT_LINES: readonly string[] = [STORAGE_LINE, REFUND_LINE];

export const repriceStorageOrder = defineOperation({
  name: "clientStorageOrderReprice",
  summary: "Reprice a storage order",
  description: "With dry_run it shows the new price. A price that is the same changes nothing.",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/reprice" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    ...repriceMembers,
  }),
  output: Type.Object({
    ...customerOrderAnswerMembers,
    ...repricedMembers,
  }),
  refusals: { ...moveRefusals, ...priceRefusals, not_measured: "conflict", lines_missing: "invalid" },

  async run(context, { storage_order_id, lines, note }) {
    const order = await getLockedOrder(context, storage_order_id);
    getAllowedNextStatus(context, order, "reprice");
    const { bill, packages } = await chargeDays(context, order);
    const repriced = await StorageBill.reprice(context, order, {
      bill,
      lines,
      note,
      kept_lines: KEPT_LINES,
      async load() {
        const count = packages.filter((one) => one.received_at !== null && one.measured_at === null).length;
        if (count > 0)
          throw context.refuse("not_measured", { message: messages.not_measured, values: { count } });
        const warehouse = await findWarehousePlace(context, order.warehouse_id);
        return { pieces: packages.map(toMeasuredPiece), warehouse };
      },
    });
    if (repriced.is_changed)
      await updateOverdue(context, await changeOrder(context, order, { trigger: "reprice" }));
    return { ...(await answerCustomerOrder(context, order.id)), ...repriced };
  },
});
