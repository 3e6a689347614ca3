/** What the house carrier charges for a shipment: zone, billed weight, price, day of delivery. Pure. */
import { addDays } from "#vocabulary/calendar.ts";
import { findCountry } from "#vocabulary/countries.ts";
import { straightLineKm } from "#vocabulary/geo.ts";
import type { Place } from "#vocabulary/place.ts";
import type { CarrierRate, ChargeLine, Package, Shipment } from "../port.ts";
import { normalizePostalCode } from "./numbers.ts";
import { type RateCard, type ServiceCard, ZONE_KM_MAX, type Zone } from "./rate-card.ts";

/** Weights are billed in steps. */
const BILLED_STEP_G = 500;

/** Null where a country is missing or unknown. */
export function findZone(from: Place, to: Place): Zone | null {
  const [origin, target] = [findCountry(from.country ?? ""), findCountry(to.country ?? "")];
  if (origin === undefined || target === undefined) return null;
  if (origin.code === target.code) return findDomesticZone(from, to);
  const km = straightLineKm(origin, target);
  if (km <= ZONE_KM_MAX[5]) return 5;
  if (km <= ZONE_KM_MAX[6]) return 6;
  return km <= ZONE_KM_MAX[7] ? 7 : 8;
}

function findDomesticZone(from: Place, to: Place): Zone {
  const [one, other] = [
    normalizePostalCode(from.postal_code ?? ""),
    normalizePostalCode(to.postal_code ?? ""),
  ];
  if (one === "" || other === "") {
    const city = (place: Place) => (place.city ?? "").trim().toLowerCase();
    // Some countries have no postal codes.
    return city(from) !== "" && city(from) === city(to) ? 1 : 4;
  }
  let same = 0;
  while (same < 3 && one[same] !== undefined && one[same] === other[same]) same += 1;
  return (4 - same) as Zone;
}

/** The larger of weight and volume, in whole steps. */
export function computeBilledWeight(
  { weight_g, length_mm, width_mm, height_mm }: Package,
  divisor: number,
): number {
  const volume_cm3 = ((length_mm ?? 0) * (width_mm ?? 0) * (height_mm ?? 0)) / 1000;
  const weight = Math.max(weight_g, Math.ceil((volume_cm3 / divisor) * 1000));
  return Math.max(1, Math.ceil(weight / BILLED_STEP_G)) * BILLED_STEP_G;
}

/** Why a service does not take a package; null when it does. */
function findLimit(
  service: ServiceCard,
  { weight_g, length_mm, width_mm, height_mm }: Package,
): string | null {
  if (weight_g > service.weight_g_max) return `A package has more than ${service.weight_g_max} g.`;
  const [longest = 0, ...others] = [length_mm ?? 0, width_mm ?? 0, height_mm ?? 0].sort((a, b) => b - a);
  if (longest > service.length_mm_max) return `A package is longer than ${service.length_mm_max} mm.`;
  const girth = longest + 2 * others.reduce((sum, side) => sum + side, 0);
  return girth > service.girth_mm_max ? `Length and girth are more than ${service.girth_mm_max} mm.` : null;
}

/** Why a service is not offered. */
interface NotOffered {
  code: "NO_COUNTRY" | "ZONE_NOT_SERVED" | "TOO_LARGE" | "NO_SATURDAY" | "CUSTOMS_MISSING";
  text: string;
}

export type HouseQuote =
  | { rate: CarrierRate; zone: Zone; packages_minor: number[] }
  | { refused: NotOffered };

