/** Accounts that sign in for a customer or a contractor: made with it, or added to it later. */
import Type from "typebox";
import type { Context } from "#operation/context.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { Email, NewPassword } from "./basics.ts";
import { sendInvitation } from "./links.ts";

/** The member `sign_in` of what makes or changes an owner; `owner` names the shape. */
export function signInOf(owner: "Customer" | "Contractor") {
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
      /** Without one the person is invited by e-mail. */
      password: Type.Optional(NewPassword),
    },
    { $id: `${owner}SignIn` },
  );
}

interface SignInWanted {
  email: string;
  name?: string;
  password?: string;
}

/** Whose people they are. */
export type Owner = { name: string } & (
  | { role: "customer"; customer_id: number }
  | { role: "broker_employee"; contractor_id: number }
);

/** Before the transaction: hashing a password takes its time on purpose. */
export async function hashOf(sign_in: SignInWanted | undefined): Promise<string | null> {
  return sign_in?.password === undefined ? null : hashPassword(sign_in.password);
}

/**
 * Makes an account that signs in for its owner: active with a password, else invited by e-mail. Refuses an
 * address that an account of the business has already.
 */
export async function makeSignIn(
  context: Context<"email_taken">,
  owner: Owner,
  { email, name }: SignInWanted,
  password_hash: string | null,
): Promise<number> {
  const { db, business_id, actor, refuse, emit, forgetCallers } = context;
  const { name: owner_name, role, ...link } = owner;
  const row = await db.row<{ id: number }>(
    `insert into account (business_id, role, name, email, password_hash, locale, status, customer_id, contractor_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
    [
      business_id,
      role,
      name ?? owner_name,
      email,
      password_hash,
      actor.business?.locale ?? "en",
      password_hash === null ? "invited" : "active",
      "customer_id" in link ? link.customer_id : null,
      "contractor_id" in link ? link.contractor_id : null,
    ],
  );
  if (row === undefined) {
    throw refuse("email_taken", {
      message: "An account of this business has this e-mail address.",
      errors: [{ field: "sign_in/email", message: "belongs to another account of this business" }],
    });
  }
  emit({
    subject: { type: "account", id: row.id, first: true },
    kind: "account.created",
    payload: { role, ...link, invited: password_hash === null },
  });
  if (password_hash === null) {
    await sendInvitation(context, {
      account_id: row.id,
      business_id,
      business_name: actor.business?.name ?? "",
      email,
      name: name ?? owner_name,
    });
  }
  forgetCallers();
  return row.id;
}
