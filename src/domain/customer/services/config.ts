/** A service as its customers see it: what an order form needs. */
import Type from "typebox";
import { findPricing } from "#domain/money/price-lists/public.ts";
import {
  findSurcharges,
  SURCHARGE_KINDS,
  type SurchargeRow,
  TRIGGERS,
} from "#domain/money/surcharges/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Count, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FormFields } from "./form-schema.ts";
import type { ServiceVersion } from "./records/service.ts";
import {
  ADDRESS_USES,
  PAYMENTS,
  PricingMethod,
  SERVICE_FAMILIES,
  SERVICE_KINDS,
  Timeframe,
  Units,
} from "./shapes.ts";
import { loadServiceWarehouses, type ServiceWarehouse } from "./warehouses.ts";

const summary = {
  service_code: Type.String(),
  name: Type.String(),
  description: Type.String(),
  kind: StringEnum(SERVICE_KINDS),
  family: StringEnum(SERVICE_FAMILIES),
  pricing_method: PricingMethod,
  payment: StringEnum(PAYMENTS),
};

/** One row of the list of services. */
export const ServiceSummary = Type.Object(
  {
    ...summary,
    from_minor: Price(
      "by:family",
      "What it costs at least, tax included, minor units of `currency`; null where staff price it, or no list does.",
    ),
    currency: PriceCurrency("by:family"),
    price_hidden: PriceHidden,
  },
  { $id: "ServiceSummary" },
);

/** Services in a list, with what each costs its customer at least. */
export async function summarizeServices(context: Context<never>, services: readonly ServiceVersion[]) {
  const { actor, business } = context;
  const currency = business.currency;
  const price_families = [...new Set(services.map(({ family }) => family))];
  const pricings = new Map<string, Awaited<ReturnType<typeof findPricing>>>();
  for (const price_family of price_families)
    pricings.set(
      price_family,
      await findPricing(context, { price_family, customer_id: actor.customer_id ?? null }),
    );
  return services.map((service) => {
    const { family, code, definition } = service;
    const pricing = definition.pricing_method === 1 ? pricings.get(family) : undefined;
    const is_priced = pricing?.list.currency === currency;
    return {
      ...toServiceSummary(service),
      from_minor: is_priced ? pricing.findLeast(code) : null,
      currency,
    };
  });
}

function toServiceSummary({ code, kind, family, definition }: ServiceVersion) {
  const { name, description = "", pricing_method, payment } = definition;
  return { service_code: code, name, description, kind, family, pricing_method, payment };
}

const Millimetres = Type.Integer({ description: "Millimetres." });

export const ServiceConfig = Type.Object(
  {
    ...summary,
    service_version: Count,
    pickup: StringEnum(ADDRESS_USES),
    dropoff: StringEnum(ADDRESS_USES),
    measures: StringEnum(["optional", "required"]),
    form_fields: FormFields,
    warehouses: Type.Array(
      Type.Object(
        { id: Ref("warehouse"), code: Type.String(), name: Type.String(), place: Place },
        { $id: "ServiceWarehouse" },
      ),
    ),
    packaging: Type.Array(
      Type.Object(
        {
          code: Type.String(),
          name: Type.String(),
          length_mm: Millimetres,
          width_mm: Millimetres,
          height_mm: Millimetres,
          weight_g_max: Nullable(Type.Integer()),
        },
        { $id: "OfferedPackaging" },
      ),
    ),
    supplies: Type.Array(
      Type.Object(
        { code: Type.String(), name: Type.String(), quantity_max: Count },
        { $id: "OfferedSupply" },
      ),
    ),
    surcharges: Type.Array(
      Type.Object(
        {
          code: Type.String(),
          name: Type.String(),
          trigger: StringEnum(TRIGGERS),
          is_optional: Type.Boolean({
            description:
              "True: can be chosen, in `surcharges` of an order. False: added wherever it is triggered.",
          }),
        },
        { $id: "OfferedSurcharge" },
      ),
    ),
    pickup_timeframes: Type.Array(Timeframe),
    units: Units,
    free_days: Nullable(Type.Integer({ description: "Of storage; null for other services." })),
    prices: PriceDetails(
      "by:family",
      Type.Array(
        Type.Object(
          {
            of: StringEnum(["packaging", "supply", "surcharge"]),
            code: Type.String(),
            charge: StringEnum(SURCHARGE_KINDS),
            amount_minor: Nullable(Type.Integer()),
            percent: Nullable(Type.Number()),
          },
          { $id: "OfferedPrice" },
        ),
        { description: "Of packaging, supplies and surcharges, by code." },
      ),
    ),
    currency: PriceCurrency("by:family"),
    price_hidden: PriceHidden,
  },
  { $id: "ServiceConfig" },
);

function toServiceConfig(
  service: ServiceVersion,
  warehouses: readonly Pick<ServiceWarehouse, "id" | "code" | "name" | "place">[],
  { currency, surcharges }: { currency: string; surcharges: readonly SurchargeRow[] },
) {
  const { definition, version } = service;
  const offered = surcharges.filter(
    ({ code, is_optional }) => !is_optional || definition.surcharges.includes(code),
  );
  const { packaging, supplies, pickup, dropoff, measures, form_fields, pickup_timeframes, units } =
    definition;
  const priced = (of: "packaging" | "supply") => (one: { code: string; price_minor: number }) => ({
    of,
    code: one.code,
    charge: "per_unit" as const,
    amount_minor: one.price_minor,
    percent: null,
  });
  return {
    ...toServiceSummary(service),
    service_version: version,
    pickup,
    dropoff,
    measures,
    form_fields,
    warehouses: [...warehouses],
    packaging: packaging.map(({ price_minor: _price, weight_g_max = null, ...rest }) => ({
      ...rest,
      weight_g_max,
    })),
    supplies: supplies.map(({ price_minor: _price, ...rest }) => rest),
    surcharges: offered.map(({ code, name, trigger, is_optional }) => ({ code, name, trigger, is_optional })),
    pickup_timeframes,
    units,
    free_days: definition.storage?.free_days ?? null,
    prices: [
      ...packaging.map(priced("packaging")),
      ...supplies.map(priced("supply")),
      ...offered.map(({ code, kind, amount_minor, percent }) => ({
        of: "surcharge" as const,
        code,
        charge: kind,
        amount_minor,
        percent,
      })),
    ],
    currency,
  };
}

/** The configuration of a service for its customers today. */
export async function loadServiceConfig(
  context: Pick<Context<never>, "db" | "business_id" | "actor" | "business" | "now">,
  service: ServiceVersion,
) {
  const [warehouses, surcharges] = await Promise.all([
    loadServiceWarehouses(context, service.definition.warehouse_ids),
    findSurcharges(context, service.family),
  ]);
  return toServiceConfig(service, warehouses, {
    currency: context.business.currency,
    surcharges,
  });
}
