/** The events of locker rentals. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id } from "#vocabulary/basics.ts";

const rental = groupEvents({ record_kinds: ["storage_rental"], scope: "lockers:read" });

export const events = defineEvents(
  {
    "storage_rental.changed": {
      summary: "Tracking events changed the state of a locker rental.",
      record_kinds: ["storage_rental"],
      scope: "lockers:read",
      payload: Type.Object({ state_before: Type.String(), state: Type.String() }),
      public_types: ["storage_rental.changed"],
    },
    "storage_rental.started": rental(
      "A kiosk rented a compartment to somebody.",
      { device_id: Id, size: Type.String(), hours: Type.Integer() },
      { public_types: ["storage_rental.started"] },
    ),
    "storage_rental.extended": rental(
      "More time was booked for a locker rental.",
      { hours: Type.Integer() },
      { public_types: ["storage_rental.extended"] },
    ),
    "storage_rental.charged": rental(
      "Something was charged or returned beside the price of a locker rental.",
      {
        codes: Type.Array(Type.String()),
      },
    ),
    "storage_rental.paid": rental(
      "Something was paid for a locker rental outside of the wallet, or returned.",
      {
        reference: Type.String(),
      },
    ),
    "storage_rental.removal_started": rental("Staff began to take the bag of a locker rental out.", {
      kept_at: Type.String(),
    }),
  },
  {
    "storage_rental.changed": "The state of a locker rental changed.",
    "storage_rental.started": "A compartment of a locker was rented.",
    "storage_rental.extended": "More time was booked for a locker rental.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
