/** The events of shipping orders. */
import Type from "typebox";
import {
  buildChangedMembers,
  buildMeasured,
  buildStatusChanged,
  createdMembers,
  tracking_updated,
} from "#domain/customer/service-orders/public.ts";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Price } from "#vocabulary/price.ts";
import { STATUSES } from "./rules.ts";

const order = groupEvents({ record_kinds: ["shipping_order"], scope: "customer_shipping:read" });

export const events = defineEvents(
  {
    "shipping_order.created": order(
      "A customer ordered shipping.",
      {
        ...createdMembers,
        packages: Type.Integer(),
      },
      { usage: () => ({ orders: 1 }), public_types: ["shipping_order.created", tracking_updated] },
    ),
    "shipping_order.changed": order(
      "Something was decided about a shipping order, or done with its goods.",
      {
        ...buildChangedMembers(STATUSES),
        package_ids: Type.Optional(Type.Array(Id)),
        warehouse_id: Type.Optional(Nullable(Id)),
        carrier: Type.Optional(Nullable(Type.String())),
        goods: Type.Optional(
          StringEnum(["handed_back", "disposed"], { description: "What became of goods that had arrived." }),
        ),
        retained_minor: Price(
          "shipping_service",
          "Of what was paid, not returned by a cancellation; minor units.",
        ),
        unpaid_allowed: Type.Optional(
          Type.Boolean({ description: "Shipped although something was left to pay." }),
        ),
      },
      {
        public_types: [
          buildStatusChanged("shipping_order.status_changed"),
          buildMeasured("shipping_order.measured"),
          tracking_updated,
        ],
      },
    ),
  },
  {
    "shipping_order.created": "A customer ordered shipping.",
    "shipping_order.status_changed": "The status of a shipping order changed.",
    "shipping_order.measured": "Packages of a shipping order were weighed or measured.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
