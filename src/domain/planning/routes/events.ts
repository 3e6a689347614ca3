/** The events of routes while they are planned. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Count, Id, Nullable, Timestamp } from "#vocabulary/basics.ts";

const route = groupEvents({ record_kinds: ["route"], scope: "routes:read", topics: ["dispatch", "route"] });
/** The driver gets these without following the route. */
const driver_too = groupEvents({
  record_kinds: ["route"],
  scope: "routes:read",
  topics: ["dispatch", "route", "driver"],
});
const OrderIds = Type.Array(Id);
const Version = Type.Integer({ description: "Rises with each change of the plan." });

export const events = defineEvents(
  {
    "route.created": route(
      "A route was created.",
      {
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
      },
      { public_types: ["route.created"] },
    ),
    "route.orders_changed": route(
      "Orders were added to a route or removed from it.",
      {
        added: OrderIds,
        removed: OrderIds,
        status: Type.String(),
        plan_version: Version,
      },
      { public_types: ["route.changed"] },
    ),
    "route.orders_removed": route(
      "Orders left a route because of what was decided about them.",
      {
        order_ids: OrderIds,
        reason: Type.String(),
        status: Type.String(),
        plan_version: Version,
      },
      { public_types: ["route.changed"] },
    ),
    "route.windows_changed": route(
      "Time windows of orders on a route changed its schedule.",
      { order_ids: OrderIds, plan_version: Version },
      { public_types: ["route.changed"] },
    ),
    "route.stops_corrected": route(
      "Orders on a route were corrected: its stops, schedule or load follow them.",
      { order_ids: OrderIds, plan_version: Version },
      { public_types: ["route.changed"] },
    ),
    "route.resequenced": route(
      "The stops of a route were put in another order.",
      { stop_ids: OrderIds, plan_version: Version },
      { public_types: ["route.changed"] },
    ),
    "route.measured": route(
      "Distances by road replaced estimated ones.",
      { distances: Type.String(), plan_version: Version },
      { public_types: ["route.changed"] },
    ),
    "route.split": route(
      "Stops of a route became a route of their own.",
      { new_route_id: Id, order_ids: OrderIds, plan_version: Version },
      { public_types: ["route.changed"] },
    ),
    "route.merged": route(
      "Another route was merged into this one.",
      { from_route_id: Id, order_ids: OrderIds, plan_version: Version },
      { public_types: ["route.changed"] },
    ),
    "route.released": driver_too(
      "A route was released to its driver.",
      {
        number: Type.String(),
        date: CalendarDate,
        driver_id: Nullable(Id),
        order_ids: OrderIds,
        plan_version: Version,
      },
      { public_types: ["route.released"] },
    ),
    "route.unreleased": driver_too(
      "A released route was taken back from its driver.",
      { driver_id: Nullable(Id), plan_version: Version },
      { public_types: ["route.unreleased"] },
    ),
    "route.reassigned": driver_too(
      "A route got another driver, or none.",
      {
        former_driver_id: Nullable(Id),
        driver_id: Nullable(Id),
        status: Type.String(),
        plan_version: Version,
      },
      { public_types: ["route.reassigned"] },
    ),
    "route.cancelled": driver_too(
      "A route was cancelled.",
      {
        order_ids: Type.Optional(OrderIds),
        driver_id: Type.Optional(Nullable(Id)),
        merged_into_route_id: Type.Optional(Id),
        plan_version: Version,
      },
      { public_types: ["route.cancelled"] },
    ),
    "route.closed": route(
      "A route was closed with the figures of the dispatcher.",
      {
        closed_at: Timestamp,
        closed_by: Nullable(Id),
        cash_expected_minor: Type.Integer({ description: "Cash on delivery of recipients, minor units." }),
        cash_counted_minor: Type.Integer(),
        cash_difference_minor: Type.Integer(),
        delivered: Count,
        undelivered: Count,
        outstanding_order_ids: OrderIds,
        plan_version: Version,
      },
      { public_types: ["route.closed"] },
    ),
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
