/** Undoes the move of parcels: custody, bin and the warehouse of their orders are again what they were. */

import { lockOrders, recordFact } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { loadMovableParcels, type MovableParcel } from "./parcels.ts";
import type { TransferRow } from "./records/transfer.ts";
import { saveItem, type TransferItemRow } from "./records/transfer-item.ts";
import { decideRollback, type RollbackDecision } from "./rules.ts";
import { isFree, returnToStock } from "./stock.ts";
import { parcelMovesUndone } from "./topics.ts";

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
  const received_since = await findReceivedSince(context, items);
  const decided: UndoneItem[] = [];
  for (const item of items) {
    const parcel = by_id.get(item.parcel_id);
    if (parcel === undefined) throw new Error("A parcel of a transfer was not found.");
    let decision = decideRollback(item, parcel);
    if (decision.outcome === "restored" && received_since.has(parcel.id))
      decision = { outcome: "left", why: "moved_on" };
    const { package_id, to_bin_id, found_warehouse_id } = item;
    if (decision.outcome === "restored" && package_id !== null && to_bin_id !== null)
      if (!(await isFree(context, package_id, found_warehouse_id)))
        decision = { outcome: "left", why: "moved_on" };
    decided.push({ item, parcel, decision, bin_id: null });
  }
  return decided;
}

/**
 * Parcels that somebody received after the transfer moved them. A receipt where they lay already changed no custody, but it
 * says that they are there: what it confirmed is not this transfer's to take back.
 */
async function findReceivedSince(
  { db, business_id }: Context<never>,
  items: readonly TransferItemRow[],
): Promise<Set<number>> {
  const rows = await db.rows<{ parcel_id: number }>(
    `select i.parcel_id from json_to_recordset($2::json) as i(transfer_id bigint, parcel_id bigint, order_id bigint)
      where exists (select from event e where e.business_id = $1 and e.subject_type = 'order' and e.subject_id = i.order_id::text
        and e.kind = 'order.received' and (e.payload->>'transfer_id')::bigint is distinct from i.transfer_id
        and (e.payload->'parcel_ids' is null or e.payload->'parcel_ids' @> to_jsonb(i.parcel_id))
        and e.id > (select max(m.id) from event m where m.business_id = $1 and m.subject_type = 'transfer'
          and m.subject_id = i.transfer_id::text and m.kind = 'transfer.item_moved'
          and (m.payload->>'parcel_id')::bigint = i.parcel_id))`,
    [
      business_id,
      JSON.stringify(
        items.map(({ transfer_id, parcel_id, order_id }) => ({ transfer_id, parcel_id, order_id })),
      ),
    ],
  );
  return new Set(rows.map(({ parcel_id }) => parcel_id));
}

/** Returns what was decided, with the bins into which packages went back. The orders and the transfer are locked. */
export async function undoItems(
  context: Context<never>,
  transfer: TransferRow,
  decided: readonly UndoneItem[],
): Promise<UndoneItem[]> {
  const { db, business_id } = context;
  const undone_items: UndoneItem[] = [];
  const restored = decided.flatMap((one) =>
    one.decision.outcome === "restored" ? [{ ...one, warehouse_id: one.decision.warehouse_id }] : [],
  );
  await context.publish(parcelMovesUndone, { parcel_ids: restored.map(({ parcel }) => parcel.id) });
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
    undone_items.push({ ...one, bin_id });
  }
  return undone_items;
}
