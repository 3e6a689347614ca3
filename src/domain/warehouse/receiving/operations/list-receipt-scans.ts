/** What was scanned for a receipt, latest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { getVisibleReceipt } from "../records/receipt.ts";
import { loadScans } from "../records/receipt-scan.ts";
import { ReceiptScan } from "../shapes.ts";

export const listReceiptScans = defineOperation({
  name: "receiptScans",
  summary: "List scans of a receipt",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/receipts/{receipt_id}/scans" },
  input: Type.Object({
    receipt_id: Ref("receipt"),
    before: Type.Optional(
      NoRef("a cursor: the last row of the page before", {
        ...Id,
        description: "`next` of the page before: scans older than this one.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    scans: Type.Array(ReceiptScan, { description: "Latest first." }),
    next: Nullable(
      NoRef("where the next page starts", {
        ...Id,
        description: "`before` of the next page; null on the last.",
      }),
    ),
  }),

  async run(context, { receipt_id, before, limit = 50 }) {
    await getVisibleReceipt(context, receipt_id);
    const rows = await loadScans(context, receipt_id, { before, limit: limit + 1 });
    const scans = rows.slice(0, limit);
    return { result: true, scans, next: rows.length > limit ? (scans.at(-1)?.id ?? null) : null };
  },
});
