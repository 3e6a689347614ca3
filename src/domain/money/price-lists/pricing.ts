/**
 * The price of a shipment from a price list. Pure: the same list and shipment give the same lines.
 *
 * A list holds rules, the most specific first; the first rule whose conditions match prices the shipment: base or weight
 * break, plus what is charged per kilometre, kilogram, parcel, cubic metre and day beyond what is included, times the
 * factor of the service, at least the minimum; then surcharges; rounded up; then tax. A rule with a markup prices what the
 * carrier charges instead. Every line is in whole minor units, and the total is the sum of the lines.
 */
import type { Static } from "typebox";
import {
  computeSurcharges,
  type Measures,
  measureShipment,
  type Shipment,
  type SurchargeRow,
} from "#domain/money/surcharges/public.ts";
import { findMismatch, type MatchedList, MISMATCHES } from "./matching.ts";
import type { PriceLine as PriceLineSchema, Rule } from "./shapes.ts";

/** Sums above this are not prices, but a list with a mistake. */
const TOTAL_MAX_MINOR = 1e12;

/** The members of a price list that decide a price. */
export interface PricedList extends MatchedList {
  rules: readonly Rule[];
  /** Cubic centimetres that count as a kilogram. */
  volumetric_divisor: number;
  /** Apply to rules without their own. */
  minimum_minor: number;
  rounding_minor: number;
  tax_percent: number;
}

type PriceLine = Static<typeof PriceLineSchema>;

interface Priced extends Measures {
  rule: string;
  lines: PriceLine[];
  total_minor: number;
  /** What was added to the carrier's charge, for the business only; null if the rule has no markup. */
  markup_minor: number | null;
  skipped_surcharges: ReturnType<typeof computeSurcharges>["skipped"];
}

/** What skips a rule: a condition, or an amount that no price is. */
export const SKIP_REASONS = [...MISMATCHES, "amount"] as const;

export interface PricingOutcome {
  /** Null if no rule covers the shipment. */
  priced: Priced | null;
  /** The rules before the one that matched, and why they did not. */
  skipped: { rule: string; reason: (typeof SKIP_REASONS)[number] }[];
}

type Add = (code: string, label: string, amount: number) => void;

/** The first break that the weight does not exceed; beyond the last one, its amount and each kilogram begun. */
function priceByWeight(rule: Rule, weight_g: number): { label: string; amount: number } {
  const breaks = rule.weight_breaks ?? [];
  const weight_break = breaks.find(({ up_to_g }) => weight_g <= up_to_g);
  if (weight_break !== undefined)
    return { label: `up to ${weight_break.up_to_g / 1000} kg`, amount: weight_break.amount_minor };
  const { up_to_g = 0, amount_minor = 0 } = breaks.at(-1) ?? {};
  const kg = Math.ceil((weight_g - up_to_g) / 1000);
  return {
    label: `${up_to_g / 1000} kg and ${kg} kg more`,
    amount: amount_minor + kg * (rule.per_further_kg_minor ?? 0),
  };
}

/** What a stored shipment is charged for by the day. */
function countDayUnits({ day_unit = "shipment" }: Rule, measures: Measures): number {
  if (day_unit === "piece") return measures.pieces;
  if (day_unit === "kg") return Math.ceil(measures.billable_weight_g / 1000);
  return day_unit === "m3" ? (measures.volume_cm3 ?? 0) / 1_000_000 : 1;
}

const beyond = (amount: number, included = 0): number => Math.max(0, amount - included);

function addAmounts(rule: Rule, shipment: Shipment, measures: Measures, add: Add): void {
  const { includes_km, per_km_minor = 0, includes_kg, per_kg_minor = 0, per_parcel_minor = 0 } = rule;
  if (rule.weight_breaks !== undefined) {
    const { label, amount } = priceByWeight(rule, measures.billable_weight_g);
    add("weight_break", label, amount);
  }
  const km = beyond(measures.distance_km ?? 0, includes_km);
  add("distance", `${km.toFixed(1)} km`, km * per_km_minor);
  const kg = Math.ceil(beyond(measures.billable_weight_g / 1000, includes_kg));
  add("weight", `${kg} kg`, kg * per_kg_minor);
  const parcels = beyond(measures.pieces, rule.includes_parcels ?? 1);
  add("parcels", `${parcels} more parcels`, parcels * per_parcel_minor);
  const m3 = beyond((measures.volume_cm3 ?? 0) / 1_000_000, rule.includes_m3);
  add("volume", `${m3.toFixed(2)} m³`, m3 * (rule.per_m3_minor ?? 0));
  const days = beyond(shipment.days ?? 0, rule.includes_days);
  add("days", `${days} days`, days * countDayUnits(rule, measures) * (rule.per_day_minor ?? 0));
}

