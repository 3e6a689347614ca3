/** What other families may do with fleets: find those that the caller sees, and take working time of a driver for a route. */
export { getVisibleFleet, OWNER_ROLES, requireDriver } from "./access.ts";
export { CHECK_REFUSALS, type CheckRefusal, formatLocal } from "./check-shift.ts";
export { pushToDrivers } from "./follow-up.ts";
export { releaseRouteShift, reserveRouteShift } from "./route-shift.ts";
export type { FleetRow } from "./tables.ts";
