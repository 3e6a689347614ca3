/** Price lists and surcharges of the demo. Reais in cents. */
import type { PricedList } from "#domain/money/price-lists/pricing.ts";
import type { SurchargeRow } from "#domain/money/surcharges/public.ts";
import type { Db } from "#platform/db/db.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import type { DemoBusiness } from "./accounts.ts";

type DemoList = { name: string; family: PriceFamily } & Pick<PricedList, "rules"> &
  Partial<
    Pick<PricedList, "zones" | "volumetric_divisor" | "minimum_minor" | "rounding_minor" | "tax_percent">
  >;

/** Ranges of Brazilian postal codes, by their first digits. */
const ZONES = [
  { name: "Distrito Federal", countries: ["BR"], postal_prefixes: ["70", "71", "72", "73"] },
  { name: "Southeast", countries: ["BR"], postal_prefixes: ["0", "1", "2", "3"] },
  { name: "Brazil", countries: ["BR"] },
  { name: "Mercosur", countries: ["AR", "PY", "UY"] },
];

export const DEMO_LISTS: readonly DemoList[] = [
  {
    name: "Rounds standard",
    family: "local_delivery",
    // A rate per kilometre in the city, a higher one in the region, parcels up to 5 kg included.
    rules: [
      {
        name: "Within the city",
        km_max: 30,
        weight_g_max: 100_000,
        base_minor: 990,
        includes_km: 3,
        per_km_minor: 110,
        includes_kg: 5,
        per_kg_minor: 60,
        includes_parcels: 1,
        per_parcel_minor: 250,
        minimum_minor: 990,
        service_factors: { express: 1.6, economy: 0.85 },
        tax_percent: 5,
      },
      {
        name: "The region",
        km_max: 200,
        base_minor: 2490,
        includes_km: 10,
        per_km_minor: 140,
        includes_kg: 5,
        per_kg_minor: 80,
        includes_parcels: 1,
        per_parcel_minor: 350,
        minimum_minor: 2490,
        service_factors: { express: 1.8 },
        tax_percent: 5,
      },
    ],
  },
  {
    name: "Label markups",
    family: "label_service",
    rounding_minor: 10,
    rules: [
      {
        name: "Express services",
        services: ["express", "next_day", "priority"],
        markup: { percent: 9, fixed_minor: 150, minimum_minor: 300 },
      },
      { name: "Light parcels", weight_g_max: 1000, markup: { fixed_minor: 190 } },
      { name: "Everything else", markup: { percent: 12, minimum_minor: 200 } },
    ],
  },
  {
    name: "Parcels in Brazil",
    family: "shipping_service",
    zones: ZONES,
    volumetric_divisor: 6000,
    rounding_minor: 10,
    tax_percent: 5,
    rules: [
      {
        name: "Within the district",
        from_zones: ["Distrito Federal"],
        to_zones: ["Distrito Federal"],
        weight_breaks: [
          { up_to_g: 1000, amount_minor: 1490 },
          { up_to_g: 5000, amount_minor: 1990 },
          { up_to_g: 10_000, amount_minor: 2690 },
          { up_to_g: 30_000, amount_minor: 4490 },
        ],
        per_further_kg_minor: 140,
      },
      {
        name: "To the southeast",
        to_zones: ["Southeast"],
        weight_breaks: [
          { up_to_g: 1000, amount_minor: 2490 },
          { up_to_g: 5000, amount_minor: 3890 },
          { up_to_g: 10_000, amount_minor: 5690 },
          { up_to_g: 30_000, amount_minor: 11_900 },
        ],
        per_further_kg_minor: 380,
      },
      {
        name: "To the rest of Brazil",
        to_zones: ["Brazil"],
        weight_breaks: [
          { up_to_g: 1000, amount_minor: 3490 },
          { up_to_g: 5000, amount_minor: 5990 },
          { up_to_g: 10_000, amount_minor: 9490 },
          { up_to_g: 30_000, amount_minor: 21_900 },
        ],
        per_further_kg_minor: 690,
      },
      {
        name: "To Mercosur",
        to_zones: ["Mercosur"],
        weight_breaks: [
          { up_to_g: 1000, amount_minor: 8900 },
          { up_to_g: 5000, amount_minor: 16_900 },
          { up_to_g: 20_000, amount_minor: 42_900 },
        ],
      },
    ],
  },
  {
    name: "Pallets and part loads",
    family: "ltl_service",
    zones: ZONES,
    volumetric_divisor: 3000,
    minimum_minor: 18_900,
    rounding_minor: 100,
    tax_percent: 5,
    rules: [
      {
        name: "Within the district",
        from_zones: ["Distrito Federal"],
        to_zones: ["Distrito Federal"],
        base_minor: 9900,
        includes_kg: 100,
        per_kg_minor: 45,
        per_parcel_minor: 1900,
      },
      {
        name: "Brazil",
        to_zones: ["Brazil"],
        base_minor: 14_900,
        includes_km: 50,
        per_km_minor: 95,
        includes_kg: 100,
        per_kg_minor: 110,
        per_parcel_minor: 2900,
      },
    ],
  },
  {
    name: "Storage by the day",
    family: "storage_services",
    minimum_minor: 1500,
    rules: [
      {
        name: "Small parcels",
        weight_g_max: 20_000,
        base_minor: 500,
        includes_days: 7,
        per_day_minor: 90,
        day_unit: "piece",
      },
      { name: "By volume", base_minor: 1900, includes_days: 3, per_day_minor: 420, day_unit: "m3" },
    ],
  },
  {
    name: "Removals",
    family: "moving_services",
    minimum_minor: 45_000,
    rounding_minor: 1000,
    tax_percent: 5,
    rules: [
      {
        name: "Within the city",
        km_max: 40,
        base_minor: 28_000,
        includes_m3: 4,
        per_m3_minor: 4800,
        includes_km: 15,
        per_km_minor: 390,
      },
      { name: "Farther", base_minor: 52_000, includes_m3: 4, per_m3_minor: 6900, per_km_minor: 520 },
    ],
  },
];

