/** States and sizes of plans, in words. */
import type { Badge } from "../badge.tsx";
import type { Tone } from "../labels.ts";
import { text } from "./text.ts";

export type PlanState = keyof typeof text.states;

const TONES: Record<PlanState, Tone> = {
  draft: "grey",
  queued: "blue",
  running: "blue",
  solved: "good",
  edited: "good",
  locked: "teal",
  executed: "teal",
  failed: "bad",
  cancelled: "warn",
};

export const findState = (state: PlanState): Badge => ({ label: text.states[state], tone: TONES[state] });

/** `300 × 200 × 150`. */
export const formatSides = (one: object, prefix: "inner_" | "outer_" | "" = ""): string =>
  (["length", "width", "height"] as const)
    .map((side) => (one as Record<string, unknown>)[`${prefix}${side}_mm`] ?? "–")
    .join(" × ");

/** `300 × 200 × 150 mm`. */
export const formatSize = (one: object, prefix: "inner_" | "outer_" | "" = ""): string =>
  text.millimetres({ sides: formatSides(one, prefix) });

/** Of a value between 0 and 100. */
export const formatPercent = (value: number): string =>
  new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 }).format(value / 100);
