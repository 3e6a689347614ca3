/** Surcharges for price lists, which apply them, and the shipments that both measure. */
export { findSurcharges, type SurchargeRow } from "./records/surcharge.ts";
export { computeSurcharges, findUnknownOptions, NOT_APPLIED } from "./rules.ts";
export { SURCHARGE_KINDS, TRIGGERS } from "./shapes.ts";
export { type Measures, measureShipment, type PricedPlace, type Shipment } from "./shipment.ts";
