/** Creates routes and puts orders onto them: rows, events and the changes of the orders in one transaction. */
import type { OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import type { RoadLegs } from "./legs.ts";
import { attachOrdersToRoutes, listOrderIds } from "./orders-on-routes.ts";
import { insertRoutes, type RouteRow } from "./records/route.ts";
import { buildRoundTrip, type RouteStart } from "./route-start.ts";
import type { RouteWithStops } from "./route-with-stops.ts";
import { saveStops } from "./save-stops.ts";
import type { PlacedStop } from "./stops.ts";
import type { RouteFigures } from "./timing.ts";

export interface PlannedRoute {
  date: string;
  driver_id: number | null;
  contractor_id: number | null;
  /** The contractor's account that unassigned orders (accepted by its rules) are assigned to. */
  taken_by?: number | null;
  vehicle_id: number | null;
  plan_run_id: number | null;
  start_warehouse_id: number | null;
  end_warehouse_id: number | null;
  start_place: Place;
  end_place: Place | null;
  /** The start that was chosen for it. */
  earliest_start_at?: string | null;
  /** In sequence; see `buildNewStop`. */
  stops: readonly PlacedStop[];
  /** As it was planned; computed when absent. */
  figures?: RouteFigures | undefined;
}

/**
 * Create routes. With a driver they are ASSIGNED, without one PLANNED, without stops DRAFT.
 *
 * `orders` holds the locked rows of every order on them, which the caller has checked to be plannable: they get
 * the status that follows from planning. `roads`: see `saveStops`. Returns the routes in the order given.
 */
export async function createRoutes(
  context: Context<never>,
  planned: readonly PlannedRoute[],
  orders: ReadonlyMap<number, OrderRow>,
  roads: RoadLegs,
): Promise<RouteRow[]> {
  if (planned.length === 0) return [];
  const rows = await insertRoutes(
    context,
    planned.map(({ stops, figures: _figures, taken_by: _taken_by, earliest_start_at = null, ...route }) => ({
      ...route,
      earliest_start_at,
      status: route.driver_id !== null ? "ASSIGNED" : stops.length > 0 ? "PLANNED" : "DRAFT",
    })),
  );
  const saved = await saveStops(
    context,
    rows.map((route, index) => ({
      route,
      stops: planned[index]?.stops ?? [],
      figures: planned[index]?.figures,
    })),
    roads,
  );
  saved.forEach((route, index) => {
    context.emit({
      subject: { type: "route", id: route.id, is_new: true },
      kind: "route.created",
      payload: {
        number: route.number,
        date: route.date,
        status: route.status,
        driver_id: route.driver_id,
        vehicle_id: route.vehicle_id,
        contractor_id: route.contractor_id,
        start_warehouse_id: route.start_warehouse_id,
        plan_run_id: route.plan_run_id,
        order_ids: listOrderIds(planned[index]?.stops ?? []),
        plan_version: route.plan_version,
      },
      before: null,
      after: { status: route.status, stops_total: route.stops_total, driver_id: route.driver_id },
    });
  });
  await attachOrdersToRoutes(
    context,
    saved.map((route, index) => ({
      route,
      order_ids: listOrderIds(planned[index]?.stops ?? []),
      taken_by: planned[index]?.taken_by ?? null,
    })),
    orders,
  );
  return saved;
}

/** An unsaved route without a driver, from a warehouse and back, for previews. */
export const buildUnsavedRoute = (start: RouteStart): RouteWithStops => ({
  route: { ...UNSAVED, ...buildRoundTrip(start) },
  stops: [],
  orders: new Map(),
});

const UNSAVED = {
  id: 0,
  business_id: 0,
  number: "",
  date: "",
  status: "DRAFT",
  driver_id: null,
  contractor_id: null,
  vehicle_id: null,
  plan_run_id: null,
  distances: "straight_line",
  home_leg_distance_m: 0,
  home_leg_duration_s: 0,
  planned_distance_m: 0,
  planned_duration_s: 0,
  earliest_start_at: null,
  planned_start_at: null,
  planned_end_at: null,
  actual_start_at: null,
  actual_end_at: null,
  paused_at: null,
  pause_reported_at: null,
  resume_reported_at: null,
  returned_at: null,
  load: {},
  stops_total: 0,
  stops_resolved: 0,
  plan_version: 0,
  closing: null,
  version: 0,
  created_by: null,
  created_at: "",
} satisfies Partial<RouteRow>;
