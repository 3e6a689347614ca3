/** Who takes part in the conversation about an order, and when. Pure. */

export const PARTICIPANT_ROLES = ["staff", "driver", "customer", "contractor"] as const;
export type ParticipantRole = (typeof PARTICIPANT_ROLES)[number];

/** off: never; on_request: where the business enables it for an order; all: unless it disables it for an order. */
export const CUSTOMER_MODES = ["off", "on_request", "all"] as const;
type CustomerMode = (typeof CUSTOMER_MODES)[number];

/** When the access of a driver begins: with the release of the route, or with its start; of a rider: with the job, or with its pickup. */
export const DRIVER_ACCESS = ["assignment", "departure"] as const;
type DriverAccess = (typeof DRIVER_ACCESS)[number];

export const CHAT_STATES = ["open", "closed"] as const;
export type ChatState = (typeof CHAT_STATES)[number];

/** none: no driver has the order; before: the route has not started, or the rider has not picked up; open; ended: after the grace period. */
export const WINDOW_STATES = ["none", "before", "open", "ended"] as const;
type WindowState = (typeof WINDOW_STATES)[number];

/** How long an author may delete an own message. */
const DELETABLE_MS = 15 * 60_000;

const TERMINAL = new Set(["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"]);
const NO_ACCESS_ROUTE_STATUSES = new Set(["DRAFT", "PLANNED", "POSTED", "ASSIGNED", "CANCELLED"]);
const ROUTE_ENDED = new Set(["COMPLETED", "CLOSED"]);
const HOUR_MS = 3_600_000;

/** The parts of the settings that decide who takes part. */
export interface AccessSettings {
  customers: CustomerMode;
  contractors: boolean;
  driver_access: DriverAccess;
  grace_h: number;
}

export interface ChatFacts {
  order_status: string;
  status_since: string;
  customer_id: number | null;
  contractor_account_id: number | null;
  route_status: string | null;
  /** Of the route; without one, the rider of the latest job. */
  driver_id: number | null;
  driver_status: string | null;
  route_started_at: string | null;
  route_ended_at: string | null;
  /** The latest job of a rider; null while the order is on a route, which decides. */
  job_state: string | null;
  job_picked_up_at: string | null;
  job_ended_at: string | null;
  customer_enabled: boolean | null;
  closed_at: string | null;
  reopened_at: string | null;
}

export interface Participant {
  role: ParticipantRole;
  account_id: number;
  driver_id: number | null;
  customer_id: number | null;
}

export interface DriverWindow {
  state: WindowState;
  driver_id: number | null;
  /** When it ends; null while nothing has ended it. */
  ends_at: Date | null;
}

/** The order as such ended, or the route or the job that the driver had it with. */
function findEnd(facts: ChatFacts): number | null {
  const ends = [
    ...(TERMINAL.has(facts.order_status) ? [Date.parse(facts.status_since)] : []),
    ...(facts.route_status !== null && ROUTE_ENDED.has(facts.route_status) && facts.route_ended_at !== null
      ? [Date.parse(facts.route_ended_at)]
      : []),
    ...(facts.job_state !== null && facts.job_ended_at !== null ? [Date.parse(facts.job_ended_at)] : []),
  ];
  return ends.length === 0 ? null : Math.min(...ends);
}

export function computeDriverWindow(facts: ChatFacts, settings: AccessSettings, now: Date): DriverWindow {
  const { driver_id, driver_status, route_status, job_state } = facts;
  const has_active_driver = driver_id !== null && driver_status === "active";
  const is_dispatched =
    route_status === null ? job_state !== null : !NO_ACCESS_ROUTE_STATUSES.has(route_status);
  if (!has_active_driver || !is_dispatched) return { state: "none", driver_id: null, ends_at: null };
  const end = findEnd(facts);
  const ends_at = end === null ? null : new Date(end + settings.grace_h * HOUR_MS);
  if (ends_at !== null && now >= ends_at) return { state: "ended", driver_id, ends_at };
  const started_at = route_status === null ? facts.job_picked_up_at : facts.route_started_at;
  if (settings.driver_access === "departure" && started_at === null)
    return { state: "before", driver_id, ends_at };
  return { state: "open", driver_id, ends_at };
}

/** It closes by itself when the order has ended and the grace period is over; then it can be reopened. */
export function computeChatState(facts: ChatFacts, { grace_h }: AccessSettings, now: Date): ChatState {
  if (facts.closed_at !== null) return "closed";
  if (!TERMINAL.has(facts.order_status)) return "open";
  const closes_at = Date.parse(facts.status_since) + grace_h * HOUR_MS;
  if (now.getTime() < closes_at) return "open";
  return facts.reopened_at !== null && Date.parse(facts.reopened_at) >= closes_at ? "open" : "closed";
}

export function isCustomerEnabled(
  { customer_id, customer_enabled }: ChatFacts,
  { customers }: Pick<AccessSettings, "customers">,
): boolean {
  if (customer_id === null || customers === "off") return false;
  return customer_enabled ?? customers === "all";
}

/** Who takes part besides the staff of the business. Stored with each message: who joins later does not read earlier ones. */
export interface Audience {
  driver_id: number | null;
  customer_id: number | null;
  contractor_account_id: number | null;
}

export function computeAudience(facts: ChatFacts, settings: AccessSettings, now: Date): Audience {
  const window = computeDriverWindow(facts, settings, now);
  return {
    driver_id: window.state === "open" ? window.driver_id : null,
    customer_id: isCustomerEnabled(facts, settings) ? facts.customer_id : null,
    contractor_account_id: settings.contractors ? facts.contractor_account_id : null,
  };
}

export function takesPart(who: Participant, audience: Audience): boolean {
  if (who.role === "staff") return true;
  if (who.role === "driver") return who.driver_id !== null && who.driver_id === audience.driver_id;
  if (who.role === "customer") return who.customer_id !== null && who.customer_id === audience.customer_id;
  return who.account_id === audience.contractor_account_id;
}

/** Authors for a while; the administrators of the business at any time. */
export function mayDelete(
  who: Pick<Participant, "account_id"> & { is_admin: boolean },
  message: { author_account_id: number; sent_at: string; deleted_at: string | null },
  now: Date,
): boolean {
  if (message.deleted_at !== null) return false;
  if (who.is_admin) return true;
  return (
    message.author_account_id === who.account_id && now.getTime() - Date.parse(message.sent_at) < DELETABLE_MS
  );
}

/** What is needed of a message: words, a position, files. */
export function isEmptyMessage(message: {
  text: string;
  file_ids: readonly number[];
  position: unknown;
}): boolean {
  return message.text === "" && message.file_ids.length === 0 && message.position === null;
}

/** Whether somebody of the business answers at this local time, `HH:MM`. A span may pass midnight. */
export function isStaffed(hours: { from: string; to: string } | null, local: string): boolean {
  if (hours === null) return true;
  const { from, to } = hours;
  return from < to ? local >= from && local < to : local >= from || local < to;
}
