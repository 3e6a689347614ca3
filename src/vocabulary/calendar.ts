/** Dates and times in a business's time zone. */

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(time_zone: string): Intl.DateTimeFormat {
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

function partsAt(at: Date, time_zone: string): Record<string, string> {
  return Object.fromEntries(
    formatterOf(time_zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

const MINUTE_MS = 60_000;
/** The latest answer of each time zone: most calls ask about the present minute, and formatting is slow. */
const latest = new Map<string, { minute: number; date: string }>();

/** The calendar date (`YYYY-MM-DD`) that a moment has in a time zone. */
export function dateIn(at: Date, time_zone: string): string {
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const known = latest.get(time_zone);
  if (known?.minute === minute) return known.date;
  const { year, month, day } = partsAt(at, time_zone);
  const date = `${year}-${month}-${day}`;
  latest.set(time_zone, { minute, date });
  return date;
}

/** Seconds that a time zone is ahead of UTC at a moment. */
export function offsetAt(at: Date, time_zone: string): number {
  const { year, month, day, hour, minute, second } = partsAt(at, time_zone);
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
 * The moment when clocks of a time zone show `time` (`HH:MM` or `HH:MM:SS`) on `date`. A time that a clock
 * change skips is read with the offset before it; one that occurs twice is the first.
 */
export function momentIn(date: string, time: string, time_zone: string): Date {
  const naive = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`);
  const before = offsetAt(new Date(naive - 12 * 3600_000), time_zone);
  const first = new Date(naive - before * 1000);
  if (offsetAt(first, time_zone) === before) return first;
  const after = offsetAt(new Date(naive + 12 * 3600_000), time_zone);
  const second = new Date(naive - after * 1000);
  return offsetAt(second, time_zone) === after ? second : first;
}

/** The date some days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}
