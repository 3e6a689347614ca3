/** Notifications on the wire. */
import Type from "typebox";
import { LANGUAGES } from "#operation/response/language.ts";
import { Count, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { NotificationSettings } from "./records/notification-settings.ts";
import { CHANNELS, type Channel, findChannels, NOTIFICATION_EVENTS, ORDER_TYPES } from "./rules.ts";
import { measureSms } from "./segments.ts";
import { type Rendered, VARIABLES } from "./templates.ts";

export const Event = StringEnum(NOTIFICATION_EVENTS);
export const ChannelName = StringEnum(CHANNELS);
export const Language = StringEnum(LANGUAGES);

const Clock = (description: string) =>
  Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", maxLength: 5, description });

const Channels = Type.Array(ChannelName, { maxItems: CHANNELS.length, uniqueItems: true });

const Rule = Type.Object(
  {
    event: Event,
    order_type: StringEnum(ORDER_TYPES, { description: "D delivery, P pickup, P2P peer to peer." }),
    channels: Channels,
  },
  { $id: "NotificationRule" },
);

export const settingsMembers = {
  rules: Type.Array(Rule, { maxItems: NOTIFICATION_EVENTS.length * ORDER_TYPES.length }),
  quiet_hours: Nullable(
    Type.Object(
      {
        start: Clock("HH:MM in the recipient's time zone."),
        end: Clock("HH:MM; at or before the start it is the next day's."),
        channels: Channels,
      },
      { description: "Notifications wait for the end of these hours; null: they are sent at any time." },
    ),
  ),
  near_stops: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: "`near` is told when so many stops are left before the recipient's, or fewer.",
  }),
  link_days: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: "Days that the link of a notification is valid.",
  }),
  sms_segment_micros: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      description:
        "What a segment of a text message costs, millionths of the business's currency; null: costs are not shown.",
    }),
  ),
};

export const Settings = Type.Object(settingsMembers, { $id: "NotificationSettings" });

/** Every rule, also those that have their default. */
export function toSettingsView({ rules, version: _version, ...settings }: NotificationSettings) {
  return {
    ...settings,
    rules: NOTIFICATION_EVENTS.flatMap((event) =>
      ORDER_TYPES.map((order_type) => ({
        event,
        order_type,
        channels: [...findChannels(rules, event, order_type)],
      })),
    ),
  };
}

export const templateMembers = {
  subject: Type.String({
    maxLength: 150,
    pattern: "^[^\\u0000-\\u001f\\u007f]*$",
    description: "Of an e-mail or a push message; empty for a text message.",
  }),
  body: Type.String({ maxLength: 2000, description: "Text with variables in braces, such as {number}." }),
};

export const Preview = Type.Object(
  {
    language: Language,
    subject: Type.String(),
    text: Type.String(),
    html: Nullable(Type.String({ description: "Of an e-mail." })),
    sms: Nullable(
      Type.Object({
        encoding: StringEnum(["gsm7", "ucs2"]),
        characters: Count,
        segments: Count,
        beyond_gsm7: Type.Array(Type.String(), {
          description: "Characters because of which a segment has 70 places instead of 160.",
        }),
      }),
    ),
  },
  { $id: "NotificationPreview" },
);

export function toPreview(language: (typeof LANGUAGES)[number], channel: Channel, rendered: Rendered) {
  return { language, ...rendered, sms: channel === "sms" ? measureSms(rendered.text) : null };
}

export const NotificationTemplate = Type.Object(
  {
    language: Language,
    ...templateMembers,
    is_own: Type.Boolean({ description: "False: these are the words that come with the service." }),
    updated_at: Nullable(Timestamp),
  },
  { $id: "NotificationTemplate" },
);

export const VariableName = StringEnum(VARIABLES);

export const STATES = ["deferred", "suppressed", "kept", "queued", "sent", "delivered", "failed"] as const;

export const Notification = Type.Object(
  {
    id: Ref("notification"),
    order_id: Ref("order", OrderId),
    event: Event,
    channel: ChannelName,
    target: Type.String({ description: "Number or address; empty for a browser, and where there is none." }),
    language: Type.String(),
    state: StringEnum(STATES, {
      description:
        "kept: in the outbox, nobody sends; sent: the vendor took it; delivered: the vendor reported so.",
    }),
    reason: Nullable(Type.String({ description: "Why it was suppressed, or failed, as one word." })),
    detail: Nullable(Type.String({ description: "The vendor's failure, as a sentence." })),
    deferred_until: Nullable(Timestamp),
    segments: Nullable(Count),
    cost_micros: Nullable(Type.Integer({ description: "Millionths of `currency`." })),
    currency: Type.String(),
    resent_of: Nullable(Ref("notification")),
    can_resend: Type.Boolean(),
    occurred_at: Timestamp,
    created_at: Timestamp,
  },
  { $id: "OrderNotification" },
);
