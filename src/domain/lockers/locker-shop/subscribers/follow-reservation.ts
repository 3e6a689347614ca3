/** What the compartment of a cell tells: goods put in, a door opened for a sale, closed again, emptied. */
import { reservationChanged } from "#domain/lockers/lockers/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { emitCell, warnOfLowStock } from "../cells.ts";
import { changeSale } from "../change.ts";
import { CELL, CellRecord } from "../records/cell.ts";
import { ProductRecord } from "../records/product.ts";
import type { SaleRow } from "../records/sale.ts";
import { computeExpiry } from "../rules.ts";

export const followReservation = subscribe(reservationChanged, async (context, change) => {
  const { compartment, reservation, status_before, reservation_before, at } = change;
  if (reservation.subject_type !== CELL) return;
  const cell = await CellRecord.lock(context, reservation.subject_id);
  if (cell?.reservation_id !== reservation.id) return;
  const { db, business_id } = context;
  const occurred_at = at.toISOString();
  const was_opened = compartment.status === "UNLOADING" && status_before !== "UNLOADING";
  const was_closed = status_before === "UNLOADING" && compartment.status === "OCCUPIED";
  const sale = await db.row<SaleRow>(
    `select * from shop_sale where business_id = $1 and cell_id = $2 and status = 'OPEN_GRANTED' and collected_at is null
       order by id desc limit 1 for update`,
    [business_id, cell.id],
  );
  if (was_opened && compartment.status_reason !== "operator" && sale?.opened_at === null) {
    const after = await CellRecord.change(context, cell, { qty: Math.max(0, cell.qty - 1) });
    await changeSale(context, sale, { opened_at: occurred_at, payment_wanted: "CAPTURE" });
    await warnOfLowStock(context, after);
    return;
  }
  const has_ended = reservation.status !== reservation_before && reservation.status !== "IN_USE";
  if ((was_closed || has_ended) && sale !== undefined && sale.opened_at !== null)
    await changeSale(context, sale, { status: "COLLECTED", collected_at: occurred_at });
  if (has_ended) {
    const empty = {
      qty: 0,
      qty_change: 0,
      reservation_id: null,
      compartment_id: null,
      expires_at: null,
      goods_expire_at: null,
    };
    emitCell(context, await CellRecord.change(context, cell, empty));
  } else if (cell.qty_change !== 0 && (was_closed || reservation.status !== reservation_before)) {
    const { shelf_life_h } = await ProductRecord.get(context, cell.product_id);
    const is_round = cell.qty_change > 0;
    const stocked_cell = await CellRecord.change(context, cell, {
      qty: Math.max(0, cell.qty + cell.qty_change),
      qty_change: 0,
      goods_expire_at: null,
      ...(is_round ? { stocked_at: occurred_at, expires_at: computeExpiry(cell, shelf_life_h, at) } : {}),
    });
    emitCell(context, stocked_cell);
  }
});
