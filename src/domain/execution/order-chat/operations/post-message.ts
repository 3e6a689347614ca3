/**
 * Write in the conversation about an order.
 *
 * Messages get their numbers under the lock of the conversation, so that they are in one order for everybody. Each keeps
 * who took part when it was posted: a driver who gets the order later does not read it.
 */
import Type from "typebox";
import { enqueuePush } from "#domain/identity/web-push/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import { OrderId, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { MESSAGE_KIND } from "../message-kind.ts";
import { messages } from "../messages.ts";
import { pickText } from "../quick-replies.ts";
import { type Chat, getParticipant, lockChat, markRead, saveLastMessage } from "../records/chat.ts";
import type { ChatSettings } from "../records/chat-settings.ts";
import {
  findSentBefore,
  OrderChatAttachment,
  OrderChatMessage,
  type OrderChatMessageRow,
} from "../records/message.ts";
import { isEmptyMessage, type ParticipantRole } from "../rules.ts";
import { FILES_MAX, LanguageTag, listQuickReplies, Position, TEXT_MAX } from "../shapes.ts";

export const postMessage = defineOperation({
  name: "orderChatPost",
  summary: "Post a message about an order",
  description: "A message changes nothing about the order.",
  destructive: false,
  access: { roles: TENANT_ROLES, scopes: ["chat:write"] },
  feature: "order_chat",
  rest: { method: "POST", path: "/api/v1/order-chat/orders/{order_id}/messages", status: 201 },
  localised: true,
  queueable: true,
  limit: { name: "order_chat_post", per_s: 1, burst: 60 },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    text: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
    language: Type.Optional(LanguageTag),
    quick_reply: Type.Optional(
      Type.String({
        maxLength: 40,
        description: "A code of the conversation's `quick_replies`, instead of a text.",
      }),
    ),
    file_ids: Type.Optional(
      Type.Array(Ref("file"), {
        maxItems: FILES_MAX,
        uniqueItems: true,
        description: "Images and PDF files that you uploaded.",
      }),
    ),
    position: Type.Optional(Position),
    occurred_at: Type.Optional({
      ...Timestamp,
      description: "When it was written, by a phone that was offline.",
    }),
    device_id: Type.Optional(
      NoRef(
        "a phone's own word",
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: "The phone's own id, with `seq`.",
        }),
      ),
    ),
    seq: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          "The phone's number of this message. The same from the same phone again is the same message, such as after an answer that was lost.",
      }),
    ),
  }),
  // Answers are kept for repeats of a call: what was written would stay there when it is deleted.
  output: Type.Object({
    result: Type.Boolean(),
    message: Type.Object({
      id: NoRef("a message of a conversation"),
      seq: NoRef("the position of a message in its conversation"),
      sent_at: Timestamp,
    }),
  }),
  refusals: {
    conversation_closed: "gone",
    unknown_file: "invalid",
    unknown_quick_reply: "invalid",
    sequence_reused: "conflict",
  },

  async run(context, input) {
    const { order_id, file_ids = [], position = null } = input;
    const { now, emit, refuse } = context;
    const who = getParticipant(context);
    const chat = await lockChat(context, order_id);
    const { device_id, seq: device_seq } = input;
    const phone = device_id === undefined || device_seq === undefined ? null : { device_id, device_seq };
    const before = phone && (await findSentBefore(context, order_id, who.account_id, phone));
    if (before) {
      if (!isRepeat(input, before)) throw refuse("sequence_reused", { message: messages.sequence_reused });
      return { result: true, message: { id: before.id, seq: before.seq, sent_at: before.sent_at } };
    }
    if (chat.state === "closed")
      throw refuse("conversation_closed", { message: messages.conversation_closed });
    const written = chooseText(context, input, chat.rules, who.role);
    if (isEmptyMessage({ text: written.text, file_ids, position })) {
      throw refuse("invalid_request", {
        message: messages.empty_message,
        errors: [{ field: "text", message: messages.empty_message }],
      });
    }
    if (!(await areOwnFiles(context, who.account_id, file_ids))) {
      throw refuse("unknown_file", {
        message: messages.unknown_file,
        errors: [{ field: "file_ids", message: messages.unknown_file }],
      });
    }

    const { audience } = chat;
    const seq = (chat.last_seq ?? 0) + 1;
    const row = await OrderChatMessage.insert(context, {
      order_id,
      seq,
      author_role: who.role,
      author_account_id: who.account_id,
      driver_id: audience.driver_id,
      customer_id: audience.customer_id,
      contractor_account_id: audience.contractor_account_id,
      text: written.text,
      language: written.language,
      quick_reply: written.quick_reply,
      translations: written.translations,
      position,
      written_at: writtenAt(context, input.occurred_at)?.toISOString() ?? null,
      sent_at: now.toISOString(),
      ...phone,
    });
    if (file_ids.length > 0) {
      await OrderChatAttachment.insertMany(
        context,
        file_ids.map((file_id) => ({ message_id: row.id, file_id })),
      );
      await attachFiles(
        context,
        file_ids.map((file_id) => ({ file_id, subject: { type: MESSAGE_KIND, id: row.id } })),
      );
    }
    await saveLastMessage(context, order_id, { seq, needs_answer: who.role !== "staff" });
    // The author of an answer has read what stands above.
    await markRead(context, who, order_id, seq);
    emit({
      subject: { type: "order_chat", id: order_id },
      kind: "order_chat.message_posted",
      payload: {
        order_id,
        message_seq: seq,
        message_id: row.id,
        author_role: who.role,
        attachments: file_ids.length,
        ...audience,
      },
    });
    await pushToApps(context, who.account_id, chat, seq, who.role);
    return { result: true, message: { id: row.id, seq, sent_at: now.toISOString() } };
  },
});

