/**
 * Packages that left the stock otherwise, or came back: lost, disposed of, found, a receipt that was rolled back. The order
 * follows a moment later, because movements of stock must not wait for it.
 */
import { packagesChanged } from "#domain/warehouse/inventory/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { STORAGE_DAY } from "../charges.ts";
import type { StoredPackageRow } from "../records/stored-package.ts";
import { getNextPackageStatus, isInStore, type PackageMove } from "../rules.ts";

/** A ship-out keeps what it held: it is held again when it is found, and lost for it when its receipt is undone. */
function chooseMove({ shipout_id }: StoredPackageRow, in_stock: string): PackageMove | undefined {
  if (in_stock === "in_stock") return shipout_id === null ? "find" : "find_held";
  if (in_stock === "rolled_back") return shipout_id === null ? "undo_receipt" : "lose";
  return in_stock === "disposed" ? "dispose" : in_stock === "lost" ? "lose" : undefined;
}

export const followStock = subscribe(packagesChanged, async (context, { packages }) => {
  const { db, business_id, now, due } = context;
  const rows = await db.rows<StoredPackageRow>(
    `select distinct on (stock_package_id) * from stored_package
      where business_id = $1 and stock_package_id = any($2::bigint[]) order by stock_package_id, id desc`,
    [business_id, packages.map(({ package_id }) => package_id)],
  );
  if (rows.length === 0) return;
  const { time_zone } = context.business;
  const today = toLocalDate(now, time_zone);
  for (const row of rows) {
    const { status: in_stock } = packages.find(({ package_id }) => package_id === row.stock_package_id) ?? {};
    const move = in_stock === undefined ? undefined : chooseMove(row, in_stock);
    const status = move === undefined ? null : getNextPackageStatus(row.status, move);
    if (status === null) continue;
    const values = [business_id, row.id, status];
    if (move === "undo_receipt")
      await db.execute(
        `update stored_package set status = $3, stock_package_id = null, received_at = null, stored_from = null,
           measured_at = null, measured_weight_g = null, measured_length_mm = null, measured_width_mm = null, measured_height_mm = null,
           damaged = false
          where business_id = $1 and id = $2`,
        values,
      );
    else
      await db.execute(
        "update stored_package set status = $3, stored_until = $4, left_at = $5 where business_id = $1 and id = $2",
        [...values, isInStore(status) ? null : today, isInStore(status) ? null : now],
      );
    due.set(STORAGE_DAY, row.storage_order_id, now);
  }
});
