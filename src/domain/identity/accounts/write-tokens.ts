/** Tokens that other families issue and end: of app sessions, of OAuth clients. */
import type { Db } from "#platform/db/db.ts";

export interface NewToken {
  business_id: number;
  account_id: number;
  token_hash: Buffer;
  kind: "api" | "app";
  name?: string;
  profile?: string | null;
  /** Null: everything the account may do. */
  scopes?: readonly string[] | null;
  app_session_id?: number;
  /** Path of the only resource that it is for. */
  resource?: string | null;
  oauth_client_hash?: Buffer;
  refreshable_until?: Date;
  bound_to?: Record<string, unknown>;
  created_at: Date;
  expires_at: Date;
}

export async function insertToken(db: Db, token: NewToken): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into access_token (business_id, account_id, token_hash, kind, name, profile, scopes, app_session_id, bound_to,
       created_at, expires_at, resource, oauth_client_hash, refreshable_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    [
      token.business_id,
      token.account_id,
      token.token_hash,
      token.kind,
      token.name ?? null,
      token.profile ?? null,
      token.scopes ?? null,
      token.app_session_id ?? null,
      JSON.stringify(token.bound_to ?? {}),
      token.created_at,
      token.expires_at,
      token.resource ?? null,
      token.oauth_client_hash ?? null,
      token.refreshable_until ?? null,
    ],
  );
  if (row === undefined) throw new Error("A token that was inserted has an id.");
  return row.id;
}

/** Returns whether it was still valid. */
export async function revokeToken(db: Db, token_id: number | null, at: Date): Promise<boolean> {
  return (
    (await db.execute("update access_token set revoked_at = $2 where id = $1 and revoked_at is null", [
      token_id,
      at,
    ])) > 0
  );
}

/** The same token with another secret and a later end: what was issued before does not work any more. */
export async function refreshToken(
  db: Db,
  token_id: number,
  {
    token_hash,
    expires_at,
    refreshable_until,
  }: { token_hash: Buffer; expires_at: Date; refreshable_until: Date },
): Promise<void> {
  await db.execute(
    "update access_token set token_hash = $2, expires_at = $3, refreshable_until = $4 where id = $1",
    [token_id, token_hash, expires_at, refreshable_until],
  );
}

/** The session continues with another token: a client that uses this one again has copied it. */
export async function retireRotatedToken(db: Db, token_id: number, at: Date): Promise<void> {
  await db.execute("update access_token set revoked_at = $2, rotated_at = $2 where id = $1", [token_id, at]);
}

/** Returns how many were still valid. */
export function revokeSessionTokens(
  db: Db,
  business_id: number,
  app_session_id: number,
  at: Date,
): Promise<number> {
  return db.execute(
    `update access_token set revoked_at = $3
      where business_id = $1 and app_session_id = $2 and revoked_at is null`,
    [business_id, app_session_id, at],
  );
}
