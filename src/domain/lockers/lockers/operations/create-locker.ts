/** Create a locker, kiosk or smart-drop. It is not usable before it is provisioned: `lockerClaimCreate`. */
import Type from "typebox";
import { createDevice, DEVICE_KINDS } from "#domain/lockers/devices/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerLocker } from "../present.ts";
import { Locker, LockerName, OpeningHours } from "../shapes.ts";

export const createLocker = defineOperation({
  name: "lockerCreate",
  summary: "Create a locker",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers", status: 201 },
  localised: true,
  input: Type.Object({
    kind: StringEnum(DEVICE_KINDS),
    serial: Type.String({ minLength: 1, maxLength: 64, description: "Printed on the device." }),
    name: LockerName,
    place: Place,
    opening_hours: Type.Optional(Nullable(OpeningHours)),
  }),
  output: Type.Object({ result: Type.Boolean(), locker_id: Ref("locker_device"), locker: Locker }),
  refusals: { serial_taken: "conflict" },

  async run(context, { kind, serial, name, place, opening_hours = null }) {
    const device = await createDevice(context, {
      kind,
      serial: serial.trim(),
      name: name.trim(),
      place,
      opening_hours: opening_hours as Record<string, [string, string][]> | null,
    });
    if (device === undefined) throw context.refuse("serial_taken", { message: messages.serial_taken });
    context.emit({
      subject: { type: "locker_device", id: device.id, is_new: true },
      kind: "locker.created",
      payload: { kind },
      before: null,
      after: { kind, serial: device.serial },
    });
    return { ...answerLocker(device), locker_id: device.id };
  },
});
