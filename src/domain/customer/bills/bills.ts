/**
 * What customers' orders cost and what was paid for them, for the families whose orders they are.
 *
 * The caller has locked the order, and every function locks its bill before it reads it: of two payments at once the second
 * finds what the first left. Money is moved by the wallets, in the same transaction.
 */
import assert from "node:assert";
import type { SurchargeRow } from "#domain/money/surcharges/public.ts";
import { chargeCustomer, listPurchases, refundPurchase } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import { requireVisiblePrices } from "#operation/response/prices.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { formatMoney } from "#vocabulary/money.ts";
import type { ServicePriceFamily } from "./families.ts";
import { messages } from "./messages.ts";
import { addToLines, computeExcess, computeRemaining, REFUND_LINE, refusalToPay } from "./rules.ts";
import { type StepRow, toBillSummary } from "./shapes.ts";
import type { BillLine, BillRow, BillSubject, StepKind } from "./tables.ts";

export interface Billed {
  type: BillSubject;
  id: number;
}

export interface NewBill {
  customer_id: number;
  subject: Billed;
  family: PriceFamily;
  currency: string;
  /** Null where staff price it. */
  price: {
    lines: readonly BillLine[];
    total_minor: number;
    price_list_id: number;
    surcharges: readonly SurchargeRow[];
  } | null;
}

const BILL_COLUMNS = `id, business_id, customer_id, subject_type, subject_id, family, currency, price_list_id, surcharges, total_minor, lines,
  paid_minor, unpaid_since, version`;

/** In the transaction that creates the order, whose family emits the event of its creation. */
export async function createBill(
  context: Context<never>,
  { customer_id, subject, family, currency, price }: NewBill,
): Promise<BillRow> {
  const { db, business_id, now } = context;
  const bill = await db.row<BillRow>(
    `insert into customer_bill (business_id, customer_id, subject_type, subject_id, family, currency, price_list_id, surcharges, lines,
       paid_minor, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, '[]', 0, $9) returning ${BILL_COLUMNS}`,
    [
      business_id,
      customer_id,
      subject.type,
      subject.id,
      family,
      currency,
      price?.price_list_id ?? null,
      price === null ? null : JSON.stringify(price.surcharges),
      now,
    ],
  );
  if (bill === undefined) throw new Error("A bill that was inserted has no row.");
  if (price === null) return bill;
  return (await setPrice(context, bill, { ...price, kind: "ordered" })).bill;
}

export async function lockBill({ db, business_id }: Context<never>, { type, id }: Billed): Promise<BillRow> {
  const bill = await db.row<BillRow>(
    `select ${BILL_COLUMNS} from customer_bill where business_id = $1 and subject_type = $2 and subject_id = $3 for update`,
    [business_id, type, id],
  );
  if (bill === undefined) throw new Error(`There is no bill of the ${type} ${id}.`);
  return bill;
}

export interface NewPrice {
  kind: StepKind;
  lines: readonly BillLine[];
  total_minor: number;
  note?: string;
}

export interface PricedBill {
  bill: BillRow;
  /** Returned to the account that had paid. */
  returned_minor: number;
}

/** Is the price of this family hidden from the customer now? It is settled outside then. */
async function isHidden(
  { db, business_id }: Context<never>,
  { customer_id, family }: BillRow,
): Promise<boolean> {
  const row = await db.row<{ is_hidden: boolean }>(
    "select $3 = any(hidden_price_families) as is_hidden from customer where business_id = $1 and id = $2",
    [business_id, customer_id, family],
  );
  return row?.is_hidden === true;
}

const getSubject = ({ subject_type, subject_id }: BillRow): Billed => ({
  type: subject_type,
  id: subject_id,
});

/**
 * Gives a bill its price, or another one, as a step with the lines before and after. More is left to pay; of less, what was
 * paid beyond it is returned to the account that had paid.
 */
export async function setPrice(context: Context<never>, bill: BillRow, price: NewPrice): Promise<PricedBill> {
  const excess = computeExcess(bill, price.total_minor);
  if (excess > 0) await giveBack(context, bill, excess, price.note ?? "");
  return storePrice(context, bill, price, excess);
}

