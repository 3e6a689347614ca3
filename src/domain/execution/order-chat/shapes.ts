/** Conversations and messages on the wire. */
import Type, { type Static } from "typebox";
import type { ActorBusiness } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { chooseLanguage } from "#operation/response/language.ts";
import {
  Count,
  Id,
  Latitude,
  Longitude,
  Nullable,
  OrderId,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import type { QuickReply } from "./quick-replies.ts";
import type { Chat, ReadMark } from "./records/chat.ts";
import type { ChatSettings } from "./records/chat-settings.ts";
import { countUnread, type ListedMessage } from "./records/message.ts";
import {
  CHAT_STATES,
  CUSTOMER_MODES,
  DRIVER_ACCESS,
  isCustomerEnabled,
  isStaffed,
  mayDelete,
  PARTICIPANT_ROLES,
  type Participant,
  type ParticipantRole,
  takesPart,
  WINDOW_STATES,
} from "./rules.ts";

export const TEXT_MAX = 4000;
export const FILES_MAX = 10;

export const Position = Type.Object(
  {
    lat: Latitude,
    lng: Longitude,
    accuracy_m: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
  },
  { $id: "ChatPosition" },
);
const LANGUAGE_TAG = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$";
export const LanguageTag = Type.String({
  pattern: LANGUAGE_TAG,
  maxLength: 35,
  description: "BCP 47 tag, such as `pt-BR`.",
});

const Person = Type.Object(
  {
    role: StringEnum(PARTICIPANT_ROLES),
    name: Type.String({
      description: "Customers see the business for its people, and the first name of the driver.",
    }),
  },
  { $id: "ChatPerson" },
);

export const ChatMessage = Type.Object(
  {
    id: NoRef("a message of a conversation"),
    seq: NoRef("the position of a message in its conversation", {
      ...Id,
      description: "Its number in the conversation. Others may stand between two that you may read.",
    }),
    author: Type.Object({ ...Person.properties, is_me: Type.Boolean() }),
    text: Type.String({ description: "As it was written. Empty once it was deleted." }),
    language: Nullable(Type.String()),
    translations: Type.Record(Type.String(), Type.String(), {
      description: "The texts of a quick reply in other languages, by language.",
    }),
    quick_reply: Nullable(Type.String()),
    position: Nullable(Position),
    attachments: Type.Array(
      Type.Object({
        file_id: Ref("file"),
        name: Type.String(),
        content_type: Type.String(),
        size_bytes: Type.Integer(),
      }),
      { description: "Their bytes: GET /api/v1/files/{file_id}." },
    ),
    written_at: Nullable({
      ...Timestamp,
      description: "When it was written, where a phone sent it later.",
    }),
    sent_at: Timestamp,
    deleted_at: Nullable(Timestamp),
    read_by: Type.Array(Type.Object({ ...Person.properties, read_at: Timestamp })),
    can_delete: Type.Boolean(),
  },
  { $id: "ChatMessage" },
);

const QuickReplyOffered = Type.Object({
  code: Type.String(),
  text: Type.String({ description: "In the requested language." }),
});

export const Conversation = Type.Object(
  {
    order_id: Ref("order", OrderId),
    tracking_number: Type.String(),
    state: StringEnum(CHAT_STATES),
    can_write: Type.Boolean(),
    last_seq: Type.Integer({ minimum: 0, description: "The latest message that you may read." }),
    last_message_at: Nullable(Timestamp),
    read_seq: Type.Integer({ minimum: 0, description: "You have read up to here." }),
    unread: Count,
    customer_enabled: Type.Boolean({ description: "The customer of the order takes part." }),
    has_customer: Type.Boolean(),
    driver_access: StringEnum(WINDOW_STATES, {
      description:
        "none: no driver or rider has the order; before: the route has not started, or the rider has not picked up; open; ended: after the grace period.",
    }),
    driver_access_ends_at: Nullable(Timestamp),
    participants: Type.Array(Person, { description: "Who besides the business reads what is posted now." }),
    staffed: Type.Boolean({ description: "Somebody of the business answers at this hour." }),
    hours: Nullable(Type.Object({ from: Type.String(), to: Type.String() })),
    quick_replies: Type.Array(QuickReplyOffered),
    version: Type.Integer(),
  },
  { $id: "ChatConversation" },
);

const Clock = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", maxLength: 5 });

const QuickReplySetting = Type.Object(
  {
    code: Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$", maxLength: 40 }),
    roles: Type.Array(StringEnum(PARTICIPANT_ROLES), { minItems: 1, maxItems: 4, uniqueItems: true }),
    texts: Type.Record(
      Type.String({ pattern: LANGUAGE_TAG }),
      Type.String({ minLength: 1, maxLength: 500 }),
      {
        minProperties: 1,
        maxProperties: 20,
        additionalProperties: false,
        description: "By language, as BCP 47 tags.",
      },
    ),
  },
  { $id: "ChatQuickReply" },
);

export const settingsMembers = {
  customers: StringEnum(CUSTOMER_MODES, {
    description:
      "off: never; on_request: where it is enabled for an order (the default); all: unless it is disabled for an order.",
  }),
  contractors: Type.Boolean({
    description: "Contractors take part while an order is assigned to them; false by default.",
  }),
  driver_access: StringEnum(DRIVER_ACCESS, {
    description:
      "When the access of a driver begins: release of the route, or its start; of a rider: acceptance of the job, or the pickup.",
  }),
  grace_h: Type.Integer({
    minimum: 0,
    maximum: 168,
    description:
      "Hours after the end of an order, a route or a job until drivers and riders lose access, and after the end of an order until the conversation closes.",
  }),
  retention_days: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description: "Messages are deleted after so many days; null keeps them.",
    }),
  ),
  hours: Nullable(
    Type.Object(
      { from: Clock, to: Clock },
      {
        description:
          "When somebody of the business answers, in its time zone; shown to the others. It may pass midnight.",
      },
    ),
  ),
  quick_replies: Type.Array(QuickReplySetting, { maxItems: 50 }),
};

