/**
 * Change a customer, add another account that signs in for it, or invite the person of one again.
 *
 * Disabling a customer disables its accounts, whose tokens stop working at once; enabling it enables those of them that
 * have a password. Hidden prices are removed from its next response on.
 */

import Type from "typebox";
import {
  createOwnedAccount,
  hashSignInPassword,
  InvitationMember,
  inviteAgain,
  setOwnedAccountsStatus,
} from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { DELIVERY_LIST, writePriceLists } from "../price-lists.ts";
import {
  ACCOUNTS_OF,
  CUSTOMER_COLUMNS,
  CUSTOMER_STATES,
  Customer,
  type CustomerAccount,
  type CustomerRow,
  customerMembers,
  pickAuditFields,
  SignIn,
} from "../shapes.ts";
import { checkCustomer } from "../write.ts";

export const updateCustomer = defineOperation({
  name: "clientCustomerUpdate",
  summary: "Update a customer",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/customers/{customer_id}" },
  needs_sign_in: ["sign_in", "invite_account_id"],
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({
    ...customerMembers,
    customer_id: Ref("customer"),
    name: Type.Optional(customerMembers.name),
    status: Type.Optional(StringEnum(CUSTOMER_STATES)),
    sign_in: Type.Optional(SignIn),
    invite_account_id: Type.Optional(
      Ref("customer_account", {
        ...Id,
        description: "An account of it without a password, whose person is invited again; earlier links end.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    customer: Customer,
    invitation: InvitationMember,
  }),
  refusals: { code_taken: "conflict", email_taken: "conflict", not_invited: "conflict" },

  prepare: async (_context, { sign_in }) => ({ password_hash: await hashSignInPassword(sign_in) }),

  async run(context, { customer_id, ...input }, { password_hash }) {
    const { db, business_id, refuse, expectVersion, emit, clearCallerCache } = context;
    const old = await db.row<CustomerRow>(
      `select ${CUSTOMER_COLUMNS} from customer where business_id = $1 and id = $2 for update`,
      [business_id, customer_id],
    );
    if (old === undefined) throw refuse("not_found", { message: refusals.no_customer });
    expectVersion(old.version);
    const { phone_e164, faults } = await checkCustomer(context, input);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.customer_not_valid, errors: faults });
    if (input.code !== undefined && input.code !== old.code) {
      const duplicate = await db.row("select id from customer where business_id = $1 and code = $2", [
        business_id,
        input.code,
      ]);
      if (duplicate !== undefined) {
        throw refuse("code_taken", {
          message: messages.code_taken,
          errors: [{ field: "code", message: messages.other_customer }],
        });
      }
    }
    const { price_list_id } = input;
    if (price_list_id !== undefined)
      await writePriceLists(context, customer_id, {
        price_families: [DELIVERY_LIST],
        price_list_ids: price_list_id === null ? [] : [price_list_id],
      });
    const row = await db.row<CustomerRow>(
      `update customer set code = $3, name = $4, email = $5, phone_e164 = $6, tier = $7,
         hidden_price_families = $8, credit_limit_minor = $9, status = $10, required_proofs = $11, version = version + 1
        where business_id = $1 and id = $2 returning ${CUSTOMER_COLUMNS}`,
      [
        business_id,
        customer_id,
        input.code ?? old.code,
        input.name?.trim() ?? old.name,
        input.email === undefined ? old.email : input.email,
        phone_e164 === undefined ? old.phone_e164 : phone_e164,
        input.tier ?? old.tier,
        input.hidden_price_families ?? old.hidden_price_families,
        input.credit_limit_minor ?? old.credit_limit_minor,
        input.status ?? old.status,
        input.required_proofs ?? old.required_proofs,
      ],
    );
    if (row === undefined) throw new Error("A locked customer was gone.");
    if (row.status !== old.status) {
      await setOwnedAccountsStatus(context, { customer_id }, row.status);
    }
    emit({
      subject: { type: "customer", id: row.id },
      kind: "customer.updated",
      payload: { members: Object.keys(input) },
      before: pickAuditFields(old),
      after: pickAuditFields(row),
    });
    const owner = { role: "customer", customer_id: row.id, name: row.name } as const;
    let invitation: Type.Static<typeof InvitationMember> = null;
    if (input.sign_in !== undefined)
      invitation = await createOwnedAccount(context, owner, input.sign_in, password_hash);
    if (input.invite_account_id !== undefined)
      invitation = await inviteAgain(context, { customer_id: row.id }, input.invite_account_id);
    clearCallerCache();
    const accounts = await db.rows<Type.Static<typeof CustomerAccount>>(ACCOUNTS_OF, [business_id, row.id]);
    return { result: true, version: row.version, customer: { ...row, accounts }, invitation };
  },
});
