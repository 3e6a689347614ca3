/** The events of luggage relays: who has the bags, and where they go. */
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { CHOOSERS, EXCEPTION_KINDS, RELAY_STATUSES } from "./rules.ts";

const relay = groupEvents({ record_kinds: ["luggage_relay"], scope: "lockers:read" });
const facts = { rental_id: Id, status: StringEnum(RELAY_STATUSES) };

export const events = defineEvents(
  {
    "relay.created": relay("A luggage relay was created.", facts),
    "relay.collected": relay("Staff took the bags of a relay out of a locker.", facts, {
      public_types: ["relay.collected"],
    }),
    "relay.arrived": relay("The bags of a relay arrived at the hub.", facts),
    "relay.return_chosen": relay(
      "Where and when the bags of a relay go was chosen.",
      { ...facts, locker_id: Id, chosen_by: StringEnum(CHOOSERS) },
      { public_types: ["relay.return_chosen"] },
    ),
    "relay.departed": relay("The bags of a relay left the hub for a locker.", facts),
    "relay.handed_in": relay("Staff opened compartments for the bags of a relay.", facts),
    "relay.deposited": relay("The bags of a relay are in a locker again.", facts, {
      public_types: ["relay.deposited"],
    }),
    "relay.ended": relay("The renter has the bags of a relay.", facts),
    "relay.exception": relay("Something went wrong with a relay.", {
      ...facts,
      exception: StringEnum(EXCEPTION_KINDS),
    }),
    "relay.resolved": relay("What went wrong with a relay was resolved.", facts),
  },
  {
    "relay.collected": "Staff took luggage out of a locker, to bring it to another.",
    "relay.return_chosen": "Where and when luggage goes was chosen.",
    "relay.deposited": "Luggage is in another locker.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
