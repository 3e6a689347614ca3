/** Notifications: what one is, how it is stored and settled, and how it is shown with what is known of its message. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Channel, NotificationEvent } from "../rules.ts";
import type { STATES } from "../shapes.ts";

/**
 * `occurrence`: which time of the event, `attempt-0`, a date, a route. `target`: E.164, an e-mail address, the id of a
 * browser; empty where there is none.
 */
export interface NotificationRow extends Row<"notification"> {
  event: NotificationEvent;
  channel: Channel;
  state: "deferred" | "suppressed" | "enqueued" | "sent" | "failed";
}

export const NotificationRecord = defineRecord<"notification", NotificationRow>("notification");

/** Records how an enqueued push message ended; undefined for one that ended before. */
export function settleEnqueued(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  id: number,
  { state, reason }: { state: "sent" | "failed"; reason: string | null },
): Promise<NotificationRow | undefined> {
  return db.row<NotificationRow>(
    `update notification set state = $3, reason = $4, settled_at = $5 where business_id = $1 and id = $2 and state = 'enqueued'
     returning *`,
    [business_id, id, state, reason, now],
  );
}

export function emitRecorded({ emit }: Pick<Context, "emit">, row: NotificationRow): void {
  emit({
    subject: { type: "notification", id: row.id, is_new: true },
    kind: "notification.recorded",
    payload: describe(row),
  });
}

export function emitChanged({ emit }: Pick<Context, "emit">, row: NotificationRow): void {
  emit({
    subject: { type: "notification", id: row.id },
    kind: "notification.changed",
    payload: describe(row),
  });
}

const describe = ({ order_id, event, channel, state, reason }: NotificationRow) => ({
  order_id,
  event,
  channel,
  state,
  reason,
});

/** What is known of the message of a row. */
export interface MessageFacts {
  message_state: "kept" | "queued" | "sent" | "failed" | null;
  failure: string | null;
  failure_reason: string | null;
  receipt: "delivered" | "undelivered" | null;
  receipt_reason: string | null;
}

export interface NotificationWithMessage extends NotificationRow, MessageFacts {}

/** `m` is the message. */
export const MESSAGE_COLUMNS =
  "m.state as message_state, m.failure, m.reason as failure_reason, m.receipt, m.receipt_reason";

export const WITH_MESSAGE = `select n.*, ${MESSAGE_COLUMNS}
  from notification n left join outbox_message m on m.business_id = n.business_id and m.id = n.outbox_message_id`;

interface SendingState extends MessageFacts {
  state: NotificationRow["state"];
  reason: string | null;
}

function findState({ state, receipt, message_state }: SendingState): (typeof STATES)[number] {
  if (state !== "enqueued") return state;
  if (receipt !== null) return receipt === "delivered" ? "delivered" : "failed";
  return message_state ?? "queued";
}

/** What has become of it, and why it was not sent. */
export function findMessageState(row: SendingState) {
  const state = findState(row);
  const has_failed = state === "failed";
  return {
    state,
    reason: has_failed ? (row.receipt ?? row.failure ?? row.reason) : row.reason,
    detail: has_failed ? (row.receipt_reason ?? row.failure_reason) : null,
  };
}

export function toNotification(row: NotificationWithMessage) {
  const { state, reason, detail } = findMessageState(row);
  return {
    id: row.id,
    order_id: row.order_id,
    event: row.event,
    channel: row.channel,
    target: row.channel === "web_push" ? "" : row.target,
    language: row.language,
    state,
    reason,
    detail,
    deferred_until: row.deferred_until,
    segments: row.segments,
    cost_micros: row.cost_micros,
    currency: row.currency,
    resent_of: row.resent_of,
    can_resend: row.reason !== "opted_out" && state !== "deferred" && state !== "queued",
    occurred_at: row.occurred_at,
    created_at: row.created_at,
  };
}
