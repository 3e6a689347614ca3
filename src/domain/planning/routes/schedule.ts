/** Response schemas of a day's schedule: every route with what a Gantt chart and a map show of it, in one response. */
import Type from "typebox";
import { ORDER_STATUSES } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Count, Nullable, OrderId, StringEnum } from "#vocabulary/basics.ts";
import type { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findCapacities, findDriverNames } from "./drivers.ts";
import type { Capacity } from "./overload.ts";
import { buildRouteView, type RouteWithStops } from "./route-with-stops.ts";
import { routeStopMembers, routeSummaryMembers } from "./shapes.ts";

export const CapacityShape = Type.Object(
  {
    units: Nullable(Count),
    weight_g: Nullable(Count),
    volume_cm3: Nullable(Count),
    pallets: Nullable(Count),
  },
  { $id: "VehicleCapacity", description: "What the vehicle carries at most; null where it has no limit." },
);

const ScheduledOrder = Type.Object(
  {
    id: Ref("order", OrderId),
    action: Type.String({ description: "pickup, dropoff or exchange." }),
    name: Type.String(),
    address: Type.String(),
    status: StringEnum(ORDER_STATUSES),
  },
  { $id: "ScheduledOrder" },
);

const ScheduledStop = Type.Object(
  {
    ...routeStopMembers,
    orders: Type.Array(ScheduledOrder, { description: "Orders visited here that were not removed." }),
  },
  { $id: "ScheduledStop" },
);

export const ScheduledRoute = Type.Object(
  {
    ...routeSummaryMembers,
    capacity: Nullable(CapacityShape),
    start: Nullable(Type.Object({ lat: Type.Number(), lng: Type.Number(), name: Type.String() })),
    end: Nullable(Type.Object({ lat: Type.Number(), lng: Type.Number() })),
    stops: Type.Array(ScheduledStop, { description: "In sequence." }),
  },
  { $id: "ScheduledRoute" },
);

function toNamedPoint(place: Place | null) {
  return typeof place?.lat === "number" && typeof place.lng === "number"
    ? { lat: place.lat, lng: place.lng, name: place.name ?? "" }
    : null;
}

/** Routes with their drivers and capacities, in the order given. */
export async function buildScheduledRoutes(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  routes_with_stops: readonly RouteWithStops[],
) {
  const [names, capacities] = await Promise.all([
    findDriverNames(
      db,
      business_id,
      routes_with_stops.map(({ route }) => route.driver_id),
    ),
    findCapacities(
      db,
      business_id,
      routes_with_stops.map(({ route }) => route.vehicle_id),
    ),
  ]);
  return routes_with_stops.map((route_with_stops) =>
    buildScheduledRoute(
      route_with_stops,
      names.get(route_with_stops.route.driver_id ?? 0) ?? null,
      capacities.get(route_with_stops.route.vehicle_id ?? 0) ?? null,
    ),
  );
}

function buildScheduledRoute(
  route_with_stops: RouteWithStops,
  driver_name: string | null,
  capacity: Capacity | null,
) {
  const {
    start_place,
    end_place,
    stops,
    path: _path,
    closing: _closing,
    ...summary
  } = buildRouteView(route_with_stops, driver_name);
  return {
    ...summary,
    capacity,
    start: toNamedPoint(start_place),
    end: toNamedPoint(end_place),
    stops: stops.map(({ tasks, ...stop }) => ({
      ...stop,
      orders: tasks.flatMap(({ action, status, order }) =>
        order === null || status === "REMOVED"
          ? []
          : [{ id: order.id, action, name: order.name, address: order.address, status: order.status }],
      ),
    })),
  };
}
