/** What a device was told to do, newest first, and what became of it. */
import Type from "typebox";
import { defineList, filter, required } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { COMMAND_KINDS, COMMAND_STATUSES } from "../records/command.ts";
import { findDevice } from "../records/device.ts";
import { buildCommand, DeviceCommand, type ListedCommand } from "../shapes.ts";

export const listDeviceCommands = defineList({
  name: "deviceCommands",
  summary: "List commands to a device",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/device-operations/devices/{device_id}/commands" },
  within: { device_id: required(Ref("locker_device"), "c.device_id = $device_id") },
  filters: {
    compartment_id: filter(Ref("locker_compartment"), "c.compartment_id = $compartment_id::bigint"),
    status: filter(StringEnum(COMMAND_STATUSES), "c.status = $status"),
    kind: filter(StringEnum(COMMAND_KINDS), "c.kind = $kind"),
  },
  rows: { commands: Type.Array(DeviceCommand) },
  from: "locker_command c",
  select: `select c.*, p.name as account_name from locker_command c
    left join account p on p.business_id = c.business_id and p.id = c.account_id`,
  order: byId("c.id"),
  async values(context, { device_id }) {
    if ((await findDevice(context, device_id)) === undefined)
      throw context.refuse("not_found", { message: messages.no_device });
    return {};
  },
  build: (row: ListedCommand) => buildCommand(row),
});
