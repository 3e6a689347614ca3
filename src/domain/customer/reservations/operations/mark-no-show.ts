/** A guest did not come. The places are free again: for those who wait until the cut-off, afterwards for walk-ins. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { markNoShow as freePlaces } from "../booking.ts";
import { messages } from "../messages.ts";
import { answerReservation } from "../present.ts";
import { ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";
import { canMarkNoShow } from "../rules.ts";
import { ReservationAnswer } from "../shapes.ts";

export const markNoShow = defineOperation({
  name: "reservationNoShow",
  summary: "Mark a guest as not come",
  access: { scopes: ["reservations:write"] },
  rest: { method: "POST", path: "/api/v1/reservations/{reservation_id}/no-show" },
  localised: true,
  input: Type.Object({ reservation_id: Ref("reservation") }),
  output: ReservationAnswer,
  refusals: { wrong_status: "conflict", not_begun: "conflict" },

  async run(context, { reservation_id }) {
    const { now, refuse } = context;
    const row = await ReservationRecord.getLocked(context, reservation_id);
    context.expectVersion(row.version);
    const { starts_at, ends_at } = await SlotRecord.get(context, row.slot_id);
    if (row.status !== "CONFIRMED")
      throw refuse("wrong_status", { message: messages.wrong_status, values: { status: row.status } });
    if (!canMarkNoShow({ ...row, starts_at, ends_at }, now))
      throw refuse("not_begun", { message: messages.not_begun });
    await freePlaces(context as never, row);
    return answerReservation(context, reservation_id);
  },
});
