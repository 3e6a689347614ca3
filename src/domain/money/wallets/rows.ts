/** Reads wallets and their transactions. */
import type { Context } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import { computeAvailable } from "./rules.ts";
import type { TransactionKind } from "./tables.ts";

type Reader = Pick<Context<never>, "db" | "business_id">;

export interface WalletRow {
  customer_id: number;
  code: string;
  name: string;
  currency: string;
  balance_minor: number;
  held_minor: number;
  credit_limit_minor: number;
  settlement_due_minor: number;
}

/** Every customer has a wallet; an account that was never posted to is empty. `$1` is the business. */
export const WALLETS = `
  select c.id as customer_id, c.code, c.name, b.currency, c.credit_limit_minor,
         coalesce(w.balance_minor, 0) as balance_minor, coalesce(h.balance_minor, 0) as held_minor,
         -coalesce(s.balance_minor, 0) as settlement_due_minor
    from customer c join business b on b.id = c.business_id
    left join ledger_account w on w.business_id = c.business_id and w.customer_id = c.id and w.currency = b.currency
                              and w.kind = 'wallet'
    left join ledger_account h on h.business_id = c.business_id and h.customer_id = c.id and h.currency = b.currency
                              and h.kind = 'held'
    left join ledger_account s on s.business_id = c.business_id and s.customer_id = c.id and s.currency = b.currency
                              and s.kind = 'settlement'
   where c.business_id = $1`;

export async function findWallet(
  { db, business_id }: Reader,
  customer_id: number,
): Promise<WalletRow | undefined> {
  return db.row<WalletRow>(`${WALLETS} and c.id = $2`, [business_id, customer_id]);
}

/** As a customer sees it. */
export function toWallet({ currency, balance_minor, held_minor, credit_limit_minor }: WalletRow) {
  return {
    currency,
    balance_minor,
    held_minor,
    credit_limit_minor,
    available_minor: computeAvailable(balance_minor, credit_limit_minor),
  };
}

/** As the business sees it. */
export function toCustomerWallet(row: WalletRow) {
  const { customer_id, code, name, settlement_due_minor } = row;
  return { customer_id, code, name, ...toWallet(row), settlement_due_minor };
}

export interface TransactionFilter {
  customer_id: number;
  account: "wallet" | "settlement";
  kind?: TransactionKind | undefined;
  /** Only those with a lower id. */
  before?: number | undefined;
  /** Instants: from, and before. */
  from?: Date | undefined;
  to?: Date | undefined;
  limit: number;
}

export interface TransactionRow {
  transaction_id: number;
  kind: TransactionKind;
  account: "wallet" | "settlement";
  family: string | null;
  amount_minor: number;
  balance_after_minor: number;
  currency: string;
  subject_type: string | null;
  subject_id: number | null;
  method: string | null;
  reference: string | null;
  note: string;
  created_at: string;
}

/** Transactions of one account of a customer, latest first. */
export function listTransactions(
  db: Db,
  business_id: number,
  { customer_id, account, kind, before, from, to, limit }: TransactionFilter,
): Promise<TransactionRow[]> {
  return db.rows<TransactionRow>(
    `select t.id as transaction_id, t.kind, a.kind as account, t.family, e.amount_minor, e.balance_after_minor, t.currency,
            t.subject_type, t.subject_id, t.method, t.reference, t.note, t.created_at
       from ledger_entry e
       join ledger_transaction t on t.business_id = e.business_id and t.id = e.transaction_id
       join ledger_account a on a.business_id = e.business_id and a.id = e.account_id
      where e.business_id = $1
        and e.account_id in (select id from ledger_account where business_id = $1 and customer_id = $2 and kind = $3)
        and ($4::text is null or t.kind = $4) and ($5::bigint is null or t.id < $5)
        and ($6::timestamptz is null or t.created_at >= $6) and ($7::timestamptz is null or t.created_at < $7)
      order by e.id desc limit $8`,
    [
      business_id,
      customer_id,
      account,
      kind ?? null,
      before ?? null,
      from?.toISOString() ?? null,
      to?.toISOString() ?? null,
      limit,
    ],
  );
}

/** What was charged and returned for a subject, oldest first. Amounts are positive. */
export function listPurchases(
  { db, business_id }: Reader,
  { customer_id, subject }: { customer_id: number; subject: { type: string; id: number } },
): Promise<{ transaction_id: number; kind: TransactionKind; amount_minor: number; at: string }[]> {
  return db.rows(
    `select id as transaction_id, kind, amount_minor, created_at as at from ledger_transaction
      where business_id = $1 and subject_type = $2 and subject_id = $3 and customer_id = $4
        and kind in ('charge', 'capture', 'fee', 'refund') order by id`,
    [business_id, subject.type, subject.id, customer_id],
  );
}
