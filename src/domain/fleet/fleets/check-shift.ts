/** What is checked before a shift gets a driver or a vehicle, or other times: at publish, claim, assign and swap. */
import type { Context } from "#operation/define/context.ts";
import { getUtcOffset } from "#vocabulary/calendar.ts";
import { messages } from "./messages.ts";
import type { FleetRow } from "./records/fleet.ts";
import type { FleetSettings } from "./records/fleet-settings.ts";
import {
  type Availability,
  type Duty,
  findAbsence,
  findViolations,
  listMissingSkills,
  type Violation,
} from "./rules.ts";

export const SHIFT_CHECK_REFUSALS = {
  not_member: "conflict",
  shift_overlap: "conflict",
  vehicle_taken: "conflict",
  hours_rule: "conflict",
  missing_skill: "conflict",
} as const;
export type ShiftCheckRefusal = keyof typeof SHIFT_CHECK_REFUSALS;

export interface PlannedShift {
  /** 0 for one that does not exist yet. */
  id: number;
  driver_id: number | null;
  vehicle_id: number | null;
  starts_at: string | Date;
  ends_at: string | Date;
  break_min: number;
  skills: readonly string[];
}

export interface Warning {
  rule: Violation["rule"] | "time_off" | "unavailable";
  message: string;
  limit_min: number | null;
  value_min: number | null;
}

export interface Rules extends FleetSettings {
  time_zone: string;
}

const toMs = (at: string | Date) => new Date(at).getTime();

/** Local date and time, as the messages name it. */
export function formatLocal(at: string | Date, time_zone: string): string {
  const moment = new Date(at);
  const local = new Date(moment.getTime() + getUtcOffset(moment, time_zone) * 1000);
  return local.toISOString().slice(0, 16).replace("T", " ");
}

export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** A shift of work for the rules: as it was worked where that is known. */
export const DUTY_COLUMNS = `s.id, coalesce(s.started_at, s.starts_at) as starts_at,
  greatest(coalesce(s.ended_at, s.ends_at), coalesce(s.started_at, s.starts_at)) as ends_at,
  case when s.status = 'ENDED' then s.break_taken_min else s.break_min end as break_min`;

export const OCCUPYING = "s.status not in ('PUBLISHED', 'CANCELLED', 'NO_SHOW')";

const DAYS_AROUND = 9;

/** Drivers by id, locked in the order of their ids, with what the checks need. */
async function lockMembers(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  fleet: Pick<FleetRow, "id" | "contractor_id">,
  driver_ids: readonly number[],
) {
  await db.execute(
    "select id from driver where business_id = $1 and id = any($2::bigint[]) order by id for no key update",
    [business_id, driver_ids],
  );
  return db.rows<{ id: number; name: string; skills: string[] } & Availability>(
    `select d.id, d.name, coalesce(a.weekly, '[]') as weekly, coalesce(a.time_off, '[]') as time_off,
       array(select k from unnest(d.skills) k where not exists (select from skill x
         where x.business_id = $1 and x.code = k and x.expires_date < current_date)) as skills
       from driver d join fleet_driver m on m.business_id = $1 and m.driver_id = d.id and m.fleet_id = $3
       left join driver_availability a on a.business_id = $1 and a.driver_id = d.id
      where d.business_id = $1 and d.id = any($2::bigint[]) and d.status = 'active' and d.contractor_id is not distinct from $4`,
    [business_id, driver_ids, fleet.id, fleet.contractor_id],
  );
}

/**
 * Refuses what cannot be, and what the rules for hours forbid where the business refuses that; otherwise returns what to
 * warn of. `without` are shifts that the driver gives away in the same step.
 *
 * The caller has locked the fleet and the shift. Drivers are locked here, vehicles after them.
 */
