/**
 * Record a payment of a customer's settlement account, which has the charges of families with hidden prices.
 *
 * More than is due stays on the account for the next charges.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { book } from "../booking.ts";
import { Amount, CustomerWallet, Note, PAYMENT_METHODS, Reference } from "../shapes.ts";

export const settleAccount = defineOperation({
  name: "clientWalletSettle",
  summary: "Record a payment of a settlement account",
  risk: "high",
  destructive: false,
  access: { roles: ["client_admin", "employee"], scopes: ["wallet:write"] },
  rest: { method: "POST", path: "/api/v1/client/wallets/{customer_id}/settle", status: 201 },
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
  refusals: { reference_used: "conflict", below_credit_limit: "conflict" },

  run: (context, input) => book(context, { kind: "settlement", ...input }),
});
