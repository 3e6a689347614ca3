/** Which driver has a locked route: given, taken back, offered on a board. The caller has checked who may ask. */
import type { Context } from "#operation/define/context.ts";
import { expectCapacity } from "./check-capacity.ts";
import { getStatusAfter, refuseInvalidTransition } from "./command.ts";
import { lockDrivers } from "./drivers.ts";
import { messages } from "./messages.ts";
import { type RouteRow, saveRoutes } from "./records/route.ts";
import { type DriverFacts, findDriverRefusal } from "./rules.ts";
import { isUnreleased } from "./status.ts";

export type AssignDriverRefusal =
  | "invalid_transition"
  | "unknown_driver"
  | "driver_not_active"
  | "documents_expired"
  | "other_contractor"
  | "over_capacity";

/** The route gets the driver with the driver's vehicle, and keeps its sequence. A released route stays released. */
export async function assignDriver(
  context: Context<AssignDriverRefusal>,
  route: RouteRow,
  driver_id: number,
  {
    allow_over_capacity,
    may = () => true,
  }: { allow_over_capacity?: boolean | undefined; may?: (driver: DriverFacts) => boolean } = {},
): Promise<RouteRow> {
  const { db, business_id, refuse, emit } = context;
  const status = getStatusAfter(context, route, "assign");
  const driver = (await lockDrivers(db, business_id, [driver_id], route.date)).get(driver_id);
  if (driver === undefined || !may(driver)) {
    throw refuse("unknown_driver", {
      message: messages.unknown_driver,
      errors: [{ field: "driver_id", message: messages.no_driver_of_business }],
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
    subject: { type: "route", id: route.id },
    kind: "route.reassigned",
    payload: { former_driver_id: route.driver_id, driver_id, status, plan_version: route.plan_version + 1 },
    before: { driver_id: route.driver_id, vehicle_id: route.vehicle_id, status: route.status },
    after: { driver_id, vehicle_id: driver.vehicle_id, status },
  });
  const [after = route] = saved;
  return after;
}

/** The route has no driver any more. `POSTED`: it is offered on a board again. */
export async function unassignDriver(
  context: Context<"invalid_transition">,
  route: RouteRow,
  to?: "POSTED",
): Promise<RouteRow> {
  if (!isUnreleased(route.status) || route.driver_id === null) throw refuseInvalidTransition(context, route);
  const status = route.stops_total === 0 ? "DRAFT" : (to ?? "PLANNED");
  const [after = route] = await saveRoutes(context, [
    { route, set: { driver_id: null, vehicle_id: null, status } },
  ]);
  context.emit({
    subject: { type: "route", id: route.id },
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
  return after;
}

/** The route is offered on a board, or is no longer. */
export async function changeRoutePosting(
  context: Context<"invalid_transition">,
  route: RouteRow,
  trigger: "post" | "unpost",
): Promise<RouteRow> {
  const status = getStatusAfter(context, route, trigger);
  const [after = route] = await saveRoutes(context, [{ route, set: { status } }]);
  return after;
}
