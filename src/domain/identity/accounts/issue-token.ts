/** Issue the opaque bearer token of a sign-in and record it. */
import type { Context } from "#operation/define/context.ts";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { generateToken } from "#platform/auth/secrets.ts";
import type { SignInAccount } from "./system-queries.ts";

/** Lifetime of a sign-in. */
export const SIGN_IN_TTL_S = 30 * 24 * 3600;

export interface IssuedToken {
  access_token: string;
  token_type: "Bearer";
  expires_at: string;
}

/** What the token is bound to; with a session it is an app session token. */
export interface TokenBinding {
  bound_to?: Record<string, unknown>;
  app_session_id?: number;
}

/** `2026-11-20 03:16:57`, UTC: the format of the contract for sign-ins. */
export function formatTimestamp(at: Date): string {
  return at.toISOString().slice(0, 19).replace("T", " ");
}

export async function issueToken(
  context: Context<never>,
  account: Pick<SignInAccount, "account_id" | "business_id">,
  { bound_to = {}, app_session_id }: TokenBinding = {},
): Promise<IssuedToken> {
  const { db, now, request, emit } = context;
  const { token, token_hash } = generateToken();
  const expires_at = new Date(now.getTime() + SIGN_IN_TTL_S * 1000);
  await db.execute(
    `with signed as (
       insert into sign_in (business_id, account_id, email_folded, address, device, result, at, network)
       select business_id, id, email_folded, $4, $5, 'ok', $3, $10 from account where id = $1),
     cleared as (update account set failed_sign_ins = 0, locked_until = null where id = $1)
     insert into access_token (business_id, account_id, token_hash, kind, app_session_id, bound_to, created_at, expires_at)
     values ($2, $1, $6, case when $9::bigint is null then 'login' else 'app' end, $9, $7, $3, $8)`,
    [
      account.account_id,
      account.business_id,
      now,
      request.address,
      request.user_agent,
      token_hash,
      JSON.stringify(bound_to),
      expires_at,
      app_session_id ?? null,
      getNetworkPrefix(request.address),
    ],
  );
  emit({
    subject: { type: "account", id: account.account_id },
    business_id: account.business_id ?? 0,
    kind: "account.signed_in",
  });
  return { access_token: token, token_type: "Bearer", expires_at: formatTimestamp(expires_at) };
}
