/** Rating, for every operation that rates: before the transaction carriers are asked, in it their rates are priced. */
import Type, { type Static } from "typebox";
import { sortByPrice } from "#domain/carriers/shipping-rules/public.ts";
import type { Context } from "#operation/define/context.ts";
import { fields } from "#operation/response/platform-messages.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import { CalendarDate, Id, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { PriceLines } from "../shapes.ts";
import { issueRates, type PricedOffer, priceOffers } from "./price-rates.ts";
import { findEnabledAccounts, type RateRequest, requestRates } from "./request-rates.ts";
import { buildShipment, type ShipmentInput, shipmentMembers } from "./shipment.ts";

const WAIT_S = 10;
const Code = Type.String({ minLength: 1, maxLength: 120 });

/** Whose label it is: a customer's own, or the one that the business names; absent: the business's own. */
export const customerMember = {
  customer_id: Type.Optional(
    Nullable(
      Ref("customer", {
        ...Id,
        description:
          "The business only: for this customer, at its prices and from its wallet; absent: for itself.",
        "x-tool": "The business only: at this customer's prices and cost.",
      }),
    ),
  ),
};

export const rateMembers = {
  ...shipmentMembers,
  ...customerMember,
  carrier_accounts: Type.Optional(
    Type.Array(Code, { maxItems: 50, uniqueItems: true, description: "Codes; every enabled one if absent." }),
  ),
  services: Type.Optional(
    Type.Array(Code, { maxItems: 50, uniqueItems: true, description: "Codes; every service if absent." }),
  ),
  wait_s: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description: "How long to wait for slow carriers, seconds; 10 if absent.",
    }),
  ),
};

const RateSchema = Type.Object(rateMembers);
export type RateInput = Static<typeof RateSchema>;

export const LabelRate = Type.Object(
  {
    rate_id: Ref("rate", Type.String({ description: "Buy the label with it, at exactly this price." })),
    carrier_account: Type.String({ description: "Code of the account." }),
    carrier: Type.String({ description: "The carrier that delivers." }),
    service: Type.String(),
    service_name: Type.String(),
    shipping_price: Price("label_service"),
    price_details: PriceDetails("label_service", PriceLines),
    currency: PriceCurrency("label_service"),
    price_hidden: PriceHidden,
    carrier_charge_minor: Price(
      "label_service",
      "For the business: what the carrier charges, in minor units.",
    ),
    carrier_currency: PriceCurrency("label_service"),
    delivery_days: Nullable(Type.Integer({ description: "Working days." })),
    arrives_on: Nullable(CalendarDate),
    expires_at: Timestamp,
  },
  { $id: "LabelRate" },
);

export const LabelRateFault = Type.Object(
  {
    carrier_account: Type.String(),
    carrier: Type.String(),
    code: Type.String({
      description: "The carrier's own, else `timeout`, `unreachable`, `not_authorised` …",
    }),
    message: Type.String(),
  },
  { $id: "LabelRateFault" },
);

export const ratesAnswerMembers = {
  result: Type.Boolean(),
  rates: Type.Array(LabelRate, { description: "Cheapest first." }),
  faults: Type.Array(LabelRateFault, { description: "Carriers that offer nothing, and why." }),
  price_hidden: PriceHidden,
};

export const rateRefusals = {
  unknown_customer: "invalid",
  unknown_carrier_account: "invalid",
} as const;

/** What `prepare` hands to `run`. */
export interface Rated extends RateRequest {
  shipment: Shipment;
}

/** For `prepare`: the carriers' answers. */
export async function rateShipment(
  context: Context<"unknown_carrier_account">,
  input: Omit<RateInput, keyof ShipmentInput> & ShipmentInput,
): Promise<Rated> {
  const { refuse } = context;
  const built = buildShipment(context, input);
  if ("faults" in built)
    throw refuse("invalid_request", { message: messages.invalid_shipment, errors: built.faults });
  const codes = input.carrier_accounts ?? [];
  const accounts = await findEnabledAccounts(context, codes);
  const missing = codes.filter((code) => !accounts.some((account) => account.code === code));
  if (missing.length > 0)
    throw refuse("unknown_carrier_account", {
      message: messages.unknown_accounts,
      errors: missing.map((code) => ({
        field: `carrier_accounts/${codes.indexOf(code)}`,
        message: messages.no_enabled_account,
      })),
    });
  const { shipment } = built;
  const { services = [], wait_s = WAIT_S } = input;
  return { shipment, ...(await requestRates(context, accounts, { shipment, services, wait_s })) };
}

/** For `run`: the caller's customer, or the one that the business names. */
export async function resolveCustomer(
  { actor, db, business_id, refuse }: Context<"unknown_customer">,
  customer_id: number | null | undefined,
): Promise<number | null> {
  if (actor.role === "customer") return actor.customer_id;
  if (customer_id == null) return null;
  const customer = await db.row("select id from customer where business_id = $1 and id = $2", [
    business_id,
    customer_id,
  ]);
  if (customer === undefined)
    throw refuse("unknown_customer", {
      message: messages.unknown_customer,
      errors: [{ field: "customer_id", message: fields.no_customer }],
    });
  return customer_id;
}

/** For `run`: prices, cheapest first. */
export async function priceRates(
  context: Context<never>,
  customer_id: number | null,
  { shipment, offers }: Rated,
): Promise<PricedOffer[]> {
  const priced = await priceOffers(context, { customer_id, shipment, offers });
  return sortByPrice(priced, context.business.currency);
}

/** For `run`: a rate for each service of each carrier. */
export async function answerRates(
  context: Context<"unknown_customer">,
  input: Pick<RateInput, "customer_id">,
  rated: Rated,
) {
  const customer_id = await resolveCustomer(context, input.customer_id);
  const offers = await priceRates(context, customer_id, rated);
  const issued = await issueRates(context, customer_id, rated.shipment, offers);
  return {
    result: true,
    rates: issued.map(({ offer, quote }) => toRate(context, offer, quote)),
    faults: rated.faults,
  };
}

function toRate(
  { actor }: Pick<Context<never>, "actor">,
  { account, rate, price_minor, currency, lines, arrives_on }: PricedOffer,
  { rate_id, expires_at }: { rate_id: string; expires_at: string },
): Static<typeof LabelRate> {
  return {
    rate_id,
    carrier_account: account.code,
    carrier: rate.carrier,
    service: rate.code,
    service_name: rate.name,
    shipping_price: price_minor,
    price_details: [...lines],
    currency,
    ...(actor.role === "customer"
      ? {}
      : { carrier_charge_minor: rate.charge_minor, carrier_currency: rate.currency }),
    delivery_days: rate.delivery_days,
    arrives_on,
    expires_at,
  };
}
