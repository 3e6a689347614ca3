/** Move some stops of an unreleased route to a new route of the same day. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowOverCapacity, expectCapacity } from "../check-capacity.ts";
import { buildRouteResponse, canSeeRoute, lockRoute, refuseInvalidTransition } from "../command.ts";
import { createRoutes } from "../create-routes.ts";
import { lockDrivers } from "../drivers.ts";
import { listWaypoints } from "../legs.ts";
import { messages } from "../messages.ts";
import { listOrderIds } from "../orders-on-routes.ts";
import { fetchMissingLegs, mergeRoadLegs } from "../roads.ts";
import { readRoute } from "../route-with-stops.ts";
import { splitStops } from "../rules.ts";
import { saveStops } from "../save-stops.ts";
import { RouteDetail } from "../shapes.ts";
import { isUnreleased } from "../status.ts";
import { buildNewStop } from "../stops.ts";

export const splitRoute = defineOperation({
  name: "clientRouteSplit",
  summary: "Split a route in two",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/split" },
  input: Type.Object({
    route_id: Ref("route"),
    stop_ids: Type.Array(Ref("stop"), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: "Stops to move to the new route; they keep their sequence.",
    }),
    driver_id: Type.Optional(Nullable(Ref("driver"))),
    allow_over_capacity: allowOverCapacity,
  }),
  output: Type.Object({ result: Type.Boolean(), route: RouteDetail, new_route: RouteDetail }),
  refusals: {
    invalid_transition: "conflict",
    not_its_stops: "invalid",
    pair_torn: "invalid",
    nothing_left: "invalid",
    unknown_driver: "invalid",
    driver_not_active: "conflict",
    other_contractor: "conflict",
    over_capacity: "conflict",
  },

  prepare: (context, { route_id, stop_ids }) =>
    fetchMissingLegs(context, async () => {
      const route_with_stops = await readRoute(context.db, context.business_id, route_id);
      const parts =
        route_with_stops === undefined ? "not_its_stops" : splitStops(route_with_stops.stops, stop_ids);
      if (
        route_with_stops === undefined ||
        typeof parts === "string" ||
        !canSeeRoute(context.actor, route_with_stops.route)
      )
        return null;
      return {
        routes: [route_with_stops],
        ways: [
          listWaypoints(route_with_stops.route, parts.stay),
          listWaypoints(route_with_stops.route, parts.leave),
        ],
      };
    }),

  async run(context, { route_id, stop_ids, driver_id = null, allow_over_capacity }, fetched_legs) {
    const { db, business_id, refuse } = context;
    const { route_with_stops } = await lockRoute(context, route_id);
    const { route, orders } = route_with_stops;
    if (!isUnreleased(route.status)) throw refuseInvalidTransition(context, route);
    const parts = splitStops(route_with_stops.stops, stop_ids);
    if (typeof parts === "string")
      throw refuse(parts, {
        message: messages[parts],
        errors: [{ field: "stop_ids", message: messages[parts] }],
      });
    const driver =
      driver_id === null
        ? undefined
        : (await lockDrivers(db, business_id, [driver_id], route.date)).get(driver_id);
    if (driver_id !== null && driver === undefined) {
      throw refuse("unknown_driver", {
        message: messages.unknown_driver,
        errors: [{ field: "driver_id", message: messages.no_driver_of_business }],
      });
    }
    if (driver !== undefined && driver.status !== "active")
      throw refuse("driver_not_active", { message: messages.driver_not_active });
    if (driver !== undefined && driver.contractor_id !== route.contractor_id)
      throw refuse("other_contractor", { message: messages.other_contractor });

    const roads = mergeRoadLegs([route_with_stops], fetched_legs);
    const [saved] = await saveStops(context, [{ route, stops: parts.stay }], roads);
    const leaving = listOrderIds(parts.leave);
    const [created_route] = await createRoutes(
      context,
      [
        {
          date: route.date,
          driver_id,
          contractor_id: route.contractor_id,
          vehicle_id: driver?.vehicle_id ?? null,
          plan_run_id: route.plan_run_id,
          start_warehouse_id: route.start_warehouse_id,
          end_warehouse_id: route.end_warehouse_id,
          start_place: route.start_place,
          end_place: route.end_place,
          earliest_start_at: route.earliest_start_at,
          stops: parts.leave.map((stop) => buildNewStop(stop, stop.tasks)),
        },
      ],
      orders,
      roads,
    );
    if (created_route === undefined) throw new Error("No route was made.");
    await expectCapacity(context, [created_route], null, allow_over_capacity);
    context.emit({
      subject: { type: "route", id: route_id },
      kind: "route.split",
      payload: { new_route_id: created_route.id, order_ids: leaving, plan_version: saved?.plan_version },
      before: { stops_total: route.stops_total },
      after: { stops_total: saved?.stops_total },
    });
    const [remaining_route, fresh] = [
      await buildRouteResponse(context, route_id),
      await buildRouteResponse(context, created_route.id),
    ];
    return { result: true, route: remaining_route.route, new_route: fresh.route };
  },
});
