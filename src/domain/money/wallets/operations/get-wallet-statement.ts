/** A month of a customer's wallet or settlement account as PDF. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Month, Statement } from "../shapes.ts";
import { issueStatement } from "../statement.ts";

export const getWalletStatement = defineOperation({
  name: "clientWalletStatement",
  summary: "Get the statement of a customer's account",
  description: "A PDF, as base64 or as bytes for `Accept: application/pdf`. The month under way ends today.",
  access: { scopes: ["wallet:read"] },
  rest: { method: "GET", path: "/api/v1/client/wallets/{customer_id}/statements/{month}", bytes: "accept" },
  input: Type.Object({
    customer_id: Ref("customer"),
    month: Month,
    account: Type.Optional(StringEnum(["wallet", "settlement"], { description: "`wallet` by default." })),
  }),
  output: Statement,
  stores_document: true,
  refusals: { month_not_begun: "invalid", too_many_entries: "invalid" },

  run: (context, { account = "wallet", ...of }) =>
    issueStatement(context, { ...of, account, for_customer: false }),
});
