/** The events of devices. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { COMMAND_KINDS } from "./records/command.ts";

const device = groupEvents({ record_kinds: ["locker_device"], scope: "lockers:read" });

export const events = defineEvents(
  {
    "device.provisioned": device(
      "A device was provisioned with a claim.",
      { epoch: Type.Integer(), model: Type.String(), firmware: Type.String() },
      { public_types: ["device.provisioned"], wakes_device: true },
    ),
    "device.command_queued": device(
      "A device was told to do something.",
      {
        command_id: NoRef("the command"),
        compartment_id: Nullable(NoRef("the compartment, where it concerns one")),
        command: StringEnum(COMMAND_KINDS),
      },
      { wakes_device: true },
    ),
    "device.offline": device(
      "A device was not heard for three heartbeats, lost its connection, or said that it ends.",
      {
        last_seen_at: Nullable(Timestamp),
        queued_operations: Type.Integer({ description: "Operations that it had not sent then." }),
      },
      { public_types: ["device.offline"] },
    ),
    "device.online": device(
      "A device that was offline was heard again.",
      { offline_since: Timestamp },
      { public_types: ["device.online"] },
    ),
    "device.tampered": device(
      "A device was tampered with, or its operations were changed after they were sent.",
      { what: Type.String({ description: "`changed_operation`, `chain`, or what the device reported." }) },
      { public_types: ["device.tampered"] },
    ),
    "device.retired": device(
      "A device was retired.",
      {},
      { public_types: ["device.retired"], wakes_device: true },
    ),
  },
  {
    "device.provisioned": "A locker, kiosk or smart-drop was provisioned.",
    "device.offline": "A locker, kiosk or smart-drop went offline.",
    "device.online": "A locker, kiosk or smart-drop is online again.",
    "device.tampered": "A locker, kiosk or smart-drop was tampered with.",
    "device.retired": "A locker, kiosk or smart-drop was retired.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
