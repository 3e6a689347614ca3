/**
 * Inserts orders, parcels, tracking numbers and tracking events in one statement: with plain parameters for one order
 * of one parcel, the usual case; from JSON record sets otherwise. Both insert the same rows. Not by records, because creating an
 * order is the most frequent write of all: one statement instead of four.
 */

import { buildNumberKey, type toTrackingRow } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { NEW_COLUMNS, type NewOrderRow } from "../records/order.ts";
import type { ParcelRow } from "../records/parcel.ts";

export interface NewParcelRow
  extends Pick<
    ParcelRow,
    "seq" | "tracking_number" | "length_mm" | "width_mm" | "height_mm" | "weight_g" | "contents"
  > {
  order_number: string;
}

type TrackedRow = ReturnType<typeof toTrackingRow>;

export interface StoredOrder {
  id: number;
  tracking_number: string;
  parcels: ParcelRow[];
}

const ORDER_RECORD = NEW_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(", ");
const ORDER_KEYS = NEW_COLUMNS.map(({ name }) => name).join(", ");

/** Inserts many orders in one statement; rows are joined by tracking number. */
const INSERT_MANY = `with inserted as (
    insert into delivery_order (${ORDER_KEYS})
    select ${ORDER_KEYS} from json_to_recordset($1::json) as o(${ORDER_RECORD}) returning id, tracking_number),
  new_parcels as (
    insert into parcel (business_id, order_id, seq, tracking_number, label_code, length_mm, width_mm, height_mm, weight_g,
      contents, custody, custody_since)
    select $3, m.id, p.seq, p.tracking_number, p.tracking_number, p.length_mm, p.width_mm, p.height_mm, p.weight_g,
      p.contents, 'sender', $4
    from json_to_recordset($2::json) as p(order_number text, seq int, tracking_number text, length_mm int, width_mm int,
      height_mm int, weight_g int, contents text) join inserted m on m.tracking_number = p.order_number
    returning id, order_id, seq, tracking_number, label_code, length_mm, width_mm, height_mm, weight_g, contents),
  numbers as (
    insert into tracking_number (number, business_id, subject_type, subject_id, created_at)
    select b.tracking_number, $3, case b.seq when 1 then 'order' else 'parcel' end, case b.seq when 1 then b.order_id else b.id end, $4
    from new_parcels b),
  carrier_numbers as (
    insert into tracking_alias (business_id, kind, number, key, subject_type, subject_id, created_at)
    select $3, 'carrier', c.number, c.key, 'order', m.id, $4
    from json_to_recordset($6::json) as c(tracking_number text, number text, key text) join inserted m using (tracking_number)),
  tracked as (
    insert into tracking_event (business_id, tracking_number, event_id, fingerprint, status_code, occurred_at,
      recorded_at, document)
    select $3, t.tracking_number, t.event_id, t.fingerprint, t.status_code, t.occurred_at, t.recorded_at, t.document
    from json_to_recordset($5::json) as t(tracking_number text, event_id text, fingerprint text, status_code text,
      occurred_at timestamptz, recorded_at timestamptz, document jsonb) join inserted m using (tracking_number))
  select m.id, m.tracking_number,
    (select json_agg(b order by b.seq) from new_parcels b where b.order_id = m.id) as parcels from inserted m`;

/** SQL parameter of each column: `$1`, `$2` … */
const PARAMETERS = new Map(NEW_COLUMNS.map(({ name }, index) => [name, `$${index + 1}`]));
/** SQL parameter after those of the columns; `index` starts at 1. */
const extraParameter = (index: number) => `$${NEW_COLUMNS.length + index}`;

/** The number of another carrier that the order was created with. */
const CARRIER_NUMBER = `
  carrier_number as (
    insert into tracking_alias (business_id, kind, number, key, subject_type, subject_id, created_at)
    select ${PARAMETERS.get("business_id")}, 'carrier', ${PARAMETERS.get("external_tracking")}, ${extraParameter(12)}, 'order', inserted.id,
      ${PARAMETERS.get("created_at")} from inserted),`;

