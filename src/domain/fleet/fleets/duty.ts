/**
 * Duty of a driver and work on a shift are one: whichever is reported, the other follows in the same transaction.
 *
 * A driver says it once, in the driver app, in the rider app or on the page of shifts, or a dispatcher says it for them.
 */
import { type DriverRow, lockDriver, saveDriverDuty } from "#domain/fleet/drivers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { lapseSwaps, NO_SHOW, scheduleNoShow } from "./follow-up.ts";
import { loadFleetSettings } from "./records/fleet-settings.ts";
import {
  buildFacts,
  compareShifts,
  EARLY_MS,
  lockShifts,
  ShiftRecord,
  type ShiftRow,
} from "./records/shift.ts";
import { countBreak_min, countWorked_min } from "./worked.ts";

type Working = Pick<Context, "db" | "business_id" | "business" | "now" | "emit" | "due">;
type Duty = DriverRow["duty"];

const isRunning = ({ status }: Pick<ShiftRow, "status">) => status === "ON_DUTY" || status === "ON_BREAK";

/** Begins a locked shift that may begin; a late begin is late, whatever was thought of it. */
export async function beginShift(context: Working, shift: ShiftRow, at: Date): Promise<ShiftRow> {
  const after = await ShiftRecord.change(context, shift, { status: "ON_DUTY", started_at: at.toISOString() });
  scheduleNoShow(context, after, 0);
  await lapseSwaps(context, [shift.id]);
  const { starts_at, ends_at: _ends, ...facts } = buildFacts(after);
  context.emit({
    ...compareShifts(shift, after),
    kind: "shift.started",
    payload: {
      ...facts,
      late_min: Math.max(0, Math.floor((at.getTime() - Date.parse(starts_at)) / 60_000)),
    },
    occurred_at: at.toISOString(),
  });
  return after;
}

/** Begins or ends the break of a locked shift that somebody works. */
export async function changeShiftBreak(
  context: Working,
  shift: ShiftRow,
  state: "begin" | "end",
  at: Date,
): Promise<ShiftRow> {
  const after = await ShiftRecord.change(context, shift, {
    status: state === "begin" ? "ON_BREAK" : "ON_DUTY",
    break_started_at: state === "begin" ? at.toISOString() : null,
    break_taken_min: countBreak_min(shift, at),
  });
  const { starts_at: _starts, ends_at: _ends, ...facts } = buildFacts(after);
  context.emit({
    subject: { type: "shift", id: shift.id },
    kind: "shift.break",
    payload: { ...facts, break_taken_min: after.break_taken_min },
    occurred_at: at.toISOString(),
  });
  return after;
}

/** Ends a locked shift that somebody works. A break that is not over ends with it. */
export async function endShift(context: Working, shift: ShiftRow, at: Date): Promise<ShiftRow> {
  const after = await ShiftRecord.change(context, shift, {
    status: "ENDED",
    break_taken_min: countBreak_min(shift, at),
    break_started_at: null,
    ended_at: at.toISOString(),
  });
  const { starts_at: _starts, ends_at: _ends, ...facts } = buildFacts(after);
  context.emit({
    ...compareShifts(shift, after),
    kind: "shift.ended",
    payload: { ...facts, worked_min: countWorked_min(after, at) },
    occurred_at: at.toISOString(),
  });
  return after;
}

/** The driver went off duty before the planned start: nothing of the locked shift was worked, and it may begin again. */
async function undoBegin(context: Working, shift: ShiftRow): Promise<void> {
  const after = await ShiftRecord.change(context, shift, {
    status: "ASSIGNED",
    started_at: null,
    break_started_at: null,
    break_taken_min: 0,
  });
  scheduleNoShow(context, after, (await loadFleetSettings(context)).no_show_after_min);
  context.emit({
    ...compareShifts(shift, after),
    kind: "shift.changed",
    payload: { ...buildFacts(after), changed: ["status"] },
  });
}

/** A driver and the shifts that the driver works or may begin, locked: shifts first, as in planning. */
export interface Work {
  driver: DriverRow;
  shifts: ShiftRow[];
}

