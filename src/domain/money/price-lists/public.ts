/** Prices for the families that sell. */

export { findPricing, loadPricing } from "./find.ts";
export { DELIVERY_SERVICES, PriceLine } from "./shapes.ts";
