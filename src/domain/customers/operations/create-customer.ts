/**
 * Make a customer, with the account that signs in for it if one is wanted.
 *
 * The account is active when a password comes with it; else its person gets an invitation by e-mail. Prices
 * hidden from a new customer are those of the business's settings unless the request says which.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id } from "#vocabulary/basics.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import {
  ACCOUNTS_OF,
  auditOf,
  CUSTOMER_COLUMNS,
  Customer,
  type CustomerAccount,
  type CustomerRow,
  customerMembers,
  SignIn,
} from "../shapes.ts";
import { hashOf, judge, makeAccount } from "../write.ts";

const NEXT_NUMBER = `insert into counter (business_id, name, value) values ($1, 'customer', 1)
  on conflict (business_id, name) do update set value = counter.value + 1 returning value`;

export const createCustomer = defineOperation({
  name: "clientCustomerCreate",
  summary: "Make a customer",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/customers" },
  input: Type.Object({ ...customerMembers, sign_in: Type.Optional(SignIn) }),
  output: Type.Object({
    result: Type.Boolean(),
    customer_id: Id,
    version: Type.Integer(),
    customer: Customer,
  }),
  refusals: { code_taken: "conflict", email_taken: "conflict" },

  prepare: async (_context, { sign_in }) => ({ password_hash: await hashOf(sign_in) }),

  async run(context, input, { password_hash }) {
    const { db, business_id, actor, now, refuse, emit } = context;
    const { phone_e164, faults } = await judge(context, input);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: "The customer is not valid.", errors: faults });
    const number =
      input.code === undefined ? await db.row<{ value: number }>(NEXT_NUMBER, [business_id]) : undefined;
    const defaults = (actor.business?.settings["price_hiding_defaults"] ?? []) as PriceFamily[];
    const row = await db.row<CustomerRow>(
      `insert into customer (business_id, code, name, email, phone_e164, tier, price_list_id, hidden_price_families,
         credit_limit_minor, required_proofs, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning ${CUSTOMER_COLUMNS}`,
      [
        business_id,
        input.code ?? `C${String(number?.value ?? 0).padStart(5, "0")}`,
        input.name.trim(),
        input.email ?? null,
        phone_e164 ?? null,
        input.tier ?? "standard",
        input.price_list_id ?? null,
        input.hidden_price_families ?? defaults,
        input.credit_limit_minor ?? 0,
        input.required_proofs ?? [],
        now,
      ],
    );
    if (row === undefined) {
      throw refuse("code_taken", {
        message: "Another customer has this code.",
        errors: [{ field: "code", message: "belongs to another customer" }],
      });
    }
    emit({
      subject: { type: "customer", id: row.id, first: true },
      kind: "customer.created",
      payload: { code: row.code, tier: row.tier },
      before: null,
      after: auditOf(row),
    });
    if (input.sign_in !== undefined) await makeAccount(context, row, input.sign_in, password_hash);
    const accounts = await db.rows<Type.Static<typeof CustomerAccount>>(ACCOUNTS_OF, [business_id, row.id]);
    return { result: true, customer_id: row.id, version: row.version, customer: { ...row, accounts } };
  },
});
