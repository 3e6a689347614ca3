/** Surcharges for price lists, which apply them. */
export { findSurcharges, type SurchargeRow } from "./records/surcharge.ts";
export { computeSurcharges, findUnknownOptions, NOT_APPLIED } from "./rules.ts";
export { SURCHARGE_KINDS, TRIGGERS } from "./shapes.ts";
