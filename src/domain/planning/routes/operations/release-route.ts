/**
 * Release a route to its driver, who can then see it: planned orders become dispatched.
 *
 * Refused if the driver is not active or one of their documents has expired by that day, or if the vehicle does not carry the load.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowOverCapacity } from "../check-capacity.ts";
import { buildRouteResponse, lockRoute, RouteResponse } from "../command.ts";
import { messages } from "../messages.ts";
import { releaseRoutes } from "../release.ts";

export const releaseRoute = defineOperation({
  name: "clientRouteRelease",
  summary: "Release a route to its driver",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/release" },
  input: Type.Object({ route_id: Ref("route"), allow_over_capacity: allowOverCapacity }),
  output: RouteResponse,
  refusals: {
    invalid_transition: "conflict",
    no_driver: "conflict",
    driver_not_active: "conflict",
    documents_expired: "conflict",
    empty_route: "conflict",
    over_capacity: "conflict",
  },

  async run(context, { route_id, allow_over_capacity }) {
    const { route_with_stops } = await lockRoute(context, route_id);
    const [outcome] = await releaseRoutes(context, [route_with_stops], { allow_over_capacity });
    if (outcome !== undefined && outcome.refusal !== null) {
      const { amounts, expired_date } = outcome;
      const { status, number } = route_with_stops.route;
      const values = { status, date: expired_date ?? "", amounts, route: number };
      throw context.refuse(outcome.refusal, { message: messages[outcome.refusal], values });
    }
    return buildRouteResponse(context, route_id);
  },
});
