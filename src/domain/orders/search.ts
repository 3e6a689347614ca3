/**
 * Finding orders, in steps of rising cost: a number is looked up; words are looked for in the text of every order;
 * only when no order has them all, orders whose text resembles the query are told.
 */
import { isPlausibleNumber } from "#domain/tracking/public.ts";
import type { Db } from "#platform/db/db.ts";
import { ORDER_COLUMNS } from "./rows.ts";
import type { OrderRow } from "./tables.ts";
import type { Reach } from "./who.ts";

export type Found = OrderRow & { score: number };

interface Search {
  db: Db;
  business_id: number;
  reach: Reach;
  limit: number;
}

const COLUMNS = ORDER_COLUMNS.split(",")
  .map((column) => `o.${column.trim()}`)
  .join(", ");

const WITHIN = `o.business_id = $1 and ($3::int is null or o.customer_id = $3)
  and ($4::int is null or o.contractor_account_id = $4)`;

const BY_NUMBER = `select 1 as score, ${COLUMNS} from tracking_number n
    join delivery_order o on o.business_id = n.business_id and o.id = n.order_id
   where n.business_id = $1 and n.number = $2 and ${WITHIN}`;

const BY_REF = `select 1 as score, ${COLUMNS} from delivery_order o
   where ${WITHIN} and o.id in (
     select id from delivery_order where business_id = $1 and ref = $2
     union all select id from delivery_order where business_id = $1 and external_tracking = $2)
   order by o.id desc limit $5`;

const BY_WORDS = `select f.score, ${COLUMNS} from search_orders($2, $3, $4, $5, $6, $7) f
    join delivery_order o on o.business_id = $1 and o.id = f.id order by f.score desc, o.id desc`;

const ALIKE = `select f.score, ${COLUMNS} from search_orders_alike($2, $3, $4, $5) f
    join delivery_order o on o.business_id = $1 and o.id = f.id order by f.score desc, o.id desc`;

/** Best first. `typed` is what somebody wrote, `query` the same in folded letters. */
export async function searchOrders(search: Search, typed: string, query: string): Promise<Found[]> {
  const { db, business_id, reach, limit } = search;
  const { customer_id, contractor_account_id } = reach;
  const asked = typed.trim();
  const number = asked.toUpperCase();
  if (isPlausibleNumber(number)) {
    const named = await db.rows<Found>(BY_NUMBER, [business_id, number, customer_id, contractor_account_id]);
    if (named.length > 0) return named;
  }
  const words = query.split(" ");
  const [named, literal] = await Promise.all([
    db.rows<Found>(BY_REF, [business_id, asked, customer_id, contractor_account_id, limit]),
    db.rows<Found>(BY_WORDS, [
      business_id,
      query,
      patternOf(rarestOf(words)),
      words.map(patternOf),
      customer_id,
      contractor_account_id,
      limit,
    ]),
  ]);
  const seen = new Set(named.map(({ id }) => id));
  const found = [...named, ...literal.filter(({ id }) => !seen.has(id))].slice(0, limit);
  if (found.length > 0) return found;
  return db.rows<Found>(ALIKE, [business_id, query, customer_id, contractor_account_id, limit]);
}

/** The word that fewest orders should have: one with digits, else the longest. */
function rarestOf(words: readonly string[]): string {
  const weight = (word: string) => word.length + (/\d/.test(word) ? 200 : 0);
  return words.reduce((rarest, word) => (weight(word) > weight(rarest) ? word : rarest), "");
}

/** A word anywhere, as a pattern of LIKE. */
function patternOf(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
