/** A page of transactions of one account, which grows while it is read: by cursor. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { listTransactions } from "./records/ledger-transaction.ts";
import { TRANSACTION_KINDS, type TransactionKind } from "./rules.ts";
import { WalletTransaction } from "./shapes.ts";

export const transactionsInput = {
  kind: Type.Optional(StringEnum(TRANSACTION_KINDS)),
  before: Type.Optional(
    NoRef("a cursor: the last row of the page before", {
      ...Id,
      description: "`next` of the page before: transactions older than this one.",
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
};

export const TransactionsOutput = Type.Object({
  result: Type.Boolean(),
  transactions: Type.Array(WalletTransaction, { description: "Latest first." }),
  next: Nullable(
    NoRef("where the next page starts", {
      ...Id,
      description: "`before` of the next page; null on the last.",
    }),
  ),
});

export async function readTransactions(
  context: Pick<Context<never>, "db" | "business_id">,
  customer_id: number,
  account: "wallet" | "settlement",
  { kind, before, limit = 50 }: { kind?: TransactionKind; before?: number; limit?: number },
) {
  const transaction_rows = await listTransactions(context, {
    customer_id,
    account,
    kind,
    before,
    limit: limit + 1,
  });
  const transactions = transaction_rows.slice(0, limit);
  return {
    result: true,
    transactions,
    next: transaction_rows.length > limit ? (transactions.at(-1)?.transaction_id ?? null) : null,
  };
}
