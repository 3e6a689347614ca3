/** When a driver is available: to the driver, and to those who plan the driver's fleet. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES } from "../access.ts";
import { answerAvailability, requireDriverAccess } from "../records/driver-availability.ts";
import { AvailabilityAnswer } from "../shapes.ts";

export const getAvailability = defineOperation({
  name: "driverAvailability",
  summary: "Get when a driver is available",
  access: { roles: FLEET_ROLES, scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/fleets/drivers/{driver_id}/availability" },
  localised: true,
  input: Type.Object({ driver_id: Ref("driver") }),
  output: AvailabilityAnswer,

  async run(context, { driver_id }) {
    await requireDriverAccess(context, driver_id, "");
    return answerAvailability(context, driver_id);
  },
});
