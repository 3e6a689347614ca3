/** Undoes a scan: its goods leave the stock again, if they lie where they were received. */
import {
  goodsOfPackage,
  lockStockAtHand,
  type Movement,
  postMovements,
  publishPackages,
} from "#domain/warehouse/inventory/public.ts";
import { lockBins } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { ReceiptRow } from "./records/receipt.ts";
import { takeFromLine } from "./records/receipt-line.ts";
import { ReceiptScanRecord, type ReceiptScanRow } from "./records/receipt-scan.ts";

export type UndoOutcome = "undone" | "unknown_scan" | "already_undone" | "moved_on";

/**
 * The receipt is locked. Pieces of one article and lot are alike: those of this scan lie there as long as its bin holds as
 * many. A package that is reserved, or that something was put into, has moved on.
 */
export async function undoScan(
  context: Context<never>,
  receipt: ReceiptRow,
  scan_id: number,
): Promise<UndoOutcome> {
  const { db, business_id, actor, now, emit } = context;
  const scan = await db.row<ReceiptScanRow & { lot: string; expires_date: string | null }>(
    `select s.*, l.lot, l.expires_date from receipt_scan s
       join receipt_line l on l.business_id = $1 and l.id = s.line_id
      where s.business_id = $1 and s.receipt_id = $2 and s.id = $3 and s.outcome = 'received'`,
    [business_id, receipt.id, scan_id],
  );
  if (scan === undefined || scan.bin_id === null || scan.line_id === null) return "unknown_scan";
  if (scan.undone_at !== null) return "already_undone";
  const { bin_id, line_id, package_id, qty } = scan;
  if (package_id !== null && !(await isUntouched(context, package_id, bin_id))) return "moved_on";
  const bins = await lockBins(context, [bin_id]);
  if (bins.length === 0) return "moved_on";
  const goods =
    package_id === null
      ? {
          article_id: scan.article_id,
          package_id: null,
          customer_id: receipt.customer_id,
          lot: scan.lot,
          expires_date: scan.expires_date,
        }
      : goodsOfPackage(package_id, receipt.customer_id);
  const movement: Movement = {
    ...goods,
    reason: "rolled_back",
    qty,
    from_bin_id: bin_id,
    to_bin_id: null,
    scanned: scan.scanned,
  };
  const posted = await postMovements(context, {
    kind: "rollback",
    bins,
    subject: { type: "receipt", id: receipt.id },
    movements: [movement],
  });
  if ("problem" in posted) return "moved_on";
  await publishPackages(context, posted.movements);
  await takeFromLine(context, line_id, { qty, damaged_qty: scan.is_damaged ? qty : 0 });
  await ReceiptScanRecord.change(context, scan, {
    undone_at: now.toISOString(),
    undone_by: actor.account_id,
    undo_batch_id: posted.batch_id,
  });
  emit({
    subject: { type: "receipt", id: receipt.id },
    kind: "receipt.scan_undone",
    payload: { code: receipt.code, warehouse_id: receipt.warehouse_id, scan_id, line_id, qty },
  });
  return "undone";
}

/** Whether a package lies alone in this bin and nobody reserved it; its bin is locked afterwards. */
async function isUntouched(context: Context<never>, package_id: number, bin_id: number): Promise<boolean> {
  const { db, business_id } = context;
  const { lines } = await lockStockAtHand(context, { package_ids: [package_id] }, [bin_id]);
  const row = await db.row<{ is_held: boolean }>(
    "select holder_id is not null as is_held from stock_package where business_id = $1 and id = $2 for update",
    [business_id, package_id],
  );
  return lines.length === 1 && lines[0]?.bin_id === bin_id && row?.is_held === false;
}
