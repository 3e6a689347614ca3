/** Give the deposit of a reservation back: one that was kept, or whose refund the processor refused. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { requestRefund } from "../deposit.ts";
import { messages } from "../messages.ts";
import { answerReservation } from "../present.ts";
import { BookableRecord } from "../records/bookable.ts";
import { ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";
import { ReservationAnswer } from "../shapes.ts";

export const refundDeposit = defineOperation({
  name: "reservationDepositRefund",
  summary: "Refund the deposit of a reservation",
  risk: "high",
  access: { scopes: ["reservations:write"], roles: ["client_admin"] },
  rest: { method: "POST", path: "/api/v1/reservations/{reservation_id}/refund" },
  localised: true,
  input: Type.Object({ reservation_id: Ref("reservation") }),
  output: ReservationAnswer,
  refusals: { nothing_to_refund: "conflict" },

  async run(context, { reservation_id }) {
    const row = await ReservationRecord.getLocked(context, reservation_id);
    context.expectVersion(row.version);
    const { payment_status, payment_failure } = row;
    const is_stuck = payment_status === "REFUND_PENDING" && payment_failure !== null;
    if (payment_status !== "PAID" && payment_status !== "KEPT" && !is_stuck)
      throw context.refuse("nothing_to_refund", { message: messages.nothing_to_refund });
    const bookable = await BookableRecord.get(context, row.bookable_id);
    const slot = await SlotRecord.get(context, row.slot_id);
    await requestRefund(context as never, bookable, slot, row);
    return answerReservation(context, reservation_id);
  },
});
