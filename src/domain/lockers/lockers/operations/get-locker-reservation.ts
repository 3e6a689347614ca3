/** One reservation of a compartment. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { answerReservation } from "../present.ts";
import { getVisibleReservation } from "../records/reservation.ts";
import { ReservationAnswer } from "../shapes.ts";

export const getLockerReservation = defineOperation({
  name: "lockerReservation",
  summary: "Get a reservation of a compartment",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "GET", path: "/api/v1/lockers/reservations/{reservation_id}" },
  localised: true,
  input: Type.Object({ reservation_id: Ref("locker_reservation") }),
  output: ReservationAnswer,

  run: async (context, { reservation_id }) =>
    answerReservation(await getVisibleReservation(context, reservation_id)),
});
