/** The transactions of a customer's wallet, or of its settlement account, latest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { readTransactions, TransactionsOutput, transactionsInput } from "../list-input.ts";
import { getCustomerWallet } from "../records/ledger-account.ts";

export const listWalletTransactions = defineOperation({
  name: "clientWalletTransactions",
  summary: "List transactions of a customer",
  access: { scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/wallets/{customer_id}/transactions" },
  input: Type.Object({
    customer_id: Ref("customer"),
    account: Type.Optional(StringEnum(["wallet", "settlement"], { description: "`wallet` by default." })),
    ...transactionsInput,
  }),
  output: TransactionsOutput,

  async run(context, { customer_id, account = "wallet", ...page }) {
    await getCustomerWallet(context, customer_id);
    return readTransactions(context, customer_id, account, page);
  },
});
