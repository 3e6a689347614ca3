/**
 * `npm run check:fold`: rebuilds the status of every order from its events and compares it with the row and
 * with its timeline; rebuilds all stock from its movements and compares it with the lines that are stored. Prints
 * differences; exits with 1 when there is one.
 *
 * Reads the database that DATABASE_URL names, else the embedded one in DATA_DIR, also while a service runs on
 * it: everything is read in one snapshot.
 */
import { checkFold } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { checkStock } from "#domain/warehouse/inventory/check-stock.ts";
import { inTransaction } from "#platform/db/db.ts";
import { withDatabase } from "./database.ts";

await withDatabase(async ({ system }) => {
  const { orders, differences, stock } = await inTransaction(system, async (db) => {
    await db.execute("set transaction isolation level repeatable read, read only");
    return { ...(await checkFold(db)), stock: await checkStock(db) };
  });
  for (const { business_id, order_id, what, stored, rebuilt } of differences) {
    console.log(
      `business ${business_id}, order ${order_id}: ${what} says ${rebuilt}, the row says ${stored}`,
    );
  }
  console.log(`${orders} orders checked, ${differences.length} differences.`);
  for (const { business_id, what, id, bin_id, stored, rebuilt } of stock.differences) {
    console.log(
      `business ${business_id}, ${what} ${id ?? "missing"}, bin ${bin_id ?? "none"}: the movements say ${rebuilt}, the row says ${stored}`,
    );
  }
  console.log(`${stock.movements} movements of stock checked, ${stock.differences.length} differences.`);
  process.exitCode = differences.length + stock.differences.length === 0 ? 0 : 1;
});
