/** How long drivers may work: longest shift, rest between shifts, week, break. Pure. */
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";

const MINUTE_MS = 60_000;

export const ENFORCEMENTS = ["warn", "refuse"] as const;
export const HOURS_RULES = ["shift_length", "rest", "week", "break"] as const;
type HoursRule = (typeof HOURS_RULES)[number];

/** Minutes. */
export interface HoursLimits {
  shift_max_min: number;
  rest_min: number;
  week_max_min: number;
  break_min: number;
  /** A break is due in a shift longer than this. */
  break_after_min: number;
}

const hours = (count: number) => count * 60;

/**
 * Where the law of a country is not one of these, `default` is used, which is that of the European Union.
 * Sources: eu: Regulation (EC) 561/2006, articles 7 and 8, and Directive 2002/15/EC, article 4. us: 49 CFR 395.3.
 */
export const PRESETS = {
  default: {
    shift_max_min: hours(13),
    rest_min: hours(11),
    week_max_min: hours(60),
    break_min: 45,
    break_after_min: 270,
  },
  eu: {
    shift_max_min: hours(13),
    rest_min: hours(11),
    week_max_min: hours(60),
    break_min: 45,
    break_after_min: 270,
  },
  us: {
    shift_max_min: hours(14),
    rest_min: hours(10),
    week_max_min: hours(60),
    break_min: 30,
    break_after_min: hours(8),
  },
} as const satisfies Record<string, HoursLimits>;
export const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];
export type PresetName = keyof typeof PRESETS;

const EUROPEAN = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK CH".split(
    " ",
  ),
);

export function choosePreset(country: string): PresetName {
  if (EUROPEAN.has(country)) return "eu";
  return country === "US" ? "us" : "default";
}

/** A time of work of one driver, planned or done. Epoch milliseconds. */
export interface Duty {
  starts_ms: number;
  ends_ms: number;
  break_min: number;
}

export interface Violation {
  rule: HoursRule;
  limit_min: number;
  value_min: number;
}

const toMinutes = (ms: number) => Math.round(ms / MINUTE_MS);

/** Monday 00:00 to Monday 00:00 of local time: 167 or 169 hours where the clock changes. */
export function findWeek(at_ms: number, time_zone: string): { from_ms: number; to_ms: number; date: string } {
  const date = toLocalDate(new Date(at_ms), time_zone);
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(date, -weekday);
  return {
    date: monday,
    from_ms: toInstant(monday, "00:00", time_zone).getTime(),
    to_ms: toInstant(addDays(monday, 7), "00:00", time_zone).getTime(),
  };
}

/** Minutes of work between two moments, without the break: of a shift that is cut, its share. */
export function computeWorked_min(duties: readonly Duty[], from_ms: number, to_ms: number): number {
  const worked_ms = duties.reduce((sum, { starts_ms, ends_ms, break_min }) => {
    const inside = Math.max(0, Math.min(ends_ms, to_ms) - Math.max(starts_ms, from_ms));
    const duration_ms = ends_ms - starts_ms;
    return sum + (duration_ms <= 0 ? 0 : inside - break_min * MINUTE_MS * (inside / duration_ms));
  }, 0);
  return toMinutes(worked_ms);
}

/**
 * The rules that a shift breaks beside the others of its driver; each once.
 *
 * Shifts with less than a rest between them are one day of work, as for somebody who works mornings and evenings: from its
 * first start to its last end it may last as long as the longest shift, otherwise the rest between them is too short.
 */
export function findViolations(
  shift: Duty,
  others: readonly Duty[],
  limits: HoursLimits,
  time_zone: string,
): Violation[] {
  const violations: Violation[] = [];
  const { shift_max_min, rest_min, week_max_min, break_min, break_after_min } = limits;
  const span_min = toMinutes(shift.ends_ms - shift.starts_ms);
  if (span_min > shift_max_min)
    violations.push({ rule: "shift_length", limit_min: shift_max_min, value_min: span_min });
  if (span_min > break_after_min && shift.break_min < break_min)
    violations.push({ rule: "break", limit_min: break_min, value_min: shift.break_min });
  const gap_min = findShortRest(shift, others, limits);
  if (gap_min !== null) violations.push({ rule: "rest", limit_min: rest_min, value_min: gap_min });
  const weeks = new Map(
    [shift.starts_ms, shift.ends_ms - 1]
      .map((at) => findWeek(at, time_zone))
      .map((week) => [week.from_ms, week] as const),
  );
  const worked = [...weeks.values()].map(({ from_ms, to_ms }) =>
    computeWorked_min([...others, shift], from_ms, to_ms),
  );
  const most = Math.max(...worked);
  if (most > week_max_min) violations.push({ rule: "week", limit_min: week_max_min, value_min: most });
  return violations;
}

