/** Which entries a caller may see and change. */
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import { buildAddressKey } from "./normalise.ts";
import { assignedPlacesRequested, drivenPlacesRequested } from "./topics.ts";

/**
 * Customers see their own entries; contractors and drivers those of the business that `findVisibleKeys`
 * allows; the business sees all. Returns a filter by customer: null for the business's own entries, undefined for all.
 */
export function getVisibleOwner(actor: Actor): number | null | undefined {
  if (actor.role === "customer") return actor.customer_id ?? -1;
  return actor.role === "client_admin" || actor.role === "employee" ? undefined : null;
}

/** May this caller see and change this entry? For roles that change entries; read-only roles are also limited by `findVisibleKeys`. */
export function canSeeEntry(actor: Actor, entry: { customer_id: number | null }): boolean {
  const owner = getVisibleOwner(actor);
  return owner === undefined || owner === entry.customer_id;
}

/** Maximum number of orders read: far more than a caller serves at a time. */
const ORDERS_MAX = 5000;

/**
 * Keys of the addresses whose entries a contractor or driver may see: those that they go to. For a driver the stops and
 * ends of own routes that are released and not closed yet, for a contractor the open orders assigned to it. Null for all other
 * roles, which see all entries of the owner.
 */
export async function findVisibleKeys({
  actor,
  business,
  publish,
}: Pick<Context, "actor" | "business" | "publish">): Promise<string[] | null> {
  if (actor.role !== "driver" && actor.role !== "broker_employee") return null;
  const places =
    actor.role === "driver"
      ? await publish(drivenPlacesRequested, { driver_id: actor.driver_id })
      : await publish(assignedPlacesRequested, { account_id: actor.account_id, orders_max: ORDERS_MAX });
  return [
    ...new Set(
      places.flat().flatMap((place) => (place === null ? [] : [buildAddressKey(place, business.country)])),
    ),
  ];
}

/** The owner of a new entry: for a customer, itself. Refuses an unknown customer. */
export async function resolveNewOwner(
  { actor, db, business_id, refuse }: Context<"unknown_customer">,
  customer_id: number | null | undefined,
): Promise<number | null> {
  if (actor.role === "customer") return actor.customer_id;
  if (customer_id === undefined || customer_id === null) return null;
  const customer = await db.row("select id from customer where business_id = $1 and id = $2", [
    business_id,
    customer_id,
  ]);
  if (customer === undefined) {
    throw refuse("unknown_customer", {
      message: refusals.no_customer,
      errors: [{ field: "customer_id", message: fields.no_customer }],
    });
  }
  return customer_id;
}
