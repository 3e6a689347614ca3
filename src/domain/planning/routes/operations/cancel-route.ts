/** Cancel a route before it starts; its orders can be planned again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowUnsent, expectNothingUnsent } from "../check-unsent.ts";
import { buildRouteResponse, getStatusAfter, lockRoute, RouteResponse } from "../command.ts";
import { detachOrdersFromRoutes } from "../orders-on-routes.ts";
import { saveRoutes } from "../records/route.ts";
import { removeTasks } from "../records/stop-task.ts";

export const cancelRoute = defineOperation({
  name: "clientRouteCancel",
  summary: "Cancel a route",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/cancel" },
  input: Type.Object({ route_id: Ref("route"), allow_unsent: allowUnsent }),
  output: RouteResponse,
  refusals: { invalid_transition: "conflict", unsent_commands: "conflict" },

  async run(context, { route_id, allow_unsent }) {
    const { route_with_stops } = await lockRoute(context, route_id);
    const { route } = route_with_stops;
    await expectNothingUnsent(context, route, allow_unsent);
    const status = getStatusAfter(context, route, "cancel");
    const orders = [...route_with_stops.orders.values()].filter((order) => order.route_id === route_id);
    await Promise.all([
      saveRoutes(context, [{ route, set: { status } }]),
      // The stops are kept as a record of the plan.
      removeTasks(
        context,
        "stop_id",
        route_with_stops.stops.map((stop) => stop.id),
      ),
    ]);
    await detachOrdersFromRoutes(context, orders, "route_cancelled");
    context.emit({
      subject: { type: "route", id: route_id },
      kind: "route.cancelled",
      payload: {
        order_ids: orders.map((order) => order.id),
        driver_id: route.driver_id,
        plan_version: route.plan_version,
      },
      before: { status: route.status },
      after: { status },
    });
    return buildRouteResponse(context, route_id);
  },
});
