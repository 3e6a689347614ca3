/** Correct a wallet, up or down, with a reason. Nothing that was booked changes: the correction is a transaction. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { book } from "../booking.ts";
import { messages } from "../messages.ts";
import { CustomerWallet } from "../shapes.ts";

const LIMIT = 10_000_000_000;

export const adjustWallet = defineOperation({
  name: "clientWalletAdjust",
  summary: "Adjust a wallet",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/wallets/{customer_id}/adjust", status: 201 },
  input: Type.Object({
    customer_id: Ref("customer"),
    amount_minor: Type.Integer({
      minimum: -LIMIT,
      maximum: LIMIT,
      description: "Minor units: positive adds to the wallet, negative takes from it. Not 0.",
    }),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    transaction_id: NoRef("a transaction of a wallet"),
    wallet: CustomerWallet,
  }),
  refusals: { reference_used: "conflict", below_credit_limit: "conflict" },

  async run(context, { customer_id, amount_minor, reason }) {
    if (amount_minor === 0) {
      throw context.refuse("invalid_request", {
        message: messages.adjustment_not_valid,
        errors: [{ field: "amount_minor", message: messages.not_zero }],
      });
    }
    return book(context, { kind: "adjustment", customer_id, amount_minor, note: reason.trim() });
  },
});
