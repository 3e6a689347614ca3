/** Holds places for a guest, and what a hold goes through until it is a reservation; moves and ends reservations. */
import type { Context } from "#operation/define/context.ts";
import {
  changeReservation,
  clearVisit,
  confirmReservation,
  emitReservation,
  HOLD_END,
  setVisit,
} from "./change.ts";
import { CODE_REFUSALS, sendContactCode } from "./contact-code.ts";
import { settleDeposit } from "./deposit.ts";
import type { Guest } from "./guest.ts";
import { messages } from "./messages.ts";
import { tellGuest } from "./notify.ts";
import { type BookableRow, lockWaitlist } from "./records/bookable.ts";
import { insertReservation, type ReservationRow } from "./records/reservation.ts";
import { addPlaces, isFull, lockSlot, SlotRecord, type SlotRow, takePlaces } from "./records/slot.ts";
import {
  type BookingRefusal,
  checkSlot,
  type EndCause,
  findMissing,
  HOLD_MS,
  type Source,
  takesPlaces,
} from "./rules.ts";
import type { SlotTimes } from "./slots.ts";
import { giveBack, offerFreePlaces } from "./waitlist.ts";

export const SLOT_REFUSALS = {
  slot_full: "conflict",
  outside_lead_time: "invalid",
  no_slot: "invalid",
  too_many_places: "invalid",
} as const;

export const BOOKING_REFUSALS = { ...SLOT_REFUSALS, ...CODE_REFUSALS } as const;

type SlotContext = Pick<Context<keyof typeof SLOT_REFUSALS>, "refuse" | "now" | "db" | "business_id">;

const FIELDS: Record<BookingRefusal, string> = {
  outside_lead_time: "starts_at",
  no_slot: "starts_at",
  too_many_places: "places",
};

/** The slot that is asked for. Refuses one that does not exist, is too early or too late, or has too few places at all. */
export function getSlot(
  { refuse, now }: Pick<SlotContext, "refuse" | "now">,
  bookable: BookableRow,
  request: { starts_at: Date; places: number; at_desk: boolean },
): SlotTimes {
  const checked = checkSlot(bookable, request, now);
  if (typeof checked !== "string") return checked;
  const message =
    checked === "too_many_places"
      ? messages.too_many_places.with({ places: Math.min(bookable.places_max, bookable.capacity) })
      : messages[checked];
  throw refuse(checked, {
    message: message as never,
    errors: [{ field: FIELDS[checked], message: message as never }],
  });
}

/** Takes places from the counter of a slot of a shared bookable. Refuses `slot_full`. */
export async function takeSlot(
  context: SlotContext,
  bookable: BookableRow,
  slot: SlotTimes,
  places: number,
): Promise<SlotRow> {
  const row = (await isFull(context, bookable, slot, places))
    ? null
    : await takePlaces(context, { bookable_id: bookable.id, slot, places });
  if (row === null) throw context.refuse("slot_full", { message: messages.slot_full });
  return row;
}

interface NewHold {
  slot: SlotRow;
  places: number;
  source: Source;
  guest: Guest | null;
  language: string;
  entry_id?: number;
  contact_verified?: boolean;
}

/** Stores a hold of places that were taken. */
export async function insertHold(
  context: Context<never>,
  bookable: BookableRow,
  { slot, places, source, guest, language, entry_id, contact_verified = false }: NewHold,
): Promise<ReservationRow> {
  const { now, due } = context;
  const is_public = source === "public" || source === "waitlist";
  const hold_expires_at = new Date(now.getTime() + HOLD_MS);
  const row = await insertReservation(context, {
    bookable_id: bookable.id,
    slot_id: slot.id,
    places,
    source,
    guest_name: guest?.guest_name ?? null,
    guest_email: guest?.guest_email ?? null,
    guest_phone: guest?.guest_phone ?? null,
    guest_language: guest?.guest_language ?? language,
    guest_note: guest?.guest_note ?? null,
    form: guest?.form ?? {},
    hold_expires_at: hold_expires_at.toISOString(),
    contact_verified_at: contact_verified ? now.toISOString() : null,
    deposit_minor: is_public ? bookable.deposit_minor : 0,
    currency: bookable.currency,
    entry_id: entry_id ?? null,
  });
  due.set(HOLD_END, row.id, hold_expires_at);
  emitReservation(context, row, slot, "reservation.held", null);
  return row;
}

