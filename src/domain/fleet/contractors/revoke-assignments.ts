/** Revokes the assignments of a contractor that is disabled. */
import { isTerminal, lockOrders, unassignOrders } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { OPEN_ASSIGNMENT } from "./records/contractor.ts";

/**
 * Revoke the assignments to a contractor's accounts, because nobody could plan these orders any more. The contractor's row
 * is locked. Orders on a route stay assigned until they are removed from it, completed orders permanently.
 */
export async function revokeContractorAssignments(
  context: Context<never>,
  contractor_id: number,
): Promise<{ taken_back: number; left_on_routes: number }> {
  const { db, business_id } = context;
  const assigned = await db.rows<{ order_id: number }>(
    `select o.id as order_id from account a
       join delivery_order o on o.business_id = a.business_id and o.contractor_account_id = a.id
      where a.business_id = $1 and a.role = 'broker_employee' and a.contractor_id = $2 and ${OPEN_ASSIGNMENT}`,
    [business_id, contractor_id],
  );
  const orders = await lockOrders(
    db,
    business_id,
    assigned.map((row) => row.order_id),
  );
  const open = [...orders.values()].filter(
    ({ assignment_id, status }) => assignment_id !== null && !isTerminal(status),
  );
  const off_route = open.filter(({ route_id }) => route_id === null);
  await unassignOrders(context, off_route, { status: "revoked", end_reason: "contractor_disabled" });
  return { taken_back: off_route.length, left_on_routes: open.length - off_route.length };
}
