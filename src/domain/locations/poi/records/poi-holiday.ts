/** Calendars of holidays of a business. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord } from "#operation/define/record.ts";
import type { IsHoliday } from "../hours.ts";

export const HolidayRecord = defineRecord<"poi_holiday">("poi_holiday");

/** The days of these calendars. One of the 29th of February is not on another day of other years. */
export async function loadHolidays(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  calendars: Iterable<string>,
): Promise<IsHoliday> {
  const names = [...new Set(calendars)];
  if (names.length === 0) return () => false;
  const rows = await db.rows<{ calendar: string; date: string; yearly: boolean }>(
    "select calendar, date, yearly from poi_holiday where business_id = $1 and calendar = any($2::text[])",
    [business_id, names],
  );
  const days = new Set(
    rows.map(({ calendar, date, yearly }) => `${calendar} ${yearly ? date.slice(5) : date}`),
  );
  return (calendar, date) => days.has(`${calendar} ${date}`) || days.has(`${calendar} ${date.slice(5)}`);
}

/** Two callers that set the same calendar do it one after the other. */
export async function removeHolidays(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  calendar: string,
): Promise<void> {
  await db.execute("select pg_advisory_xact_lock($1, hashtext($2))", [
    business_id,
    `poi_holiday ${calendar}`,
  ]);
  await db.execute("delete from poi_holiday where business_id = $1 and calendar = $2", [
    business_id,
    calendar,
  ]);
}
