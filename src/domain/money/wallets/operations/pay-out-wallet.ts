/** Record money that the business paid back to a customer from its wallet. Credit is not paid out. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { book } from "../booking.ts";
import { messages } from "../messages.ts";
import { Amount, CustomerWallet, Note, PAYMENT_METHODS, Reference } from "../shapes.ts";

export const payOutWallet = defineOperation({
  name: "clientWalletPayout",
  summary: "Record a payment from a wallet to its customer",
  risk: "high",
  access: { roles: ["client_admin", "employee"], scopes: ["wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/wallets/{customer_id}/payout", status: 201 },
  input: Type.Object({
    customer_id: Ref("customer"),
    amount_minor: Amount,
    method: StringEnum(PAYMENT_METHODS),
    reference: Type.Optional(Reference),
    note: Type.Optional(Note),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    transaction_id: NoRef("a transaction of a wallet"),
    wallet: CustomerWallet,
  }),
  refusals: { reference_used: "conflict", below_credit_limit: "conflict", wallet_too_low: "conflict" },

  async run(context, input) {
    const booked = await book(context, { kind: "payout", ...input });
    const { balance_minor, currency } = booked.wallet;
    if (balance_minor < 0) {
      const available = balance_minor + input.amount_minor;
      throw context.refuse("wallet_too_low", {
        message: messages.wallet_too_low,
        values: {
          required: formatMoney(input.amount_minor, currency),
          available: formatMoney(Math.max(0, available), currency),
        },
        errors: [{ field: "amount_minor", message: messages.more_than_balance }],
      });
    }
    return booked;
  },
});
