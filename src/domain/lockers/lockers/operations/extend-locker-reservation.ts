/** Move the end of a hold, or of the time to collect: what was overdue is not any more. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerReservation } from "../present.ts";
import { getVisibleReservation } from "../records/reservation.ts";
import { ReservationAnswer } from "../shapes.ts";
import { extend, lockReservation, RESERVATION_REFUSALS } from "../state.ts";

export const extendLockerReservation = defineOperation({
  name: "lockerReservationExtend",
  summary: "Extend a reservation of a compartment",
  description: "Of a hold `until` is its end, of a reservation in use the end of the time to collect.",
  access: { scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/lockers/reservations/{reservation_id}/extend" },
  localised: true,
  input: Type.Object({ reservation_id: Ref("locker_reservation"), until: Timestamp }),
  output: ReservationAnswer,
  refusals: { ...RESERVATION_REFUSALS, end_in_the_past: "invalid" },

  async run(context, { reservation_id, until }) {
    const target = await lockReservation(context, reservation_id);
    context.expectVersion(target.reservation.version);
    if (new Date(until) <= context.now)
      throw context.refuse("end_in_the_past", { message: messages.end_in_the_past });
    await extend(context, target, new Date(until));
    return answerReservation(await getVisibleReservation(context, reservation_id));
  },
});
