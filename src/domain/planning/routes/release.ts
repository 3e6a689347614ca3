/** Releases one or several routes to their drivers. */

import { changeOrders, getNextStatus } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { findCapacities, lockDrivers } from "./drivers.ts";
import { NO_LEGS } from "./legs.ts";
import { findOverloads, formatOverloads } from "./overload.ts";
import { type RouteRow, saveRoutes } from "./records/route.ts";
import type { RouteWithStops } from "./route-with-stops.ts";
import { type ReleaseRefusal, refusalToRelease } from "./rules.ts";
import { saveStops } from "./save-stops.ts";
import { ceilToMinutes, postponeStart } from "./timing.ts";

export interface ReleaseOutcome {
  route_id: number;
  refusal: ReleaseRefusal | null;
  /** The day on which a document of the driver expired. */
  expired_date: string | null;
  /** What the vehicle does not carry, as text. */
  amounts: string;
}

/** Release locked routes; each is decided separately, and a refused one is not changed. */
export async function releaseRoutes(
  context: Context<never>,
  routes_with_stops: readonly RouteWithStops[],
  { allow_over_capacity = false }: { allow_over_capacity?: boolean | undefined } = {},
): Promise<ReleaseOutcome[]> {
  const { db, business_id, emit } = context;
  const byDate = Map.groupBy(routes_with_stops, ({ route }) => route.date);
  const outcomes: ReleaseOutcome[] = [];
  const released: RouteWithStops[] = [];
  const capacities = await findCapacities(
    db,
    business_id,
    routes_with_stops.map(({ route }) => route.vehicle_id),
  );
  for (const [date, ofDate] of byDate) {
    const drivers = await lockDrivers(
      db,
      business_id,
      ofDate.flatMap(({ route }) => route.driver_id ?? []),
      date,
    );
    for (const route_with_stops of ofDate) {
      const driver =
        route_with_stops.route.driver_id === null ? undefined : drivers.get(route_with_stops.route.driver_id);
      const capacity = capacities.get(route_with_stops.route.vehicle_id ?? 0) ?? null;
      const refusal = refusalToRelease(route_with_stops.route, driver, allow_over_capacity ? null : capacity);
      outcomes.push({
        route_id: route_with_stops.route.id,
        refusal,
        expired_date: driver?.expired_date ?? null,
        amounts: formatOverloads(findOverloads(route_with_stops.route.load, capacity)),
      });
      if (refusal === null) released.push(route_with_stops);
    }
  }
  // One that is released after its planned start leaves from now on: its times say so.
  const late = released.filter(({ route }) => isPastStart(route, context.now));
  const start_at = ceilToMinutes(context.now).toISOString();
  const timed = await saveStops(
    context,
    late.map(({ route, stops }) => ({
      route,
      stops,
      set: { status: "RELEASED", plan_version: route.plan_version },
      figures: postponeStart(route, stops, start_at),
    })),
    NO_LEGS,
  );
  const starts = new Map(timed.map(({ id, planned_start_at }) => [id, planned_start_at]));
  await saveRoutes(
    context,
    released
      .filter(({ route }) => !starts.has(route.id))
      .map(({ route }) => ({ route, set: { status: "RELEASED" } })),
  );
  await changeOrders(
    context,
    released.flatMap(({ route, orders }) =>
      [...orders.values()].flatMap((order) => {
        const status = getNextStatus(order.status, "dispatch");
        // Goods in the warehouse, or out on a second attempt, keep their status until they are loaded.
        if (order.route_id !== route.id || status === null || status === order.status) return [];
        return [
          {
            order,
            set: { status },
            kind: "order.dispatched",
            payload: { route_id: route.id, driver_id: route.driver_id },
          },
        ];
      }),
    ),
  );
  for (const { route, orders } of released) {
    emit({
      subject: { type: "route", id: route.id },
      kind: "route.released",
      payload: {
        number: route.number,
        date: route.date,
        driver_id: route.driver_id,
        order_ids: [...orders.keys()],
        plan_version: route.plan_version,
      },
      before: { status: route.status, planned_start_at: route.planned_start_at },
      after: {
        status: "RELEASED",
        planned_start_at: starts.get(route.id) ?? route.planned_start_at,
      },
    });
  }
  return outcomes;
}

/** Whether a route that nobody has started should have left already. */
const isPastStart = ({ planned_start_at, actual_start_at }: RouteRow, now: Date) =>
  actual_start_at === null && planned_start_at !== null && Date.parse(planned_start_at) < now.getTime();
