/** Price lists: the schema of their rules and zones, and their rows. */
import Type from "typebox";
import { TRIGGERS } from "#domain/money/surcharges/public.ts";
import { CalendarDate, Currency, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";

/** Services of a local delivery, in the order of the offer. */
export const DELIVERY_SERVICES = ["standard", "express", "economy"] as const;

const factors = Object.fromEntries(
  DELIVERY_SERVICES.map((service) => [service, Type.Optional(Type.Number({ minimum: 0.01, maximum: 100 }))]),
) as Record<
  (typeof DELIVERY_SERVICES)[number],
  ReturnType<typeof Type.Optional<ReturnType<typeof Type.Number>>>
>;

const AMOUNT_MAX = 100_000_000;
const Amount = Type.Integer({
  minimum: 0,
  maximum: AMOUNT_MAX,
  description: "Minor units of the list's currency.",
});
const Free = Type.Number({ minimum: 0, maximum: 1_000_000 });
const Weight = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: `${description}, grams.` });
const Rounding = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "The price before tax is rounded up to a multiple of this, minor units.",
});
const TaxPercent = Type.Number({ minimum: 0, maximum: 100 });
const Code = Type.String({ minLength: 1, maxLength: 80 });
const Prefixes = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { maxItems: 500, description }));
const ZoneName = Type.String({ minLength: 1, maxLength: 60 });
const ZoneNames = (description: string) =>
  Type.Optional(Type.Array(ZoneName, { maxItems: 50, uniqueItems: true, description }));

export const Zone = Type.Object(
  {
    name: ZoneName,
    countries: Type.Optional(
      Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), { minItems: 1, maxItems: 250, uniqueItems: true }),
    ),
    postal_prefixes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { minItems: 1, maxItems: 2000 }),
    ),
  },
  {
    $id: "PriceZone",
    description: "Places of these countries with one of these prefixes; either may be left out.",
  },
);
export type Zone = Type.Static<typeof Zone>;

const DAY_UNITS = ["shipment", "piece", "kg", "m3"] as const;

export const Rule = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120 }),
    postal_prefixes: Prefixes("Of the drop-off, for a pickup (P) of the pickup; any if absent."),
    services: Type.Optional(
      Type.Array(Code, {
        maxItems: 100,
        uniqueItems: true,
        description: "Codes of services; any if absent.",
      }),
    ),
    carrier_accounts: Type.Optional(
      Type.Array(Code, { maxItems: 50, uniqueItems: true, description: "Codes of carrier accounts." }),
    ),
    from_zones: ZoneNames("Zones of the list that the pickup is in."),
    from_postal_prefixes: Prefixes("Of the pickup, besides the zones."),
    to_zones: ZoneNames("Zones of the list that the drop-off is in."),
    to_postal_prefixes: Prefixes("Of the drop-off, besides the zones."),
    km_max: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 20_000,
        description: "Applies up to this road distance, kilometres.",
      }),
    ),
    weight_g_max: Type.Optional(Weight("Applies up to this weight")),
    base_minor: Type.Optional(Amount),
    weight_breaks: Type.Optional(
      Type.Array(Type.Object({ up_to_g: Weight("Up to this weight"), amount_minor: Amount }), {
        minItems: 1,
        maxItems: 200,
        description: "By weight, the lightest first: what a shipment up to each costs as a whole.",
      }),
    ),
    per_further_kg_minor: Type.Optional(
      Type.Integer({
        ...Amount,
        description: "Each kilogram beyond the last break; the rule ends there if absent.",
      }),
    ),
    includes_km: Type.Optional(Free),
    per_km_minor: Type.Optional(Amount),
    includes_kg: Type.Optional(Free),
    per_kg_minor: Type.Optional(Amount),
    includes_parcels: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    per_parcel_minor: Type.Optional(Amount),
    includes_m3: Type.Optional(Free),
    per_m3_minor: Type.Optional(Amount),
    includes_days: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3650, description: "Days of storage that are free." }),
    ),
    per_day_minor: Type.Optional(Amount),
    day_unit: Type.Optional(
      StringEnum(DAY_UNITS, { description: "What `per_day_minor` is charged for; the shipment if absent." }),
    ),
    markup: Type.Optional(
      Type.Object(
        {
          percent: Type.Optional(Type.Number({ minimum: -100, maximum: 1000 })),
          fixed_minor: Type.Optional(
            Type.Integer({ minimum: -AMOUNT_MAX, maximum: AMOUNT_MAX, description: "Minor units." }),
          ),
          minimum_minor: Type.Optional(Type.Integer({ ...Amount, description: "The least markup." })),
        },
        { description: "Added to what the carrier charges; the rule has no other amounts then." },
      ),
    ),
    minimum_minor: Type.Optional(Amount),
    rounding_minor: Type.Optional(Rounding),
    service_factors: Type.Optional(
      Type.Object(factors, {
        description: "Services offered besides standard, each with its price factor.",
      }),
    ),
    tax_percent: Type.Optional(TaxPercent),
  },
  { $id: "PriceRule", description: "The first rule whose conditions match prices the shipment." },
);
export type Rule = Type.Static<typeof Rule>;

/** A line of a price as customers see it: the carrier's charge is in none. */
export const PriceLine = Type.Object(
  {
    code: Type.String(),
    label: Type.String(),
    amount_minor: Type.Integer(),
    trigger: Type.Optional(StringEnum(TRIGGERS, { description: "Of a surcharge: why it applies." })),
  },
  { $id: "PriceLine" },
);

/** Members of a list that apply to every rule without its own. */
const terms = {
  zones: Type.Array(Zone, { maxItems: 200 }),
  volumetric_divisor: Type.Integer({
    minimum: 1000,
    maximum: 20_000,
    description: "Cubic centimetres that count as a kilogram; 5000 if never set.",
  }),
  minimum_minor: Amount,
  rounding_minor: Rounding,
  tax_percent: TaxPercent,
};

/** Terms of a list that sets none: 200 kg for each cubic metre, and nothing added. */
export const LIST_DEFAULTS = {
  zones: [],
  volumetric_divisor: 5000,
  minimum_minor: 0,
  rounding_minor: 1,
  tax_percent: 0,
};

export const PriceList = Type.Object(
  {
    id: Ref("price_list"),
    root_id: Type.Integer({ description: "Id of the first version; the same in every version of one list." }),
    list_version: Type.Integer(),
    name: Type.String(),
    family: StringEnum(PRICE_FAMILIES),
    currency: Type.String(),
    tier: Nullable(Type.String({ description: "Used for customers of this tier without their own list." })),
    rules: Type.Array(Rule),
    ...terms,
    replaces_id: Nullable(Ref("price_list")),
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
  zones: Type.Optional(terms.zones),
  volumetric_divisor: Type.Optional(terms.volumetric_divisor),
  minimum_minor: Type.Optional(terms.minimum_minor),
  rounding_minor: Type.Optional(terms.rounding_minor),
  tax_percent: Type.Optional(terms.tax_percent),
  effective_from: Type.Optional(CalendarDate),
  effective_until: Type.Optional(Nullable(CalendarDate)),
  is_default: Type.Optional(
    Type.Boolean({ description: "True if it is used for customers without their own list." }),
  ),
};
