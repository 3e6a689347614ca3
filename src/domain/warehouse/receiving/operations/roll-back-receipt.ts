/** Undo a receipt. What has moved on since is listed and left. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getLockedReceipt, getVisibleReceipt, saveReceipt } from "../records/receipt.ts";
import { loadLines } from "../records/receipt-line.ts";
import { loadScans } from "../records/receipt-scan.ts";
import { Receipt, ReceiptLine, ReceiptScan } from "../shapes.ts";
import { undoScan } from "../undo.ts";

/** The most scans of a receipt that are read at once. */
const SCANS_MAX = 10_000;

export const rollBackReceipt = defineOperation({
  name: "receiptRollback",
  summary: "Undo a receipt",
  risk: "high",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/receipts/{receipt_id}/rollback" },
  input: Type.Object({ receipt_id: Ref("receipt") }),
  output: Type.Object({
    result: Type.Boolean(),
    undone: Type.Integer({ description: "Scans that were undone." }),
    left: Type.Array(ReceiptScan, { description: "Scans whose goods have moved on: they stay in stock." }),
    version: Type.Integer(),
    receipt: Receipt,
    receipt_lines: Type.Array(ReceiptLine),
  }),
  refusals: { wrong_status: "conflict" },

  async run(context, { receipt_id }) {
    const { receipt, status } = await getLockedReceipt(context, receipt_id, "roll_back");
    context.expectVersion(receipt.version);
    const scans = (await loadScans(context, receipt_id, { limit: SCANS_MAX })).filter(
      ({ outcome, undone_at }) => outcome === "received" && undone_at === null,
    );
    const remaining_scans: typeof scans = [];
    for (const scan of scans) {
      if ((await undoScan(context, receipt, scan.id)) !== "undone") remaining_scans.push(scan);
    }
    await saveReceipt(context, receipt, status);
    context.emit({
      subject: { type: "receipt", id: receipt_id },
      kind: "receipt.rolled_back",
      payload: {
        code: receipt.code,
        warehouse_id: receipt.warehouse_id,
        undone: scans.length - remaining_scans.length,
        left: remaining_scans.length,
      },
    });
    const receipt_row = await getVisibleReceipt(context, receipt_id);
    return {
      result: true,
      undone: scans.length - remaining_scans.length,
      left: remaining_scans,
      version: receipt_row.version,
      receipt: receipt_row,
      receipt_lines: await loadLines(context, receipt_row),
    };
  },
});
