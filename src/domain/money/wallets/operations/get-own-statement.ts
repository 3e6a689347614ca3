/** A month of the caller's own wallet as PDF. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";

import { Month, Statement } from "../shapes.ts";
import { issueStatement } from "../statement.ts";

export const getOwnStatement = defineOperation({
  name: "customerWalletStatement",
  summary: "Get the statement of the own wallet",
  description: "A PDF, as base64 or as bytes for `Accept: application/pdf`. The month under way ends today.",
  access: { roles: ["customer"], scopes: ["analytics:read"] },
  rest: { method: "GET", path: "/api/v1/customer/wallet/statements/{month}", bytes: "accept" },
  input: Type.Object({
    month: Month,
  }),
  output: Statement,
  stores_document: true,
  refusals: { month_not_begun: "invalid", too_many_entries: "invalid" },

  run: (context, { month }) =>
    issueStatement(context, {
      customer_id: context.actor.customer_id ?? 0,
      month,
      account: "wallet",
      for_customer: true,
    }),
});
