/** Parcels of orders: what one is, and how it is found, measured and handed on. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { ParcelMeasures } from "../lifecycle/merge-order.ts";

export type Custody =
  | "sender"
  | "driver"
  | "warehouse"
  | "vehicle"
  | "locker"
  | "recipient"
  | "provider"
  | "missing"
  | "disposed";

export interface ParcelRow extends Row<"parcel"> {
  custody: Custody;
  /** Id of the driver, vehicle or warehouse that has it, or the name of the provider; null where that is not known. */
  custody_ref: string | null;
}

export async function loadParcels(
  db: Db,
  business_id: number,
  order_ids: readonly number[],
): Promise<ParcelRow[]> {
  return db.rows<ParcelRow>(
    "select * from parcel where business_id = $1 and order_id = any($2::bigint[]) order by order_id, seq",
    [business_id, [...order_ids]],
  );
}

export async function saveMeasures(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  parcels: readonly ParcelMeasures[],
): Promise<void> {
  if (parcels.length === 0) return;
  await db.execute(
    `update parcel p set weight_g = c.weight_g, length_mm = c.length_mm, width_mm = c.width_mm, height_mm = c.height_mm,
       contents = c.contents
      from json_to_recordset($2::json) as c(id bigint, weight_g int, length_mm int, width_mm int, height_mm int, contents text)
      where p.business_id = $1 and p.id = c.id`,
    [business_id, JSON.stringify(parcels)],
  );
}

export interface CustodyMove {
  order_id: number;
  to: Custody;
  ref: string | null;
  /** When the parcels were scanned or reported there; ISO 8601. */
  at: string;
  /** Only these parcels of the order; all when null. */
  parcel_ids: readonly number[] | null;
}

/** Change custody to the same value for every parcel of some orders, or only for `parcel_ids` among them. */
export async function moveCustody(
  context: Context<never>,
  order_ids: readonly number[],
  to: Custody,
  ref: string | null,
  at: string = context.now.toISOString(),
  parcel_ids: readonly number[] | null = null,
): Promise<void> {
  await moveCustodies(
    context,
    order_ids.map((order_id) => ({ order_id, to, ref, at, parcel_ids })),
  );
}

/**
 * Transfer custody of parcels, one move per order; the event of each change names giver and taker. A scan older than
 * the latest one changes nothing: custody reflects the latest scan.
 */
export async function moveCustodies(
  { db, business_id, emit }: Context<never>,
  moves: readonly CustodyMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const moved = await db.rows<{
    id: number;
    order_id: number;
    giver: Custody;
    taker: Custody;
    ref: string | null;
    at: string;
  }>(
    `with wanted as (
       select * from json_to_recordset($2::json) as w(order_id bigint, taker text, ref text, at timestamptz, parcel_ids bigint[])),
     before as (
       select p.id, p.custody, w.taker, w.ref, w.at from parcel p join wanted w using (order_id)
        where p.business_id = $1 and p.order_id = any($3::bigint[])
         and p.custody not in ('missing', 'disposed') and (p.custody, coalesce(p.custody_ref, '')) <> (w.taker, coalesce(w.ref, ''))
         and (w.parcel_ids is null or p.id = any(w.parcel_ids)) and (p.custody = 'sender' or p.custody_since <= w.at)
       order by p.id for update of p)
     update parcel p set custody = b.taker, custody_ref = b.ref, custody_since = b.at from before b where p.business_id = $1 and p.id = b.id
     returning p.id, p.order_id, b.custody as giver, b.taker, b.ref, b.at`,
    [
      business_id,
      JSON.stringify(moves.map(({ to, ...move }) => ({ ...move, taker: to }))),
      moves.map((move) => move.order_id),
    ],
  );
  for (const { id, order_id, giver, taker, ref, at } of moved) {
    emit({
      subject: { type: "parcel", id },
      kind: "parcel.custody_changed",
      payload: { giver, taker, ref, order_id },
      occurred_at: at,
    });
  }
}
