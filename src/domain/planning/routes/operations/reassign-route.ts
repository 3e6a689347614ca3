/**
 * Assign a route to another driver, or remove its driver while it is unreleased. The tour keeps its sequence.
 *
 * The route gets the vehicle of the new driver. A released route stays released, for the new driver.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowOverCapacity, expectCapacity } from "../check-capacity.ts";
import {
  buildRouteResponse,
  getStatusAfter,
  lockRoute,
  RouteResponse,
  refuseInvalidTransition,
} from "../command.ts";
import { lockDrivers } from "../drivers.ts";
import { messages } from "../messages.ts";
import { findDriverRefusal } from "../rules.ts";
import { saveRoutes } from "../save.ts";
import { isUnreleased } from "../status.ts";

export const reassignRoute = defineOperation({
  name: "clientRouteReassign",
  summary: "Assign a route to another driver",
  effect: "write",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/{route_id}/reassign" },
  input: Type.Object({
    route_id: Id,
    driver_id: Nullable(Id),
    allow_over_capacity: allowOverCapacity,
  }),
  output: RouteResponse,
  refusals: {
    invalid_transition: "conflict",
    unknown_driver: "invalid",
    driver_not_active: "conflict",
    documents_expired: "conflict",
    other_contractor: "conflict",
    over_capacity: "conflict",
  },

  async run(context, { route_id, driver_id, allow_over_capacity }) {
    const { db, business_id, actor, refuse, emit } = context;
    const { whole } = await lockRoute(context, route_id);
    const { route } = whole;
    if (driver_id === null) {
      if (route.driver_id !== null || route.status !== "PLANNED") {
        if (!isUnreleased(route.status) || route.driver_id === null)
          throw refuseInvalidTransition(context, route);
        const status = route.stops_total === 0 ? "DRAFT" : "PLANNED";
        await saveRoutes(context, [{ route, set: { driver_id: null, vehicle_id: null, status } }]);
        emit({
          subject: { type: "route", id: route_id },
          kind: "route.reassigned",
          payload: {
            former_driver_id: route.driver_id,
            driver_id: null,
            status,
            plan_version: route.plan_version,
          },
          before: { driver_id: route.driver_id, status: route.status },
          after: { driver_id: null, status },
        });
      }
      return buildRouteResponse(context, route_id);
    }
    const status = getStatusAfter(context, route, "assign");
    const driver = (await lockDrivers(db, business_id, [driver_id], route.date)).get(driver_id);
    if (
      driver === undefined ||
      (actor.role === "broker_employee" && driver.contractor_id !== actor.contractor_id)
    ) {
      throw refuse("unknown_driver", {
        message: messages.unknown_driver,
        errors: [{ field: "driver_id", message: "is not a driver of this business" }],
      });
    }
    const refusal = findDriverRefusal(driver);
    if (refusal === "driver_not_active" || (refusal !== null && !isUnreleased(route.status))) {
      throw refuse(refusal, { message: messages[refusal], values: { date: driver.expired_date ?? "" } });
    }
    if (driver.contractor_id !== route.contractor_id && route.stops_total > 0)
      throw refuse("other_contractor", { message: messages.other_contractor });
    const saved = await saveRoutes(context, [
      {
        route,
        set: {
          driver_id,
          vehicle_id: driver.vehicle_id,
          contractor_id: driver.contractor_id,
          status,
          plan_version: route.plan_version + 1,
        },
      },
    ]);
    await expectCapacity(context, saved, route, allow_over_capacity);
    emit({
      subject: { type: "route", id: route_id },
      kind: "route.reassigned",
      payload: { former_driver_id: route.driver_id, driver_id, status, plan_version: route.plan_version + 1 },
      before: { driver_id: route.driver_id, vehicle_id: route.vehicle_id, status: route.status },
      after: { driver_id, vehicle_id: driver.vehicle_id, status },
    });
    return buildRouteResponse(context, route_id);
  },
});
