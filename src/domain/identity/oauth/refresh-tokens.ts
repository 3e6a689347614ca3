/** Refresh tokens: one row for each that was issued. */
import { addToDirectory, removeFromDirectory } from "#operation/records/directory.ts";
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
  await addToDirectory({ db, business_id: row.business_id }, "oauth_refresh_token", row.token_hash);
}

export async function removeExpiredRefreshTokens(
  db: Db,
  { business_id, token_id }: { business_id: number; token_id: number },
  now: Date,
): Promise<void> {
  const expired = await db.rows<{ token_hash: Buffer }>(
    "delete from oauth_refresh_token where business_id = $1 and token_id = $2 and expires_at < $3 returning token_hash",
    [business_id, token_id, now],
  );
  await removeFromDirectory(
    { db, business_id },
    "oauth_refresh_token",
    expired.map(({ token_hash }) => token_hash),
  );
}
