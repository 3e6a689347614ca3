/** Goods in cells: held for a buyer, and reported when few are left. */
import { findReservationTarget, type ReservationTarget } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { CELL, CellRecord, type CellRow, type CellView, getCellView } from "./records/cell.ts";
import { ProductRecord } from "./records/product.ts";
import { refusalToSell } from "./rules.ts";

export const emitCell = ({ emit }: Pick<Context<never>, "emit">, { id, qty, device_id }: CellRow): void =>
  emit({
    subject: { type: CELL, id },
    kind: "shop.cell_changed",
    payload: { qty, device_id },
    after: { qty },
  });

export async function warnOfLowStock(
  context: Pick<Context<never>, "db" | "business_id" | "emit">,
  { id, product_id, device_id }: CellRow,
): Promise<void> {
  const { db, business_id, emit } = context;
  const [product, stock] = [
    await ProductRecord.get(context, product_id),
    await db.row<{ qty: number }>(
      "select sum(qty)::int as qty from shop_cell where business_id = $1 and product_id = $2 and device_id = $3",
      [business_id, product_id, device_id],
    ),
  ];
  const qty = stock?.qty ?? 0;
  if (qty <= product.low_stock_at)
    emit({ subject: { type: CELL, id }, kind: "shop.low_stock", payload: { product_id, device_id, qty } });
}

export interface LockedCell {
  cell: CellRow;
  /** Undefined for a cell without a compartment. */
  target: ReservationTarget | undefined;
}

export const CELL_REFUSALS = { changed_meanwhile: "conflict" } as const;

/** The locker is locked before the cell, as devices do. */
export async function lockCell(
  context: Context<keyof typeof CELL_REFUSALS>,
  id: number,
): Promise<LockedCell> {
  const { reservation_id } = await CellRecord.get(context, id);
  const target = reservation_id === null ? undefined : await findReservationTarget(context, reservation_id);
  const cell = await CellRecord.getLocked(context, id);
  if (cell.reservation_id !== reservation_id)
    throw context.refuse("changed_meanwhile", { message: messages.changed_meanwhile });
  return { cell, target };
}

/** A locked cell with a unit for sale; the refusal of the others where there is none. */
export async function findSellable(
  context: Pick<Context<never>, "db" | "business_id" | "now">,
  cell_ids: readonly number[],
): Promise<CellView | ReturnType<typeof refusalToSell>> {
  let refusal: ReturnType<typeof refusalToSell> = "sold_out";
  for (const id of cell_ids) {
    await CellRecord.getLocked(context, id);
    const view = await getCellView(context, id);
    refusal = refusalToSell(view, context.now);
    if (refusal === null) return view;
  }
  return refusal;
}
