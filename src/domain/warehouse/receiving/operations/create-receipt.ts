/** Announce goods that come to a warehouse, with their lines, or open a receipt for goods that come without a notice. */
import Type from "typebox";
import { OwnerId } from "#domain/warehouse/inventory/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { announceReceipt, RECEIPT_REFUSALS } from "../announce.ts";
import { answerReceipt } from "../answer.ts";
import { Carrier, ExpectedLine, LINES_MAX, Note, ReceiptAnswer, ReceiptCode, ReceiptRef } from "../shapes.ts";

export const createReceipt = defineOperation({
  name: "receiptCreate",
  summary: "Create a receipt",
  destructive: false,
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/receipts", status: 201 },
  input: Type.Object({
    warehouse_id: Ref("warehouse"),
    code: Type.Optional(ReceiptCode),
    ref: Type.Optional(ReceiptRef),
    customer_id: Type.Optional(Ref("customer", OwnerId)),
    expected_date: Type.Optional(Nullable(CalendarDate)),
    carrier: Type.Optional(Carrier),
    note: Type.Optional(Note),
    lines: Type.Optional(
      Type.Array(ExpectedLine, {
        maxItems: LINES_MAX,
        description:
          "What is expected. Without lines there is no notice, and everything that comes is received.",
      }),
    ),
  }),
  output: ReceiptAnswer,
  refusals: RECEIPT_REFUSALS,

  run: async (context, input) => answerReceipt(context, await announceReceipt(context, input)),
});