export async function lockWork(
  context: Pick<Context, "db" | "business_id" | "now">,
  driver_id: number,
  at: Date,
): Promise<Work | undefined> {
  const { db, business_id, now } = context;
  const rows = await db.rows<{ id: number }>(
    `select id from shift where business_id = $1 and driver_id = $2 and starts_at <= $4
       and (status in ('ON_DUTY', 'ON_BREAK') or (status in ('CLAIMED', 'ASSIGNED') and ends_at > $3)
         or (status = 'NO_SHOW' and ends_at > least($3, (
           select duty_since from driver where business_id = $1 and id = $2 and duty <> 'off'))))`,
    [business_id, driver_id, at, new Date(now.getTime() + EARLY_MS)],
  );
  const locked = await lockShifts(
    context,
    rows.map(({ id }) => id),
  );
  const driver = await lockDriver(db, business_id, driver_id);
  if (driver === undefined) return undefined;
  const shifts = [...locked.values()].filter((shift) => shift.driver_id === driver_id);
  return {
    driver,
    shifts: shifts.sort((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at)),
  };
}

/** What the driver reported after a moment, for a report that arrives after it. */
function listLaterDuty(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  driver_id: number,
  at: Date,
) {
  return db.rows<{ state: Duty; at: string }>(
    `select payload->>'state' as state, occurred_at as at from event
      where business_id = $1 and subject_type = 'driver' and subject_id = $2 and kind = 'driver.duty' and occurred_at > $3
      order by occurred_at, seq`,
    [business_id, String(driver_id), at],
  );
}

/**
 * Who stays on duty works one shift after the other, also those that were missed because nobody knew of it: each begins when
 * it was to begin, if the duty lasted until its driver was missed. Returns the shift that is worked at the end.
 */
async function workFollowingShifts(
  context: Working,
  first: ShiftRow,
  shifts: readonly ShiftRow[],
  until: Date,
): Promise<ShiftRow> {
  let current = first;
  const { no_show_after_min } = await loadFleetSettings(context);
  for (const shift of shifts) {
    const starts_at = new Date(shift.starts_at);
    const was_there = starts_at.getTime() + no_show_after_min * 60_000 <= until.getTime();
    if (shift.status !== "NO_SHOW" || starts_at <= new Date(current.starts_at) || !was_there) continue;
    await endShift(context, current, starts_at);
    current = await beginShift(context, shift, starts_at);
  }
  return current;
}

async function applyDuty(context: Working, shift: ShiftRow, state: Duty, at: Date): Promise<ShiftRow> {
  if (state === "off") return endShift(context, shift, at);
  if (state === "break" && shift.status === "ON_DUTY") return changeShiftBreak(context, shift, "begin", at);
  if (state === "on" && shift.status === "ON_BREAK") return changeShiftBreak(context, shift, "end", at);
  return shift;
}

/**
 * A driver reports duty: stored, and followed by the shift. Going on duty begins the shift that may begin then. Reports may
 * arrive late and in any order: the shift gets what was reported for its time. Returns the current state.
 */
