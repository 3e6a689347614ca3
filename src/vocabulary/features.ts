/**
 * Feature families a business can switch (dispatch options) and modules the platform licenses.
 *
 * A family that is off answers 409 `{result:false, feature_enabled:false}`; a module that is not licensed
 * answers 403, and 503 while its tables are not there. Source: docs/contract/rest.md, "Cross-cutting rules".
 */
import { BUSINESS_ROLES, type Role } from "./roles.ts";

export const FEATURE_FAMILIES = ["order_chat", "ai_ops_agent", "sms_marketing", "instant_deliver"] as const;
export type FeatureFamily = (typeof FEATURE_FAMILIES)[number];

/** What stands in front of a whole family, whatever of it is asked for. */
export interface FamilyGate {
  /** Everything below this path belongs to the family, routes that do not exist included. */
  prefix: string;
  /** Accounts of other roles are turned away with 403 once the family is on; null leaves it to each operation. */
  roles: readonly Role[] | null;
  /** Without these the family is not there yet, which is the same as off. */
  tables: readonly string[];
  /** Once the day's turns are used, every endpoint answers 429. */
  daily_turns: boolean;
}

export const FAMILY_GATES: Partial<Record<FeatureFamily, FamilyGate>> = {
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
    tables: ["outbox_message", "messaging_settings"],
    daily_turns: false,
  },
};

/** Turns of the operations agent that a business has in a day, unless its settings say otherwise. */
export const DAILY_TURNS = 200;

export const MODULES = ["contractor_assignment"] as const;
export type ModuleName = (typeof MODULES)[number];

/** Tables without which a module is not available on an installation. */
export const TABLES_OF_MODULE: Record<ModuleName, readonly string[]> = {
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
