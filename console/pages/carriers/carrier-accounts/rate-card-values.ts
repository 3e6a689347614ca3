/** A rate card as the form holds it: one table of prices for each service, in kilograms and main units of the currency. */
import type { HouseRateCard } from "../../../../packages/client/client.gen.ts";
import { minorUnits, toMinor } from "../../../parts/format.ts";

export const ZONES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Zone = (typeof ZONES)[number];

type Entered = number | "";

interface ZoneValues {
  zone: number;
  delivery_days: Entered;
  /** By the columns of the service; empty where the zone has no such weight break. */
  prices: Entered[];
  extra_kg: Entered;
}

export interface ServiceValues {
  key: number;
  code: string;
  /** The code of one that is there stays: price lists and shipping rules name it. */
  is_new: boolean;
  name: string;
  divisor_cm3_per_kg: Entered;
  weight_kg_max: Entered;
  length_mm_max: Entered;
  girth_mm_max: Entered;
  /** Weight breaks: up to so many kilograms. */
  up_to_kg: Entered[];
  zones: ZoneValues[];
}

export interface RateCardValues {
  fuel_percent: Entered;
  insurance_percent: Entered;
  signature: Entered;
  saturday: Entered;
  remote: Entered;
  /** "BR 69" */
  remote_areas: string[];
  services: ServiceValues[];
}

let keys = 0;
function nextKey(): number {
  keys += 1;
  return keys;
}

const REMOTE_AREA = /^([A-Z]{2})[\s-]*(.*)$/;

export function readRateCard(card: HouseRateCard, currency: string): RateCardValues {
  const units = minorUnits(currency);
  return {
    fuel_percent: card.fuel_percent,
    insurance_percent: card.insurance_percent,
    signature: card.signature_minor / units,
    saturday: card.saturday_minor / units,
    remote: card.remote_minor / units,
    remote_areas: card.remote_areas.map(({ country, postal_prefix }) => `${country} ${postal_prefix}`),
    services: card.services.map((service) => {
      const weights = service.zones.flatMap(({ breaks }) => breaks.map(({ up_to_g }) => up_to_g));
      const columns = [...new Set(weights)].sort((one, other) => one - other);
      return {
        key: nextKey(),
        code: service.code,
        is_new: false,
        name: service.name,
        divisor_cm3_per_kg: service.divisor_cm3_per_kg,
        weight_kg_max: service.weight_g_max / 1000,
        length_mm_max: service.length_mm_max,
        girth_mm_max: service.girth_mm_max,
        up_to_kg: columns.map((grams) => grams / 1000),
        zones: service.zones.map(({ zone, delivery_days, breaks, extra_kg_minor }) => ({
          zone,
          delivery_days,
          prices: columns.map((grams) => {
            const price_break = breaks.find(({ up_to_g }) => up_to_g === grams);
            return price_break === undefined ? "" : price_break.price_minor / units;
          }),
          extra_kg: extra_kg_minor / units,
        })),
      };
    }),
  };
}

/** What was left empty is 0, which the service refuses where that is no price. */
export function writeRateCard(values: RateCardValues, currency: string): HouseRateCard {
  const minor = (amount: Entered) => toMinor(amount === "" ? 0 : amount, currency);
  const grams = (kilograms: Entered) => Math.round(Number(kilograms) * 1000);
  return {
    fuel_percent: Number(values.fuel_percent),
    insurance_percent: Number(values.insurance_percent),
    signature_minor: minor(values.signature),
    saturday_minor: minor(values.saturday),
    remote_minor: minor(values.remote),
    remote_areas: values.remote_areas.map((area) => {
      const [, country = "", postal_prefix = ""] = REMOTE_AREA.exec(area.trim().toUpperCase()) ?? [];
      return { country, postal_prefix: postal_prefix.replaceAll(/[\s-]/g, "") };
    }),
    services: values.services.map((service) => ({
      code: service.code.trim(),
      name: service.name.trim(),
      divisor_cm3_per_kg: Number(service.divisor_cm3_per_kg),
      weight_g_max: grams(service.weight_kg_max),
      length_mm_max: Number(service.length_mm_max),
      girth_mm_max: Number(service.girth_mm_max),
      zones: service.zones.map(({ zone, delivery_days, prices, extra_kg }) => ({
        zone,
        delivery_days: Number(delivery_days),
        breaks: service.up_to_kg
          .map((kilograms, index) => ({ up_to_g: grams(kilograms), price: prices[index] ?? "" }))
          .filter(({ price }) => price !== "")
          .sort((one, other) => one.up_to_g - other.up_to_g)
          .map(({ up_to_g, price }) => ({ up_to_g, price_minor: minor(price) })),
        extra_kg_minor: minor(extra_kg),
      })),
    })),
  };
}

/** A copy to change, under a code of its own. */
export function copyService(service: ServiceValues): ServiceValues {
  return { ...structuredClone(service), key: nextKey(), code: "", name: "", is_new: true };
}

export function addColumn(service: ServiceValues): ServiceValues {
  return {
    ...service,
    up_to_kg: [...service.up_to_kg, ""],
    zones: service.zones.map((zone) => ({ ...zone, prices: [...zone.prices, ""] })),
  };
}

export function removeColumn(service: ServiceValues, column: number): ServiceValues {
  const without = <Value>(values: Value[]) => values.filter((_value, index) => index !== column);
  return {
    ...service,
    up_to_kg: without(service.up_to_kg),
    zones: service.zones.map((zone) => ({ ...zone, prices: without(zone.prices) })),
  };
}

export function addZone(service: ServiceValues, zone: number): ServiceValues {
  const added = {
    zone,
    delivery_days: "" as const,
    prices: service.up_to_kg.map(() => "" as const),
    extra_kg: 0,
  };
  return {
    ...service,
    zones: [...service.zones, added].sort((one, other) => one.zone - other.zone),
  };
}

export function removeZone(service: ServiceValues, zone: number): ServiceValues {
  return { ...service, zones: service.zones.filter((one) => one.zone !== zone) };
}
