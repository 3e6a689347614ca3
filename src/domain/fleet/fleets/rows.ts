/** Reads, locks and writes fleets and shifts. */
import type { Context } from "#operation/define/context.ts";
import { type AllowedFleet, getPlannedFleet, getVisibleFleet, requireDriver } from "./access.ts";
import type { Warning } from "./check-shift.ts";
import { messages } from "./messages.ts";
import type { FleetRight } from "./rules.ts";
import type { Fleet, Shift } from "./shapes.ts";
import { getNextShiftStatus, isShiftEditable, type ShiftCommand, type ShiftStatus } from "./status.ts";
import type { ShiftRow } from "./tables.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor" | "now">;

export const FLEET_VIEW = `select f.id, f.name, f.contractor_id, c.name as contractor_name, f.areas, f.status, f.created_at, f.version,
    (select count(*)::int from fleet_driver m where m.business_id = f.business_id and m.fleet_id = f.id) as drivers,
    (select count(*)::int from fleet_vehicle v where v.business_id = f.business_id and v.fleet_id = f.id) as vehicles,
    coalesce((select jsonb_agg(jsonb_build_object('driver_id', d.id, 'name', d.name) order by d.name, d.id)
       from fleet_captain k join driver d on d.business_id = f.business_id and d.id = k.driver_id
      where k.business_id = f.business_id and k.fleet_id = f.id), '[]') as captains,
    (select count(*)::int from shift s where s.business_id = f.business_id and s.fleet_id = f.id and s.status = 'PUBLISHED' and s.ends_at > $4) as open_shifts,
    (select count(*)::int from shift s where s.business_id = f.business_id and s.fleet_id = f.id and s.status = 'DRAFT' and s.ends_at > $4) as draft_shifts
  from fleet f left join contractor c on c.business_id = f.business_id and c.id = f.contractor_id
 where f.business_id = $1`;

export type FleetView = Omit<Fleet, "can_manage" | "can_plan">;

export function buildFleet(view: FleetView, right: FleetRight): Fleet {
  const is_captain = right === "captain" || right === "manage";
  return {
    ...view,
    // What is not published yet concerns those who plan.
    draft_shifts: is_captain ? view.draft_shifts : 0,
    can_manage: right === "manage",
    can_plan: is_captain && view.status === "active",
  };
}

/** A fleet with its members, as operations answer. */
export async function answerFleet(context: Context<never>, fleet_id: number) {
  const { db, business_id, now } = context;
  const { right } = await getVisibleFleet(context, fleet_id);
  const [view, drivers, vehicles] = await Promise.all([
    db.row<FleetView>(`${FLEET_VIEW} and f.id = $2 and ($3::bigint is null or true)`, [
      business_id,
      fleet_id,
      null,
      now,
    ]),
    db.rows<{
      driver_id: number;
      name: string;
      status: string;
      is_captain: boolean;
      skills: string[];
      vehicle_id: number | null;
      joined_at: string;
    }>(
      `select d.id as driver_id, d.name, d.status, k.driver_id is not null as is_captain, d.skills, d.vehicle_id, m.joined_at
         from fleet_driver m join driver d on d.business_id = $1 and d.id = m.driver_id
         left join fleet_captain k on k.business_id = $1 and k.fleet_id = m.fleet_id and k.driver_id = m.driver_id
        where m.business_id = $1 and m.fleet_id = $2 order by k.driver_id is null, d.name, d.id`,
      [business_id, fleet_id],
    ),
    db.rows<{ vehicle_id: number; plate: string; name: string; type: string; status: string }>(
      `select v.id as vehicle_id, v.plate, v.name, v.type, v.status from fleet_vehicle m
         join vehicle v on v.business_id = $1 and v.id = m.vehicle_id
        where m.business_id = $1 and m.fleet_id = $2 order by v.plate, v.id`,
      [business_id, fleet_id],
    ),
  ]);
  if (view === undefined) throw new Error(`Fleet ${fleet_id} is gone.`);
  return { result: true, fleet_id, version: view.version, fleet: buildFleet(view, right), drivers, vehicles };
}

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

const SHIFT_COLUMNS = `id, business_id, fleet_id, driver_id, vehicle_id, date, starts_at, ends_at, break_min, area, skills, note, status,
  source, route_id, published_at, started_at, break_started_at, break_taken_min, ended_at, created_by, created_at, version`;

