/** The transactions of the caller's own wallet, latest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { readTransactions, TransactionsOutput, transactionsInput } from "../list-input.ts";

export const listOwnTransactions = defineOperation({
  name: "customerWalletTransactions",
  summary: "List transactions of the own wallet",
  description: "Amounts of families whose prices are hidden from the customer are left out.",
  access: { roles: ["customer"], scopes: ["analytics:read"] },
  rest: { method: "GET", path: "/api/v1/customer/wallet/transactions" },
  input: Type.Object(transactionsInput),
  output: TransactionsOutput,

  run: (context, page) => readTransactions(context, context.actor.customer_id ?? 0, "wallet", page),
});