/** A markup is at least its minimum. It may be negative: a discount on what the carrier charges, never below zero. */
function computeMarkup(
  { percent = 0, fixed_minor = 0, minimum_minor }: Markup,
  charge_minor: number,
): number {
  const markup_minor = Math.round((charge_minor * percent) / 100) + fixed_minor;
  return Math.max(markup_minor, minimum_minor ?? -charge_minor, -charge_minor);
}
type Markup = NonNullable<Rule["markup"]>;

function applyRule(
  rule: Rule,
  list: PricedList,
  shipment: Shipment,
  measures: Measures,
  surcharges: readonly SurchargeRow[],
): Priced {
  const lines: PriceLine[] = [];
  const add: Add = (code, label, amount) => {
    const amount_minor = Math.round(amount);
    if (amount_minor !== 0) lines.push({ code, label, amount_minor });
  };
  const sum = () => lines.reduce((total, line) => total + line.amount_minor, 0);
  const { service = "standard" } = shipment;
  const charge_minor = shipment.carrier_charge?.amount_minor ?? 0;
  const markup_minor = rule.markup === undefined ? null : computeMarkup(rule.markup, charge_minor);
  if (markup_minor !== null) {
    // One line: what the carrier charges, and the name of the markup, concern the business alone.
    lines.push({ code: "carriage", label: "Carriage", amount_minor: charge_minor + markup_minor });
  } else {
    if (rule.base_minor !== undefined || rule.weight_breaks === undefined)
      lines.push({ code: "base", label: rule.name, amount_minor: rule.base_minor ?? 0 });
    addAmounts(rule, shipment, measures, add);
  }
  const factor = rule.service_factors?.[service as keyof typeof rule.service_factors] ?? 1;
  add("service", `Service ${service}`, sum() * (factor - 1));
  add("minimum", "Minimum charge", beyond(rule.minimum_minor ?? list.minimum_minor, sum()));
  const applied = computeSurcharges(surcharges, {
    shipment,
    measures,
    currency: list.currency,
    price_minor: sum(),
  });
  lines.push(...applied.lines.map(({ line }) => line));
  const untaxed = applied.lines.reduce(
    (total, { line, taxable }) => total + (taxable ? 0 : line.amount_minor),
    0,
  );
  const sumTaxable = () => sum() - untaxed;
  const step = rule.rounding_minor ?? list.rounding_minor;
  // What is not taxed is no part of the rounding: a larger share of it would lower the tax, and the price with it.
  add("rounding", "Rounding", Math.ceil(sumTaxable() / step) * step - sumTaxable());
  const tax_percent = rule.tax_percent ?? list.tax_percent;
  add("tax", `Tax ${tax_percent} %`, (sumTaxable() * tax_percent) / 100);
  return {
    ...measures,
    rule: rule.name,
    lines,
    total_minor: sum(),
    markup_minor,
    skipped_surcharges: applied.skipped,
  };
}

export function priceShipment(
  list: PricedList,
  shipment: Shipment,
  { road_factor, surcharges }: { road_factor: number; surcharges: readonly SurchargeRow[] },
): PricingOutcome {
  const { volumetric_divisor } = list;
  const measures = measureShipment(shipment, { volumetric_divisor, road_factor });
  const skipped: PricingOutcome["skipped"] = [];
  for (const rule of list.rules) {
    const reason = findMismatch(rule, list, shipment, measures);
    const priced = reason === null ? applyRule(rule, list, shipment, measures, surcharges) : null;
    if (priced !== null && priced.total_minor <= TOTAL_MAX_MINOR) return { priced, skipped };
    skipped.push({ rule: rule.name, reason: reason ?? "amount" });
  }
  return { priced: null, skipped };
}

/**
 * The least that anything costs with a service, tax included: one light piece, by the cheapest rule of the service. Null
 * where no rule has a price of its own.
 */
export function computeLeastPrice(
  list: PricedList,
  service: string,
  { road_factor, surcharges }: { road_factor: number; surcharges: readonly SurchargeRow[] },
): number | null {
  const shipment: Shipment = { service, parcels: [{ weight_g: 1 }] };
  const measures = measureShipment(shipment, { volumetric_divisor: list.volumetric_divisor, road_factor });
  const totals = list.rules.flatMap((rule) => {
    const is_priced = rule.markup === undefined && rule.services?.includes(service) !== false;
    return is_priced ? [applyRule(rule, list, shipment, measures, surcharges).total_minor] : [];
  });
  return totals.length === 0 ? null : Math.min(...totals);
}
