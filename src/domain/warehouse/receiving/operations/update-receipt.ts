/** Change a receipt that is open. Its lines are replaced by those named; none that was received may be left out. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerReceipt } from "../answer.ts";
import { checkLines } from "../lines.ts";
import { messages } from "../messages.ts";
import { getLockedReceipt, ReceiptRecord } from "../records/receipt.ts";
import {
  insertLines,
  type LineKey,
  type NewLine,
  type ReceiptLineRow,
  withdrawLines,
} from "../records/receipt-line.ts";
import { Carrier, ExpectedLine, LINES_MAX, Note, ReceiptAnswer, ReceiptRef } from "../shapes.ts";

export const updateReceipt = defineOperation({
  name: "receiptUpdate",
  summary: "Update a receipt",
  access: { scopes: ["wms:write"] },
  rest: { method: "PATCH", path: "/api/v1/wms/receipts/{receipt_id}" },
  input: Type.Object({
    receipt_id: Ref("receipt"),
    ref: Type.Optional(ReceiptRef),
    expected_date: Type.Optional(Nullable(CalendarDate)),
    carrier: Type.Optional(Carrier),
    note: Type.Optional(Note),
    lines: Type.Optional(
      Type.Array(ExpectedLine, { minItems: 1, maxItems: LINES_MAX, description: "All that is expected." }),
    ),
  }),
  output: ReceiptAnswer,
  refusals: { wrong_status: "conflict", wrong_goods: "invalid", line_received: "conflict" },

  async run(context, { receipt_id, lines: requested_lines, ...changes }) {
    const { refuse, expectVersion, emit } = context;
    const { receipt } = await getLockedReceipt(context, receipt_id, "update");
    expectVersion(receipt.version);
    const members = [...Object.keys(changes), ...(requested_lines === undefined ? [] : ["lines"])];
    if (members.length === 0) return answerReceipt(context, receipt_id);
    if (requested_lines !== undefined) {
      const checked = await checkLines(context, receipt.customer_id, requested_lines);
      if ("errors" in checked)
        throw refuse("wrong_goods", { message: messages.wrong_goods, errors: checked.errors });
      await replaceLines(context, receipt_id, checked.lines);
    }
    const { ref, expected_date, carrier, note } = { ...receipt, ...changes };
    await ReceiptRecord.change(context, receipt, {
      ref,
      expected_date,
      carrier,
      note,
      is_announced: receipt.is_announced || requested_lines !== undefined,
    });
    emit({
      subject: { type: "receipt", id: receipt_id },
      kind: "receipt.changed",
      payload: { code: receipt.code, warehouse_id: receipt.warehouse_id, members },
    });
    return answerReceipt(context, receipt_id);
  },
});

async function replaceLines(
  context: Context<"line_received">,
  receipt_id: number,
  lines: readonly NewLine[],
) {
  const { db, business_id, refuse } = context;
  const rows = await db.rows<ReceiptLineRow>(
    "select * from receipt_line where business_id = $1 and receipt_id = $2",
    [business_id, receipt_id],
  );
  const buildKey = (line: LineKey) =>
    JSON.stringify([line.article_id, line.package_code, line.lot, line.expires_date]);
  const kept_keys = new Set(lines.map(buildKey));
  const left_out = rows.filter((row) => !kept_keys.has(buildKey(row)));
  const received = left_out.filter(({ expected_qty, received_qty }) => expected_qty > 0 && received_qty > 0);
  if (received.length > 0)
    throw refuse("line_received", {
      message: messages.line_received,
      extra: { line_ids: received.map(({ id }) => id) },
    });
  await withdrawLines(context, left_out);
  await insertLines(context, receipt_id, lines);
}
