/** Making routes and putting orders onto them: rows, events and the orders' own changes in one transaction. */

import { changeOrders, next, type OrderRow } from "#domain/orders/public.ts";
import type { Context } from "#operation/context.ts";
import type { Place } from "#vocabulary/place.ts";
import type { RoadLegs } from "./legs.ts";
import type { WholeRoute } from "./rows.ts";
import { saveStops } from "./save.ts";
import { isUnreleased } from "./status.ts";
import type { PlacedStop } from "./stops.ts";
import type { RouteRow } from "./tables.ts";
import type { Figures } from "./timing.ts";

export interface PlannedRoute {
  date: string;
  driver_id: number | null;
  contractor_id: number | null;
  /** The contractor's person in whose hands orders come that are in nobody's: those its rules take. */
  taken_by?: number | null;
  vehicle_id: number | null;
  plan_run_id: number | null;
  start_place: Place;
  end_place: Place | null;
  /** In sequence; see `newStop`. */
  stops: readonly PlacedStop[];
  /** As it was planned; reckoned when absent. */
  figures?: Figures | undefined;
}

/**
 * Make routes. With a driver they are ASSIGNED, without one PLANNED, without stops DRAFT.
 *
 * `orders` holds the locked rows of every order on them, which the caller has found plannable: they change to
 * what planning makes of their status. `roads`: see `saveStops`. Answers the routes in the order given.
 */
export async function createRoutes(
  context: Context<never>,
  planned: readonly PlannedRoute[],
  orders: ReadonlyMap<number, OrderRow>,
  roads: RoadLegs,
): Promise<RouteRow[]> {
  if (planned.length === 0) return [];
  const { db, business_id, actor, now, emit } = context;
  const counted = await db.row<{ value: number }>(
    `insert into counter (business_id, name, value) values ($1, 'route', $2)
       on conflict (business_id, name) do update set value = counter.value + $2 returning value`,
    [business_id, planned.length],
  );
  const first = (counted?.value ?? planned.length) - planned.length + 1;
  const fresh = planned.map((route, index) =>
    blankRow(route, {
      business_id,
      number: `R${first + index}`,
      created_by: actor.account_id,
      created_at: now.toISOString(),
    }),
  );
  const made = await db.rows<{ id: number; number: string }>(
    `insert into route (business_id, number, date, status, driver_id, contractor_id, vehicle_id, plan_run_id, start_place,
       end_place, plan_version, version, created_by, created_at)
     select $1, r.number, r.date, r.status, r.driver_id, r.contractor_id, r.vehicle_id, r.plan_run_id, r.start_place,
       r.end_place, 0, 0, $3, $4
     from json_to_recordset($2::json) as r(number text, date date, status text, driver_id int, contractor_id int,
       vehicle_id int, plan_run_id int, start_place jsonb, end_place jsonb)
     returning id, number`,
    [business_id, JSON.stringify(fresh), actor.account_id, now],
  );
  const ids = new Map(made.map((row) => [row.number, row.id]));
  const rows = fresh.map((row) => ({ ...row, id: ids.get(row.number) ?? 0 }));
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
      subject: { type: "route", id: route.id, first: true },
      kind: "route.created",
      payload: {
        number: route.number,
        date: route.date,
        status: route.status,
        driver_id: route.driver_id,
        vehicle_id: route.vehicle_id,
        contractor_id: route.contractor_id,
        plan_run_id: route.plan_run_id,
        order_ids: orderIdsIn(planned[index]?.stops ?? []),
        plan_version: route.plan_version,
      },
      before: null,
      after: { status: route.status, stops_total: route.stops_total, driver_id: route.driver_id },
    });
  });
  await putOrdersOn(
    context,
    saved.map((route, index) => ({
      route,
      order_ids: orderIdsIn(planned[index]?.stops ?? []),
      taken_by: planned[index]?.taken_by ?? null,
    })),
    orders,
  );
  return saved;
}

export function orderIdsIn(stops: readonly PlacedStop[]): number[] {
  return [
    ...new Set(
      stops.flatMap((stop) =>
        stop.tasks.filter((task) => task.status !== "REMOVED").map((task) => task.order_id),
      ),
    ),
  ];
}

/** The orders' own side of being put onto routes: facet, status and tracking. */
export async function putOrdersOn(
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
        const status = statusOnRoute(order, route);
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

/** Planned on a route the driver does not see yet, dispatched on one that he does. */
function statusOnRoute(order: OrderRow, route: RouteRow): OrderRow["status"] {
  const planned =
    order.status === "ROUTED" || order.status === "DISPATCHED" ? order.status : next(order.status, "plan");
  if (planned === null) throw new Error(`An order in status ${order.status} cannot be planned.`);
  if (isUnreleased(route.status))
    return planned === "DISPATCHED" ? (next(planned, "undispatch") ?? planned) : planned;
  return planned === "DISPATCHED" ? planned : (next(planned, "dispatch") ?? planned);
}

/** The orders' own side of leaving their route. The status goes back as far as the goods allow. */
export async function takeOrdersOff(
  context: Context<never>,
  orders: readonly OrderRow[],
  reason: string,
): Promise<OrderRow[]> {
  return changeOrders(
    context,
    orders.map((order) => {
      const status = next(order.status, "unplan") ?? order.status;
      return {
        order,
        set: { route_id: null, status },
        kind: "order.unplanned",
        payload: { route_id: order.route_id, reason },
        // Taken off a route is no milestone: tracking notes it and keeps its phase.
        tracking: status === order.status ? null : { code: "otep:core:note" as const },
      };
    }),
  );
}

/** A route of nobody from the depot and back, as it would be before it is made. */
export function unmadeRoute(depot: Place): WholeRoute {
  const of = { date: "", driver_id: null, contractor_id: null, vehicle_id: null, plan_run_id: null };
  const blank = { business_id: 0, number: "", created_by: null, created_at: "" };
  return {
    route: blankRow({ ...of, start_place: depot, end_place: depot, stops: [] }, blank),
    stops: [],
    orders: new Map(),
  };
}

type Blank = Pick<RouteRow, "business_id" | "number" | "created_by" | "created_at">;

function blankRow(
  { stops, figures: _figures, taken_by: _taken_by, ...route }: PlannedRoute,
  blank: Blank,
): RouteRow {
  return {
    ...blank,
    ...route,
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
    load: {},
    stops_total: 0,
    stops_resolved: 0,
    plan_version: 0,
    closing: null,
    version: 0,
  };
}
