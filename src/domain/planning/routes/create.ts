/** Creates routes and puts orders onto them: rows, events and the changes of the orders in one transaction. */

import { changeOrders, getNextStatus, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { reserveNumbers } from "#operation/records/counter.ts";
import type { Place } from "#vocabulary/place.ts";
import type { RoadLegs } from "./legs.ts";
import { buildRoundTrip, type RouteStart } from "./route-start.ts";
import type { RouteWithStops } from "./rows.ts";
import { saveStops } from "./save.ts";
import { isUnreleased } from "./status.ts";
import type { PlacedStop } from "./stops.ts";
import type { RouteRow } from "./tables.ts";
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
  /** In sequence; see `newStop`. */
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
  const { db, business_id, actor, now, emit } = context;
  const first = await reserveNumbers(context, "route", planned.length);
  const new_rows = planned.map((route, index) =>
    buildRouteRow(route, {
      business_id,
      number: `R${first + index}`,
      created_by: actor.account_id,
      created_at: now.toISOString(),
    }),
  );
  const made = await db.rows<{ id: number; number: string }>(
    `insert into route (business_id, number, date, status, driver_id, contractor_id, vehicle_id, plan_run_id, start_place,
       end_place, start_warehouse_id, end_warehouse_id, earliest_start_at, plan_version, version, created_by, created_at)
     select $1, r.number, r.date, r.status, r.driver_id, r.contractor_id, r.vehicle_id, r.plan_run_id, r.start_place,
       r.end_place, r.start_warehouse_id, r.end_warehouse_id, r.earliest_start_at, 0, 0, $3, $4
     from json_to_recordset($2::json) as r(number text, date date, status text, driver_id bigint, contractor_id bigint,
       vehicle_id bigint, plan_run_id bigint, start_place jsonb, end_place jsonb, start_warehouse_id bigint,
       end_warehouse_id bigint, earliest_start_at timestamptz)
     returning id, number`,
    [business_id, JSON.stringify(new_rows), actor.account_id, now],
  );
  const ids = new Map(made.map((row) => [row.number, row.id]));
  const rows = new_rows.map((row) => ({ ...row, id: ids.get(row.number) ?? 0 }));
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
    emit({
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

export function listOrderIds(stops: readonly PlacedStop[]): number[] {
  return [
    ...new Set(
      stops.flatMap((stop) =>
        stop.tasks.filter((task) => task.status !== "REMOVED").map((task) => task.order_id),
      ),
    ),
  ];
}

/** Update the orders that were put onto routes: facet, status and tracking. */
export async function attachOrdersToRoutes(
  context: Context<never>,
  placed: readonly { route: RouteRow; order_ids: readonly number[]; taken_by?: number | null }[],
  orders: ReadonlyMap<number, OrderRow>,
): Promise<OrderRow[]> {
  return changeOrders(
    context,
    placed.flatMap(({ route, order_ids, taken_by = null }) =>
      order_ids.flatMap((id) => {
        const order = orders.get(id);
        if (order === undefined) throw new Error(`Order ${id} was not locked.`);
        const status = computeStatusOnRoute(order, route);
        const moved = order.route_id !== null;
        return [
          {
            order,
            set: {
              route_id: route.id,
              status,
              contractor_account_id: order.contractor_account_id ?? taken_by,
            },
            kind: moved ? "order.route_changed" : "order.planned",
            payload: { route_id: route.id, ...(moved ? { former_route_id: order.route_id } : {}) },
          },
        ];
      }),
    ),
  );
}

/** Planned on a route that the driver cannot see yet, dispatched on a released one. */
function computeStatusOnRoute(order: OrderRow, route: RouteRow): OrderRow["status"] {
  const planned =
    order.status === "ROUTED" || order.status === "DISPATCHED"
      ? order.status
      : getNextStatus(order.status, "plan");
  if (planned === null) throw new Error(`An order in status ${order.status} cannot be planned.`);
  if (isUnreleased(route.status))
    return planned === "DISPATCHED" ? (getNextStatus(planned, "undispatch") ?? planned) : planned;
  return planned === "DISPATCHED" ? planned : (getNextStatus(planned, "dispatch") ?? planned);
}

/** Update the orders that were removed from their route. The status goes back as far as the location of the goods allows. */
export async function detachOrdersFromRoutes(
  context: Context<never>,
  orders: readonly OrderRow[],
  reason: string,
): Promise<OrderRow[]> {
  return changeOrders(
    context,
    orders.map((order) => {
      const status = getNextStatus(order.status, "unplan") ?? order.status;
      return {
        order,
        set: { route_id: null, status },
        kind: "order.unplanned",
        payload: { route_id: order.route_id, reason },
        // Removal from a route is no milestone: tracking records a note and keeps its phase.
        tracking: status === order.status ? null : { code: "otep:core:note" as const },
      };
    }),
  );
}

/** An unsaved route without a driver, from a warehouse and back, for previews. */
export function buildUnsavedRoute(start: RouteStart): RouteWithStops {
  const of = { date: "", driver_id: null, contractor_id: null, vehicle_id: null, plan_run_id: null };
  const blank = { business_id: 0, number: "", created_by: null, created_at: "" };
  return {
    route: buildRouteRow({ ...of, ...buildRoundTrip(start), stops: [] }, blank),
    stops: [],
    orders: new Map(),
  };
}

type Blank = Pick<RouteRow, "business_id" | "number" | "created_by" | "created_at">;

function buildRouteRow(
  { stops, figures: _figures, taken_by: _taken_by, ...route }: PlannedRoute,
  blank: Blank,
): RouteRow {
  return {
    ...blank,
    ...route,
    earliest_start_at: route.earliest_start_at ?? null,
    id: 0,
    status: route.driver_id !== null ? "ASSIGNED" : stops.length > 0 ? "PLANNED" : "DRAFT",
    distances: "straight_line",
    home_leg_distance_m: 0,
    home_leg_duration_s: 0,
    planned_distance_m: 0,
    planned_duration_s: 0,
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
  };
}
