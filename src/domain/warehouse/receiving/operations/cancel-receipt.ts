/** Cancel a receipt before anything is received. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerReceipt } from "../answer.ts";
import { getLockedReceipt, saveReceipt } from "../records/receipt.ts";
import { ReceiptAnswer } from "../shapes.ts";

export const cancelReceipt = defineOperation({
  name: "receiptCancel",
  summary: "Cancel a receipt",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/receipts/{receipt_id}/cancel" },
  input: Type.Object({ receipt_id: Ref("receipt") }),
  output: ReceiptAnswer,
  refusals: { wrong_status: "conflict" },

  async run(context, { receipt_id }) {
    const { receipt, status } = await getLockedReceipt(context, receipt_id, "cancel");
    context.expectVersion(receipt.version);
    await saveReceipt(context, receipt, status);
    context.emit({
      subject: { type: "receipt", id: receipt_id },
      kind: "receipt.cancelled",
      payload: { code: receipt.code, warehouse_id: receipt.warehouse_id },
    });
    return answerReceipt(context, receipt_id);
  },
});
