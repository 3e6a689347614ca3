/** Surcharges for price lists, which apply them. */
export { findSurcharges } from "./find.ts";
export { computeSurcharges, findUnknownOptions, NOT_APPLIED } from "./rules.ts";
export { SURCHARGE_KINDS, type SurchargeRow, TRIGGERS } from "./shapes.ts";
