/** The events of tracking data that partners send. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Nullable } from "#vocabulary/basics.ts";

export const events = defineEvents({
  "tracking.updated": {
    summary: "A provider sent tracking events of a number.",
    record_kinds: "any",
    scope: "orders:read",
    payload: Type.Object({
      tracking_number: Type.String(),
      provider: Type.String(),
      events: Count,
      event_ids: Type.Array(Type.String(), { description: "Of the first 20." }),
      status_code: Nullable(Type.String()),
      revision: Nullable(Type.String()),
    }),
    public_types: ["tracking.updated"],
  },
});

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
