/** A receipt with its lines, as operations answer it. */
import { getVisibleReceipt } from "./records/receipt.ts";
import { loadLines } from "./records/receipt-line.ts";

export async function answerReceipt(context: Parameters<typeof getVisibleReceipt>[0], id: number) {
  const receipt = await getVisibleReceipt(context, id);
  return {
    result: true,
    receipt_id: id,
    version: receipt.version,
    receipt,
    receipt_lines: await loadLines(context, receipt),
  };
}
