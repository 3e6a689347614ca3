/** One reservation, as the desk sees it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerReservation } from "../present.ts";
import { ReservationAnswer } from "../shapes.ts";

export const getReservation = defineOperation({
  name: "reservation",
  summary: "Get a reservation",
  access: { scopes: ["reservations:read"] },
  rest: { method: "GET", path: "/api/v1/reservations/{reservation_id}" },
  localised: true,
  input: Type.Object({ reservation_id: Ref("reservation") }),
  output: ReservationAnswer,

  run: (context, { reservation_id }) => answerReservation(context, reservation_id),
});
