/**
 * Orders, parcels, numbers and tracking events as rows. One order, the usual case, is a few plain inserts that
 * travel together; many are one statement over sets. Both leave the same rows.
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

const ONE_ORDER = `insert into delivery_order (${ORDER_KEYS})
  values (${COLUMNS.map((_column, index) => `$${index + 1}`).join(", ")}) returning id`;

/** The order and the parcel before are this session's latest, so these need not wait for their ids. */
const ONE_PARCEL = `insert into parcel (business_id, order_id, seq, tracking_number, label_code, length_mm, width_mm, height_mm,
    weight_g, contents, custody, custody_since)
  values ($1, currval('delivery_order_id_seq'), $2, $3, $3, $4, $5, $6, $7, $8, 'sender', $9)
  returning id, order_id, seq, tracking_number, label_code, length_mm, width_mm, height_mm, weight_g, contents`;

const ONE_NUMBER = `insert into tracking_number (number, business_id, order_id, parcel_id, created_at)
  values ($1, $2, currval('delivery_order_id_seq'), currval('parcel_id_seq'), $3)`;

const ONE_EVENT = `insert into tracking_event (business_id, tracking_number, order_id, event_id, fingerprint, status_code,
    occurred_at, recorded_at, document)
  values ($1, $2, currval('delivery_order_id_seq'), $3, $4, $5, $6, $7, $8)`;

/** Stored orders, in no promised sequence: they are told apart by their tracking numbers. */
export function storeOrders(
  context: Context<never>,
  rows: readonly NewOrderRow[],
  parcels: readonly NewParcelRow[],
  events: readonly TrackedRow[],
): Promise<StoredOrder[]> {
  const [only] = rows;
  if (only !== undefined && rows.length === 1) return storeOne(context, only, parcels, events);
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
  { db, business_id, now }: Context<never>,
  row: NewOrderRow,
  parcels: readonly NewParcelRow[],
  events: readonly TrackedRow[],
): Promise<StoredOrder[]> {
  const values = COLUMNS.map(({ name, type }) => {
    const value = row[name];
    return type === "jsonb" && value !== null ? JSON.stringify(value) : value;
  });
  const order = db.row<{ id: number }>(ONE_ORDER, values);
  const boxes: Promise<ParcelRow | undefined>[] = [];
  const rest: Promise<unknown>[] = [];
  for (const parcel of parcels) {
    const { seq, tracking_number, length_mm, width_mm, height_mm, weight_g, contents } = parcel;
    boxes.push(
      db.row<ParcelRow>(ONE_PARCEL, [
        business_id,
        seq,
        tracking_number,
        length_mm,
        width_mm,
        height_mm,
        weight_g,
        contents,
        now,
      ]),
    );
    rest.push(db.execute(ONE_NUMBER, [tracking_number, business_id, now]));
  }
  for (const event of events) {
    const { tracking_number, event_id, fingerprint, status_code, occurred_at, recorded_at, document } = event;
    rest.push(
      db.execute(ONE_EVENT, [
        business_id,
        tracking_number,
        event_id,
        fingerprint,
        status_code,
        occurred_at,
        recorded_at,
        JSON.stringify(document),
      ]),
    );
  }
  const [made, made_boxes] = await Promise.all([order, Promise.all(boxes), Promise.all(rest)]);
  if (made === undefined) throw new Error("The order was not stored.");
  return [{ id: made.id, tracking_number: row.tracking_number, parcels: made_boxes as ParcelRow[] }];
}
