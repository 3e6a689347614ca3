/** Parts that making and changing a customer share. */

import { e164Of, sendInvitation } from "#domain/user/public.ts";
import type { Context } from "#operation/context.ts";
import type { RefusalDetail } from "#operation/refusal.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import type { CustomerRow } from "./shapes.ts";

interface Said {
  phone?: string | null | undefined;
  price_list_id?: number | null | undefined;
}

/** The phone in E.164 (undefined: not said), and what is wrong with the members that a schema cannot judge. */
export async function judge(
  { db, business_id, actor }: Pick<Context, "db" | "business_id" | "actor">,
  { phone, price_list_id }: Said,
): Promise<{ phone_e164: string | null | undefined; faults: RefusalDetail[] }> {
  const faults: RefusalDetail[] = [];
  const said = phone === "" ? null : phone;
  const phone_e164 = typeof said === "string" ? e164Of(said, actor.business?.country ?? "") : said;
  if (typeof said === "string" && phone_e164 === undefined) {
    faults.push({ field: "phone", message: "is not a telephone number" });
  }
  if (typeof price_list_id === "number") {
    const known = await db.row("select id from price_list where business_id = $1 and id = $2", [
      business_id,
      price_list_id,
    ]);
    if (known === undefined)
      faults.push({ field: "price_list_id", message: "is not a price list of this business" });
  }
  return { phone_e164, faults };
}

export interface SignInWanted {
  email: string;
  name?: string;
  password?: string;
}

/** Before the transaction: hashing a password takes its time on purpose. */
export async function hashOf(sign_in: SignInWanted | undefined): Promise<string | null> {
  return sign_in?.password === undefined ? null : hashPassword(sign_in.password);
}

/**
 * Makes the account that signs in for a customer: active with a password, else invited by e-mail. Refuses an
 * address that an account of the business has already.
 */
export async function makeAccount(
  context: Context<"email_taken">,
  customer: CustomerRow,
  { email, name }: SignInWanted,
  password_hash: string | null,
): Promise<number> {
  const { db, business_id, actor, refuse, emit, forgetCallers } = context;
  const row = await db.row<{ id: number }>(
    `insert into account (business_id, role, name, email, password_hash, locale, status, customer_id)
     values ($1, 'customer', $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    [
      business_id,
      name ?? customer.name,
      email,
      password_hash,
      actor.business?.locale ?? "en",
      password_hash === null ? "invited" : "active",
      customer.id,
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
    payload: { role: "customer", customer_id: customer.id, invited: password_hash === null },
  });
  if (password_hash === null) {
    await sendInvitation(context, {
      account_id: row.id,
      business_id,
      business_name: actor.business?.name ?? "",
      email,
      name: name ?? customer.name,
    });
  }
  forgetCallers();
  return row.id;
}
