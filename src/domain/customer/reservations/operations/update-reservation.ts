/** Move a reservation at the desk, or change its places. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getSlot, moveReservation, SLOT_REFUSALS } from "../booking.ts";
import { messages } from "../messages.ts";
import { answerReservation } from "../present.ts";
import { lockWaitlist } from "../records/bookable.ts";
import { ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";
import { Places, ReservationAnswer } from "../shapes.ts";

export const updateReservation = defineOperation({
  name: "reservationUpdate",
  summary: "Move a reservation",
  access: { scopes: ["reservations:write"] },
  rest: { method: "PATCH", path: "/api/v1/reservations/{reservation_id}" },
  localised: true,
  input: Type.Object({
    reservation_id: Ref("reservation"),
    starts_at: Type.Optional(Timestamp),
    places: Type.Optional(Places),
  }),
  output: ReservationAnswer,
  refusals: { ...SLOT_REFUSALS, wrong_status: "conflict" },

  async run(context, { reservation_id, starts_at, places }) {
    const row = await ReservationRecord.getLocked(context, reservation_id);
    context.expectVersion(row.version);
    const bookable = await lockWaitlist(context, row.bookable_id);
    if (row.status !== "CONFIRMED")
      throw context.refuse("wrong_status", {
        message: messages.wrong_status,
        values: { status: row.status },
      });
    const current_slot = await SlotRecord.get(context, row.slot_id);
    const request = {
      starts_at: new Date(starts_at ?? current_slot.starts_at),
      places: places ?? row.places,
      at_desk: true,
    };
    const is_same = request.starts_at.getTime() === Date.parse(current_slot.starts_at);
    if (is_same && request.places === row.places) return answerReservation(context, row.id);
    // The calendar may have changed since: the reservation keeps its slot.
    const slot = is_same
      ? { starts_at: new Date(current_slot.starts_at), ends_at: new Date(current_slot.ends_at) }
      : getSlot(context as never, bookable, request);
    await moveReservation(context as never, row, bookable, { slot, places: request.places });
    return answerReservation(context, row.id);
  },
});
