/** The capabilities, sign-in methods and home page shortcuts that apps can have. */
import type { FeatureName } from "#vocabulary/features.ts";

export const APP_TYPES = ["customer", "rider", "warehouse"] as const;
export type AppType = (typeof APP_TYPES)[number];

export const METHODS = ["idp", "email", "registration"] as const;
export type Method = (typeof METHODS)[number];

export const DEVICE_PLATFORMS = ["ios", "android"] as const;
export type DevicePlatform = (typeof DEVICE_PLATFORMS)[number];

interface Capability {
  /** Types of app that can have it. */
  types: readonly AppType[];
  /** It is off while this feature family of the business is off. */
  feature?: FeatureName;
  /** It is this sign-in method, which has its own switch. */
  method?: Method;
}

const ALL_TYPES: readonly AppType[] = APP_TYPES;

const CAPABILITIES = {
  "auth.idp": { types: ALL_TYPES, method: "idp" },
  "auth.email": { types: ALL_TYPES, method: "email" },
  "auth.registration": { types: ["customer"], method: "registration" },
  "orders.send": { types: ["customer"] },
  "orders.return": { types: ["customer"] },
  "orders.track": { types: ["customer", "rider"] },
  "orders.chat": { types: ["customer", "rider"], feature: "order_chat" },
  "shipping.order": { types: ["customer"] },
  "shipping.track": { types: ["customer"] },
  "storage.store": { types: ["customer"] },
  "locker.pickup": { types: ["customer"] },
  "locker.dropoff": { types: ["customer", "rider"] },
  "luggage.store": { types: ["customer"] },
  "handover.exchange": { types: ["customer"] },
  "payment.pay": { types: ["customer"] },
  "wallet.balance": { types: ["customer", "rider"] },
  "wallet.topup": { types: ["customer"] },
  "instant.deliver": { types: ["rider"], feature: "instant_deliver" },
  "warehouse.receive": { types: ["warehouse"] },
} as const satisfies Record<string, Capability>;

export type CapabilityId = keyof typeof CAPABILITIES;
export const CAPABILITY_IDS = Object.keys(CAPABILITIES) as CapabilityId[];

export function getCapability(id: CapabilityId): Capability {
  return CAPABILITIES[id];
}

/** Capabilities that a client switches; sign-in methods have their own switches. */
export const SWITCHED_CAPABILITIES = CAPABILITY_IDS.filter((id) => getCapability(id).method === undefined);

/** Shortcuts in their default order, and the capability that each needs. */
export const QUICK_ACTIONS = {
  send: "orders.send",
  return: "orders.return",
  store: "storage.store",
  lockers: "locker.pickup",
  luggage: "luggage.store",
  handover: "handover.exchange",
  pay: "payment.pay",
  wallet: "wallet.balance",
} as const satisfies Record<string, CapabilityId>;

export type QuickAction = keyof typeof QUICK_ACTIONS;
export const QUICK_ACTION_IDS = Object.keys(QUICK_ACTIONS) as QuickAction[];
