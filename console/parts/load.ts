/** Loads of a vehicle against what it carries at most. Pure. */
import type { ScheduledRoute } from "../../packages/client/client.gen.ts";
import { kilograms, number } from "./format.ts";
import { text } from "./text.ts";

export type Load = ScheduledRoute["load"];
export type Capacity = ScheduledRoute["capacity"];

const MEASURES = ["units", "weight_g", "volume_cm3", "pallets"] as const;
type Measure = (typeof MEASURES)[number];

export interface MeasuredLoad {
  measure: Measure;
  value: number;
  /** Null: the vehicle has no limit. */
  most: number | null;
  is_over: boolean;
}

/** The measures that the vehicle limits or that are loaded, the fullest first. */
export function listLoads(load: Load, capacity: Capacity): MeasuredLoad[] {
  return MEASURES.flatMap((measure): MeasuredLoad[] => {
    const value = load[measure] ?? 0;
    const most = capacity?.[measure] ?? null;
    return value === 0 && (most === null || measure !== "units")
      ? []
      : [{ measure, value, most, is_over: most !== null && value > most }];
  }).sort((a, b) => fullness(b) - fullness(a));
}

const fullness = ({ value, most }: MeasuredLoad) => (most === null ? -1 : most === 0 ? 2 : value / most);

function formatAmount(measure: Measure, value: number): string {
  if (measure === "weight_g") return kilograms(value);
  if (measure === "volume_cm3") return `${number(value / 1e6, { maximumFractionDigits: 2 })} m³`;
  return number(value);
}

/** "184 of 180 units", "640 kg of 800 kg", "12 units" where there is no limit. */
export function formatLoad({ measure, value, most }: MeasuredLoad): string {
  const value_text = formatAmount(measure, value);
  const amount =
    most === null ? value_text : text.load.of({ value: value_text, most: formatAmount(measure, most) });
  return measure === "units" || measure === "pallets" ? text.load[measure]({ amount }) : amount;
}