export const ChatSettingsView = Type.Object(
  { ...settingsMembers, version: Type.Integer() },
  { $id: "ChatSettings" },
);

/** For somebody outside the business its people are the business, and a driver is a first name. */
function nameFor(
  business: ActorBusiness,
  viewer: ParticipantRole,
  person: { role: ParticipantRole; name: string },
): string {
  if (viewer !== "customer" || person.role === "customer") return person.name;
  if (person.role === "driver") return person.name.trim().split(/\s+/, 1)[0] ?? "";
  return business.name;
}

/** A customer does not see that a contractor delivers: it is the business. */
const roleFor = (viewer: ParticipantRole, role: ParticipantRole): ParticipantRole =>
  viewer === "customer" && role === "contractor" ? "staff" : role;

export function toChatMessage(
  { actor, business, now }: Pick<Context, "actor" | "business" | "now">,
  who: Participant,
  row: ListedMessage,
  marks: readonly ReadMark[],
): Static<typeof ChatMessage> {
  const { id, seq, language, translations, quick_reply, position, written_at, sent_at, deleted_at } = row;
  const is_me = row.author_account_id === who.account_id;
  const author = { role: row.author_role, name: row.author_name };
  return {
    id,
    seq,
    author: { role: roleFor(who.role, author.role), name: nameFor(business, who.role, author), is_me },
    text: row.text,
    language,
    translations,
    quick_reply,
    position,
    attachments: row.attachments ?? [],
    written_at,
    sent_at,
    deleted_at,
    read_by: marks
      // A mark counts the messages before it, of which its account may not have seen all.
      .filter(
        (mark) => mark.read_seq >= seq && mark.account_id !== row.author_account_id && takesPart(mark, row),
      )
      .map((mark) => ({
        role: roleFor(who.role, mark.role),
        name: nameFor(business, who.role, mark),
        read_at: mark.read_at,
      })),
    can_delete: mayDelete({ account_id: who.account_id, is_admin: actor.role === "client_admin" }, row, now),
  };
}

/** `HH:MM` on the clocks of the business. */
function formatLocalTime(now: Date, time_zone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: time_zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(now);
}

export function listQuickReplies(
  { quick_replies }: Pick<ChatSettings, "quick_replies">,
  role: ParticipantRole,
): QuickReply[] {
  return quick_replies.filter(({ roles }) => roles.includes(role));
}

export async function toConversation(
  context: Pick<Context, "actor" | "business" | "business_id" | "db" | "now" | "request">,
  who: Participant,
  chat: Chat,
): Promise<Static<typeof Conversation>> {
  const { business, now, request } = context;
  const { rules, audience } = chat;
  const counted = await countUnread(context, who, chat.order_id);
  const others: { role: ParticipantRole; name: string | null; is_in: boolean }[] = [
    { role: "driver", name: chat.driver_name, is_in: audience.driver_id !== null },
    { role: "customer", name: chat.customer_name, is_in: audience.customer_id !== null },
    { role: "contractor", name: chat.contractor_name, is_in: audience.contractor_account_id !== null },
  ];
  return {
    order_id: chat.order_id,
    tracking_number: chat.tracking_number,
    state: chat.state,
    can_write: chat.state === "open",
    last_seq: counted.last_seq,
    last_message_at: chat.last_message_at,
    read_seq: counted.read_seq,
    unread: counted.unread,
    customer_enabled: isCustomerEnabled(chat, rules),
    has_customer: chat.customer_id !== null,
    driver_access: chat.window.state,
    driver_access_ends_at: chat.window.ends_at?.toISOString() ?? null,
    participants: others
      .filter(({ is_in, role }) => is_in && (who.role !== "customer" || role !== "contractor"))
      .map(({ role, name }) => ({ role, name: nameFor(business, who.role, { role, name: name ?? "" }) })),
    staffed: isStaffed(rules.hours, formatLocalTime(now, business.time_zone)),
    hours: rules.hours,
    quick_replies: listQuickReplies(rules, who.role).map(({ code, texts }) => {
      const language = chooseLanguage(request.language, Object.keys(texts));
      return { code, text: texts[language] ?? Object.values(texts)[0] ?? "" };
    }),
    version: chat.version ?? 1,
  };
}
