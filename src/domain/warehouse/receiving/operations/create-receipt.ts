/** Announce goods that come to a warehouse, with their lines, or open a receipt for goods that come without a notice. */
import Type from "typebox";
import { findCustomers, normalizeCode, OwnerId } from "#domain/warehouse/inventory/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Id, Nullable } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { checkLines, insertLines } from "../lines.ts";
import { messages } from "../messages.ts";
import { answerReceipt, isOpenWarehouse } from "../rows.ts";
import { Carrier, ExpectedLine, LINES_MAX, Note, ReceiptAnswer, ReceiptCode, Ref } from "../shapes.ts";

/** RC and at least eight digits: `lpad` alone would cut longer numbers. */
const NEXT_CODE = `(select 'RC' || lpad(n::text, greatest(8, length(n::text)), '0') from nextval('receipt_code_seq') as n)`;

export const createReceipt = defineOperation({
  name: "receiptCreate",
  summary: "Create a receipt",
  effect: "write",
  adds_only: true,
  access: { roles: BUSINESS_ROLES, scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/receipts", status: 201 },
  input: Type.Object({
    warehouse_id: Id,
    code: Type.Optional(ReceiptCode),
    ref: Type.Optional(Ref),
    customer_id: Type.Optional(OwnerId),
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
  refusals: {
    unknown_warehouse: "invalid",
    unknown_customer: "invalid",
    wrong_goods: "invalid",
    code_taken: "conflict",
  },

  async run(context, input) {
    const { db, business_id, actor, now, refuse, emit } = context;
    const { warehouse_id, customer_id = null, lines: wanted = [] } = input;
    if (!(await isOpenWarehouse(context, warehouse_id)))
      throw refuse("unknown_warehouse", {
        message: messages.unknown_warehouse,
        errors: [{ field: "warehouse_id", message: "is no open warehouse where you work" }],
      });
    if (customer_id !== null && !(await findCustomers(context, [customer_id])).has(customer_id))
      throw refuse("unknown_customer", {
        message: messages.unknown_customer,
        errors: [{ field: "customer_id", message: "is no customer of the business" }],
      });
    const checked = await checkLines(context, customer_id, wanted);
    if ("errors" in checked)
      throw refuse("wrong_goods", { message: messages.wrong_goods, errors: checked.errors });
    const is_announced = checked.lines.length > 0;
    const row = await db.row<{ id: number; code: string }>(
      `insert into receipt (business_id, warehouse_id, code, ref, customer_id, is_announced, expected_date, carrier, note, status,
         created_by, created_at)
       values ($1, $2, coalesce($3, ${NEXT_CODE}), $4, $5, $6, $7, $8, $9, 'expected',
         $10, $11)
       on conflict (business_id, code) do nothing returning id, code`,
      [
        business_id,
        warehouse_id,
        input.code === undefined ? null : normalizeCode(input.code),
        input.ref ?? "",
        customer_id,
        is_announced,
        input.expected_date ?? null,
        input.carrier ?? "",
        input.note ?? "",
        actor.account_id,
        now,
      ],
    );
    if (row === undefined)
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: "belongs to another receipt" }],
      });
    await insertLines(context, row.id, checked.lines);
    emit({
      subject: { type: "receipt", id: row.id, is_new: true },
      kind: "receipt.created",
      payload: { code: row.code, warehouse_id, customer_id, is_announced, lines: checked.lines.length },
    });
    return answerReceipt(context, row.id);
  },
});
