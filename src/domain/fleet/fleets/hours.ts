/** Hours of the drivers of a fleet: planned, worked, and against the rules. */
import type { Context } from "#operation/define/context.ts";
import { DUTY_COLUMNS, formatMinutes, OCCUPYING, type Rules, type Warning } from "./check-shift.ts";
import { messages } from "./messages.ts";
import type { ShiftRow } from "./records/shift.ts";
import { computeWorked_min, type Duty, findViolations, findWeek } from "./rules.ts";
import { countWorked_min } from "./worked.ts";

type HoursRow = Duty & { id: number; date: string; status: string };

interface DriverHours {
  driver_id: number;
  name: string;
  shifts: number;
  no_shows: number;
  planned_min: number;
  worked_min: number;
  longest_week_min: number;
  warnings: (Warning & { shift_id: number })[];
}

/** Shifts of the drivers in any fleet, as long before and after the period as rest and weeks reach. */
export async function loadHours(
  context: Pick<Context, "db" | "business_id" | "now" | "say">,
  fleet_id: number,
  rules: Rules,
  from: string,
  to: string,
): Promise<DriverHours[]> {
  const { db, business_id, now } = context;
  const [drivers, rows] = await Promise.all([
    db.rows<{ driver_id: number; name: string }>(
      `select d.id as driver_id, d.name from driver d where d.business_id = $1 and (
         exists (select from fleet_driver m where m.business_id = $1 and m.fleet_id = $2 and m.driver_id = d.id)
         or exists (select from shift s where s.business_id = $1 and s.fleet_id = $2 and s.driver_id = d.id and s.date between $3::date and $4::date
           and s.status not in ('DRAFT', 'CANCELLED')))
        order by d.name, d.id`,
      [business_id, fleet_id, from, to],
    ),
    db.rows<
      Pick<
        ShiftRow,
        | "driver_id"
        | "date"
        | "status"
        | "fleet_id"
        | "started_at"
        | "ended_at"
        | "break_started_at"
        | "break_taken_min"
      > & {
        id: number;
        planned_starts_at: string;
        planned_ends_at: string;
        planned_break_min: number;
        starts_at: string;
        ends_at: string;
        break_min: number;
      }
    >(
      `select ${DUTY_COLUMNS}, s.driver_id, s.date, s.status, s.fleet_id, s.started_at, s.ended_at, s.break_started_at, s.break_taken_min,
         s.starts_at as planned_starts_at, s.ends_at as planned_ends_at, s.break_min as planned_break_min
        from shift s where s.business_id = $1 and s.date between $3::date - 9 and $4::date + 9 and (${OCCUPYING} or s.status = 'NO_SHOW')
          and (s.fleet_id = $2 or s.driver_id in (select m.driver_id from fleet_driver m where m.business_id = $1 and m.fleet_id = $2))
          and s.driver_id is not null order by s.starts_at, s.id`,
      [business_id, fleet_id, from, to],
    ),
  ]);
  const by_driver = Map.groupBy(rows, ({ driver_id }) => driver_id);
  return drivers.map(({ driver_id, name }) => {
    const all = by_driver.get(driver_id) ?? [];
    const own_shifts = all.filter((row) => row.date >= from && row.date <= to && row.fleet_id === fleet_id);
    const held = own_shifts.filter(({ status }) => status !== "NO_SHOW");
    const duties: HoursRow[] = all
      .filter(({ status }) => status !== "NO_SHOW")
      .map((row) => ({
        id: row.id,
        date: row.date,
        status: row.status,
        starts_ms: Date.parse(row.starts_at),
        ends_ms: Date.parse(row.ends_at),
        break_min: row.break_min,
      }));
    const weeks = held.map((row) => findWeek(Date.parse(row.starts_at), rules.time_zone));
    const planned: Duty[] = held.map((row) => ({
      starts_ms: Date.parse(row.planned_starts_at),
      ends_ms: Date.parse(row.planned_ends_at),
      break_min: row.planned_break_min,
    }));
    return {
      driver_id,
      name,
      shifts: held.length,
      no_shows: own_shifts.length - held.length,
      planned_min: computeWorked_min(planned, -Infinity, Infinity),
      worked_min: held.reduce((sum, row) => sum + countWorked_min(row, now), 0),
      longest_week_min: Math.max(
        0,
        ...weeks.map(({ from_ms, to_ms }) => computeWorked_min(duties, from_ms, to_ms)),
      ),
      warnings: held.flatMap(({ id }) => findWarnings(context, id, duties, rules)),
    };
  });
}

function findWarnings(
  { say }: Pick<Context, "say">,
  shift_id: number,
  duties: readonly HoursRow[],
  rules: Rules,
): (Warning & { shift_id: number })[] {
  const shift = duties.find(({ id }) => id === shift_id);
  if (shift === undefined) return [];
  const others = duties.filter((one) => one !== shift);
  return findViolations(shift, others, rules, rules.time_zone).map(({ rule, limit_min, value_min }) => ({
    shift_id,
    rule,
    limit_min,
    value_min,
    message: say(messages[`rule_${rule}`], {
      limit: formatMinutes(limit_min),
      value: formatMinutes(value_min),
    }),
  }));
}
