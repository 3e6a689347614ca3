/** The shape of the rows of notifications. */
import type { Channel, NotificationEvent } from "./rules.ts";

export interface NotificationRow {
  id: number;
  business_id: number;
  order_id: number;
  event: NotificationEvent;
  /** Which time of the event: `attempt-0`, a date, a route. */
  occurrence: string;
  channel: Channel;
  /** E.164, an e-mail address, the id of a browser; empty where there is none. */
  target: string;
  language: string;
  state: "deferred" | "suppressed" | "enqueued" | "sent" | "failed";
  reason: string | null;
  deferred_until: string | null;
  expires_at: string;
  occurred_at: string;
  outbox_message_id: number | null;
  segments: number | null;
  cost_micros: number | null;
  currency: string;
  resent_of: number | null;
  created_at: string;
  settled_at: string | null;
}

export interface RecipientRow {
  id: number;
  business_id: number;
  channel: "sms" | "email";
  address: string;
  opted_out_at: string | null;
  opted_out_by: "link" | "reply" | "staff" | null;
  language: string | null;
  created_at: string;
}

export interface TemplateRow {
  business_id: number;
  event: NotificationEvent;
  channel: Channel;
  language: string;
  subject: string;
  body: string;
  updated_at: string;
}

export interface RecipientPushRow {
  id: number;
  business_id: number;
  order_id: number;
  endpoint: string;
  endpoint_hash: Buffer;
  p256dh: string;
  auth: string;
  language: string;
  created_at: string;
}

interface NotificationLinkRow {
  business_id: number;
  order_id: number;
  link_id: number;
  token_sealed: string;
  expires_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    notification: NotificationRow;
    notification_recipient: RecipientRow;
    notification_template: TemplateRow;
    notification_push: RecipientPushRow;
    notification_link: NotificationLinkRow;
  }
}
