/** Change a locker, or put it into maintenance and back. Members that are absent stay. */
import Type from "typebox";
import { changeDevice, setMaintenance } from "#domain/lockers/devices/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerLocker } from "../present.ts";
import { LockerAnswer, LockerName, OpeningHours } from "../shapes.ts";
import { lockLocker } from "../state.ts";

export const updateLocker = defineOperation({
  name: "lockerUpdate",
  summary: "Update a locker",
  description:
    "In maintenance nobody reserves, deposits or collects, and an administrator may open many doors at once.",
  access: { scopes: ["lockers:write"] },
  rest: { method: "PATCH", path: "/api/v1/lockers/{locker_id}" },
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    name: Type.Optional(LockerName),
    place: Type.Optional(Place),
    opening_hours: Type.Optional(Nullable(OpeningHours)),
    maintenance: Type.Optional(Type.Boolean()),
  }),
  output: LockerAnswer,
  refusals: { not_provisioned: "conflict" },

  async run(context, { locker_id, maintenance, opening_hours, ...change }) {
    const device = await lockLocker(context, locker_id);
    context.expectVersion(device.version);
    if (maintenance === true && device.status === "PROVISIONING")
      throw context.refuse("not_provisioned", { message: messages.not_provisioned });
    const changed = await changeDevice(context, device, {
      ...change,
      ...(opening_hours === undefined
        ? {}
        : { opening_hours: opening_hours as Record<string, [string, string][]> | null }),
    });
    const is_in_maintenance = device.status === "MAINTENANCE";
    const after =
      maintenance === undefined || maintenance === is_in_maintenance
        ? changed
        : await setMaintenance(context, changed, maintenance);
    context.emit({
      subject: { type: "locker_device", id: locker_id },
      kind: "locker.changed",
      payload: {
        changed: Object.keys({ ...change, ...(opening_hours === undefined ? {} : { opening_hours }) }),
        status: after.status,
      },
      before: { status: device.status },
      after: { status: after.status },
    });
    return answerLocker(after);
  },
});
