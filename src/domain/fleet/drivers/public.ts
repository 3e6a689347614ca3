/** What other families may do with drivers: read and lock their rows, create one with its account, change what others decide. */
export { insertDriver } from "./accounts.ts";
export { findDriver, lockDriver } from "./rows.ts";
export type { DriverRow } from "./tables.ts";
export { saveDriverDuty, saveDriverPosition, saveSkills } from "./write.ts";
