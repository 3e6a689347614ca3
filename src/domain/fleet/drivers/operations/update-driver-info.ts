/** Change a driver's profile. Drivers may change their own, except for the vehicle, which the business or the contractor sets. */
import Type from "typebox";
import { Locale, Name, Phone } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Latitude, Longitude, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeDriver, checkVehicle, type DriverSet, parsePhone } from "../change-driver.ts";
import { messages } from "../messages.ts";
import { buildDriverInfoResponse } from "../records/driver.ts";
import { Contact, DriverInfoAnswer } from "../shapes.ts";
import { DRIVER_ROLES, getVisibleDriver } from "../visibility.ts";

export const updateDriverInfo = defineOperation({
  name: "driverinfoUpdate",
  summary: "Update the profile of a driver",
  access: { roles: DRIVER_ROLES, scopes: ["drivers:write"] },
  rest: { method: "PATCH", path: "/api/v1/driverinfo/{driver_id}" },
  input: Type.Object({
    driver_id: Ref("driver"),
    name: Type.Optional(Name),
    phone: Type.Optional(Phone),
    languages: Type.Optional(Type.Array(Locale, { maxItems: 10, uniqueItems: true })),
    emergency_contact: Type.Optional(Nullable(Contact)),
    home_lat: Type.Optional(Nullable(Latitude)),
    home_lng: Type.Optional(Nullable(Longitude)),
    vehicle_id: Type.Optional(Nullable(Ref("vehicle"))),
  }),
  output: DriverInfoAnswer,
  refusals: { invalid_phone: "invalid", unknown_vehicle: "invalid" },

  async run(context, { driver_id, phone, ...members }) {
    const { actor, refuse, expectVersion } = context;
    const driver = await getVisibleDriver(context, driver_id, { lock: true });
    expectVersion(driver.version);
    if (actor.role === "driver" && members.vehicle_id !== undefined)
      throw refuse("forbidden", { message: messages.vehicle_by_business });
    const set: DriverSet = {
      ...members,
      ...(phone === undefined ? {} : { phone_e164: parsePhone(context, phone) }),
    };
    const home = { ...driver, ...set };
    if ((home.home_lat === null) !== (home.home_lng === null)) {
      throw refuse("invalid_request", {
        message: messages.position_in_pairs,
        errors: [{ field: "home_lng", message: messages.goes_with_latitude }],
      });
    }
    await checkVehicle(context, members.vehicle_id);
    return buildDriverInfoResponse(await changeDriver(context, driver, set, "driver.profile_changed"));
  },
});
