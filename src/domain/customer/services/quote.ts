/** Prices an order of a service, and keeps the price as a quote that the order uses once. */
import { findPricing, loadPricing } from "#domain/money/price-lists/public.ts";
import { claimQuote, hashPricedInputs, issueQuotes, type rateRefusals } from "#domain/money/quotes/public.ts";
import type { SurchargeRow } from "#domain/money/surcharges/public.ts";
import type { Context } from "#operation/define/context.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "./messages.ts";
import { findTriggers, priceService, type ServicePrice } from "./pricing.ts";
import type { ServiceVersion } from "./records/service.ts";
import { listPieces, type Piece, type ServiceRequest } from "./request.ts";

/** What an operation that prices an order declares. */
export const priceRefusals = {
  no_price_list: "invalid",
  other_currency: "conflict",
  not_covered: "invalid",
} as const;

type Pricing = Context<keyof typeof priceRefusals>;

export interface PricedRequest extends ServicePrice {
  currency: string;
  price_list_id: number;
  /** The surcharges of the family as they were: a later price of the order is computed with them. */
  surcharges: readonly SurchargeRow[];
}

/** What is priced: sizes of the packages as declared or measured, and the rest of the order. */
export interface Priced {
  service: ServiceVersion;
  customer_id: number;
  pieces: readonly Piece[];
  request: Omit<ServiceRequest, "packages">;
  /** Place of the warehouse, where no other address is known. */
  warehouse: ServiceRequest["pickup"];
  /** What the order was priced with; the list and the surcharges of today if absent. */
  before?: { price_list_id: number; surcharges: readonly SurchargeRow[] };
}

export async function priceRequest(
  context: Pricing,
  { service, customer_id, pieces, request, warehouse, before }: Priced,
): Promise<PricedRequest> {
  const { refuse, business } = context;
  const { family, code, definition } = service;
  const pricing =
    before === undefined
      ? await findPricing(context, { price_family: family, customer_id })
      : await loadPricing(context, before.price_list_id, before.surcharges);
  if (pricing === undefined) throw refuse("no_price_list", { message: messages.no_price_list });
  const { list, surcharges } = pricing;
  const wallet_currency = business.currency;
  if (list.currency !== wallet_currency) {
    throw refuse("other_currency", {
      message: messages.other_currency,
      values: { currency: list.currency, wallet_currency },
    });
  }
  const triggers = findTriggers(definition, request, business.time_zone);
  const { priced } = pricing.price({
    ...triggers,
    service: code,
    pickup: triggers.pickup ?? warehouse,
    dropoff: request.dropoff ?? warehouse,
    parcels: pieces.map(toParcel),
    days: 0,
  });
  const price =
    priced === null
      ? null
      : priceService(definition, { lines: priced.lines, tax_percent: list.tax_percent }, pieces, request);
  if (price === null) throw refuse("not_covered", { message: messages.not_covered });
  return { ...price, currency: list.currency, price_list_id: list.id, surcharges };
}

/**
 * What one day of storage costs for pieces that have been stored for equally long, with the list and the surcharges that
 * they were ordered with, tax included: the price of all their days less the price of the days before, so that days do not
 * add up to another amount than the list has for them together. Null where no rule of the list covers it.
 */
export async function loadStorageDayPrice(
  context: Pick<Context<never>, "db" | "business_id" | "actor" | "business" | "settings">,
  {
    service,
    request,
    warehouse,
    before,
  }: Omit<Priced, "pieces" | "customer_id" | "before"> & Required<Pick<Priced, "before">>,
): Promise<StorageDayPrice> {
  const pricing = await loadPricing(context, before.price_list_id, before.surcharges);
  const triggers = findTriggers(service.definition, request, context.business.time_zone);
  const price = (pieces: readonly Measures[], days: number) =>
    pricing.price({
      ...triggers,
      service: service.code,
      pickup: triggers.pickup ?? warehouse,
      dropoff: request.dropoff ?? warehouse,
      parcels: pieces.map(toParcel),
      days,
    }).priced?.total_minor;
  return (pieces, day, after = day - 1) => {
    const [before, until] = [price(pieces, after), price(pieces, day)];
    return before === undefined || until === undefined ? null : Math.max(0, until - before);
  };
}

/** `day`: which day of the storage it is; that of the receipt is the first. With `after`, of all days after that one until it. */
type StorageDayPrice = (pieces: readonly Measures[], day: number, after?: number) => number | null;

/** A list that includes more days than these is no list of storage. */
const FREE_DAYS_MAX = 366;

/**
 * How many days cost nothing, and what each costs after them: the service has free days, and the list may include more. Null
 * where the list does not cover it; 0 where no day costs anything.
 */