export async function changeDuty(
  context: Working,
  { driver, shifts }: Work,
  state: Duty,
  at: Date,
): Promise<Duty> {
  const { duty, is_latest } = await saveDriverDuty(context, driver, state, at.toISOString());
  const running = shifts.filter(isRunning);
  if (state === "off") {
    for (const shift of running) {
      const [starts_ms, begun_ms] = [
        Date.parse(shift.starts_at),
        Date.parse(shift.started_at ?? shift.starts_at),
      ];
      if (starts_ms > at.getTime()) {
        // Begun before the driver left, or because nobody knew of that; a driver who checked in since then is there.
        if (is_latest && (begun_ms <= at.getTime() || begun_ms === starts_ms))
          await undoBegin(context, shift);
      } else if (begun_ms <= at.getTime())
        await endShift(context, await workFollowingShifts(context, shift, shifts, at), at);
    }
    return duty;
  }
  const current = running.at(-1);
  const next = shifts.find(
    (shift) =>
      !isRunning(shift) &&
      Date.parse(shift.starts_at) - EARLY_MS <= at.getTime() &&
      Date.parse(shift.ends_at) > at.getTime(),
  );
  const is_free = current === undefined || !is_latest || Date.parse(current.ends_at) <= at.getTime();
  if (next === undefined || !is_free) {
    if (is_latest && current !== undefined) await applyDuty(context, current, state, at);
    return duty;
  }
  if (is_latest) for (const shift of running) await endShift(context, shift, at);
  let begun = await beginShift(context, next, at);
  if (state === "break") begun = await applyDuty(context, begun, state, at);
  if (!is_latest)
    for (const later of await listLaterDuty(context, driver.id, at)) {
      const later_at = new Date(later.at);
      if (later.state === "off") begun = await workFollowingShifts(context, begun, shifts, later_at);
      begun = await applyDuty(context, begun, later.state, later_at);
      if (!isRunning(begun)) break;
    }
  // Shifts that were missed since: looked at again when all that was reported together is known.
  if (isRunning(begun))
    for (const shift of shifts)
      if (shift.status === "NO_SHOW" && shift.id !== next.id) context.due.set(NO_SHOW, shift.id, context.now);
  return duty;
}

/** A driver began to work without a word about duty: a route was started, or offers are taken. Who is on duty stays so. */
export async function startDuty(context: Working, driver_id: number, at: Date): Promise<void> {
  const work = await lockWork(context, driver_id, at);
  if (work === undefined || work.driver.status !== "active") return;
  const { driver } = work;
  const shifts = work.shifts.filter((shift) => isRunning(shift) || Date.parse(shift.ends_at) > at.getTime());
  const is_working =
    driver.duty !== "off" &&
    (shifts.some(isRunning) || (shifts.length === 0 && !(await isForgotten(context, driver, at))));
  if (!is_working) await changeDuty(context, work, "on", at);
}

/** Whether a duty has lasted for longer than the longest shift at a moment, since it was last reported. */
async function isForgotten(
  context: Pick<Context<never>, "db" | "business_id" | "business">,
  { id, duty_since }: Pick<DriverRow, "id" | "duty_since">,
  at: Date,
): Promise<boolean> {
  if (duty_since === null) return true;
  const { shift_max_min } = await loadFleetSettings(context);
  const earliest = new Date(at.getTime() - shift_max_min * 60_000);
  if (Date.parse(duty_since) >= earliest.getTime()) return false;
  // Reported again since, without a change.
  return (await listLaterDuty(context, id, earliest)).length === 0;
}

/**
 * From when the driver of a shift that nobody began is at work; null if the driver is not. A duty that nobody ended after
 * the longest shift was forgotten and says nothing of this one.
 */
export async function findOnDuty(
  context: Pick<Context<never>, "db" | "business_id" | "business">,
  { driver_id, starts_at }: ShiftRow,
): Promise<Date | null> {
  const { db, business_id } = context;
  const driver = driver_id === null ? undefined : await lockDriver(db, business_id, driver_id);
  if (driver === undefined || driver.duty === "off" || driver.duty_since === null) return null;
  if (await isForgotten(context, driver, new Date(starts_at))) return null;
  return new Date(Math.max(Date.parse(starts_at), Date.parse(driver.duty_since)));
}

/** A shift was begun, paused or ended where shifts are: the driver's duty follows. Another shift that was still open ends. */
export async function followShift(context: Working, shift: ShiftRow, at: Date): Promise<void> {
  const { driver_id } = shift;
  if (driver_id === null) return;
  const work = await lockWork(context, driver_id, at);
  if (work === undefined) return;
  const others = work.shifts.filter((other) => other.id !== shift.id && isRunning(other));
  const state: Duty = shift.status === "ON_DUTY" ? "on" : shift.status === "ON_BREAK" ? "break" : "off";
  if (state === "off" ? others.length > 0 : work.driver.duty === state && others.length === 0) return;
  if (state !== "off") for (const other of others) await endShift(context, other, at);
  if (work.driver.duty !== state) await saveDriverDuty(context, work.driver, state, at.toISOString());
}
