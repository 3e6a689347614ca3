/** Set when a driver is available: both lists are replaced. Shifts that exist stay. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES } from "../access.ts";
import { messages } from "../messages.ts";
import { answerAvailability, requireDriverAccess, saveAvailability } from "../records/driver-availability.ts";
import { AvailabilityAnswer, availabilityMembers } from "../shapes.ts";

export const updateAvailability = defineOperation({
  name: "driverAvailabilityUpdate",
  summary: "Set when a driver is available",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "PUT", path: "/api/v1/fleets/drivers/{driver_id}/availability" },
  localised: true,
  input: Type.Object({ driver_id: Ref("driver"), ...availabilityMembers }),
  output: AvailabilityAnswer,

  async run(context, { driver_id, weekly, time_off }) {
    const { refuse, emit, expectVersion } = context;
    await requireDriverAccess(context, driver_id, "for no key update of d");
    expectVersion((await answerAvailability(context, driver_id)).version);
    const errors = time_off.flatMap(({ from_date, to_date }, index) =>
      from_date <= to_date
        ? []
        : [{ field: `time_off/${index}/to_date`, message: messages.invalid_period.with({ days: 366 }) }],
    );
    if (errors.length > 0)
      throw refuse("invalid_request", { message: messages.invalid_period, values: { days: 366 }, errors });
    await saveAvailability(context, driver_id, { weekly, time_off });
    emit({
      subject: { type: "driver", id: driver_id },
      kind: "driver.availability_changed",
      payload: { weekly: weekly.length, time_off: time_off.length },
    });
    return answerAvailability(context, driver_id);
  },
});
