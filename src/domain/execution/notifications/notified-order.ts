/** What a notification is made of: the order, where its driver is with it, and the addresses of its recipient. */
import type { ActorBusiness } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import type { Place } from "#vocabulary/place.ts";
import { chooseTimeZone } from "./locale.ts";
import type { OrderType } from "./rules.ts";

export interface NotifiedOrder {
  id: number;
  tracking_number: string;
  ref: string | null;
  type: OrderType;
  status: string;
  scheduled_date: string;
  window_start: string | null;
  window_end: string | null;
  delivered_at: string | null;
  /** Of the stop that the driver visits. */
  place: Place | null;
  warehouse: string | null;
  planned_arrival_at: string | null;
  late_ms: number;
  stops_before: number | null;
  business: Pick<ActorBusiness, "name" | "locale" | "country" | "currency">;
  /** Of the recipient. */
  time_zone: string;
}

const ORDER = `select o.id, o.tracking_number, o.ref, o.type, o.status, o.scheduled_date, o.window_start, o.window_end, o.delivered_at,
    case when o.type = 'P' then coalesce(o.pickup, o.dropoff) else coalesce(o.dropoff, o.pickup) end as place,
    w.name as warehouse, s.planned_arrival_at, s.stops_before,
    coalesce(extract(epoch from r.actual_start_at - r.planned_start_at) * 1000, 0)::float8 as late_ms
  from delivery_order o
    left join warehouse w on w.business_id = $1 and w.id = o.current_warehouse_id
    left join route r on r.business_id = $1 and r.id = o.route_id
    left join lateral (
      select mine.planned_arrival_at, (select count(*) from stop e where e.business_id = $1 and e.route_id = mine.route_id
          and e.seq < mine.seq and e.status in ('PENDING', 'ARRIVED')) as stops_before
      from stop_task t join stop mine on mine.business_id = $1 and mine.id = t.stop_id
      where t.business_id = $1 and t.order_id = o.id and mine.route_id = o.route_id and t.status = 'PENDING'
      order by mine.seq desc limit 1) s on true
  where o.business_id = $1 and o.id = $2`;

export async function loadOrder(
  { db, business_id, business }: Pick<Context, "db" | "business_id" | "business">,
  order_id: number,
): Promise<NotifiedOrder | undefined> {
  const row = await db.row<Omit<NotifiedOrder, "business" | "time_zone">>(ORDER, [business_id, order_id]);
  if (row === undefined) return undefined;
  return { ...row, business, time_zone: chooseTimeZone(row.place?.country ?? "", business.time_zone) };
}

/** The addresses of a recipient as they are compared; null: none was given; undefined: it is none. */
export function findAddress(order: NotifiedOrder, channel: "sms" | "email"): string | null | undefined {
  const { place } = order;
  if (channel === "email") {
    const email = place?.email?.trim().toLowerCase() ?? "";
    if (email === "") return null;
    return /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(email) ? email : undefined;
  }
  const phone = place?.phone?.trim() ?? "";
  if (phone === "") return null;
  return parseE164(phone, place?.country || order.business.country);
}
