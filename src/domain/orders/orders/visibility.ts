/** Which orders a caller can see: a customer its own, a contractor those assigned to it, the business all. */
import type { Actor } from "#operation/caller/actor.ts";

export interface Visibility {
  customer_id: number | null;
  contractor_account_id: number | null;
}

export function getVisibility(actor: Actor): Visibility {
  return {
    customer_id: actor.role === "customer" ? (actor.customer_id ?? -1) : null,
    contractor_account_id: actor.role === "broker_employee" ? (actor.account_id ?? -1) : null,
  };
}

/**
 * Whether a caller may see to whom an order is assigned: a customer does not see which contractor delivers, and a
 * contractor does not see the other contractors of an order.
 */
export function canSeeAssignment(
  { role, account_id }: Pick<Actor, "role" | "account_id">,
  order: { contractor_account_id: number | null },
): boolean {
  if (role === "broker_employee") return order.contractor_account_id === account_id;
  return role !== "customer";
}

/** Whether an order is visible to the caller. */
export function isVisible(
  reach: Visibility,
  order: { customer_id: number | null; contractor_account_id: number | null },
): boolean {
  if (reach.customer_id !== null && order.customer_id !== reach.customer_id) return false;
  return reach.contractor_account_id === null || order.contractor_account_id === reach.contractor_account_id;
}
