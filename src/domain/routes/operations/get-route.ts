/** One route with its stops, their orders and the planned way. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { isOwnRoute, RouteAnswer } from "../command.ts";
import { driverNames } from "../drivers.ts";
import { messages } from "../messages.ts";
import { readRoute } from "../rows.ts";
import { routeView } from "../shapes.ts";

export const getRoute = defineOperation({
  name: "clientRoute",
  summary: "A route with its stops",
  description:
    "Stops in their order, with arrival times, windows and the orders at each, and the planned way.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/routes/{route_id}" },
  mcp: { user: "get_route_detail" },
  input: Type.Object({ route_id: Id }),
  output: RouteAnswer,

  async run({ actor, db, business_id, refuse }, { route_id }) {
    const whole = await readRoute(db, business_id, route_id);
    if (whole === undefined || !isOwnRoute(actor, whole.route))
      throw refuse("not_found", { message: messages.unknown_route });
    const { driver_id, version } = whole.route;
    const names = await driverNames(db, business_id, [driver_id]);
    return {
      result: true,
      version,
      route: routeView(whole, driver_id === null ? null : (names.get(driver_id) ?? null)),
    };
  },
});
