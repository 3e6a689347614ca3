/** Weights and lengths in the units of a service. Members of requests are grams and millimetres always. Pure. */
import type { ServiceUnits } from "../../../../../packages/client/client.gen.ts";

const GRAMS: Record<ServiceUnits["weight"], number> = { g: 1, kg: 1000, lb: 453.592_37 };
const MILLIMETRES: Record<ServiceUnits["length"], number> = { mm: 1, cm: 10, in: 25.4 };

export type Measure = "weight" | "length";

export const getScale = (measure: Measure, units: ServiceUnits) =>
  measure === "weight" ? GRAMS[units.weight] : MILLIMETRES[units.length];

/** Digits after the point that somebody enters: none where the unit is the stored one. */
export function countDigits(measure: Measure, units: ServiceUnits): number {
  const scale = getScale(measure, units);
  if (scale === 1) return 0;
  return measure === "weight" ? 3 : 1;
}

/** Grams or millimetres in the unit, rounded to what can be entered. */
export function toUnit(base_value: number, measure: Measure, units: ServiceUnits): number {
  return Number((base_value / getScale(measure, units)).toFixed(countDigits(measure, units)));
}

export function fromUnit(entered: number, measure: Measure, units: ServiceUnits): number {
  return Math.round(entered * getScale(measure, units));
}
