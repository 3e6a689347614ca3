/** What a bill still asks for, and what a new price or a refund means for what was paid. Pure. */
import type { BillLine, BillRow } from "./records/bill.ts";

/** What is billed. */
export const BILLED_KINDS = ["shipping_order", "storage_order", "shipout"] as const;
export type BilledKind = (typeof BILLED_KINDS)[number];

/**
 * How a price came about: `ordered` at a rate_id, `quoted` by staff, `repriced` by measures, `charged` with something that
 * was added, `refunded` in part, `cancelled`.
 */
export const STEP_KINDS = ["ordered", "quoted", "repriced", "charged", "refunded", "cancelled"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

type Amounts = Pick<BillRow, "total_minor" | "paid_minor">;

/** What is left to pay; 0 while nothing is priced. */
export function computeRemaining({ total_minor, paid_minor }: Amounts): number {
  return Math.max(0, (total_minor ?? 0) - paid_minor);
}

/** What was paid beyond a new price, and is returned. */
export function computeExcess({ paid_minor }: Pick<BillRow, "paid_minor">, total_minor: number): number {
  return Math.max(0, paid_minor - total_minor);
}

export type PaymentRefusal = "not_priced" | "nothing_to_pay" | "too_much";

/** Why an amount cannot be paid; null when it can. Without an amount all that is left is paid. */
export function refusalToPay(bill: Amounts, amount_minor: number | undefined): PaymentRefusal | null {
  if (bill.total_minor === null) return "not_priced";
  const remaining = computeRemaining(bill);
  if (remaining === 0) return "nothing_to_pay";
  return amount_minor !== undefined && amount_minor > remaining ? "too_much" : null;
}

/** Lines with an amount added to the one of that code, which stands last where it is new. */
export function addToLines(lines: readonly BillLine[], added: BillLine): BillLine[] {
  const known_line = lines.find(({ code }) => code === added.code);
  if (known_line === undefined) return [...lines, added];
  return lines.map((line) =>
    line === known_line ? { ...added, amount_minor: line.amount_minor + added.amount_minor } : line,
  );
}

/** Code of the line of what was refunded. */
export const REFUND_LINE = "refund";

/**
 * A new price with the lines of the bill that it does not replace: what was refunded is not owed again. Lines of a refund that is
 * larger than the new price add up to less than nothing; the total is 0 then.
 */
export function keepLines(
  price: readonly BillLine[],
  before: readonly BillLine[],
  codes: readonly string[] = [REFUND_LINE],
): { lines: BillLine[]; total_minor: number } {
  const lines = [...price, ...before.filter(({ code }) => codes.includes(code))];
  return {
    lines,
    total_minor: Math.max(
      0,
      lines.reduce((sum, line) => sum + line.amount_minor, 0),
    ),
  };
}
