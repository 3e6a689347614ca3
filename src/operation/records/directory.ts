/**
 * The directory: the business of each value that is unique over all businesses. Who shows such a value, a token or the key of
 * a partner, names no business: a query across businesses reads the directory first, and what the business has then
 * (docs/decisions/0004). `kind` is the table that has the value; its hash is that of a token (`hashToken`).
 */
import type { Db } from "#platform/db/db.ts";

type Kind =
  | "custom_map"
  | "document_version"
  | "identity_binding"
  | "link"
  | "locker_claim"
  | "locker_device"
  | "oauth_code"
  | "oauth_refresh_token"
  | "partner"
  | "payment_settings"
  | "shop_merchant";

/** False if a business has the value already. */
export async function addToDirectory(
  { db, business_id }: { db: Db; business_id: number },
  kind: Kind,
  value_hash: Buffer,
): Promise<boolean> {
  const added = await db.row(
    `insert into directory_entry (kind, value_hash, business_id) values ($1, $2, $3) on conflict do nothing returning kind`,
    [kind, value_hash, business_id],
  );
  return added !== undefined;
}

export async function removeFromDirectory(
  { db, business_id }: { db: Db; business_id: number },
  kind: Kind,
  value_hashes: readonly Buffer[],
): Promise<void> {
  if (value_hashes.length === 0) return;
  await db.execute(
    "delete from directory_entry where business_id = $1 and kind = $2 and value_hash = any ($3::bytea[])",
    [business_id, kind, value_hashes],
  );
}
