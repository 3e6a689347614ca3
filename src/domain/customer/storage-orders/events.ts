/** The events of storage orders. */
import Type from "typebox";
import {
  buildChangedMembers,
  buildMeasured,
  buildStatusChanged,
  createdMembers,
  tracking_updated,
} from "#domain/customer/service-orders/public.ts";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { STATUSES } from "./rules.ts";

const order = groupEvents({ record_kinds: ["storage_order"], scope: "storage:read" });

export const events = defineEvents(
  {
    "storage_order.created": order(
      "A customer ordered storage.",
      {
        ...createdMembers,
        packages: Type.Integer(),
      },
      { usage: () => ({ orders: 1 }), public_types: ["storage_order.created", tracking_updated] },
    ),
    "storage_order.changed": order(
      "Something was decided about a storage order, or done with its packages.",
      {
        ...buildChangedMembers(STATUSES),
        stored_package_ids: Type.Optional(Type.Array(Id)),
        warehouse_id: Type.Optional(Nullable(Id)),
        unpaid_allowed: Type.Optional(
          Type.Boolean({ description: "Handed over although its storage was overdue." }),
        ),
      },
      {
        public_types: [
          buildStatusChanged("storage_order.status_changed"),
          {
            type: "storage_order.received",
            when: "packages were received",
            applies: ({ trigger }) => trigger === "receive",
          },
          buildMeasured("storage_order.measured"),
          tracking_updated,
        ],
      },
    ),
    "storage_order.overdue": order(
      "What is left to pay of a storage order was not paid in its grace days.",
      { tracking_number: Type.String(), customer_id: Id },
      { public_types: ["storage_order.overdue"] },
    ),
  },
  {
    "storage_order.created": "A customer ordered storage.",
    "storage_order.status_changed": "The status of a storage order changed.",
    "storage_order.received": "Packages of a storage order were received into a warehouse.",
    "storage_order.measured": "Packages of a storage order were weighed or measured.",
    "storage_order.overdue": "A storage order was not paid in its grace days.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
