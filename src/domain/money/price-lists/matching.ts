/** Whether a rule of a price list covers a shipment, and if not, why. Pure. */

import type { Measures, PricedPlace, Shipment } from "#domain/money/surcharges/public.ts";
import { hasPostalPrefix } from "#vocabulary/postal-code.ts";
import type { Rule, Zone } from "./shapes.ts";

/** Why a rule does not cover a shipment: the first condition that fails. */
export const MISMATCHES = [
  "service",
  "carrier_account",
  "carrier_charge",
  "currency",
  "postal_code",
  "from",
  "to",
  "distance_unknown",
  "distance",
  "weight",
  "volume_unknown",
  "days_unknown",
] as const;
type Mismatch = (typeof MISMATCHES)[number];

/** The members of a list that its rules refer to. */
export interface MatchedList {
  family: string;
  currency: string;
  zones: readonly Zone[];
}

function hasPrefix(place: PricedPlace | null | undefined, prefixes: readonly string[]): boolean {
  return hasPostalPrefix(place?.postal_code, prefixes);
}

/** A zone with countries and prefixes contains a place that has both a country and a prefix of it. */
function isInZone({ countries, postal_prefixes }: Zone, place: PricedPlace | null | undefined): boolean {
  if (countries !== undefined && !countries.includes(place?.country ?? "")) return false;
  return postal_prefixes === undefined || hasPrefix(place, postal_prefixes);
}

/** In one of the zones or with one of the prefixes; anywhere if the rule names neither. */
function isCovered(
  place: PricedPlace | null | undefined,
  zone_names: readonly string[] | undefined,
  prefixes: readonly string[] | undefined,
  zones: readonly Zone[],
): boolean {
  if (!zone_names?.length && !prefixes?.length) return true;
  const named_zones = zones.filter(({ name }) => zone_names?.includes(name));
  return hasPrefix(place, prefixes ?? []) || named_zones.some((zone) => isInZone(zone, place));
}

/**
 * A rule with `services` covers these. One without covers any service, but of deliveries only standard and those it has a
 * factor for.
 */
function coversService({ services, service_factors }: Rule, price_family: string, service: string): boolean {
  if (services?.length) return services.includes(service);
  const has_factor = service_factors?.[service as keyof typeof service_factors] !== undefined;
  return price_family !== "local_delivery" || service === "standard" || has_factor;
}

/** A rule with kilometres does not apply to a shipment without a known distance. */
function needsDistance({ km_max, per_km_minor = 0 }: Rule): boolean {
  return km_max !== undefined || per_km_minor > 0;
}

function needsVolume({ per_m3_minor = 0, per_day_minor = 0, day_unit }: Rule): boolean {
  return per_m3_minor > 0 || (per_day_minor > 0 && day_unit === "m3");
}

/** The heaviest shipment that a rule prices, grams. */
function findWeightLimit({ weight_g_max, weight_breaks, per_further_kg_minor }: Rule): number {
  const last_break = per_further_kg_minor === undefined ? weight_breaks?.at(-1)?.up_to_g : undefined;
  return Math.min(weight_g_max ?? Number.POSITIVE_INFINITY, last_break ?? Number.POSITIVE_INFINITY);
}

/** Null if the rule prices the shipment. */
export function findMismatch(
  rule: Rule,
  list: MatchedList,
  shipment: Shipment,
  { distance_km, billable_weight_g, volume_cm3 }: Measures,
): Mismatch | null {
  const { pickup, dropoff, carrier_account, carrier_charge, service = "standard" } = shipment;
  const stop = shipment.type === "P" ? pickup : dropoff;
  if (!coversService(rule, list.family, service)) return "service";
  if (rule.carrier_accounts?.length && !rule.carrier_accounts.includes(carrier_account ?? ""))
    return "carrier_account";
  if (rule.markup !== undefined && carrier_charge === undefined) return "carrier_charge";
  if (rule.markup !== undefined && carrier_charge?.currency !== list.currency) return "currency";
  if (rule.postal_prefixes?.length && !hasPrefix(stop, rule.postal_prefixes)) return "postal_code";
  if (!isCovered(pickup, rule.from_zones, rule.from_postal_prefixes, list.zones)) return "from";
  if (!isCovered(dropoff, rule.to_zones, rule.to_postal_prefixes, list.zones)) return "to";
  if (distance_km === null && needsDistance(rule)) return "distance_unknown";
  if (rule.km_max !== undefined && (distance_km ?? 0) > rule.km_max) return "distance";
  if (billable_weight_g > findWeightLimit(rule)) return "weight";
  if (volume_cm3 === null && needsVolume(rule)) return "volume_unknown";
  if (shipment.days === undefined && (rule.per_day_minor ?? 0) > 0) return "days_unknown";
  return null;
}
