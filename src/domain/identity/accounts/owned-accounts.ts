/** Accounts that sign in for a customer or a contractor: created with it, or added to it later. */

import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import type { Role } from "#vocabulary/roles.ts";
import { Email, NewPassword } from "./basics.ts";
import { type Invitation, sendInvitation } from "./links.ts";
import { messages } from "./messages.ts";
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
 * that another account of the business has. Returns the invitation, null with a password.
 */
export async function createOwnedAccount(
  context: Context<"email_taken">,
  owner: Owner,
  { email, name }: SignInRequest,
  password_hash: string | null,
): Promise<Invitation | null> {
  const { db, business_id, business, now, refuse, emit, clearCallerCache } = context;
  const { name: owner_name, role, ...link } = owner;
  const account_id = await createAccount(db, {
    business_id,
    role,
    name: name ?? owner_name,
    email,
    password_hash,
    locale: business.locale,
    ...link,
    created_at: now,
  });
  if (account_id === undefined) {
    throw refuse("email_taken", {
      message: messages.email_of_account,
      errors: [{ field: "sign_in/email", message: messages.other_account_of_business }],
    });
  }
  emit({
    subject: { type: "account", id: account_id, is_new: true },
    kind: "account.created",
    payload: { role, ...link, invited: password_hash === null },
  });
  clearCallerCache();
  if (password_hash !== null) return null;
  return sendInvitation(context, {
    account_id,
    business_id,
    business_name: business.name,
    email,
    name: name ?? owner_name,
  });
}

/** Invite the person of an account again that signs in for its owner or drives, and has no password yet. */
export async function inviteAgain(
  context: Context<"not_invited">,
  owner: { customer_id: number } | { contractor_id: number } | { driver_id: number },
  account_id: number,
): Promise<Invitation> {
  const { db, business_id, business, refuse, emit } = context;
  const [[column, owner_id] = []] = Object.entries(owner);
  const account = await db.row<{ role: Role; email: string; name: string; is_invited: boolean }>(
    `select role, email, name, status = 'invited' and password_hash is null as is_invited from account
      where business_id = $1 and id = $2 and ${column} = $3 for no key update`,
    [business_id, account_id, owner_id],
  );
  if (account === undefined)
    throw refuse("not_found", { message: messages.has_no_account, values: { id: account_id } });
  const { role, email, name, is_invited } = account;
  if (!is_invited) throw refuse("not_invited", { message: messages.not_invited });
  emit({
    subject: { type: "account", id: account_id },
    kind: "account.invited",
    payload: { role, ...owner },
  });
  const business_name = business.name;
  return sendInvitation(context, { account_id, business_id, business_name, email, name });
}
