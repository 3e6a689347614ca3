/**
 * Create a route manually, empty or with orders in the sequence given.
 *
 * Either every order is put onto it or no route is created. Source: our choice.
 */

import Type from "typebox";
import { loadSettings } from "#domain/identity/settings/public.ts";
import { findDepot, type OrderRow } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Id, Nullable, OrderId } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { buildRouteResponse, findRouteHolders, findVisibleOrder, RouteResponse } from "../command.ts";
import { createRoutes } from "../create.ts";
import { lockDrivers } from "../drivers.ts";
import { listWaypoints, toPoint } from "../legs.ts";
import { messages } from "../messages.ts";
import { findCollected, readOrders } from "../place-orders.ts";
import { fetchMissingLegs } from "../roads.ts";
import { lockRoutes } from "../rows.ts";
import { buildVisits, findDriverRefusal, refusalToPlan } from "../rules.ts";
import { buildNewStop, type PlacedStop } from "../stops.ts";

export const createRoute = defineOperation({
  name: "clientRouteCreate",
  summary: "Create a route manually",
  effect: "write",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes", status: 201 },
  input: Type.Object({
    date: Type.Optional(CalendarDate),
    driver_id: Type.Optional(Nullable(Id)),
    order_ids: Type.Optional(
      Type.Array(OrderId, {
        maxItems: 1000,
        uniqueItems: true,
        description: "In the sequence of the stops.",
      }),
    ),
  }),
  output: RouteResponse,
  refusals: {
    unknown_driver: "invalid",
    driver_not_active: "conflict",
    no_depot: "conflict",
    orders_refused: "conflict",
  },

  prepare: (context, { order_ids = [] }) =>
    fetchMissingLegs(context, async () => {
      const { db, business_id } = context;
      const depot = findDepot((await loadSettings(db, business_id)).settings);
      const orders = new Map((await readOrders(context, order_ids)).map((order) => [order.id, order]));
      const chosen = order_ids.flatMap((id) => orders.get(id) ?? []);
      if (depot === null || chosen.length === 0) return null;
      const stops = buildStops(chosen, await findCollected(context, chosen));
      return { routes: [], ways: [listWaypoints({ start_place: depot, end_place: depot }, stops)] };
    }),

  async run(context, { date, driver_id = null, order_ids = [] }, roads) {
    const { db, business_id, actor, now, refuse, say } = context;
    const { settings, time_zone } = await loadSettings(db, business_id);
    const depot = findDepot(settings);
    if (toPoint(depot) === null || depot === null) throw refuse("no_depot", { message: messages.no_depot });
    const day = date ?? toLocalDate(now, time_zone);
    const { orders } = await lockRoutes(db, business_id, [], order_ids);
    const driver =
      driver_id === null ? undefined : (await lockDrivers(db, business_id, [driver_id], day)).get(driver_id);
    const is_broker = actor.role === "broker_employee";
    if (
      driver_id !== null &&
      (driver === undefined || (is_broker && driver.contractor_id !== actor.contractor_id))
    ) {
      throw refuse("unknown_driver", {
        message: messages.unknown_driver,
        errors: [{ field: "driver_id", message: "is not a driver of this business" }],
      });
    }
    if (driver !== undefined && findDriverRefusal(driver) === "driver_not_active")
      throw refuse("driver_not_active", { message: messages.driver_not_active });

    const contractor_id = is_broker ? actor.contractor_id : (driver?.contractor_id ?? null);
    const holders = await findRouteHolders(context, contractor_id);
    const errors = order_ids.flatMap((order_id) => {
      const refusal = refusalToPlan(findVisibleOrder(context, orders.get(order_id)), holders);
      return refusal === null ? [] : [{ order_id, message: say(messages[refusal]), code: refusal }];
    });
    if (errors.length > 0) throw refuse("orders_refused", { message: messages.orders_refused, errors });
    const chosen = order_ids.flatMap((id) => orders.get(id) ?? []);
    const collected = await findCollected(context, chosen);
    const [route] = await createRoutes(
      context,
      [
        {
          date: day,
          driver_id,
          contractor_id,
          vehicle_id: driver?.vehicle_id ?? null,
          plan_run_id: null,
          start_place: depot,
          end_place: depot,
          stops: buildStops(chosen, collected),
        },
      ],
      orders,
      roads,
    );
    if (route === undefined) throw new Error("No route was made.");
    return buildRouteResponse(context, route.id);
  },
});

/** A stop for each visit, in the sequence of the orders. */
function buildStops(orders: readonly OrderRow[], collected: ReadonlySet<number>): PlacedStop[] {
  return orders.flatMap((order) =>
    buildVisits(order, collected.has(order.id)).map((visit) =>
      buildNewStop(visit, [{ order_id: order.id, action: visit.action }]),
    ),
  );
}
