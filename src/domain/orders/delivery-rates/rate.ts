/** Rates of deliveries, for the operation that quotes them and for families that quote them beside others. */
import Type, { type Static } from "typebox";
import { DELIVERY_SERVICES, findPricing, PriceLine } from "#domain/money/price-lists/public.ts";
import { issueQuotes } from "#domain/money/quotes/public.ts";
import { findUnknownOptions, TRIGGERS } from "#domain/money/surcharges/public.ts";
import {
  type DeliveryQuoteDetails,
  findDepot,
  findDraftFaults,
  hashDelivery,
  loadOrigins,
  ORDER_TYPES,
  ParcelInput,
  pickFacts,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { CalendarDate, Id, INT32_MAX, Minor, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Place } from "#vocabulary/place.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref, ToolWords } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";
import { SERVICE_NAMES } from "./services.ts";

const DeliveryRate = Type.Object(
  {
    rate_id: Ref(
      "rate",
      Type.String({ description: "Send it with the order, which then has exactly this price." }),
    ),
    service: StringEnum(DELIVERY_SERVICES),
    service_name: Type.String(),
    shipping_price: Price("local_delivery"),
    price_details: PriceDetails("local_delivery", Type.Array(PriceLine)),
    currency: PriceCurrency("local_delivery"),
    price_hidden: PriceHidden,
    distance_km: Nullable(Type.Number({ description: "Estimated road distance." })),
    expires_at: Timestamp,
  },
  { $id: "DeliveryRate" },
);

export const RateInput = Type.Object({
  type: Type.Optional(
    StringEnum(ORDER_TYPES, { description: "D delivery (default), P pickup, P2P peer to peer." }),
  ),
  pickup: Type.Optional(ToolWords("Where it is collected.", Nullable(Place))),
  dropoff: Type.Optional(ToolWords("Where it goes.", Nullable(Place))),
  parcels: Type.Optional(Type.Array(ParcelInput, { minItems: 1, maxItems: 50 })),
  origin_warehouse_id: Type.Optional(
    Ref("warehouse", {
      ...Id,
      description:
        "The open warehouse where the goods start, or end with type P; by default the depot of the business. Customers name none.",
    }),
  ),
  service: Type.Optional(
    StringEnum(DELIVERY_SERVICES, { description: "Only this service; every service if absent." }),
  ),
  customer_id: Type.Optional(Nullable(Ref("customer"))),
  scheduled_date: Type.Optional({
    ...CalendarDate,
    description: "The day of the delivery, for surcharges by the day of the week; today if absent.",
  }),
  cod_minor: Type.Optional({ ...Minor, description: "Cash to collect, in minor units." }),
  insured_value_minor: Type.Optional({ ...Minor, description: "Value to insure, in minor units." }),
  is_residential: Type.Optional(Type.Boolean({ description: "The drop-off is a home." })),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
      maxItems: 30,
      uniqueItems: true,
      description: "Codes of optional surcharges, from the `options` of an earlier response.",
    }),
  ),
});
type RateInput = Static<typeof RateInput>;

export const RateAnswer = Type.Object({
  result: Type.Boolean(),
  rates: Type.Array(DeliveryRate, { description: "Cheapest first." }),
  currency: PriceCurrency("local_delivery"),
  price_hidden: PriceHidden,
  options: Type.Array(
    Type.Object({ code: Type.String(), name: Type.String(), trigger: StringEnum(TRIGGERS) }),
    { description: "Surcharges that can be chosen." },
  ),
});

export const deliveryRateRefusals = {
  unknown_customer: "invalid",
  no_price_list: "invalid",
  not_covered: "invalid",
} as const;

