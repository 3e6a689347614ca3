/** Decisions about pickups: states, windows, and what can be collected. Pure. */
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { messages } from "../messages.ts";
import { type State as LabelState, OPEN_STATES } from "../rules.ts";

export const PICKUP_STATES = ["pending", "scheduled", "failed", "cancel_pending", "cancelled"] as const;
export type PickupState = (typeof PICKUP_STATES)[number];

/**
 * `confirm`: the carrier holds it; `refuse`: it does not do what it was asked for; `cancelled_by_carrier`: it holds it as cancelled;
 * `cancel`: the business asks for that.
 */
export type PickupTrigger = "confirm" | "refuse" | "cancelled_by_carrier" | "cancel";

const TRANSITIONS: readonly { trigger: PickupTrigger; from: readonly PickupState[]; to: PickupState }[] = [
  { trigger: "confirm", from: ["pending"], to: "scheduled" },
  { trigger: "refuse", from: ["pending"], to: "failed" },
  { trigger: "cancel", from: ["scheduled"], to: "cancel_pending" },
  { trigger: "cancelled_by_carrier", from: ["pending", "cancel_pending"], to: "cancelled" },
  { trigger: "refuse", from: ["cancel_pending"], to: "scheduled" },
];

/** Null where the state does not allow it. */
export function getNextPickupState(from: PickupState, trigger: PickupTrigger): PickupState | null {
  return TRANSITIONS.find((one) => one.trigger === trigger && one.from.includes(from))?.to ?? null;
}

/** While nobody knows whether it is scheduled, the wish is kept. Nothing is left to cancel once its window is over. */
export function canCancelPickup(
  {
    state,
    window_end,
    cancel_requested_at,
  }: { state: PickupState; window_end: string; cancel_requested_at: string | null },
  now: Date,
): boolean {
  if (state === "pending") return cancel_requested_at === null;
  return state === "scheduled" && Date.parse(window_end) > now.getTime();
}

/** Labels with packages that a driver can take: bought, and not known to have left. */
export const COLLECTABLE: ReadonlySet<LabelState> = new Set([...OPEN_STATES, "MANIFESTED"]);

/** Carriers take pickups at most this many days ahead. */
const DAYS_AHEAD_MAX = 30;
/** A manifest this old was collected, or brought. */
const MANIFEST_DAYS = 7;

/** Whether people are offered to have the packages of a manifest collected. */
export function isPickupOffered(
  manifest: { state: string; date: string; uncollected_count: number },
  today: string,
): boolean {
  const { state, date, uncollected_count } = manifest;
  return state === "created" && uncollected_count > 0 && date >= addDays(today, -MANIFEST_DAYS);
}

interface WindowInput {
  date: string;
  window_start: string;
  window_end: string;
}

type WindowDecision =
  | { window: { start: Date; end: Date } }
  | { fault: { field: keyof WindowInput; message: Message } }
  /** The carrier takes no pickup for today any more. */
  | { past_cut_off: string };

/** `cut_off`: `HH:MM`, until which the carrier takes pickups for the same day. */
export function decideWindow(
  { date, window_start, window_end }: WindowInput,
  { now, time_zone, cut_off }: { now: Date; time_zone: string; cut_off: string | null },
): WindowDecision {
  const today = toLocalDate(now, time_zone);
  if (date < today) return { fault: { field: "date", message: fields.in_past } };
  if (date > addDays(today, DAYS_AHEAD_MAX))
    return { fault: { field: "date", message: messages.days_ahead.with({ days: DAYS_AHEAD_MAX }) } };
  if (date === today && cut_off !== null && now >= toInstant(date, cut_off, time_zone))
    return { past_cut_off: cut_off };
  if (window_end <= window_start)
    return { fault: { field: "window_end", message: messages.after_window_start } };
  const window = {
    start: toInstant(date, window_start, time_zone),
    end: toInstant(date, window_end, time_zone),
  };
  if (window.end <= now) return { fault: { field: "window_end", message: fields.in_past } };
  // A window in an hour that a clock change skips has no length.
  if (window.end <= window.start)
    return { fault: { field: "window_end", message: messages.after_window_start } };
  return { window };
}
