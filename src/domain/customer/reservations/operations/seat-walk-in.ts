/**
 * Somebody without a reservation is here. With room in the slot that is under way it is checked in at once; otherwise it joins the
 * waitlist that everybody is on, for the rest of the day.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { insertHold } from "../booking.ts";
import { changeReservation, confirmReservation, NO_SHOW, REMINDER } from "../change.ts";
import { GUEST_REFUSALS, readGuest } from "../guest.ts";
import { JOIN_REFUSALS, joinWaitlist } from "../join.ts";
import { messages } from "../messages.ts";
import { answerEntry, answerReservation } from "../present.ts";
import { lockWaitlist } from "../records/bookable.ts";
import { takePlaces } from "../records/slot.ts";
import { guestMembers, Places, Reservation, WaitlistEntry } from "../shapes.ts";
import { findCurrentSlot } from "../slots.ts";

export const seatWalkIn = defineOperation({
  name: "reservationWalkIn",
  summary: "Check in a walk-in, or let it wait",
  destructive: false,
  access: { scopes: ["reservations:write"] },
  rest: { method: "POST", path: "/api/v1/reservations/walk-ins", status: 201 },
  localised: true,
  input: Type.Object({
    bookable_id: Ref("bookable"),
    places: Type.Optional({ ...Places, default: 1 }),
    ...guestMembers,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    reservation: Nullable(Reservation),
    entry: Nullable(WaitlistEntry),
  }),
  refusals: { ...JOIN_REFUSALS, ...GUEST_REFUSALS },

  async run(context, { bookable_id, places = 1, ...input }) {
    const { now, due, refuse } = context;
    const bookable = await lockWaitlist(context, bookable_id);
    const form_fields = { ...bookable.form_fields, required: [] };
    const guest = readGuest(context as never, input, { form_fields, contact: "none" });
    if (places > bookable.capacity)
      throw refuse("too_many_places", {
        message: messages.too_many_places,
        values: { places: bookable.capacity },
        errors: [{ field: "places", message: messages.too_many_places.with({ places: bookable.capacity }) }],
      });
    const times = findCurrentSlot(bookable, now);
    const slot = times === undefined ? null : await takePlaces(context, { bookable_id, slot: times, places });
    if (slot !== null) {
      const held = await insertHold(context as never, bookable, {
        slot,
        places,
        source: "walk_in",
        guest: { ...guest, guest_email: null, guest_phone: null },
        language: guest.guest_language,
      });
      const confirmed = await confirmReservation(context as never, bookable, slot, held);
      const row = await changeReservation(
        context as never,
        confirmed,
        slot,
        {
          status: "CHECKED_IN",
          checked_in_at: now.toISOString(),
          guest_email: guest.guest_email,
          guest_phone: guest.guest_phone,
        },
        "reservation.checked_in",
      );
      for (const kind of [REMINDER, NO_SHOW]) due.clear(kind, row.id);
      const { reservation } = await answerReservation(context, row.id);
      return { result: true, reservation, entry: null };
    }
    const tomorrow = addDays(toLocalDate(now, bookable.time_zone), 1);
    const windows = [
      { from: now.toISOString(), to: toInstant(tomorrow, "00:00", bookable.time_zone).toISOString() },
    ];
    const { entry } = await joinWaitlist(context as never, bookable, {
      places,
      windows,
      source: "walk_in",
      guest,
    });
    return { result: true, reservation: null, entry: (await answerEntry(context, entry.id)).entry };
  },
});
