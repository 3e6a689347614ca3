/** What the house carrier charges: services with zones and weight breaks, and surcharges. An account may have its own. */
import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { Minor } from "#vocabulary/basics.ts";

/** 1 to 4 are in the country, by how much of the postal codes is the same; 5 to 8 are abroad, by distance. */
const ZONES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Zone = (typeof ZONES)[number];

/** Kilometres between the middles of two countries, up to which a zone reaches. */
export const ZONE_KM_MAX: Readonly<Record<5 | 6 | 7, number>> = { 5: 1500, 6: 4000, 7: 8000 };

const Grams = Type.Integer({ minimum: 1, maximum: 10_000_000 });
const Millimetres = Type.Integer({ minimum: 1, maximum: 100_000 });
const Percent = Type.Number({ minimum: 0, maximum: 100 });

const ZonePrices = Type.Object(
  {
    zone: Type.Integer({ minimum: 1, maximum: 8 }),
    delivery_days: Type.Integer({ minimum: 0, maximum: 90, description: "Working days." }),
    breaks: Type.Array(Type.Object({ up_to_g: Grams, price_minor: Minor }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: 50,
      description: "By rising weight.",
    }),
    extra_kg_minor: Type.Unsafe<number>({
      ...Minor,
      description: "For each kilogram begun beyond the last break.",
    }),
  },
  { additionalProperties: false },
);

const ServiceCard = Type.Object(
  {
    code: Type.String({ pattern: "^[a-z][a-z0-9_]{0,29}$" }),
    name: Type.String({ minLength: 1, maxLength: 60 }),
    divisor_cm3_per_kg: Type.Integer({
      minimum: 1000,
      maximum: 20_000,
      description: "Volume that is charged like a kilogram.",
    }),
    weight_g_max: Grams,
    length_mm_max: Millimetres,
    girth_mm_max: Type.Unsafe<number>({
      ...Millimetres,
      description: "Longest side, and twice the sum of the others.",
    }),
    zones: Type.Array(ZonePrices, { minItems: 1, maxItems: 8 }),
  },
  { additionalProperties: false },
);

