/** Messages with their files: what one is, how it is stored, and which of them a participant reads. */
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Participant, ParticipantRole } from "../rules.ts";
import type { Position } from "../shapes.ts";

export interface OrderChatMessageRow extends Row<"order_chat_message"> {
  author_role: ParticipantRole;
  /** The texts of a quick reply in the other languages, by language. */
  translations: Record<string, string>;
  position: Type.Static<typeof Position> | null;
}

export const OrderChatMessage = defineRecord<"order_chat_message", OrderChatMessageRow>("order_chat_message");
export const OrderChatAttachment = defineRecord("order_chat_attachment");

/** The number that a phone gave a message. */
export interface PhoneSequence {
  device_id: string;
  device_seq: number;
}

/** What the author's phone sent before under this number. The conversation is locked. */
export function findSentBefore(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  order_id: number,
  author_account_id: number,
  { device_id, device_seq }: PhoneSequence,
): Promise<OrderChatMessageRow | undefined> {
  return db.row<OrderChatMessageRow>(
    `select * from order_chat_message
      where business_id = $1 and order_id = $2 and author_account_id = $3 and device_id = $4 and device_seq = $5`,
    [business_id, order_id, author_account_id, device_id, device_seq],
  );
}

/** Its text, position and files go; its number stays. */
export async function clearMessage(
  context: Pick<Context, "db" | "business_id" | "now">,
  message: Pick<OrderChatMessageRow, "id">,
  deleted_by: number,
): Promise<void> {
  await OrderChatMessage.change(context, message, {
    text: "",
    language: null,
    quick_reply: null,
    translations: {},
    position: null,
    deleted_at: context.now.toISOString(),
    deleted_by,
  });
  await context.db.execute("delete from order_chat_attachment where business_id = $1 and message_id = $2", [
    context.business_id,
    message.id,
  ]);
}

/**
 * The condition of messages `m` that a participant reads: those posted while taking part. `$2` to `$4` are
 * `readerValues`.
 */
export const READABLE = `($2::bigint is null or m.driver_id = $2) and ($3::bigint is null or m.customer_id = $3)
  and ($4::bigint is null or m.contractor_account_id = $4)`;

export function readerValues(who: Participant): (number | null)[] {
  return [
    who.role === "driver" ? (who.driver_id ?? -1) : null,
    who.role === "customer" ? (who.customer_id ?? -1) : null,
    who.role === "contractor" ? who.account_id : null,
  ];
}

export interface ListedMessage
  extends Omit<OrderChatMessageRow, "business_id" | "deleted_by" | "device_id" | "device_seq"> {
  author_name: string;
  attachments: { file_id: number; name: string; content_type: string; size_bytes: number }[] | null;
}

const MESSAGE_COLUMNS = `m.id, m.order_id, m.seq, m.author_role, m.author_account_id, m.driver_id, m.customer_id, m.contractor_account_id,
  m.text, m.language, m.quick_reply, m.translations, m.position, m.written_at, m.sent_at, m.deleted_at, a.name as author_name,
  (select jsonb_agg(jsonb_build_object('file_id', f.id, 'name', f.name, 'content_type', f.content_type, 'size_bytes', f.size_bytes) order by f.id)
     from order_chat_attachment t join file f on f.business_id = $1 and f.id = t.file_id
    where t.business_id = $1 and t.message_id = m.id) as attachments`;

/** In the order of their numbers; with `before` the last ones before it, otherwise the first ones after `after`. */
export async function readMessages(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  who: Participant,
  order_id: number,
  { after, before, limit }: { after: number; before: number | null; limit: number },
): Promise<{ rows: ListedMessage[]; has_more: boolean }> {
  const backwards = before !== null;
  const rows = await db.rows<ListedMessage>(
    `select ${MESSAGE_COLUMNS} from order_chat_message m join account a on a.business_id = $1 and a.id = m.author_account_id
      where m.business_id = $1 and m.order_id = $5 and ${READABLE} and m.seq > $6 and ($7::int is null or m.seq < $7)
      order by m.seq ${backwards ? "desc" : "asc"} limit $8`,
    [business_id, ...readerValues(who), order_id, after, before, limit + 1],
  );
  const visible_messages = rows.slice(0, limit);
  return { rows: backwards ? visible_messages.reverse() : visible_messages, has_more: rows.length > limit };
}

/** Messages of others that the caller may read and has not read. */
export async function countUnread(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  who: Participant,
  order_id: number,
): Promise<{ unread: number; read_seq: number; last_seq: number }> {
  const row = await db.row<{ unread: number; read_seq: number; last_seq: number }>(
    `with mark as (select coalesce((select read_seq from order_chat_read
        where business_id = $1 and order_id = $5 and account_id = $6), 0) as seq)
     select (select seq from mark) as read_seq, coalesce(max(m.seq), 0) as last_seq,
       count(*) filter (where m.seq > (select seq from mark) and m.deleted_at is null and m.author_account_id <> $6)::int as unread
     from order_chat_message m where m.business_id = $1 and m.order_id = $5 and ${READABLE}`,
    [business_id, ...readerValues(who), order_id, who.account_id],
  );
  return row ?? { unread: 0, read_seq: 0, last_seq: 0 };
}
