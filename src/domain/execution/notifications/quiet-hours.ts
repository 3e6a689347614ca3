/** When a notification may disturb. Pure. */
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";

export interface QuietHours {
  /** `HH:MM`; an end at or before the start is on the next day. */
  start: string;
  end: string;
}

/**
 * When the quiet hours end that a point in time is in; null when it is in none. Each night is computed from its own
 * date, so that the night of a clock change is an hour longer or shorter.
 */
export function findQuietEnd(at: Date, { start, end }: QuietHours, time_zone: string): Date | null {
  const today = toLocalDate(at, time_zone);
  // The one that began yesterday may last.
  for (const date of [addDays(today, -1), today]) {
    const from = toInstant(date, start, time_zone);
    const to = toInstant(end > start ? date : addDays(date, 1), end, time_zone);
    if (from <= at && at < to) return to;
  }
  return null;
}
