/** Applies tracking events of carriers to single parcels of orders with several parcels. */

import type { Context } from "#operation/define/context.ts";
import { changeOrders, type OrderChange } from "../lifecycle/change.ts";
import { findExternalCommand, getNextStatus, getTargetStatus } from "../lifecycle/status.ts";
import type { OrderRow } from "../records/order.ts";
import { moveCustodies } from "../records/parcel.ts";
import { buildCustodyMovesForStatus, clampMoment, restoreCustody } from "./custody.ts";
import type { ExternalEvent } from "./events.ts";

/** Change custody of the parcels. The order is DELIVERED when its last parcel is delivered. */
export async function applyParcelEvents(
  context: Context<never>,
  external: readonly ExternalEvent[],
  after: ReadonlyMap<number, OrderRow>,
): Promise<void> {
  const { db, business_id, now } = context;
  await retractParcelEvents(context, external);
  const moves = external.flatMap(({ order, parcel_id, event }) => {
    const trigger = event === null ? null : findExternalCommand(event.base);
    const status = trigger === null ? null : getTargetStatus(trigger);
    if (event === null || status === null || parcel_id === null) return [];
    const occurred_at = clampMoment(order.created_at, event.occurred_at, now);
    return buildCustodyMovesForStatus(order.id, status, event.source.provider ?? null, occurred_at).map(
      (move) => ({
        ...move,
        parcel_ids: [parcel_id],
      }),
    );
  });
  await moveCustodies(context, moves);
  const delivered = moves.filter(({ to }) => to === "recipient");
  if (delivered.length === 0) return;
  const waiting = await db.rows<{ order_id: number; left: number }>(
    `select order_id, count(*) filter (where custody not in ('recipient', 'missing', 'disposed')) as left from parcel
      where business_id = $1 and order_id = any($2::bigint[]) group by order_id`,
    [business_id, delivered.map(({ order_id }) => order_id)],
  );
  const remaining_by_order = new Map(waiting.map((row) => [row.order_id, row.left]));
  const orders = new Map(external.map(({ order }) => [order.id, after.get(order.id) ?? order]));
  await changeOrders(
    context,
    [...orders.values()]
      .filter(
        (order) =>
          remaining_by_order.has(order.id) && getNextStatus(order.status, "external_delivered") !== null,
      )
      .map((order): OrderChange => {
        const at = delivered
          .filter(({ order_id }) => order_id === order.id)
          .reduce((latest, move) => (move.at > latest ? move.at : latest), "");
        return remaining_by_order.get(order.id) === 0
          ? {
              order,
              set: { status: "DELIVERED", current_warehouse_id: null, delivered_at: at, partial: false },
              kind: "order.status_changed",
              trigger: "external_delivered",
              occurred_at: at,
              // An event of our own, because no provider reported the whole order as delivered.
              tracking: { code: "otep:core:delivered", source: { type: "system" } },
            }
          : {
              order,
              set: { partial: true },
              kind: "order.parcels_moved",
              payload: { partial_fact: true },
              occurred_at: at,
              tracking: null,
            };
      }),
  );
}

/**
 * Restore custody of parcels whose delivery was voided. A delivered order stays DELIVERED, because other providers may
 * have reported its parcels too; the event of custody opens an attention item.
 */
async function retractParcelEvents(
  context: Context<never>,
  external: readonly ExternalEvent[],
): Promise<void> {
  const retracted = external.filter(({ event, voided }) => event === null && voided.length > 0);
  if (retracted.length === 0) return;
  await restoreCustody(context, { parcels: retracted.flatMap(({ parcel_id }) => parcel_id ?? []) });
}
