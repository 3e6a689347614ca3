/** Occurrence time and custody of external events. */

import type { Context } from "#operation/define/context.ts";
import type { OrderStatus } from "../lifecycle/status.ts";
import type { CustodyMove } from "../records/parcel.ts";

/** Clamp the time of a fact to between the creation of its order and now. */
export function clampMoment(created_at: string, at: string, now: Date): string {
  const moment = new Date(at);
  const first = new Date(created_at);
  return (moment > now ? now : moment < first ? first : moment).toISOString();
}

export function buildCustodyMovesForStatus(
  order_id: number,
  status: OrderStatus,
  provider: string | null,
  at: string,
): CustodyMove[] {
  const move = (to: CustodyMove["to"], ref: string | null) => [{ order_id, to, ref, at, parcel_ids: null }];
  switch (status) {
    case "DELIVERED":
      return move("recipient", null);
    case "RETURNED":
      return move("sender", null);
    case "PICKED_UP":
    case "AT_WAREHOUSE":
    case "IN_TRANSFER":
    case "OUT_FOR_DELIVERY":
    case "READY_FOR_PICKUP":
    case "RETURNING":
      return move("provider", provider);
    default:
      return [];
  }
}

/**
 * Set custody of goods whose delivery or return was retracted back to the provider. Returns the parcels. A single
 * parcel in custody of its sender is left unchanged, because it may never have left.
 */
export async function restoreCustody(
  { db, business_id, emit, now }: Context<never>,
  scope: { orders: readonly number[] } | { parcels: readonly number[] },
): Promise<{ id: number; order_id: number }[]> {
  const [column, ids, ended] =
    "orders" in scope
      ? ["order_id", scope.orders, ["recipient", "sender"]]
      : ["id", scope.parcels, ["recipient"]];
  const parcels = await db.rows<{ id: number; order_id: number }>(
    `update parcel set custody = 'provider', custody_since = $3
      where business_id = $1 and ${column} = any($2::bigint[]) and custody = any($4::text[])
      returning id, order_id`,
    [business_id, ids, now, ended],
  );
  for (const parcel of parcels)
    emit({
      subject: { type: "parcel", id: parcel.id },
      kind: "parcel.custody_changed",
      payload: { giver: "recipient", taker: "provider", ref: null, order_id: parcel.order_id },
      occurred_at: now.toISOString(),
    });
  return parcels;
}
