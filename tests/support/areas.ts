/** The layers of the domain. */

/**
 * Which area of the domain may use which, lowest first: docs/decisions/0012-areas.md. Where a lower one must have a
 * higher one act, it publishes a topic and the higher one subscribes (`src/operation/define/topic.ts`).
 */
export const AREAS: Record<string, readonly string[]> = {
  files: [],
  communication: [],
  identity: ["communication"],
  locations: ["identity"],
  warehouse: ["files", "identity", "locations"],
  tracking: ["communication", "identity"],
  money: ["identity", "files"],
  orders: ["communication", "files", "identity", "locations", "money", "tracking", "warehouse"],
  fleet: ["carriers", "communication", "identity", "files", "integration", "orders", "tracking"],
  planning: ["carriers", "identity", "locations", "files", "money", "orders", "fleet", "warehouse"],
  carriers: ["identity", "files", "money", "orders", "tracking", "warehouse"],
  execution: [
    "communication",
    "files",
    "identity",
    "locations",
    "tracking",
    "orders",
    "fleet",
    "planning",
    "warehouse",
  ],
  integration: ["identity", "tracking", "orders"],
  lockers: [
    "communication",
    "execution",
    "files",
    "fleet",
    "identity",
    "integration",
    "locations",
    "money",
    "orders",
    "tracking",
    "warehouse",
  ],
  insight: ["communication", "files", "fleet", "identity", "orders", "planning", "tracking"],
  customer: [
    "communication",
    "execution",
    "identity",
    "files",
    "locations",
    "money",
    "tracking",
    "warehouse",
  ],
};
