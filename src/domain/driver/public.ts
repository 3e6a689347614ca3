/** What other families may do with drivers: read and lock their rows, make one with its account. */
export { insertDriver, type NewDriver } from "./accounts.ts";
export { DRIVER_COLUMNS, findDriver, lockDriver } from "./rows.ts";
export { type PayRates, type ProofKind, payOf, payRatesOf } from "./rules.ts";
export type { DriverRow, ProofRow } from "./tables.ts";
