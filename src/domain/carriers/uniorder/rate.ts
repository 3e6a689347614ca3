/** Rates of one shipment: own deliveries, and labels of every carrier where they are asked for. */
import Type, { type Static } from "typebox";
import {
  answerRates,
  LabelRateFault,
  labelRateRefusals,
  PriceLines,
  rateMembers,
  rateShipment,
} from "#domain/carriers/shipping/public.ts";
import { deliveryRateRefusals, rateDeliveries } from "#domain/orders/delivery-rates/public.ts";
import { locatePlaces } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { CalendarDate, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";

const PRICE_FAMILIES = ["local_delivery", "label_service"] as const;

export const UnifiedRate = Type.Object(
  {
    rate_id: Ref("rate", Type.String({ description: "Create the order with it, at exactly this price." })),
    kind: StringEnum(["self", "label"], {
      description: "The business's own delivery, or a carrier's label.",
    }),
    provider: Type.String({ description: "`self`, or the code of the carrier account." }),
    carrier: Type.String(),
    service: Type.String(),
    service_name: Type.String(),
    family: StringEnum(PRICE_FAMILIES),
    shipping_price: Price("by:family"),
    price_details: PriceDetails("by:family", PriceLines),
    currency: PriceCurrency("by:family"),
    price_hidden: PriceHidden,
    arrives_on: Nullable(CalendarDate),
    expires_at: Timestamp,
  },
  { $id: "UnifiedRate" },
);

export const unifiedRateMembers = {
  ...rateMembers,
  quote_labels: Type.Optional(
    Type.Boolean({ description: "Ask every carrier for labels too; own deliveries alone if absent." }),
  ),
};
const RateInputSchema = Type.Object(unifiedRateMembers, { $id: "UnifiedShipment" });
export type UnifiedRateInput = Static<typeof RateInputSchema>;

export const unifiedRatesMembers = {
  result: Type.Boolean(),
  rates: Type.Array(UnifiedRate, { description: "Own deliveries first, each kind cheapest first." }),
  faults: Type.Array(LabelRateFault, {
    description: "Who offers nothing, and why; `self` for own deliveries.",
  }),
};

export const unifiedRateRefusals = { ...labelRateRefusals, ...deliveryRateRefusals } as const;

/** What a quote of an own delivery keeps, so that its rate_id alone creates the order. */
export interface UnifiedDelivery {
  sent: Delivery;
  located: Delivery;
}

type Delivery = ReturnType<typeof toDelivery>;

/** The shipment as an own delivery. */
function toDelivery({
  ship_from,
  ship_to,
  packages,
  ship_date,
  customer_id,
  insured_minor,
}: UnifiedRateInput) {
  return {
    type: "D" as const,
    ...(ship_from === undefined ? {} : { pickup: ship_from }),
    dropoff: ship_to,
    parcels: packages.flatMap(({ quantity = 1, weight_g, length_mm, width_mm, height_mm }) =>
      Array.from({ length: quantity }, () => ({
        weight_g,
        ...(length_mm === undefined ? {} : { length_mm }),
        ...(width_mm === undefined ? {} : { width_mm }),
        ...(height_mm === undefined ? {} : { height_mm }),
      })),
    ),
    ...(ship_date === undefined ? {} : { scheduled_date: ship_date }),
    ...(customer_id == null ? {} : { customer_id }),
    ...(insured_minor === undefined ? {} : { insured_value_minor: insured_minor }),
  };
}

type Rating = Context<keyof typeof unifiedRateRefusals>;

/** For `prepare`. */
export async function prepareRates(context: Rating, input: UnifiedRateInput) {
  const { quote_labels = false, ...shipment } = input;
  const [located, labels] = await Promise.all([
    locatePlaces(context, toDelivery(shipment)),
    quote_labels ? rateShipment(context, shipment) : null,
  ]);
  return { located, labels };
}

/** For `run`. Own deliveries that are not offered are named beside the labels; alone, they are a refusal. */
export async function answerUnifiedRates(
  context: Rating,
  input: UnifiedRateInput,
  { located, labels }: Awaited<ReturnType<typeof prepareRates>>,
) {
  const faults = [...(labels?.faults ?? [])];
  const rates: Static<typeof UnifiedRate>[] = [];
  try {
    const sent_delivery = toDelivery(input);
    const unified: UnifiedDelivery = { sent: sent_delivery, located };
    const answer = await rateDeliveries(context, sent_delivery, located, { unified });
    rates.push(
      ...answer.rates.map(({ distance_km: _distance, price_hidden: _hidden, ...rate }) => ({
        ...rate,
        kind: "self" as const,
        provider: "self",
        carrier: context.business.name,
        family: "local_delivery" as const,
        arrives_on: null,
      })),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || labels === null || error.code === "unknown_customer") throw error;
    faults.push({ carrier_account: "self", carrier: "self", code: error.code, message: error.message });
  }
  if (labels !== null) {
    const answer = await answerRates(context, input, labels);
    rates.push(
      ...answer.rates.map(
        ({ carrier_account, carrier, service, service_name, rate_id, arrives_on, expires_at, ...price }) => ({
          rate_id,
          kind: "label" as const,
          provider: carrier_account,
          carrier,
          service,
          service_name,
          family: "label_service" as const,
          shipping_price: price.shipping_price ?? null,
          price_details: price.price_details ?? null,
          ...(price.currency === undefined ? {} : { currency: price.currency }),
          arrives_on,
          expires_at,
        }),
      ),
    );
  }
  return { result: true, rates, faults };
}
