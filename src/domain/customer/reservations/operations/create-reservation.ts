/** Reserve for a guest at the desk: the lead time does not bind it, the counter of the slot does. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getSlot, insertHold, SLOT_REFUSALS, takeSlot } from "../booking.ts";
import { confirmReservation } from "../change.ts";
import { GUEST_REFUSALS, readGuest } from "../guest.ts";
import { addManageLink } from "../links.ts";
import { answerReservation } from "../present.ts";
import { shareBookable } from "../records/bookable.ts";
import { guestMembers, Places, ReservationAnswer } from "../shapes.ts";

export const createReservation = defineOperation({
  name: "reservationCreate",
  summary: "Reserve for a guest",
  destructive: false,
  access: { scopes: ["reservations:write"] },
  rest: { method: "POST", path: "/api/v1/reservations", status: 201 },
  localised: true,
  input: Type.Object({
    bookable_id: Ref("bookable"),
    starts_at: Timestamp,
    places: Type.Optional({ ...Places, default: 1 }),
    ...guestMembers,
  }),
  output: Type.Object({ ...ReservationAnswer.properties, reservation_id: Ref("reservation") }),
  refusals: { ...SLOT_REFUSALS, ...GUEST_REFUSALS },

  async run(context, { bookable_id, starts_at, places = 1, ...input }) {
    const bookable = await shareBookable(context, bookable_id);
    const form_fields = { ...bookable.form_fields, required: [] };
    const guest = readGuest(context as never, input, { form_fields, contact: "none" });
    const times = getSlot(context as never, bookable, {
      starts_at: new Date(starts_at),
      places,
      at_desk: true,
    });
    const slot = await takeSlot(context as never, bookable, times, places);
    const hold = await insertHold(context as never, bookable, {
      slot,
      places,
      source: "desk",
      guest,
      language: guest.guest_language,
    });
    const { row } = await addManageLink(context as never, hold, slot.ends_at);
    await confirmReservation(context as never, bookable, slot, row);
    return { ...(await answerReservation(context, row.id)), reservation_id: row.id };
  },
});
