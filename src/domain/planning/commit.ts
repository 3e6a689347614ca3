/** Turning a plan into routes, if nothing it rests on has changed. */

import { depotOf, lockOrders } from "#domain/orders/public.ts";
import {
  createRoutes,
  lockDrivers,
  newStop,
  OPEN_ROUTE_STATUSES,
  planningBusiness,
  refusalToPlan,
} from "#domain/routes/public.ts";
import type { Context } from "#operation/context.ts";
import type { RefusalDetail } from "#operation/refusal.ts";
import { fingerprintOf, type Plan } from "./plan.ts";
import { holdersOfPool, type Pool } from "./pool.ts";

export const OUTDATED = { en: "Orders or drivers have changed since this was planned; plan again." } as const;

/**
 * Make the routes of a plan; answers their ids by driver. All or nothing: refuses `plan_outdated`, naming what
 * moved on (an order that was held, assigned, planned elsewhere or changed; a driver who got another route).
 */
export async function commitPlan(
  context: Context<"plan_outdated">,
  plan_run_id: number,
  plan: Plan,
  pool: Pool,
): Promise<Map<number, number>> {
  const { db, business_id, refuse } = context;
  const ids = Object.keys(plan.fingerprints).map(Number);
  const orders = await lockOrders(db, business_id, ids);
  const holders = holdersOfPool(pool);
  const errors: RefusalDetail[] = ids.flatMap((order_id): RefusalDetail[] => {
    const order = orders.get(order_id);
    const refusal = refusalToPlan(order, holders);
    if (refusal !== null) return [{ order_id, message: "can no longer be planned", code: refusal }];
    const is_same = order !== undefined && fingerprintOf(order) === plan.fingerprints[order_id];
    return is_same ? [] : [{ order_id, message: "has changed since it was planned", code: "order_changed" }];
  });
  errors.push(...(await faultsOfDrivers(context, plan, pool)));
  if (errors.length > 0) throw refuse("plan_outdated", { message: OUTDATED, errors: errors.slice(0, 100) });

  const depot = depotOf((await planningBusiness(db, business_id)).settings);
  if (depot === null)
    throw refuse("plan_outdated", {
      message: OUTDATED,
      errors: [{ message: "The business has no depot any more." }],
    });
  const routes = await createRoutes(
    context,
    plan.routes.map((route) => ({
      date: plan.date,
      driver_id: route.driver_id,
      contractor_id: pool.contractor_id,
      vehicle_id: route.vehicle_id,
      plan_run_id,
      start_place: depot,
      end_place: depot,
      stops: route.stops.map((stop) => newStop(stop, [{ order_id: stop.order_id, action: stop.action }])),
    })),
    orders,
  );
  return new Map(routes.map((route) => [route.driver_id ?? 0, route.id]));
}

async function faultsOfDrivers(
  { db, business_id }: Context<never>,
  plan: Plan,
  pool: Pool,
): Promise<RefusalDetail[]> {
  const wanted = plan.routes.map((route) => route.driver_id);
  const drivers = await lockDrivers(db, business_id, wanted, plan.date);
  const open = await db.rows<{ id: number; driver_id: number }>(
    `select id, driver_id from route where business_id = $1 and driver_id = any($2::int[]) and date = $3::date
       and status = any($4::text[]) and stops_total > 0`,
    [business_id, wanted, plan.date, OPEN_ROUTE_STATUSES],
  );
  const known = new Set(plan.known_route_ids);
  const busy = new Set(open.filter((route) => !known.has(route.id)).map((route) => route.driver_id));
  return plan.routes.flatMap(({ driver_id, vehicle_id }): RefusalDetail[] => {
    const driver = drivers.get(driver_id);
    const field = `drivers/${driver_id}`;
    if (driver?.status !== "active" || driver.contractor_id !== pool.contractor_id)
      return [{ field, message: "no longer drives here", code: "driver_not_active" }];
    if (driver.vehicle_id !== vehicle_id)
      return [{ field, message: "has another vehicle now", code: "driver_changed" }];
    return busy.has(driver_id)
      ? [{ field, message: "has got another route meanwhile", code: "driver_busy" }]
      : [];
  });
}
