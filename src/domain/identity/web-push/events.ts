/** The events of devices that take push messages. Where messages go is in none: it is a secret of the device. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id } from "#vocabulary/basics.ts";

const DevicePayload = Type.Object({ account_id: Id });
const device = groupEvents({ record_kinds: ["push_device"], scope: "audit:read" });

export const events = defineEvents({
  "push_device.registered": device("A browser or an app takes push messages.", DevicePayload),
  "push_device.removed": device("A browser or an app takes no push messages any more.", DevicePayload),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
