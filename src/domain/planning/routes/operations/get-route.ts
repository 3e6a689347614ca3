/** Get one route with its stops, their orders and the planned path. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { canSeeRoute, RouteResponse } from "../command.ts";
import { findDriverNames } from "../drivers.ts";
import { messages } from "../messages.ts";
import { buildRouteView, readRoute } from "../route-with-stops.ts";

export const getRoute = defineOperation({
  name: "clientRoute",
  summary: "Get a route with its stops",
  description:
    "Stops in their order, with arrival times, windows and the orders at each, and the planned path.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/routes/{route_id}" },
  mcp: { user: "get_route_detail" },
  input: Type.Object({ route_id: Ref("route") }),
  output: RouteResponse,

  async run({ actor, db, business_id, refuse }, { route_id }) {
    const route_with_stops = await readRoute(db, business_id, route_id);
    if (route_with_stops === undefined || !canSeeRoute(actor, route_with_stops.route))
      throw refuse("not_found", { message: messages.unknown_route });
    const { driver_id, version } = route_with_stops.route;
    const names = await findDriverNames(db, business_id, [driver_id]);
    return {
      result: true,
      version,
      route: buildRouteView(route_with_stops, driver_id === null ? null : (names.get(driver_id) ?? null)),
    };
  },
});
