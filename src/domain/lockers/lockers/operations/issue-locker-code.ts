/**
 * The code of a reservation, which its holder types at the device: to deposit while it is held, to collect once something is
 * in it. The same again until it is issued anew, which ends the earlier ones.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { CODE_REFUSALS, issueCode } from "../codes.ts";
import { lockReservation, RESERVATION_REFUSALS } from "../state.ts";

export const issueLockerCode = defineOperation({
  name: "lockerCodeIssue",
  summary: "Issue a code of a reservation",
  description: "A code to collect may be issued before the deposit; the device accepts it after it.",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/lockers/reservations/{reservation_id}/codes" },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    reservation_id: Ref("locker_reservation"),
    use: StringEnum(["deposit", "collect"]),
    reissue: Type.Optional(Type.Boolean({ description: "Another code; the earlier ones end." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    reservation_id: Ref("locker_reservation"),
    compartment_code: Type.String({ description: "Written on the door." }),
    use: StringEnum(["deposit", "collect"]),
    code: Type.String({ "x-secret": true, description: "8 digits." }),
    valid_until: Nullable(Timestamp),
  }),
  refusals: { ...RESERVATION_REFUSALS, ...CODE_REFUSALS },

  async run(context, { reservation_id, use, reissue = false }) {
    const target = await lockReservation(context, reservation_id);
    return { result: true, reservation_id, ...(await issueCode(context, target, use, reissue)) };
  },
});
