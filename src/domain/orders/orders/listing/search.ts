/**
 * Searches orders in steps of rising cost: first by tracking number, then by words in the text of every order; only
 * when no order contains all words, by similarity of the text.
 */
import { findPublicRecords, isPlausibleNumber, normalizeNumber } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { ORDER_COLUMNS, type OrderRow } from "../records/order.ts";
import type { Visibility } from "../visibility.ts";
import { toSearchWords } from "./search-text.ts";

export type FoundOrder = OrderRow & { score: number };

interface Search {
  db: Db;
  business_id: number;
  record_kinds: Context["record_kinds"];
  reach: Visibility;
  /** The country of phones that are written without one. */
  country: string;
  limit: number;
}

const COLUMNS = ORDER_COLUMNS.split(",")
  .map((column) => `o.${column.trim()}`)
  .join(", ");

const VISIBLE = `o.business_id = $1 and ($3::bigint is null or o.customer_id = $3)
  and ($4::bigint is null or o.contractor_account_id = $4)`;

const BY_NUMBER = `select 1 as score, ${COLUMNS} from delivery_order o where o.id = any($2::bigint[]) and ${VISIBLE}`;

const BY_REF = `select 1 as score, ${COLUMNS} from delivery_order o
   where ${VISIBLE} and o.id in (
     select id from delivery_order where business_id = $1 and ref = $2
     union all select id from delivery_order where business_id = $1 and external_tracking = $2)
   order by o.id desc limit $5`;

const BY_WORDS = `select f.score, ${COLUMNS} from search_orders($2, $3, $4, $5, $6, $7) f
    join delivery_order o on o.business_id = $1 and o.id = f.id order by f.score desc, o.id desc`;

const BY_SIMILARITY = `select f.score, ${COLUMNS} from search_orders_alike($2, $3, $4, $5) f
    join delivery_order o on o.business_id = $1 and o.id = f.id order by f.score desc, o.id desc`;

/** Best matches first. `typed` is the text as entered, `query` the normalized text. */
export async function searchOrders(search: Search, typed: string, query: string): Promise<FoundOrder[]> {
  const { db, business_id, reach, country, limit } = search;
  const { customer_id, contractor_account_id } = reach;
  const trimmed = typed.trim();
  const number = normalizeNumber(trimmed.toUpperCase());
  if (isPlausibleNumber(number)) {
    const orders = (await findPublicRecords(search, [number])).flatMap(({ type, id }) =>
      type === "order" ? [id] : [],
    );
    const by_number =
      orders.length === 0
        ? []
        : await db.rows<FoundOrder>(BY_NUMBER, [business_id, orders, customer_id, contractor_account_id]);
    if (by_number.length > 0) return by_number;
  }
  const words = toSearchWords(query, country);
  const [by_ref, by_words] = await Promise.all([
    db.rows<FoundOrder>(BY_REF, [business_id, trimmed, customer_id, contractor_account_id, limit]),
    db.rows<FoundOrder>(BY_WORDS, [
      business_id,
      query,
      toLikePattern(pickRarest(words)),
      words.map(toLikePattern),
      customer_id,
      contractor_account_id,
      limit,
    ]),
  ]);
  const ref_ids = new Set(by_ref.map(({ id }) => id));
  const found_orders = [...by_ref, ...by_words.filter(({ id }) => !ref_ids.has(id))].slice(0, limit);
  if (found_orders.length > 0) return found_orders;
  return db.rows<FoundOrder>(BY_SIMILARITY, [business_id, query, customer_id, contractor_account_id, limit]);
}

/** The word that is probably rarest: one with digits, else the longest. */
function pickRarest(words: readonly string[]): string {
  const weight = (word: string) => word.length + (/\d/.test(word) ? 200 : 0);
  return words.reduce((rarest, word) => (weight(word) > weight(rarest) ? word : rarest), "");
}
