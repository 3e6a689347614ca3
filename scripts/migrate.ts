/**
 * `npm run migrate`: applies the migrations to the database that DATABASE_URL names, else to the embedded one
 * in DATA_DIR, and exits. For upgrades of several processes, before the first of the new ones starts. Prints
 * what it waits for.
 */
import { connect } from "#platform/db/connect.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "./database.ts";

const database = await openDatabase();
const pools = connect({ config: database.config, onError: () => {} });
const applied = await migrate(pools.owner, { log: (message) => console.log(message) });
await pools.end();
await database.stop();
console.log(`Migrations applied: ${applied.length}.`);
