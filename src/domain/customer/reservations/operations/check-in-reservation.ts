/** A guest is here. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeReservation, NO_SHOW, REMINDER } from "../change.ts";
import { messages } from "../messages.ts";
import { answerReservation } from "../present.ts";
import { ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";
import { canCheckIn } from "../rules.ts";
import { ReservationAnswer } from "../shapes.ts";

export const checkInReservation = defineOperation({
  name: "reservationCheckIn",
  summary: "Check in a guest",
  access: { scopes: ["reservations:write"] },
  rest: { method: "POST", path: "/api/v1/reservations/{reservation_id}/check-in" },
  localised: true,
  input: Type.Object({ reservation_id: Ref("reservation") }),
  output: ReservationAnswer,
  refusals: { wrong_status: "conflict", slot_over: "conflict" },

  async run(context, { reservation_id }) {
    const { now, refuse, due } = context;
    const row = await ReservationRecord.getLocked(context, reservation_id);
    context.expectVersion(row.version);
    const slot = await SlotRecord.get(context, row.slot_id);
    const { starts_at, ends_at } = slot;
    if (row.status !== "CONFIRMED")
      throw refuse("wrong_status", { message: messages.wrong_status, values: { status: row.status } });
    if (!canCheckIn({ ...row, starts_at, ends_at }, now))
      throw refuse("slot_over", { message: messages.slot_over });
    await changeReservation(
      context as never,
      row,
      slot,
      { status: "CHECKED_IN", checked_in_at: now.toISOString() },
      "reservation.checked_in",
    );
    due.clear(REMINDER, reservation_id);
    due.clear(NO_SHOW, reservation_id);
    return answerReservation(context, reservation_id);
  },
});
