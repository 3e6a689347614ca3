/** Creates the routes of a plan, if nothing that it depends on has changed. */

import { loadSettings } from "#domain/identity/settings/public.ts";
import { lockOrders } from "#domain/orders/orders/public.ts";
import {
  buildNewStop,
  buildRoundTrip,
  createRoutes,
  findDepotStart,
  lockDrivers,
  NO_LEGS,
  OPEN_ROUTE_STATUSES,
  type RouteFigures,
  type RouteStart,
  toPoint,
} from "#domain/planning/routes/public.ts";
import { lockOpenWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import type { Point } from "#vocabulary/geo.ts";
import { messages } from "./messages.ts";
import { fingerprintOrder, type Plan, type PlanRoute } from "./plan.ts";
import { findPoolRefusal, type Pool } from "./pool.ts";
import { loadRulePool } from "./rule-pool.ts";

/**
 * Create the routes of a plan; returns their ids by driver. All or nothing: refuses `plan_outdated`, listing what
 * changed (an order that was held, assigned, put onto another route or edited; a driver who got another route).
 */
export async function commitPlan(
  context: Context<"plan_outdated">,
  plan_run_id: number,
  plan: Plan,
  pool: Pool,
): Promise<Map<number, number>> {
  const { db, business_id, refuse } = context;
  const ids = Object.keys(plan.fingerprints).map(Number);
  // A contractor's rules are locked first, so that two concurrent plans cannot exceed their capacities together.
  const rule_pool =
    pool.contractor_id === null
      ? null
      : await loadRulePool(db, business_id, pool.contractor_id, plan.date, true);
  const orders = await lockOrders(db, business_id, ids);
  const errors: RefusalDetail[] = ids.flatMap((order_id): RefusalDetail[] => {
    const order = orders.get(order_id);
    const refusal = findPoolRefusal(order, pool, rule_pool);
    if (refusal !== null) return [{ order_id, message: messages.not_plannable_now, code: refusal }];
    const is_same = order !== undefined && fingerprintOrder(order) === plan.fingerprints[order_id];
    return is_same ? [] : [{ order_id, message: messages.changed_since_planned, code: "order_changed" }];
  });
  errors.push(...(await findDriverErrors(context, plan, pool)));
  if (errors.length > 0)
    throw refuse("plan_outdated", { message: messages.outdated, errors: errors.slice(0, 100) });

  const starts = await lockStarts(context, plan);
  const routes = await createRoutes(
    context,
    plan.routes.map((route) => ({
      date: plan.date,
      driver_id: route.driver_id,
      contractor_id: pool.contractor_id,
      taken_by: pool.account_ids[0] ?? null,
      vehicle_id: route.vehicle_id,
      plan_run_id,
      ...buildRoundTrip(getStart(starts, route)),
      earliest_start_at: plan.start?.reason === "chosen" ? plan.start.at : null,
      stops: route.stops.map((stop) =>
        buildNewStop(stop, [{ order_id: stop.order_id, action: stop.action }]),
      ),
      figures: plannedFigures(plan, route, toPoint(getStart(starts, route).place)),
    })),
    orders,
    NO_LEGS,
  );
  return new Map(routes.map((route) => [route.driver_id ?? 0, route.id]));
}

/**
 * Locks the warehouses where the routes of a plan start and returns the starts by warehouse; 0 is the depot, for routes that
 * name no warehouse. Refuses `plan_outdated` where a warehouse was closed or there is no depot any more.
 */
async function lockStarts(
  context: Context<"plan_outdated">,
  plan: Plan,
): Promise<ReadonlyMap<number, RouteStart>> {
  const { refuse } = context;
  const outdated = (message: Message) =>
    refuse("plan_outdated", { message: messages.outdated, errors: [{ message }] });
  const starts = new Map<number, RouteStart>();
  const warehouse_ids = new Set(plan.routes.flatMap(({ start }) => start?.warehouse_id ?? []));
  for (const { id, place } of await lockOpenWarehouses(context, [...warehouse_ids]))
    starts.set(id, { warehouse_id: id, place });
  if (starts.size < warehouse_ids.size) throw outdated(messages.warehouse_closed);
  if (plan.routes.every(({ start }) => start !== undefined)) return starts;
  const depot = findDepotStart((await loadSettings(context)).settings);
  if (depot === null) throw outdated(messages.depot_gone);
  return starts.set(0, depot);
}

function getStart(starts: ReadonlyMap<number, RouteStart>, { start }: PlanRoute): RouteStart {
  const route_start = starts.get(start?.warehouse_id ?? 0);
  if (route_start === undefined) throw new Error("The start of a planned route was not read.");
  return route_start;
}

/** The planned figures of a route; undefined where the plan does not have them or its start has other coordinates now. */
function plannedFigures(plan: Plan, route: PlanRoute, at: Point | null): RouteFigures | undefined {
  const planned = route.start ?? plan.depot;
  const is_same_start = at?.lat === planned?.lat && at?.lng === planned?.lng;
  if (route.distances === undefined || !is_same_start) return undefined;
  const { distances, home_leg_distance_m, home_leg_duration_s } = route;
  return {
    distances,
    home_leg_distance_m,
    home_leg_duration_s,
    planned_distance_m: route.distance_m,
    planned_duration_s: route.duration_s,
    planned_start_at: route.start_at,
    planned_end_at: route.end_at,
    stops: route.stops.map(
      ({ planned_arrival_at, planned_departure_at, leg_distance_m, leg_duration_s }) => ({
        planned_arrival_at,
        planned_departure_at,
        leg_distance_m,
        leg_duration_s,
      }),
    ),
  };
}

async function findDriverErrors(
  { db, business_id }: Context<never>,
  plan: Plan,
  pool: Pool,
): Promise<RefusalDetail[]> {
  const driver_ids = plan.routes.map((route) => route.driver_id);
  const drivers = await lockDrivers(db, business_id, driver_ids, plan.date);
  const open = await db.rows<{ id: number; driver_id: number }>(
    `select id, driver_id from route where business_id = $1 and driver_id = any($2::bigint[]) and date = $3::date
       and status = any($4::text[]) and stops_total > 0`,
    [business_id, driver_ids, plan.date, OPEN_ROUTE_STATUSES],
  );
  const known_route_ids = new Set(plan.known_route_ids);
  const busy = new Set(
    open.filter((route) => !known_route_ids.has(route.id)).map((route) => route.driver_id),
  );
  return plan.routes.flatMap(({ driver_id, vehicle_id }): RefusalDetail[] => {
    const driver = drivers.get(driver_id);
    const field = `drivers/${driver_id}`;
    if (driver?.status !== "active" || driver.contractor_id !== pool.contractor_id)
      return [{ field, message: messages.drives_no_longer, code: "driver_not_active" }];
    if (driver.vehicle_id !== vehicle_id)
      return [{ field, message: messages.other_vehicle_now, code: "driver_changed" }];
    return busy.has(driver_id)
      ? [{ field, message: messages.other_route_meanwhile, code: "driver_busy" }]
      : [];
  });
}
