/**
 * `npm run create-admin -- you@example.com [--name "Your name"]`: creates a platform administrator, who can
 * create businesses, and prints the password. For installations without the demo, where nobody can sign in at
 * first.
 *
 * Writes to the database that DATABASE_URL names, else to the embedded one in DATA_DIR, also while a service
 * runs on it. Exits with 1 when there is already such an administrator.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { createPlatformAdmin } from "#domain/identity/accounts/platform-admin.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { inTransaction } from "#platform/db/db.ts";
import { migrate } from "#platform/db/migrate.ts";
import { withDatabase } from "./database.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: "string", default: "Platform administrator" } },
});
const [email] = positionals;
if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email)) {
  console.error('Usage: npm run create-admin -- you@example.com [--name "Your name"]');
  process.exit(1);
}

const password = randomBytes(15).toString("base64url");
const password_hash = await hashPassword(password);
await withDatabase(async ({ owner, system }) => {
  await migrate(owner);
  const is_created = await inTransaction(system, (db) =>
    createPlatformAdmin(db, { email, name: values.name, password_hash }),
  );
  if (is_created) console.log(`${email} is a platform administrator, with the password ${password}`);
  else console.error(`${email} is a platform administrator already.`);
  process.exitCode = is_created ? 0 : 1;
});
