/**
 * `npm run migrate`: applies the migrations to the database that DATABASE_URL names, else to the embedded one
 * in DATA_DIR, and exits. For upgrades of several processes, before the first of the new ones starts. Prints
 * what it waits for.
 */
import { migrate } from "#platform/db/migrate.ts";
import { withDatabase } from "./database.ts";

await withDatabase(async ({ owner }) => {
  const applied = await migrate(owner, { log: (message) => console.log(message) });
  console.log(`Migrations applied: ${applied.length}.`);
});
