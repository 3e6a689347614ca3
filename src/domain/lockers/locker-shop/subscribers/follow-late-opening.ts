/**
 * The door opened for a sale whose amount was given up before: a locker without a network reports it later. Nothing is taken for it;
 * the goods are out unpaid until somebody settles it.
 */
import { deviceOperationApplied } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { emitCell, warnOfLowStock } from "../cells.ts";
import { changeSale } from "../change.ts";
import { CellRecord } from "../records/cell.ts";
import { SaleRecord, type SaleRow } from "../records/sale.ts";
import { isGivenUp } from "../rules.ts";

export const followLateOpening = subscribe(deviceOperationApplied, async (context, { operations }) => {
  const { db, business_id, now } = context;
  const openings = new Map(
    operations
      .filter(({ action, result }) => action === "door_opened" && result === "ok")
      .flatMap(({ command_id, occurred_at }) => (command_id === null ? [] : [[command_id, occurred_at]])),
  );
  if (openings.size === 0) return;
  const sales = await db.rows<SaleRow>(
    "select * from shop_sale where business_id = $1 and command_id = any($2::bigint[]) order by cell_id, id",
    [business_id, [...openings.keys()]],
  );
  for (const { id, cell_id } of sales.filter(isGivenUp)) {
    const cell = await CellRecord.getLocked(context, cell_id);
    const sale = await SaleRecord.lock(context, id);
    const occurred_at = openings.get(sale?.command_id ?? 0);
    if (sale === undefined || occurred_at === undefined || !isGivenUp(sale)) continue;
    // The clock of a device may be ahead.
    const at = new Date(Math.min(Date.parse(occurred_at), now.getTime())).toISOString();
    await changeSale(context, sale, { opened_at: at, unpaid_since: at });
    // Who stocked it since then has counted what is there.
    if (cell.qty === 0 || (cell.stocked_at !== null && cell.stocked_at > at)) continue;
    const after = await CellRecord.change(context, cell, { qty: cell.qty - 1 });
    emitCell(context, after);
    await warnOfLowStock(context, after);
  }
});
