/**
 * Assign a route to another driver, or remove its driver while it is unreleased. The tour keeps its sequence.
 *
 * The route gets the vehicle of the new driver. A released route stays released, for the new driver.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { assignDriver, unassignDriver } from "../assign-driver.ts";
import { allowOverCapacity } from "../check-capacity.ts";
import { allowUnsent, expectNothingUnsent } from "../check-unsent.ts";
import { buildRouteResponse, lockRoute, RouteResponse } from "../command.ts";

export const reassignRoute = defineOperation({
  name: "clientRouteReassign",
  summary: "Assign a route to another driver",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/reassign" },
  input: Type.Object({
    route_id: Ref("route"),
    driver_id: Nullable(Ref("driver")),
    allow_over_capacity: allowOverCapacity,
    allow_unsent: allowUnsent,
  }),
  output: RouteResponse,
  refusals: {
    invalid_transition: "conflict",
    unsent_commands: "conflict",
    unknown_driver: "invalid",
    driver_not_active: "conflict",
    documents_expired: "conflict",
    other_contractor: "conflict",
    over_capacity: "conflict",
  },

  async run(context, { route_id, driver_id, allow_over_capacity, allow_unsent }) {
    const { actor } = context;
    const { route_with_stops } = await lockRoute(context, route_id);
    const { route } = route_with_stops;
    await expectNothingUnsent(context, route, allow_unsent);
    if (driver_id !== null)
      await assignDriver(context, route, driver_id, {
        allow_over_capacity,
        may: ({ contractor_id }) => actor.role !== "broker_employee" || contractor_id === actor.contractor_id,
      });
    // A plan without a driver is left as it is.
    else if (route.driver_id !== null || route.status !== "PLANNED") await unassignDriver(context, route);
    return buildRouteResponse(context, route_id);
  },
});
