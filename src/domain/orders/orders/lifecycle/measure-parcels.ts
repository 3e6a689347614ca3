/** Changes the measures and contents of parcels for a family that packs or measures them, as a correction of the order does. */
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { getWorkingDay } from "../intake/insert.ts";
import { findOrder, isOnReleasedRoute, lockOrder, type OrderRow } from "../records/order.ts";
import { loadParcels, type ParcelRow } from "../records/parcel.ts";
import { orderDetailsChanged } from "../topics.ts";
import { changeOrders } from "./change.ts";
import { decideUpdate, type OrderUpdate } from "./decide-update.ts";
import { findLock, LOCK_MESSAGES } from "./locked-members.ts";

export type MeasuredParcel = NonNullable<OrderUpdate["parcels"]>[number];

interface MeasuredOrder {
  /** Null: the parcels may be changed. */
  locked: Message | null;
  faults: RefusalDetail[];
  before: ParcelRow[];
}

/**
 * Locks the order and changes its parcels, unless its state locks them or the measures are faulty: then it says so and
 * changes nothing. `preview`: locks and changes nothing in any case. Undefined where there is no such order.
 */
export async function measureParcels(
  context: Context<never>,
  {
    order_id,
    parcels,
    preview = false,
  }: { order_id: number; parcels: readonly MeasuredParcel[]; preview?: boolean },
): Promise<MeasuredOrder | undefined> {
  const { db, business_id } = context;
  const order = preview
    ? await findOrder(db, business_id, order_id)
    : await lockOrder(db, business_id, order_id);
  if (order === undefined) return undefined;
  const before = await loadParcels(db, business_id, [order_id]);
  const on_released_route = await isOnReleasedRoute(context, order);
  const reason = findLock("parcels", order, { parcels: before, on_released_route });
  const decided = decideUpdate(
    order,
    before,
    { parcels: [...parcels] },
    { located: {}, pin_hash: null, day: getWorkingDay(context) },
  );
  const measured = {
    locked: reason === null ? null : LOCK_MESSAGES[reason],
    faults: decided.faults,
    before,
  };
  const is_changed = decided.parcels !== undefined && decided.differences.length > 0;
  if (preview || measured.locked !== null || decided.faults.length > 0 || !is_changed) return measured;
  await change(context, order, decided);
  return measured;
}

async function change(
  context: Context<never>,
  order: OrderRow,
  { set, parcels }: ReturnType<typeof decideUpdate>,
): Promise<void> {
  const [changed = order] = await changeOrders(context, [
    {
      order,
      set,
      ...(parcels === undefined ? {} : { parcels }),
      corrects: true,
      kind: "order.details_changed",
      payload: { changed: ["parcels"] },
      tracking: { code: "otep:core:note" },
    },
  ]);
  if (changed.route_id !== null) await context.publish(orderDetailsChanged, { orders: [changed] });
}
