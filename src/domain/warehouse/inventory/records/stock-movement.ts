/** Movements, which are never changed, and the batches in which they are made together. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { type BatchKind, formatLineKey, type Movement, type MovementReason } from "../rules.ts";
import type { Posting } from "./stock-line.ts";

interface StockBatchRow extends Row<"stock_batch"> {
  kind: BatchKind;
}

export interface StockMovementRow extends Row<"stock_movement"> {
  reason: MovementReason;
}

export const StockBatch = defineRecord<"stock_batch", StockBatchRow>("stock_batch");

/** In their order, which their ids have too; the answer is in it. */
export async function insertMovements(
  { db, business_id, actor }: Context<never>,
  { batch_id, at, movements, balances, lines }: Posting & { batch_id: number },
): Promise<StockMovementRow[]> {
  const getId = (bin_id: number | null, movement: Movement) =>
    bin_id === null ? null : (lines.get(formatLineKey(bin_id, movement))?.id ?? null);
  const rows = movements.map((movement, index) => ({
    n: index,
    reason: movement.reason,
    article_id: movement.article_id,
    package_id: movement.package_id,
    customer_id: movement.customer_id,
    lot: movement.lot,
    expires_date: movement.expires_date,
    qty: movement.qty,
    from_bin_id: movement.from_bin_id,
    to_bin_id: movement.to_bin_id,
    from_line_id: getId(movement.from_bin_id, movement),
    to_line_id: getId(movement.to_bin_id, movement),
    ...balances[index],
    scanned: movement.scanned ?? null,
  }));
  const inserted = await db.rows<StockMovementRow>(
    `insert into stock_movement (business_id, batch_id, at, reason, article_id, package_id, customer_id, lot, expires_date, qty,
       from_bin_id, to_bin_id, from_line_id, to_line_id, from_qty_after, to_qty_after, scanned, created_by)
     select $1, $2, $3, reason, article_id, package_id, customer_id, lot, expires_date, qty, from_bin_id, to_bin_id,
       from_line_id, to_line_id, from_qty_after, to_qty_after, scanned, $5
       from json_to_recordset($4::json) as m(n int, reason text, article_id bigint, package_id bigint, customer_id bigint,
         lot text, expires_date date, qty int, from_bin_id bigint, to_bin_id bigint, from_line_id bigint, to_line_id bigint,
         from_qty_after int, to_qty_after int, scanned text)
      order by n returning *`,
    [business_id, batch_id, at, JSON.stringify(rows), actor.account_id],
  );
  return inserted.sort((one, other) => one.id - other.id);
}
