/** The first accounts of an installation: administrators of the platform, whom nobody could invite yet. */

import type { Db } from "#platform/db/db.ts";
import { createAccount } from "./write.ts";

/** Returns false if an administrator with that e-mail address exists. */
export async function createPlatformAdmin(
  db: Db,
  { email, name, password_hash }: { email: string; name: string; password_hash: string },
): Promise<boolean> {
  const role = "platform_admin";
  const account_id = await createAccount(db, {
    business_id: null,
    role,
    email,
    name,
    password_hash,
    created_at: new Date(),
  });
  return account_id !== undefined;
}

/** Does the installation have no account that can sign in? */
export async function isWithoutAccounts(db: Db): Promise<boolean> {
  return (await db.row("select 1 from account limit 1")) === undefined;
}
