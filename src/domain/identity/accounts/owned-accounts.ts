/** Accounts that sign in for a customer or a contractor: created with it, or added to it later. */

import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { Email, NewPassword } from "./basics.ts";
import { sendInvitation } from "./links.ts";
import { createAccount } from "./write.ts";

/** The member `sign_in` of operations that create or change an owner; `owner` names the schema. */
export function buildSignInSchema(owner: "Customer" | "Contractor") {
  return Type.Object(
    {
      email: Email,
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: `The ${owner.toLowerCase()}'s when absent.`,
        }),
      ),
      /** Without a password the person is invited by e-mail. */
      password: Type.Optional(NewPassword),
    },
    { $id: `${owner}SignIn` },
  );
}

interface SignInRequest {
  email: string;
  name?: string;
  password?: string;
}

/** The customer or contractor that the account belongs to. */
export type Owner = { name: string } & (
  | { role: "customer"; customer_id: number }
  | { role: "broker_employee"; contractor_id: number }
);

/** Called before the transaction: hashing a password is slow by design. */
export async function hashSignInPassword(sign_in: SignInRequest | undefined): Promise<string | null> {
  return sign_in?.password === undefined ? null : hashPassword(sign_in.password);
}

/**
 * Create an account that signs in for its owner: active with a password, else invited by e-mail. Refuses an address
 * that another account of the business has.
 */
export async function createOwnedAccount(
  context: Context<"email_taken">,
  owner: Owner,
  { email, name }: SignInRequest,
  password_hash: string | null,
): Promise<number> {
  const { db, business_id, actor, now, refuse, emit, clearCallerCache } = context;
  const { name: owner_name, role, ...link } = owner;
  const account_id = await createAccount(db, {
    business_id,
    role,
    name: name ?? owner_name,
    email,
    password_hash,
    locale: actor.business?.locale ?? "en",
    ...link,
    created_at: now,
  });
  if (account_id === undefined) {
    throw refuse("email_taken", {
      message: "An account of this business has this e-mail address.",
      errors: [{ field: "sign_in/email", message: "belongs to another account of this business" }],
    });
  }
  emit({
    subject: { type: "account", id: account_id, is_new: true },
    kind: "account.created",
    payload: { role, ...link, invited: password_hash === null },
  });
  if (password_hash === null) {
    await sendInvitation(context, {
      account_id,
      business_id,
      business_name: actor.business?.name ?? "",
      email,
      name: name ?? owner_name,
    });
  }
  clearCallerCache();
  return account_id;
}