type DemoSurcharge = Pick<SurchargeRow, "code" | "name" | "kind" | "trigger" | "families" | "conditions"> &
  Partial<Pick<SurchargeRow, "amount_minor" | "percent">>;

export const DEMO_SURCHARGES: readonly DemoSurcharge[] = [
  {
    code: "fuel",
    name: "Fuel",
    kind: "percent",
    trigger: "fuel",
    percent: 7.5,
    families: ["shipping_service", "ltl_service", "moving_services"],
    conditions: {},
  },
  {
    code: "remote_area",
    name: "Remote area",
    kind: "per_unit",
    trigger: "remote_area",
    amount_minor: 2400,
    families: ["label_service", "shipping_service", "ltl_service"],
    // Acre, Amapá, Amazonas, Rondônia, Roraima.
    conditions: { countries: ["BR"], postal_prefixes: ["689", "69", "768", "769"] },
  },
];

export async function createPriceLists(db: Db, { id }: DemoBusiness): Promise<void> {
  for (const { name, family, rules, ...terms } of DEMO_LISTS) {
    const {
      zones = [],
      volumetric_divisor = 5000,
      minimum_minor = 0,
      rounding_minor = 1,
      tax_percent = 0,
    } = terms;
    await db.execute(
      `insert into price_list (business_id, name, family, currency, rules, zones, volumetric_divisor, minimum_minor,
         rounding_minor, tax_percent, effective_from, is_default, created_at)
       values ($1, $2, $3, 'BRL', $4, $5, $6, $7, $8, $9, '2026-01-01', true, now())`,
      [
        id,
        name,
        family,
        JSON.stringify(rules),
        JSON.stringify(zones),
        volumetric_divisor,
        minimum_minor,
        rounding_minor,
        tax_percent,
      ],
    );
  }
  for (const {
    code,
    name,
    kind,
    trigger,
    amount_minor = null,
    percent = null,
    families,
    conditions,
  } of DEMO_SURCHARGES)
    await db.execute(
      `insert into surcharge (business_id, code, name, kind, trigger, currency, amount_minor, percent, families, conditions,
         created_at)
       values ($1, $2, $3, $4, $5, 'BRL', $6, $7, $8, $9, now())`,
      [id, code, name, kind, trigger, amount_minor, percent, families, JSON.stringify(conditions)],
    );
}
