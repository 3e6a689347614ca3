/**
 * Identities of external providers and the accounts that they are bound to. One identity (issuer and subject) belongs
 * to one account, on every app and on the web.
 */

import { recordSignInFailure, refuseTooManyFailures } from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import {
  type Identity,
  type IdentityProvider,
  IdentityRefused,
  IdentityUnavailable,
} from "#providers/identity/port.ts";
import { messages } from "./messages.ts";

/** The refusals of verifying an ID token. */
export const TOKEN_REFUSALS = {
  invalid_id_token: "unauthenticated",
  provider_unavailable: "unavailable",
  too_many_failures: "too_many",
} as const;
export type TokenRefusal = keyof typeof TOKEN_REFUSALS;

/** For `prepare`: it requests the issuer's keys. Refusals count towards the limit of the network address. */
export async function verifyIdentity(
  context: Context<TokenRefusal>,
  provider: IdentityProvider,
  id_token: string,
  audience: string,
): Promise<Identity> {
  const { now, refuse } = context;
  await refuseTooManyFailures(context);
  try {
    return await provider.verify(id_token, audience, now);
  } catch (error) {
    if (error instanceof IdentityRefused) {
      await recordSignInFailure(context, `id_token_${error.why}`.slice(0, 60), "", null);
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

interface BindingCandidate {
  account_id: number;
  business_id: number;
  role: string;
  status: string;
  /** True if only the person claimed that the address is theirs. */
  is_self_made: boolean;
}

/**
 * The account of this business with the identity's own, verified address. Undefined for an address that the issuer has
 * not verified, whether it is known here or not.
 */
export async function findAccountByVerifiedEmail(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { email, email_verified }: Identity,
): Promise<BindingCandidate | undefined> {
  if (email === null || !email_verified) return undefined;
  return db.row<BindingCandidate>(
    `select a.id as account_id, a.business_id, a.role, a.status, (a.role = 'driver' or exists (
        select 1 from app_registration r where r.business_id = a.business_id and r.account_id = a.id)) as is_self_made
       from account a where a.business_id = $1 and a.email_folded = lower($2)`,
    [business_id, email],
  );
}
