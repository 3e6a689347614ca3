/** The events of ship-outs. */
import Type from "typebox";
import {
  buildChangedMembers,
  buildStatusChanged,
  createdMembers,
  tracking_updated,
} from "#domain/customer/service-orders/public.ts";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { STATUSES } from "./rules.ts";

const shipout = groupEvents({ record_kinds: ["shipout"], scope: "storage:read" });

export const events = defineEvents(
  {
    "shipout.created": shipout(
      "A customer ordered a ship-out of stored packages.",
      {
        ...createdMembers,
        stored_package_ids: Type.Array(Id),
        status: StringEnum(STATUSES),
      },
      { usage: () => ({ orders: 1 }), public_types: ["shipout.created", tracking_updated] },
    ),
    "shipout.changed": shipout(
      "Something was decided about a ship-out, or done with its packages.",
      {
        ...buildChangedMembers(STATUSES),
        carrier: Type.Optional(Nullable(Type.String())),
        unpaid_allowed: Type.Optional(
          Type.Boolean({ description: "Done although something was left to pay." }),
        ),
      },
      { public_types: [buildStatusChanged("shipout.status_changed"), tracking_updated] },
    ),
  },
  {
    "shipout.created": "A customer ordered a ship-out of stored packages.",
    "shipout.status_changed": "The status of a ship-out changed.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
