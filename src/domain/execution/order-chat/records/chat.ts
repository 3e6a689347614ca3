/** Conversations: what decides who takes part in one, how it is locked and read, and how far each has read it. */
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
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
} from "../rules.ts";
import { buildChatSettings, type ChatSettings, type StoredChatSettings } from "./chat-settings.ts";
import { READABLE, readerValues } from "./message.ts";

/** Known by its order. */
const OrderChat = defineRecord("order_chat");

type Reading = Pick<Context, "actor" | "db" | "business_id" | "now" | "publish" | "refuse" | "record_kinds">;

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
    r.status as route_status, coalesce(r.driver_id, j.driver_id) as driver_id, d.status as driver_status, r.actual_start_at as route_started_at, r.actual_end_at as route_ended_at,
    j.state as job_state, j.picked_up_at as job_picked_up_at, j.ended_at as job_ended_at, d.name as driver_name, d.account_id as driver_account_id, u.name as customer_name, a.name as contractor_name,
    c.last_seq, c.last_message_at, c.needs_answer, c.customer_enabled, c.closed_at, c.reopened_at, c.version,
    to_jsonb(s) as settings
  from delivery_order o
    left join route r on r.business_id = $1 and r.id = o.route_id
    left join lateral (select i.state, i.driver_id, i.picked_up_at, i.ended_at from instant_job i
      where i.business_id = $1 and i.order_id = o.id and r.id is null order by i.id desc limit 1) j on true
    left join driver d on d.business_id = $1 and d.id = coalesce(r.driver_id, j.driver_id)
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
  const { db, business_id } = context;
  await refuseUnreadable(context, order_id);
  await OrderChat.insertIfAbsent(context, { order_id });
  await db.execute("select from order_chat where business_id = $1 and order_id = $2 for update", [
    business_id,
    order_id,
  ]);
  return readChat(context, order_id);
}

/** Who sees an order is decided by its own family. Riders know the orders of their jobs, of which they see the job alone. */
export async function isReadableOrder(context: Omit<Reading, "refuse">, order_id: number): Promise<boolean> {
  const { actor, db, business_id } = context;
  const readable = await context.record_kinds.get("order")?.reading?.findReadable(context, [order_id]);
  if (readable?.[0] === order_id) return true;
  if (actor.role !== "driver" || actor.driver_id === null) return false;
  const job = await db.row<{ id: number }>(
    "select id from instant_job where business_id = $1 and order_id = $2 and driver_id = $3 limit 1",
    [business_id, order_id, actor.driver_id],
  );
  return job !== undefined;
}

/** A former member may know that the order exists. */
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

/** The caller holds the lock. The version stays: it counts what people decide of the conversation. */
export async function saveLastMessage(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  order_id: number,
  { seq, needs_answer }: { seq: number; needs_answer: boolean },
): Promise<void> {
  await db.execute(
    "update order_chat set last_seq = $3, last_message_at = $4, needs_answer = $5 where business_id = $1 and order_id = $2",
    [business_id, order_id, seq, now, needs_answer],
  );
}

export interface ReadMark {
  account_id: number;
  role: ParticipantRole;
  driver_id: number | null;
  customer_id: number | null;
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
    `select k.account_id, k.role, a.driver_id, a.customer_id, a.name, k.read_seq, k.read_at from order_chat_read k
       join account a on a.business_id = $1 and a.id = k.account_id
      where k.business_id = $1 and k.order_id = $2 order by k.read_seq desc, k.account_id limit $3`,
    [business_id, order_id, MARKS_MAX],
  );
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
