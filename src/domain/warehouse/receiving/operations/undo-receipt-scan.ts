/** Undo a scan of an open receipt: a counter movement, as long as its goods lie where they were received. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getLockedReceipt, getVisibleReceipt, saveReceipt } from "../records/receipt.ts";
import { loadScans } from "../records/receipt-scan.ts";
import { Receipt, ReceiptScan } from "../shapes.ts";
import { undoScan } from "../undo.ts";

export const undoReceiptScan = defineOperation({
  name: "receiptScanUndo",
  summary: "Undo a scan of a receipt",
  access: { scopes: ["wms:write"] },
  provides: ["warehouse.receive"],
  rest: { method: "POST", path: "/api/v1/wms/mobile/receipts/{receipt_id}/lines/{scan_id}/undo" },
  queueable: true,
  input: Type.Object({ receipt_id: Ref("receipt"), scan_id: Ref("receipt_scan") }),
  output: Type.Object({ result: Type.Boolean(), scan: ReceiptScan, receipt: Receipt }),
  refusals: {
    wrong_status: "conflict",
    unknown_scan: "not_found",
    already_undone: "conflict",
    moved_on: "conflict",
  },

  async run(context, { receipt_id, scan_id }) {
    const { refuse } = context;
    const { receipt } = await getLockedReceipt(context, receipt_id, "undo");
    const undone = await undoScan(context, receipt, scan_id);
    if (undone !== "undone") throw refuse(undone, { message: messages[undone] });
    await saveReceipt(context, receipt);
    const [receipt_row, [scan]] = await Promise.all([
      getVisibleReceipt(context, receipt_id),
      loadScans(context, receipt_id, { limit: 1, scan_id }),
    ]);
    if (scan === undefined) throw new Error("A receipt that was written was not found.");
    return { result: true, scan, receipt: receipt_row };
  },
});
