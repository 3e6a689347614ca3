/** The day and the time window of another attempt. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { addDays, getUtcOffset, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { isRealDate } from "../intake/draft.ts";
import { messages } from "../messages.ts";
import type { OrderRow } from "../records/order.ts";
import type { OrderChange } from "./change.ts";
import { countDays, getDayOfWindow, isWindowOnDay, type WorkingDay } from "./window-day.ts";

/** Longest time window that a change may set. */
export const WINDOW_MAX_MS = 7 * 86_400_000;

type Window = { start: string; end: string };

export interface NextAttempt {
  /** The day of the window, or else the present one, when absent. */
  scheduled_date?: string;
  /** Null: no window. When absent, the present window keeps its times of the day on the new day. */
  window?: Window | null;
}

/** Members of a request that say when the next attempt is, with what is wrong with them. */
export function findAttemptFaults(
  { scheduled_date, window }: NextAttempt,
  { now, ...day }: WorkingDay & { now: Date },
): RefusalDetail[] {
  if (scheduled_date !== undefined) {
    if (!isRealDate(scheduled_date)) return [{ field: "scheduled_date", message: messages.no_calendar_date }];
    if (scheduled_date < toLocalDate(now, day.time_zone))
      return [{ field: "scheduled_date", message: messages.day_in_past }];
  }
  if (!window) return [];
  const [start, end] = [new Date(window.start), new Date(window.end)];
  const length_ms = end.getTime() - start.getTime();
  if (!(length_ms > 0 && length_ms <= WINDOW_MAX_MS))
    return [{ field: "window/end", message: messages.after_start_within_week }];
  if (end <= now) return [{ field: "window/end", message: messages.has_passed }];
  if (scheduled_date !== undefined && !isWindowOnDay(window, scheduled_date, day))
    return [{ field: "window/start", message: messages.other_day_than_order.with({ date: scheduled_date }) }];
  if (scheduled_date === undefined && countDays(window, day.time_zone) > 2)
    return [{ field: "scheduled_date", message: messages.required_with_days }];
  return [];
}

/** An attempt with a window and no day is on the day of the window. */
export function addDayOfWindow(next: NextAttempt, { now, ...day }: WorkingDay & { now: Date }): NextAttempt {
  return next.window && next.scheduled_date === undefined
    ? { ...next, scheduled_date: getDayOfWindow(next.window, now, day) }
    : next;
}

/** Columns that set the window of the stop the driver visits, in the row and in its place. */
export function buildWindowSet(
  order: Pick<OrderRow, "type" | "pickup" | "dropoff">,
  window: Window | null,
): OrderChange["set"] {
  const side =
    order.type === "P"
      ? order.pickup === null
        ? "dropoff"
        : "pickup"
      : order.dropoff === null
        ? "pickup"
        : "dropoff";
  const place = order[side];
  return {
    window_start: window?.start ?? null,
    window_end: window?.end ?? null,
    ...(place === null ? {} : { [side]: { ...place, window } }),
  };
}

/** Columns of an order for its next attempt; empty when nothing about its time changes. */
export function buildAttemptSet(
  order: Pick<OrderRow, "type" | "pickup" | "dropoff" | "scheduled_date" | "window_start" | "window_end">,
  { scheduled_date = order.scheduled_date, window }: NextAttempt,
  time_zone: string,
): OrderChange["set"] {
  const day = scheduled_date === order.scheduled_date ? {} : { scheduled_date };
  if (window !== undefined) {
    const utc =
      window === null
        ? null
        : { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString() };
    return { ...day, ...buildWindowSet(order, utc) };
  }
  const { window_start, window_end } = order;
  if (window_start === null || window_end === null || scheduled_date === order.scheduled_date) return day;
  return {
    ...day,
    ...buildWindowSet(order, moveWindow(window_start, window_end, scheduled_date, time_zone)),
  };
}

/** The same times of the day, beginning on another day: also where a clock change lies between. */
export function moveWindow(start: string, end: string, date: string, time_zone: string): Window {
  const from = new Date(start);
  const days = Math.round(
    (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${toLocalDate(from, time_zone)}T00:00:00Z`)) / 86_400_000,
  );
  const moved = (at: Date) => {
    const time = new Date(at.getTime() + getUtcOffset(at, time_zone) * 1000).toISOString().slice(11, 19);
    return toInstant(addDays(toLocalDate(at, time_zone), days), time, time_zone).toISOString();
  };
  return { start: moved(from), end: moved(new Date(end)) };
}
