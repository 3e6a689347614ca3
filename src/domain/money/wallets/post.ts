/**
 * Posts a transaction to the ledger: the only writer of accounts, transactions and entries.
 *
 * The accounts of the customer are locked in one order, so transactions of one customer wait for each other and those
 * of different customers do not. The database refuses entries that do not add up to zero.
 */
import type { Context } from "#operation/define/context.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { isWithinLimit, type Side } from "./rules.ts";
import {
  CUSTOMER_ACCOUNTS,
  type CustomerAccountKind,
  type LedgerAccountRow,
  type LedgerTransactionRow,
  type TransactionKind,
} from "./tables.ts";

export interface Posting {
  kind: TransactionKind;
  customer_id: number;
  currency: string;
  sides: readonly [Side, Side];
  family?: PriceFamily | null;
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

const isCustomerAccount = (kind: string): kind is CustomerAccountKind =>
  CUSTOMER_ACCOUNTS.some((one) => one === kind);

export async function postTransaction(context: Context<never>, posting: Posting): Promise<Posted> {
  const { db, business_id, actor, now, emit } = context;
  const { kind, customer_id, currency, sides, family = null, subject, note = "" } = posting;
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
  const transaction = await db.row<LedgerTransactionRow>(
    `insert into ledger_transaction (business_id, customer_id, kind, currency, amount_minor, family, subject_type,
       subject_id, method, reference, note, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing returning *`,
    [
      business_id,
      customer_id,
      kind,
      currency,
      Math.abs(sides[0].amount_minor),
      family,
      subject?.type ?? null,
      subject?.id ?? null,
      posting.method ?? null,
      posting.reference ?? null,
      note,
      actor.account_id,
      now,
    ],
  );
  if (transaction === undefined) {
    const earlier = await db.row<{ id: number }>(
      `select id from ledger_transaction
        where business_id = $1 and kind = $2 and method = $3 and reference = $4`,
      [business_id, kind, posting.method, posting.reference],
    );
    return { reference_used: earlier?.id ?? 0 };
  }
  await insertEntries(context, transaction, sides, accounts);
  emit({
    subject: { type: "wallet", id: customer_id },
    kind: "wallet.transaction_posted",
    payload: {
      transaction_id: transaction.id,
      kind,
      family,
      subject_type: transaction.subject_type,
      subject_id: transaction.subject_id,
      amount_minor: transaction.amount_minor,
      currency,
    },
  });
  const change_minor = sides.find(({ account }) => account === "wallet")?.amount_minor ?? 0;
  return { transaction, balance_minor: (accounts.get("wallet")?.balance_minor ?? 0) + change_minor };
}

/** The accounts of a posting by kind, opened where they are new; those of the customer, and its wallet, are locked. */
async function lockAccounts(
  { db, business_id }: Context<never>,
  { customer_id, currency, sides }: Posting,
): Promise<Map<string, LedgerAccountRow>> {
  const kinds = [...new Set(["wallet", ...sides.map(({ account }) => account)])];
  const values = [
    business_id,
    customer_id,
    currency,
    kinds.filter(isCustomerAccount),
    kinds.filter((kind) => !isCustomerAccount(kind)),
  ];
  const find = () =>
    db.rows<LedgerAccountRow>(
      `select * from ledger_account
        where business_id = $1 and currency = $3 and customer_id = $2 and kind = any($4) order by id for update`,
      values.slice(0, 4),
    );
  const findOwn = () =>
    db.rows<LedgerAccountRow>(
      "select * from ledger_account where business_id = $1 and currency = $2 and customer_id is null and kind = any($3)",
      [business_id, currency, values[4]],
    );
  let found = [...(await find()), ...(await findOwn())];
  if (found.length < kinds.length) {
    await db.execute(
      `insert into ledger_account (business_id, customer_id, currency, kind, balance_minor)
       select $1::int, $2::bigint, $3, kind, 0 from unnest($4::text[]) as kind
       union all select $1::int, null, $3, kind, null from unnest($5::text[]) as kind
       on conflict do nothing`,
      values,
    );
    found = [...(await find()), ...(await findOwn())];
  }
  return new Map(found.map((account) => [account.kind, account]));
}

async function insertEntries(
  { db, business_id }: Context<never>,
  transaction: LedgerTransactionRow,
  sides: readonly Side[],
  accounts: ReadonlyMap<string, LedgerAccountRow>,
): Promise<void> {
  const entries = sides.map(({ account, amount_minor }) => {
    const row = accounts.get(account);
    if (row === undefined) throw new Error(`The account ${account} was not opened.`);
    const { id, balance_minor } = row;
    return {
      account_id: id,
      amount_minor,
      balance_after_minor: balance_minor === null ? null : balance_minor + amount_minor,
    };
  });
  await db.execute(
    `with entry as (
       insert into ledger_entry (business_id, transaction_id, account_id, amount_minor, balance_after_minor)
       select $1::int, $2::bigint, account_id, amount_minor, balance_after_minor
         from json_to_recordset($3::json) as e(account_id bigint, amount_minor bigint, balance_after_minor bigint)
       returning account_id, balance_after_minor)
     update ledger_account a set balance_minor = entry.balance_after_minor from entry
      where a.business_id = $1 and a.id = entry.account_id and entry.balance_after_minor is not null`,
    [business_id, transaction.id, JSON.stringify(entries)],
  );
}
