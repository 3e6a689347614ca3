/** Announces goods that come to a warehouse: a receipt, with what is expected. */
import { buildCodeKey } from "#codes/read-code.ts";
import { findCustomers } from "#domain/warehouse/inventory/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { checkLines } from "./lines.ts";
import { messages } from "./messages.ts";
import { insertReceipt } from "./records/receipt.ts";
import { insertLines } from "./records/receipt-line.ts";
import type { ExpectedLine } from "./shapes.ts";

export const RECEIPT_REFUSALS = {
  unknown_warehouse: "invalid",
  unknown_customer: "invalid",
  wrong_goods: "invalid",
  code_taken: "conflict",
} as const;

interface NewReceipt {
  warehouse_id: number;
  code?: string;
  ref?: string;
  customer_id?: number | null;
  expected_date?: string | null;
  carrier?: string;
  note?: string;
  lines?: readonly ExpectedLine[];
}

/** The id of the receipt. Without a code it takes the next one. */
export async function announceReceipt(
  context: Context<keyof typeof RECEIPT_REFUSALS>,
  input: NewReceipt,
): Promise<number> {
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
  return row.id;
}
