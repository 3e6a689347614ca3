/** Which version of which list prices a family for a customer on a day. */
import { getPlanningSettings } from "#domain/identity/settings/public.ts";
import { findSurcharges, type SurchargeRow } from "#domain/money/surcharges/public.ts";
import type { Context } from "#operation/define/context.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { DEFAULT_SETTINGS } from "#vocabulary/settings.ts";
import { computeLeastPrice, type PricingOutcome, priceShipment } from "./pricing.ts";
import { PRICE_LIST_COLUMNS, type PriceListRow } from "./shapes.ts";
import type { Shipment } from "./shipment.ts";

/** Why a list applies. */
export const BASES = ["own", "tier", "default"] as const;

/**
 * The version that prices each family for a customer on a date: of the customer's own list, else of the list of its tier,
 * else of the default list. Of one list the newest version in effect counts. A family without any has no row.
 */
export async function findPriceLists(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { customer_id, family, date }: { customer_id: number | null; family: PriceFamily | null; date: string },
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
    [business_id, customer_id, family, date],
  );
}

/** What prices one family for one customer today: load it once, then price as many shipments as needed. */
export interface Pricing {
  /** The version of the list that applies; its id is what a quote keeps. */
  list: PriceListRow;
  /** The open surcharges of the family. A caller refuses options that are none of them: `findUnknownOptions`. */
  surcharges: SurchargeRow[];
  price(shipment: Shipment): PricingOutcome;
  /** What the service costs at least. */
  findLeast(service: string): number | null;
}

/** Undefined if no list of the family is in effect for the customer today. `customer_id` null: the business itself. */
export async function findPricing(
  context: Context<never>,
  { family, customer_id }: { family: PriceFamily; customer_id: number | null },
): Promise<Pricing | undefined> {
  const { now, actor, settings } = context;
  const date = toLocalDate(now, actor.business?.time_zone ?? "UTC");
  const [[list], surcharges] = await Promise.all([
    findPriceLists(context, { customer_id, family, date }),
    findSurcharges(context, family),
  ]);
  if (list === undefined) return undefined;
  const { road_factor } = getPlanningSettings(actor.business?.settings ?? DEFAULT_SETTINGS, settings);
  return {
    list,
    surcharges,
    price: (shipment) => priceShipment(list, shipment, { road_factor, surcharges }),
    findLeast: (service) => computeLeastPrice(list, service, { road_factor, surcharges }),
  };
}

/** What prices with exactly this version of a list, and with surcharges as they were: what was sold keeps both. */
export async function loadPricing(
  { db, business_id, actor, settings }: Pick<Context<never>, "db" | "business_id" | "actor" | "settings">,
  price_list_id: number,
  surcharges: readonly SurchargeRow[],
): Promise<Pricing> {
  const list = await db.row<PriceListRow>(
    `select ${PRICE_LIST_COLUMNS} from price_list where business_id = $1 and id = $2`,
    [business_id, price_list_id],
  );
  if (list === undefined) throw new Error(`There is no version ${price_list_id} of a price list.`);
  const { road_factor } = getPlanningSettings(actor.business?.settings ?? DEFAULT_SETTINGS, settings);
  return {
    list,
    surcharges: [...surcharges],
    price: (shipment) => priceShipment(list, shipment, { road_factor, surcharges }),
    findLeast: (service) => computeLeastPrice(list, service, { road_factor, surcharges }),
  };
}
