/** Price lists: their schema, and which version of which list prices a shipment. */
import Type from "typebox";
import type { Db } from "#platform/db/db.ts";
import { CalendarDate, Currency, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { type PriceRule, SERVICES } from "./pricing.ts";

const factors = Object.fromEntries(
  SERVICES.map((service) => [service, Type.Optional(Type.Number({ minimum: 0.01, maximum: 100 }))]),
) as Record<(typeof SERVICES)[number], ReturnType<typeof Type.Optional<ReturnType<typeof Type.Number>>>>;

const Amount = Type.Integer({
  minimum: 0,
  maximum: 100_000_000,
  description: "Minor units of the list's currency.",
});
const Free = Type.Number({ minimum: 0, maximum: 1_000_000 });

export const Rule = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120 }),
    postal_prefixes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { maxItems: 500 }),
    ),
    km_max: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 20_000,
        description: "Applies up to this road distance, kilometres.",
      }),
    ),
    weight_g_max: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: "Applies up to this weight, grams." }),
    ),
    base_minor: Amount,
    includes_km: Type.Optional(Free),
    per_km_minor: Type.Optional(Amount),
    includes_kg: Type.Optional(Free),
    per_kg_minor: Type.Optional(Amount),
    includes_parcels: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    per_parcel_minor: Type.Optional(Amount),
    minimum_minor: Type.Optional(Amount),
    service_factors: Type.Optional(
      Type.Object(factors, {
        description: "Services offered besides standard, each with its price factor.",
      }),
    ),
    tax_percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  },
  { $id: "PriceRule", description: "The first rule whose conditions match prices the shipment." },
);
export type Rule = Type.Static<typeof Rule>;

export const PriceList = Type.Object(
  {
    id: Id,
    root_id: Type.Integer({ description: "Id of the first version; the same in every version of one list." }),
    list_version: Type.Integer(),
    name: Type.String(),
    family: StringEnum(PRICE_FAMILIES),
    currency: Type.String(),
    tier: Nullable(Type.String({ description: "Used for customers of this tier without their own list." })),
    rules: Type.Array(Rule),
    replaces_id: Nullable(Id),
    effective_from: CalendarDate,
    effective_until: Nullable(CalendarDate),
    is_default: Type.Boolean(),
    created_at: Timestamp,
  },
  { $id: "PriceList" },
);

export const priceListMembers = {
  name: Type.String({ minLength: 1, maxLength: 120 }),
  currency: Type.Optional(Currency),
  tier: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 40 }))),
  rules: Type.Array(Rule, { minItems: 1, maxItems: 200, description: "The most specific first." }),
  effective_from: Type.Optional(CalendarDate),
  effective_until: Type.Optional(Nullable(CalendarDate)),
  is_default: Type.Optional(
    Type.Boolean({ description: "True if it is used for customers without their own list." }),
  ),
};

export interface PriceListRow {
  id: number;
  root_id: number;
  list_version: number;
  name: string;
  family: (typeof PRICE_FAMILIES)[number];
  currency: string;
  tier: string | null;
  rules: Rule[];
  replaces_id: number | null;
  effective_from: string;
  effective_until: string | null;
  is_default: boolean;
  created_at: string;
}

export const PRICE_LIST_COLUMNS = `id, coalesce(root_id, id) as root_id, version as list_version, name, family, currency, tier,
  rules, replaces_id, effective_from, effective_until, is_default, created_at`;

/** Members that a rule omits are zero: no charge, nothing included. */
export function completeRule(rule: Rule): PriceRule {
  const { includes_parcels = 1, service_factors, ...rest } = rule;
  return {
    includes_km: 0,
    per_km_minor: 0,
    includes_kg: 0,
    per_kg_minor: 0,
    per_parcel_minor: 0,
    minimum_minor: 0,
    tax_percent: 0,
    ...rest,
    includes_parcels,
    ...(service_factors === undefined ? {} : { service_factors: service_factors as Record<string, number> }),
  };
}

/**
 * The version that prices a family for a customer on a date: of the customer's own list, else of the list of its tier,
 * else of the default list. Of one list the newest version in effect counts. Undefined if there is none.
 */
export async function findPriceListFor(
  db: Db,
  business_id: number,
  { customer_id, family, date }: { customer_id: number | null; family: string; date: string },
): Promise<PriceListRow | undefined> {
  return db.row<PriceListRow>(
    `with who as (
       select (select coalesce(p.root_id, p.id) from price_list p where p.business_id = $1 and p.id = c.price_list_id) as root_id,
         c.tier
       from (select 1) one left join customer c on c.business_id = $1 and c.id = $2),
     current as (
       select distinct on (coalesce(root_id, id)) ${PRICE_LIST_COLUMNS} from price_list
        where business_id = $1 and family = $3 and effective_from <= $4::date
        order by coalesce(root_id, id), version desc)
     select current.* from current, who
      where (current.effective_until is null or current.effective_until >= $4::date)
        and (current.root_id = who.root_id or current.tier = who.tier or current.is_default)
      order by (current.root_id = who.root_id) desc nulls last, (current.tier = who.tier) desc nulls last, current.id desc
      limit 1`,
    [business_id, customer_id, family, date],
  );
}