/** Takes a hold as far as it can go: it is confirmed, or what is missing is asked for. */
export async function advanceHold(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
  row: ReservationRow,
): Promise<ReservationRow> {
  const missing = findMissing(bookable, row);
  if (missing === null) return confirmReservation(context, bookable, slot, row);
  if (missing === "contact_code" && row.contact_code_hash === null)
    return sendContactCode(context as never, bookable, row);
  return row;
}

/**
 * Ends a locked reservation or hold. Its places go to those who wait, and its deposit back to the guest where the rule says so.
 */
export async function endReservation(
  context: Context<never>,
  row: ReservationRow,
  cause: EndCause,
): Promise<ReservationRow> {
  const bookable = await lockWaitlist(context, row.bookable_id);
  const slot = await SlotRecord.getLocked(context, row.slot_id);
  const was_confirmed = row.status !== "REQUESTED";
  const ended = await changeReservation(
    context,
    row,
    slot,
    {
      status: "CANCELLED",
      end_cause: cause,
      hold_expires_at: null,
      contact_code_hash: null,
      calendar_sequence: row.calendar_sequence + 1,
    },
    "reservation.cancelled",
  );
  clearVisit(context, ended);
  const after = await settleDeposit(context, bookable, slot, ended, cause);
  if (was_confirmed) await tellGuest(context, bookable, slot, after, "cancelled");
  await giveBack(context, bookable, row.slot_id, row.places);
  return after;
}

/** A guest did not come: the places are free again, for whoever stands at the desk where the slot has begun. */
export async function markNoShow(context: Context<never>, row: ReservationRow): Promise<ReservationRow> {
  const bookable = await lockWaitlist(context, row.bookable_id);
  const slot = await SlotRecord.getLocked(context, row.slot_id);
  const after = await changeReservation(context, row, slot, { status: "NO_SHOW" }, "reservation.no_show");
  clearVisit(context, after);
  const settled_row = await settleDeposit(context, bookable, slot, after, "guest");
  await giveBack(context, bookable, row.slot_id, row.places);
  return settled_row;
}

/**
 * Moves a locked reservation to another slot, or changes its places, all or nothing: the counters of both slots change in one
 * transaction, and where the new one has no room nothing does.
 */
export async function moveReservation(
  context: Context<never>,
  row: ReservationRow,
  bookable: BookableRow,
  { slot, places }: { slot: SlotTimes; places: number },
): Promise<ReservationRow> {
  const refuse_full = () =>
    (context as unknown as SlotContext).refuse("slot_full", { message: messages.slot_full });
  if (!takesPlaces(row.status)) throw new Error("A reservation without places is not moved.");
  // Both are locked in the order of time, as whoever moves the other way does.
  const current_slot = await SlotRecord.get(context, row.slot_id);
  const is_same = Date.parse(current_slot.starts_at) === slot.starts_at.getTime();
  const times = [
    slot,
    ...(is_same
      ? []
      : [{ starts_at: new Date(current_slot.starts_at), ends_at: new Date(current_slot.ends_at) }]),
  ];
  times.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
  const locked = new Map<number, SlotRow>();
  for (const one of times) locked.set(one.starts_at.getTime(), await lockSlot(context, bookable.id, one));
  const target = locked.get(slot.starts_at.getTime()) as SlotRow;
  const change = is_same ? places - row.places : places;
  if (change > 0 && target.taken + change > bookable.capacity) throw refuse_full();
  const after_target = await addPlaces(context, target.id, { taken: change });
  const after = await changeReservation(
    context,
    row,
    after_target,
    { slot_id: target.id, places, calendar_sequence: row.calendar_sequence + 1 },
    "reservation.moved",
  );
  if (after.status === "CONFIRMED") {
    setVisit(context, bookable, after_target, after);
    await tellGuest(context, bookable, after_target, after, "moved");
  }
  if (is_same && change < 0) await offerFreePlaces(context, bookable, after_target);
  if (!is_same) await giveBack(context, bookable, row.slot_id, row.places);
  return after;
}
