/** Dates and times in a business's time zone. */

/** The calendar date (`YYYY-MM-DD`) of a point in time in a time zone. */
export function toLocalDate(at: Date, time_zone: string): string {
  return toZoned(at, time_zone).toPlainDate().toString();
}

/** Offset of a time zone from UTC at a point in time, seconds. */
export function getUtcOffset(at: Date, time_zone: string): number {
  return toZoned(at, time_zone).offsetNanoseconds / 1e9;
}

function toZoned(at: Date, time_zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(time_zone);
}

/**
 * The point in time of the local time `time` (`HH:MM` or `HH:MM:SS`) on `date` in a time zone. A time skipped by a
 * clock change uses the offset before it; of one that occurs twice, the first is used.
 */
export function toInstant(date: string, time: string, time_zone: string): Date {
  const local = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: time_zone, plainTime: time });
  return new Date(local.epochMilliseconds);
}

/** Before this no clock of ours or of the database shows anything. */
const EARLIEST_MS = Date.parse("1000-01-01T00:00:00Z");

/** Epoch milliseconds of a well-formed time; undefined for one that no calendar has, such as a leap second. */
export function parseEpochMs(time: string): number | undefined {
  const moment = Date.parse(time);
  return Number.isFinite(moment) && moment >= EARLIEST_MS ? moment : undefined;
}

/** Adds a number of days to a date. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function isTimeZone(name: string): boolean {
  try {
    // Not Temporal's reading of a time zone, which takes it out of a whole time as well.
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