export function quote(
  card: RateCard,
  service: ServiceCard,
  shipment: Shipment,
  currency: string,
): HouseQuote {
  const { from, to, packages } = shipment;
  const zone = findZone(from, to);
  if (zone === null) return refuse("NO_COUNTRY", "Both addresses need the code of a country.");
  const prices = service.zones.find((one) => one.zone === zone);
  if (prices === undefined) return refuse("ZONE_NOT_SERVED", `The service does not serve zone ${zone}.`);
  if (zone > 4 && (shipment.customs === null || shipment.customs.lines.length === 0))
    return refuse("CUSTOMS_MISSING", "A shipment to another country needs customs lines.");
  for (const one of packages) {
    const limit = findLimit(service, one);
    if (limit !== null) return refuse("TOO_LARGE", limit);
  }
  const arrives_on = shipment.saturday_delivery
    ? findSaturday(shipment.ship_date, prices.delivery_days)
    : addWorkingDays(shipment.ship_date, prices.delivery_days);
  if (arrives_on === null) return refuse("NO_SATURDAY", "The service does not arrive on the next Saturday.");
  const billed = packages.map((one) => computeBilledWeight(one, service.divisor_cm3_per_kg));
  const freight = billed.map((weight) => findPrice(prices, weight));
  const fuel = freight.map((amount) => Math.round((amount * card.fuel_percent) / 100));
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const lines: ChargeLine[] = [
    { code: "freight", name: "Freight", amount_minor: sum(freight) },
    { code: "fuel", name: "Fuel surcharge", amount_minor: sum(fuel) },
    { code: "remote", name: "Remote area", amount_minor: isRemote(card, from, to) ? card.remote_minor : 0 },
    {
      code: "signature",
      name: "Signature",
      amount_minor: shipment.signature_required ? card.signature_minor : 0,
    },
    {
      code: "saturday",
      name: "Saturday delivery",
      amount_minor: shipment.saturday_delivery ? card.saturday_minor : 0,
    },
    {
      code: "insurance",
      name: "Insurance",
      amount_minor: Math.ceil((shipment.insured_minor * card.insurance_percent) / 100),
    },
  ].filter(({ code, amount_minor }) => code === "freight" || amount_minor > 0);
  const charge_minor = sum(lines.map(({ amount_minor }) => amount_minor));
  // What is charged for the shipment as a whole is of its first package.
  const packages_minor = freight.map((amount, index) => amount + (fuel[index] ?? 0));
  packages_minor[0] = (packages_minor[0] ?? 0) + charge_minor - sum(packages_minor);
  return {
    zone,
    packages_minor,
    rate: {
      code: service.code,
      name: service.name,
      carrier: "house",
      charge_minor,
      currency,
      lines,
      billed_weight_g: sum(billed),
      zone: String(zone),
      delivery_days: prices.delivery_days,
      delivery_date: arrives_on,
    },
  };
}

const refuse = (code: NotOffered["code"], text: string): HouseQuote => ({ refused: { code, text } });

function findPrice({ breaks, extra_kg_minor }: ServiceCard["zones"][number], weight_g: number): number {
  const price_break = breaks.find(({ up_to_g }) => weight_g <= up_to_g);
  if (price_break !== undefined) return price_break.price_minor;
  const last = breaks.at(-1);
  if (last === undefined) throw new Error("A zone has no weight break.");
  return last.price_minor + Math.ceil((weight_g - last.up_to_g) / 1000) * extra_kg_minor;
}

function isRemote({ remote_areas }: RateCard, ...places: readonly Place[]): boolean {
  return places.some(({ country, postal_code }) =>
    remote_areas.some(
      (area) =>
        area.country === country && normalizePostalCode(postal_code ?? "").startsWith(area.postal_prefix),
    ),
  );
}

const getWeekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();

/** Monday to Friday. */
export function addWorkingDays(date: string, days: number): string {
  let day = date;
  let days_remaining = days;
  while (days_remaining > 0 || getWeekday(day) % 6 === 0) {
    day = addDays(day, 1);
    if (getWeekday(day) % 6 !== 0) days_remaining -= 1;
  }
  return day;
}

/** The first Saturday, where the service arrives by then; null otherwise. */
function findSaturday(date: string, days: number): string | null {
  const saturday = addDays(date, (6 - getWeekday(date) + 7) % 7 || 7);
  return addDays(date, days) <= saturday ? saturday : null;
}
