/** Accounts at carriers, for the families that ship. */
export { findAccount, openCarrier } from "./carrier.ts";
export { computePrice } from "./rules.ts";
export { listMethods, Method } from "./shapes.ts";
export type { CarrierAccountRow } from "./tables.ts";
