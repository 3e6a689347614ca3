/** The events of device orders. */
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { ACTIONS, EXCEPTION_KINDS, PURPOSES, STATES, STEPS } from "./rules.ts";

const group = groupEvents({ record_kinds: ["device_order"], scope: "lockers:read", topics: ["dispatch"] });
const place = { order_id: Nullable(Id), device_id: Id, compartment_id: Id };

export const events = defineEvents(
  {
    "device_order.created": group(
      "A parcel is to be handled through a locker.",
      { ...place, purpose: StringEnum(PURPOSES) },
      { public_types: ["device_order.created"] },
    ),
    "device_order.changed": group(
      "The parcel was put in, taken out, moved or returned, its time ended, or the device order was changed.",
      {
        ...place,
        action: StringEnum(ACTIONS),
        step_before: StringEnum(STEPS),
        step: StringEnum(STEPS),
        state: StringEnum(STATES),
      },
      { public_types: ["device_order.changed"] },
    ),
    "device_order.exception": group(
      "Something went wrong with the parcel or its compartment.",
      {
        ...place,
        exception_id: Id,
        exception: StringEnum(EXCEPTION_KINDS),
        step: StringEnum(STEPS),
      },
      { public_types: ["device_order.exception"] },
    ),
  },
  {
    "device_order.created": "A parcel is to be handled through a locker.",
    "device_order.changed": "A parcel at a locker was put in, taken out, moved or returned.",
    "device_order.exception": "Something went wrong with a parcel at a locker.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
