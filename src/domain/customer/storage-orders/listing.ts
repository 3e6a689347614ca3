/** Reads stored packages with where they are and their photos. */
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { buildWindow, type SortColumn } from "#vocabulary/cursor-page.ts";
import type { StoredPackageRow } from "./records/stored-package.ts";
import type { PackageStatus } from "./rules.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

export interface ListedPackage extends StoredPackageRow {
  is_received: boolean;
  code: string | null;
  free_until: string | null;
  warehouse: { id: number; code: string; name: string } | null;
  bin: { id: number; code: string } | null;
  photo_file_ids: number[];
}

/** `$1` is the business. */
const PACKAGES = `select p.*, p.received_at is not null as is_received, k.code,
    case when (v.definition->'storage'->>'free_days')::int > 0
      then p.stored_from + (v.definition->'storage'->>'free_days')::int - 1 end as free_until,
    case when w.id is not null then json_build_object('id', w.id, 'code', w.code, 'name', w.name) end as warehouse,
    case when b.id is not null then json_build_object('id', b.id, 'code', b.code) end as bin,
    array(select f.file_id from file_subject f
           where f.business_id = $1 and f.subject_type = 'stored_package' and f.subject_id = p.id order by f.file_id)
      as photo_file_ids
  from stored_package p
  join storage_order o on o.business_id = p.business_id and o.id = p.storage_order_id
  join customer_service_version v on v.business_id = o.business_id and v.service_id = o.service_id and v.version = o.service_version
  left join stock_package k on k.business_id = p.business_id and k.id = p.stock_package_id
  left join warehouse_bin b on b.business_id = k.business_id and b.id = k.bin_id and p.status in ('RECEIVED', 'HELD')
  left join warehouse w on w.business_id = b.business_id and w.id = b.warehouse_id
 where p.business_id = $1`;

/** Of one order. */
export function loadStoredPackages(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  storage_order_id: number,
): Promise<ListedPackage[]> {
  return db.rows<ListedPackage>(`${PACKAGES} and p.storage_order_id = $2 order by p.seq`, [
    business_id,
    storage_order_id,
  ]);
}

/** Newest first. */
const SORT: readonly SortColumn[] = [{ sql: "p.id", member: "id", type: "bigint", descending: true }];

/** `$2` the customer, `$3` the warehouses where the caller may work, `$4` a status, `$5` an order. */
const CONDITION = `($2::bigint is null or p.customer_id = $2)
  and ($3::bigint[] is null or exists (select from storage_order o where o.business_id = $1 and o.id = p.storage_order_id
    and (o.warehouse_id is null or o.warehouse_id = any($3))))
  and ($4::text is null or p.status = $4) and ($5::bigint is null or p.storage_order_id = $5)`;

/** One page of the packages of a customer, or of all. */
export async function listPackages(
  context: Reader,
  input: { page?: number; per_page?: number; cursor?: string },
  {
    customer_id,
    status,
    storage_order_id,
  }: { customer_id: number | null; status: PackageStatus | null; storage_order_id: number | null },
) {
  const { db, business_id, actor } = context;
  const reach = actor.role === "customer" ? null : listReach(context);
  const values = [business_id, customer_id, reach, status, storage_order_id];
  const window = buildWindow(input, SORT, { condition: CONDITION, values });
  const counted = `from stored_package p where p.business_id = $1 and ${CONDITION}`;
  return readListPage<ListedPackage>(
    db,
    window,
    `${PACKAGES} and ${CONDITION}${window.sql}`,
    countRows(db, counted, values),
  );
}
