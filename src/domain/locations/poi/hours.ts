/**
 * Opening hours: a week, exceptions by date, and what holds on public holidays. Times are wall time in the zone of the place, so that a
 * change of the clock moves nothing. Pure.
 */
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** `HH:MM`. One that closes at or before it opens closes on the next day; `24:00` is the end of the day. */
interface Interval {
  opens: string;
  closes: string;
}

export interface OpeningHours {
  weekly: { days: Weekday[]; intervals: Interval[] }[];
  /** Instead of everything else on these days. Of several for one day the last counts. */
  exceptions?: { from: string; to?: string | undefined; intervals: Interval[]; note?: string | undefined }[];
  /** On the days of this calendar. Without it, holidays are like other days. */
  holidays?: { calendar: string; intervals: Interval[] } | null;
}

/** Whether a date is in a calendar of holidays. */
export type IsHoliday = (calendar: string, date: string) => boolean;

export interface ZonedHours {
  hours: OpeningHours;
  time_zone: string;
}

function getWeekday(date: string): Weekday {
  return WEEKDAYS[Temporal.PlainDate.from(date).dayOfWeek - 1] as Weekday;
}

type DayRule = "weekly" | "exception" | "holiday";

/** What holds on a date, and why. */
function findIntervals(
  { weekly, exceptions = [], holidays }: OpeningHours,
  date: string,
  isHoliday: IsHoliday,
): { intervals: readonly Interval[]; rule: DayRule } {
  const exception = exceptions.findLast(({ from, to = from }) => from <= date && date <= to);
  if (exception !== undefined) return { intervals: exception.intervals, rule: "exception" };
  if (holidays && isHoliday(holidays.calendar, date))
    return { intervals: holidays.intervals, rule: "holiday" };
  const weekday = getWeekday(date);
  const intervals = weekly.filter(({ days }) => days.includes(weekday)).flatMap((part) => part.intervals);
  return { intervals, rule: "weekly" };
}

interface Span {
  from: number;
  to: number;
}

function listSpans({ hours, time_zone }: ZonedHours, date: string, isHoliday: IsHoliday): Span[] {
  return findIntervals(hours, date, isHoliday).intervals.map(({ opens, closes }) => {
    const [end_date, end] =
      closes === "24:00" ? [addDays(date, 1), "00:00"] : [closes <= opens ? addDays(date, 1) : date, closes];
    return {
      from: toInstant(date, opens, time_zone).getTime(),
      to: toInstant(end_date, end, time_zone).getTime(),
    };
  });
}

/** A night that began on the day before belongs to that day. */
export function isOpen(zoned: ZonedHours, at: Date, isHoliday: IsHoliday): boolean {
  const date = toLocalDate(at, zoned.time_zone);
  return [addDays(date, -1), date].some((day) =>
    listSpans(zoned, day, isHoliday).some(({ from, to }) => from <= at.getTime() && at.getTime() < to),
  );
}

/** How far ahead a change is looked for, days. */
const AHEAD_DAYS = 14;

export interface OpenState {
  is_open: boolean;
  /** When it closes or opens next; null where nothing changes in the next two weeks. */
  changes_at: Date | null;
}

export function findOpenState(zoned: ZonedHours, at: Date, isHoliday: IsHoliday): OpenState {
  const today = toLocalDate(at, zoned.time_zone);
  const spans = Array.from({ length: AHEAD_DAYS + 2 }, (_, day) =>
    listSpans(zoned, addDays(today, day - 1), isHoliday),
  )
    .flat()
    .sort((one, other) => one.from - other.from);
  const now = at.getTime();
  let until: number | undefined;
  for (const { from, to } of spans) {
    if (until === undefined) {
      if (from <= now && now < to) until = to;
    } else if (from <= until) until = Math.max(until, to);
  }
  if (until !== undefined) {
    const horizon = toInstant(addDays(today, AHEAD_DAYS), "00:00", zoned.time_zone).getTime();
    return { is_open: true, changes_at: until >= horizon ? null : new Date(until) };
  }
  const next = spans.find(({ from }) => from > now);
  return { is_open: false, changes_at: next === undefined ? null : new Date(next.from) };
}

export type HoursFault = "intervals_overlap" | "empty_interval" | "dates_reversed";

/** What is wrong with hours that fit their schema, and where. */
export function findHoursFault({ weekly, exceptions = [], holidays }: OpeningHours): {
  path: string;
  fault: HoursFault;
} | null {
  for (const day of WEEKDAYS) {
    const intervals = weekly.filter(({ days }) => days.includes(day)).flatMap((part) => part.intervals);
    const fault = findIntervalFault(intervals);
    if (fault !== null) return { path: "weekly", fault };
  }
  for (const [index, { from, to = from, intervals }] of exceptions.entries()) {
    const path = `exceptions/${index}`;
    if (to < from) return { path: `${path}/to`, fault: "dates_reversed" };
    const fault = findIntervalFault(intervals);
    if (fault !== null) return { path: `${path}/intervals`, fault };
  }
  const fault = findIntervalFault(holidays?.intervals ?? []);
  return fault === null ? null : { path: "holidays/intervals", fault };
}

function findIntervalFault(intervals: readonly Interval[]): HoursFault | null {
  const minutes = intervals
    .map(({ opens, closes }) => {
      const [from, to] = [toMinutes(opens), toMinutes(closes)];
      return { from, to: to <= from ? to + 1440 : to };
    })
    .sort((one, other) => one.from - other.from);
  // 00:00 to 00:00 is the whole day; any other interval of 24 hours would overlap the next day's.
  if (minutes.some(({ from, to }) => to - from >= 1440 && from !== 0)) return "empty_interval";
  return minutes.some(({ from }, index) => index > 0 && from < (minutes[index - 1]?.to ?? 0))
    ? "intervals_overlap"
    : null;
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
