/** Rows of bills and of the steps by which their prices came about. */
import type { SurchargeRow } from "#domain/money/surcharges/public.ts";
import type { PriceFamily } from "#vocabulary/features.ts";

/** What is billed. */
export const BILL_SUBJECTS = ["shipping_order", "storage_order", "shipout"] as const;
export type BillSubject = (typeof BILL_SUBJECTS)[number];

/**
 * How a price came about: `ordered` at a rate_id, `quoted` by staff, `repriced` by measures, `charged` with something that
 * was added, `refunded` in part, `cancelled`.
 */
export const STEP_KINDS = ["ordered", "quoted", "repriced", "charged", "refunded", "cancelled"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export interface BillLine {
  code: string;
  label: string;
  amount_minor: number;
}

export interface BillRow {
  id: number;
  business_id: number;
  customer_id: number;
  subject_type: BillSubject;
  subject_id: number;
  family: PriceFamily;
  currency: string;
  /** The version of the price list that it was priced with; null where staff price it. */
  price_list_id: number | null;
  /** The surcharges of the family as they were when it was priced; null where staff price it. */
  surcharges: SurchargeRow[] | null;
  /** Null until it is priced. */
  total_minor: number | null;
  lines: BillLine[];
  /** From wallet and settlement account, less what was returned. */
  paid_minor: number;
  /** Since when something is left to pay; null while nothing is. */
  unpaid_since: string | null;
  version: number;
}

interface BillStepRow {
  id: number;
  business_id: number;
  bill_id: number;
  kind: StepKind;
  lines_before: BillLine[];
  lines_after: BillLine[];
  total_before_minor: number | null;
  total_after_minor: number;
  /** Returned to the account that had paid. */
  returned_minor: number;
  note: string;
  created_by: number | null;
  created_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    customer_bill: Omit<BillRow, "lines" | "surcharges"> & { lines: unknown; surcharges: unknown };
    customer_bill_step: Omit<BillStepRow, "lines_before" | "lines_after"> & {
      lines_before: unknown;
      lines_after: unknown;
    };
  }
}
