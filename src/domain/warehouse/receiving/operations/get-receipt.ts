/** One receipt with its lines: what is expected, received, missing and too much. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getVisibleReceipt } from "../records/receipt.ts";
import { loadLines } from "../records/receipt-line.ts";
import { ReceiptAnswer } from "../shapes.ts";

export const getReceipt = defineOperation({
  name: "receipt",
  summary: "Get a receipt with its lines",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/receipts/{receipt_id}" },
  input: Type.Object({ receipt_id: Ref("receipt") }),
  output: ReceiptAnswer,

  async run(context, { receipt_id }) {
    const receipt = await getVisibleReceipt(context, receipt_id);
    const receipt_lines = await loadLines(context, receipt);
    return { result: true, receipt_id, version: receipt.version, receipt, receipt_lines };
  },
});
