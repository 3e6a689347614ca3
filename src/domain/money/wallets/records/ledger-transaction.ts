/** Transactions of the ledger: what one is, stored once and never changed, and how they are read. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import type { TransactionKind } from "../rules.ts";

export interface LedgerTransactionRow extends Row<"ledger_transaction"> {
  kind: TransactionKind;
}

/** `post.ts` alone inserts: it writes the entries with it. */
export const LedgerTransaction = defineRecord<"ledger_transaction", LedgerTransactionRow>(
  "ledger_transaction",
);

type Reader = Pick<Context<never>, "db" | "business_id">;

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
  { db, business_id }: Reader,
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

/** What is left of the purchases of a subject, by the account that paid and what they were of. */
export function listRefundable(
  { db, business_id }: Reader,
  { customer_id, subject }: { customer_id: number; subject: { type: string; id: number } },
) {
  return db.rows<{
    payer: "wallet" | "settlement";
    currency: string;
    family: PriceFamily | null;
    rest_minor: number;
  }>(
    `select case when a.kind = 'settlement' then 'settlement' else 'wallet' end as payer, t.currency, t.family,
            -sum(e.amount_minor)::bigint as rest_minor
       from ledger_transaction t
       join ledger_entry e on e.business_id = t.business_id and e.transaction_id = t.id
       join ledger_account a on a.business_id = e.business_id and a.id = e.account_id and a.customer_id is not null
      where t.business_id = $1 and t.subject_type = $2 and t.subject_id = $3 and t.customer_id = $4
        and t.kind in ('charge', 'capture', 'fee', 'refund')
      group by 1, 2, 3 having sum(e.amount_minor) < 0 order by 1`,
    [business_id, subject.type, subject.id, customer_id],
  );
}
