/** Reads stored packages with where they are and their photos. */
import type { Context } from "#operation/define/context.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import type { StoredPackageRow } from "./records/stored-package.ts";

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
  left join warehouse w on w.business_id = b.business_id and w.id = b.warehouse_id`;

/** Of one order. */
export function loadStoredPackages(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  storage_order_id: number,
): Promise<ListedPackage[]> {
  return db.rows<ListedPackage>(
    `${PACKAGES} where p.business_id = $1 and p.storage_order_id = $2 order by p.seq`,
    [business_id, storage_order_id],
  );
}

/** Newest first. */
export const STORED_PACKAGE_LIST = { from: "stored_package p", select: PACKAGES, order: byId("p.id") };
