/** The events of the settings of messages. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";

export const events = defineEvents({
  "business.messaging_changed": {
    summary: "The senders of e-mails or text messages were changed.",
    record_kinds: ["business"],
    scope: "settings:read",
    payload: Type.Object({ channels: Type.Array(Type.String()) }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
