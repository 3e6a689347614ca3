/** Withdraw a released route before it is loaded; the driver no longer sees it. Our choice. */
import Type from "typebox";
import { changeOrders, getNextStatus } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowUnsent, expectNothingUnsent } from "../check-unsent.ts";
import { buildRouteResponse, getStatusAfter, lockRoute, RouteResponse } from "../command.ts";
import { saveRoutes } from "../records/route.ts";

export const unreleaseRoute = defineOperation({
  name: "clientRouteUnrelease",
  summary: "Withdraw a released route",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/unrelease" },
  input: Type.Object({ route_id: Ref("route"), allow_unsent: allowUnsent }),
  output: RouteResponse,
  refusals: { invalid_transition: "conflict", unsent_commands: "conflict" },

  async run(context, { route_id, allow_unsent }) {
    const { route_with_stops } = await lockRoute(context, route_id);
    const { route, orders } = route_with_stops;
    await expectNothingUnsent(context, route, allow_unsent);
    const status = getStatusAfter(context, route, "unrelease");
    await saveRoutes(context, [{ route, set: { status } }]);
    await changeOrders(
      context,
      [...orders.values()].flatMap((order) => {
        const back = getNextStatus(order.status, "undispatch");
        return back === null || order.route_id !== route_id
          ? []
          : [{ order, set: { status: back }, kind: "order.undispatched", payload: { route_id } }];
      }),
    );
    context.emit({
      subject: { type: "route", id: route_id },
      kind: "route.unreleased",
      payload: { driver_id: route.driver_id, plan_version: route.plan_version },
      before: { status: route.status },
      after: { status },
    });
    return buildRouteResponse(context, route_id);
  },
});
