/** Response schemas of routes. Members are the columns; `can_release` and the like show which commands are possible now. */
import Type from "typebox";
import { OrderSummary } from "#domain/orders/orders/public.ts";
import { CalendarDate, Count, Id, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { ROUTE_STATUSES } from "./status.ts";

const STOP_STATUSES = ["PENDING", "ARRIVED", "DONE", "PARTIAL", "FAILED", "SKIPPED"] as const;

export const RouteLoadShape = Type.Object(
  {
    units: Type.Optional(Count),
    weight_g: Type.Optional(Count),
    volume_cm3: Type.Optional(Count),
    pallets: Type.Optional(Count),
  },
  { $id: "RouteLoad", description: "Largest amounts on board at any moment." },
);

/** Planned and actual progress of a route: the same for dispatchers and its driver. */
export const routeProgressMembers = {
  stops_total: Count,
  stops_resolved: Count,
  distances: StringEnum(["road", "straight_line"], {
    description:
      "Whether distances and planned times are by road or in straight lines. `road` only when every leg is.",
  }),
  planned_distance_m: Count,
  planned_duration_s: Count,
  planned_start_at: Nullable(Timestamp),
  planned_end_at: Nullable(Timestamp),
  actual_start_at: Nullable(Timestamp),
  actual_end_at: Nullable(Timestamp),
  paused_at: Nullable(Timestamp),
};

/** Members of one row of a list. */
export const routeSummaryMembers = {
  id: Ref("route"),
  number: Type.String(),
  date: CalendarDate,
  status: StringEnum(ROUTE_STATUSES),
  driver_id: Nullable(Ref("driver")),
  driver_name: Nullable(Type.String()),
  vehicle_id: Nullable(Ref("vehicle")),
  contractor_id: Nullable(Ref("contractor")),
  plan_run_id: Nullable(Ref("plan_run")),
  start_warehouse_id: Nullable(Ref("warehouse", { ...Id, description: "The warehouse where it starts." })),
  end_warehouse_id: Nullable(Ref("warehouse", { ...Id, description: "The warehouse where it ends." })),
  orders: Type.Integer({ description: "Number of orders on it." }),
  failed_attempts: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        "Attempts at its stops that did not deliver, those made good later included. Absent without any.",
    }),
  ),
  ...routeProgressMembers,
  load: RouteLoadShape,
  plan_version: Type.Integer({ description: "Increases with every change of its stops." }),
  version: Type.Integer(),
  can_release: Type.Boolean(),
  can_unrelease: Type.Boolean(),
  can_reassign: Type.Boolean(),
  can_edit_stops: Type.Boolean(),
  can_split: Type.Boolean(),
  can_cancel: Type.Boolean(),
  can_close: Type.Boolean(),
};

/** One row of a list. */
const COMPACT_ROUTE = [
  "route_id from id",
  "number",
  "date",
  "status",
  "driver_id",
  "driver_name",
  "vehicle_id",
  "contractor_id",
  "orders",
  "stops_total",
  "stops_resolved",
  "failed_attempts",
  "planned_start_at",
  "planned_end_at",
  "actual_start_at",
  "actual_end_at",
  "paused_at",
];

export const RouteSummary = Type.Object(routeSummaryMembers, {
  $id: "RouteSummary",
  "x-compact": COMPACT_ROUTE,
});
export type RouteSummary = Type.Static<typeof RouteSummary>;

const RouteTask = Type.Object(
  {
    id: NoRef("a task of a stop"),
    order_id: Ref("order", OrderId),
    action: Type.String({ description: "pickup, dropoff or exchange." }),
    status: Type.String({ description: "PENDING, DONE, FAILED or REMOVED." }),
    done_at: Nullable(Timestamp),
    order: Nullable(OrderSummary),
  },
  {
    $id: "RouteTask",
    "x-compact": [
      "action",
      "status",
      "done_at",
      "order { order_id from id, tracking_number, status, name, address }",
    ],
  },
);

/** A stop without its tasks. */
export const routeStopMembers = {
  id: Ref("stop"),
  seq: Type.Integer({ minimum: 1 }),
  lat: Type.Number(),
  lng: Type.Number(),
  status: StringEnum(STOP_STATUSES),
  window_start: Nullable(Timestamp),
  window_end: Nullable(Timestamp),
  service_time_s: Count,
  planned_arrival_at: Nullable(Timestamp),
  planned_departure_at: Nullable(Timestamp),
  planned_wait_s: Type.Integer({
    minimum: 0,
    description: "Planned waiting at the address before its window opens.",
  }),
  leg_distance_m: Count,
  leg_duration_s: Type.Integer({ minimum: 0, description: "Driving from the previous stop, seconds." }),
  arrived_at: Nullable(Timestamp),
  done_at: Nullable(Timestamp),
  late: Type.Boolean({ description: "Planned to arrive after its window." }),
  version: Type.Integer(),
};

const RouteStop = Type.Object(
  { ...routeStopMembers, tasks: Type.Array(RouteTask) },
  {
    $id: "RouteStop",
    "x-compact": [
      "stop_id from id",
      "seq",
      "status",
      "window_start",
      "window_end",
      "planned_arrival_at",
      "arrived_at",
      "done_at",
      "late",
      "tasks",
    ],
  },
);

export const RouteDetail = Type.Object(
  {
    ...routeSummaryMembers,
    start_place: Place,
    end_place: Nullable(Place),
    closing: Nullable(Type.Object({}, { additionalProperties: true })),
    stops: Type.Array(RouteStop, { description: "In sequence." }),
    path: Type.Array(Type.Object({ lat: Type.Number(), lng: Type.Number() }), {
      description: "The planned path, straight from point to point.",
    }),
  },
  {
    $id: "RouteDetail",
    "x-compact": [...COMPACT_ROUTE, "version", "planned_distance_m", "planned_duration_s", "load", "stops"],
  },
);
