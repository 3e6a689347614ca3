/** Labels and colours of the codes that the service returns. */

export type Tone = "grey" | "blue" | "teal" | "violet" | "good" | "warn" | "bad" | "accent";

interface LabelAndTone {
  label: string;
  tone: Tone;
}

export const ORDER_STATUS: Record<string, LabelAndTone> = {
  NEW_ORDER: { label: "New", tone: "grey" },
  HOLD: { label: "Held", tone: "violet" },
  ROUTED: { label: "Routed", tone: "blue" },
  DISPATCHED: { label: "Dispatched", tone: "blue" },
  PICKED_UP: { label: "Picked up", tone: "teal" },
  AT_WAREHOUSE: { label: "At warehouse", tone: "teal" },
  IN_TRANSFER: { label: "In transfer", tone: "teal" },
  LOADED: { label: "Loaded", tone: "teal" },
  OUT_FOR_DELIVERY: { label: "Out for delivery", tone: "accent" },
  ARRIVED: { label: "Driver arrived", tone: "accent" },
  READY_FOR_PICKUP: { label: "Ready for pickup", tone: "accent" },
  FAILED_ATTEMPT: { label: "Failed attempt", tone: "bad" },
  EXCEPTION: { label: "Exception", tone: "bad" },
  RETURNING: { label: "Returning", tone: "warn" },
  DELIVERED: { label: "Delivered", tone: "good" },
  RETURNED: { label: "Returned", tone: "warn" },
  REJECTED: { label: "Rejected", tone: "bad" },
  CANCELLED: { label: "Cancelled", tone: "grey" },
};

/** Published ids of statuses, for responses without a status code. */
const STATUS_OF_ID: Record<number, string> = {
  10: "NEW_ORDER",
  15: "HOLD",
  20: "ROUTED",
  30: "DISPATCHED",
  40: "PICKED_UP",
  50: "AT_WAREHOUSE",
  55: "IN_TRANSFER",
  60: "LOADED",
  70: "OUT_FOR_DELIVERY",
  75: "ARRIVED",
  80: "READY_FOR_PICKUP",
  85: "FAILED_ATTEMPT",
  88: "EXCEPTION",
  90: "RETURNING",
  100: "DELIVERED",
  110: "RETURNED",
  120: "REJECTED",
  130: "CANCELLED",
};

export function findStatusById(id: number | null): string {
  return id === null ? "–" : (STATUS_OF_ID[id] ?? `Status ${id}`);
}

export const ROUTE_STATUS: Record<string, LabelAndTone> = {
  DRAFT: { label: "Draft", tone: "grey" },
  PLANNED: { label: "Planned", tone: "grey" },
  POSTED: { label: "Posted", tone: "violet" },
  ASSIGNED: { label: "Assigned", tone: "grey" },
  RELEASED: { label: "Released", tone: "blue" },
  LOADED: { label: "Loaded", tone: "teal" },
  IN_PROGRESS: { label: "On the road", tone: "accent" },
  COMPLETED: { label: "Completed", tone: "good" },
  CLOSED: { label: "Closed", tone: "good" },
  CANCELLED: { label: "Cancelled", tone: "grey" },
};

export const STOP_STATUS: Record<string, LabelAndTone> = {
  PENDING: { label: "To do", tone: "grey" },
  ARRIVED: { label: "Arrived", tone: "accent" },
  DONE: { label: "Done", tone: "good" },
  PARTIAL: { label: "Partly done", tone: "warn" },
  FAILED: { label: "Failed", tone: "bad" },
  SKIPPED: { label: "Skipped", tone: "warn" },
};

/** States of plan runs and of imports. */
const RUN_STATE: Record<string, LabelAndTone> = {
  QUEUED: { label: "Waiting", tone: "grey" },
  RUNNING: { label: "Running", tone: "accent" },
  COMPLETED: { label: "Completed", tone: "good" },
  COMPLETED_WITH_ERRORS: { label: "Completed with errors", tone: "warn" },
  FAILED: { label: "Failed", tone: "bad" },
  CANCELLED: { label: "Cancelled", tone: "grey" },
};

export const DRIVER_STATUS: Record<string, LabelAndTone> = {
  pending: { label: "Waiting for approval", tone: "warn" },
  active: { label: "Active", tone: "good" },
  suspended: { label: "Suspended", tone: "bad" },
};

export const DUTY: Record<string, LabelAndTone> = {
  on: { label: "On duty", tone: "good" },
  break: { label: "On a break", tone: "warn" },
  off: { label: "Off duty", tone: "grey" },
};

export const RENTAL_STATE: Record<string, LabelAndTone> = {
  BOOKED: { label: "Booked", tone: "grey" },
  ACTIVE: { label: "In use", tone: "accent" },
  OVERDUE: { label: "Overdue", tone: "bad" },
  ENDED: { label: "Ended", tone: "good" },
  CANCELLED: { label: "Cancelled", tone: "grey" },
  NO_SHOW: { label: "No show", tone: "warn" },
  REMOVED_BY_STAFF: { label: "Removed by staff", tone: "warn" },
};

export const ROLE = {
  platform_admin: "Platform administrator",
  client_admin: "Administrator",
  employee: "Employee",
  broker_employee: "Contractor",
  driver: "Driver",
  customer: "Customer",
};

/** The surface that a request came over. */
export const SURFACE: Record<string, string> = {
  rest: "API",
  console: "Console",
  mcp: "Agent (MCP)",
  graphql: "GraphQL",
  job: "Service",
};

export const ORDER_TYPE: Record<string, string> = { D: "Delivery", P: "Pickup", P2P: "Peer to peer" };

/** `route_assigned` reads "Route assigned". */
export function humanize(word: string): string {
  const words = word.replaceAll(/[_.]/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function findLabel(table: Record<string, LabelAndTone>, key: string): LabelAndTone {
  return table[key] ?? { label: humanize(key), tone: "grey" };
}

/** For a code that several kinds share, the order's label is used: most refusals concern orders. */
const CODES = new Map(
  [RUN_STATE, STOP_STATUS, ROUTE_STATUS, ORDER_STATUS].flatMap((table) =>
    Object.entries(table).map(([code, { label }]) => [code, label] as const),
  ),
);
for (const [code, label] of Object.entries(ROLE)) if (code.includes("_")) CODES.set(code, label);

/** Replaces the codes of statuses and roles in a message of the service with the console's labels. */
export function humanizeCodes(sentence: string): string {
  return sentence.replaceAll(/\b(?:[A-Z]{2,}(?:_[A-Z]+)*|[a-z]+(?:_[a-z]+)+)\b/g, (code) => {
    const label = CODES.get(code);
    return label === undefined ? code : `“${label}”`;
  });
}

/** Names of features and modules whose code alone reads badly. */
const FEATURE: Record<string, string> = {
  ai_ops_agent: "Operations assistant",
  sms_marketing: "SMS marketing",
  instant_deliver: "Instant deliveries",
};

export function featureName(word: string): string {
  return FEATURE[word] ?? humanize(word);
}
