/** Bills: what one is, the steps by which its price came about, how it is found and stored. */
import assert from "node:assert";
import type { SurchargeRow } from "#domain/money/surcharges/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { type BilledKind, computeRemaining, type StepKind } from "../rules.ts";

export interface BillLine {
  code: string;
  label: string;
  amount_minor: number;
}

export interface BillRow extends Row<"customer_bill"> {
  subject_type: BilledKind;
  family: PriceFamily;
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
}

interface BillStepRow extends Row<"customer_bill_step"> {
  kind: StepKind;
  lines_before: BillLine[];
  lines_after: BillLine[];
  /** Returned to the account that had paid. */
  returned_minor: number;
}

export interface Billed {
  type: BilledKind;
  id: number;
}

export const Bill = defineRecord<"customer_bill", BillRow>("customer_bill");
export const BillStep = defineRecord<"customer_bill_step", BillStepRow>("customer_bill_step");

type Reader = Pick<Context<never>, "db" | "business_id">;

const OF_SUBJECT =
  "select * from customer_bill where business_id = $1 and subject_type = $2 and subject_id = $3";

async function getBill({ db, business_id }: Reader, { type, id }: Billed, text: string): Promise<BillRow> {
  const bill = await db.row<BillRow>(text, [business_id, type, id]);
  assert(bill !== undefined, `There is no bill of the ${type} ${id}.`);
  return bill;
}

export const lockBill = (context: Context<never>, subject: Billed) =>
  getBill(context, subject, `${OF_SUBJECT} for update`);

/** As it is, for reading. */
export const loadBill = (context: Reader, subject: Billed) => getBill(context, subject, OF_SUBJECT);

export const getBilledRecord = ({ subject_type, subject_id }: BillRow): Billed => ({
  type: subject_type,
  id: subject_id,
});

/** Stores what a locked bill asks for or what was paid of it. */
export function changeBill(
  context: Context<never>,
  bill: BillRow,
  change: Partial<Pick<BillRow, "lines" | "total_minor" | "paid_minor">>,
): Promise<BillRow> {
  const is_unpaid = computeRemaining({ ...bill, ...change }) > 0;
  const unpaid_since = is_unpaid ? (bill.unpaid_since ?? context.now.toISOString()) : null;
  return Bill.change(context, bill, { ...change, unpaid_since });
}

/** Storage adds a step a day. */
const STEPS_MAX = 100;

type Step = Omit<BillStepRow, "id" | "business_id" | "bill_id" | "created_by" | "created_at"> & {
  at: string;
};

/** The newest steps of a bill, oldest first. */
export function loadSteps({ db, business_id }: Reader, bill_id: number): Promise<Step[]> {
  return db.rows<Step>(
    `select kind, created_at as at, note, total_before_minor, total_after_minor, returned_minor, lines_before, lines_after
       from (select * from customer_bill_step where business_id = $1 and bill_id = $2 order by id desc limit $3) newest order by id`,
    [business_id, bill_id, STEPS_MAX],
  );
}
