/**
 * Orders, parcels, numbers and tracking events as rows, in one statement: plain rows for one order of one parcel,
 * the usual case; sets from JSON for all else. Both leave the same rows.
 */

import type { rowOf } from "#domain/tracking/public.ts";
import type { Context } from "#operation/context.ts";
import type { OrderRow, ParcelRow } from "./tables.ts";

export type NewOrderRow = Omit<OrderRow, "id" | "assignment_id"> & { search: string };

export interface NewParcelRow {
  order_number: string;
  seq: number;
  tracking_number: string;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  weight_g: number;
  contents: string;
}

type TrackedRow = ReturnType<typeof rowOf>;

export interface StoredOrder {
  id: number;
  tracking_number: string;
  parcels: ParcelRow[];
}

const ORDER_RECORD = `business_id int, customer_id int, family text, type text, service text, delivery_kind text, ref text,
  external_tracking text, tracking_number text, status text, status_since timestamptz, status_before_hold text,
  scheduled_date date, pickup jsonb, dropoff jsonb, lat float8, lng float8, city text, postal_code text,
  window_start timestamptz, window_end timestamptz, service_time_s int, priority int, weight_g int, volume_cm3 int,
  units int, pallets int, requirements jsonb, delivery_instruction text, note text, cod_minor int,
  insured_value_minor int, currency text, price_minor int, price_details jsonb, quote_id int, payment text, hold jsonb,
  return_reason jsonb, attempts int, sync text, partial bool, cancel_requested bool, replaces_order_id int,
  batch_id bigint, source text, created_by int, created_at timestamptz, updated_at timestamptz, version int, search text`;
const ORDER_KEYS = ORDER_RECORD.split(",")
  .map((column) => column.trim().split(/\s+/)[0])
  .join(", ");

/** Orders, parcels and numbers in one statement; the answer joins them by tracking number. */
const MANY = `with made as (
    insert into delivery_order (${ORDER_KEYS})
    select ${ORDER_KEYS} from json_to_recordset($1::json) as o(${ORDER_RECORD}) returning id, tracking_number),
  boxes as (
    insert into parcel (business_id, order_id, seq, tracking_number, label_code, length_mm, width_mm, height_mm, weight_g,
      contents, custody, custody_since)
    select $3, m.id, p.seq, p.tracking_number, p.tracking_number, p.length_mm, p.width_mm, p.height_mm, p.weight_g,
      p.contents, 'sender', $4
    from json_to_recordset($2::json) as p(order_number text, seq int, tracking_number text, length_mm int, width_mm int,
      height_mm int, weight_g int, contents text) join made m on m.tracking_number = p.order_number
    returning id, order_id, seq, tracking_number, label_code, length_mm, width_mm, height_mm, weight_g, contents),
  numbers as (
    insert into tracking_number (number, business_id, order_id, parcel_id, created_at)
    select b.tracking_number, $3, b.order_id, b.id, $4 from boxes b),
  tracked as (
    insert into tracking_event (business_id, tracking_number, order_id, event_id, fingerprint, status_code, occurred_at,
      recorded_at, document)
    select $3, t.tracking_number, m.id, t.event_id, t.fingerprint, t.status_code, t.occurred_at, t.recorded_at, t.document
    from json_to_recordset($5::json) as t(tracking_number text, event_id text, fingerprint text, status_code text,
      occurred_at timestamptz, recorded_at timestamptz, document jsonb) join made m using (tracking_number))
  select m.id, m.tracking_number,
    (select json_agg(b order by b.seq) from boxes b where b.order_id = m.id) as parcels from made m`;

/** `name type` of each column, in the order of the record. */
const COLUMNS = ORDER_RECORD.split(",").map((column) => {
  const [name = "", type = ""] = column.trim().split(/\s+/);
  return { name: name as keyof NewOrderRow, type };
});

const AT = new Map(COLUMNS.map(({ name }, index) => [name, `$${index + 1}`]));
const NEXT = (index: number) => `$${COLUMNS.length + index}`;

/** One order with one parcel and one event, of plain rows: half the cost of sets from JSON. */
const ONE = `with made as (
    insert into delivery_order (${ORDER_KEYS}) values (${[...AT.values()].join(", ")}) returning id),
  box as (
    insert into parcel (business_id, order_id, seq, tracking_number, label_code, length_mm, width_mm, height_mm, weight_g,
      contents, custody, custody_since)
    select ${AT.get("business_id")}, made.id, 1, ${AT.get("tracking_number")}, ${AT.get("tracking_number")}, ${NEXT(1)}, ${NEXT(2)},
      ${NEXT(3)}, ${NEXT(4)}, ${NEXT(5)}, 'sender', ${AT.get("created_at")} from made returning id),
  number as (
    insert into tracking_number (number, business_id, order_id, parcel_id, created_at)
    select ${AT.get("tracking_number")}, ${AT.get("business_id")}, made.id, box.id, ${AT.get("created_at")} from made, box),
  tracked as (
    insert into tracking_event (business_id, tracking_number, order_id, event_id, fingerprint, status_code, occurred_at,
      recorded_at, document)
    select ${AT.get("business_id")}, ${AT.get("tracking_number")}, made.id, ${NEXT(6)}, ${NEXT(7)}, ${NEXT(8)}, ${NEXT(9)}, ${NEXT(10)},
      ${NEXT(11)} from made)
  select made.id, box.id as parcel_id from made, box`;

/** Stored orders, in no promised sequence: they are told apart by their tracking numbers. */
export function storeOrders(
  context: Context<never>,
  rows: readonly NewOrderRow[],
  parcels: readonly NewParcelRow[],
  events: readonly TrackedRow[],
): Promise<StoredOrder[]> {
  const [row] = rows;
  const [parcel] = parcels;
  const [event] = events;
  if (rows.length === 1 && parcels.length === 1 && events.length === 1 && row && parcel && event)
    return storeOne(context, row, parcel, event);
  const { db, business_id, now } = context;
  return db.rows<StoredOrder>(MANY, [
    JSON.stringify(rows),
    JSON.stringify(parcels),
    business_id,
    now,
    JSON.stringify(events),
  ]);
}

async function storeOne(
  { db }: Context<never>,
  row: NewOrderRow,
  { seq, tracking_number, length_mm, width_mm, height_mm, weight_g, contents }: NewParcelRow,
  event: TrackedRow,
): Promise<StoredOrder[]> {
  const values: unknown[] = COLUMNS.map(({ name, type }) => {
    const value = row[name];
    return type === "jsonb" && value !== null ? JSON.stringify(value) : value;
  });
  values.push(length_mm, width_mm, height_mm, weight_g, contents);
  values.push(event.event_id, event.fingerprint, event.status_code, event.occurred_at, event.recorded_at);
  values.push(JSON.stringify(event.document));
  const made = await db.row<{ id: number; parcel_id: number }>(ONE, values);
  if (made === undefined) throw new Error("The order was not stored.");
  const box = {
    id: made.parcel_id,
    order_id: made.id,
    seq,
    tracking_number,
    label_code: tracking_number,
    length_mm,
    width_mm,
    height_mm,
    weight_g,
    contents,
  };
  return [{ id: made.id, tracking_number: row.tracking_number, parcels: [box as ParcelRow] }];
}
