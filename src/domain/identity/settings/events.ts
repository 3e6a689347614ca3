/** The events of the settings of a business. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";

export const events = defineEvents({
  "business.settings_changed": {
    summary: "The settings of the business were changed.",
    record_kinds: ["business"],
    scope: "settings:read",
    payload: Type.Object({ members: Type.Array(Type.String()) }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
