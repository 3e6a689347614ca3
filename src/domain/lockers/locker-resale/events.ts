/** The events of handovers. None has the price of the goods, or a payment for them. */
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { CAUSES, SIDES, STATUSES } from "./rules.ts";

const handover = groupEvents({ record_kinds: ["resale_handover"], scope: "lockers:read" });
const facts = {
  status_before: Nullable(StringEnum(STATUSES)),
  status: StringEnum(STATUSES),
  cause: StringEnum(CAUSES),
  device_id: Nullable(Id),
  compartment_id: Nullable(Id),
};
const changed = { public_types: ["resale.changed"] };

export const events = defineEvents(
  {
    "resale.created": handover("A handover was created.", facts, changed),
    "resale.changed": handover("A handover was reserved for, inspected, cancelled or ended.", facts, changed),
    "resale.deposited": handover("The item was put into the compartment.", facts, {
      public_types: ["resale.deposited"],
    }),
    "resale.released": handover("The seller released the item to the buyer.", facts, {
      public_types: ["resale.released"],
    }),
    "resale.collected": handover("The buyer took the item.", facts, { public_types: ["resale.collected"] }),
    "resale.return_started": handover("The item waits for the seller to take it back.", facts, changed),
    "resale.returned": handover("The seller has the item again.", facts, {
      public_types: ["resale.returned"],
    }),
    "resale.disputed": handover("A side disputes the handover, or somebody emptied the compartment.", facts, {
      public_types: ["resale.disputed"],
    }),
    "resale.photo_added": handover("A photo was added.", { file_id: Id, side: StringEnum(SIDES) }),
    "resale.buyer_changed": handover("Another claim link was made, or an account claimed the handover.", {
      buyer_customer_id: Nullable(Id),
      link_id: Nullable(Id),
    }),
    "resale.storage_paid": handover("The seller paid for storage after the time to take the item back.", {}),
  },
  {
    "resale.deposited": "An item was put into a compartment for its buyer.",
    "resale.released": "A seller released an item to its buyer.",
    "resale.collected": "A buyer took an item.",
    "resale.returned": "A seller has an item again.",
    "resale.disputed": "A handover is disputed.",
    "resale.changed": "The status of a handover changed.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
