/**
 * Tell the recipient of an order about an occurrence: one row for each channel and address, with the message in the same
 * transaction. The row is the claim: a second run, with the same event or at the same time, finds it and writes nothing.
 */
import type { Context } from "#operation/define/context.ts";
import { chooseRecipientLanguage } from "./locale.ts";
import { findAddress, loadOrder, type NotifiedOrder } from "./notified-order.ts";
import { findQuietEnd } from "./quiet-hours.ts";
import { emitRecorded, NotificationRecord } from "./records/notification.ts";
import { loadSettings, type NotificationSettings } from "./records/notification-settings.ts";
import { lockRecipient, type RecipientRow } from "./records/recipient.ts";
import {
  type Channel,
  computeExpiry,
  decideSending,
  findChannels,
  isCurrent,
  type Occurrence,
  type SuppressedReason,
} from "./rules.ts";
import { send } from "./send.ts";

export const SEND_DEFERRED = "notifications.send-deferred";

interface Target {
  channel: Channel;
  /** The address, or the id of a browser; empty where there is none. */
  target: string;
  language: string;
  recipient: RecipientRow | null;
  /** Why nothing can be sent. */
  missing: SuppressedReason | null;
}

export async function notify(
  context: Context<never>,
  order_id: number,
  occurrences: readonly Occurrence[],
): Promise<void> {
  const { db, business_id } = context;
  const order = await loadOrder(context, order_id);
  if (order === undefined) return;
  const settings = await loadSettings(db, business_id);
  for (const occurrence of occurrences) {
    const channels = findChannels(settings.rules, occurrence.event, order.type);
    for (const target of await listTargets(context, order, channels))
      await notifyTarget(context, order, { settings, occurrence, target });
  }
}

async function listTargets(
  context: Context<never>,
  order: NotifiedOrder,
  channels: readonly Channel[],
): Promise<Target[]> {
  const targets: Target[] = [];
  const country = order.place?.country ?? "";
  for (const channel of channels) {
    if (channel === "web_push") {
      const browsers = await context.db.rows<{ id: number; language: string }>(
        "select id, language from notification_push where business_id = $1 and order_id = $2 order by id",
        [context.business_id, order.id],
      );
      for (const { id, language } of browsers)
        targets.push({ channel, target: String(id), language, recipient: null, missing: null });
      continue;
    }
    const address = findAddress(order, channel);
    const recipient = address ? await lockRecipient(context, channel, address) : null;
    targets.push({
      channel,
      target: address ?? "",
      language: chooseRecipientLanguage(recipient?.language, country, order.business.locale),
      recipient,
      missing: address ? null : address === undefined && channel === "sms" ? "invalid_phone" : "no_address",
    });
  }
  return targets;
}

interface Notice {
  settings: NotificationSettings;
  occurrence: Occurrence;
  target: Target;
}

async function notifyTarget(
  context: Context<never>,
  order: NotifiedOrder,
  { settings, occurrence, target }: Notice,
): Promise<void> {
  const { now, due } = context;
  const { event } = occurrence;
  const expires_at = computeExpiry(event, new Date(occurrence.occurred_at));
  const decision =
    target.missing === null
      ? decideSending({
          now,
          expires_at,
          is_current: isCurrent(occurrence, order),
          opted_out: target.recipient !== null && target.recipient.opted_out_at !== null,
          quiet_until: findQuietUntil(settings, target.channel, now, order.time_zone),
          was_deferred: false,
        })
      : { state: "suppressed" as const, reason: target.missing };
  const row = await NotificationRecord.insertIfAbsent(context, {
    order_id: order.id,
    event,
    occurrence: occurrence.occurrence,
    channel: target.channel,
    target: target.target,
    language: target.language,
    state: decision.state === "send" ? "enqueued" : decision.state,
    reason: decision.state === "suppressed" ? decision.reason : null,
    deferred_until: decision.state === "deferred" ? decision.until.toISOString() : null,
    expires_at: expires_at.toISOString(),
    occurred_at: occurrence.occurred_at,
    currency: order.business.currency,
    settled_at: decision.state === "deferred" ? null : now.toISOString(),
  });
  if (row === undefined) return;
  if (decision.state === "deferred") due.set(SEND_DEFERRED, row.id, decision.until);
  const settled =
    decision.state === "send"
      ? await send(context, { row, order, settings, recipient: target.recipient })
      : row;
  emitRecorded(context, settled);
}

export function findQuietUntil(
  { quiet_hours }: NotificationSettings,
  channel: Channel,
  now: Date,
  time_zone: string,
): Date | null {
  return quiet_hours?.channels.includes(channel) ? findQuietEnd(now, quiet_hours, time_zone) : null;
}
