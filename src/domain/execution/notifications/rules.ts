/** Which notifications recipients get, when one is of use, and when it is not sent. Pure. */

/** What a recipient can be told of an order, in the sequence in which pages show them. */
export const NOTIFICATION_EVENTS = [
  "created",
  "rescheduled",
  "at_warehouse",
  "out_for_delivery",
  "near",
  "ready_for_pickup",
  "delivered",
  "failed",
  "returned",
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

export const CHANNELS = ["sms", "email", "web_push"] as const;
export type Channel = (typeof CHANNELS)[number];

export const ORDER_TYPES = ["D", "P", "P2P"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** Channels by `<event>/<order type>`, as stored. */
export type Rules = Partial<Record<`${NotificationEvent}/${OrderType}`, readonly Channel[]>>;

/**
 * Nobody gets a text message or an e-mail because of a default. A browser gets messages only after its owner asked for them
 * on the tracking page, so those are on.
 */
const DEFAULT_CHANNELS: readonly Channel[] = ["web_push"];

export function findChannels(rules: Rules, event: NotificationEvent, type: OrderType): readonly Channel[] {
  return rules[`${event}/${type}`] ?? DEFAULT_CHANNELS;
}

/** Whether any rule uses a text message or an e-mail: otherwise only orders that a browser follows matter. */
export function writesToAddresses(rules: Rules): boolean {
  return Object.values(rules).some((channels) => channels.some((channel) => channel !== "web_push"));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after it happened a notification is of use. */
const USEFUL_MS: Record<NotificationEvent, number> = {
  created: 48 * HOUR_MS,
  rescheduled: 24 * HOUR_MS,
  at_warehouse: 48 * HOUR_MS,
  out_for_delivery: 8 * HOUR_MS,
  near: 20 * MINUTE_MS,
  ready_for_pickup: 72 * HOUR_MS,
  delivered: 48 * HOUR_MS,
  failed: 24 * HOUR_MS,
  returned: 72 * HOUR_MS,
};

export function computeExpiry(event: NotificationEvent, occurred_at: Date): Date {
  return new Date(occurred_at.getTime() + USEFUL_MS[event]);
}

/** Statuses in which the event is still news; others mean that something later happened. */
const ENDED: readonly string[] = ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"];
const STATUSES: Partial<Record<NotificationEvent, readonly string[]>> = {
  at_warehouse: ["AT_WAREHOUSE"],
  out_for_delivery: ["OUT_FOR_DELIVERY", "ARRIVED"],
  // Goods to be collected are not out for delivery.
  near: ["OUT_FOR_DELIVERY", "DISPATCHED"],
  ready_for_pickup: ["READY_FOR_PICKUP"],
  delivered: ["DELIVERED"],
  returned: ["RETURNED"],
};

/** An occurrence of an event: one notification is sent for each. */
export interface Occurrence {
  event: NotificationEvent;
  occurrence: string;
  occurred_at: string;
}

export interface OrderNow {
  status: string;
  scheduled_date: string;
}

/** Whether what happened is still so. */
export function isCurrent({ event, occurrence }: Pick<Occurrence, "event" | "occurrence">, order: OrderNow) {
  if (event === "rescheduled" && occurrence !== order.scheduled_date) return false;
  return STATUSES[event]?.includes(order.status) ?? !ENDED.includes(order.status);
}

const SUPPRESSED_REASONS = [
  "no_address",
  "invalid_phone",
  "opted_out",
  "stale",
  "stale_after_quiet_hours",
  "superseded",
  "not_configured",
  "unsubscribed",
] as const;
export type SuppressedReason = (typeof SUPPRESSED_REASONS)[number];

export interface SendingFacts {
  now: Date;
  expires_at: Date;
  is_current: boolean;
  opted_out: boolean;
  /** Null outside of quiet hours, and for channels that they do not concern. */
  quiet_until: Date | null;
  /** It has waited for the end of quiet hours. */
  was_deferred: boolean;
}

export type Decision =
  | { state: "send" }
  | { state: "deferred"; until: Date }
  | { state: "suppressed"; reason: SuppressedReason };

export function decideSending(facts: SendingFacts): Decision {
  const { now, expires_at, quiet_until } = facts;
  if (facts.opted_out) return { state: "suppressed", reason: "opted_out" };
  if (!facts.is_current) return { state: "suppressed", reason: "superseded" };
  if (now >= expires_at)
    return { state: "suppressed", reason: facts.was_deferred ? "stale_after_quiet_hours" : "stale" };
  if (quiet_until === null) return { state: "send" };
  // Known before it is waited for.
  if (quiet_until >= expires_at) return { state: "suppressed", reason: "stale_after_quiet_hours" };
  return { state: "deferred", until: quiet_until };
}

interface LoggedChange {
  kind: string;
  occurred_at: string;
  payload: Readonly<Record<string, unknown>>;
}

interface LoggedState {
  status?: string;
  attempts?: number;
  scheduled_date?: string;
  current_warehouse_id?: number | null;
}

/**
 * The notification that an event of an order causes. An occurrence is named by what it is about, not by the event, so that a fact
 * that is reported twice, or computed again, is sent once.
 */
export function findOccurrences({ kind, occurred_at, payload }: LoggedChange): Occurrence[] {
  const state = (payload["state"] ?? {}) as LoggedState;
  const attempts = state.attempts ?? 0;
  const occurrences: Occurrence[] = [];
  const add = (event: NotificationEvent, occurrence: string) =>
    occurrences.push({ event, occurrence, occurred_at });
  if (kind === "order.created") {
    add("created", "once");
    return occurrences;
  }
  const new_date = payload["scheduled_date"];
  const is_corrected = (payload["changed"] as string[] | undefined)?.includes("scheduled_date") === true;
  if (typeof new_date === "string") add("rescheduled", new_date);
  else if (is_corrected && state.scheduled_date !== undefined) add("rescheduled", state.scheduled_date);
  if (payload["status_before"] === state.status) return occurrences;
  switch (state.status) {
    case "AT_WAREHOUSE":
      add("at_warehouse", `warehouse-${state.current_warehouse_id ?? 0}`);
      break;
    case "OUT_FOR_DELIVERY":
      add("out_for_delivery", `attempt-${attempts}`);
      break;
    case "READY_FOR_PICKUP":
      add("ready_for_pickup", `attempt-${attempts}`);
      break;
    case "DELIVERED":
      add("delivered", "once");
      break;
    case "FAILED_ATTEMPT":
      add("failed", `attempt-${attempts}`);
      break;
    case "RETURNED":
      add("returned", "once");
      break;
  }
  return occurrences;
}

/** Words that end and begin messages, as networks and vendors know them, and in the languages of the service. */
const STOP_WORDS = new Set([
  ..."STOP STOPALL UNSUBSCRIBE CANCEL END QUIT ARRET ARRÊT STOPP ABMELDEN BAJA ALTO PARAR SAIR CANCELAR".split(
    " ",
  ),
  ..."退订 退訂 停止 配信停止 수신거부".split(" "),
]);
const START_WORDS = new Set([
  ..."START UNSTOP YES ANMELDEN ALTA INICIAR COMEÇAR COMECAR REPRENDRE".split(" "),
  ..."订阅 訂閱 開始 配信開始 수신동의".split(" "),
]);

/** What a reply asks for: the whole text is the word. */
export function readReply(text: string): "stop" | "start" | null {
  const word = text
    .trim()
    .replace(/[.!。！]+$/u, "")
    .toLocaleUpperCase("en");
  if (STOP_WORDS.has(word)) return "stop";
  return START_WORDS.has(word) ? "start" : null;
}
