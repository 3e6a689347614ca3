/**
 * The database knows the SECRET_KEY that its secrets are sealed with, by a fingerprint. A start with another one would
 * seem to work, and fail at each secret that it reads.
 */
import { fingerprintKey } from "#platform/auth/secrets.ts";
import type { Pools } from "#platform/db/connect.ts";
import { systemDb } from "#platform/db/db.ts";
import { quote, readCatalog } from "./catalog.ts";
import { isSealedColumn } from "./secrets.ts";

/** The SECRET_KEY is not that of the database; the message says what to do. */
export class SecretKeyError extends Error {}

const NAME = "secret_key";

/** `is_replaced`: the former key is lost, and so are the secrets. */
export async function checkSecretKey(
  { owner, system }: Pick<Pools, "owner" | "system">,
  secret_key: Buffer,
  is_replaced: boolean,
): Promise<void> {
  const db = systemDb(system);
  const ours = fingerprintKey(secret_key);
  await db.execute("insert into installation (name, value) values ($1, $2) on conflict (name) do nothing", [
    NAME,
    ours,
  ]);
  const row = await db.row<{ value: string }>("select value from installation where name = $1", [NAME]);
  if (row?.value === ours) return;
  if (!is_replaced && (await hasSecrets(system)))
    throw new SecretKeyError(
      "SECRET_KEY is not the one that the secrets of this database are sealed with. Set that one; where SECRET_KEY was not set, it is in the file secret.key of the former DATA_DIR. If it is lost, start once with SECRET_KEY_REPLACED=1: stored secrets must then be entered again, and links that were sent end.",
    );
  await owner.query("update installation set value = $2 where name = $1", [NAME, ours]);
}

/** Columns of sealed texts, and settings with sealed members. */
async function hasSecrets(system: Pools["system"]): Promise<boolean> {
  const db = systemDb(system);
  for (const table of await readCatalog(system))
    for (const column of table.columns) {
      const condition = isSealedColumn(column)
        ? "is not null"
        : column.type === "jsonb" && table.name.endsWith("_settings")
          ? `::text like '%\\_sealed": "%'`
          : null;
      if (condition === null) continue;
      const sealed_row = await db.row(
        `select 1 from ${quote(table.name)} where ${quote(column.name)}${condition.startsWith(":") ? "" : " "}${condition} limit 1`,
      );
      if (sealed_row !== undefined) return true;
    }
  return false;
}
