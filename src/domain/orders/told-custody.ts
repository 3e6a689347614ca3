/** When what was told happened, and who holds the goods after it. */
import type { Context } from "#operation/context.ts";
import type { CustodyMove } from "./change.ts";
import type { OrderStatus } from "./status.ts";

/** Facts happen neither in the future nor before their order was made. */
export function between(made: string, at: string, now: Date): string {
  const moment = new Date(at);
  const first = new Date(made);
  return (moment > now ? now : moment < first ? first : moment).toISOString();
}

export function custodyOf(
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
 * Goods that were not handed over after all are where they were on the way. Answers the parcels. One parcel alone that
 * is with its sender may never have left.
 */
export async function giveBack(
  { db, business_id, emit, now }: Context<never>,
  whose: { orders: readonly number[] } | { parcels: readonly number[] },
): Promise<{ id: number; order_id: number }[]> {
  const [column, ids, ended] =
    "orders" in whose
      ? ["order_id", whose.orders, ["recipient", "sender"]]
      : ["id", whose.parcels, ["recipient"]];
  const parcels = await db.rows<{ id: number; order_id: number }>(
    `update parcel set custody = 'provider', custody_since = $3
      where business_id = $1 and ${column} = any($2::int[]) and custody = any($4::text[])
      returning id, order_id`,
    [business_id, ids, now, ended],
  );
  for (const parcel of parcels)
    emit({
      subject: { type: "parcel", id: parcel.id },
      kind: "parcel.custody_changed",
      payload: { giver: "recipient", taker: "provider", ref: null },
    });
  return parcels;
}
