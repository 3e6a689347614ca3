export { loadRules } from "./load.ts";
export { type OfferAtPurchase, selectRule } from "./rules.ts";
export type { ShippingRule } from "./shapes.ts";
export { type Comparable, chooseRate, STRATEGIES, type Strategy, sortByPrice } from "./strategies.ts";
