/** Parcels that may be moved: by what was scanned, by id, and those that lie where they do not belong. */

import { type Custody, findScannedParcels, narrowScan } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";

export interface MovableParcel {
  id: number;
  order_id: number;
  tracking_number: string;
  label_code: string;
  custody: Custody;
  custody_ref: string | null;
  custody_since: string;
  order_status: string;
  /** Where it belongs: where its route starts, else where its order does; null where neither is known. */
  expected_warehouse_id: number | null;
}

/** Until a route leaves, it waits for its parcels. */
const WAITING = "('PLANNED', 'POSTED', 'ASSIGNED', 'RELEASED', 'LOADED')";
const EXPECTED = `case when r.status in ${WAITING} and r.start_warehouse_id is not null then r.start_warehouse_id
  else o.origin_warehouse_id end`;

const PARCELS = `select p.id, p.order_id, p.tracking_number, p.label_code, p.custody, p.custody_ref, p.custody_since,
    o.status as order_status, ${EXPECTED} as expected_warehouse_id
  from parcel p
  join delivery_order o on o.business_id = $1 and o.id = p.order_id
  left join route r on r.business_id = $1 and r.id = o.route_id
 where p.business_id = $1`;

type Source = Pick<Context<never>, "db" | "business_id">;

export function loadMovableParcels(
  { db, business_id }: Source,
  ids: readonly number[],
): Promise<MovableParcel[]> {
  return db.rows<MovableParcel>(`${PARCELS} and p.id = any($2::bigint[]) order by p.id`, [
    business_id,
    [...ids],
  ]);
}

/** By what was scanned: a label, or a number that others gave, which finds all parcels of its order. */
export async function findParcelsByCode(context: Source, code: string): Promise<MovableParcel[]> {
  const parcels = (await findScannedParcels(context, [code])).get(code) ?? [];
  const present = narrowScan(parcels, {});
  return loadMovableParcels(
    context,
    present.map(({ id }) => id),
  );
}

/** Parcels that lie where they do not belong and that no transfer takes yet; `$reach` is of `listReach`. */
export const CANDIDATES = {
  from: `parcel p
    join delivery_order o on o.business_id = $1 and o.id = p.order_id
    left join route r on r.business_id = $1 and r.id = o.route_id
    join warehouse f on f.business_id = $1 and f.id::text = p.custody_ref
    join warehouse e on e.business_id = $1 and e.id = ${EXPECTED} and e.status = 'open'`,
  columns: `p.id as parcel_id, p.order_id, p.tracking_number, p.label_code, o.status as order_status, o.city,
    p.custody_since as since, jsonb_build_object('id', f.id, 'code', f.code, 'name', f.name) as found_warehouse,
    jsonb_build_object('id', e.id, 'code', e.code, 'name', e.name) as expected_warehouse,
    case when r.status in ${WAITING} and r.start_warehouse_id is not null then 'route' else 'origin' end as why,
    r.id as route_id, r.number as route_number, r.date as route_date`,
  where: [
    "p.custody = 'warehouse' and e.id <> f.id",
    "$reach::bigint[] is null or f.id = any($reach)",
    "o.status not in ('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED', 'RETURNING') and not o.cancel_requested",
    "not exists (select from transfer_item i where i.business_id = $1 and i.parcel_id = p.id and i.is_open)",
  ],
};
