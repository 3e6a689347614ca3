export { loadRules } from "./records/shipping-rule-set.ts";
export { type OfferAtPurchase, selectRule } from "./rules.ts";
export type { ShippingRule } from "./shapes.ts";
export { type Comparable, chooseRate, STRATEGIES, type Strategy, sortByPrice } from "./strategies.ts";
export { boughtLabelsRequested, type PastLabel } from "./topics.ts";
