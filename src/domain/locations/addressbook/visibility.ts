/** Which entries a caller may see and change. */
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { buildAddressKey } from "./normalise.ts";

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
  db,
  business_id,
  actor,
  business,
}: Pick<Context, "db" | "business_id" | "actor" | "business">): Promise<string[] | null> {
  if (actor.role !== "driver" && actor.role !== "broker_employee") return null;
  const places =
    actor.role === "driver"
      ? await db.rows<{ place: Place | null }>(
          `with own as (
             select id, start_place, end_place from route
              where business_id = $1 and driver_id = $2 and status = any($3::text[])),
           visits as (
             select distinct t.order_id, t.action from own join stop s on s.business_id = $1 and s.route_id = own.id
               join stop_task t on t.business_id = $1 and t.stop_id = s.id where t.status <> 'REMOVED')
           select case when v.action = 'pickup' then o.pickup else coalesce(o.dropoff, o.pickup) end as place
             from visits v join delivery_order o on o.business_id = $1 and o.id = v.order_id
           union all select start_place from own union all select end_place from own`,
          [business_id, actor.driver_id, ["RELEASED", "LOADED", "IN_PROGRESS", "COMPLETED"]],
        )
      : await db.rows<{ place: Place | null }>(
          `with own as (
             select pickup, dropoff from delivery_order
              where business_id = $1 and contractor_account_id = $2 and status <> all($3::text[])
              order by id desc limit ${ORDERS_MAX})
           select pickup as place from own union all select dropoff from own`,
          [business_id, actor.account_id, ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"]],
        );
  return [
    ...new Set(
      places.flatMap(({ place }) => (place === null ? [] : [buildAddressKey(place, business.country)])),
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
