/**
 * Stores what an input means for a compartment and its reservation, and what follows from it: times that are to come, what
 * the device is told to accept, events. The decision is in `rules.ts`.
 *
 * Whoever calls it has locked the device, so that everything at one locker happens in one order.
 */
import { type DeviceRow, lockDevice, queueCommand } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Changes } from "#operation/define/record.ts";
import { messages } from "./messages.ts";
import { CompartmentRecord, type CompartmentRow, findCompartments } from "./records/compartment.ts";
import {
  findOpenReservations,
  getVisibleReservation,
  ReservationRecord,
  type ReservationRow,
} from "./records/reservation.ts";
import {
  type CompartmentState,
  compareToCheck,
  computeClockMargin,
  type Decision,
  decide,
  decideFact,
  type Input,
  type LockerException,
  listUses,
  type REQUEST_REFUSALS,
  type Use,
} from "./rules.ts";
import { findChangedTimes } from "./times.ts";
import { reservationChanged } from "./topics.ts";

/** A device that is offline for longer is told again when it is back. */
export const KNOWLEDGE_MS = 7 * 24 * 3_600_000;

export interface Target {
  device: DeviceRow;
  compartment: CompartmentRow;
  /** The one that it is granted to. */
  reservation: ReservationRow | undefined;
}

/** What a device reported with it. */
export type Observation = Partial<Pick<CompartmentRow, "door" | "contents" | "fault_code" | "temperature_c">>;

export interface Cause {
  /** When it happened by the clock of the device, which may be hours ago; now when absent. */
  at?: Date;
  /** The device did not know the time when it happened. */
  is_time_uncertain?: boolean;
  observed?: Observation;
  /** A person has looked into the compartment. */
  is_check?: boolean;
  /** The reservation as it is stored already: one that begins with it, or whose times were changed. */
  reservation?: ReservationRow;
}

type Refuser = Pick<Context<never>, "db" | "business_id" | "actor" | "refuse">;

/** A locker that is not retired, locked. */
export async function lockLocker(context: Refuser, locker_id: number): Promise<DeviceRow> {
  const device = await lockDevice(context, locker_id);
  if (device === undefined || device.status === "RETIRED")
    throw context.refuse("not_found", { message: messages.no_locker });
  return device;
}

/** Whether a command reaches it now. */
export const isConnected = ({ status }: Pick<DeviceRow, "status">): boolean =>
  status === "ONLINE" || status === "MAINTENANCE";

export async function loadTargets(
  context: Reader,
  device: DeviceRow,
  compartment_ids: readonly number[],
): Promise<Map<number, Target>> {
  const [compartments, reservations] = await Promise.all([
    findCompartments(context, device.id, compartment_ids),
    findOpenReservations(context, compartment_ids),
  ]);
  return new Map(
    compartments.map((compartment) => [
      compartment.id,
      { device, compartment, reservation: reservations.get(compartment.id) },
    ]),
  );
}

/** A compartment of a locker with its reservation, the locker locked. */
export async function lockTarget(
  context: Refuser,
  locker_id: number,
  compartment_id: number,
): Promise<Target> {
  const device = await lockLocker(context, locker_id);
  const target = (await loadTargets(context, device, [compartment_id])).get(compartment_id);
  if (target === undefined) throw context.refuse("not_found", { message: messages.no_compartment });
  return target;
}

type Reader = Pick<Context, "db" | "business_id">;

/** A compartment with its reservation, its locker locked; undefined where there is none. */
export async function findCompartmentTarget(context: Reader, id: number): Promise<Target | undefined> {
  const row = await CompartmentRecord.find(context, id);
  const device = row === undefined ? undefined : await lockDevice(context, row.device_id);
  return device === undefined ? undefined : (await loadTargets(context, device, [id])).get(id);
}

export interface ReservationTarget extends Target {
  reservation: ReservationRow;
}

/** The compartment of a reservation that is held or in use, its locker locked; undefined for one that has ended. */
export async function findReservationTarget(
  context: Reader,
  id: number,
): Promise<ReservationTarget | undefined> {
  const row = await ReservationRecord.find(context, id);
  if (row === undefined) return undefined;
  const target = await findCompartmentTarget(context, row.compartment_id);
  const reservation = target?.reservation;
  return target === undefined || reservation?.id !== id ? undefined : { ...target, reservation };
}

