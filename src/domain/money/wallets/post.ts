/**
 * Posts a transaction to the ledger: the only writer of accounts, transactions and entries.
 *
 * The accounts of the customer are locked in one order, so transactions of one customer wait for each other and those
 * of different customers do not. The database refuses entries that do not add up to zero.
 */
import type { Context } from "#operation/define/context.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { insertEntries, lockAccounts } from "./records/ledger-account.ts";
import { LedgerTransaction, type LedgerTransactionRow } from "./records/ledger-transaction.ts";
import { isCustomerAccount, isWithinLimit, type Side, type TransactionKind } from "./rules.ts";

export interface Posting {
  kind: TransactionKind;
  customer_id: number;
  currency: string;
  sides: readonly [Side, Side];
  price_family?: PriceFamily | null;
  /** What it pays for: `{ type: "label", id: 7 }`. */
  subject?: { type: string; id: number };
  method?: string;
  reference?: string;
  note?: string;
}

/** What a customer may spend, when that was too little. */
export interface InsufficientFunds {
  balance_minor: number;
  credit_limit_minor: number;
}

/** The stored transaction, or why nothing was posted. */
export type Posted =
  | { transaction: LedgerTransactionRow; balance_minor: number }
  | { insufficient_funds: InsufficientFunds }
  | { reference_used: number };

export async function postTransaction(context: Context<never>, posting: Posting): Promise<Posted> {
  const { db, business_id, actor, emit } = context;
  const { kind, customer_id, currency, sides, price_family = null, subject, note = "" } = posting;
  const accounts = await lockAccounts(context, posting);
  const customer = await db.row<{ credit_limit_minor: number; currency: string }>(
    `select c.credit_limit_minor, b.currency from customer c join business b on b.id = c.business_id
      where c.business_id = $1 and c.id = $2`,
    [business_id, customer_id],
  );
  // The limit is an amount of the business's own currency.
  const credit_limit_minor = customer?.currency === currency ? customer.credit_limit_minor : 0;
  for (const { account, amount_minor } of sides) {
    const balance_minor = accounts.get(account)?.balance_minor ?? 0;
    if (
      isCustomerAccount(account) &&
      !isWithinLimit(account, { balance_minor, change_minor: amount_minor, credit_limit_minor })
    )
      return { insufficient_funds: { balance_minor, credit_limit_minor } };
  }
  const transaction = await LedgerTransaction.insertIfAbsent(context, {
    customer_id,
    kind,
    currency,
    amount_minor: Math.abs(sides[0].amount_minor),
    family: price_family,
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    method: posting.method ?? null,
    reference: posting.reference ?? null,
    note,
    created_by: actor.account_id,
  });
  if (transaction === undefined) {
    const earlier = await db.row<{ id: number }>(
      `select id from ledger_transaction
        where business_id = $1 and kind = $2 and method = $3 and reference = $4`,
      [business_id, kind, posting.method, posting.reference],
    );
    return { reference_used: earlier?.id ?? 0 };
  }
  await insertEntries(context, transaction.id, sides, accounts);
  emit({
    subject: { type: "wallet", id: customer_id },
    kind: "wallet.transaction_posted",
    payload: {
      transaction_id: transaction.id,
      kind,
      family: price_family,
      subject_type: transaction.subject_type,
      subject_id: transaction.subject_id,
      amount_minor: transaction.amount_minor,
      currency,
    },
  });
  const change_minor = sides.find(({ account }) => account === "wallet")?.amount_minor ?? 0;
  return { transaction, balance_minor: (accounts.get("wallet")?.balance_minor ?? 0) + change_minor };
}
