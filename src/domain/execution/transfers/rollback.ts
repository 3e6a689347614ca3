/** Undoes the move of parcels: custody, bin and the warehouse of their orders are again what they were. */

import { unsortParcels } from "#domain/execution/warehouse-mobile/public.ts";
import { lockOrders, recordFact } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { loadMovableParcels, type MovableParcel } from "./parcels.ts";
import { saveItem } from "./rows.ts";
import { decideRollback, type RollbackDecision } from "./rules.ts";
import { isFree, returnToStock } from "./stock.ts";
import type { TransferItemRow, TransferRow } from "./tables.ts";

export interface UndoneItem {
  item: TransferItemRow;
  parcel: MovableParcel;
  decision: RollbackDecision;
  bin_id: number | null;
}

/** What becomes of each parcel. A package that somebody reserved or took out of its warehouse has moved on as well. */
export async function decideItems(
  context: Context<never>,
  items: readonly TransferItemRow[],
): Promise<UndoneItem[]> {
  const parcels = await loadMovableParcels(
    context,
    items.map(({ parcel_id }) => parcel_id),
  );
  const by_id = new Map(parcels.map((parcel) => [parcel.id, parcel]));
  const decided: UndoneItem[] = [];
  for (const item of items) {
    const parcel = by_id.get(item.parcel_id);
    if (parcel === undefined) throw new Error("A parcel of a transfer was not found.");
    let decision = decideRollback(item, parcel);
    const { package_id, to_bin_id, found_warehouse_id } = item;
    if (decision.outcome === "restored" && package_id !== null && to_bin_id !== null)
      if (!(await isFree(context, package_id, found_warehouse_id)))
        decision = { outcome: "left", why: "moved_on" };
    decided.push({ item, parcel, decision, bin_id: null });
  }
  return decided;
}

/** Returns what was decided, with the bins into which packages went back. The orders and the transfer are locked. */
export async function undoItems(
  context: Context<never>,
  transfer: TransferRow,
  decided: readonly UndoneItem[],
): Promise<UndoneItem[]> {
  const { db, business_id } = context;
  const done: UndoneItem[] = [];
  const restored = decided.flatMap((one) =>
    one.decision.outcome === "restored" ? [{ ...one, warehouse_id: one.decision.warehouse_id }] : [],
  );
  await unsortParcels(
    context,
    restored.map(({ parcel }) => parcel.id),
  );
  const orders = await lockOrders(
    db,
    business_id,
    restored.map(({ parcel }) => parcel.order_id),
  );
  const together = Map.groupBy(restored, ({ parcel, warehouse_id }) => `${parcel.order_id} ${warehouse_id}`);
  for (const group of together.values()) {
    const [first] = group;
    const order = orders.get(first?.parcel.order_id ?? 0);
    if (first === undefined || order === undefined) throw new Error("The order of a parcel was not found.");
    const { order: after } = await recordFact(context, order, {
      trigger: "receive",
      kind: "order.received",
      payload: { transfer_id: transfer.id },
      tracking: { code: "otep:transfer:rolled_back" },
      custody: { to: "warehouse" },
      warehouse_id: first.warehouse_id,
      parcel_ids: group.map(({ parcel }) => parcel.id),
    });
    orders.set(after.id, after);
  }
  for (const one of decided) {
    const { item, decision } = one;
    let bin_id: number | null = null;
    if (decision.outcome === "restored" && item.package_id !== null && item.from_bin_id !== null)
      bin_id = await returnToStock(
        context,
        transfer.id,
        { package_id: item.package_id, from_bin_id: item.from_bin_id },
        decision.warehouse_id,
      );
    if (decision.outcome === "left") await saveItem(context, item, { is_open: false });
    else
      await saveItem(context, item, {
        state: "rolled_back",
        ...(decision.outcome === "restored"
          ? { found_warehouse_id: decision.warehouse_id, to_bin_id: bin_id }
          : {}),
      });
    done.push({ ...one, bin_id });
  }
  return done;
}