export const RESERVATION_REFUSALS = {
  reservation_ended: "conflict",
  reserved_for_record: "conflict",
} as const;

/** The same of a reservation that the caller may see, and that is not for a record of another family. */
export async function lockReservation(
  context: Context<keyof typeof RESERVATION_REFUSALS>,
  reservation_id: number,
): Promise<ReservationTarget> {
  const { subject_type } = await getVisibleReservation(context, reservation_id);
  if (subject_type !== null)
    throw context.refuse("reserved_for_record", {
      message: messages.reserved_for_record,
      values: { subject_type },
    });
  const target = await findReservationTarget(context, reservation_id);
  if (target === undefined)
    throw context.refuse("reservation_ended", { message: messages.reservation_ended });
  return target;
}

export function describeState(
  { compartment, reservation }: Target,
  { door, contents }: Observation = {},
): CompartmentState {
  return {
    status: compartment.status,
    reason: compartment.status_reason,
    door: door ?? compartment.door,
    contents: contents ?? compartment.contents,
    reservation: reservation === undefined ? null : (reservation.status as "HELD" | "IN_USE"),
  };
}

/** What a device told, or what time has brought: it is never refused. */
export async function applyFact(
  context: Context<never>,
  target: Target,
  input: Input | null,
  cause: Cause = {},
): Promise<Target> {
  const { at, observed, is_time_uncertain = false } = cause;
  const order =
    at === undefined ? "after" : compareToCheck(target.compartment, at.getTime(), is_time_uncertain);
  if (order === "before") return target;
  const decision = decideFact(describeState(target, observed), input, order);
  return storeDecision(context, target, decision, cause);
}

type Requester = Context<keyof typeof REQUEST_REFUSALS>;

/** What a person asked for. */
export async function applyRequest(
  context: Requester,
  target: Target,
  input: Input,
  cause: Cause = {},
): Promise<Target> {
  const decision = decide(describeState(target, cause.observed), input);
  if ("refused" in decision) {
    const { code } = target.compartment;
    throw context.refuse(decision.refused, { message: messages[decision.refused], values: { code } });
  }
  return storeDecision(context, target, decision, cause);
}

export async function storeDecision(
  context: Context<never>,
  before: Target,
  decision: Decision,
  cause: Cause = {},
): Promise<Target> {
  const { at = context.now, reservation: current_reservation } = cause;
  const reservation =
    current_reservation ?? (await storeReservation(context, before.reservation, decision, at));
  const is_open = reservation?.status === "HELD" || reservation?.status === "IN_USE";
  const compartment = await storeCompartment(context, before, decision, cause);
  const after: Target = {
    device: before.device,
    compartment,
    reservation: is_open ? reservation : undefined,
  };
  await setTimes(context, before, after);
  await tellDevice(context, before, after);
  emitChanges(context, before, compartment, reservation, decision.exceptions, at);
  if (!(await publishChange(context, before, compartment, reservation, decision.exceptions, at)))
    return after;
  // The family of the record may have issued a code, or moved the end of the time to collect.
  const loaded = await loadTargets(context, before.device, [compartment.id]);
  return loaded.get(compartment.id) ?? after;
}

async function storeReservation(
  context: Context<never>,
  row: ReservationRow | undefined,
  { reservation: status }: Decision,
  at: Date,
): Promise<ReservationRow | undefined> {
  if (row === undefined || status === null || status === row.status) return row;
  return ReservationRecord.change(context, row, {
    status,
    ...(status === "IN_USE" ? { in_use_at: at.toISOString() } : { ended_at: at.toISOString() }),
  });
}

