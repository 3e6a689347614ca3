/**
 * Hash of the delivery that a quote is for, as the caller sent it; an order with its rate_id must send the same. The text
 * of an address counts, and coordinates if they were sent, but not coordinates from the geocoder, which may improve
 * meanwhile.
 */
import { hashPricedInputs } from "#domain/money/quotes/public.ts";
import type { Place } from "#vocabulary/place.ts";

export interface Delivery {
  type?: "D" | "P" | "P2P";
  service?: string;
  pickup?: Place | null;
  dropoff?: Place | null;
  origin_warehouse_id?: number;
  parcels?: { weight_g?: number; length_mm?: number; width_mm?: number; height_mm?: number }[];
  scheduled_date?: string;
  cod_minor?: number;
  insured_value_minor?: number;
}

/**
 * What a surcharge depends on besides places and parcels, by its trigger. It counts where the business had such a surcharge
 * when it quoted; else an order may have any.
 */
const FACTS = {
  cod: ({ cod_minor = 0 }: Delivery) => cod_minor,
  insurance: ({ insured_value_minor = 0 }: Delivery) => insured_value_minor,
  weekend: ({ scheduled_date }: Delivery) => scheduled_date ?? null,
  time_window: ({ pickup, dropoff }: Delivery) =>
    [pickup?.window, dropoff?.window].map((window) =>
      window ? [Date.parse(window.start), Date.parse(window.end)] : null,
    ),
};
export type Fact = keyof typeof FACTS;

/** The triggers among these whose facts an order must have as they were quoted. */
export function pickFacts(triggers: readonly string[]): Fact[] {
  return (Object.keys(FACTS) as Fact[]).filter((fact) => triggers.includes(fact));
}

/** What the quote keeps of itself: see `delivery-rates`. Quotes from before surcharges keep nothing. */
export interface DeliveryQuoteDetails {
  facts: Fact[];
  [more: string]: unknown;
}
export function hashDelivery(delivery: Delivery, facts: readonly Fact[]): string {
  const place = (at: Place | null | undefined) =>
    at
      ? {
          line1: at.line1,
          postal_code: at.postal_code ?? "",
          city: at.city ?? "",
          country: at.country ?? "",
          lat: at.lat ?? null,
          lng: at.lng ?? null,
        }
      : null;
  return hashPricedInputs({
    type: delivery.type ?? "D",
    service: delivery.service ?? "standard",
    pickup: place(delivery.pickup),
    dropoff: place(delivery.dropoff),
    // Absent for the depot, so that rates from before an update stay valid.
    ...(delivery.origin_warehouse_id === undefined
      ? {}
      : { origin_warehouse_id: delivery.origin_warehouse_id }),
    // Absent without such surcharges, likewise.
    ...(facts.length === 0
      ? {}
      : { facts: Object.fromEntries(facts.map((fact) => [fact, FACTS[fact](delivery)])) }),
    parcels: (delivery.parcels ?? [{}]).map((parcel) => [
      parcel.weight_g ?? 0,
      parcel.length_mm ?? 0,
      parcel.width_mm ?? 0,
      parcel.height_mm ?? 0,
    ]),
  });
}
