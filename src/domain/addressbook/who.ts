/** Whose entries a caller sees and keeps. */
import type { Actor } from "#operation/actor.ts";
import type { Context } from "#operation/context.ts";

/**
 * Customers see their own entries; contractors and drivers those of the business; the business sees all.
 * `owner` filters by customer: null the business's own, undefined everybody's.
 */
export function ownerSeenBy(actor: Actor): number | null | undefined {
  if (actor.role === "customer") return actor.customer_id ?? -1;
  return actor.role === "client_admin" || actor.role === "employee" ? undefined : null;
}

export function isSeenBy(actor: Actor, entry: { customer_id: number | null }): boolean {
  const owner = ownerSeenBy(actor);
  return owner === undefined || owner === entry.customer_id;
}

/** Who a new entry belongs to: a customer's is its own whatever it says. Refuses a customer that is not there. */
export async function ownerOfNew(
  { actor, db, business_id, refuse }: Context<"unknown_customer">,
  customer_id: number | null | undefined,
): Promise<number | null> {
  if (actor.role === "customer") return actor.customer_id;
  if (customer_id === undefined || customer_id === null) return null;
  const known = await db.row("select id from customer where business_id = $1 and id = $2", [
    business_id,
    customer_id,
  ]);
  if (known === undefined) {
    throw refuse("unknown_customer", {
      message: "There is no such customer.",
      errors: [{ field: "customer_id", message: "is not a customer of this business" }],
    });
  }
  return customer_id;
}
