/** What carriers tell of single parcels of orders that have several. */
import type { Context } from "#operation/context.ts";
import { openAttention } from "./attention.ts";
import { changeOrders, moveCustodies, type OrderChange } from "./change.ts";
import { isTerminal, next, targetOf, toldCommandOf } from "./status.ts";
import type { OrderRow } from "./tables.ts";
import type { Told } from "./told.ts";
import { between, custodyOf, giveBack } from "./told-custody.ts";

/** The goods of parcels that were told of one by one. The order is delivered with the last of them. */
export async function followParts(
  context: Context<never>,
  parts: readonly Told[],
  after: ReadonlyMap<number, OrderRow>,
): Promise<void> {
  const { db, business_id, now } = context;
  await takeBackParts(context, parts, after);
  const heard = parts.flatMap(({ order, parcel_id, event }) => {
    const on = event === null ? null : toldCommandOf(event.base);
    const status = on === null ? null : targetOf(on);
    if (event === null || status === null || parcel_id === null) return [];
    const occurred_at = between(order.created_at, event.occurred_at, now);
    const moves = custodyOf(order.id, status, event.source.provider ?? null, occurred_at);
    return moves.map((move) => ({ ...move, parcel_ids: [parcel_id] }));
  });
  await moveCustodies(context, heard);
  const handed_over = heard.filter(({ to }) => to === "recipient");
  if (handed_over.length === 0) return;
  const waiting = await db.rows<{ order_id: number; left: number }>(
    `select order_id, count(*) filter (where custody not in ('recipient', 'missing', 'disposed')) as left from parcel
      where business_id = $1 and order_id = any($2::int[]) group by order_id`,
    [business_id, handed_over.map(({ order_id }) => order_id)],
  );
  const left = new Map(waiting.map((row) => [row.order_id, row.left]));
  const orders = new Map(parts.map(({ order }) => [order.id, after.get(order.id) ?? order]));
  await changeOrders(
    context,
    [...orders.values()]
      .filter((order) => left.has(order.id) && next(order.status, "told_delivered") !== null)
      .map((order): OrderChange => {
        const at = handed_over
          .filter(({ order_id }) => order_id === order.id)
          .reduce((latest, move) => (move.at > latest ? move.at : latest), "");
        return left.get(order.id) === 0
          ? {
              order,
              set: { status: "DELIVERED", delivered_at: at, partial: false },
              kind: "order.status_changed",
              on: "told_delivered",
              occurred_at: at,
              // Ours: no provider said it of the whole order.
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
 * A parcel that was not handed over after all. An order that was delivered with it stays so until a person looks: others
 * may have told of its parcels too.
 */
async function takeBackParts(
  context: Context<never>,
  parts: readonly Told[],
  after: ReadonlyMap<number, OrderRow>,
): Promise<void> {
  const untold = parts.filter(({ event, voided }) => event === null && voided.length > 0);
  if (untold.length === 0) return;
  const parcels = await giveBack(context, { parcels: untold.flatMap(({ parcel_id }) => parcel_id ?? []) });
  const orders = new Map(untold.map(({ order }) => [order.id, after.get(order.id) ?? order]));
  await openAttention(
    context,
    parcels.flatMap(({ id, order_id }) => {
      const order = orders.get(order_id);
      if (order === undefined || !isTerminal(order.status)) return [];
      const detail = { parcel_id: id, status: order.status };
      return [{ kind: "late_fact_conflict", order_id, route_id: order.route_id, detail }];
    }),
  );
}