/** The shortest pause in the day of work of a shift, minutes, if that day is too long for its pauses to be none. */
function findShortRest(
  shift: Duty,
  others: readonly Duty[],
  { shift_max_min, rest_min }: HoursLimits,
): number | null {
  const sorted = [...others, shift].sort((one, other) => one.starts_ms - other.starts_ms);
  let day: Duty[] = [];
  const days: Duty[][] = [];
  for (const duty of sorted) {
    const last_ms = Math.max(...day.map(({ ends_ms }) => ends_ms));
    if (day.length > 0 && toMinutes(duty.starts_ms - last_ms) >= rest_min) {
      days.push(day);
      day = [];
    }
    day.push(duty);
  }
  days.push(day);
  const own_day = days.find((duties) => duties.includes(shift)) ?? [];
  if (own_day.length < 2) return null;
  const starts_ms = own_day[0]?.starts_ms ?? 0;
  const ends_ms = Math.max(...own_day.map((duty) => duty.ends_ms));
  if (toMinutes(ends_ms - starts_ms) <= shift_max_min) return null;
  const gaps = own_day
    .slice(1)
    .map((duty, index) => toMinutes(duty.starts_ms - (own_day[index]?.ends_ms ?? 0)));
  return Math.max(0, Math.min(...gaps));
}

/** The break that a shift of this length needs. */
export function computeBreak_min(span_ms: number, { break_min, break_after_min }: HoursLimits): number {
  return toMinutes(span_ms) > break_after_min ? break_min : 0;
}

interface WeeklyTime {
  weekday: number;
  from: string;
  to: string;
}

interface TimeOff {
  from_date: string;
  to_date: string;
  note: string;
}

export interface Availability {
  weekly: readonly WeeklyTime[];
  time_off: readonly TimeOff[];
}

/** Why a driver is not available for the whole of a shift; null when they are. */
export function findAbsence(
  { weekly, time_off }: Availability,
  shift: { starts_ms: number; ends_ms: number },
  time_zone: string,
): "time_off" | "unavailable" | null {
  const [first, last] = [shift.starts_ms, shift.ends_ms - 1].map((at) =>
    toLocalDate(new Date(at), time_zone),
  );
  if (first === undefined || last === undefined) return null;
  if (time_off.some(({ from_date, to_date }) => from_date <= last && to_date >= first)) return "time_off";
  if (weekly.length === 0) return null;
  const times = [addDays(first, -1), first, last].flatMap((date) => {
    const weekday = ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
    return weekly
      .filter((time) => time.weekday === weekday)
      .map(({ from, to }) => ({
        from_ms: toInstant(date, from, time_zone).getTime(),
        to_ms: toInstant(to <= from ? addDays(date, 1) : date, to, time_zone).getTime(),
      }));
  });
  let covered_ms = shift.starts_ms;
  for (const { from_ms, to_ms } of times.sort((one, other) => one.from_ms - other.from_ms))
    if (from_ms <= covered_ms) covered_ms = Math.max(covered_ms, to_ms);
  return covered_ms >= shift.ends_ms ? null : "unavailable";
}

/** Skills that a shift needs and its driver lacks. */
export function listMissingSkills(needed_skills: readonly string[], had: readonly string[]): string[] {
  return needed_skills.filter((skill) => !had.includes(skill));
}

/** What a caller may do with a fleet: everything, its calendar, only what is their own, nothing. */
export type FleetRight = "manage" | "captain" | "member" | null;

/** Which rights somebody has over a fleet. A driver of another owner than the fleet's has none. */
export function decideRight(
  who: { role: string | null; contractor_id: number | null },
  fleet: { contractor_id: number | null },
  membership:
    | { is_member: boolean; is_captain: boolean; driver_contractor_id: number | null; driver_status: string }
    | undefined,
): FleetRight {
  if (who.role === "client_admin" || who.role === "employee") return "manage";
  if (who.role === "broker_employee")
    return who.contractor_id !== null && who.contractor_id === fleet.contractor_id ? "manage" : null;
  if (who.role !== "driver" || membership === undefined || !membership.is_member) return null;
  if (membership.driver_status !== "active" || membership.driver_contractor_id !== fleet.contractor_id)
    return null;
  return membership.is_captain ? "captain" : "member";
}
