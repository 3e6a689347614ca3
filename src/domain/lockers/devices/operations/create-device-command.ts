/** Tell a device to report the state of its compartments, or to start again. What concerns compartments is told by the family above. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { queueCommand } from "../records/command.ts";
import { lockDevice } from "../records/device.ts";
import { buildCommand, DeviceCommand } from "../shapes.ts";

const LIFE_MS = 5 * 60_000;

export const createDeviceCommand = defineOperation({
  name: "createDeviceCommand",
  summary: "Tell a device to report its state or to start again",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/device-operations/devices/{device_id}/commands", status: 201 },
  input: Type.Object({
    device_id: Ref("locker_device"),
    kind: StringEnum(["snapshot", "reboot"]),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  output: Type.Object({ result: Type.Boolean(), command: DeviceCommand }),
  refusals: { not_provisioned: "conflict" },

  async run(context, { device_id, kind, reason = "" }) {
    const { refuse, now, actor } = context;
    const device = await lockDevice(context, device_id);
    if (device === undefined) throw refuse("not_found", { message: messages.no_device });
    if (device.status === "PROVISIONING" || device.status === "RETIRED")
      throw refuse("not_provisioned", { message: messages.not_provisioned });
    const expires_at = new Date(now.getTime() + LIFE_MS);
    const command = await queueCommand(context, device_id, { kind, expires_at, reason });
    return { result: true, command: buildCommand({ ...command, account_name: actor.name }) };
  },
});
