/** The wallets of customers, by name, or those whose customer's name or code has a prefix. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { toCustomerWallet, WALLETS, type WalletRow } from "../records/ledger-account.ts";
import { CustomerWallet } from "../shapes.ts";

export const listWallets = defineList({
  name: "clientWallets",
  summary: "List wallets of customers",
  access: { scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/wallets" },
  filters: {
    q: filter(
      Type.String({ minLength: 1, maxLength: 100, description: "Prefix of a customer's name or code." }),
      "starts_with(lower(name), lower($q)) or starts_with(lower(code), lower($q))",
    ),
    due: filter(
      Type.Boolean({ description: "True: only customers who owe money, by credit used or by settlement." }),
      "$due = (balance_minor < 0 or settlement_due_minor > 0)",
    ),
  },
  rows: { wallets: Type.Array(CustomerWallet) },
  from: `(${WALLETS}) wallet`,
  business: null,
  order: "name, customer_id",
  build: (row: WalletRow) => toCustomerWallet(row),
});
