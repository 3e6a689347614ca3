/**
 * The price of a delivery from a price list. Pure: the same list and shipment give the same lines.
 *
 * A list holds rules, the most specific first; the first rule whose conditions match prices the shipment: base, plus
 * per kilometre, per kilogram and per parcel beyond what the base includes, times the factor of the service, at least
 * the minimum; then tax. Distances are straight lines times the road factor.
 */
import { hash } from "node:crypto";
import { canonicalJson } from "#operation/records/events.ts";
import { straightLineKm } from "#vocabulary/geo.ts";
import type { Place } from "#vocabulary/place.ts";

export interface Shipment {
  type?: "D" | "P" | "P2P";
  service?: string;
  pickup?: Place | null;
  dropoff?: Place | null;
  origin_warehouse_id?: number;
  parcels?: { weight_g?: number; length_mm?: number; width_mm?: number; height_mm?: number }[];
}

export interface PriceRule {
  name: string;
  /** Prefixes of the postal code of the stop: the drop-off, or the pickup of type P. Any postal code if empty. */
  postal_prefixes?: string[];
  km_max?: number;
  weight_g_max?: number;
  base_minor: number;
  includes_km: number;
  per_km_minor: number;
  includes_kg: number;
  per_kg_minor: number;
  includes_parcels: number;
  per_parcel_minor: number;
  minimum_minor: number;
  /** By service, 1 if none is given. */
  service_factors?: Record<string, number>;
  tax_percent: number;
}

interface PriceLine {
  code: string;
  label: string;
  amount_minor: number;
}

export interface Priced {
  rule: string;
  lines: PriceLine[];
  total_minor: number;
  distance_km: number | null;
  billable_weight_g: number;
}

/** Volumetric weight: 200 kg per cubic metre. */
const VOLUMETRIC_G_PER_CM3 = 0.2;

function computeBillableWeight(shipment: Shipment): number {
  return (shipment.parcels ?? []).reduce(
    (sum, { weight_g = 0, length_mm = 0, width_mm = 0, height_mm = 0 }) => {
      const volume_cm3 = (length_mm * width_mm * height_mm) / 1000;
      return sum + Math.max(weight_g, Math.round(volume_cm3 * VOLUMETRIC_G_PER_CM3));
    },
    0,
  );
}

export function computeDistance(shipment: Shipment, road_factor: number): number | null {
  const { pickup, dropoff } = shipment;
  if (pickup?.lat == null || pickup.lng == null || dropoff?.lat == null || dropoff.lng == null) return null;
  const km = straightLineKm({ lat: pickup.lat, lng: pickup.lng }, { lat: dropoff.lat, lng: dropoff.lng });
  return Math.round(km * road_factor * 10) / 10;
}

/** Services in the order of the offer. */
export const SERVICES = ["standard", "express", "economy"] as const;
export type Service = (typeof SERVICES)[number];

export const SERVICE_NAMES: Record<Service, string> = {
  standard: "Standard delivery",
  express: "Express delivery",
  economy: "Economy delivery",
};

/** A rule with kilometres does not apply to a shipment without a known distance. */
function needsDistance({ km_max, per_km_minor }: PriceRule): boolean {
  return km_max !== undefined || per_km_minor > 0;
}

/** A rule offers standard, and the services that it has a factor for. */
function isOffered({ service_factors }: PriceRule, service: string): boolean {
  return service === "standard" || service_factors?.[service] !== undefined;
}

/** Null if no rule of the list covers the shipment and its service. */
export function priceShipment(
  rules: readonly PriceRule[],
  shipment: Shipment,
  road_factor: number,
): Priced | null {
  const weight_g = computeBillableWeight(shipment);
  const distance_km = computeDistance(shipment, road_factor);
  const stop = shipment.type === "P" ? shipment.pickup : shipment.dropoff;
  const postal_code = stop?.postal_code ?? "";
  const service = shipment.service ?? "standard";
  const rule = rules.find(
    (candidate) =>
      isOffered(candidate, service) &&
      (distance_km !== null || !needsDistance(candidate)) &&
      (!candidate.postal_prefixes?.length ||
        candidate.postal_prefixes.some((prefix) => postal_code.startsWith(prefix))) &&
      (candidate.km_max === undefined || (distance_km ?? 0) <= candidate.km_max) &&
      (candidate.weight_g_max === undefined || weight_g <= candidate.weight_g_max),
  );
  if (rule === undefined) return null;
  const lines: PriceLine[] = [{ code: "base", label: rule.name, amount_minor: rule.base_minor }];
  const add = (code: string, label: string, amount: number) => {
    const amount_minor = Math.round(amount);
    if (amount_minor !== 0) lines.push({ code, label, amount_minor });
  };
  const km = Math.max(0, (distance_km ?? 0) - rule.includes_km);
  add("distance", `${km.toFixed(1)} km`, km * rule.per_km_minor);
  const kg = Math.max(0, Math.ceil(weight_g / 1000 - rule.includes_kg));
  add("weight", `${kg} kg`, kg * rule.per_kg_minor);
  const parcels = Math.max(0, (shipment.parcels?.length ?? 1) - rule.includes_parcels);
  add("parcels", `${parcels} more parcels`, parcels * rule.per_parcel_minor);
  const sum = () => lines.reduce((total, line) => total + line.amount_minor, 0);
  const factor = rule.service_factors?.[service] ?? 1;
  add("service", `Service ${service}`, sum() * (factor - 1));
  add("minimum", "Minimum charge", Math.max(0, rule.minimum_minor - sum()));
  add("tax", `Tax ${rule.tax_percent} %`, (sum() * rule.tax_percent) / 100);
  return { rule: rule.name, lines, total_minor: sum(), distance_km, billable_weight_g: weight_g };
}

/**
 * Hash of what a quote was created for, as the caller sent it; an order with its rate_id must send the same. The text
 * of an address counts, and coordinates if they were sent, but not coordinates from the geocoder, which may improve
 * meanwhile.
 */
export function hashInputs(shipment: Shipment): string {
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
  return hash(
    "sha256",
    canonicalJson({
      type: shipment.type ?? "D",
      service: shipment.service ?? "standard",
      pickup: place(shipment.pickup),
      dropoff: place(shipment.dropoff),
      // Absent for the depot, so that rates from before an update stay valid.
      ...(shipment.origin_warehouse_id === undefined
        ? {}
        : { origin_warehouse_id: shipment.origin_warehouse_id }),
      parcels: (shipment.parcels ?? [{}]).map((parcel) => [
        parcel.weight_g ?? 0,
        parcel.length_mm ?? 0,
        parcel.width_mm ?? 0,
        parcel.height_mm ?? 0,
      ]),
    }),
  );
}
