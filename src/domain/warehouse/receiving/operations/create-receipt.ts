/** Announce goods that come to a warehouse, with their lines, or open a receipt for goods that come without a notice. */
import Type from "typebox";
import { buildCodeKey } from "#codes/read-code.ts";
import { findCustomers, OwnerId } from "#domain/warehouse/inventory/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerReceipt } from "../answer.ts";
import { checkLines } from "../lines.ts";
import { messages } from "../messages.ts";
import { insertReceipt } from "../records/receipt.ts";
import { insertLines } from "../records/receipt-line.ts";
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
  refusals: {
    unknown_warehouse: "invalid",
    unknown_customer: "invalid",
    wrong_goods: "invalid",
    code_taken: "conflict",
  },

  async run(context, input) {
    const { refuse, emit } = context;
    const { warehouse_id, customer_id = null, lines: requested_lines = [] } = input;
    // Locked against being closed meanwhile.
    const warehouse = await findWarehouse(context, warehouse_id, "for share");
    if (warehouse?.status !== "open")
      throw refuse("unknown_warehouse", {
        message: messages.unknown_warehouse,
        errors: [{ field: "warehouse_id", message: fields.no_own_open_warehouse }],
      });
    if (customer_id !== null && !(await findCustomers(context, [customer_id])).has(customer_id))
      throw refuse("unknown_customer", {
        message: messages.unknown_customer,
        errors: [{ field: "customer_id", message: messages.no_customer_of_business }],
      });
    const checked = await checkLines(context, customer_id, requested_lines);
    if ("errors" in checked)
      throw refuse("wrong_goods", { message: messages.wrong_goods, errors: checked.errors });
    const is_announced = checked.lines.length > 0;
    const row = await insertReceipt(context, input.code === undefined ? null : buildCodeKey(input.code), {
      warehouse_id,
      ref: input.ref ?? "",
      customer_id,
      is_announced,
      expected_date: input.expected_date ?? null,
      carrier: input.carrier ?? "",
      note: input.note ?? "",
    });
    if (row === undefined)
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: messages.other_receipt }],
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