export async function checkShift(
  context: Context<ShiftCheckRefusal>,
  fleet: Pick<FleetRow, "id" | "contractor_id">,
  rules: Rules,
  shift: PlannedShift,
  { is_draft = false, without = [] }: { is_draft?: boolean; without?: readonly number[] } = {},
): Promise<Warning[]> {
  const { db, business_id, refuse, say } = context;
  const { driver_id, vehicle_id, skills } = shift;
  const ignored = [shift.id, ...without];
  const warnings: Warning[] = [];
  if (driver_id !== null) {
    const [driver] = await lockMembers(context, fleet, [driver_id]);
    if (driver === undefined) {
      throw refuse("not_member", {
        message: messages.not_member,
        errors: [{ field: "driver_id", message: messages.not_in_fleet }],
      });
    }
    const missing = listMissingSkills(skills, driver.skills);
    if (missing.length > 0)
      throw refuse("missing_skill", {
        message: messages.missing_skill,
        values: { skills: missing.join(", ") },
        extra: { skills: missing },
      });
    warnings.push(...(await checkDriver(context, rules, shift, driver_id, ignored, is_draft)));
    const times = { starts_ms: toMs(shift.starts_at), ends_ms: toMs(shift.ends_at) };
    const absence = findAbsence(driver, times, rules.time_zone);
    if (absence !== null)
      warnings.push({ rule: absence, message: say(messages[absence]), limit_min: null, value_min: null });
  }
  if (vehicle_id !== null) {
    await db.execute("select from vehicle where business_id = $1 and id = $2 for no key update", [
      business_id,
      vehicle_id,
    ]);
    const overlapping_shift = await db.row<{ id: number; starts_at: string; ends_at: string }>(
      `select s.id, s.starts_at, s.ends_at from shift s where s.business_id = $1 and s.vehicle_id = $2
         and s.status not in ('CANCELLED', 'NO_SHOW', 'ENDED') and s.starts_at < $4 and s.ends_at > $3 and not (s.id = any($5::bigint[]))
        order by s.starts_at, s.id limit 1`,
      [business_id, vehicle_id, shift.starts_at, shift.ends_at, ignored],
    );
    if (overlapping_shift !== undefined)
      throw refuse("vehicle_taken", {
        message: messages.vehicle_taken,
        values: buildSpan(overlapping_shift, rules.time_zone),
        extra: { shift_id: overlapping_shift.id },
      });
  }
  return warnings;
}

function buildSpan({ starts_at, ends_at }: { starts_at: string; ends_at: string }, time_zone: string) {
  return { from: formatLocal(starts_at, time_zone), to: formatLocal(ends_at, time_zone) };
}

async function checkDriver(
  context: Context<ShiftCheckRefusal>,
  rules: Rules,
  shift: PlannedShift,
  driver_id: number,
  ignored: readonly number[],
  is_draft: boolean,
): Promise<Warning[]> {
  const { db, business_id, refuse, say } = context;
  const own_duty: Duty = {
    starts_ms: toMs(shift.starts_at),
    ends_ms: toMs(shift.ends_at),
    break_min: shift.break_min,
  };
  const others = await db.rows<{ id: number; starts_at: string; ends_at: string; break_min: number }>(
    `select ${DUTY_COLUMNS} from shift s where s.business_id = $1 and s.driver_id = $2 and ${OCCUPYING}
       and s.starts_at < $4::timestamptz + interval '${DAYS_AROUND} days' and s.ends_at > $3::timestamptz - interval '${DAYS_AROUND} days'
       and not (s.id = any($5::bigint[])) order by s.starts_at, s.id`,
    [business_id, driver_id, shift.starts_at, shift.ends_at, ignored],
  );
  const overlap = others.find(
    ({ starts_at, ends_at }) => toMs(starts_at) < own_duty.ends_ms && toMs(ends_at) > own_duty.starts_ms,
  );
  if (overlap !== undefined)
    throw refuse("shift_overlap", {
      message: messages.shift_overlap,
      values: buildSpan(overlap, rules.time_zone),
      extra: { shift_id: overlap.id },
    });
  const duties = others.map(({ starts_at, ends_at, break_min }) => ({
    starts_ms: toMs(starts_at),
    ends_ms: toMs(ends_at),
    break_min,
  }));
  const violations = findViolations(own_duty, duties, rules, rules.time_zone).map((violation) => ({
    ...violation,
    message: messages[`rule_${violation.rule}`].with({
      limit: formatMinutes(violation.limit_min),
      value: formatMinutes(violation.value_min),
    }),
  }));
  if (violations.length > 0 && rules.enforcement === "refuse" && !is_draft)
    throw refuse("hours_rule", {
      message: messages.hours_rule,
      errors: violations.map(({ rule, message }) => ({ field: "driver_id", code: rule, message })),
    });
  return violations.map(({ rule, limit_min, value_min, message }) => ({
    rule,
    limit_min,
    value_min,
    message: say(message),
  }));
}
