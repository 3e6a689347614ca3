/**
 * Feature families a business can switch (dispatch options) and modules the platform licenses.
 *
 * A family that is off answers 409 `{result:false, feature_enabled:false}`; a module that is not licensed
 * answers 403, and 503 while its tables are not there. Source: docs/contract/rest.md, "Cross-cutting rules".
 */
export const FEATURE_FAMILIES = ["order_chat", "ai_ops_agent", "sms_marketing", "instant_deliver"] as const;
export type FeatureFamily = (typeof FEATURE_FAMILIES)[number];

export const MODULES = ["contractor_assignment"] as const;
export type ModuleName = (typeof MODULES)[number];

/** The seven order families whose prices a business can hide from a customer account. */
export const PRICE_FAMILIES = [
  "local_delivery",
  "label_service",
  "shipping_service",
  "ltl_service",
  "storage_services",
  "moving_services",
  "device_orders",
] as const;
export type PriceFamily = (typeof PRICE_FAMILIES)[number];
