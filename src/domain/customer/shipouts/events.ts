/** The events of ship-outs. */
import Type from "typebox";
import {
  buildChangedMembers,
  buildStatusChanged,
  createdMembers,
  tracking_updated,
} from "#domain/customer/service-orders/public.ts";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { STATUSES } from "./rules.ts";

const shipout = { subjects: ["shipout"], scope: "storage:read" } as const;

export const events = defineEvents(
  {
    "shipout.created": {
      usage: () => ({ orders: 1 }),
      ...shipout,
      summary: "A customer ordered a ship-out of stored packages.",
      payload: Type.Object({
        ...createdMembers,
        stored_package_ids: Type.Array(Id),
        status: StringEnum(STATUSES),
      }),
      public_types: ["shipout.created", tracking_updated],
    },
    "shipout.changed": {
      ...shipout,
      summary: "Something was decided about a ship-out, or done with its packages.",
      payload: Type.Object({
        ...buildChangedMembers(STATUSES),
        carrier: Type.Optional(Nullable(Type.String())),
        unpaid_allowed: Type.Optional(
          Type.Boolean({ description: "Done although something was left to pay." }),
        ),
      }),
      public_types: [buildStatusChanged("shipout.status_changed"), tracking_updated],
    },
  },
  {
    "shipout.created": "A customer ordered a ship-out of stored packages.",
    "shipout.status_changed": "The status of a ship-out changed.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