async function storeCompartment(
  context: Context<never>,
  { device, compartment: row }: Target,
  { status, reason }: Decision,
  { at = context.now, observed = {}, is_check = false }: Cause,
): Promise<CompartmentRow> {
  const was_reported = Object.keys(observed).length > 0;
  const changes: Changes<"locker_compartment", CompartmentRow> = {
    status,
    status_reason: reason,
    ...observed,
  };
  if (observed.door !== undefined && observed.door !== row.door)
    changes.close_by =
      observed.door === "OPEN"
        ? new Date(at.getTime() + context.business.settings.locker_door_open_max_s * 1000).toISOString()
        : null;
  if (is_check) {
    changes.checked_at = at.toISOString();
    changes.check_margin_ms = computeClockMargin(device.last_seen_at, at);
  }
  const is_same = Object.entries(changes).every(
    ([name, value]) => row[name as keyof CompartmentRow] === value,
  );
  if (is_same) return row;
  return CompartmentRecord.change(context, row, {
    ...changes,
    ...(was_reported ? { observed_at: at.toISOString() } : {}),
  });
}

function setTimes({ due, now }: Context<never>, before: Target, after: Target): void {
  const { starts, ends } = findChangedTimes(before, after, now);
  for (const { kind, id, at } of starts) due.set(kind, id, at);
  for (const { kind, id } of ends) due.clear(kind, id);
}

async function tellDevice(context: Context<never>, before: Target, after: Target): Promise<void> {
  if (
    after.device.public_key === null ||
    JSON.stringify(listUses(before)) === JSON.stringify(listUses(after))
  )
    return;
  await tellUses(context, after);
}

/** Whether a device is to accept any code at a compartment: one that was provisioned anew accepts none. */
export const acceptsCodes = (target: Target): boolean => listUses(target).uses.length > 0;

/** Tells a device which codes it accepts at a compartment, in place of what it was told before. */
export async function tellUses(context: Context<never>, target: Target): Promise<void> {
  const { device, compartment } = target;
  const { uses, not_after } = listUses(target);
  const row = await context.db.row<{ use_revision: number }>(
    "update locker_compartment set use_revision = use_revision + 1 where business_id = $1 and id = $2 returning use_revision",
    [context.business_id, compartment.id],
  );
  await queueCommand(context, device.id, {
    kind: "set_use",
    compartment_id: compartment.id,
    body: {
      revision: row?.use_revision ?? 0,
      uses,
      not_after: not_after === null ? null : new Date(not_after).toISOString(),
    },
    expires_at: new Date(context.now.getTime() + KNOWLEDGE_MS),
  });
}

/** The device knows which codes it accepts, as it was told with this number. */
export async function confirmUses(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  compartment_id: number,
  { revision, seq }: { revision: number; seq: number },
): Promise<void> {
  await db.execute(
    `update locker_compartment set confirmed_revision = $3, confirmed_seq = $4
      where business_id = $1 and id = $2 and confirmed_revision < $3`,
    [business_id, compartment_id, revision, seq],
  );
}

/** A device that was provisioned anew has forgotten everything, and its numbers begin again. */
export async function forgetUses(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  device_id: number,
): Promise<void> {
  await db.execute(
    `update locker_compartment set confirmed_revision = use_revision, confirmed_seq = 0
      where business_id = $1 and device_id = $2`,
    [business_id, device_id],
  );
}

/** Tells a device which compartments it has. */
export async function tellCompartments(
  context: Context<never>,
  device: DeviceRow,
  compartments: readonly CompartmentRow[],
): Promise<void> {
  if (device.public_key === null) return;
  await queueCommand(context, device.id, {
    kind: "configure",
    body: { compartments: compartments.map(({ code }) => code) },
    expires_at: new Date(context.now.getTime() + KNOWLEDGE_MS),
  });
}

const VISIBLE_MEMBERS = ["status", "door", "contents", "fault_code"] as const;

