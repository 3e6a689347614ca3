/** Shifts: what one is, how it is locked, created, changed and shown, with what the caller may do. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { type AllowedFleet, getPlannedFleet, getVisibleFleet, requireDriver } from "../access.ts";
import type { Warning } from "../check-shift.ts";
import { messages } from "../messages.ts";
import type { FleetRight } from "../rules.ts";
import type { Shift } from "../shapes.ts";
import { getNextShiftStatus, isShiftEditable, type ShiftCommand, type ShiftStatus } from "../status.ts";

export interface ShiftRow extends Row<"shift"> {
  status: ShiftStatus;
  source: "calendar" | "claim" | "manual";
}

export const ShiftRecord = defineRecord<"shift", ShiftRow>("shift");

type Reader = Pick<Context<never>, "db" | "business_id" | "actor" | "now">;

const SHIFT_VIEW = `select s.id, s.fleet_id, f.name as fleet_name, s.driver_id, d.name as driver_name, s.vehicle_id, v.plate as vehicle_plate,
    s.date, s.starts_at, s.ends_at, s.break_min, s.area, s.skills, s.note, s.status, s.source, s.route_id, s.published_at, s.started_at,
    s.break_started_at, s.break_taken_min, s.ended_at, s.version
  from shift s join fleet f on f.business_id = s.business_id and f.id = s.fleet_id
  left join driver d on d.business_id = s.business_id and d.id = s.driver_id
  left join vehicle v on v.business_id = s.business_id and v.id = s.vehicle_id
 where s.business_id = $1`;

type ShiftView = Pick<Shift, "fleet_name" | "driver_name" | "vehicle_plate"> &
  Omit<ShiftRow, "business_id" | "created_by" | "created_at">;

/** Shifts by a condition on `s`, whose parameters begin with `$2`, by their start. */
export function readShifts(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  condition: string,
  values: readonly unknown[],
): Promise<ShiftView[]> {
  return db.rows<ShiftView>(`${SHIFT_VIEW} and ${condition} order by s.starts_at, s.id`, [
    business_id,
    ...values,
  ]);
}

/** A driver may begin this long before the start. */
export const EARLY_MS = 2 * 3_600_000;

/** A shift as the caller sees it, with what the caller may do now. */
export function buildShift(
  view: ShiftView,
  right: FleetRight,
  { actor, now }: Pick<Reader, "actor" | "now">,
): Shift {
  const can = (trigger: ShiftCommand) => getNextShiftStatus(view.status, trigger) !== null;
  const plans = right === "manage" || right === "captain";
  const is_own = actor.role === "driver" && actor.driver_id !== null && view.driver_id === actor.driver_id;
  const [starts_ms, ends_ms] = [Date.parse(view.starts_at), Date.parse(view.ends_at)];
  const is_ahead = ends_ms > now.getTime();
  const of_board = view.route_id !== null;
  const works = is_own || plans;
  return {
    ...view,
    minutes: Math.round((ends_ms - starts_ms) / 60_000),
    can_edit: plans && isShiftEditable(view.status) && !of_board,
    can_publish: plans && view.status === "DRAFT" && is_ahead,
    can_assign: plans && can("assign") && !of_board && is_ahead,
    can_cancel: plans && can("cancel") && !of_board,
    can_claim: actor.role === "driver" && right !== null && can("claim") && starts_ms > now.getTime(),
    can_swap:
      is_own &&
      (view.status === "CLAIMED" || view.status === "ASSIGNED") &&
      !of_board &&
      starts_ms > now.getTime(),
    can_check_in: works && can("check_in") && is_ahead && now.getTime() >= starts_ms - EARLY_MS,
    can_break: works && (can("start_break") || can("end_break")),
    can_check_out: works && can("check_out"),
  };
}

export async function answerShift(
  context: Context<never>,
  shift_id: number,
  warnings: readonly Warning[] = [],
) {
  const [view] = await readShifts(context, "s.id = $2", [shift_id]);
  if (view === undefined) throw new Error(`Shift ${shift_id} is gone.`);
  const { right } = await getVisibleFleet(context, view.fleet_id);
  return { result: true, shift_id, version: view.version, shift: buildShift(view, right, context), warnings };
}

