/**
 * Create a route manually, empty or with orders in the sequence given.
 *
 * Either every order is put onto it or no route is created. Source: our choice.
 */

import Type from "typebox";
import { loadSettings } from "#domain/identity/settings/public.ts";
import type { OrderRow } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { CalendarDate, Id, Nullable, OrderId } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowOverCapacity, expectCapacity } from "../check-capacity.ts";
import { buildRouteResponse, findPlannedAccounts, findVisibleOrder, RouteResponse } from "../command.ts";
import { createRoutes } from "../create-routes.ts";
import { lockDrivers } from "../drivers.ts";
import { listWaypoints } from "../legs.ts";
import { messages } from "../messages.ts";
import { findCollected, readOrders } from "../place-orders.ts";
import { fetchMissingLegs } from "../roads.ts";
import { buildRoundTrip, findRouteStart } from "../route-start.ts";
import { lockRoutes } from "../route-with-stops.ts";
import { buildVisits, findDriverRefusal, refusalToPlan } from "../rules.ts";
import { buildNewStop, type PlacedStop } from "../stops.ts";

export const createRoute = defineOperation({
  name: "clientRouteCreate",
  summary: "Create a route manually",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes", status: 201 },
  input: Type.Object({
    date: Type.Optional(CalendarDate),
    driver_id: Type.Optional(Nullable(Ref("driver"))),
    start_warehouse_id: Type.Optional(
      Ref("warehouse", {
        ...Id,
        description:
          "Where it starts and ends: by default the warehouse of its orders, the depot when they are in several.",
      }),
    ),
    order_ids: Type.Optional(
      Type.Array(Ref("order", OrderId), {
        maxItems: 1000,
        uniqueItems: true,
        description: "In the sequence of the stops.",
      }),
    ),
    allow_over_capacity: allowOverCapacity,
  }),
  output: RouteResponse,
  refusals: {
    unknown_driver: "invalid",
    driver_not_active: "conflict",
    no_depot: "conflict",
    unknown_warehouse: "invalid",
    orders_refused: "conflict",
    over_capacity: "conflict",
  },

  prepare: (context, { order_ids = [], start_warehouse_id }) =>
    fetchMissingLegs(context, async () => {
      const { settings } = await loadSettings(context);
      const orders = new Map((await readOrders(context, order_ids)).map((order) => [order.id, order]));
      const chosen_orders = order_ids.flatMap((id) => orders.get(id) ?? []);
      if (chosen_orders.length === 0) return null;
      const start = await findRouteStart(context, settings, chosen_orders, start_warehouse_id);
      if (start === null || start === undefined) return null;
      const stops = buildStops(chosen_orders, await findCollected(context, chosen_orders));
      return { routes: [], ways: [listWaypoints(buildRoundTrip(start), stops)] };
    }),

  async run(context, input, roads) {
    const { date, driver_id = null, order_ids = [], start_warehouse_id, allow_over_capacity } = input;
    const { db, business_id, actor, now, refuse } = context;
    const { settings, time_zone } = await loadSettings(context);
    const day = date ?? toLocalDate(now, time_zone);
    const { orders } = await lockRoutes(db, business_id, [], order_ids);
    const leaving = order_ids.flatMap((id) => orders.get(id) ?? []);
    const start = await findRouteStart(context, settings, leaving, start_warehouse_id);
    if (start === null) throw refuse("no_depot", { message: messages.no_depot });
    if (start === undefined) {
      throw refuse("unknown_warehouse", {
        message: messages.unknown_warehouse,
        errors: [{ field: "start_warehouse_id", message: fields.no_open_warehouse }],
      });
    }
    const driver =
      driver_id === null ? undefined : (await lockDrivers(db, business_id, [driver_id], day)).get(driver_id);
    const is_broker = actor.role === "broker_employee";
    if (
      driver_id !== null &&
      (driver === undefined || (is_broker && driver.contractor_id !== actor.contractor_id))
    ) {
      throw refuse("unknown_driver", {
        message: messages.unknown_driver,
        errors: [{ field: "driver_id", message: messages.no_driver_of_business }],
      });
    }
    if (driver !== undefined && findDriverRefusal(driver) === "driver_not_active")
      throw refuse("driver_not_active", { message: messages.driver_not_active });

    const contractor_id = is_broker ? actor.contractor_id : (driver?.contractor_id ?? null);
    const planned_accounts = await findPlannedAccounts(context, contractor_id);
    const errors = order_ids.flatMap((order_id) => {
      const refusal = refusalToPlan(findVisibleOrder(context, orders.get(order_id)), planned_accounts);
      return refusal === null ? [] : [{ order_id, message: messages[refusal], code: refusal }];
    });
    if (errors.length > 0) throw refuse("orders_refused", { message: messages.orders_refused, errors });
    const chosen_orders = order_ids.flatMap((id) => orders.get(id) ?? []);
    const collected = await findCollected(context, chosen_orders);
    const [route] = await createRoutes(
      context,
      [
        {
          date: day,
          driver_id,
          contractor_id,
          vehicle_id: driver?.vehicle_id ?? null,
          plan_run_id: null,
          ...buildRoundTrip(start),
          stops: buildStops(chosen_orders, collected),
        },
      ],
      orders,
      roads,
    );
    if (route === undefined) throw new Error("No route was made.");
    await expectCapacity(context, [route], null, allow_over_capacity);
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
