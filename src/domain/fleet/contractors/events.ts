/** The events of contractors. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count } from "#vocabulary/basics.ts";

const contractor = groupEvents({ record_kinds: ["contractor"], scope: "drivers:read" });

export const events = defineEvents({
  "contractor.created": contractor("A contractor was created.", { rules: Count }),
  "contractor.updated": contractor("A contractor was changed.", {
    members: Type.Array(Type.String()),
    taken_back: Count,
    left_on_routes: Count,
  }),
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
