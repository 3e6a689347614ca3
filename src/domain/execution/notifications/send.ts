/** Enqueue the message of a notification in the transaction that decides to send it. */
import { enqueueEmail, enqueueSms } from "#domain/communication/messaging/public.ts";
import type { Context } from "#operation/define/context.ts";
import { buildValues, loadTemplate } from "./compose.ts";
import { buildStopUrl, buildTrackingUrl, getLinkToken, signRecipient } from "./link.ts";
import type { NotifiedOrder } from "./notified-order.ts";
import { NotificationRecord, type NotificationRow } from "./records/notification.ts";
import type { NotificationSettings } from "./records/notification-settings.ts";
import type { RecipientRow } from "./records/recipient.ts";
import { measureSms } from "./segments.ts";
import { type Rendered, render } from "./templates.ts";

export const SEND_PUSH = "send-recipient-push";

export interface Sending {
  /** Locked, or new in this transaction. */
  row: NotificationRow;
  order: NotifiedOrder;
  settings: NotificationSettings;
  /** Null for a browser. */
  recipient: RecipientRow | null;
}

/** What the row has become: enqueued, or suppressed because nothing can send. */
export async function send(context: Context<never>, sending: Sending): Promise<NotificationRow> {
  const { business_id, settings: service, now } = context;
  const { row, order, settings, recipient } = sending;
  const token = await getLinkToken(context, order.id, settings.link_days);
  const signature = recipient === null ? "" : signRecipient(context, recipient.id);
  const links = {
    link: buildTrackingUrl(service.base_url, order.tracking_number, token),
    stop_link: recipient === null ? "" : buildStopUrl(service.base_url, business_id, recipient.id, signature),
  };
  const template = await loadTemplate(context, row.event, row.channel, row.language);
  const values = buildValues(order, {
    language: row.language,
    occurred_at: new Date(row.occurred_at),
    links,
  });
  const rendered = render(template, row.channel, values, row.language);
  const secrets = [token, signature].filter((secret) => secret !== "");
  const message = await enqueueMessage(context, sending, { rendered, secrets, link: links.link });

  const is_sms = row.channel === "sms" && message !== null;
  const segments = is_sms ? measureSms(rendered.text).segments : null;
  const cost_micros =
    segments === null || settings.sms_segment_micros === null ? null : segments * settings.sms_segment_micros;
  return NotificationRecord.change(context, row, {
    state: message === null ? "suppressed" : "enqueued",
    reason: message === null ? "not_configured" : null,
    deferred_until: null,
    outbox_message_id: message?.id ?? null,
    segments,
    cost_micros,
    settled_at: now.toISOString(),
  });
}

/** Null: nothing sends over this channel. A push message has no row in the outbox. */
async function enqueueMessage(
  context: Context<never>,
  { row }: Sending,
  { rendered, secrets, link }: { rendered: Rendered; secrets: readonly string[]; link: string },
): Promise<{ id: number | null } | null> {
  const { business_id, now, enqueue } = context;
  const { subject, text, html } = rendered;
  const ttl_s = Math.max(60, Math.floor((Date.parse(row.expires_at) - now.getTime()) / 1000));
  const draft = { business_id, to: row.target, text, purpose: "delivery_notice" as const, secrets, ttl_s };
  if (row.channel === "email")
    return { id: await enqueueEmail(context, { ...draft, subject, ...(html === null ? {} : { html }) }) };
  if (row.channel === "sms") {
    const id = await enqueueSms(context, draft);
    return id === null ? null : { id };
  }
  enqueue({
    name: SEND_PUSH,
    data: {
      business_id,
      notification_id: row.id,
      push_id: Number(row.target),
      content: {
        type: "order_notification",
        title: subject,
        body: text,
        url: link,
        tag: `order-${row.order_id}`,
      },
      expires_at: row.expires_at,
    },
  });
  return { id: null };
}
