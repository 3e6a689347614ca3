/** Creates, publishes, assigns and cancels shifts of a locked fleet: the same steps for one and for many. */
import type { Context } from "#operation/define/context.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { checkShift, type Rules, type ShiftCheckRefusal, type Warning } from "./check-shift.ts";
import { lapseSwaps, pushToDrivers, scheduleNoShow } from "./follow-up.ts";
import { messages } from "./messages.ts";
import type { FleetRow } from "./records/fleet.ts";
import { buildFacts, compareShifts, requireNext, ShiftRecord, type ShiftRow } from "./records/shift.ts";

const DAY_MS = 86_400_000;

/** Refuses times that no shift can have. */
export function requireTimes(
  { refuse, now }: Context<"invalid_times">,
  starts_at: string | Date,
  ends_at: string | Date,
): void {
  const [starts_ms, ends_ms] = [new Date(starts_at).getTime(), new Date(ends_at).getTime()];
  const is_possible = ends_ms > starts_ms && ends_ms - starts_ms <= DAY_MS && ends_ms > now.getTime();
  // The database has no time in a year of five digits that a calendar would show.
  if (!is_possible || ends_ms > now.getTime() + 730 * DAY_MS)
    throw refuse("invalid_times", {
      message: messages.invalid_times,
      errors: [{ field: "ends_at", message: messages.invalid_times }],
    });
}

/** Vehicles of a shift are vehicles of its fleet. */
export async function requireVehicle(
  { db, business_id, refuse }: Context<"unknown_vehicle">,
  fleet_id: number,
  vehicle_id: number | null,
): Promise<void> {
  if (vehicle_id === null) return;
  const row = await db.row(
    `select v.id from fleet_vehicle m join vehicle v on v.business_id = $1 and v.id = m.vehicle_id and v.status = 'active'
      where m.business_id = $1 and m.fleet_id = $2 and m.vehicle_id = $3`,
    [business_id, fleet_id, vehicle_id],
  );
  if (row === undefined)
    throw refuse("unknown_vehicle", {
      message: messages.unknown_vehicle,
      errors: [{ field: "vehicle_id", message: messages.unknown_vehicle }],
    });
}

export async function requireSkills(
  { db, business_id, refuse }: Context<"unknown_skill">,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return;
  const rows = await db.rows<{ code: string }>(
    "select code from skill where business_id = $1 and code = any($2::text[]) and kind = 'driver'",
    [business_id, [...codes]],
  );
  const known_codes = new Set(rows.map(({ code }) => code));
  const errors = codes.flatMap((code, index) =>
    known_codes.has(code) ? [] : [{ field: `skills/${index}`, message: messages.unknown_skill }],
  );
  if (errors.length > 0) throw refuse("unknown_skill", { message: messages.unknown_skill, errors });
}

export function toShiftDate(starts_at: string | Date, time_zone: string): string {
  return toLocalDate(new Date(starts_at), time_zone);
}

/** A draft becomes visible: to its driver, or to the fleet, whose drivers may take it. */
export async function publishShift(
  context: Context<ShiftCheckRefusal | "invalid_transition" | "shift_over">,
  fleet: FleetRow,
  rules: Rules,
  shift: ShiftRow,
): Promise<Warning[]> {
  const { now, emit, refuse } = context;
  const status = requireNext(context, shift, shift.driver_id === null ? "publish" : "publish_with_driver");
  if (Date.parse(shift.ends_at) <= now.getTime())
    throw refuse("shift_over", { message: messages.shift_over });
  const warnings = await checkShift(context, fleet, rules, shift);
  const after = await ShiftRecord.change(context, shift, { status, published_at: now.toISOString() });
  scheduleNoShow(context, after, rules.no_show_after_min);
  emit({
    ...compareShifts(shift, after),
    kind: "shift.published",
    payload: buildFacts(after),
  });
  await pushToDrivers(context, [after.driver_id], "shift_assigned", { shift_id: shift.id, date: after.date });
  return warnings;
}

/** A shift gets another driver, or none: then the fleet may take it. */
export async function assignShift(
  context: Context<ShiftCheckRefusal | "invalid_transition" | "shift_over">,
  fleet: FleetRow,
  rules: Rules,
  shift: ShiftRow,
  shift_resources: { driver_id: number | null; vehicle_id?: number | null },
): Promise<Warning[]> {
  const { now, emit, refuse } = context;
  const { driver_id } = shift_resources;
  const vehicle_id = shift_resources.vehicle_id === undefined ? shift.vehicle_id : shift_resources.vehicle_id;
  const status = requireNext(context, shift, driver_id === null ? "unassign" : "assign");
  if (Date.parse(shift.ends_at) <= now.getTime())
    throw refuse("shift_over", { message: messages.shift_over });
  if (driver_id === shift.driver_id && vehicle_id === shift.vehicle_id && shift.status !== "NO_SHOW")
    return [];
  const is_draft = status === "DRAFT";
  const warnings = await checkShift(context, fleet, rules, { ...shift, driver_id, vehicle_id }, { is_draft });
  const after = await ShiftRecord.change(context, shift, { driver_id, vehicle_id, status });
  scheduleNoShow(context, after, rules.no_show_after_min);
  await lapseSwaps(context, [shift.id]);
  emit({
    ...compareShifts(shift, after),
    kind: "shift.assigned",
    payload: { ...buildFacts(after), former_driver_id: is_draft ? null : shift.driver_id },
  });
  if (!is_draft) {
    const facts = { shift_id: shift.id, date: after.date };
    if (driver_id !== shift.driver_id)
      await pushToDrivers(context, [shift.driver_id], "shift_cancelled", facts);
    await pushToDrivers(context, [driver_id], "shift_assigned", facts);
  }
  return warnings;
}

export async function cancelShift(
  context: Context<"invalid_transition">,
  shift: ShiftRow,
): Promise<ShiftRow> {
  const status = requireNext(context, shift, "cancel");
  const after = await ShiftRecord.change(context, shift, { status });
  scheduleNoShow(context, after, 0);
  await lapseSwaps(context, [shift.id]);
  context.emit({
    ...compareShifts(shift, after),
    kind: "shift.cancelled",
    payload: {
      fleet_id: shift.fleet_id,
      driver_id: shift.status === "DRAFT" ? null : shift.driver_id,
      status,
    },
  });
  if (shift.status !== "DRAFT")
    await pushToDrivers(context, [shift.driver_id], "shift_cancelled", {
      shift_id: shift.id,
      date: shift.date,
    });
  return after;
}
