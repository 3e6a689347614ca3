/** A conversation with what decides who takes part, and its messages as a participant reads them. */
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import {
  type Audience,
  type ChatFacts,
  type ChatState,
  computeAudience,
  computeChatState,
  computeDriverWindow,
  type DriverWindow,
  type Participant,
  type ParticipantRole,
  takesPart,
} from "./rules.ts";
import { buildChatSettings, type ChatSettings, type StoredChatSettings } from "./settings.ts";
import type { OrderChatMessageRow } from "./tables.ts";

type Reading = Pick<Context, "actor" | "db" | "business_id" | "now" | "refuse" | "subjects">;

interface LoadedRow extends ChatFacts {
  order_id: number;
  tracking_number: string;
  driver_name: string | null;
  driver_account_id: number | null;
  customer_name: string | null;
  contractor_name: string | null;
  last_seq: number | null;
  last_message_at: string | null;
  needs_answer: boolean | null;
  version: number | null;
  settings: StoredChatSettings | null;
}

export interface Chat extends LoadedRow {
  rules: ChatSettings;
  state: ChatState;
  window: DriverWindow;
  audience: Audience;
}

const ROLES: Partial<Record<NonNullable<Actor["role"]>, ParticipantRole>> = {
  client_admin: "staff",
  employee: "staff",
  driver: "driver",
  customer: "customer",
  broker_employee: "contractor",
};

export function findParticipant({ role, account_id, driver_id, customer_id }: Actor): Participant | null {
  const part = role === null ? undefined : ROLES[role];
  return part === undefined || account_id === null
    ? null
    : { role: part, account_id, driver_id, customer_id };
}

export function getParticipant({ actor, refuse }: Pick<Context, "actor" | "refuse">): Participant {
  const who = findParticipant(actor);
  if (who === null) throw refuse("forbidden");
  return who;
}

const LOAD = `select o.id as order_id, o.tracking_number, o.status as order_status, o.status_since, o.customer_id, o.contractor_account_id,
    r.status as route_status, r.driver_id, d.status as driver_status, r.actual_start_at as route_started_at, r.actual_end_at as route_ended_at,
    d.name as driver_name, d.account_id as driver_account_id, u.name as customer_name, a.name as contractor_name,
    c.last_seq, c.last_message_at, c.needs_answer, c.customer_enabled, c.closed_at, c.reopened_at, c.version,
    to_jsonb(s) as settings
  from delivery_order o
    left join route r on r.business_id = $1 and r.id = o.route_id
    left join driver d on d.business_id = $1 and d.id = r.driver_id
    left join customer u on u.business_id = $1 and u.id = o.customer_id
    left join account a on a.business_id = $1 and a.id = o.contractor_account_id
    left join order_chat c on c.business_id = $1 and c.order_id = o.id
    left join order_chat_settings s on s.business_id = $1
  where o.business_id = $1 and o.id = any($2::bigint[])`;

/** Refuses an order that the caller may not see, and a caller who does not take part. */
export async function getChat(context: Reading, order_id: number): Promise<Chat> {
  await refuseUnreadable(context, order_id);
  return readChat(context, order_id);
}

/** The same under the lock of the conversation, which exists from then on: one message after the other. */
export async function lockChat(context: Reading, order_id: number): Promise<Chat> {
  const { db, business_id, now } = context;
  await refuseUnreadable(context, order_id);
  await db.execute(
    "insert into order_chat (business_id, order_id, created_at) values ($1, $2, $3) on conflict do nothing",
    [business_id, order_id, now],
  );
  await db.execute("select from order_chat where business_id = $1 and order_id = $2 for update", [
    business_id,
    order_id,
  ]);
  return readChat(context, order_id);
}

/** Who sees an order is decided by its own family. */
export async function isReadableOrder(context: Omit<Reading, "refuse">, order_id: number): Promise<boolean> {
  const readable = await context.subjects.get("order")?.reading?.findReadable(context, [order_id]);
  return readable?.[0] === order_id;
}

/** Whoever took part before may know that the order exists. */
async function refuseUnreadable(context: Reading, order_id: number): Promise<void> {
  const { db, business_id, refuse } = context;
  if (await isReadableOrder(context, order_id)) return;
  const took_part = await db.row<{ seq: number }>(
    `select m.seq from order_chat_message m where m.business_id = $1 and m.order_id = $5 and ${READABLE} limit 1`,
    [business_id, ...readerValues(getParticipant(context)), order_id],
  );
  if (took_part !== undefined) throw refuse("forbidden", { message: messages.not_participant });
  throw refuse("not_found", { message: messages.unknown_order });
}

async function readChat(context: Reading, order_id: number): Promise<Chat> {
  const { db, business_id, now, refuse } = context;
  const row = await db.row<LoadedRow>(LOAD, [business_id, [order_id]]);
  if (row === undefined) throw refuse("not_found", { message: messages.unknown_order });
  const chat = toChat(row, now);
  if (!takesPart(getParticipant(context), chat.audience))
    throw refuse("forbidden", { message: messages.not_participant });
  return chat;
}

/** Who takes part in each of these conversations now, besides the people of the business. */
export async function loadAudiences(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  order_ids: readonly number[],
  now: Date,
): Promise<Map<number, Audience>> {
  const rows = await db.rows<LoadedRow>(LOAD, [business_id, order_ids]);
  return new Map(rows.map((row) => [row.order_id, toChat(row, now).audience]));
}

function toChat(row: LoadedRow, now: Date): Chat {
  const rules = buildChatSettings(row.settings);
  return {
    ...row,
    rules,
    state: computeChatState(row, rules, now),
    window: computeDriverWindow(row, rules, now),
    audience: computeAudience(row, rules, now),
  };
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

export interface ListedMessage extends Omit<OrderChatMessageRow, "business_id" | "deleted_by"> {
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
  const shown = rows.slice(0, limit);
  return { rows: backwards ? shown.reverse() : shown, has_more: rows.length > limit };
}

export interface ReadMark {
  account_id: number;
  role: ParticipantRole;
  name: string;
  read_seq: number;
  read_at: string;
}

const MARKS_MAX = 50;

export async function readMarks(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  order_id: number,
): Promise<ReadMark[]> {
  return db.rows<ReadMark>(
    `select k.account_id, k.role, a.name, k.read_seq, k.read_at from order_chat_read k
       join account a on a.business_id = $1 and a.id = k.account_id
      where k.business_id = $1 and k.order_id = $2 order by k.read_seq desc, k.account_id limit $3`,
    [business_id, order_id, MARKS_MAX],
  );
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

/** Never back: a mark that arrives late changes nothing. */
export async function markRead(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  who: Participant,
  order_id: number,
  read_seq: number,
): Promise<boolean> {
  const moved = await db.row<{ read_seq: number }>(
    `insert into order_chat_read as k (business_id, order_id, account_id, role, read_seq, read_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (business_id, order_id, account_id) do update set read_seq = excluded.read_seq, read_at = excluded.read_at, role = excluded.role
       where k.read_seq < excluded.read_seq returning read_seq`,
    [business_id, order_id, who.account_id, who.role, read_seq, now],
  );
  return moved !== undefined;
}
