/**
 * `npm run check:fold`: rebuilds the status of every order from its events and compares it with the row and
 * with its timeline. Prints differences; ends with 1 when there is one.
 *
 * Reads the database that DATABASE_URL names, else the embedded one in DATA_DIR, which a running service holds.
 */
import { checkFold } from "#domain/orders/check-fold.ts";
import { connect } from "#platform/db/connect.ts";
import { doorOf } from "#platform/db/db.ts";
import { EmbeddedDatabaseError } from "#platform/db/embedded/errors.ts";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { readConfig } from "../src/config.ts";

async function openDatabase() {
  const config = readConfig();
  if (config.database_url !== null)
    return { config: { connectionString: config.database_url }, stop: async () => {} };
  try {
    return await startEmbeddedDatabase({ data_dir: config.data_dir, database: "packhorse", log: () => {} });
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError)) throw error;
    console.error(`${error.message} Stop the service first, or name its database with DATABASE_URL.`);
    process.exit(2);
  }
}

const database = await openDatabase();
const pools = connect({ config: database.config, onError: () => {} });
const { orders, differences } = await checkFold(doorOf(pools.system));
await pools.end();
await database.stop();
for (const { business_id, order_id, what, stored, rebuilt } of differences) {
  console.log(`business ${business_id}, order ${order_id}: ${what} says ${rebuilt}, the row says ${stored}`);
}
console.log(`${orders} orders checked, ${differences.length} differences.`);
process.exitCode = differences.length === 0 ? 0 : 1;