/** Shifts by id, locked in the order of their ids. Unknown ids are absent. */
export async function lockShifts(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  ids: readonly number[],
): Promise<Map<number, ShiftRow>> {
  const rows = await db.rows<ShiftRow>(
    `select ${SHIFT_COLUMNS} from shift where business_id = $1 and id = any($2::bigint[]) order by id for update`,
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

async function lockShiftOf(
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
  return lockShiftOf(context, await getPlannedFleet(context, fleet_id), shift_id);
}

/** A shift of a fleet of the calling driver. What is not published yet only its captains see. */
export async function lockVisibleShift(context: Context<never>, shift_id: number): Promise<LockedShift> {
  const fleet_id = await findFleetOfShift(context, shift_id);
  const unknown = () => context.refuse("not_found", { message: messages.unknown_shift });
  if (fleet_id === undefined) throw unknown();
  const allowed = await getVisibleFleet(context, fleet_id, true).catch((error) => {
    throw error instanceof Error && "code" in error && error.code === "not_found" ? unknown() : error;
  });
  const locked = await lockShiftOf(context, allowed, shift_id);
  if (locked.shift.status === "DRAFT" && allowed.right === "member") throw unknown();
  return locked;
}

/** A shift that its driver, or whoever plans the fleet, begins and ends. */
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

type ShiftSet = Partial<
  Pick<
    ShiftRow,
    | "driver_id"
    | "vehicle_id"
    | "date"
    | "starts_at"
    | "ends_at"
    | "break_min"
    | "area"
    | "skills"
    | "note"
    | "status"
    | "published_at"
    | "started_at"
    | "break_started_at"
    | "break_taken_min"
    | "ended_at"
  >
>;

/** Writes a locked shift. The caller emits the event. */
export async function saveShift(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  shift: ShiftRow,
  set: ShiftSet,
): Promise<ShiftRow> {
  const after = { ...shift, ...set, version: shift.version + 1 };
  await db.execute(
    `update shift set driver_id = $3, vehicle_id = $4, date = $5, starts_at = $6, ends_at = $7, break_min = $8, area = $9, skills = $10,
       note = $11, status = $12, published_at = $13, started_at = $14, break_started_at = $15, break_taken_min = $16, ended_at = $17,
       version = $18 where business_id = $1 and id = $2`,
    [
      business_id,
      shift.id,
      after.driver_id,
      after.vehicle_id,
      after.date,
      after.starts_at,
      after.ends_at,
      after.break_min,
      after.area,
      after.skills,
      after.note,
      after.status,
      after.published_at,
      after.started_at,
      after.break_started_at,
      after.break_taken_min,
      after.ended_at,
      after.version,
    ],
  );
  return after;
}

export type NewShift = Omit<
  ShiftRow,
  | "id"
  | "business_id"
  | "started_at"
  | "break_started_at"
  | "break_taken_min"
  | "ended_at"
  | "created_by"
  | "created_at"
  | "version"
>;

export async function insertShift(
  { db, business_id, actor, now, emit }: Pick<Context, "db" | "business_id" | "actor" | "now" | "emit">,
  shift: NewShift,
): Promise<ShiftRow> {
  const row = await db.row<ShiftRow>(
    `insert into shift (business_id, fleet_id, driver_id, vehicle_id, date, starts_at, ends_at, break_min, area, skills, note, status,
       source, route_id, published_at, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning ${SHIFT_COLUMNS}`,
    [
      business_id,
      shift.fleet_id,
      shift.driver_id,
      shift.vehicle_id,
      shift.date,
      shift.starts_at,
      shift.ends_at,
      shift.break_min,
      shift.area,
      shift.skills,
      shift.note,
      shift.status,
      shift.source,
      shift.route_id,
      shift.published_at,
      actor.account_id,
      now,
    ],
  );
  if (row === undefined) throw new Error("A shift that was inserted has no row.");
  emit({
    subject: { type: "shift", id: row.id, is_new: true },
    kind: "shift.created",
    payload: buildFacts(row),
    before: null,
    after: pickAudited(row),
  });
  return row;
}

/** What every event of a shift tells. */
export function buildFacts({ fleet_id, driver_id, status, starts_at, ends_at }: ShiftRow) {
  return {
    fleet_id,
    driver_id,
    status,
    starts_at: new Date(starts_at).toISOString(),
    ends_at: new Date(ends_at).toISOString(),
  };
}

export function pickAudited({ driver_id, vehicle_id, starts_at, ends_at, break_min, status }: ShiftRow) {
  return { driver_id, vehicle_id, starts_at, ends_at, break_min, status };
}
