/**
 * Counts wrong tries at a recipient's PIN. After `PIN_TRIES_MAX` of them somebody at the business must allow more: a PIN
 * is short and could otherwise be found by trying all values.
 */
import type { Context } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import type { OrderRow } from "../records/order.ts";

export const PIN_TRIES_MAX = 5;

/** Wrong tries of each order since the last reset. Orders without any are absent. */
export async function loadPinTries(
  db: Db,
  business_id: number,
  order_ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.rows<{ order_id: number; tries: number }>(
    `select order_id, count(*) as tries from pin_try
      where business_id = $1 and order_id = any($2::bigint[]) and reset_at is null group by order_id`,
    [business_id, [...order_ids]],
  );
  return new Map(rows.map((row) => [row.order_id, row.tries]));
}

export interface WrongPin {
  driver_id: number | null;
  /** Key of the queued command, so that a repeated command counts once; null for one that was not queued. */
  command_key: string | null;
  /** Null for a rider's job. */
  route_id: number | null;
}

/** Count a wrong try for each of these locked orders; the event of the last one opens an attention item. Returns the tries so far. */
export async function recordWrongPin(
  context: Context<never>,
  orders: readonly Pick<OrderRow, "id">[],
  { driver_id, command_key, route_id }: WrongPin,
): Promise<Map<number, number>> {
  const { db, business_id, now, emit } = context;
  const ids = orders.map((order) => order.id);
  const counted = await db.rows<{ order_id: number }>(
    `insert into pin_try (business_id, order_id, driver_id, command_key, at)
     select $1, id, $3, $4, $5 from unnest($2::bigint[]) as id
     on conflict (business_id, order_id, command_key) do nothing returning order_id`,
    [business_id, ids, driver_id, command_key, now],
  );
  const tries = await loadPinTries(db, business_id, ids);
  for (const { order_id } of counted) {
    if (tries.get(order_id) !== PIN_TRIES_MAX) continue;
    emit({
      subject: { type: "order", id: order_id },
      kind: "order.pin_locked",
      payload: { driver_id, route_id, tries: PIN_TRIES_MAX },
    });
  }
  return tries;
}

/** Reset the wrong tries of an order. Returns how many there were. */
export function resetPinTries({ db, business_id, now }: Context<never>, order_id: number): Promise<number> {
  return db.execute(
    "update pin_try set reset_at = $3 where business_id = $1 and order_id = $2 and reset_at is null",
    [business_id, order_id, now],
  );
}
