/**
 * Features that a business can switch on (dispatch options) and modules that the platform licenses.
 *
 * A feature that is off is refused with 409 `{result:false, feature_enabled:false}`; a module that is not licensed
 * with 403, and with 503 while its tables do not exist. Source: docs/contract/rest.md, "Cross-cutting rules".
 */
import { BUSINESS_ROLES } from "./roles.ts";

export const FEATURES = ["order_chat", "ai_ops_agent", "sms_marketing", "instant_deliver"] as const;
export type FeatureName = (typeof FEATURES)[number];

/** The gates of published features that no family of this repository offers; others are in `features.ts` of their family. */
export const PUBLISHED_GATES = {
  ai_ops_agent: {
    prefix: "/api/v1/ai-ops",
    roles: BUSINESS_ROLES,
    tables: ["ai_turn_day"],
    daily_turns: true,
  },
  sms_marketing: {
    prefix: "/api/v1/sms-marketing",
    roles: BUSINESS_ROLES,
    // Only the feature's own tables, created by its migration; tables shared with other features prove nothing.
    tables: ["marketing_subscriber", "marketing_campaign"],
    daily_turns: false,
  },
} as const;

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
