/** The events of orders assigned to contractors. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";

const assignment = groupEvents({ record_kinds: ["assignment"], scope: "orders:read" });
const Started = Type.Object({
  order_id: Id,
  broker_id: Id,
  contractor_id: Id,
  former_assignment_id: Type.Optional(Id),
  former_broker_id: Type.Optional(Id),
});
const Ended = Type.Object({ order_id: Id, broker_id: Id, end_reason: Nullable(Type.String()) });

export const events = defineEvents(
  {
    "assignment.activated": assignment("An order was assigned to a contractor.", Started, {
      public_types: ["assignment.activated"],
    }),
    "assignment.moved": assignment("An order was assigned from one contractor to another.", Started, {
      public_types: ["assignment.moved"],
    }),
    "assignment.revoked": assignment("The business took an order back from a contractor.", Ended, {
      public_types: ["assignment.revoked"],
    }),
    "assignment.released": assignment("A contractor gave an order back.", Ended, {
      public_types: ["assignment.released"],
    }),
  },
  {
    "assignment.activated": "An order was assigned to a contractor.",
    "assignment.moved": "An order was assigned from one contractor to another.",
    "assignment.revoked": "The business took an order back from a contractor.",
    "assignment.released": "A contractor gave an order back.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
