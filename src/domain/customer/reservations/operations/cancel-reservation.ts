/** Cancel a reservation for the business: its guest is told, and a deposit goes back. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { endReservation } from "../booking.ts";
import { messages } from "../messages.ts";
import { answerReservation } from "../present.ts";
import { ReservationRecord } from "../records/reservation.ts";
import { ReservationAnswer } from "../shapes.ts";

export const cancelReservation = defineOperation({
  name: "reservationCancel",
  summary: "Cancel a reservation",
  access: { scopes: ["reservations:write"] },
  rest: { method: "POST", path: "/api/v1/reservations/{reservation_id}/cancel" },
  localised: true,
  input: Type.Object({ reservation_id: Ref("reservation") }),
  output: ReservationAnswer,
  refusals: { wrong_status: "conflict" },

  async run(context, { reservation_id }) {
    const row = await ReservationRecord.getLocked(context, reservation_id);
    context.expectVersion(row.version);
    if (row.status !== "CONFIRMED" && row.status !== "REQUESTED")
      throw context.refuse("wrong_status", {
        message: messages.wrong_status,
        values: { status: row.status },
      });
    await endReservation(context as never, row, "business");
    return answerReservation(context, reservation_id);
  },
});