/** Shifts by id, locked in the order of their ids. Unknown ids are absent. */
export async function lockShifts(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  ids: readonly number[],
): Promise<Map<number, ShiftRow>> {
  const rows = await db.rows<ShiftRow>(
    "select * from shift where business_id = $1 and id = any($2::bigint[]) order by id for update",
    [business_id, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function findFleetOfShift({ db, business_id }: Reader, shift_id: number): Promise<number | undefined> {
  const row = await db.row<{ fleet_id: number }>(
    "select fleet_id from shift where business_id = $1 and id = $2",
    [business_id, shift_id],
  );
  return row?.fleet_id;
}

interface LockedShift extends AllowedFleet {
  shift: ShiftRow;
}

async function lockFleetShift(
  context: Context<never>,
  allowed: AllowedFleet,
  shift_id: number,
): Promise<LockedShift> {
  const shift = (await lockShifts(context, [shift_id])).get(shift_id);
  if (shift === undefined) throw context.refuse("not_found", { message: messages.unknown_shift });
  context.expectVersion(shift.version);
  return { ...allowed, shift };
}

/** A shift that the caller plans, locked after its fleet. */
export async function lockPlannedShift(
  context: Context<"not_captain">,
  shift_id: number,
): Promise<LockedShift> {
  const fleet_id = await findFleetOfShift(context, shift_id);
  if (fleet_id === undefined && context.actor.role !== "driver")
    throw context.refuse("not_found", { message: messages.unknown_shift });
  return lockFleetShift(context, await getPlannedFleet(context, fleet_id), shift_id);
}

/** A shift of a fleet of the calling driver. What is not published yet only its captains see. */
export async function lockVisibleShift(context: Context<never>, shift_id: number): Promise<LockedShift> {
  const fleet_id = await findFleetOfShift(context, shift_id);
  const unknown = () => context.refuse("not_found", { message: messages.unknown_shift });
  if (fleet_id === undefined) throw unknown();
  const allowed = await getVisibleFleet(context, fleet_id, true).catch((error) => {
    throw error instanceof Error && "code" in error && error.code === "not_found" ? unknown() : error;
  });
  const locked = await lockFleetShift(context, allowed, shift_id);
  if (locked.shift.status === "DRAFT" && allowed.right === "member") throw unknown();
  return locked;
}

/** A shift that its driver, or a dispatcher of the fleet, begins and ends. */
export async function lockWorkedShift(
  context: Context<"not_your_shift">,
  shift_id: number,
): Promise<LockedShift> {
  const locked = await lockVisibleShift(context, shift_id);
  if (locked.right === "member" && locked.shift.driver_id !== requireDriver(context))
    throw context.refuse("not_your_shift", { message: messages.not_your_shift });
  return locked;
}

export function requireNext(
  context: Context<"invalid_transition">,
  shift: Pick<ShiftRow, "status">,
  trigger: ShiftCommand,
): ShiftStatus {
  const next = getNextShiftStatus(shift.status, trigger);
  if (next === null)
    throw context.refuse("invalid_transition", {
      message: messages.invalid_transition,
      values: { status: shift.status },
      extra: { status: shift.status },
    });
  return next;
}

export async function insertShift(
  context: Pick<Context, "db" | "business_id" | "actor" | "now" | "emit">,
  shift: Omit<NewRow<"shift", ShiftRow>, "created_by">,
): Promise<ShiftRow> {
  const row = await ShiftRecord.insert(context, { ...shift, created_by: context.actor.account_id });
  context.emit({
    subject: { type: "shift", id: row.id, is_new: true },
    kind: "shift.created",
    payload: buildFacts(row),
    before: null,
    after: pickAudited(row),
  });
  return row;
}

/** Payload of every event of a shift. */
export function buildFacts({ fleet_id, driver_id, status, starts_at, ends_at }: ShiftRow) {
  return {
    fleet_id,
    driver_id,
    status,
    starts_at: new Date(starts_at).toISOString(),
    ends_at: new Date(ends_at).toISOString(),
  };
}

function pickAudited({ driver_id, vehicle_id, starts_at, ends_at, break_min, status }: ShiftRow) {
  return { driver_id, vehicle_id, starts_at, ends_at, break_min, status };
}

/** What every event of a changed shift has, beside its kind and payload. */
export function compareShifts(before: ShiftRow, after: ShiftRow) {
  const subject = { type: "shift" as const, id: after.id };
  return { subject, before: pickAudited(before), after: pickAudited(after) };
}
