/**
 * What other families may do with routes: read and lock them, create them, remove orders from them, change them.
 *
 * Locks are always taken in this order: orders by id, then routes by id, then drivers.
 */
export {
  type AssignDriverRefusal,
  assignDriver,
  changeRoutePosting,
  unassignDriver,
} from "./assign-driver.ts";
export { createRoutes } from "./create-routes.ts";
export { findCapacities, findContractorAccountIds, lockDrivers } from "./drivers.ts";
export { NO_LEGS, toPoint } from "./legs.ts";
export { findOverloads } from "./overload.ts";
export { type RouteRow, saveRoutes } from "./records/route.ts";
export { type StopRow, type StopWithTasks, saveStopProgress } from "./records/stop.ts";
export { saveTaskStates, type TaskRow } from "./records/stop-task.ts";
export { buildRoundTrip, findDepotStart, findStartWarehouseId, type RouteStart } from "./route-start.ts";
export {
  getRouteWithStops,
  lockRouteForOrder,
  lockRoutes,
  type RouteWithStops,
  readRoute,
} from "./route-with-stops.ts";
export {
  buildVisits,
  type OrderVisit,
  type PlannedAccounts,
  type PlanRefusal,
  refusalToPlan,
} from "./rules.ts";
export { routeProgressMembers } from "./shapes.ts";
export {
  getNextRouteStatus,
  isUnreleased,
  OPEN_ROUTE_STATUSES,
} from "./status.ts";
export { buildNewStop } from "./stops.ts";
export { getWorkingTime, type RouteFigures, START_REASONS, type WorkingTime } from "./timing.ts";
