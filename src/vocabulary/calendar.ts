/** Dates and times in a business's time zone. */

const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(time_zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(time_zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-CA", {
      timeZone: time_zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(time_zone, formatter);
  }
  return formatter;
}

function getLocalParts(at: Date, time_zone: string): Record<string, string> {
  return Object.fromEntries(
    getFormatter(time_zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

const MINUTE_MS = 60_000;
/** The last result of each time zone: most calls ask for the present minute, and formatting is slow. */
const latest = new Map<string, { minute: number; date: string }>();

/** The calendar date (`YYYY-MM-DD`) of a point in time in a time zone. */
export function toLocalDate(at: Date, time_zone: string): string {
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const known = latest.get(time_zone);
  if (known?.minute === minute) return known.date;
  const { year, month, day } = getLocalParts(at, time_zone);
  const date = `${year}-${month}-${day}`;
  latest.set(time_zone, { minute, date });
  return date;
}

/** Offset of a time zone from UTC at a point in time, seconds. */
export function getUtcOffset(at: Date, time_zone: string): number {
  const { year, month, day, hour, minute, second } = getLocalParts(at, time_zone);
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return Math.round((local - Math.floor(at.getTime() / 1000) * 1000) / 1000);
}

/**
 * The point in time of the local time `time` (`HH:MM` or `HH:MM:SS`) on `date` in a time zone. A time skipped by a
 * clock change uses the offset before it; of one that occurs twice, the first is used.
 */
export function toInstant(date: string, time: string, time_zone: string): Date {
  const naive = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`);
  const before = getUtcOffset(new Date(naive - 12 * 3600_000), time_zone);
  const first = new Date(naive - before * 1000);
  if (getUtcOffset(first, time_zone) === before) return first;
  const after = getUtcOffset(new Date(naive + 12 * 3600_000), time_zone);
  const second = new Date(naive - after * 1000);
  return getUtcOffset(second, time_zone) === after ? second : first;
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
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function isTimeZone(name: string): boolean {
  try {
    getFormatter(name);
    return true;
  } catch {
    return false;
  }
}
