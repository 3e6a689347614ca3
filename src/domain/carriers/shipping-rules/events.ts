/** The events of shipping rules. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Count } from "#vocabulary/basics.ts";

export const events = defineEvents({
  "shipping_rules.changed": {
    record_kinds: ["business"],
    scope: "settings:read",
    summary: "The rules that choose carrier and service were changed.",
    payload: Type.Object({ rules: Count }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
