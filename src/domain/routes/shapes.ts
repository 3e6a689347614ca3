/** Routes on the wire. Members are the columns; what can be done now is asked, not copied: `can_release`. */
import Type from "typebox";
import { OrderSummary, summaryOf } from "#domain/orders/public.ts";
import { CalendarDate, Count, Id, Nullable, OrderId, Timestamp, Words } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import type { WholeRoute } from "./rows.ts";
import { canEditStops, hasVisited } from "./rules.ts";
import { isUnreleased, nextRoute, ROUTE_STATUSES } from "./status.ts";
import { isUnvisited } from "./stops.ts";
import type { RouteRow } from "./tables.ts";

export const STOP_STATUSES = ["PENDING", "ARRIVED", "DONE", "PARTIAL", "FAILED", "SKIPPED"] as const;

export const RouteLoadShape = Type.Object(
  {
    units: Type.Optional(Count),
    weight_g: Type.Optional(Count),
    volume_cm3: Type.Optional(Count),
    pallets: Type.Optional(Count),
  },
  { $id: "RouteLoad", description: "Largest amounts on board at any moment." },
);

/** How far a route is planned to go and has come: told alike to dispatchers and to its driver. */
export const routeProgress = {
  stops_total: Count,
  stops_resolved: Count,
  distances: Words(["road", "straight_line"], {
    description: "What distances and planned times are of. `road` only when every leg is.",
  }),
  planned_distance_m: Count,
  planned_duration_s: Count,
  planned_start_at: Nullable(Timestamp),
  planned_end_at: Nullable(Timestamp),
  actual_start_at: Nullable(Timestamp),
  actual_end_at: Nullable(Timestamp),
  paused_at: Nullable(Timestamp),
};

const summary = {
  id: Id,
  number: Type.String(),
  date: CalendarDate,
  status: Words(ROUTE_STATUSES),
  driver_id: Nullable(Id),
  driver_name: Nullable(Type.String()),
  vehicle_id: Nullable(Id),
  contractor_id: Nullable(Id),
  plan_run_id: Nullable(Id),
  orders: Type.Integer({ description: "Orders on it." }),
  ...routeProgress,
  load: RouteLoadShape,
  plan_version: Type.Integer({ description: "Rises with every change of its stops." }),
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
export const RouteSummary = Type.Object(summary, { $id: "RouteSummary" });
export type RouteSummary = Type.Static<typeof RouteSummary>;

export const RouteTask = Type.Object(
  {
    id: Id,
    order_id: OrderId,
    action: Type.String({ description: "pickup, dropoff or exchange." }),
    status: Type.String({ description: "PENDING, DONE, FAILED or REMOVED." }),
    done_at: Nullable(Timestamp),
    order: Nullable(OrderSummary),
  },
  { $id: "RouteTask" },
);

export const RouteStop = Type.Object(
  {
    id: Id,
    seq: Type.Integer({ minimum: 1 }),
    lat: Type.Number(),
    lng: Type.Number(),
    status: Words(STOP_STATUSES),
    window_start: Nullable(Timestamp),
    window_end: Nullable(Timestamp),
    service_time_s: Count,
    planned_arrival_at: Nullable(Timestamp),
    planned_departure_at: Nullable(Timestamp),
    leg_distance_m: Count,
    leg_duration_s: Type.Integer({ minimum: 0, description: "Driving from the stop before." }),
    arrived_at: Nullable(Timestamp),
    done_at: Nullable(Timestamp),
    late: Type.Boolean({ description: "Planned to arrive after its window." }),
    version: Type.Integer(),
    tasks: Type.Array(RouteTask),
  },
  { $id: "RouteStop" },
);

export const RouteDetail = Type.Object(
  {
    ...summary,
    start_place: Place,
    end_place: Nullable(Place),
    closing: Nullable(Type.Object({}, { additionalProperties: true })),
    stops: Type.Array(RouteStop, { description: "In sequence." }),
    path: Type.Array(Type.Object({ lat: Type.Number(), lng: Type.Number() }), {
      description: "The planned way, straight from point to point.",
    }),
  },
  { $id: "RouteDetail" },
);

/** What may be done with a route now, and the row itself. */
export function routeSummaryOf(route: RouteRow, driver_name: string | null, orders: number) {
  return {
    ...route,
    driver_name,
    orders,
    can_release: route.status === "ASSIGNED" && route.stops_total > 0,
    can_unrelease: nextRoute(route.status, "unrelease") !== null,
    can_reassign: nextRoute(route.status, "assign") !== null,
    can_edit_stops: canEditStops(route),
    can_split: isUnreleased(route.status),
    can_cancel: nextRoute(route.status, "cancel") !== null,
    can_close: nextRoute(route.status, "close") !== null,
  };
}

/** A whole route as it is shown: the same to the dispatcher, the console and the driver's phone. */
export function routeView({ route, stops, orders }: WholeRoute, driver_name: string | null) {
  const present = new Set(
    stops.flatMap((stop) =>
      stop.tasks.filter((task) => task.status !== "REMOVED").map((task) => task.order_id),
    ),
  );
  const at = (place: { lat?: number | null; lng?: number | null } | null) =>
    typeof place?.lat === "number" && typeof place.lng === "number"
      ? [{ lat: place.lat, lng: place.lng }]
      : [];
  return {
    ...routeSummaryOf(route, driver_name, present.size),
    can_split: isUnreleased(route.status) && stops.length > 1 && !hasVisited(stops),
    start_place: route.start_place,
    end_place: route.end_place,
    closing: route.closing,
    stops: stops.map((stop) => ({
      ...stop,
      leg_duration_s: Math.round(stop.leg_duration_s),
      late:
        isUnvisited(stop) &&
        stop.window_end !== null &&
        stop.planned_arrival_at !== null &&
        stop.planned_arrival_at > stop.window_end,
      tasks: stop.tasks.map((task) => {
        const order = orders.get(task.order_id);
        return { ...task, order: order === undefined ? null : summaryOf(order) };
      }),
    })),
    path: [...at(route.start_place), ...stops.map(({ lat, lng }) => ({ lat, lng })), ...at(route.end_place)],
  };
}
