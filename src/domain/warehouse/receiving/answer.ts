/** A receipt with its lines, as operations answer it. */
import { findReceipt } from "./records/receipt.ts";
import { loadLines } from "./records/receipt-line.ts";

export async function answerReceipt(context: Parameters<typeof findReceipt>[0], id: number) {
  const receipt = await findReceipt(context, id);
  if (receipt === undefined) throw new Error("A receipt that was written was not found.");
  return {
    result: true,
    receipt_id: id,
    version: receipt.version,
    receipt,
    receipt_lines: await loadLines(context, receipt),
  };
}
