/** Parcels of orders by what was scanned, with their routes. */
import { normalizeCode } from "#domain/warehouse/inventory/public.ts";
import type { Context } from "#operation/define/context.ts";

export interface ScannedParcel {
  id: number;
  order_id: number;
  tracking_number: string;
  custody: string;
  custody_ref: string | null;
  order_status: string;
  route_id: number | null;
  route_number: string | null;
  route_date: string | null;
  route_status: string | null;
  route_start_id: number | null;
}

/** By label code or tracking number; the number that another system gave an order finds all of its parcels. */
export function findScannedParcels(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  code: string,
): Promise<ScannedParcel[]> {
  return db.rows<ScannedParcel>(
    `with found as (
       select p.id from parcel p where p.business_id = $1 and (p.label_code = any($2) or p.tracking_number = any($2))
       union
       select p.id from delivery_order o join parcel p on p.business_id = $1 and p.order_id = o.id
        where o.business_id = $1 and o.external_tracking = any($2))
     select p.id, p.order_id, p.tracking_number, p.custody, p.custody_ref, o.status as order_status,
       r.id as route_id, r.number as route_number, r.date as route_date, r.status as route_status,
       r.start_warehouse_id as route_start_id
       from found f join parcel p on p.business_id = $1 and p.id = f.id
       join delivery_order o on o.business_id = $1 and o.id = p.order_id
       left join route r on r.business_id = $1 and r.id = o.route_id
      order by p.id`,
    [business_id, [...new Set([code.trim(), normalizeCode(code)])]],
  );
}
