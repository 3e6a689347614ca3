/**
 * `npm run check:fold`: rebuilds the status of every order from its events and compares it with the row and
 * with its timeline. Prints differences; ends with 1 when there is one.
 *
 * Reads the database that DATABASE_URL names, else the embedded one in DATA_DIR, also while a service runs on it: all
 * of it is read as of one moment.
 */
import { checkFold } from "#domain/orders/check-fold.ts";
import { connect } from "#platform/db/connect.ts";
import { inTransaction } from "#platform/db/db.ts";
import { attachEmbeddedDatabase } from "#platform/db/embedded/attach.ts";
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
    const running = error.fault === "in_use" ? await attachEmbeddedDatabase(config.data_dir) : null;
    if (running !== null) return { config: running, stop: async () => {} };
    console.error(error.message);
    process.exit(2);
  }
}

const database = await openDatabase();
const pools = connect({ config: database.config, onError: () => {} });
const { orders, differences } = await inTransaction(pools.system, async (db) => {
  await db.execute("set transaction isolation level repeatable read, read only");
  return checkFold(db);
});
await pools.end();
await database.stop();
for (const { business_id, order_id, what, stored, rebuilt } of differences) {
  console.log(`business ${business_id}, order ${order_id}: ${what} says ${rebuilt}, the row says ${stored}`);
}
console.log(`${orders} orders checked, ${differences.length} differences.`);
process.exitCode = differences.length === 0 ? 0 : 1;
