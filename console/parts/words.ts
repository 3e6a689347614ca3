/** How the words of the service read on screen, and which of our colours they wear. */

export type Tone = "grey" | "blue" | "teal" | "violet" | "good" | "warn" | "bad" | "accent";

interface Word {
  label: string;
  tone: Tone;
}

export const ORDER_STATUS: Record<string, Word> = {
  NEW_ORDER: { label: "New", tone: "grey" },
  HOLD: { label: "Held", tone: "violet" },
  ROUTED: { label: "Routed", tone: "blue" },
  DISPATCHED: { label: "Dispatched", tone: "blue" },
  PICKED_UP: { label: "Picked up", tone: "teal" },
  AT_WAREHOUSE: { label: "At warehouse", tone: "teal" },
  IN_TRANSFER: { label: "In transfer", tone: "teal" },
  LOADED: { label: "Loaded", tone: "teal" },
  OUT_FOR_DELIVERY: { label: "Out for delivery", tone: "accent" },
  ARRIVED: { label: "Driver at the door", tone: "accent" },
  READY_FOR_PICKUP: { label: "Ready for pickup", tone: "accent" },
  FAILED_ATTEMPT: { label: "Failed attempt", tone: "bad" },
  EXCEPTION: { label: "Exception", tone: "bad" },
  RETURNING: { label: "Returning", tone: "warn" },
  DELIVERED: { label: "Delivered", tone: "good" },
  RETURNED: { label: "Returned", tone: "warn" },
  REJECTED: { label: "Rejected", tone: "bad" },
  CANCELLED: { label: "Cancelled", tone: "grey" },
};

/** Published ids of statuses, for answers that give no word. */
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

export function statusOfId(id: number | null): string {
  return id === null ? "–" : (STATUS_OF_ID[id] ?? `Status ${id}`);
}

export const ROUTE_STATUS: Record<string, Word> = {
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

export const STOP_STATUS: Record<string, Word> = {
  PENDING: { label: "To do", tone: "grey" },
  ARRIVED: { label: "Arrived", tone: "accent" },
  DONE: { label: "Done", tone: "good" },
  PARTIAL: { label: "Partly done", tone: "warn" },
  FAILED: { label: "Failed", tone: "bad" },
  SKIPPED: { label: "Skipped", tone: "warn" },
};

/** Of runs of the planner and of imports. */
const RUN_STATE: Record<string, Word> = {
  QUEUED: { label: "Waiting", tone: "grey" },
  RUNNING: { label: "Running", tone: "accent" },
  COMPLETED: { label: "Completed", tone: "good" },
  COMPLETED_WITH_ERRORS: { label: "Completed with errors", tone: "warn" },
  FAILED: { label: "Failed", tone: "bad" },
  CANCELLED: { label: "Cancelled", tone: "grey" },
};

export const DRIVER_STATUS: Record<string, Word> = {
  pending: { label: "Waiting for approval", tone: "warn" },
  active: { label: "Active", tone: "good" },
  suspended: { label: "Suspended", tone: "bad" },
};

export const DUTY: Record<string, Word> = {
  on: { label: "On duty", tone: "good" },
  break: { label: "On a break", tone: "warn" },
  off: { label: "Off duty", tone: "grey" },
};

export const RENTAL_STATE: Record<string, Word> = {
  BOOKED: { label: "Booked", tone: "grey" },
  ACTIVE: { label: "In use", tone: "accent" },
  OVERDUE: { label: "Overdue", tone: "bad" },
  ENDED: { label: "Ended", tone: "good" },
  CANCELLED: { label: "Cancelled", tone: "grey" },
  NO_SHOW: { label: "Nobody came", tone: "warn" },
  REMOVED_BY_STAFF: { label: "Removed by staff", tone: "warn" },
};

export const ROLE = {
  platform_admin: "Platform administrator",
  client_admin: "Administrator",
  employee: "Dispatcher",
  broker_employee: "Contractor",
  driver: "Driver",
  customer: "Customer",
};

/** By which way somebody asked. */
export const SURFACE: Record<string, string> = {
  rest: "API",
  console: "Console",
  mcp: "Agent (MCP)",
  graphql: "GraphQL",
  job: "Service",
};

export const ORDER_TYPE: Record<string, string> = { D: "Delivery", P: "Pickup", P2P: "Peer to peer" };

/** `route_assigned` reads "Route assigned". */
export function plain(word: string): string {
  const words = word.replaceAll(/[_.]/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function wordOf(table: Record<string, Word>, key: string): Word {
  return table[key] ?? { label: plain(key), tone: "grey" };
}

/** Of two kinds that share a code the order's word counts: most refusals are of orders. */
const CODES = new Map(
  [RUN_STATE, STOP_STATUS, ROUTE_STATUS, ORDER_STATUS].flatMap((table) =>
    Object.entries(table).map(([code, { label }]) => [code, label] as const),
  ),
);
for (const [code, label] of Object.entries(ROLE)) if (code.includes("_")) CODES.set(code, label);

/** A sentence of the service, whose statuses and roles are codes, with the words of this console for them. */
export function inWords(sentence: string): string {
  return sentence.replaceAll(/\b(?:[A-Z]{2,}(?:_[A-Z]+)*|[a-z]+(?:_[a-z]+)+)\b/g, (code) => {
    const label = CODES.get(code);
    return label === undefined ? code : `“${label}”`;
  });
}

/** Features and modules, where the word alone reads badly. */
const FEATURE: Record<string, string> = {
  ai_ops_agent: "Operations assistant",
  sms_marketing: "SMS marketing",
  instant_deliver: "Instant deliveries",
};

export function featureName(word: string): string {
  return FEATURE[word] ?? plain(word);
}

export function kilometres(metres: number): string {
  const km = metres / 1000;
  return `${km < 10 ? km.toFixed(1) : Math.round(km).toLocaleString("en-GB")} km`;
}

export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

export function kilograms(grams: number): string {
  return `${(grams / 1000).toLocaleString("en-GB", { maximumFractionDigits: grams < 10_000 ? 2 : 0 })} kg`;
}

/** How many minor units make one: 100 for BRL, 1 for JPY. */
export function minorsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return 10 ** (maximumFractionDigits ?? 2);
}

export function money(minor: number | null | undefined, currency: string | undefined): string {
  if (minor === null || minor === undefined || currency === undefined) return "–";
  return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(minor / minorsOf(currency));
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`;
}
