/** The events of a working day: the route on the road, its stops, scans, and the driver. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, Timestamp } from "#vocabulary/basics.ts";

const route = groupEvents({ record_kinds: ["route"], scope: "routes:read", topics: ["dispatch", "route"] });
const stop = groupEvents({ record_kinds: ["stop"], scope: "routes:read", topics: ["dispatch", "route"] });
const OfDriver = Type.Object({ driver_id: Nullable(Id) });
const StopReported = Type.Object({
  route_id: Id,
  driver_id: Nullable(Id),
  order_ids: Type.Array(Id),
  status: Nullable(Type.String()),
  clock_skewed: Type.Optional(Type.Boolean()),
  device_at: Type.Optional(Nullable(Timestamp)),
});
/** A stop that was reported once more may tell of a delivery or of a failure. */
const StopCompletion = Type.Object({
  ...StopReported.properties,
  handed_to: Type.Optional(Type.String()),
  proofs: Type.Optional(Count),
  cod_expected_minor: Type.Optional(
    Type.Integer({ description: "Cash on delivery of recipients, minor units." }),
  ),
  cod_collected_minor: Type.Optional(Type.Integer()),
  reason: Type.Optional(Type.String({ description: "Code of a return reason." })),
  reason_version: Type.Optional(Type.Integer()),
  next_action: Type.Optional(Type.String()),
});
const LoadChecked = Type.Object({ loaded: Count, missing: Count, wrong_route: Count, unknown: Count });

export const events = defineEvents(
  {
    "route.load_checked": route("A driver compared the load with the route.", LoadChecked),
    "route.loaded": route("The load was checked and the route is loaded.", LoadChecked, {
      public_types: ["route.loaded"],
    }),
    "route.started": route(
      "A route left.",
      {
        number: Type.String(),
        driver_id: Nullable(Id),
        vehicle_id: Nullable(Id),
        implied: Type.Boolean({ description: "By the first stop; the driver did not report the start." }),
      },
      { public_types: ["route.started"] },
    ),
    "route.start_reported": route("The start of a route that had left was reported, with another time.", {
      started_at: Timestamp,
      before: Nullable(Timestamp),
      implied: Type.Boolean(),
    }),
    "route.paused": route("A driver paused a route.", OfDriver, { public_types: ["route.paused"] }),
    "route.resumed": route("A driver resumed a route.", OfDriver, { public_types: ["route.resumed"] }),
    "route.completed": route(
      "The last stop of a route is done.",
      { number: Type.String(), driver_id: Nullable(Id), stops_total: Count },
      { public_types: ["route.completed"] },
    ),
    "route.returned": route("The driver of a route is back.", OfDriver),
    "stop.arrived": stop("A driver arrived at a stop.", StopReported, { public_types: ["stop.arrived"] }),
    "stop.completed": stop("The work at a stop is done.", StopCompletion, {
      public_types: ["stop.completed"],
    }),
    "stop.failed": stop("The work at a stop failed.", StopCompletion, { public_types: ["stop.failed"] }),
    "stop.reported_again": stop(
      "A stop whose orders were decided already was reported again.",
      StopCompletion,
    ),
    "stop.skipped": stop("A driver skipped a stop for now.", StopReported, {
      public_types: ["stop.skipped"],
    }),
    "stop.resumed": stop("A skipped stop is open again.", StopReported),
    "stop.proofs_captured": stop("Proofs of a stop arrived.", {
      ...StopReported.properties,
      proofs: Count,
      kinds: Type.Array(Type.String()),
    }),
    "parcel.scanned": {
      summary: "A driver scanned a parcel.",
      record_kinds: ["parcel"],
      scope: "orders:read",
      topics: ["dispatch", "route"],
      payload: Type.Object({
        order_id: Id,
        action: Type.String(),
        outcome: Type.String(),
        route_id: Nullable(Id),
        driver_id: Nullable(Id),
      }),
      public_types: ["parcel.scanned"],
    },
    "driver.position": {
      summary: "Positions of a driver were stored; the latest is read over REST.",
      record_kinds: ["driver"],
      scope: "drivers:read",
      topics: ["dispatch", "route", "driver"],
      payload: Type.Object({
        accepted: Count,
        route_id: Nullable(Id),
        newer: Type.Boolean(),
        clock_skewed: Type.Boolean(),
      }),
      public_types: ["driver.position"],
    },
    "driver.clock_wrong": {
      summary: "The clock of a driver's phone is wrong: a command had a time that cannot be.",
      record_kinds: ["driver"],
      scope: "drivers:read",
      payload: Type.Object({
        route_id: Id,
        stop_id: Nullable(Id),
        device_at: Nullable(Timestamp),
        taken_as: Timestamp,
      }),
    },
    "driver.scan_unknown": {
      summary: "A driver scanned a code of no parcel.",
      record_kinds: ["driver"],
      scope: "drivers:read",
      topics: ["driver"],
      payload: Type.Object({ action: Type.String() }),
    },
  },
  {
    "route.loaded": "The load of a route was checked.",
    "route.started": "A route left.",
    "route.paused": "A driver paused a route.",
    "route.resumed": "A driver resumed a route.",
    "route.completed": "The last stop of a route is done.",
    "stop.arrived": "A driver arrived at a stop.",
    "stop.completed": "The work at a stop is done.",
    "stop.failed": "The work at a stop failed.",
    "stop.skipped": "A driver skipped a stop for now.",
    "parcel.scanned": "A parcel was scanned.",
    "driver.position": "Positions of a driver arrived.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
