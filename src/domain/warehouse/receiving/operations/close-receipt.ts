/** Close a receipt. Differences from the notice are named, and closing with them is confirmed. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerReceipt } from "../answer.ts";
import { messages } from "../messages.ts";
import { getLockedReceipt, saveReceipt } from "../records/receipt.ts";
import { loadLines } from "../records/receipt-line.ts";
import { isDifferent } from "../rules.ts";
import { ReceiptAnswer } from "../shapes.ts";

export const closeReceipt = defineOperation({
  name: "receiptClose",
  summary: "Close a receipt",
  access: { scopes: ["wms:write"] },
  provides: ["warehouse.receive"],
  rest: { method: "POST", path: "/api/v1/wms/mobile/receipts/{receipt_id}/close" },
  queueable: true,
  input: Type.Object({
    receipt_id: Ref("receipt"),
    accept_differences: Type.Optional(
      Type.Boolean({ description: "Close although goods are missing, too many or damaged." }),
    ),
  }),
  output: ReceiptAnswer,
  refusals: { wrong_status: "conflict", differences: "conflict" },

  async run(context, { receipt_id, accept_differences = false }) {
    const { refuse, emit, expectVersion } = context;
    const { receipt, status } = await getLockedReceipt(context, receipt_id, "close");
    expectVersion(receipt.version);
    const lines = await loadLines(context, receipt);
    const different = lines
      .map(({ id, short, over, damaged_qty: damaged }) => ({ line_id: id, short, over, damaged }))
      .filter(isDifferent);
    if (different.length > 0 && !accept_differences)
      throw refuse("differences", {
        message: messages.differences,
        values: { lines: different.length },
        extra: { differences: different },
      });
    await saveReceipt(context, receipt, status);
    emit({
      subject: { type: "receipt", id: receipt_id },
      kind: "receipt.closed",
      payload: { code: receipt.code, warehouse_id: receipt.warehouse_id, differences: different },
    });
    return answerReceipt(context, receipt_id);
  },
});