async function storePrice(
  context: Context<never>,
  bill: BillRow,
  { kind, lines, total_minor, note = "" }: NewPrice,
  returned_minor: number,
): Promise<PricedBill> {
  const { db, business_id, now, actor } = context;
  await db.execute(
    `insert into customer_bill_step (business_id, bill_id, kind, lines_before, lines_after, total_before_minor, total_after_minor,
       returned_minor, note, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      business_id,
      bill.id,
      kind,
      JSON.stringify(bill.lines),
      JSON.stringify(lines),
      bill.total_minor,
      total_minor,
      returned_minor,
      note,
      actor.account_id,
      now,
    ],
  );
  const changed = await save(context, bill, {
    lines: [...lines],
    total_minor,
    paid_minor: bill.paid_minor - returned_minor,
  });
  emitPriced(context, bill, changed, { step: kind, returned_minor });
  return { bill: changed, returned_minor };
}

function emitPriced(
  { emit }: Context<never>,
  before: BillRow,
  after: BillRow,
  { step, returned_minor }: { step: StepKind; returned_minor: number },
): void {
  const { customer_id, family, currency, total_minor } = after;
  emit({
    subject: getSubject(after),
    kind: "bill.priced",
    payload: {
      customer_id,
      family: family as ServicePriceFamily,
      step,
      total_before_minor: before.total_minor,
      total_minor,
      returned_minor,
      currency,
    },
  });
}

async function save(
  { db, business_id, now }: Context<never>,
  bill: BillRow,
  change: Pick<BillRow, "lines" | "total_minor" | "paid_minor">,
): Promise<BillRow> {
  const is_unpaid = computeRemaining(change) > 0;
  const row = await db.row<BillRow>(
    `update customer_bill set lines = $3, total_minor = $4, paid_minor = $5,
       unpaid_since = case when $6 then coalesce(unpaid_since, $7) end, version = version + 1
      where business_id = $1 and id = $2 returning ${BILL_COLUMNS}`,
    [
      business_id,
      bill.id,
      JSON.stringify(change.lines),
      change.total_minor,
      change.paid_minor,
      is_unpaid,
      now,
    ],
  );
  if (row === undefined) throw new Error("A locked bill was gone.");
  return row;
}

/** The ledger has what the bill says was paid, so all of it is returned. */
async function giveBack(
  context: Context<never>,
  bill: BillRow,
  amount_minor: number,
  note: string,
): Promise<void> {
  const { customer_id } = bill;
  const returned = await refundPurchase(context, {
    customer_id,
    subject: getSubject(bill),
    amount_minor,
    note,
  });
  assert(
    returned.wallet + returned.settlement === amount_minor,
    `Of ${amount_minor} to return for bill ${bill.id}, the ledger has other amounts.`,
  );
}

/** What an operation by which a customer pays declares. */
export const payRefusals = {
  wallet_too_low: "unpaid",
  not_priced: "conflict",
  nothing_to_pay: "conflict",
  too_much: "invalid",
} as const;

type Paying = Context<keyof typeof payRefusals>;

/**
 * The customer pays from its wallet: all that is left, or a part. Refused for a family whose prices it does not see, before
 * anything that could tell an amount.
 */
export async function payFromWallet(
  context: Paying,
  bill: BillRow,
  amount_minor: number | undefined,
): Promise<BillRow> {
  const { actor, refuse } = context;
  requireVisiblePrices(actor, bill.family);
  const refusal = refusalToPay(bill, amount_minor);
  if (refusal === "too_much") {
    throw refuse("too_much", {
      message: messages.too_much,
      values: { remaining: formatMoney(computeRemaining(bill), bill.currency) },
      errors: [{ field: "amount_minor", message: `must be at most ${computeRemaining(bill)}` }],
    });
  }
  if (refusal !== null) throw refuse(refusal, { message: messages[refusal] });
  return charge(context, bill, amount_minor ?? computeRemaining(bill));
}

async function charge(context: Paying, bill: BillRow, amount_minor: number): Promise<BillRow> {
  const { customer_id, family, currency, lines, total_minor } = bill;
  await chargeCustomer(context, { customer_id, family, subject: getSubject(bill), amount_minor, currency });
  const paid = await save(context, bill, { lines, total_minor, paid_minor: bill.paid_minor + amount_minor });
  context.emit({
    subject: getSubject(bill),
    kind: "bill.paid",
    payload: {
      customer_id,
      family: family as ServicePriceFamily,
      amount_minor,
      remaining_minor: computeRemaining(paid),
      currency,
    },
  });
  return paid;
}

/**
 * Charges what is left to the settlement account of a customer from whom the prices are hidden; the bill as it is for any
 * other customer, who pays from its wallet. The settlement account has no limit.
 */
export async function settleHidden(context: Context<never>, bill: BillRow): Promise<BillRow> {
  const remaining = computeRemaining(bill);
  if (remaining === 0 || !(await isHidden(context, bill))) return bill;
  return charge(context as Paying, bill, remaining);
}

/** What an operation by which staff settle a balance declares. */
export const settleRefusals = {
  not_priced: "conflict",
  nothing_to_pay: "conflict",
  prices_shown: "conflict",
} as const;

/** Staff charge what is left to the settlement account. */
export async function settleBill(
  context: Context<keyof typeof settleRefusals>,
  bill: BillRow,
): Promise<BillRow> {
  const { refuse } = context;
  const refusal = refusalToPay(bill, undefined);
  if (refusal === "not_priced" || refusal === "nothing_to_pay")
    throw refuse(refusal, { message: messages[refusal] });
  const settled = await settleHidden(context, bill);
  if (settled === bill) throw refuse("prices_shown", { message: messages.prices_shown });
  return settled;
}

/** What an operation by which staff refund declares. */
export const refundRefusals = { refund_too_much: "invalid" } as const;

/** Returns a part of what was paid: the price falls by it, so that it is not asked for again. */
export async function refundBill(
  context: Context<keyof typeof refundRefusals>,
  bill: BillRow,
  { amount_minor, reason }: { amount_minor: number; reason: string },
): Promise<PricedBill> {
  if (amount_minor > bill.paid_minor) {
    throw context.refuse("refund_too_much", {
      message: messages.refund_too_much,
      values: { paid: formatMoney(bill.paid_minor, bill.currency) },
      errors: [{ field: "amount_minor", message: `must be at most ${bill.paid_minor}` }],
    });
  }
  await giveBack(context, bill, amount_minor, reason);
  const total_minor = (bill.total_minor ?? 0) - amount_minor;
  const lines = addToLines(bill.lines, { code: REFUND_LINE, label: reason, amount_minor: -amount_minor });
  return storePrice(context, bill, { kind: "refunded", lines, total_minor, note: reason }, amount_minor);
}

/** Nothing is owed any more, and all that was paid is returned. */
export async function cancelBill(context: Context<never>, bill: BillRow): Promise<PricedBill> {
  if (bill.total_minor === null) return { bill, returned_minor: 0 };
  return setPrice(context, bill, { kind: "cancelled", lines: [], total_minor: 0 });
}

/** Storage adds a step a day. */
const STEPS_SHOWN = 100;

/** With its newest steps and its payments, for responses. */
export async function loadBillDetail(context: Pick<Context<never>, "db" | "business_id">, subject: Billed) {
  const { db, business_id } = context;
  const bill = await db.row<BillRow>(
    `select ${BILL_COLUMNS} from customer_bill where business_id = $1 and subject_type = $2 and subject_id = $3`,
    [business_id, subject.type, subject.id],
  );
  if (bill === undefined) throw new Error(`There is no bill of the ${subject.type} ${subject.id}.`);
  const [price_steps, purchases] = await Promise.all([
    db.rows<StepRow>(
      `select kind, created_at as at, note, total_before_minor, total_after_minor, returned_minor, lines_before, lines_after
         from (select * from customer_bill_step where business_id = $1 and bill_id = $2 order by id desc limit $3) newest order by id`,
      [business_id, bill.id, STEPS_SHOWN],
    ),
    listPurchases(context, { customer_id: bill.customer_id, subject }),
  ]);
  return {
    ...toBillSummary(bill),
    price_details: bill.lines,
    price_steps,
    payments: purchases.map(({ kind, amount_minor, ...rest }) => ({
      ...rest,
      kind: kind === "refund" ? ("refund" as const) : ("charge" as const),
      amount_minor: kind === "refund" ? -amount_minor : amount_minor,
    })),
  };
}
