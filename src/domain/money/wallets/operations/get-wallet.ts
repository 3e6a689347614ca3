/** The wallet of a customer. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getCustomerWallet, toCustomerWallet } from "../records/ledger-account.ts";
import { CustomerWallet } from "../shapes.ts";

export const getWallet = defineOperation({
  name: "clientWallet",
  summary: "Get the wallet of a customer",
  access: { scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/wallets/{customer_id}" },
  input: Type.Object({ customer_id: Ref("customer") }),
  output: Type.Object({ result: Type.Boolean(), wallet: CustomerWallet }),

  async run(context, { customer_id }) {
    const row = await getCustomerWallet(context, customer_id);
    return { result: true, wallet: toCustomerWallet(row) };
  },
});
