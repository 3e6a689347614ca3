/** The first people of an installation: administrators of the platform, whom nobody inside could invite. */
import type { Db } from "#platform/db/db.ts";

/** False where there is one with that e-mail address. */
export async function makePlatformAdmin(
  db: Db,
  { email, name, password_hash }: { email: string; name: string; password_hash: string },
): Promise<boolean> {
  const row = await db.row<{ id: number }>(
    `insert into account (role, name, email, password_hash) values ('platform_admin', $1, $2, $3)
     on conflict do nothing returning id`,
    [name, email, password_hash],
  );
  return row !== undefined;
}

/** Is there nobody who could sign in? */
export async function isWithoutAccounts(db: Db): Promise<boolean> {
  return (await db.row("select 1 from account limit 1")) === undefined;
}
