/**
 * The caller's own wallet, with its latest top-ups.
 *
 * Source: docs/contract/mcp.md, "get_account_credits": for accounts of customers only.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { getCustomerWallet, toWallet } from "../records/ledger-account.ts";
import { listTransactions } from "../records/ledger-transaction.ts";
import { Wallet, WalletTransaction } from "../shapes.ts";

const RECENT_TOPUPS = 10;

export const getOwnWallet = defineOperation({
  name: "customerWallet",
  summary: "Get own wallet",
  description: "Balance, currency and the latest top-ups of the customer that the account belongs to.",
  access: { roles: ["customer"], scopes: ["analytics:read"] },
  provides: ["wallet.balance"],
  rest: { method: "GET", path: "/api/v1/customer/wallet" },
  mcp: { user: "get_account_credits" },
  output: Type.Object({
    result: Type.Boolean(),
    ...Wallet.properties,
    recent_topups: Type.Array(WalletTransaction, { description: "Latest first, 10 at most." }),
  }),

  async run(context) {
    const { actor } = context;
    const customer_id = actor.customer_id ?? 0;
    const [row, recent_topups] = await Promise.all([
      getCustomerWallet(context, customer_id),
      listTransactions(context, {
        customer_id,
        account: "wallet",
        kind: "topup",
        limit: RECENT_TOPUPS,
      }),
    ]);
    return { result: true, ...toWallet(row), recent_topups };
  },
});
