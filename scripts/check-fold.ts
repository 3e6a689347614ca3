/**
 * `npm run check:fold`: rebuilds the status of every order from its events and compares it with the row and
 * with its timeline. Prints differences; exits with 1 when there is one.
 *
 * Reads the database that DATABASE_URL names, else the embedded one in DATA_DIR, also while a service runs on
 * it: everything is read in one snapshot.
 */
import { checkFold } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { connect } from "#platform/db/connect.ts";
import { inTransaction } from "#platform/db/db.ts";
import { openDatabase } from "./database.ts";

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
