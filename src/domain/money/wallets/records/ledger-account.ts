/** Accounts of the ledger with their entries, and the wallets that they are for customers: how they are locked, stored and read. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import type { Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import { type AccountKind, computeAvailable, isCustomerAccount, type Side } from "../rules.ts";

interface LedgerAccountRow extends Row<"ledger_account"> {
  kind: AccountKind;
}

type Reader = Pick<Context<never>, "db" | "business_id">;

/** The accounts of a posting by kind, opened where they are new; those of the customer, and its wallet, are locked. */
export async function lockAccounts(
  { db, business_id }: Context<never>,
  { customer_id, currency, sides }: { customer_id: number; currency: string; sides: readonly Side[] },
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
  const findAccounts = () =>
    db.rows<LedgerAccountRow>(
      "select * from ledger_account where business_id = $1 and currency = $2 and customer_id is null and kind = any($3)",
      [business_id, currency, values[4]],
    );
  let ledger_accounts = [...(await find()), ...(await findAccounts())];
  if (ledger_accounts.length < kinds.length) {
    await db.execute(
      `insert into ledger_account (business_id, customer_id, currency, kind, balance_minor)
       select $1::int, $2::bigint, $3, kind, 0 from unnest($4::text[]) as kind
       union all select $1::int, null, $3, kind, null from unnest($5::text[]) as kind
       on conflict do nothing`,
      values,
    );
    ledger_accounts = [...(await find()), ...(await findAccounts())];
  }
  return new Map(ledger_accounts.map((account) => [account.kind, account]));
}

/** The entries of a transaction, with the balances after it: one statement. */
export async function insertEntries(
  { db, business_id }: Context<never>,
  transaction_id: number,
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
    [business_id, transaction_id, JSON.stringify(entries)],
  );
}

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

async function findWallet({ db, business_id }: Reader, customer_id: number): Promise<WalletRow | undefined> {
  return db.row<WalletRow>(`${WALLETS} and c.id = $2`, [business_id, customer_id]);
}

export const getCustomerWallet = defineGet(findWallet, messages.unknown_customer);

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
