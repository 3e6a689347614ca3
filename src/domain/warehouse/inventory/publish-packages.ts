/** Tells other families which packages a batch took out of stock, or brought back. */
import type { Context } from "#operation/define/context.ts";
import type { StockMovementRow } from "./records/stock-movement.ts";
import type { PackageRow } from "./records/stock-package.ts";
import { packagesChanged } from "./topics.ts";

export async function publishPackages(
  context: Context<never>,
  movements: readonly StockMovementRow[],
): Promise<void> {
  const ids = movements.flatMap(({ article_id, package_id }) =>
    article_id === null && package_id !== null ? [package_id] : [],
  );
  if (ids.length === 0) return;
  const { db, business_id } = context;
  const rows = await db.rows<PackageRow>(
    "select * from stock_package where business_id = $1 and id = any($2::bigint[]) order by id",
    [business_id, ids],
  );
  await context.publish(packagesChanged, {
    packages: rows.map(({ id, status, holder_type, holder_id }) => ({
      package_id: id,
      status,
      holder: holder_type === null || holder_id === null ? null : { type: holder_type, id: holder_id },
    })),
  });
}
