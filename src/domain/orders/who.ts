/** Whose orders a caller sees: a customer its own, a contractor those assigned to it, the business all. */
import type { Actor } from "#operation/actor.ts";

export interface Reach {
  customer_id: number | null;
  contractor_account_id: number | null;
}

export function reachOf(actor: Actor): Reach {
  return {
    customer_id: actor.role === "customer" ? (actor.customer_id ?? -1) : null,
    contractor_account_id: actor.role === "broker_employee" ? (actor.account_id ?? -1) : null,
  };
}

/** May this caller see this order? */
export function isWithin(
  reach: Reach,
  order: { customer_id: number | null; contractor_account_id: number | null },
): boolean {
  if (reach.customer_id !== null && order.customer_id !== reach.customer_id) return false;
  return reach.contractor_account_id === null || order.contractor_account_id === reach.contractor_account_id;
}