export function findStorageTerms(
  priceDay: StorageDayPrice,
  pieces: readonly Measures[],
  service_free_days: number,
): { free_days: number; day_minor: number | null } {
  const last = service_free_days + FREE_DAYS_MAX;
  const costsUntil = (day: number) => priceDay(pieces, day, service_free_days);
  const all = costsUntil(last);
  if (all === null || all === 0) return { free_days: service_free_days, day_minor: all };
  // Of the days until one that costs something, the first that does.
  let [free, charged] = [service_free_days, last];
  while (charged - free > 1) {
    const middle = Math.floor((free + charged) / 2);
    if (costsUntil(middle) === 0) free = middle;
    else charged = middle;
  }
  // The first one may cost less, for a minimum of the list, or more, where it rounds up: it is not what a day costs.
  const later = priceDay(pieces, charged + FREE_DAYS_MAX, charged);
  return { free_days: free, day_minor: later === null ? null : Math.round(later / FREE_DAYS_MAX) };
}

type Measures = Pick<Piece, "weight_g" | "length_mm" | "width_mm" | "height_mm">;

function toParcel({ weight_g, length_mm, width_mm, height_mm }: Measures) {
  return {
    weight_g: weight_g ?? undefined,
    length_mm: length_mm ?? undefined,
    width_mm: width_mm ?? undefined,
    height_mm: height_mm ?? undefined,
  };
}

/** What a quote is for. Answers in another order, and members that are null or absent, are the same. */
function hashRequest({ service, request, stored_package_ids }: Offer): string {
  const { packages, form = {}, supplies = [], surcharges = [], ...rest } = request;
  const present = (of: object) => Object.fromEntries(Object.entries(of).filter(([, value]) => value != null));
  const { pickup, dropoff, warehouse_id, scheduled_date, pickup_timeframe } = rest;
  return hashPricedInputs({
    service_code: service.code,
    kind: service.kind,
    ...present({ warehouse_id, scheduled_date, pickup_timeframe }),
    ...(stored_package_ids === undefined
      ? {}
      : { stored_package_ids: [...stored_package_ids].sort((a, b) => a - b) }),
    ...(pickup == null ? {} : { pickup: present(pickup) }),
    ...(dropoff == null ? {} : { dropoff: present(dropoff) }),
    packages: listPieces(service.definition, packages).map(present),
    supplies,
    surcharges: [...surcharges].sort(),
    form: present(form),
  });
}

export interface Offer {
  service: ServiceVersion;
  customer_id: number;
  subject_kind: "shipping_order" | "storage_order" | "shipout";
  request: ServiceRequest;
  /** Of a ship-out: these packages and no others have the price. */
  stored_package_ids?: readonly number[];
}

/** Issues the rate_id with which an order of this request has this price. */
export async function quoteRequest(
  context: Context<never>,
  offer: Offer,
  { lines, total_minor, price_list_id, currency, surcharges }: PricedRequest,
): Promise<{ rate_id: string; expires_at: string }> {
  const { service, customer_id, subject_kind } = offer;
  const [quote] = await issueQuotes(
    context,
    { price_family: service.family, subject_kind, customer_id, currency },
    [
      {
        service: service.code,
        inputs_hash: hashRequest(offer),
        lines,
        total_minor,
        price_list_id,
        details: { service_version: service.version, surcharges },
      },
    ],
  );
  if (quote === undefined) throw new Error("A quote was not issued.");
  return { rate_id: quote.rate_id, expires_at: quote.expires_at };
}

/** What an operation that orders at a rate_id declares besides `rateRefusals`. */
export const orderRefusals = {
  rate_needed: "invalid",
  priced_by_staff: "invalid",
  service_changed: "conflict",
} as const;

export interface ClaimedPrice extends PricedRequest {
  quote_id: number;
}

/**
 * The price that an order of this request has: exactly that of its quote, which is locked. Null where staff price it. A
 * service that was changed since the estimate is refused, because its form and its options may be others.
 */
export async function claimPrice(
  context: Context<keyof typeof rateRefusals | keyof typeof orderRefusals>,
  offer: Offer,
  rate_id: string | null | undefined,
): Promise<ClaimedPrice | null> {
  const { refuse } = context;
  const { service, customer_id, subject_kind } = offer;
  const by_staff = service.definition.pricing_method === 2;
  if (by_staff && rate_id != null) {
    throw refuse("priced_by_staff", {
      message: messages.priced_by_staff,
      errors: [{ field: "rate_id", message: fields.absent }],
    });
  }
  if (by_staff) return null;
  if (rate_id == null) {
    throw refuse("rate_needed", {
      message: messages.rate_needed,
      errors: [{ field: "rate_id", message: fields.required }],
    });
  }
  const quote = await claimQuote(context, {
    rate_id,
    customer_id,
    subject_kinds: [subject_kind],
    inputs_hash: hashRequest(offer),
  });
  const { service_version, surcharges } = quote.details as {
    service_version: number;
    surcharges: SurchargeRow[];
  };
  if (service_version !== service.version || quote.price_list_id === null)
    throw refuse("service_changed", { message: messages.service_changed });
  const { id, lines, total_minor, currency, price_list_id } = quote;
  return {
    quote_id: id,
    lines: lines as ServicePrice["lines"],
    total_minor,
    currency,
    price_list_id,
    surcharges,
  };
}
