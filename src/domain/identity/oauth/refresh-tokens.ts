/** Refresh tokens: one row for each that was issued. */
import type { Db } from "#platform/db/db.ts";

export async function insertRefreshToken(
  db: Db,
  row: { business_id: number; token_id: number; token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.execute(
    `insert into oauth_refresh_token (business_id, token_id, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [row.business_id, row.token_id, row.token_hash, row.created_at, row.expires_at],
  );
}
