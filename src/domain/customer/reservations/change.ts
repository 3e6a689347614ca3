/** Changes a reservation, with what follows from it: times to come, event, message. */
import type { Context } from "#operation/define/context.ts";
import type { EventKind } from "#operation/define/events.ts";
import type { Changes } from "#operation/define/record.ts";
import { tellGuest } from "./notify.ts";
import type { BookableRow } from "./records/bookable.ts";
import { RESERVATION, ReservationRecord, type ReservationRow } from "./records/reservation.ts";
import type { SlotRow } from "./records/slot.ts";

/** A hold ends. */
export const HOLD_END = "reservations.hold_end";
/** The slot is over. */
export const SLOT_END = "reservations.slot_end";
export const REMINDER = "reservations.reminder";
/** Who is not here by then did not come. */
export const NO_SHOW = "reservations.no_show";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export type ReservationEvent = Extract<EventKind, `reservation.${string}`>;
type SlotTimes = Pick<SlotRow, "starts_at" | "ends_at">;

export function emitReservation(
  { emit }: Pick<Context<never>, "emit">,
  row: ReservationRow,
  { starts_at, ends_at }: SlotTimes,
  kind: ReservationEvent,
  before: ReservationRow | null,
): void {
  const { id, code, bookable_id, status, source, places, end_cause, payment_status } = row;
  emit({
    subject: { type: RESERVATION, id, ...(before === null ? { is_new: true } : {}) },
    kind,
    payload: { code, bookable_id, status, source, places, starts_at, ends_at, end_cause, payment_status },
    before:
      before === null
        ? null
        : {
            status: before.status,
            places: before.places,
            slot_id: before.slot_id,
            payment_status: before.payment_status,
          },
    after: { status, places, slot_id: row.slot_id, payment_status },
  });
}

export async function changeReservation(
  context: Context<never>,
  row: ReservationRow,
  slot: SlotTimes,
  changes: Changes<"reservation", ReservationRow>,
  kind: ReservationEvent,
): Promise<ReservationRow> {
  const after = await ReservationRecord.change(context, row, changes);
  emitReservation(context, after, slot, kind, row);
  return after;
}

/** The hold becomes a reservation, and its guest is told so with the link. */
export async function confirmReservation(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotTimes,
  row: ReservationRow,
): Promise<ReservationRow> {
  const { now, due } = context;
  const after = await changeReservation(
    context,
    row,
    slot,
    { status: "CONFIRMED", hold_expires_at: null, confirmed_at: now.toISOString(), contact_code_hash: null },
    "reservation.confirmed",
  );
  due.clear(HOLD_END, row.id);
  setVisit(context, bookable, slot, after);
  await tellGuest(context, bookable, slot, after, "confirmed");
  return after;
}

/** What is to happen before the visit of a reservation and after it. */
export function setVisit(
  { now, due }: Pick<Context<never>, "now" | "due">,
  { reminder_hours, no_show_minutes }: Pick<BookableRow, "reminder_hours" | "no_show_minutes">,
  { starts_at, ends_at }: SlotTimes,
  { id }: Pick<ReservationRow, "id">,
): void {
  due.set(SLOT_END, id, new Date(ends_at));
  const remind_at =
    reminder_hours === null ? null : new Date(Date.parse(starts_at) - reminder_hours * HOUR_MS);
  if (remind_at !== null && remind_at > now) due.set(REMINDER, id, remind_at);
  else due.clear(REMINDER, id);
  if (no_show_minutes === null) due.clear(NO_SHOW, id);
  else due.set(NO_SHOW, id, new Date(Date.parse(starts_at) + no_show_minutes * MINUTE_MS));
}

export function clearVisit({ due }: Pick<Context<never>, "due">, { id }: Pick<ReservationRow, "id">): void {
  for (const kind of [HOLD_END, SLOT_END, REMINDER, NO_SHOW]) due.clear(kind, id);
}
