/** Reads and locks rows of ship-outs. */
import type { StoredPackageRow } from "#domain/customer/storage-orders/public.ts";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { buildWindow, type SortColumn } from "#vocabulary/cursor-page.ts";
import type { ShipoutRow } from "./tables.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** A ship-out with what lists show of its service, customer, packages and bill. */
export interface ListedShipout extends ShipoutRow {
  service_code: string;
  service_name: string;
  customer_name: string;
  package_count: number;
  family: "storage_services";
  currency: string;
  total_minor: number | null;
  paid_minor: number;
}

/** `$1` is the business. */
const SHIPOUTS = `select o.*, s.code as service_code, v.definition->>'name' as service_name, c.name as customer_name,
    b.family, b.currency, b.total_minor, b.paid_minor, p.package_count
  from shipout o
  join customer_service s on s.business_id = o.business_id and s.id = o.service_id
  join customer_service_version v on v.business_id = o.business_id and v.service_id = o.service_id and v.version = o.service_version
  join customer c on c.business_id = o.business_id and c.id = o.customer_id
  join customer_bill b on b.business_id = o.business_id and b.subject_type = 'shipout' and b.subject_id = o.id
  cross join lateral (
    select count(*)::int as package_count from shipout_package p
     where p.business_id = o.business_id and p.shipout_id = o.id) p
 where o.business_id = $1`;

const COUNTED = `from shipout o
    join customer_service s on s.business_id = o.business_id and s.id = o.service_id
    join customer_bill b on b.business_id = o.business_id and b.subject_type = 'shipout' and b.subject_id = o.id
   where o.business_id = $1`;

/** Newest first. */
const SORT: readonly SortColumn[] = [{ sql: "o.id", member: "id", type: "bigint", descending: true }];

/** Customers see their own alone; null for the business. */
function getOwner({ actor }: Pick<Reader, "actor">): number | null {
  return actor.role === "customer" ? (actor.customer_id ?? 0) : null;
}

/** Those of warehouses where the caller may work; null for all, and for customers. */
function getReach(context: Pick<Reader, "actor">): readonly number[] | null {
  return context.actor.role === "customer" ? null : listReach(context);
}

/** `$2` the owner, `$3` the warehouses. */
const VISIBLE =
  "($2::bigint is null or o.customer_id = $2) and ($3::bigint[] is null or o.warehouse_id = any($3))";

export function findShipout(context: Reader, id: number): Promise<ListedShipout | undefined> {
  const { db, business_id } = context;
  return db.row<ListedShipout>(`${SHIPOUTS} and ${VISIBLE} and o.id = $4`, [
    business_id,
    getOwner(context),
    getReach(context),
    id,
  ]);
}

/** The ship-out that the caller may see, locked: before the stock, the storage orders and its bill. */
export function lockShipout(context: Reader, id: number): Promise<ShipoutRow | undefined> {
  const { db, business_id } = context;
  return db.row<ShipoutRow>(
    `select o.* from shipout o where o.business_id = $1 and o.id = $4 and ${VISIBLE} for update`,
    [business_id, getOwner(context), getReach(context), id],
  );
}

/** One page of the ship-outs that the caller may see and that meet a condition, newest first. Values begin with `$4`. */
export async function listShipoutRows(
  context: Reader,
  input: { page?: number; per_page?: number; cursor?: string },
  { condition, values: further }: { condition: string; values: unknown[] },
) {
  const { db, business_id } = context;
  const values = [business_id, getOwner(context), getReach(context), ...further];
  const where = `${VISIBLE} and ${condition}`;
  const window = buildWindow(input, SORT, { condition: where, values });
  const text = `${SHIPOUTS} and ${where}${window.sql}`;
  return readListPage<ListedShipout>(db, window, text, countRows(db, `${COUNTED} and ${where}`, values));
}

export interface ShipoutPackage {
  id: number;
  storage_order_id: number;
  code: string | null;
  contents: string;
  status: string;
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  bin: { id: number; code: string } | null;
}

/** The packages of a ship-out, with where they are while they are in stock. */
export function loadShipoutPackages(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  shipout_id: number,
): Promise<ShipoutPackage[]> {
  return db.rows<ShipoutPackage>(
    `select p.id, p.storage_order_id, k.code, p.contents, p.status,
       coalesce(p.measured_weight_g, p.weight_g) as weight_g, coalesce(p.measured_length_mm, p.length_mm) as length_mm,
       coalesce(p.measured_width_mm, p.width_mm) as width_mm, coalesce(p.measured_height_mm, p.height_mm) as height_mm,
       case when b.id is not null then json_build_object('id', b.id, 'code', b.code) end as bin
       from shipout_package h
       join stored_package p on p.business_id = h.business_id and p.id = h.stored_package_id
       left join stock_package k on k.business_id = p.business_id and k.id = p.stock_package_id
       left join warehouse_bin b on b.business_id = k.business_id and b.id = k.bin_id and p.status in ('RECEIVED', 'HELD')
      where h.business_id = $1 and h.shipout_id = $2 order by h.seq`,
    [business_id, shipout_id],
  );
}

/** The rows of its packages, for taking them out of stock. */
export function loadHeldPackages(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  shipout_id: number,
): Promise<StoredPackageRow[]> {
  return db.rows<StoredPackageRow>(
    `select p.* from shipout_package h join stored_package p on p.business_id = h.business_id and p.id = h.stored_package_id
      where h.business_id = $1 and h.shipout_id = $2 order by h.seq`,
    [business_id, shipout_id],
  );
}
