/** The events of locker rentals. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";

export const events = defineEvents(
  {
    "storage_rental.changed": {
      summary: "Tracking events changed the state of a locker rental.",
      record_kinds: ["storage_rental"],
      scope: "lockers:read",
      payload: Type.Object({ state_before: Type.String(), state: Type.String() }),
      public_types: ["storage_rental.changed"],
    },
  },
  { "storage_rental.changed": "The state of a locker rental changed." },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
