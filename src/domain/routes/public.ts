/**
 * What other families may do with routes: read and lock them, make them, take orders off them, change them.
 *
 * Locks are taken in one sequence everywhere: orders in id order, then routes in id order, then drivers.
 */
export { createRoutes, orderIdsIn, type PlannedRoute, putOrdersOn, takeOrdersOff } from "./create.ts";
export { accountsOfContractor, driverNames, lockDrivers } from "./drivers.ts";
export { knownLegs, NO_LEGS, pointOf, type RoadLegs } from "./legs.ts";
export { type Removal, removeOrdersFromRoutes } from "./remove.ts";
export {
  findRoute,
  lockRoute,
  lockRouteRows,
  lockRoutes,
  type PlanningBusiness,
  planningBusiness,
  ROUTE_COLUMNS,
  readRoute,
  STOP_COLUMNS,
  type StopWithTasks,
  stopsOf,
  type WholeRoute,
} from "./rows.ts";
export { type Holders, type OrderVisit, type PlanRefusal, refusalToPlan, visitsOf } from "./rules.ts";
export { saveRoutes, saveStops } from "./save.ts";
export {
  RouteDetail,
  RouteStop,
  RouteSummary,
  RouteTask,
  routeProgress,
  routeSummaryOf,
  routeView,
} from "./shapes.ts";
export {
  isOpenRoute,
  isUnreleased,
  nextRoute,
  OPEN_ROUTE_STATUSES,
  ROUTE_STATUSES,
  type RouteCommand,
  type RouteStatus,
} from "./status.ts";
export { isUnvisited, newStop, type PlacedStop } from "./stops.ts";
export type { RouteLoad, RouteRow, StopRow, TaskRow } from "./tables.ts";
export {
  type Figures,
  type PlanningSettings,
  planningSettingsOf,
  shiftOn,
  timingOf,
} from "./timing.ts";
export { refreshWindows } from "./windows.ts";
