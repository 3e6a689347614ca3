/** Price lists: what a version of one is, which of them apply, and how the next is stored. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import type { Row } from "#operation/define/record.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { messages } from "../messages.ts";
import { findListFaults } from "../rules.ts";
import type { Rule, Zone } from "../shapes.ts";

/** One version of a list. `root_id` is the first version's id in the first version too. */
export interface PriceListRow extends Omit<Row<"price_list">, "business_id" | "version"> {
  root_id: number;
  list_version: number;
  family: PriceFamily;
  rules: Rule[];
  zones: Zone[];
}

export const PRICE_LIST_COLUMNS = `id, coalesce(root_id, id) as root_id, version as list_version, name, family, currency, tier,
  rules, zones, volumetric_divisor, minimum_minor, rounding_minor, tax_percent, replaces_id, effective_from, effective_until,
  is_default, created_at`;

type Reader = Pick<Context, "db" | "business_id">;

const BY_ID = `select ${PRICE_LIST_COLUMNS} from price_list where business_id = $1 and id = $2`;

export function findPriceList({ db, business_id }: Reader, id: number): Promise<PriceListRow | undefined> {
  return db.row<PriceListRow>(BY_ID, [business_id, id]);
}

export const getPriceListRow = defineGet(findPriceList, messages.unknown_list);

function lockPriceList({ db, business_id }: Reader, id: number): Promise<PriceListRow | undefined> {
  return db.row<PriceListRow>(`${BY_ID} for update`, [business_id, id]);
}

export const getLockedPriceList = defineGet(lockPriceList, messages.unknown_list);

/** Why a list applies. */
export const BASES = ["own", "tier", "default"] as const;

/**
 * The version that prices each family for a customer on a date: of the customer's own list, else of the list of its tier,
 * else of the default list. Of one list the newest version in effect counts. A family without any has no row.
 */
export async function findPriceLists(
  { db, business_id }: Reader,
  {
    customer_id,
    price_family,
    date,
  }: { customer_id: number | null; price_family: PriceFamily | null; date: string },
): Promise<(PriceListRow & { basis: (typeof BASES)[number] })[]> {
  return db.rows(
    `with own as (
       select c.family, coalesce(p.root_id, p.id) as root_id from customer_price_list c
         join price_list p on p.business_id = c.business_id and p.id = c.price_list_id
        where c.business_id = $1 and c.customer_id = $2),
     current as (
       select distinct on (coalesce(root_id, id)) ${PRICE_LIST_COLUMNS} from price_list
        where business_id = $1 and ($3::text is null or family = $3) and effective_from <= $4::date
        order by coalesce(root_id, id), version desc)
     select distinct on (current.family) current.*,
         case when own.root_id is not null then 'own' when current.tier = customer.tier then 'tier' else 'default' end as basis
       from current
       left join own on own.family = current.family and own.root_id = current.root_id
       left join customer on customer.business_id = $1 and customer.id = $2
      where (current.effective_until is null or current.effective_until >= $4::date)
        and (own.root_id is not null or current.tier = customer.tier or current.is_default)
      order by current.family, own.root_id is null, coalesce(current.tier = customer.tier, false) desc, current.id desc`,
    [business_id, customer_id, price_family, date],
  );
}

type ImmutableColumn = "root_id" | "list_version" | "replaces_id" | "created_at" | "id";
export interface NewVersion
  extends Omit<PriceListRow, ImmutableColumn | "effective_from" | "effective_until"> {
  effective_from?: string | undefined;
  effective_until?: string | null | undefined;
}

/** Stores a version: the first of a new list, or the next one of an existing list. Its number is its own, not counted by changes. */
export async function insertVersion(
  context: Context<never>,
  version: NewVersion,
  replaced: PriceListRow | null,
): Promise<PriceListRow> {
  const { db, business_id, business, now, refuse, emit } = context;
  const today = toLocalDate(now, business.time_zone);
  const list = {
    ...version,
    effective_from: version.effective_from ?? today,
    effective_until: version.effective_until ?? null,
  };
  const faults = findListFaults(list, { today, was_default: replaced?.is_default ?? false });
  if (faults.length > 0) throw refuse("invalid_request", { message: messages.invalid_list, errors: faults });

  const row = await db.row<PriceListRow>(
    `insert into price_list (business_id, name, family, currency, tier, rules, root_id, version, replaces_id, effective_from,
       effective_until, is_default, created_at, zones, volumetric_divisor, minimum_minor, rounding_minor, tax_percent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict do nothing returning ${PRICE_LIST_COLUMNS}`,
    [
      business_id,
      list.name,
      list.family,
      list.currency,
      list.tier,
      JSON.stringify(list.rules),
      replaced?.root_id ?? null,
      (replaced?.list_version ?? 0) + 1,
      replaced?.id ?? null,
      list.effective_from,
      list.effective_until,
      list.is_default,
      now,
      JSON.stringify(list.zones),
      list.volumetric_divisor,
      list.minimum_minor,
      list.rounding_minor,
      list.tax_percent,
    ],
  );
  if (row === undefined) throw refuse("version_conflict", { message: messages.created_meanwhile });
  // Which list is the default is not part of a version: it applies to all versions of the list.
  if (list.is_default) {
    await db.execute(
      `update price_list set is_default = (coalesce(root_id, id) = $3)
        where business_id = $1 and family = $2 and is_default <> (coalesce(root_id, id) = $3)`,
      [business_id, list.family, row.root_id],
    );
  }
  emit({
    subject: { type: "price_list", id: row.root_id, ...(replaced === null ? { is_new: true } : {}) },
    kind: replaced === null ? "price_list.created" : "price_list.replaced",
    payload: {
      price_list_id: row.id,
      list_version: row.list_version,
      effective_from: row.effective_from,
      is_default: row.is_default,
    },
  });
  return row;
}
