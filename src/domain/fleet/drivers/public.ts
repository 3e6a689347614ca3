/** What other families may do with drivers: read and lock their rows, create one with its account, change what others decide. */
export { insertDriver } from "./accounts.ts";
export {
  type DriverRow,
  findDriver,
  lockDriver,
  saveDriverDuty,
  saveDriverPosition,
} from "./records/driver.ts";
export { findUnsentCommands, saveUnsentCommands } from "./records/driver-unsent.ts";
export { saveSkills } from "./skills.ts";
export {
  type DrivenStops,
  drivenStopsRequested,
  type RouteUnderWay,
  routesUnderWayRequested,
} from "./topics.ts";
