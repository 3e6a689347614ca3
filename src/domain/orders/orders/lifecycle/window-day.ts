/** Which day an order with a time window belongs to. Pure. */
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";

/** The working day of a business; one that ends after midnight has an end before its start. */
export interface WorkingDay {
  time_zone: string;
  /** HH:MM. */
  shift_start: string;
  shift_end: string;
}

interface Window {
  start: string;
  end: string;
}

const isOvernight = ({ shift_start, shift_end }: WorkingDay): boolean => shift_end <= shift_start;

/** First and last calendar day of a window; its end is no part of it. */
function listDays({ start, end }: Window, time_zone: string): [first: string, last: string] {
  const from = new Date(start);
  const until = new Date(Math.max(from.getTime(), Date.parse(end) - 1));
  return [toLocalDate(from, time_zone), toLocalDate(until, time_zone)];
}

/** Calendar days that a window touches. */
export function countDays(window: Window, time_zone: string): number {
  const [first, last] = listDays(window, time_zone);
  return 1 + Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);
}

/** Can an order of this day be served in the window? A shift that ends after midnight reaches into the next day. */
export function isWindowOnDay(window: Window, date: string, day: WorkingDay): boolean {
  const [first, last] = listDays(window, day.time_zone);
  return first <= (isOvernight(day) ? addDays(date, 1) : date) && date <= last;
}

/**
 * The day of an order that has a window and no date: the working day in which the window starts, or today where it
 * started earlier and is still open.
 */
export function getDayOfWindow(window: Window, now: Date, day: WorkingDay): string {
  const [first, last] = listDays(window, day.time_zone);
  const today = toLocalDate(now, day.time_zone);
  if (first < today) return last < today ? first : today;
  const time = new Date(window.start).toLocaleTimeString("en-GB", {
    timeZone: day.time_zone,
    hour: "2-digit",
    minute: "2-digit",
  });
  const before = addDays(first, -1);
  return isOvernight(day) && time < day.shift_end && before >= today ? before : first;
}