/** Inserts one order with one parcel and one event from plain parameters: half the cost of JSON record sets. */
const buildInsertOne = (with_carrier_number: boolean) => `with inserted as (
    insert into delivery_order (${ORDER_KEYS}) values (${[...PARAMETERS.values()].join(", ")}) returning id),
  new_parcel as (
    insert into parcel (business_id, order_id, seq, tracking_number, label_code, length_mm, width_mm, height_mm, weight_g,
      contents, custody, custody_since)
    select ${PARAMETERS.get("business_id")}, inserted.id, 1, ${PARAMETERS.get("tracking_number")}, ${PARAMETERS.get("tracking_number")}, ${extraParameter(1)}, ${extraParameter(2)},
      ${extraParameter(3)}, ${extraParameter(4)}, ${extraParameter(5)}, 'sender', ${PARAMETERS.get("created_at")} from inserted returning id),
  number as (
    insert into tracking_number (number, business_id, subject_type, subject_id, created_at)
    select ${PARAMETERS.get("tracking_number")}, ${PARAMETERS.get("business_id")}, 'order', inserted.id, ${PARAMETERS.get("created_at")} from inserted),${with_carrier_number ? CARRIER_NUMBER : ""}
  tracked as (
    insert into tracking_event (business_id, tracking_number, event_id, fingerprint, status_code, occurred_at,
      recorded_at, document)
    select ${PARAMETERS.get("business_id")}, ${PARAMETERS.get("tracking_number")}, ${extraParameter(6)}, ${extraParameter(7)}, ${extraParameter(8)}, ${extraParameter(9)}, ${extraParameter(10)},
      ${extraParameter(11)} from inserted)
  select inserted.id, new_parcel.id as parcel_id from inserted, new_parcel`;
const INSERT_ONE = buildInsertOne(false);
const INSERT_ONE_WITH_CARRIER_NUMBER = buildInsertOne(true);

/** Insert orders. The result is in no defined order: identify orders by their tracking numbers. */
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
  return db.rows<StoredOrder>(INSERT_MANY, [
    JSON.stringify(rows),
    JSON.stringify(parcels),
    business_id,
    now,
    JSON.stringify(events),
    JSON.stringify(
      rows.flatMap(({ tracking_number, external_tracking: number }) =>
        number === null ? [] : [{ tracking_number, number, key: buildNumberKey(number) }],
      ),
    ),
  ]);
}

async function storeOne(
  { db }: Context<never>,
  row: NewOrderRow,
  { seq, tracking_number, length_mm, width_mm, height_mm, weight_g, contents }: NewParcelRow,
  event: TrackedRow,
): Promise<StoredOrder[]> {
  const values: unknown[] = NEW_COLUMNS.map(({ name, type }) => {
    const value = row[name];
    return type === "jsonb" && value !== null ? JSON.stringify(value) : value;
  });
  values.push(length_mm, width_mm, height_mm, weight_g, contents);
  values.push(event.event_id, event.fingerprint, event.status_code, event.occurred_at, event.recorded_at);
  values.push(JSON.stringify(event.document));
  const { external_tracking } = row;
  if (external_tracking !== null) values.push(buildNumberKey(external_tracking));
  const inserted = await db.row<{ id: number; parcel_id: number }>(
    external_tracking === null ? INSERT_ONE : INSERT_ONE_WITH_CARRIER_NUMBER,
    values,
  );
  if (inserted === undefined) throw new Error("The order was not stored.");
  const parcel = {
    id: inserted.parcel_id,
    order_id: inserted.id,
    seq,
    tracking_number,
    label_code: tracking_number,
    length_mm,
    width_mm,
    height_mm,
    weight_g,
    contents,
  };
  return [{ id: inserted.id, tracking_number: row.tracking_number, parcels: [parcel as ParcelRow] }];
}
