/**
 * Features that a business can switch on (dispatch options) and modules that the platform licenses.
 *
 * A feature that is off is refused with 409 `{result:false, feature_enabled:false}`; a module that is not licensed
 * with 403, and with 503 while its tables do not exist. Source: docs/contract/rest.md, "Cross-cutting rules".
 */
import { BUSINESS_ROLES, type Role } from "./roles.ts";

export const FEATURES = ["order_chat", "ai_ops_agent", "sms_marketing", "instant_deliver"] as const;
export type FeatureName = (typeof FEATURES)[number];

/** The gate of a feature, which applies to every request below its prefix. */
export interface FeatureGate {
  /** Every path below this prefix belongs to the feature, including routes that do not exist. */
  prefix: string;
  /** Accounts with other roles are refused with 403 once the feature is on; null leaves it to each operation. */
  roles: readonly Role[] | null;
  /** When these tables are missing, the feature is treated as off. */
  tables: readonly string[];
  /** Once the day's turns are used up, every endpoint is refused with 429. */
  daily_turns: boolean;
}

export const FEATURE_GATES: Partial<Record<FeatureName, FeatureGate>> = {
  order_chat: { prefix: "/api/v1/order-chat", roles: null, tables: [], daily_turns: false },
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
};

export const MODULES = ["contractor_assignment"] as const;
export type ModuleName = (typeof MODULES)[number];

/** Tables without which a module is not available on an installation. */
export const MODULE_TABLES: Record<ModuleName, readonly string[]> = {
  contractor_assignment: ["assignment"],
};

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