/** A message that was deleted has nothing left to compare. */
const isRepeat = (
  { text = "", quick_reply }: { text?: string; quick_reply?: string },
  before: OrderChatMessageRow,
): boolean => {
  if (before.deleted_at !== null) return true;
  return (
    before.quick_reply === (quick_reply ?? null) && (quick_reply !== undefined || before.text === text.trim())
  );
};

/** What the driver's app knows these messages by. Source: docs/contract/rest.md, "Feature families". */
const PUSH_TYPE = "order_chat_message";
const PUSH_TTL_S = 4 * 3600;

/** To the others who take part from outside the business: they are rarely looking at the conversation. */
async function pushToApps(
  context: Pick<Context, "db" | "business_id" | "now" | "enqueue">,
  author_account_id: number,
  { audience, order_id, tracking_number }: Chat,
  seq: number,
  author_role: ParticipantRole,
): Promise<void> {
  const { db, business_id } = context;
  const accounts = await db.rows<{ id: number }>(
    `select id from account where business_id = $1 and id <> $2 and status = 'active'
       and (driver_id = $3 or customer_id = $4 or id = $5)`,
    [
      business_id,
      author_account_id,
      audience.driver_id,
      audience.customer_id,
      audience.contractor_account_id,
    ],
  );
  await enqueuePush(
    context,
    accounts.map(({ id }) => id),
    {
      type: PUSH_TYPE,
      facts: { order_id, tracking_number, message_seq: seq, author_role },
      ttl_s: PUSH_TTL_S,
    },
  );
}

interface Written {
  text: string;
  language: string | null;
  quick_reply: string | null;
  translations: Record<string, string>;
}

function chooseText(
  { refuse, request, actor }: Pick<Context<"unknown_quick_reply">, "refuse" | "say" | "request" | "actor">,
  input: { text?: string; language?: string; quick_reply?: string },
  rules: ChatSettings,
  role: ParticipantRole,
): Written {
  const { quick_reply, language = null } = input;
  const text = input.text?.trim() ?? "";
  if (quick_reply === undefined) return { text, language, quick_reply: null, translations: {} };
  const wrong = text === "" ? messages.unknown_quick_reply : messages.text_and_quick_reply;
  const reply = listQuickReplies(rules, role).find(({ code }) => code === quick_reply);
  if (text !== "" || reply === undefined) {
    throw refuse("unknown_quick_reply", {
      message: wrong,
      errors: [{ field: "quick_reply", message: wrong }],
    });
  }
  return { ...pickText(reply, language ?? (request.language || actor.locale)), quick_reply };
}

/** Kept where it differs from the moment of sending; a clock that is ahead does not count. */
function writtenAt({ now }: Pick<Context, "now">, occurred_at: string | undefined): Date | null {
  if (occurred_at === undefined) return null;
  const at = new Date(occurred_at);
  return at < now ? at : null;
}

/** A file of somebody else would become readable to all who take part. */
async function areOwnFiles(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  account_id: number,
  file_ids: readonly number[],
): Promise<boolean> {
  if (file_ids.length === 0) return true;
  const row = await db.row<{ n: number }>(
    `select count(*) as n from file where business_id = $1 and id = any($2::bigint[]) and uploaded_by = $3
       and (content_type like 'image/%' or content_type = 'application/pdf')`,
    [business_id, file_ids, account_id],
  );
  return row?.n === file_ids.length;
}
