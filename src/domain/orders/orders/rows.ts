/** Reads and locks rows of orders. */
import type { Context } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import { UNRELEASED_ROUTE_STATUSES } from "./lifecycle/rules.ts";
import type { OrderRow, ParcelRow } from "./tables.ts";
import { getVisibility } from "./visibility.ts";

/** Every column except the search text, by name: the response filter and the folds rely on this list. */
export const ORDER_COLUMNS = `id, business_id, customer_id, family, type, service, delivery_kind, ref, external_tracking,
  tracking_number, status, status_since, status_before_hold, scheduled_date, pickup, dropoff, origin_warehouse_id, current_warehouse_id, lat, lng, city, postal_code,
  window_start, window_end, service_time_s, priority, weight_g, volume_cm3, units, pallets, requirements,
  delivery_instruction, note, recipient_preferences, cod_minor, insured_value_minor, currency, price_minor, price_details, quote_id, payment, hold,
  return_reason, attempts, route_id, assignment_id, contractor_account_id, tender_state, third_party_carrier_id, sync,
  partial, cancel_requested, replaces_order_id, replaced_by_order_id, batch_id, source, created_by, created_at, updated_at,
  delivered_at, version`;

/** Which of these orders the caller may read; a driver, those of its routes. */
export async function findReadableOrders(
  { actor, db, business_id }: Pick<Context, "actor" | "db" | "business_id">,
  ids: readonly number[],
): Promise<number[]> {
  const { customer_id, contractor_account_id } = getVisibility(actor);
  const rows = await db.rows<{ id: number }>(
    `select id from delivery_order o where business_id = $1 and id = any($2::bigint[])
       and ($3::bigint is null or customer_id = $3) and ($4::bigint is null or contractor_account_id = $4)
       and ($5::bigint is null or exists (
         select from stop_task t join stop s on s.business_id = $1 and s.id = t.stop_id
           join route r on r.business_id = $1 and r.id = s.route_id
          where t.business_id = $1 and t.order_id = o.id and r.driver_id = $5))`,
    [
      business_id,
      ids,
      customer_id,
      contractor_account_id,
      actor.role === "driver" ? (actor.driver_id ?? -1) : null,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Rows by id, locked in id order so that two bulk commands cannot deadlock. Unknown ids are absent. */
export async function lockOrders(
  db: Db,
  business_id: number,
  ids: readonly number[],
): Promise<Map<number, OrderRow>> {
  const rows = await db.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = any($2::bigint[]) order by id for update`,
    [business_id, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findOrder(db: Db, business_id: number, id: number): Promise<OrderRow | undefined> {
  return db.row<OrderRow>(`select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = $2`, [
    business_id,
    id,
  ]);
}

/** The routes among `route_ids` that are not released to their driver yet. */
export async function findUnreleasedRoutes(
  db: Db,
  business_id: number,
  route_ids: readonly number[],
): Promise<Set<number>> {
  if (route_ids.length === 0) return new Set();
  const rows = await db.rows<{ id: number }>(
    "select id from route where business_id = $1 and id = any($2::bigint[]) and status = any($3::text[])",
    [business_id, [...route_ids], [...UNRELEASED_ROUTE_STATUSES]],
  );
  return new Set(rows.map((row) => row.id));
}

export async function isOnReleasedRoute(
  db: Db,
  { business_id, route_id }: Pick<OrderRow, "business_id" | "route_id">,
): Promise<boolean> {
  return route_id !== null && !(await findUnreleasedRoutes(db, business_id, [route_id])).has(route_id);
}

export async function loadParcels(
  db: Db,
  business_id: number,
  order_ids: readonly number[],
): Promise<ParcelRow[]> {
  return db.rows<ParcelRow>(
    `select id, business_id, order_id, seq, tracking_number, label_code, length_mm, width_mm, height_mm, weight_g, contents,
       custody, custody_ref, custody_since
     from parcel where business_id = $1 and order_id = any($2::bigint[]) order by order_id, seq`,
    [business_id, [...order_ids]],
  );
}
