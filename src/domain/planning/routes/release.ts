/** Releases one or several routes to their drivers. */

import { changeOrders, getNextStatus } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { findCapacities, lockDrivers } from "./drivers.ts";
import { findOverloads, formatOverloads } from "./overload.ts";
import type { RouteWithStops } from "./rows.ts";
import { type ReleaseRefusal, refusalToRelease } from "./rules.ts";
import { saveRoutes } from "./save.ts";

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
    for (const whole of ofDate) {
      const driver = whole.route.driver_id === null ? undefined : drivers.get(whole.route.driver_id);
      const capacity = capacities.get(whole.route.vehicle_id ?? 0) ?? null;
      const refusal = refusalToRelease(whole.route, driver, allow_over_capacity ? null : capacity);
      outcomes.push({
        route_id: whole.route.id,
        refusal,
        expired_date: driver?.expired_date ?? null,
        amounts: formatOverloads(findOverloads(whole.route.load, capacity)),
      });
      if (refusal === null) released.push(whole);
    }
  }
  await saveRoutes(
    context,
    released.map(({ route }) => ({ route, set: { status: "RELEASED" } })),
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
      before: { status: route.status },
      after: { status: "RELEASED" },
    });
  }
  return outcomes;
}
