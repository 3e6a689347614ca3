/** Accounts at carriers, for the families that ship. */
export { openCarrier } from "./carrier.ts";
export { type CarrierAccountRow, findAccount } from "./records/carrier-account.ts";
export { computePrice } from "./rules.ts";
export { listMethods, Method } from "./shapes.ts";
