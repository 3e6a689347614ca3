/** The events of devices that take push messages. Where messages go is in none: it is a secret of the device. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id } from "#vocabulary/basics.ts";

const device = {
  subjects: ["push_device"],
  scope: "audit:read",
  payload: Type.Object({ account_id: Id }),
} as const;

export const events = defineEvents({
  "push_device.registered": { ...device, summary: "A browser or an app takes push messages." },
  "push_device.removed": { ...device, summary: "A browser or an app takes no push messages any more." },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
