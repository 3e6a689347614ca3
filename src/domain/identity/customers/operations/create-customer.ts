/**
 * Create a customer, optionally with an account that signs in for it.
 *
 * The account is active if a password is sent; else its person gets an invitation by e-mail. A new customer's hidden
 * prices are those of the business's settings unless the request names them.
 */
import Type from "typebox";
import {
  createOwnedAccount,
  hashSignInPassword,
  InvitationMember,
} from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { insertCustomer } from "../new-customer.ts";
import { ACCOUNTS_OF, Customer, type CustomerAccount, customerMembers, SignIn } from "../shapes.ts";
import { checkCustomer } from "../write.ts";

export const createCustomer = defineOperation({
  name: "clientCustomerCreate",
  summary: "Create a customer",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/customers" },
  needs_sign_in: ["sign_in"],
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({ ...customerMembers, sign_in: Type.Optional(SignIn) }),
  output: Type.Object({
    result: Type.Boolean(),
    customer_id: Ref("customer"),
    version: Type.Integer(),
    customer: Customer,
    invitation: InvitationMember,
  }),
  refusals: { code_taken: "conflict", email_taken: "conflict" },

  prepare: async (_context, { sign_in }) => ({ password_hash: await hashSignInPassword(sign_in) }),

  async run(context, input, { password_hash }) {
    const { db, business_id, refuse } = context;
    const { phone_e164, faults } = await checkCustomer(context, input);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.customer_not_valid, errors: faults });
    const row = await insertCustomer(context, { ...input, phone_e164 });
    if (row === undefined) {
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: messages.other_customer }],
      });
    }
    const owner = { role: "customer", customer_id: row.id, name: row.name } as const;
    const invitation =
      input.sign_in === undefined
        ? null
        : await createOwnedAccount(context, owner, input.sign_in, password_hash);
    const accounts = await db.rows<Type.Static<typeof CustomerAccount>>(ACCOUNTS_OF, [business_id, row.id]);
    return {
      result: true,
      customer_id: row.id,
      version: row.version,
      customer: { ...row, accounts },
      invitation,
    };
  },
});
