/** What a contractor that is disabled leaves behind. */
import { isTerminal, lockOrders, takeFromContractors } from "#domain/orders/public.ts";
import type { Context } from "#operation/context.ts";
import { IN_HAND } from "./rows.ts";

/**
 * Take back the orders in the hands of a contractor's people, whose row is locked: nobody could plan them any
 * more. Those on a route stay until they come off it, and those at their end stay for good.
 */
export async function takeBackFrom(
  context: Context<never>,
  contractor_id: number,
): Promise<{ taken_back: number; left_on_routes: number }> {
  const { db, business_id } = context;
  const held = await db.rows<{ order_id: number }>(
    `select o.id as order_id from account a
       join delivery_order o on o.business_id = a.business_id and o.contractor_account_id = a.id
      where a.business_id = $1 and a.role = 'broker_employee' and a.contractor_id = $2 and ${IN_HAND}`,
    [business_id, contractor_id],
  );
  const orders = await lockOrders(
    db,
    business_id,
    held.map((row) => row.order_id),
  );
  const still = [...orders.values()].filter(
    ({ assignment_id, status }) => assignment_id !== null && !isTerminal(status),
  );
  const free = still.filter(({ route_id }) => route_id === null);
  await takeFromContractors(context, free, { status: "revoked", end_reason: "contractor_disabled" });
  return { taken_back: free.length, left_on_routes: still.length - free.length };
}