/** `located`: the shipment with the positions that are known of its places. `details`: what a quote keeps besides. */
export async function rateDeliveries(
  context: Context<keyof typeof deliveryRateRefusals>,
  input: RateInput,
  located: RateInput,
  details: Record<string, unknown> = {},
): Promise<Static<typeof RateAnswer>> {
  const { actor, business, db, business_id, now, refuse } = context;
  const stored_settings = business.settings;
  const depot = findDepot(stored_settings);
  const { customer_id: _customer, is_residential: _residential, options: _options, ...draft } = located;
  const origins = await loadOrigins(context, [draft]);
  const faults = findDraftFaults(draft, { has_depot: depot !== null, origins });
  if (faults.length > 0)
    throw refuse("invalid_request", { message: messages.invalid_shipment, errors: faults });

  const customer_id = actor.role === "customer" ? actor.customer_id : (input.customer_id ?? null);
  const [customer, pricing] = await Promise.all([
    customer_id === null
      ? Promise.resolve({})
      : db.row("select id from customer where business_id = $1 and id = $2", [business_id, customer_id]),
    findPricing(context, { price_family: "local_delivery", customer_id }),
  ]);
  if (customer === undefined) {
    throw refuse("unknown_customer", {
      message: messages.unknown_customer,
      errors: [{ field: "customer_id", message: fields.no_customer }],
    });
  }
  if (pricing === undefined) {
    throw refuse("no_price_list", { message: messages.no_price_list });
  }
  const type = located.type ?? "D";
  const origin = origins.get(located.origin_warehouse_id ?? 0)?.place ?? depot;
  const shipment = {
    ...located,
    type,
    pickup: located.pickup ?? (type === "P" ? null : origin),
    dropoff: located.dropoff ?? (type === "P" ? origin : null),
    date: located.scheduled_date ?? toLocalDate(now, business.time_zone),
  };
  const { list, surcharges } = pricing;
  const unknown = findUnknownOptions(surcharges, input.options ?? []);
  if (unknown.length > 0)
    throw refuse("invalid_request", {
      message: messages.invalid_shipment,
      errors: unknown.map((code) => ({
        field: `options/${input.options?.indexOf(code)}`,
        message: fields.no_optional_surcharge,
      })),
    });
  const facts = pickFacts(surcharges.map(({ trigger }) => trigger));
  const outcomes = (input.service === undefined ? DELIVERY_SERVICES : [input.service]).map((service) => ({
    service,
    ...pricing.price({ ...shipment, service }),
  }));
  const offers = outcomes.flatMap(({ service, priced }) =>
    priced === null || priced.total_minor > INT32_MAX ? [] : [{ service, ...priced }],
  );
  if (offers.length === 0) {
    const is_lost = outcomes.some(({ skipped }) =>
      skipped.some(({ reason }) => reason === "distance_unknown"),
    );
    throw refuse("not_covered", {
      message: is_lost ? messages.distance_unknown : messages.not_covered,
    });
  }
  offers.sort((one, other) => one.total_minor - other.total_minor);
  const quotes = await issueQuotes(
    context,
    { price_family: "local_delivery", subject_kind: "order", customer_id, currency: list.currency },
    offers.map(({ service, lines, total_minor }) => ({
      service,
      lines,
      total_minor,
      price_list_id: list.id,
      inputs_hash: hashDelivery({ ...input, service }, facts),
      details: { ...details, facts } satisfies DeliveryQuoteDetails,
    })),
  );
  const rates = offers.flatMap(({ service, lines, total_minor, distance_km }, index) => {
    const quote = quotes[index];
    if (quote === undefined) throw new Error("A quote was not issued.");
    return {
      rate_id: quote.rate_id,
      service,
      service_name: SERVICE_NAMES[service],
      shipping_price: total_minor,
      price_details: lines,
      currency: list.currency,
      distance_km,
      expires_at: quote.expires_at,
    };
  });
  const options = surcharges
    .filter(({ is_optional }) => is_optional)
    .map(({ code, name, trigger }) => ({ code, name, trigger }));
  return { result: true, rates, currency: list.currency, options };
}
