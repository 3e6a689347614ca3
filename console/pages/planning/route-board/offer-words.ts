/** How offers are described. */
import { kilograms, kilometres, money } from "../../../parts/format.ts";
import type { Tone } from "../../../parts/labels.ts";
import { day, type Times } from "../../../parts/times.ts";
import type { DispatchOffer, DriverOffer } from "./queries.ts";
import { text } from "./text.ts";

type Shared = Pick<
  DispatchOffer,
  | "date"
  | "planned_start_at"
  | "planned_end_at"
  | "area"
  | "stops"
  | "weight_g"
  | "distance_m"
  | "pay_minor"
  | "currency"
>;

const TONES: Record<DispatchOffer["state"], Tone> = {
  open: "warn",
  claimed: "good",
  standby_only: "blue",
  closed: "grey",
};

export const buildBadge = ({ state }: Pick<DispatchOffer | DriverOffer, "state">) => ({
  label: text.states[state],
  tone: TONES[state],
});

export function describeTime({ date, planned_start_at, planned_end_at }: Shared, { time }: Times): string {
  return `${day(date)} ${time(planned_start_at)}–${time(planned_end_at)}`;
}

export function describeLoad({ area, stops, weight_g, distance_m }: Shared): string {
  return [area, text.stops({ n: stops }), weight_g > 0 ? kilograms(weight_g) : "", kilometres(distance_m)]
    .filter(Boolean)
    .join(" · ");
}

export function describePay({ pay_minor, currency }: Shared): string {
  return pay_minor === null ? "" : money(pay_minor, currency);
}
