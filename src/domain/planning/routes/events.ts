/** The events of routes while they are planned. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Count, Id, Nullable, Timestamp } from "#vocabulary/basics.ts";

const route = { subjects: ["route"], scope: "routes:read", topics: ["dispatch", "route"] } as const;
/** The driver gets these without following the route. */
const driver_too = { ...route, topics: ["dispatch", "route", "driver"] } as const;
const OrderIds = Type.Array(Id);
const Version = Type.Integer({ description: "Rises with each change of the plan." });

export const events = defineEvents(
  {
    "route.created": {
      ...route,
      summary: "A route was created.",
      payload: Type.Object({
        number: Type.String(),
        date: CalendarDate,
        status: Type.String(),
        driver_id: Nullable(Id),
        vehicle_id: Nullable(Id),
        contractor_id: Nullable(Id),
        start_warehouse_id: Type.Optional(Nullable(Id)),
        plan_run_id: Nullable(Id),
        order_ids: OrderIds,
        plan_version: Version,
      }),
      public_types: ["route.created"],
    },
    "route.orders_changed": {
      ...route,
      summary: "Orders were added to a route or removed from it.",
      payload: Type.Object({
        added: OrderIds,
        removed: OrderIds,
        status: Type.String(),
        plan_version: Version,
      }),
      public_types: ["route.changed"],
    },
    "route.orders_removed": {
      ...route,
      summary: "Orders left a route because of what was decided about them.",
      payload: Type.Object({
        order_ids: OrderIds,
        reason: Type.String(),
        status: Type.String(),
        plan_version: Version,
      }),
      public_types: ["route.changed"],
    },
    "route.windows_changed": {
      ...route,
      summary: "Time windows of orders on a route changed its schedule.",
      payload: Type.Object({ order_ids: OrderIds, plan_version: Version }),
      public_types: ["route.changed"],
    },
    "route.stops_corrected": {
      ...route,
      summary: "Orders on a route were corrected: its stops, schedule or load follow them.",
      payload: Type.Object({ order_ids: OrderIds, plan_version: Version }),
      public_types: ["route.changed"],
    },
    "route.resequenced": {
      ...route,
      summary: "The stops of a route were put in another order.",
      payload: Type.Object({ stop_ids: OrderIds, plan_version: Version }),
      public_types: ["route.changed"],
    },
    "route.measured": {
      ...route,
      summary: "Distances by road replaced estimated ones.",
      payload: Type.Object({ distances: Type.String(), plan_version: Version }),
      public_types: ["route.changed"],
    },
    "route.split": {
      ...route,
      summary: "Stops of a route became a route of their own.",
      payload: Type.Object({ new_route_id: Id, order_ids: OrderIds, plan_version: Version }),
      public_types: ["route.changed"],
    },
    "route.merged": {
      ...route,
      summary: "Another route was merged into this one.",
      payload: Type.Object({ from_route_id: Id, order_ids: OrderIds, plan_version: Version }),
      public_types: ["route.changed"],
    },
    "route.released": {
      ...driver_too,
      summary: "A route was released to its driver.",
      payload: Type.Object({
        number: Type.String(),
        date: CalendarDate,
        driver_id: Nullable(Id),
        order_ids: OrderIds,
        plan_version: Version,
      }),
      public_types: ["route.released"],
    },
    "route.unreleased": {
      ...driver_too,
      summary: "A released route was taken back from its driver.",
      payload: Type.Object({ driver_id: Nullable(Id), plan_version: Version }),
      public_types: ["route.unreleased"],
    },
    "route.reassigned": {
      ...driver_too,
      summary: "A route got another driver, or none.",
      payload: Type.Object({
        former_driver_id: Nullable(Id),
        driver_id: Nullable(Id),
        status: Type.String(),
        plan_version: Version,
      }),
      public_types: ["route.reassigned"],
    },
    "route.cancelled": {
      ...driver_too,
      summary: "A route was cancelled.",
      payload: Type.Object({
        order_ids: Type.Optional(OrderIds),
        driver_id: Type.Optional(Nullable(Id)),
        merged_into_route_id: Type.Optional(Id),
        plan_version: Version,
      }),
      public_types: ["route.cancelled"],
    },
    "route.closed": {
      ...route,
      summary: "A route was closed with the figures of the dispatcher.",
      payload: Type.Object({
        closed_at: Timestamp,
        closed_by: Nullable(Id),
        cash_expected_minor: Type.Integer({ description: "Cash on delivery of recipients, minor units." }),
        cash_counted_minor: Type.Integer(),
        cash_difference_minor: Type.Integer(),
        delivered: Count,
        undelivered: Count,
        outstanding_order_ids: OrderIds,
        plan_version: Version,
      }),
      public_types: ["route.closed"],
    },
  },
  {
    "route.created": "A route was created.",
    "route.changed": "The orders, stops or schedule of a route changed.",
    "route.released": "A route was released to its driver.",
    "route.unreleased": "A released route was taken back from its driver.",
    "route.reassigned": "A route got another driver, or none.",
    "route.cancelled": "A route was cancelled.",
    "route.closed": "A route was closed.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
