/** The events of contractors. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Count } from "#vocabulary/basics.ts";

const contractor = { subjects: ["contractor"], scope: "drivers:read" } as const;

export const events = defineEvents({
  "contractor.created": {
    ...contractor,
    summary: "A contractor was created.",
    payload: Type.Object({ rules: Count }),
  },
  "contractor.updated": {
    ...contractor,
    summary: "A contractor was changed.",
    payload: Type.Object({
      members: Type.Array(Type.String()),
      taken_back: Count,
      left_on_routes: Count,
    }),
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
