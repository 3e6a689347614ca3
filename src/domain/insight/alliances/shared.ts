/** Reads what grants share, in the business that gives it. */
import { loadTimeline } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { redactTimeline } from "#otep/redact.ts";
import { getLabel } from "#otep/vocabulary.ts";
import type { SortColumn } from "#vocabulary/cursor-page.ts";
import { buildSharedOrder, type SharedSource } from "./rules.ts";
import type { MaskableField, SharedTracking } from "./shapes.ts";

type Reader = Pick<Context, "db" | "business_id">;

/**
 * Whether a grant selects the order `o`; `$2` is of `toFilterRows`. The place of an order is where its goods go, or where
 * they are collected.
 */
export const SELECTED = `exists (
  select from jsonb_to_recordset($2::jsonb) as f(customers bigint[], area text, postcodes text[], date_from date, date_to date)
   where (f.customers is null or o.customer_id = any(f.customers))
     and (f.date_from is null or o.scheduled_date >= f.date_from) and (f.date_to is null or o.scheduled_date <= f.date_to)
     and ((f.area is null and f.postcodes is null)
       or coalesce(poly_contain_pt(f.area::polygon, point(o.lng, o.lat)), false)
       or exists (select from unnest(f.postcodes) as p(prefix)
            where starts_with(upper(regexp_replace(o.postal_code, '[\\s-]', '', 'g')), p.prefix))))`;

const SHARED_COLUMNS = `o.id, o.tracking_number, o.type, o.status, o.status_since, o.scheduled_date, o.delivered_at, o.ref,
  c.name as customer, o.pickup, o.dropoff, o.lat, o.lng, o.window_start, o.window_end, o.delivery_instruction, o.weight_g,
  (select count(*)::int from parcel p where p.business_id = $1 and p.order_id = o.id) as parcels,
  array(select p.contents from parcel p where p.business_id = $1 and p.order_id = o.id order by p.seq) as contents`;

export const SHARED_ORDERS = `select ${SHARED_COLUMNS}
  from delivery_order o left join customer c on c.business_id = $1 and c.id = o.customer_id
 where o.business_id = $1 and ${SELECTED}`;

export const SHARED_SORT: readonly SortColumn[] = [
  { sql: "o.id", member: "id", type: "bigint", descending: true },
];

/** An order of the business, when a grant selects it. */
export function findSharedOrder(
  { db, business_id }: Reader,
  filter_rows: string,
  order_id: number,
): Promise<SharedSource | undefined> {
  return db.row<SharedSource>(`${SHARED_ORDERS} and o.id = $3`, [business_id, filter_rows, order_id]);
}

/** Its tracking, without what the mask withholds. Texts of providers are left out: they may repeat any of it. */
export async function loadSharedTracking(
  { db, business_id }: Reader,
  order: SharedSource,
  mask: readonly MaskableField[],
): Promise<SharedTracking> {
  const [timeline, proofs] = await Promise.all([
    loadTimeline(db, business_id, order.tracking_number),
    db.rows<{ kind: string; captured_at: string }>(
      "select kind, captured_at from proof where business_id = $1 and subject_type = 'order' and subject_id = $2 order by id limit 20",
      [business_id, order.id],
    ),
  ]);
  const public_timeline = timeline === undefined ? undefined : redactTimeline(timeline);
  const shows_places = !mask.includes("event_places");
  // Only `eta` has the expected time.
  const events = (public_timeline?.events ?? []).filter(
    ({ voided_by, corrects, base, time_type }) =>
      time_type === "actual" && voided_by === undefined && (corrects === undefined || base !== "note"),
  );
  return {
    order: buildSharedOrder(order, mask),
    events: events.map(({ status_code, base, occurred_at, location }) => ({
      status_code,
      label: getLabel(status_code, base),
      occurred_at,
      ...(shows_places && location?.address?.city ? { city: location.address.city } : {}),
    })),
    ...(mask.includes("eta") ? {} : { eta: public_timeline?.eta ?? null }),
    ...(mask.includes("proofs") ? {} : { proofs }),
  };
}
