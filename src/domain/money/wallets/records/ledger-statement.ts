/** Statements of a month that were asked for: the subjects of their documents. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord } from "#operation/define/record.ts";

const LedgerStatement = defineRecord("ledger_statement");

const FIND_STATEMENT = `select id from ledger_statement
  where business_id = $1 and customer_id = $2 and account = $3 and month = $4 and for_customer = $5`;

/** The id by which the document of the month is found; stored when it is first asked for. */
export async function findStatement(
  context: Context<never>,
  of: { customer_id: number; account: "wallet" | "settlement"; month: string; for_customer: boolean },
): Promise<number> {
  const values = [context.business_id, of.customer_id, of.account, of.month, of.for_customer];
  const statement = await context.db.row<{ id: number }>(FIND_STATEMENT, values);
  if (statement !== undefined) return statement.id;
  return context.record(async (recording) => {
    const statement_row =
      (await LedgerStatement.insertIfAbsent(recording, of)) ??
      (await recording.db.row<{ id: number }>(FIND_STATEMENT, values));
    if (statement_row === undefined) throw new Error("A statement that was stored has no row.");
    return statement_row.id;
  });
}
