/** Places of open orders that have no position, by the address that they share. */
import { buildAddressKey } from "#domain/locations/addressbook/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import type { Side } from "../lifecycle/merge-order.ts";
import type { OrderStatus } from "../lifecycle/status.ts";

/** Statuses in which an order can still be planned, and so needs a position. */
const PLANNABLE: readonly OrderStatus[] = [
  "NEW_ORDER",
  "HOLD",
  "ROUTED",
  "AT_WAREHOUSE",
  "FAILED_ATTEMPT",
  "EXCEPTION",
];

/** Different spellings that one call reads, the earliest days first. */
const SPELLINGS_MAX = 5000;
/** Orders of one address that are listed. */
const ORDERS_MAX = 500;

export interface UnplacedAddress {
  address_key: string;
  place: Place;
  orders: number;
  /** Each with the place of it that lacks a position; the earliest days first. */
  sides: { order_id: number; side: Side }[];
  first_date: string;
  names: string[];
}

interface Spelling {
  side: Side;
  line1: string;
  line2: string;
  city: string;
  region: string;
  postal_code: string;
  country: string;
  orders: number;
  order_ids: number[];
  first_date: string;
  names: string[];
}

/** The condition of the index `delivery_order_unplaced`, and more. */
const UNPLACED = `o.business_id = $1 and o.scheduled_date >= $2::date and o.delivery_kind = 'self'
  and (o.lat is null or (o.type = 'P2P' and (o.pickup ->> 'lat') is null and o.status <> 'AT_WAREHOUSE'))
  and o.status = any($3::text[])`;

const SIDES = `select o.id, o.scheduled_date,
      case when o.type = 'P' and o.pickup is not null or o.dropoff is null then 'pickup' else 'dropoff' end as side,
      case when o.type = 'P' then coalesce(o.pickup, o.dropoff) else coalesce(o.dropoff, o.pickup) end as place
    from delivery_order o where ${UNPLACED} and o.lat is null
  union all
  select o.id, o.scheduled_date, 'pickup', o.pickup from delivery_order o
   where ${UNPLACED} and o.type = 'P2P' and (o.pickup ->> 'lat') is null and o.status <> 'AT_WAREHOUSE'`;

const text = (member: string) => `coalesce(place ->> '${member}', '')`;

/** The earliest days first. `is_complete` is false when there are more spellings than one call reads. */
export async function listUnplaced(
  { db, business_id, business }: Pick<Context, "db" | "business_id" | "business">,
  date_from: string,
): Promise<{ addresses: UnplacedAddress[]; is_complete: boolean }> {
  const rows = await db.rows<Spelling>(
    `select side, ${["line1", "line2", "city", "region", "postal_code", "country"]
      .map((member) => `${text(member)} as ${member}`)
      .join(", ")},
       count(*) as orders, (array_agg(id order by scheduled_date, id))[1:${ORDERS_MAX}] as order_ids,
       min(scheduled_date) as first_date, (array_agg(distinct ${text("name")}))[1:3] as names
     from (${SIDES}) as missing where place is not null
     group by side, ${["line1", "line2", "city", "region", "postal_code", "country"].map(text).join(", ")}
     order by min(scheduled_date), min(id) limit ${SPELLINGS_MAX + 1}`,
    [business_id, date_from, PLANNABLE],
  );
  const home = business.country;
  const read = rows.slice(0, SPELLINGS_MAX);
  const byKey = Map.groupBy(read, (row) => buildAddressKey(row, home));
  const addresses = [...byKey].map(([address_key, spellings]): UnplacedAddress => {
    const [first] = spellings as [Spelling];
    const { line1, line2, city, region, postal_code, country } = first;
    const place = { line2, city, region, postal_code, country };
    return {
      address_key,
      place: { line1, ...Object.fromEntries(Object.entries(place).filter(([, value]) => value !== "")) },
      orders: spellings.reduce((sum, { orders }) => sum + orders, 0),
      sides: spellings
        .flatMap(({ order_ids, side }) => order_ids.map((order_id) => ({ order_id, side })))
        .slice(0, ORDERS_MAX),
      first_date: spellings.reduce(
        (least, { first_date }) => (first_date < least ? first_date : least),
        first.first_date,
      ),
      names: [...new Set(spellings.flatMap(({ names }) => names.filter((name) => name !== "")))].slice(0, 3),
    };
  });
  return { addresses, is_complete: rows.length <= SPELLINGS_MAX };
}

/** Orders that lack a position, counted without their addresses: for a number in a navigation. */
export async function countUnplaced(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  date_from: string,
): Promise<number> {
  const row = await db.row<{ n: number }>(`select count(*) as n from delivery_order o where ${UNPLACED}`, [
    business_id,
    date_from,
    PLANNABLE,
  ]);
  return row?.n ?? 0;
}
