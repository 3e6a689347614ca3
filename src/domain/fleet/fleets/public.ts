/** What other families may do with fleets: find those that the caller sees, take working time of a driver for a route, report duty. */
export { getVisibleFleet, OWNER_ROLES, requireDriver } from "./access.ts";
export { formatLocal, SHIFT_CHECK_REFUSALS, type ShiftCheckRefusal } from "./check-shift.ts";
export { changeDuty, lockWork, startDuty } from "./duty.ts";
export { pushToDrivers } from "./follow-up.ts";
export type { FleetRow } from "./records/fleet.ts";
export { releaseRouteShift, reserveRouteShift } from "./route-shift.ts";
export { type RoutesOfDay, routesOfDaysRequested } from "./topics.ts";