function emitChanges(
  { emit }: Pick<Context<never>, "emit">,
  before: Target,
  compartment: CompartmentRow,
  reservation: ReservationRow | undefined,
  exceptions: readonly LockerException[],
  at: Date,
): void {
  const { id, device_id, status, status_reason: reason, door, contents, fault_code } = compartment;
  const occurred_at = at.toISOString();
  const subject = { type: "locker_compartment", id };
  const reservation_id = reservation?.id ?? null;
  const was = before.compartment;
  if (VISIBLE_MEMBERS.some((member) => was[member] !== compartment[member])) {
    emit({
      subject,
      kind: "locker.compartment_changed",
      occurred_at,
      payload: {
        device_id,
        reservation_id,
        status_before: was.status,
        status,
        reason,
        door,
        contents,
        fault_code,
      },
      before: { status: was.status, reason: was.status_reason },
      after: { status, reason },
    });
  }
  for (const exception of exceptions)
    emit({
      subject,
      kind: "locker.exception",
      occurred_at,
      payload: { device_id, reservation_id, exception, status },
    });
  if (reservation === undefined) return;
  const payload = { device_id, compartment_id: id, purpose: reservation.purpose, status: reservation.status };
  const event = {
    subject: { type: "locker_reservation", id: reservation.id },
    occurred_at,
    before: { status: before.reservation?.status ?? null },
    after: { status: reservation.status },
  };
  const expire = (ended: "hold" | "collection") =>
    emit({ ...event, kind: "locker.expired", payload: { ...payload, ended } });
  if (status === "OVERDUE" && was.status !== "OVERDUE") expire("collection");
  if (reservation.status === before.reservation?.status) return;
  if (reservation.status === "IN_USE") emit({ ...event, kind: "locker.deposited", payload });
  if (reservation.status === "CANCELLED") emit({ ...event, kind: "locker.released", payload });
  if (reservation.status === "ENDED")
    emit({ ...event, kind: "locker.collected", payload: { ...payload, by: getTaker(was) } });
  if (reservation.status === "EXPIRED") expire("hold");
}

/** Who took out what was in a compartment. */
const getTaker = ({ status, status_reason }: CompartmentRow) =>
  status === "UNLOADING" && status_reason !== "operator" ? "recipient" : "operator";

/** Tells the family whose record the reservation is for; false where nobody was told. */
async function publishChange(
  { publish }: Context<never>,
  { device, compartment: was, reservation: before }: Target,
  compartment: CompartmentRow,
  reservation: ReservationRow | undefined,
  exceptions: readonly LockerException[],
  at: Date,
): Promise<boolean> {
  if (before === undefined || reservation === undefined) return false;
  const { status, subject_type, subject_id } = reservation;
  if (subject_type === null || subject_id === null) return false;
  const is_same = status === before.status && compartment.status === was.status && exceptions.length === 0;
  if (is_same) return false;
  await publish(reservationChanged, {
    device,
    compartment,
    reservation: { ...reservation, subject_type, subject_id },
    status_before: was.status,
    reservation_before: before.status,
    exceptions,
    by: getTaker(was),
    at,
  });
  return true;
}

/** Moves the end of a hold, or of the time to collect. */
export async function extend(context: Context<never>, target: ReservationTarget, until: Date): Promise<void> {
  const { device, compartment, reservation: row } = target;
  const ends_at = until.toISOString();
  const reservation = await ReservationRecord.change(
    context,
    row,
    row.status === "HELD" ? { expires_at: ends_at } : { collect_until: ends_at },
  );
  const decision = decide(describeState(target), "extend");
  if (!("refused" in decision)) await storeDecision(context, target, decision, { reservation });
  context.emit({
    subject: { type: "locker_reservation", id: row.id },
    kind: "locker.extended",
    payload: {
      device_id: device.id,
      compartment_id: compartment.id,
      purpose: row.purpose,
      status: row.status,
    },
    before: { expires_at: row.expires_at, collect_until: row.collect_until },
    after: { expires_at: reservation.expires_at, collect_until: reservation.collect_until },
  });
}

/** The counter of another code of a reservation. */
export async function issueCounter(
  context: Context<never>,
  target: ReservationTarget,
  use: Use,
): Promise<number> {
  const member = `${use}_counter` as const;
  const counter = target.compartment[member] + 1;
  const compartment = await CompartmentRecord.change(context, target.compartment, { [member]: counter });
  const reservation = await ReservationRecord.change(context, target.reservation, { [member]: counter });
  await tellDevice(context, target, { ...target, compartment, reservation });
  return counter;
}
