/**
 * Release a route to its driver, who can then see it: planned orders become dispatched.
 *
 * Refused if the driver is not active or one of their documents has expired by that day.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { buildRouteResponse, lockRoute, RouteResponse } from "../command.ts";
import { messages } from "../messages.ts";
import { releaseRoutes } from "../release.ts";

export const releaseRoute = defineOperation({
  name: "clientRouteRelease",
  summary: "Release a route to its driver",
  effect: "write",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/release" },
  input: Type.Object({ route_id: Id }),
  output: RouteResponse,
  refusals: {
    invalid_transition: "conflict",
    no_driver: "conflict",
    driver_not_active: "conflict",
    documents_expired: "conflict",
    empty_route: "conflict",
  },

  async run(context, { route_id }) {
    const { whole } = await lockRoute(context, route_id);
    const [outcome] = await releaseRoutes(context, [whole]);
    if (outcome !== undefined && outcome.refusal !== null) {
      const values = { status: whole.route.status, date: outcome.expired_date ?? "" };
      throw context.refuse(outcome.refusal, { message: messages[outcome.refusal], values });
    }
    return buildRouteResponse(context, route_id);
  },
});
