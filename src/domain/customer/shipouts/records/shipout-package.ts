/** Packages of a ship-out, which are stored packages. */
import type { StoredPackageRow } from "#domain/customer/storage-orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord } from "#operation/define/record.ts";

type Reader = Pick<Context<never>, "db" | "business_id">;

/** `is_active` is false where a cancelled ship-out gave the package back. */
export const ShipoutPackage = defineRecord("shipout_package");

export interface PlacedShipoutPackage {
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
  { db, business_id }: Reader,
  shipout_id: number,
): Promise<PlacedShipoutPackage[]> {
  return db.rows<PlacedShipoutPackage>(
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
  { db, business_id }: Reader,
  shipout_id: number,
): Promise<StoredPackageRow[]> {
  return db.rows<StoredPackageRow>(
    `select p.* from shipout_package h join stored_package p on p.business_id = h.business_id and p.id = h.stored_package_id
      where h.business_id = $1 and h.shipout_id = $2 order by h.seq`,
    [business_id, shipout_id],
  );
}
