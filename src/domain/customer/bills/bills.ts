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
import { fields } from "#operation/response/platform-messages.ts";
import { requireVisiblePrices } from "#operation/response/prices.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { formatMoney } from "#vocabulary/money.ts";
import type { ServicePriceFamily } from "./families.ts";
import { messages } from "./messages.ts";
import {
  Bill,
  type Billed,
  type BillLine,
  type BillRow,
  BillStep,
  changeBill,
  getBilledRecord,
  loadBill,
  loadSteps,
} from "./records/bill.ts";
import {
  addToLines,
  computeExcess,
  computeRemaining,
  REFUND_LINE,
  refusalToPay,
  type StepKind,
} from "./rules.ts";
import { toBillSummary } from "./shapes.ts";

export interface NewBill {
  customer_id: number;
  subject: Billed;
  price_family: PriceFamily;
  currency: string;
  /** Null where staff price it. */
  price: {
    lines: readonly BillLine[];
    total_minor: number;
    price_list_id: number;
    surcharges: readonly SurchargeRow[];
  } | null;
}

/** In the transaction that creates the order, whose family emits the event of its creation. */
export async function createBill(
  context: Context<never>,
  { customer_id, subject, price_family, currency, price }: NewBill,
): Promise<BillRow> {
  const bill = await Bill.insert(context, {
    customer_id,
    subject_type: subject.type,
    subject_id: subject.id,
    family: price_family,
    currency,
    price_list_id: price?.price_list_id ?? null,
    surcharges: price === null ? null : [...price.surcharges],
    lines: [],
    paid_minor: 0,
  });
  if (price === null) return bill;
  return (await setPrice(context, bill, { ...price, kind: "ordered" })).bill;
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
  await BillStep.insert(context, {
    bill_id: bill.id,
    kind,
    lines_before: bill.lines,
    lines_after: [...lines],
    total_before_minor: bill.total_minor,
    total_after_minor: total_minor,
    returned_minor,
    note,
    created_by: context.actor.account_id,
  });
  const changed = await changeBill(context, bill, {
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
    subject: getBilledRecord(after),
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
    subject: getBilledRecord(bill),
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
      errors: [{ field: "amount_minor", message: fields.maximum.with({ limit: computeRemaining(bill) }) }],
    });
  }
  if (refusal !== null) throw refuse(refusal, { message: messages[refusal] });
  return charge(context, bill, amount_minor ?? computeRemaining(bill));
}

async function charge(context: Paying, bill: BillRow, amount_minor: number): Promise<BillRow> {
  const { customer_id, family, currency } = bill;
  await chargeCustomer(context, {
    customer_id,
    price_family: family,
    subject: getBilledRecord(bill),
    amount_minor,
    currency,
  });
  const paid = await changeBill(context, bill, { paid_minor: bill.paid_minor + amount_minor });
  context.emit({
    subject: getBilledRecord(bill),
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
      errors: [{ field: "amount_minor", message: fields.maximum.with({ limit: bill.paid_minor }) }],
    });
  }
  await giveBack(context, bill, amount_minor, reason);
  const total_minor = (bill.total_minor ?? 0) - amount_minor;
  const lines = addToLines(bill.lines, { code: REFUND_LINE, label: reason, amount_minor: -amount_minor });
  return storePrice(context, bill, { kind: "refunded", lines, total_minor, note: reason }, amount_minor);
}

/** Nothing is owed any more, and what was paid is returned, less what is retained of it. */
export async function cancelBill(
  context: Context<never>,
  bill: BillRow,
  { retained_minor = 0, reason = "" }: { retained_minor?: number; reason?: string } = {},
): Promise<PricedBill> {
  if (bill.total_minor === null) return { bill, returned_minor: 0 };
  const lines =
    retained_minor === 0 ? [] : [{ code: "retained", label: reason, amount_minor: retained_minor }];
  return setPrice(context, bill, { kind: "cancelled", lines, total_minor: retained_minor, note: reason });
}

/** With its newest steps and its payments, for responses. */
export async function loadBillDetail(context: Pick<Context<never>, "db" | "business_id">, subject: Billed) {
  const bill = await loadBill(context, subject);
  const [price_steps, purchases] = await Promise.all([
    loadSteps(context, bill.id),
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
