/** Give up a reservation before anything is put in. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { answerReservation } from "../present.ts";
import { getVisibleReservation } from "../records/reservation.ts";
import { releaseReservation } from "../reserve.ts";
import { REQUEST_REFUSALS } from "../rules.ts";
import { ReservationAnswer } from "../shapes.ts";
import { lockReservation, RESERVATION_REFUSALS } from "../state.ts";

export const releaseLockerReservation = defineOperation({
  name: "lockerReservationRelease",
  summary: "Release a reservation of a compartment",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "DELETE", path: "/api/v1/lockers/reservations/{reservation_id}" },
  localised: true,
  input: Type.Object({ reservation_id: Ref("locker_reservation") }),
  output: ReservationAnswer,
  refusals: { ...REQUEST_REFUSALS, ...RESERVATION_REFUSALS },

  async run(context, { reservation_id }) {
    const target = await lockReservation(context, reservation_id);
    context.expectVersion(target.reservation.version);
    await releaseReservation(context, target);
    return answerReservation(await getVisibleReservation(context, reservation_id));
  },
});