export const RateCard = Type.Object(
  {
    fuel_percent: Percent,
    insurance_percent: Percent,
    signature_minor: Minor,
    saturday_minor: Minor,
    remote_minor: Minor,
    remote_areas: Type.Array(
      Type.Object(
        {
          country: Type.String({ pattern: "^[A-Z]{2}$" }),
          postal_prefix: Type.String({ pattern: "^[0-9A-Z]{1,9}$" }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 500 },
    ),
    services: Type.Array(ServiceCard, { minItems: 1, maxItems: 10 }),
  },
  { $id: "HouseRateCard", additionalProperties: false },
);
export type RateCard = Static<typeof RateCard>;
export type ServiceCard = Static<typeof ServiceCard>;

export type RateCardFault =
  | { field: string; fault: "form_of_rate_card" | "zone_twice" | "rising_weight" }
  | { field: string; fault: "code_named_twice"; code: string };

/** What is wrong with a card beyond its form; null when nothing is. */
export function findRateCardFault(card: RateCard): RateCardFault | null {
  if (!Value.Check(RateCard, card)) return { field: "rate_card", fault: "form_of_rate_card" };
  const codes = new Set<string>();
  for (const [index, { code, zones }] of card.services.entries()) {
    const field = `rate_card/services/${index}`;
    if (codes.has(code)) return { field, fault: "code_named_twice", code };
    codes.add(code);
    if (new Set(zones.map(({ zone }) => zone)).size < zones.length)
      return { field: `${field}/zones`, fault: "zone_twice" };
    for (const [at, { breaks }] of zones.entries()) {
      const rises = breaks.every(
        ({ up_to_g }, place) => place === 0 || up_to_g > (breaks[place - 1]?.up_to_g ?? 0),
      );
      if (!rises) return { field: `${field}/zones/${at}/breaks`, fault: "rising_weight" };
    }
  }
  return null;
}

const BREAKS_G = [500, 1000, 2000, 5000, 10_000, 20_000, 31_500];

/** Each zone's prices by break, its price of a further kilogram and its working days. */
function buildZones(
  rows: readonly (readonly [prices: readonly number[], extra_kg_minor: number, delivery_days: number])[],
): ServiceCard["zones"] {
  return rows.map(([prices, extra_kg_minor, delivery_days], index) => ({
    zone: index + 1,
    delivery_days,
    breaks: prices.map((price_minor, at) => ({ up_to_g: BREAKS_G[at] ?? 0, price_minor })),
    extra_kg_minor,
  }));
}

/** The card of an account that has none of its own, in hundredths of its currency. */
export const DEFAULT_RATE_CARD: RateCard = {
  fuel_percent: 9.5,
  insurance_percent: 1,
  signature_minor: 250,
  saturday_minor: 900,
  remote_minor: 1200,
  remote_areas: [],
  services: [
    {
      code: "express",
      name: "Express",
      divisor_cm3_per_kg: 5000,
      weight_g_max: 31_500,
      length_mm_max: 1200,
      girth_mm_max: 3000,
      zones: buildZones([
        [[990, 1190, 1490, 2190, 3190, 4890, 6690], 190, 1],
        [[1190, 1390, 1790, 2690, 3890, 5990, 8190], 230, 1],
        [[1490, 1790, 2290, 3490, 5190, 7990, 10_990], 310, 1],
        [[1890, 2290, 2890, 4490, 6690, 10_290, 14_190], 390, 2],
        [[3490, 3990, 4990, 7490, 10_990, 16_990, 23_490], 590, 2],
        [[4490, 5190, 6490, 9790, 14_490, 22_490, 30_990], 790, 3],
        [[5990, 6990, 8790, 13_290, 19_690, 30_490, 41_990], 1090, 4],
        [[6990, 8190, 10_290, 15_590, 22_990, 35_690, 49_190], 1290, 5],
      ]),
    },
    {
      code: "standard",
      name: "Standard",
      divisor_cm3_per_kg: 5000,
      weight_g_max: 31_500,
      length_mm_max: 2000,
      girth_mm_max: 3600,
      zones: buildZones([
        [[490, 590, 690, 990, 1390, 2090, 2890], 80, 2],
        [[590, 690, 890, 1290, 1790, 2690, 3690], 100, 2],
        [[790, 890, 1190, 1690, 2390, 3690, 4990], 140, 3],
        [[990, 1190, 1490, 2190, 3190, 4890, 6690], 180, 4],
        [[1790, 1990, 2490, 3690, 5390, 8290, 11_390], 290, 5],
        [[2290, 2690, 3290, 4990, 7290, 11_290, 15_490], 390, 6],
        [[2990, 3490, 4390, 6690, 9890, 15_290, 20_990], 550, 8],
        [[3490, 4090, 5190, 7790, 11_490, 17_790, 24_490], 640, 10],
      ]),
    },
    {
      code: "economy",
      name: "Economy",
      divisor_cm3_per_kg: 6000,
      weight_g_max: 20_000,
      length_mm_max: 1200,
      girth_mm_max: 3000,
      zones: buildZones([
        [[350, 420, 490, 690, 990, 1490], 60, 3],
        [[420, 490, 640, 890, 1290, 1890], 70, 4],
        [[560, 640, 850, 1190, 1690, 2590], 100, 5],
        [[690, 850, 1050, 1550, 2250, 3450], 130, 7],
        [[1250, 1390, 1750, 2590, 3790, 5790], 200, 10],
        [[1590, 1890, 2290, 3490, 5090, 7890], 270, 14],
        [[2090, 2450, 3090, 4690, 6890, 10_690], 380, 18],
        [[2450, 2850, 3650, 5450, 8050, 12_450], 450, 25],
      ]),
    },
  ],
};
