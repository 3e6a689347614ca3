/** Templates: a week of shifts by day of the week and local time. */
import { addDays, getUtcOffset, toInstant } from "#vocabulary/calendar.ts";
import type { ShiftRow } from "./records/shift.ts";
import type { TemplateEntry } from "./records/shift-template.ts";

function toLocalTime(at: string, time_zone: string): string {
  const moment = new Date(at);
  return new Date(moment.getTime() + getUtcOffset(moment, time_zone) * 1000).toISOString().slice(11, 16);
}

/** A shift as an entry of the week that begins on `monday`. */
export function toEntry(
  shift: Pick<
    ShiftRow,
    "date" | "starts_at" | "ends_at" | "break_min" | "area" | "skills" | "note" | "driver_id" | "vehicle_id"
  >,
  monday: string,
  time_zone: string,
): TemplateEntry {
  const { break_min, area, skills, note, driver_id, vehicle_id } = shift;
  return {
    weekday: (Date.parse(`${shift.date}T00:00:00Z`) - Date.parse(`${monday}T00:00:00Z`)) / 86_400_000 + 1,
    start: toLocalTime(shift.starts_at, time_zone),
    end: toLocalTime(shift.ends_at, time_zone),
    break_min,
    area,
    skills,
    note,
    driver_id,
    vehicle_id,
  };
}

/** When an entry begins and ends in a week: local times, so that a shift at night lasts an hour more or less when the clock changes. */
export function computeTimes(
  { weekday, start, end }: Pick<TemplateEntry, "weekday" | "start" | "end">,
  monday: string,
  time_zone: string,
): { date: string; starts_at: string; ends_at: string } {
  const date = addDays(monday, weekday - 1);
  const last = end <= start ? addDays(date, 1) : date;
  return {
    date,
    starts_at: toInstant(date, start, time_zone).toISOString(),
    ends_at: toInstant(last, end, time_zone).toISOString(),
  };
}

/** Monday of the week that a date is in. */
export function findMonday(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
}
