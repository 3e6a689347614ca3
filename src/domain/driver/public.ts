/** What other families may do with drivers: read and lock their rows, make one with its account, read its clock. */
export { insertDriver, type NewDriver } from "./accounts.ts";
export { DRIVER_COLUMNS, findDriver, lockDriver } from "./rows.ts";
export { type PayRates, type ProofKind, payOf, payRatesOf, readable } from "./rules.ts";
export type { DriverRow, ProofRow } from "./tables.ts";
