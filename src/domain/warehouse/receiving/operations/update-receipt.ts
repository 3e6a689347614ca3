/** Change a receipt that is open. Its lines are replaced by those named; none that was received may be left out. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Id, Nullable } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { checkLines, insertLines, type NewLine } from "../lines.ts";
import { messages } from "../messages.ts";
import { answerReceipt, getLockedReceipt } from "../rows.ts";
import { Carrier, ExpectedLine, LINES_MAX, Note, ReceiptAnswer, Ref } from "../shapes.ts";
import type { ReceiptLineRow } from "../tables.ts";

export const updateReceipt = defineOperation({
  name: "receiptUpdate",
  summary: "Change a receipt",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:write"] },
  rest: { method: "PATCH", path: "/api/v1/wms/receipts/{receipt_id}" },
  input: Type.Object({
    receipt_id: Id,
    ref: Type.Optional(Ref),
    expected_date: Type.Optional(Nullable(CalendarDate)),
    carrier: Type.Optional(Carrier),
    note: Type.Optional(Note),
    lines: Type.Optional(
      Type.Array(ExpectedLine, { minItems: 1, maxItems: LINES_MAX, description: "All that is expected." }),
    ),
  }),
  output: ReceiptAnswer,
  refusals: { wrong_status: "conflict", wrong_goods: "invalid", line_received: "conflict" },

  async run(context, { receipt_id, lines: wanted, ...changes }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const { receipt } = await getLockedReceipt(context, receipt_id, "update");
    expectVersion(receipt.version);
    const members = [...Object.keys(changes), ...(wanted === undefined ? [] : ["lines"])];
    if (members.length === 0) return answerReceipt(context, receipt_id);
    if (wanted !== undefined) {
      const checked = await checkLines(context, receipt.customer_id, wanted);
      if ("errors" in checked)
        throw refuse("wrong_goods", { message: messages.wrong_goods, errors: checked.errors });
      await replaceLines(context, receipt_id, checked.lines);
    }
    const merged = { ...receipt, ...changes };
    await db.execute(
      `update receipt set ref = $3, expected_date = $4, carrier = $5, note = $6, is_announced = is_announced or $7,
         version = version + 1 where business_id = $1 and id = $2`,
      [
        business_id,
        receipt_id,
        merged.ref,
        merged.expected_date,
        merged.carrier,
        merged.note,
        wanted !== undefined,
      ],
    );
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
  const keyOf = (line: Omit<NewLine, "qty">) =>
    JSON.stringify([line.article_id, line.package_code, line.lot, line.expires_date]);
  const kept = new Set(lines.map(keyOf));
  const left_out = rows.filter((row) => !kept.has(keyOf(row)));
  const received = left_out.filter(({ expected_qty, received_qty }) => expected_qty > 0 && received_qty > 0);
  if (received.length > 0)
    throw refuse("line_received", {
      message: messages.line_received,
      extra: { line_ids: received.map(({ id }) => id) },
    });
  // A line that was not announced and scanned by mistake keeps the scans that were undone.
  await db.execute(
    `update receipt_line set expected_qty = 0 where business_id = $1 and id = any($2::bigint[])`,
    [business_id, left_out.map(({ id }) => id)],
  );
  await db.execute(
    `delete from receipt_line l where l.business_id = $1 and l.id = any($2::bigint[])
       and not exists (select from receipt_scan s where s.business_id = $1 and s.line_id = l.id)`,
    [business_id, left_out.filter(({ received_qty }) => received_qty === 0).map(({ id }) => id)],
  );
  await insertLines(context, receipt_id, lines);
}
