/** What the operations have in common by which staff record money that a customer paid outside of the service. */
import Type from "typebox";
import { StringEnum } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { Amount, CustomerWallet, Note, PAYMENT_METHODS, Reference } from "./shapes.ts";

export const RECORDED_PAYMENT = {
  risk: "high",
  destructive: false,
  access: { roles: ["client_admin", "employee"], scopes: ["wallet:write"] },
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
} as const;
