/** Reads and locks rows of shipping orders. */
import type { Context } from "#operation/define/context.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { buildWindow, type SortColumn } from "#vocabulary/cursor-page.ts";
import type { ShippingOrderRow, ShippingPackageRow } from "./tables.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** An order with what lists show of its service, customer, packages and bill. */
export interface ListedOrder extends ShippingOrderRow {
  service_code: string;
  service_name: string;
  customer_name: string;
  package_count: number;
  received_count: number;
  family: "shipping_service" | "ltl_service" | "moving_services" | "storage_services";
  currency: string;
  total_minor: number | null;
  paid_minor: number;
}

/** `$1` is the business. */
const ORDERS = `select o.*, s.code as service_code, v.definition->>'name' as service_name, c.name as customer_name,
    b.family, b.currency, b.total_minor, b.paid_minor, p.package_count, p.received_count
  from shipping_order o
  join customer_service s on s.business_id = o.business_id and s.id = o.service_id
  join customer_service_version v on v.business_id = o.business_id and v.service_id = o.service_id and v.version = o.service_version
  join customer c on c.business_id = o.business_id and c.id = o.customer_id
  join customer_bill b on b.business_id = o.business_id and b.subject_type = 'shipping_order' and b.subject_id = o.id
  cross join lateral (
    select count(*)::int as package_count, count(received_at)::int as received_count from shipping_package p
     where p.business_id = o.business_id and p.shipping_order_id = o.id) p
 where o.business_id = $1`;

/** Newest first. */
const SORT: readonly SortColumn[] = [{ sql: "o.id", member: "id", type: "bigint", descending: true }];

/** Customers see their own orders alone; null for the business. */
export function getOwner({ actor }: Pick<Reader, "actor">): number | null {
  return actor.role === "customer" ? (actor.customer_id ?? 0) : null;
}

export function findShippingOrder(context: Reader, id: number): Promise<ListedOrder | undefined> {
  const { db, business_id } = context;
  return db.row<ListedOrder>(`${ORDERS} and o.id = $2 and ($3::bigint is null or o.customer_id = $3)`, [
    business_id,
    id,
    getOwner(context),
  ]);
}

/** The order that the caller may see, locked: every decision about it, its packages and its bill waits for this lock. */
export function lockShippingOrder(context: Reader, id: number): Promise<ShippingOrderRow | undefined> {
  const { db, business_id } = context;
  return db.row<ShippingOrderRow>(
    "select * from shipping_order where business_id = $1 and id = $2 and ($3::bigint is null or customer_id = $3) for update",
    [business_id, id, getOwner(context)],
  );
}

export function loadPackages(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  shipping_order_id: number,
): Promise<ShippingPackageRow[]> {
  return db.rows<ShippingPackageRow>(
    "select * from shipping_package where business_id = $1 and shipping_order_id = $2 order by seq",
    [business_id, shipping_order_id],
  );
}

const COUNTED = `from shipping_order o
    join customer_service s on s.business_id = o.business_id and s.id = o.service_id
    join customer c on c.business_id = o.business_id and c.id = o.customer_id
    join customer_bill b on b.business_id = o.business_id and b.subject_type = 'shipping_order' and b.subject_id = o.id
   where o.business_id = $1`;

/** One page of the orders that meet a condition, newest first. `$1` is the business. */
export async function listOrders(
  { db }: Pick<Reader, "db">,
  input: { page?: number; per_page?: number; cursor?: string },
  { condition, values }: { condition: string; values: unknown[] },
) {
  const window = buildWindow(input, SORT, { condition, values });
  const text = `${ORDERS} and ${condition}${window.sql}`;
  return readListPage<ListedOrder>(db, window, text, countRows(db, `${COUNTED} and ${condition}`, values));
}
