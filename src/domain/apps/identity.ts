/**
 * Identities of outside providers and the accounts that they are bound to. One identity (issuer and subject) is one
 * account, on every app and on the web.
 */

import { lockAccounts, noteFailure, refuseGuessing } from "#domain/user/public.ts";
import type { Context } from "#operation/context.ts";
import {
  type Identity,
  type IdentityProvider,
  IdentityRefused,
  IdentityUnavailable,
} from "#providers/identity/port.ts";
import { messages } from "./messages.ts";

/** What telling who an ID token speaks of may be refused with. */
export const TOKEN_REFUSALS = {
  invalid_id_token: "unauthenticated",
  provider_unavailable: "unavailable",
  too_many_failures: "too_many",
} as const;
export type TokenRefusal = keyof typeof TOKEN_REFUSALS;

/** For `prepare`: it asks the issuer for its keys. Refusals count towards the limit of the network address. */
export async function verifyIdentity(
  context: Context<TokenRefusal>,
  provider: IdentityProvider,
  id_token: string,
  audience: string,
): Promise<Identity> {
  const { now, refuse } = context;
  await refuseGuessing(context);
  try {
    return await provider.verify(id_token, audience, now);
  } catch (error) {
    if (error instanceof IdentityRefused) {
      await noteFailure(context, `id_token_${error.why}`.slice(0, 60), "", null);
      throw refuse("invalid_id_token", { message: messages.invalid_id_token });
    }
    if (error instanceof IdentityUnavailable) {
      throw refuse("provider_unavailable", {
        message: messages.provider_unavailable,
        headers: { "retry-after": "10" },
      });
    }
    throw error;
  }
}

/**
 * False when the identity is another account's, or this account has another identity of the issuer. What was bound to
 * this account meanwhile, by the same person on another device, is bound.
 */
export async function bind(
  { db, business_id, now, emit }: Context<never>,
  account_id: number,
  { issuer, subject }: Identity,
): Promise<boolean> {
  await lockAccounts(db, [account_id]);
  const made = await db.execute(
    `insert into identity_binding (business_id, account_id, issuer, subject, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [business_id, account_id, issuer, subject, now],
  );
  if (made === 0) {
    const same = await db.row(
      "select 1 from identity_binding where business_id = $1 and account_id = $2 and issuer = $3 and subject = $4",
      [business_id, account_id, issuer, subject],
    );
    return same !== undefined;
  }
  emit({ subject: { type: "account", id: account_id }, kind: "account.identity_bound", payload: { issuer } });
  return true;
}

interface Candidate {
  account_id: number;
  business_id: number;
  role: string;
  status: string;
  /** Nobody but the person said that the address is theirs. */
  is_self_made: boolean;
}

/**
 * The account of this business with the identity's own, verified address. Undefined for an address that the issuer
 * does not vouch for, known here or not.
 */
export async function accountOfVerifiedEmail(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { email, email_verified }: Identity,
): Promise<Candidate | undefined> {
  if (email === null || !email_verified) return undefined;
  return db.row<Candidate>(
    `select a.id as account_id, a.business_id, a.role, a.status, (a.role = 'driver' or exists (
        select 1 from app_registration r where r.business_id = a.business_id and r.account_id = a.id)) as is_self_made
       from account a where a.business_id = $1 and a.email_folded = lower($2)`,
    [business_id, email],
  );
}
