/** Get a driver's profile: for the business, the driver's contractor and the driver. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildDriverInfoResponse } from "../records/driver.ts";
import { DriverInfoAnswer } from "../shapes.ts";
import { DRIVER_ROLES, getVisibleDriver } from "../visibility.ts";

export const getDriverInfo = defineOperation({
  name: "driverinfo",
  summary: "Get the profile of a driver",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/driverinfo/{driver_id}" },
  input: Type.Object({ driver_id: Ref("driver") }),
  output: DriverInfoAnswer,

  run: async (context, { driver_id }) =>
    buildDriverInfoResponse(await getVisibleDriver(context, driver_id, { lock: false })),
});
