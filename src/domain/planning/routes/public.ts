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
export { createRoutes } from "./create.ts";
export { findCapacities, findContractorAccountIds, lockDrivers } from "./drivers.ts";
export { NO_LEGS, toPoint } from "./legs.ts";
export { findOverloads } from "./overload.ts";
export { buildRoundTrip, findDepotStart, findStartWarehouseId, type RouteStart } from "./route-start.ts";
export {
  lockRoutes,
  ROUTE_COLUMNS,
  type RouteWithStops,
  readRoute,
  type StopWithTasks,
} from "./rows.ts";
export {
  buildVisits,
  type Holders,
  type OrderVisit,
  type PlanRefusal,
  refusalToPlan,
} from "./rules.ts";
export { saveRoutes, saveStopProgress, saveTaskStates } from "./save.ts";
export { routeProgressMembers } from "./shapes.ts";
export {
  getNextRouteStatus,
  isUnreleased,
  OPEN_ROUTE_STATUSES,
} from "./status.ts";
export { buildNewStop } from "./stops.ts";
export type { RouteRow, StopRow, TaskRow } from "./tables.ts";
export { getWorkingTime, type RouteFigures, START_REASONS, type WorkingTime } from "./timing.ts";
