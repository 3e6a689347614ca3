/** What a notification is made of: the order, where its driver is with it, and the addresses of its recipient. */
import type { Context } from "#operation/define/context.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import type { Place } from "#vocabulary/place.ts";
import { chooseTimeZone } from "./locale.ts";
import type { OrderType } from "./rules.ts";
import type { RecipientRow } from "./tables.ts";

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
  business_name: string;
  business_locale: string;
  business_country: string;
  currency: string;
  /** Of the recipient. */
  time_zone: string;
}

const ORDER = `select o.id, o.tracking_number, o.ref, o.type, o.status, o.scheduled_date, o.window_start, o.window_end, o.delivered_at,
    case when o.type = 'P' then coalesce(o.pickup, o.dropoff) else coalesce(o.dropoff, o.pickup) end as place,
    w.name as warehouse, s.planned_arrival_at, s.stops_before,
    coalesce(extract(epoch from r.actual_start_at - r.planned_start_at) * 1000, 0)::float8 as late_ms,
    b.name as business_name, b.locale as business_locale, b.country as business_country, b.currency, b.time_zone
  from delivery_order o join business b on b.id = $1
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
  { db, business_id }: Pick<Context, "db" | "business_id">,
  order_id: number,
): Promise<NotifiedOrder | undefined> {
  const row = await db.row<NotifiedOrder>(ORDER, [business_id, order_id]);
  if (row === undefined) return undefined;
  return { ...row, time_zone: chooseTimeZone(row.place?.country ?? "", row.time_zone) };
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
  return parseE164(phone, place?.country || order.business_country);
}

const RECIPIENT_COLUMNS =
  "id, business_id, channel, address, opted_out_at, opted_out_by, language, created_at";

/** The row of an address, created where there is none. Its choices cannot change until the end of the transaction. */
export async function lockRecipient(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  channel: "sms" | "email",
  address: string,
): Promise<RecipientRow> {
  const row = await db.row<RecipientRow>(
    `insert into notification_recipient (business_id, channel, address, created_at) values ($1, $2, $3, $4)
     on conflict (business_id, channel, address) do update set address = excluded.address returning ${RECIPIENT_COLUMNS}`,
    [business_id, channel, address, now],
  );
  if (row === undefined) throw new Error("A recipient that was stored has a row.");
  return row;
}

/** The stored choices about an order's addresses; rows exist for those that were written to. */
export function loadRecipients(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  order: NotifiedOrder,
): Promise<RecipientRow[]> {
  return db.rows<RecipientRow>(
    `select ${RECIPIENT_COLUMNS} from notification_recipient
     where business_id = $1 and (channel, address) in (('sms', $2), ('email', $3)) order by id`,
    [business_id, findAddress(order, "sms") ?? "", findAddress(order, "email") ?? ""],
  );
}
