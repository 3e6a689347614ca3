/** Lines of a price that staff write. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import type { BillLine } from "./records/bill.ts";

/** Of a price, or of what a discount takes from it. */
const AMOUNT_MAX = 100_000_000_000;

export const StaffLines = Type.Array(
  Type.Object({
    label: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" }),
    amount_minor: Type.Integer({
      minimum: -AMOUNT_MAX,
      maximum: AMOUNT_MAX,
      description: "Minor units of the business's currency, tax included; a discount is negative.",
    }),
  }),
  { minItems: 1, maxItems: 50 },
);

/** Refuses lines whose sum is below zero. */
export function priceByStaff(
  context: Context<never>,
  lines: readonly { label: string; amount_minor: number }[],
): { lines: BillLine[]; total_minor: number } {
  const total_minor = lines.reduce((sum, line) => sum + line.amount_minor, 0);
  if (total_minor < 0) {
    throw context.refuse("invalid_request", {
      message: messages.lines_below_zero,
      errors: [{ field: "lines", message: messages.below_zero_together }],
    });
  }
  return { lines: lines.map((line) => ({ code: "staff", ...line })), total_minor };
}
