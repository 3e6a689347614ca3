/** The wallets of customers, by name, or those whose customer's name or code has a prefix. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { toCustomerWallet, WALLETS, type WalletRow } from "../records/ledger-account.ts";
import { CustomerWallet } from "../shapes.ts";

export const listWallets = defineOperation({
  name: "clientWallets",
  summary: "List wallets of customers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/wallets" },
  input: Type.Object({
    ...PageInput,
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "Prefix of a customer's name or code." }),
    ),
    due: Type.Optional(
      Type.Boolean({ description: "True: only customers who owe money, by credit used or by settlement." }),
    ),
  }),
  output: Type.Object({ ...PageOutput, wallets: Type.Array(CustomerWallet) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const found = `from (${WALLETS}) wallet
      where ($2::text is null or starts_with(lower(name), lower($2)) or starts_with(lower(code), lower($2)))
        and ($3::boolean is null or $3 = (balance_minor < 0 or settlement_due_minor > 0))`;
    const values = [business_id, input.q ?? null, input.due ?? null];
    const [rows, counted] = await Promise.all([
      db.rows<WalletRow>(`select * ${found} order by name, customer_id limit $4 offset $5`, [
        ...values,
        per_page,
        offset,
      ]),
      db.row<{ n: number }>(`select count(*) as n ${found}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, wallets: rows.map(toCustomerWallet) };
  },
});
