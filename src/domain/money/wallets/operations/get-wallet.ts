/** The wallet of a customer. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findWallet, toCustomerWallet } from "../records/ledger-account.ts";
import { CustomerWallet } from "../shapes.ts";

export const getWallet = defineOperation({
  name: "clientWallet",
  summary: "Get the wallet of a customer",
  access: { scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/wallets/{customer_id}" },
  input: Type.Object({ customer_id: Ref("customer") }),
  output: Type.Object({ result: Type.Boolean(), wallet: CustomerWallet }),

  async run(context, { customer_id }) {
    const row = await findWallet(context, customer_id);
    if (row === undefined) throw context.refuse("not_found", { message: messages.unknown_customer });
    return { result: true, wallet: toCustomerWallet(row) };
  },
});
